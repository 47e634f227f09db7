"""The hand-written player: sensible, better than chance, and never in the way of an end."""

from random import Random
from typing import Any

import pytest

from tapete.core.game import WIN
from tapete.games.match_em import GAME, bots, rules, view
from tapete.games.match_em.tests.tables import legal, play, random_options, table
from tapete.table.chance import Sealed
from tapete.table.table import Table


def chosen(s: Any) -> str:
    """Return the player's choice for the seat on turn, in words."""
    v, buffer = view.View(), [0] * GAME.num_actions
    view.observe(s, s.turn, v)
    count = rules.legal_actions(s, buffer)
    return GAME.notation.format_action(s, bots.choose(v, buffer, count, 0))


def test_goes_out_where_it_can() -> None:
    assert chosen(table("1 2 3 4 5 6 7 9 W", "1", standing="9")) != "wild"
    assert chosen(table("4 5", "1", standing="9")) == "5+4"
    assert chosen(table("W", "1", standing="9")) == "wild"


def test_sheds_many_cards() -> None:
    assert chosen(table("3 3 3 9", "1 1", standing="9")) == "3+3+3"


def test_keeps_its_wild_while_numbers_match() -> None:
    assert chosen(table("1 9 W", "1 1", standing="9")) == "9"


def test_plays_a_wild_rather_than_draw() -> None:
    s = table("1 8 W", "1 1", standing="10", pile="1 2")
    assert set(legal(s)) == {"wild", "draw"}
    assert chosen(s) == "wild"


def test_keeps_what_a_wild_needs_to_be_played_before() -> None:
    s = table("1 W", "1 1", standing="1", no_wild_finish=True)
    assert chosen(s) == "wild"


def match(seed: int, seats: int, players: int, **options: Any) -> Table:
    """Return a match in which the seats in `players`, a bit each, do not play by chance."""
    random = Random(seed)
    values = GAME.settle(seats, options) if options else random_options(random, seats)
    made = Table(GAME, seats, values, Sealed(b"%d" % seed))
    made.start()
    while not made.is_over:
        seat, moves = made.actor, made.legal_actions()
        if players >> seat & 1:
            lot = random.getrandbits(31)
            made.act(seat, bots.choose(made.view(seat), moves, len(moves), lot))
        else:
            made.act(seat, random.choice(moves))
    return made


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_matches_among_themselves_are_won_before_the_cap(seats: int) -> None:
    for seed in range(10):
        made = match(seed, seats, 15, wins_needed=3)
        assert max(p.tokens for p in made.state.players) == 3
        match(seed, seats, 15)


def test_beats_chance_clearly() -> None:
    matches = [match(k, 2, 1 + k % 2, wins_needed=3).state for k in range(100)]
    won = sum(rules.returns(s, k % 2) for k, s in enumerate(matches))
    assert won > 75 * WIN


def test_lot_breaks_ties_only() -> None:
    s = table("2 4 5 7", "1 1", standing="9")
    v, buffer = view.View(), [0] * GAME.num_actions
    view.observe(s, 0, v)
    count = rules.legal_actions(s, buffer)
    worths = {a: bots.worth(v, a) for a in buffer[:count]}
    for lot in range(6):
        assert worths[bots.choose(v, buffer, count, lot)] == max(worths.values())
    play(s, "5+4")
