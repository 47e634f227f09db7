"""The compiled rules do what the interpreted ones do, byte for byte, in every game at every size.

Random matches under random house rules: the same state after every step, the same legal actions and
kinds of chance; every few steps a seat's view, actions asked one by one, and its hand-written
player's choice; at the end the same scores, places and returns. Every match also runs with Numba's
bounds checking, which raises where a rule reaches outside a row.
"""

import random
import sys
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from tapete.core.game import Game
from tapete.games import game, games
from tests.toy import TOY, bots, rules, view
from tests.twins import Part, Twin, difference, make_twin, play_logged

MATCHES = 100
"""Per game and number of seats."""
PROOF_MATCHES = 2000
PLANTED_MATCHES = 20
assert TOY.name in games()
every_game = pytest.mark.parametrize("game", [pytest.param(g, id=n) for n, g in games().items()])


@cache
def twins(name: str) -> tuple[Twin, Twin]:
    """Return a game's compiled rules without and with bounds checking."""
    return make_twin(game(name)), make_twin(game(name), boundscheck=True)


def differences(game: Game, seats: int, matches: range) -> list[str]:
    """Return where either compiled game parts from the interpreted one in random matches."""
    found: list[str] = []
    for index in matches:
        log = play_logged(game, seats, random.Random(f"{game.name}/{seats}/compiled/{index}"))
        where = [difference(twin, log) for twin in twins(game.name)]
        found += [f"{seats} seats, match {index}: {one}" for one in where if one]
    return found


# One test for all sizes: each process compiles for itself, which takes longer than the matches.
@every_game
def test_compiled_matches_are_the_interpreted_ones(game: Game):
    for seats in range(game.min_seats, game.max_seats + 1):
        assert differences(game, seats, range(MATCHES)) == []


@pytest.mark.proof
@pytest.mark.parametrize(
    ("game", "seats"),
    [
        pytest.param(one, seats, id=f"{name}-{seats}")
        for name, one in games().items()
        for seats in range(one.min_seats, one.max_seats + 1)
    ],
)
def test_many_compiled_matches_are_the_interpreted_ones(game: Game, seats: int):
    assert differences(game, seats, range(MATCHES, MATCHES + PROOF_MATCHES)) == []


PLANTED: list[tuple[ModuleType, str, str, Part]] = [
    (rules, "p.threw = 0", "p.threw = 1", Part.STATE),
    (rules, "return action == KEEP or", "return action >= KEEP or", Part.IS_LEGAL),
    (view, "v.pile_count = s.pile_count", "v.pile_count = s.pile[0]", Part.VIEW),
    (bots, "worst = NUM_CARDS // 2", "worst = NUM_CARDS // 3", Part.CHOICE),
]


@pytest.mark.parametrize(
    ("module", "old", "new", "part"), PLANTED, ids=[part.name for *_, part in PLANTED]
)
def test_a_planted_difference_is_found(
    module: ModuleType, old: str, new: str, part: Part, monkeypatch: pytest.MonkeyPatch
):
    kind = module.__name__.rpartition(".")[2]
    name = f"{module.__name__}_with_{part.name.lower()}"
    monkeypatch.setitem(sys.modules, name, changed(module, name, old, new))
    twin = make_twin(TOY, **{kind: name})
    logs = [play_logged(TOY, 3, random.Random(index)) for index in range(PLANTED_MATCHES)]
    found = [difference(twin, log) for log in logs]
    assert any(one.startswith(f"{part.name} differs") for one in found)


def changed(module: ModuleType, name: str, old: str, new: str) -> Any:
    """Return a copy of a module, under another name, with a text changed that stands there once."""
    source = Path(str(module.__file__)).read_text(encoding="utf-8")
    assert source.count(old) == 1
    made = ModuleType(name)
    exec(compile(source.replace(old, new), name, "exec"), vars(made))  # noqa: S102  (our own source)
    return made
