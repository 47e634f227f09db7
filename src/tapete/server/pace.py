"""How long things take at a table."""

from dataclasses import dataclass
from typing import Final

from tapete.sim.rng import Rng, bits31

THINKING: Final = (0.7, 1.5)
"""How long a computer player seems to think, in seconds: at least and at most."""
AFTER_RACE: Final = 1.2
"""How much longer after a race, so that everybody sees what came of it."""
COVER_AFTER: Final = 30.0
"""Seconds that a person's seat waits for them before a computer player covers it."""
HAND_ON_AFTER: Final = 120.0
"""Seconds after which a table whose host is away is handed on to somebody who is here."""


@dataclass(frozen=True)
class Pace:
    """How long things take; `speed` 0 makes computer players instant."""

    speed: float = 1.0
    cover_after: float = COVER_AFTER
    hand_on_after: float = HAND_ON_AFTER

    def thinking(self, r: Rng, *, after_race: bool = False) -> float:
        """Return how long a computer player seems to think this time, in seconds."""
        low, high = THINKING
        seconds = low + (high - low) * bits31(r) / 2**31 + AFTER_RACE * after_race
        return seconds * self.speed
