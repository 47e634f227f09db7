"""What is hidden from a seat changes nothing that the seat sees; and such leaks are found."""

import random
import zlib
from typing import Any

import pytest

from tapete.core.game import Game
from tapete.games import games
from tests.driver import random_values
from tests.secrecy import search
from tests.toy import TOY

MATCHES = 200
PLANTED = 3
PARTS = 4
"""The matches of a game are searched in so many tests, so that cores share them."""
assert TOY.name in games()
every_game = pytest.mark.parametrize("game", [pytest.param(g, id=n) for n, g in games().items()])


def random_tables(game: Game, count: int, salt: int) -> list[tuple[int, dict[str, Any]]]:
    """Return so many seat counts and house rules."""
    rng = random.Random(f"{game.name}/{salt}")
    seats = [rng.randint(game.min_seats, game.max_seats) for _ in range(count)]
    return [(n, random_values(game, n, rng)) for n in seats]


@pytest.mark.parametrize("part", range(PARTS))
@every_game
def test_hidden_cards_and_motions_change_nothing_that_is_seen(game: Game, part: int):
    found = search(game, random_tables(game, MATCHES // PARTS, part), seed=part)
    assert found.leaks == []
    assert found.views > MATCHES // PARTS
    assert found.events > MATCHES // PARTS


@every_game
def test_a_leak_planted_in_the_view_is_found(game: Game):
    def leaky(s: Any, seat: int, v: Any) -> None:
        game.view.observe(s, seat, v)
        v.seats += zlib.crc32(s.pack()) & 1

    found = search(game, random_tables(game, PLANTED, 9), seed=9, observe=leaky)
    assert len(found.leaks) > found.views // 4


@every_game
def test_a_leak_planted_in_the_events_is_found(game: Game):
    def leaky(event: dict[str, Any], seat: int) -> dict[str, Any]:
        return {**game.events.show(event, seat), "x": zlib.crc32(repr(event).encode())}

    found = search(game, random_tables(game, PLANTED, 9), seed=9, show=leaky)
    assert found.leaks
