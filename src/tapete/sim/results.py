"""What simulated matches came to."""

import math
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from tapete.core.game import WIN
from tapete.sim.desk import Setting

NORMAL_95 = 1.96
"""So many standard errors to each side hold 95 of 100 means."""


@dataclass(frozen=True)
class Results:
    """Matches of one setting, in the order of their index; every array has a row a match.

    `rows` is the structured array that the others are windows on.
    """

    setting: Setting
    rows: Any
    first: int = 0
    """The index of the first one."""
    asked: int = 0
    """How many were wanted: more than there are where Ctrl-C came between."""
    seconds: float = 0.0
    cpu_seconds: float = 0.0
    """Of all threads together, compiling left out."""

    def __len__(self) -> int:
        """Return how many matches there are."""
        return len(self.rows)

    @property
    def is_whole(self) -> bool:
        """Say whether all that were wanted are there."""
        return len(self) == self.asked

    @property
    def returns(self) -> Any:
        """Return each seat's share of the win in units of 1/WIN: int8[games, seats]."""
        return self.rows["returns"][:, : self.setting.seats]

    @property
    def scores(self) -> Any:
        """Return each seat's score as the game counts it: int16[games, seats]."""
        return self.rows["scores"][:, : self.setting.seats]

    @property
    def places(self) -> Any:
        """Return how many seats ended ahead of each: int8[games, seats]."""
        return self.rows["places"][:, : self.setting.seats]

    @property
    def decisions(self) -> Any:
        """Return how many choices were made: int32[games]."""
        return self.rows["decisions"]

    @property
    def steps(self) -> Any:
        """Return how many choices and outcomes of chance there were: int32[games]."""
        return self.rows["steps"]

    @property
    def capped(self) -> Any:
        """Return 1 where a limit of the game ended the match: int8[games]."""
        return self.rows["capped"]

    @property
    def wins(self) -> list[float]:
        """Return the share of the wins that each seat has, a shared one counted in parts."""
        tally = Tally(self.setting)
        tally.add(self)
        return tally.wins


@dataclass
class Tally:
    """The sums of any number of results, however many matches they are."""

    setting: Setting
    games: int = 0
    decisions: int = 0
    steps: int = 0
    capped: int = 0
    seconds: float = 0.0
    cpu_seconds: float = 0.0
    shares: Any = field(init=False)
    """Per seat the sum of its shares, in 1/WIN."""
    squares: Any = field(init=False)
    """Per seat the sum of their squares."""
    lengths: Any = field(init=False)
    """How many matches had 0, 1, 2 … decisions."""

    def __post_init__(self) -> None:
        self.shares = np.zeros(self.setting.seats, np.int64)
        self.squares = np.zeros(self.setting.seats, np.int64)
        self.lengths = np.zeros(1, np.int64)

    def add(self, results: Results) -> None:
        """Add matches of the same setting."""
        shares = results.returns.astype(np.int64)
        self.games += len(results)
        self.decisions += int(results.decisions.sum())
        self.steps += int(results.steps.sum())
        self.capped += int(results.capped.sum())
        self.seconds += results.seconds
        self.cpu_seconds += results.cpu_seconds
        self.shares += shares.sum(0)
        self.squares += (shares * shares).sum(0)
        counted = np.bincount(results.decisions, minlength=len(self.lengths))
        counted[: len(self.lengths)] += self.lengths
        self.lengths = counted

    @property
    def wins(self) -> list[float]:
        """Return the share of the wins that each seat has, 0 where no match was played."""
        return [int(share) / (WIN * max(self.games, 1)) for share in self.shares]

    @property
    def margins(self) -> list[float]:
        """Return to how much the 95 % interval of each share reaches, to either side."""
        return [
            margin_of(share, int(square) / (WIN * WIN * max(self.games, 1)), self.games)
            for share, square in zip(self.wins, self.squares, strict=True)
        ]

    def length_at(self, part: float) -> int:
        """Return the number of decisions that this part of the matches does not exceed."""
        if self.games == 0:
            return 0
        return int(np.searchsorted(np.cumsum(self.lengths), part * self.games))


def margin_of(mean: float, mean_square: float, count: int) -> float:
    """Return half the 95 % interval of a mean."""
    if count < 2:  # noqa: PLR2004  # one alone tells nothing of how they differ
        return 1.0
    variance = max(mean_square - mean * mean, 0.0) / (count - 1)
    return NORMAL_95 * math.sqrt(variance)
