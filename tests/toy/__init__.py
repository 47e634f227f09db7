"""Toy: a fourth game, as small as can be, that goes through everything a game goes through."""

from pathlib import Path

from tapete.core.game import Game
from tapete.games import add
from tests.toy import bots, events, notation, rules, view, worlds
from tests.toy.options import PRESETS, HouseRules

TOY = Game(
    name="toy",
    title="Toy",
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
)
add(TOY)
