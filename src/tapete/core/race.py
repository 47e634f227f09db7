"""What is measured when hands come down, and what a table makes of it.

A motion is the acting seat's slap or fake; a runner is another seat that holds cards and so takes
part. All times are whole milliseconds.
"""

from dataclasses import dataclass
from typing import Literal, TypeAlias, get_args

from tapete.core.errors import TapeteError
from tapete.core.game import NONE, Seat

Reflex: TypeAlias = Literal["real", "relaxed", "lots"]
REFLEXES: tuple[str, ...] = get_args(Reflex)
GRACE_MS = 300
"""A touch so soon after a resolution is no early touch (HD-D10)."""
ERROR_MS = 9
"""How far two contacts may lie apart and still not be told apart, on ordinary screens."""
WINDOW_MS = 2500
MAX_WINDOW_MS = 60_000
MAX_CLUMP_MS = 1000
RELAXED = 2
"""The window is so many times as long where reflexes are relaxed (HD-D15)."""


@dataclass(frozen=True)
class Race:
    """One measured motion."""

    contacts: tuple[int | None, ...]
    """Per seat, ms from the moment the acting seat's hand touched down, each on its own clock; None
    where the seat took no part or never touched. The acting seat's own is 0. In a fake, anything
    but None among the others means touched."""
    early: tuple[Seat, ...] = ()
    """Runners that touched after the motion began but before the contact; each one's contact above
    is that of its next touch (HD-D10)."""
    foul: bool = False
    """The acting seat's own foul: hand not fully down in a slap, hand touched in a fake (HD-14)."""
    error_ms: int = ERROR_MS
    """Contacts that lie no further apart than this cannot be told apart."""


@dataclass(frozen=True)
class Touch:
    """A seat's touch while no motion is pending (HD-15)."""

    seat: Seat
    since_ms: int | None = None
    """Time since the last resolution, None where nothing has been resolved yet."""


@dataclass(frozen=True)
class Judge:
    """How a table decides races (HD-D6, HD-D7, HD-D15); TapeteError for what is not allowed."""

    reflex: Reflex = "real"
    window_ms: int = WINDOW_MS
    """Who has not slapped by then, the limit included, never slapped; 1 to MAX_WINDOW_MS."""
    clump_ms: int | None = None
    """Takes the place of the measured error; 0 to MAX_CLUMP_MS."""

    def __post_init__(self) -> None:
        if self.reflex not in REFLEXES:
            raise TapeteError(f"reflex must be {', '.join(REFLEXES)}, not {self.reflex!r}")
        if not 1 <= self.window_ms <= MAX_WINDOW_MS:
            raise TapeteError(f"window_ms must be 1 to {MAX_WINDOW_MS}, not {self.window_ms!r}")
        if self.clump_ms is not None and not 0 <= self.clump_ms <= MAX_CLUMP_MS:
            raise TapeteError(
                f"clump_ms must be none or 0 to {MAX_CLUMP_MS}, not {self.clump_ms!r}"
            )

    @property
    def limit_ms(self) -> int:
        """Return the latest contact that still counts as a slap."""
        return self.window_ms * RELAXED if self.reflex == "relaxed" else self.window_ms


@dataclass(frozen=True)
class Verdict:
    """What a motion came to; seats stand in the order in which the runners were given."""

    early: tuple[Seat, ...] = ()
    """Who touched before the contact and pays for it (HD-15)."""
    foul: bool = False
    """The acting seat's foul; nothing else happened then."""
    loser: Seat = NONE
    """Who lost the Hands Down, NONE if nobody (HD-9)."""
    jam: bool = False
    """The last could not be told (HD-10)."""
    touched: tuple[Seat, ...] = ()
    """Who fell for a fake (HD-13)."""
