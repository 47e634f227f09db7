"""How a hand comes down before somebody's eyes, on whatever screen it is drawn.

By the eye a slap and a fake are one motion until the fake turns back: the same wait, the same
speed. Draws come in from outside, so that a terminal and a server may each have their own.
"""

from typing import Final

HOVER: Final = (0.7, 2.4)
"""How long a hand hovers before anything happens: at least and at most, in seconds."""
FALL: Final = (0.28, 0.06)
"""How long a hand takes to come down: mean and spread, in seconds."""
SHORTEST_FALL, LONGEST_FALL = 0.16, 0.45
CURVE: Final = 1.7
"""A hand gathers speed: the share of its way grows with this power of time."""
REACH: Final = (0.75, 0.12)
"""The share of the way after which a fake turns back: mean and spread."""
LEAST_REACH, MOST_REACH = 0.3, 0.97
AFTER_FAKE: Final = 0.7
"""How long a touch after the turn is still a touch, in seconds."""
SLOWER: Final = 2.5
"""How many times as slow a hand is where reflexes are relaxed."""
SCREEN_MS: Final = 40
"""What a person's screen and keyboard add to each reaction; computer players have it added too."""
MS: Final = 1000
"""Milliseconds in a second."""


def fall_of(z: float, *, is_slow: bool) -> float:
    """Return how many seconds a hand takes to come down, for a standard normal draw."""
    mean, spread = FALL
    fall = min(max(mean + spread * z, SHORTEST_FALL), LONGEST_FALL)
    return fall * SLOWER if is_slow else fall


def reach_of(z: float) -> float:
    """Return the share of its way that a fake goes, for a standard normal draw."""
    mean, spread = REACH
    return min(max(mean + spread * z, LEAST_REACH), MOST_REACH)


def share_at(elapsed: float, fall: float) -> float:
    """Return which share of its way a hand has gone, this many seconds after it began."""
    return min(max(elapsed, 0.0) / fall, 1.0) ** CURVE


def time_of(share: float, fall: float) -> float:
    """Return how many seconds after it began a hand has gone a share of its way."""
    return fall * share ** (1 / CURVE)
