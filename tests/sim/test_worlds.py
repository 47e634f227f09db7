"""Worlds dealt again from a view look the same from its seat, in every game."""

import random
from collections.abc import Iterator
from typing import Any

import pytest

from tapete.core.game import Game
from tapete.core.state import Record
from tapete.games import game, games
from tapete.sim.jit import as_rows, compiled, row_bytes
from tapete.sim.rng import Rng, stream
from tests.driver import legal, observed, play
from tests.hidden import hidden_of
from tests.toy import TOY
from tests.worlds import is_chance, planted, views, world_of

assert TOY.name in games()
every_game = pytest.mark.parametrize("game", [pytest.param(g, id=n) for n, g in games().items()])
every_table = pytest.mark.parametrize(
    ("game", "seats"),
    [
        pytest.param(one, seats, id=f"{name}-{seats}")
        for name, one in games().items()
        for seats in range(one.min_seats, one.max_seats + 1)
    ],
)
MATCHES = 3
PROOF_MATCHES = 60
PLAYED_ON = 12
"""One world in so many is played to its end."""
# What of a state is hidden, or documented in `worlds.py` as not in a view.
UNSEEN = {
    "declare": {"hand", "pile", "shown", "shown_count", "shuffles", "news", "news_count"},
    "hands-down": {
        *("hand", "pile", "gave", "motion", "rank", "stance", "drawn", "news", "news_count"),
    },
    "match-em": {
        *("hand", "wilds", "pile", "cuts", "cut_rounds", "drawn", "shuffles", "news"),
        "news_count",
    },
    "toy": {"hand", "pile", "news", "news_count"},
}
# Left from before where its count says that there is nothing, or where nobody will read it.
STALE = {("declare", name) for name in ("floor", "buried", "threw", "turn", "dealt")}


def worlds(game: Game, seats: int, matches: range) -> Iterator[tuple[Any, Any, Any]]:
    """Yield states of random matches, a view of each and a world of the view."""
    for index in matches:
        rng = random.Random(f"{game.name}/{seats}/worlds/{index}")
        r = stream(index, "worlds", game.name, seats)
        for s, v in views(game, seats, rng):
            yield s, v, world_of(game, v, r)


def check(game: Game, seats: int, matches: range) -> None:
    """Hold worlds of random matches against the state that the view was of."""
    count = 0
    for s, v, world in worlds(game, seats, matches):
        count += 1
        assert observed(game, world, v.seat).pack() == v.pack()
        assert hidden_of(game).cards(world) == hidden_of(game).cards(s)
        assert game.rules.actor(world) == game.rules.actor(s)
        if game.rules.actor(s) == v.seat >= 0:
            assert legal(game, world) == legal(game, s)
        if is_chance(game, s):
            assert game.rules.chance_kind(world) == game.rules.chance_kind(s)
            assert game.rules.chance_count(world) == game.rules.chance_count(s)
        if count % PLAYED_ON == 0:
            for _ in play(game, world, random.Random(count)):
                world.pack()
            assert hidden_of(game).cards(world)
    assert count > 0


@every_table
def test_a_world_looks_like_the_view_and_plays_on(game: Game, seats: int):
    check(game, seats, range(MATCHES))


@pytest.mark.proof
@every_table
def test_many_worlds_look_like_their_views(game: Game, seats: int):
    check(game, seats, range(MATCHES, MATCHES + PROOF_MATCHES))


def differing(one: Record, other: Record) -> set[str]:
    """Return the names of the fields, at any depth, in which two records differ."""
    found: set[str] = set()
    for name, count, kind in one.LAYOUT:
        a, b = getattr(one, name), getattr(other, name)
        if kind is None:
            found |= {name} if a != b else set()
        else:
            for x, y in zip(a, b, strict=True) if count else [(a, b)]:
                found |= differing(x, y)
    return found


@every_game
def test_nothing_but_what_is_unseen_differs_from_the_truth(game: Game):
    allowed = UNSEEN[game.name] | {name for home, name in STALE if home == game.name}
    for seats in range(game.min_seats, game.max_seats + 1):
        for s, _, world in worlds(game, seats, range(MATCHES)):
            assert differing(s, world) <= allowed


@every_game
def test_hidden_cards_are_dealt_anew(game: Game):
    seen = {world.pack() != s.pack() for s, _, world in worlds(game, game.max_seats, range(1))}
    assert True in seen


@every_game
def test_a_world_compiled_is_the_interpreted_one(game: Game):
    # With bounds checking; without it, the roll-outs are compared.
    deal_again = compiled(vars(game.worlds)["__name__"], boundscheck=True).deal_again
    for seats in range(game.min_seats, game.max_seats + 1):
        for index in range(MATCHES):
            rng = random.Random(f"{game.name}/{seats}/compiled worlds/{index}")
            for number, (_, v) in enumerate(views(game, seats, rng, every=24)):
                r = stream(number, "compiled")
                found = run(game, deal_again, v, r)
                world = world_of(game, v, r)
                assert found == (world.pack(), int(r.at))


def run(game: Game, deal_again: Any, v: Any, r: Rng) -> tuple[bytes, int]:
    """Return the bytes of a compiled world, and where its random numbers have come to."""
    rows = as_rows([game.rules.State().pack()], game.rules.State)
    numbers = as_rows([r.pack()], Rng)
    assert deal_again(as_rows([v.pack()], type(v))[0], rows[0], numbers[0])
    return row_bytes(rows, 0), int(numbers[0]["at"])


PLANTED = [
    ("p.turns = seen.turns", "p.turns = 0"),
    ("1 << v.hand[i]", "0 << v.hand[i]"),
    ("HAND - int(v.phase == Phase.DRAW and seat == s.turn)", "HAND"),
]


@pytest.mark.parametrize(("old", "new"), PLANTED)
def test_a_planted_fault_is_noticed(old: str, new: str):
    faulty = planted(TOY, old, new)
    found: list[bool] = []
    for index in range(10):
        for s, v in views(TOY, 3, random.Random(index), every=2):
            world = world_of(TOY, v, stream(index, "planted"), faulty)
            is_same_view = observed(TOY, world, v.seat).pack() == v.pack()
            cards = hidden_of(TOY).cards
            found.append(is_same_view and cards(world) == cards(s))
    assert False in found


def test_a_view_that_contradicts_itself_has_no_world(monkeypatch: pytest.MonkeyPatch):
    one = game("match-em")
    monkeypatch.setattr(one.worlds, "TRIES", 200)
    s = one.new(2, one.settle(2, {}))
    rng = random.Random(1)
    for _ in play(one, s, rng):
        if one.rules.actor(s) >= 0 and s.total > 0:
            break
    v = observed(one, s, 0)
    other = v.players[1]
    # Nobody holds so many cards without a one, a two, …: every total could be matched.
    other.missed, other.last_missed, other.missed_with, other.count = 2046, 10, 38, 38
    v.pile_count = 0
    assert not one.worlds.deal_again(v, one.rules.State(), stream(1, "none"))
