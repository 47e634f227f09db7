"""Views as objects of JSON, and what changed between two as a patch that gives the newer one."""

import json
import random
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.json import encode

from tapete.core.game import SPECTATOR, Game
from tapete.core.state import I8, I32, I64, Record, array, record, records, scalar
from tapete.games import games
from tapete.wire.views import as_json, difference
from tests.driver import observed, play, random_values
from tests.server.wire_client import patched
from tests.toy import TOY

assert TOY.name in games()
MOST_EXACT = 2**53 - 1
"""The greatest whole number up to which a browser knows all (JavaScript's MAX_SAFE_INTEGER)."""
MOST_CARDS = ("max_value", "copies", "wilds", "cards_dealt")
every_game = pytest.mark.parametrize("game", [pytest.param(g, id=n) for n, g in games().items()])


class Leaf(Record):
    a: int = scalar(I8)
    row: list[int] = array(I8, 3)


class Tree(Record):
    number: int = scalar(I32)
    leaf: Leaf = record(Leaf)
    leaves: list[Leaf] = records(Leaf, 2)
    row: list[int] = array(I8, 4)


def tree(numbers: list[int]) -> Tree:
    made = Tree()
    made.fill(iter(numbers))
    return made


COUNT = len(Tree().numbers())
few_numbers = st.lists(st.integers(-1, 1), min_size=COUNT, max_size=COUNT).map(tree)


def sent(value: Any) -> Any:
    """Return what arrives of a value."""
    return json.loads(encode(value))


def leaves_of(patch: Any) -> int:
    """Return how many numbers a patch holds."""
    return sum(map(leaves_of, patch.values())) if isinstance(patch, dict) else 1


def numbers_in(value: Any) -> Iterator[int]:
    """Yield every number of an object."""
    parts = value.values() if isinstance(value, dict) else value
    for part in parts:
        yield from [part] if isinstance(part, int) else numbers_in(part)


def views(game: Game, seed: int, **given: Any) -> Iterator[list[Record]]:
    """Yield everybody's views at each step of a match, the spectator's last."""
    rng = random.Random(f"{game.name}/{seed}")
    seats = rng.randint(game.min_seats, game.max_seats)
    s = game.new(seats, random_values(game, seats, rng) | given)
    for _ in play(game, s, rng):
        yield [observed(game, s, seat) for seat in [*range(seats), SPECTATOR]]


def test_record_becomes_an_object_with_all_its_numbers():
    made = sent(as_json(tree(list(range(COUNT)))))
    assert made == {
        "number": 0,
        "leaf": {"a": 1, "row": [2, 3, 4]},
        "leaves": [{"a": 5, "row": [6, 7, 8]}, {"a": 9, "row": [10, 11, 12]}],
        "row": [13, 14, 15, 16],
    }


def test_object_does_not_change_with_the_record():
    one = tree([0] * COUNT)
    made = as_json(one)
    one.row[0], one.leaf.row[0] = 5, 5
    assert made == as_json(tree([0] * COUNT))


@pytest.mark.parametrize(
    ("at", "patch"),
    [
        (0, {"number": 7}),
        (1, {"leaf": {"a": 7}}),
        (3, {"leaf": {"row": {"1": 7}}}),
        (12, {"leaves": {"1": {"row": {"2": 7}}}}),
        (13, {"row": {"0": 7}}),
    ],
)
def test_patch_says_what_changed_and_nothing_else(at: int, patch: dict[str, Any]):
    new = [0] * COUNT
    new[at] = 7
    assert sent(difference(tree([0] * COUNT), tree(new))) == patch


@given(few_numbers, few_numbers)
def test_patched_object_is_the_new_one(old: Tree, new: Tree):
    patch = sent(difference(old, new))
    assert patched(sent(as_json(old)), patch) == sent(as_json(new))
    changed = [a for a, b in zip(old.numbers(), new.numbers(), strict=True) if a != b]
    assert leaves_of(patch) == len(changed)


@every_game
def test_patches_of_a_whole_match_give_every_view(game: Game):
    known: list[Any] = []
    before: list[Record] = []
    for now in views(game, 1):
        if known:
            patches = [sent(difference(a, b)) for a, b in zip(before, now, strict=True)]
            known = [patched(a, patch) for a, patch in zip(known, patches, strict=True)]
        expected = [sent(as_json(view)) for view in now]
        known = known or expected
        assert known == expected
        before = now


@every_game
def test_browser_knows_every_number_of_a_view_exactly(game: Game):
    # The largest pack there is, where a game lets it be chosen.
    most = {name: max(game.options[name].values) for name in MOST_CARDS if name in game.options}
    for now in views(game, 2, **most):
        for view in now:
            assert max(map(abs, numbers_in(as_json(view)))) <= MOST_EXACT, view


class Packed(Record):
    wide: int = scalar(I64)
    cards: list[int] = array(I8, 2)


def test_packed_fields_are_left_to_the_rules():
    old, new = Packed(), Packed()
    new.wide, new.cards = 2**60, [1, 0]
    assert as_json(new) == {"cards": [1, 0]}
    assert difference(old, new) == {"cards": {0: 1}}
