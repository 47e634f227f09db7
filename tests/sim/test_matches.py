"""Simulated matches are the interpreted ones, bit for bit, on any number of threads."""

import random
import sys
from dataclasses import replace
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from tapete.core.game import Game
from tapete.games import games
from tapete.sim import match
from tapete.sim.binding import interpreted
from tapete.sim.desk import Kind, Setting, desk_kind, new_desk, result_kind
from tapete.sim.engine import player
from tapete.sim.jit import as_rows, dtype, row_bytes
from tapete.sim.run import crew_of
from tests.driver import random_values
from tests.test_compiled import changed
from tests.toy import TOY, rules

MATCHES = 100
"""Per game and number of seats."""
PROOF_MATCHES = 1000
AT_A_TIME = 20
"""Matches under the same house rules and players."""
sizes = pytest.mark.parametrize(
    ("game", "seats"),
    [
        pytest.param(one, seats, id=f"{name}-{seats}")
        for name, one in games().items()
        for seats in range(one.min_seats, one.max_seats + 1)
    ],
)


def random_setting(game: Game, seats: int, seed: int) -> Setting:
    """Draw house rules, players, how quick they are, and a key."""
    r = random.Random(f"{game.name}/{seats}/simulated/{seed}")
    players = tuple(r.choice((Kind.UNIFORM, Kind.SIMPLE)) for _ in range(seats))
    levels = tuple(r.randrange(4) for _ in range(seats))
    key = r.getrandbits(60)
    # The first ones as most tables play.
    values = random_values(game, seats, r) if seed else game.settle(seats, {})
    return Setting(game, seats, values, players, key, levels)


def played_plainly(setting: Setting, first: int, count: int) -> tuple[list[bytes], list[bytes]]:
    """Return the results of interpreted matches, and their desks at the end."""
    results = [result_kind(setting.game)() for _ in range(count)]
    desks = [new_desk(setting) for _ in range(count)]
    interpreted(match.__name__, setting.game).play_matches(desks, results, first)
    return [result.pack() for result in results], [desk.pack() for desk in desks]


def played_compiled(setting: Setting, first: int, count: int) -> tuple[list[bytes], list[bytes]]:
    """Return the same of compiled ones."""
    results = np.zeros(count, dtype(result_kind(setting.game)))
    desks = as_rows([new_desk(setting).pack()] * count, desk_kind(setting.game))
    player(setting.game)(desks, results, first)
    rows = range(count)
    return [row_bytes(results, i) for i in rows], [row_bytes(desks, i) for i in rows]


def played_in_parallel(setting: Setting, first: int, count: int, threads: int) -> list[bytes]:
    """Return the results of matches spread over threads, a few at a time."""
    with crew_of(setting, threads) as crew:
        results = crew.room(count)
        played, _seconds = crew.fill(results, first, lambda _more: None)
    assert played == count
    return [row_bytes(results, i) for i in range(count)]


def compare(game: Game, seats: int, count: int) -> None:
    for seed in range(count // AT_A_TIME):
        setting = random_setting(game, seats, seed)
        plain, desks = played_plainly(setting, seed, AT_A_TIME)
        results, rows = played_compiled(setting, seed, AT_A_TIME)
        assert results == plain
        assert rows == desks
        assert played_in_parallel(setting, seed, AT_A_TIME, 3) == plain


@pytest.fixture(autouse=True)
def _small_slices(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("tapete.sim.cpu.SLICE", 3)


@sizes
def test_simulated_matches_are_the_interpreted_ones(game: Game, seats: int):
    compare(game, seats, MATCHES)


@pytest.mark.proof
@sizes
def test_many_simulated_matches_are_the_interpreted_ones(game: Game, seats: int):
    compare(game, seats, PROOF_MATCHES)


@pytest.mark.parametrize("game", games().values(), ids=games())
def test_a_match_hangs_on_its_index_alone(game: Game):
    setting = random_setting(game, game.max_seats, 1)
    together = played_in_parallel(setting, 0, 12, 4)
    alone = [played_in_parallel(setting, i, 1, 1)[0] for i in reversed(range(12))]
    assert together == alone[::-1]
    assert len(set(together)) == 12


@pytest.mark.parametrize("game", games().values(), ids=games())
def test_keys_give_other_matches(game: Game):
    setting = random_setting(game, game.min_seats, 0)
    other = replace(setting, key=setting.key + 1)
    assert set(played_in_parallel(setting, 0, 9, 2)).isdisjoint(played_in_parallel(other, 0, 9, 2))


@pytest.mark.parametrize("kind", Kind, ids=lambda kind: kind.name)
def test_each_kind_of_player_chooses_for_itself(kind: Kind, monkeypatch: pytest.MonkeyPatch):
    if kind == Kind.CALLER:
        return
    asked: list[int] = []
    setting = replace(random_setting(TOY, 2, 0), players=(kind, kind))

    def choose(v: Any, legal: Any, count: int, _lot: int) -> int:
        asked.append(v.seat)
        return int(legal[count - 1])

    monkeypatch.setattr(TOY.bots, "choose", choose)
    drivers = interpreted.__wrapped__(match.__name__, TOY)
    desk = new_desk(setting)
    drivers.play_match(desk)
    assert bool(asked) == (kind == Kind.SIMPLE)


def test_a_planted_difference_is_found(monkeypatch: pytest.MonkeyPatch):
    name = f"{rules.__name__}_planted"
    planted: ModuleType = changed(rules, name, "p.threw = 0", "p.threw = 1")
    monkeypatch.setitem(sys.modules, name, planted)
    setting = random_setting(TOY, 3, 0)
    wrong = replace(setting, game=replace(TOY, rules=planted))
    plain, desks = played_plainly(setting, 0, AT_A_TIME)
    results, rows = played_compiled(wrong, 0, AT_A_TIME)
    assert results == plain
    assert rows != desks


@pytest.mark.parametrize("game", games().values(), ids=games())
def test_nothing_reaches_outside_a_row(game: Game):
    setting = random_setting(game, game.max_seats, 2)
    results = np.zeros(30, dtype(result_kind(game)))
    desks = as_rows([new_desk(setting).pack()], desk_kind(game))
    player(game, boundscheck=True)(desks, results, 0)
    assert [row_bytes(results, i) for i in range(30)] == played_compiled(setting, 0, 30)[0]
