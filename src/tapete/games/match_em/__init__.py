"""Match 'Em: add up your cards to the total on the table and be the first with none left."""

from pathlib import Path

from tapete.core.game import Game
from tapete.games.match_em import bots, events, notation, rules, state, view, worlds
from tapete.games.match_em.options import HouseRules, objection

GAME = Game(
    name="match-em",
    title="Match 'Em",
    min_seats=2,
    max_seats=state.MAX_SEATS,
    num_actions=state.NUM_ACTIONS,
    house_rules=HouseRules,
    rules=rules,
    view=view,
    notation=notation,
    events=events,
    bots=bots,
    worlds=worlds,
    folder=Path(__file__).parent,
    objection=objection,
)
