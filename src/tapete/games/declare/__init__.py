"""Declare: throw, pick up, lowest total, declare."""

from pathlib import Path

from tapete.core.game import Game
from tapete.games.declare import bots, events, notation, rules, state, view, worlds
from tapete.games.declare.options import PRESETS, HouseRules

GAME = Game(
    name="declare",
    title="Declare",
    min_seats=2,
    max_seats=state.MAX_SEATS,
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
)
