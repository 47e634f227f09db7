"""The compiled twin: the same outcomes give the same bytes, in states, views and choices."""

from collections.abc import Iterator
from functools import cache
from random import Random
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from tapete.core.game import CHANCE, SPECTATOR, TERMINAL
from tapete.games.match_em import GAME, bots, rules, view
from tapete.games.match_em.tests.tables import random_options
from tapete.sim.jit import as_rows, compiled, row_bytes

SEEDS = 8


@cache
def twin() -> SimpleNamespace:
    """Return the compiled functions of the game."""
    made = {}
    for module in (rules, view, bots):
        made |= vars(compiled(module.__name__))
    return SimpleNamespace(**made)


def steps(seed: int, seats: int) -> Iterator[tuple[Any, Any, Random]]:
    """Yield a random match at each step: the state, its compiled row, and the source of lots."""
    random = Random(seed)
    s = GAME.new(seats, random_options(random, seats))
    rows = as_rows([s.pack()], rules.State)
    while rules.actor(s) != TERMINAL:
        yield s, rows, random
        if rules.actor(s) == CHANCE:
            outcome = random.randrange(rules.chance_count(s))
            rules.apply_chance(s, outcome)
            twin().apply_chance(rows[0], outcome)
        else:
            action = random.choice(legal(s))
            rules.apply(s, action)
            twin().apply(rows[0], action)
    yield s, rows, random


def legal(s: Any) -> list[int]:
    buffer = [0] * GAME.num_actions
    return buffer[: rules.legal_actions(s, buffer)]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_states_and_legal_actions_are_the_same(seats: int) -> None:
    buffer = np.zeros(GAME.num_actions, np.int64)
    for seed in range(SEEDS):
        for s, rows, random in steps(seed, seats):
            assert row_bytes(rows, 0) == s.pack()
            assert twin().actor(rows[0]) == rules.actor(s)
            if rules.actor(s) >= 0:
                count = twin().legal_actions(rows[0], buffer)
                assert buffer[:count].tolist() == legal(s)
                for action in (-1, random.randrange(GAME.num_actions), GAME.num_actions):
                    assert twin().is_legal(rows[0], action) == rules.is_legal(s, action)
            elif rules.actor(s) == CHANCE:
                assert twin().chance_count(rows[0]) == rules.chance_count(s)
                assert twin().chance_kind(rows[0]) == rules.chance_kind(s)
        for seat in range(seats):
            for name in ("score", "place", "returns"):
                assert getattr(twin(), name)(rows[0], seat) == getattr(rules, name)(s, seat)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_views_and_choices_are_the_same(seats: int) -> None:
    for s, rows, random in steps(99, seats):
        for seat in range(SPECTATOR, seats):
            v, seen = view.View(), as_rows([view.View().pack()], view.View)
            view.observe(s, seat, v)
            twin().observe(rows[0], seat, seen[0])
            assert row_bytes(seen, 0) == v.pack()
            if seat == rules.actor(s) and seat >= 0:
                moves, lot = legal(s), random.getrandbits(31)
                choice = bots.choose(v, moves, len(moves), lot)
                assert twin().choose(seen[0], np.array(moves), len(moves), lot) == choice


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_setup_is_the_same(seats: int) -> None:
    s = GAME.new(seats, GAME.settle(seats, {}))
    fresh = rules.State()
    for name, option in GAME.options.items():
        setattr(fresh.house, name, option.encode(option.default))
    rows = as_rows([fresh.pack()], rules.State)
    twin().setup(rows[0], seats)
    assert row_bytes(rows, 0) == s.pack()
