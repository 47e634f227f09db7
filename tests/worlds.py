"""Worlds under test: dealt from views, counted, and held against what they should be."""

import math
from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Mapping
from fractions import Fraction
from pathlib import Path
from types import ModuleType
from typing import Any

from tapete.core.game import CHANCE, SPECTATOR, TERMINAL, Game
from tapete.sim.rng import Rng, stream
from tests.driver import observed, play, random_values

DealAgain = Callable[[Any, Any, Any], bool]
LEAST = 5
"""Cells that are expected less often are counted together."""
FAR = 5
"""In standard deviations of its chi-square: a sample this far off is not of the distribution."""


def views(
    game: Game, seats: int, rng: Any, *, values: Mapping[str, Any] | None = None, every: int = 16
) -> Iterator[tuple[Any, Any]]:
    """Yield states of a random match, one in so many steps, each with the view of some seat."""
    s = game.new(seats, random_values(game, seats, rng) if values is None else values)
    if game.races is not None:
        game.races.ask_stances(s, rng.random() < 0.5)
    for _ in play(game, s, rng):
        if rng.randrange(every) == 0:
            yield s, observed(game, s, rng.choice([*range(seats), SPECTATOR]))
    yield s, observed(game, s, rng.choice([*range(seats), SPECTATOR]))


def world_of(game: Game, v: Any, r: Rng, deal_again: DealAgain | None = None) -> Any:
    """Return a world of a view."""
    s = game.rules.State()
    assert (deal_again or game.worlds.deal_again)(v, s, r)
    return s


def sample(
    game: Game,
    v: Any,
    key: Callable[[Any], Hashable],
    count: int,
    deal_again: DealAgain | None = None,
) -> Counter[Hashable]:
    """Deal so many worlds of a view and count their keys."""
    r = stream(1, "sample")
    return Counter(key(world_of(game, v, r, deal_again)) for _ in range(count))


def distance(found: Counter[Hashable], expected: Mapping[Hashable, Fraction]) -> float:
    """Return how far a sample is from what is expected, in standard deviations of its chi-square.

    `expected` are weights; what has none may not turn up: the distance is infinite then.
    """
    if not set(found) <= {key for key, weight in expected.items() if weight > 0}:
        return math.inf
    total, count = sum(expected.values()), sum(found.values())
    cells: list[tuple[float, int]] = []
    few, few_found = 0.0, 0
    for key, weight in expected.items():
        mean = float(count * weight / total)
        if mean >= LEAST:
            cells.append((mean, found[key]))
        else:
            few, few_found = few + mean, few_found + found[key]
    if few > 0:
        cells.append((few, few_found))
    freedom = len(cells) - 1
    assert freedom > 0, "there is but one world"
    chi_square = sum((n - mean) ** 2 / mean for mean, n in cells)
    return (chi_square - freedom) / math.sqrt(2 * freedom)


def planted(game: Game, old: str, new: str) -> DealAgain:
    """Return a game's `deal_again` with a text of its module changed that stands there once."""
    source = Path(str(vars(game.worlds)["__file__"])).read_text(encoding="utf-8")
    assert source.count(old) == 1, old
    made = ModuleType("planted")
    exec(compile(source.replace(old, new), "planted", "exec"), vars(made))  # noqa: S102  (our own)
    return made.deal_again


def is_chance(game: Game, s: Any) -> bool:
    """Say whether chance must act."""
    return game.rules.actor(s) == CHANCE


def is_over(game: Game, s: Any) -> bool:
    """Say whether the match has ended."""
    return game.rules.actor(s) == TERMINAL
