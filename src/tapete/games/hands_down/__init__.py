"""Hands Down: lay pairs, slap fast, fall for no fake."""

from pathlib import Path

from tapete.core.game import Game
from tapete.games.hands_down import bots, events, notation, races, rules, view, worlds
from tapete.games.hands_down.options import PRESETS, HouseRules

GAME = Game(
    name="hands-down",
    title="Hands Down",
    min_seats=2,
    max_seats=rules.MAX_SEATS,
    num_actions=rules.NUM_ACTIONS,
    house_rules=HouseRules,
    rules=rules,
    view=view,
    notation=notation,
    events=events,
    bots=bots,
    worlds=worlds,
    folder=Path(__file__).parent,
    presets=PRESETS,
    races=races,
)
