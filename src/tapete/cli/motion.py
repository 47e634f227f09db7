"""A hand coming down on the screen while others wait at their keys.

The acting hand is one line of text. Whether it lands or turns back, it starts, moves and takes its
time alike; what a key press comes to is counted from the frame in which it landed.
"""

import random
import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from tapete.bots.motion import AFTER_FAKE, HOVER, MS, fall_of, reach_of, share_at
from tapete.cli.keys import Keys, Press
from tapete.cli.telling import Teller
from tapete.cli.words import say
from tapete.core.game import Seat

TRACK = 24
"""How many characters the hand has to go."""
FRAME = 0.03
HOVER_FRAME = 0.3


@dataclass(frozen=True)
class Contacts:
    """What the live keys did in one motion, by seat."""

    at: Mapping[Seat, int]
    """Whole ms from the contact; in a fake, 0 for a touch."""
    early: tuple[Seat, ...]


@dataclass
class Motion:
    """One motion of a seat: what is drawn, and when."""

    name: str
    is_fake: bool
    fall: float
    """Seconds from the first movement to the contact."""
    reach: float
    """The share of the way after which it turns back; 1 in a slap."""
    touches: list[tuple[Seat, float]] = field(default_factory=list[tuple[Seat, float]])


def make_motion(name: str, *, is_fake: bool, is_slow: bool) -> Motion:
    """Draw how a hand comes down; by the eye a fake is no different until it turns."""
    fall = fall_of(random.gauss(0, 1), is_slow=is_slow)
    return Motion(name, is_fake, fall, reach_of(random.gauss(0, 1)) if is_fake else 1.0)


class Stage:
    """Where hands come down: a screen, live keys, and who sits at which."""

    def __init__(self, teller: Teller, keys: Keys, seats: Mapping[str, Seat]) -> None:
        """Take the keys and whose they are, by letter; with "" alone, any key is that seat's."""
        self._screen = teller.screen
        self._language = teller.language
        self._names = teller.names
        self._keys = keys
        self._seats = seats

    def hover(self, name: str, live: Iterable[Seat]) -> tuple[Seat, float] | None:
        """Let a hand hover for a while that nobody can foresee; return the first touch, if any."""
        live = set(live)
        end = time.monotonic() + random.uniform(*HOVER)
        hovers = say("hovers", self._language, name=name)
        self._screen.draw(hovers)
        touches: list[tuple[Seat, float]] = []
        while not touches and (now := time.monotonic()) < end:
            touches = self._touches(min(now + HOVER_FRAME, end), live)
            self._screen.draw(".")
        if self._screen.is_plain:
            self._screen.draw("\n")
        else:
            self._screen.redraw("")
        return touches[0] if touches else None

    def play(self, motion: Motion, live: Iterable[Seat], window: float) -> Contacts:
        """Show a motion while the keys are live; return who touched and when."""
        live = set(live)
        begun = time.monotonic()
        while (share := share_at(time.monotonic() - begun, motion.fall)) < motion.reach:
            self._show(motion, share)
            motion.touches += self._touches(time.monotonic() + FRAME, live)
        if motion.is_fake:
            return self._turn_back(motion, live)
        return self._land(motion, live, window)

    def _land(self, motion: Motion, live: set[Seat], window: float) -> Contacts:
        """Show the contact, then wait for the others' hands."""
        early = tuple(dict.fromkeys(seat for seat, _at in motion.touches))
        self._show(motion, 1.0, f"[#]  {self._landing(early)}")
        contact = time.monotonic()
        at: dict[Seat, int] = {}
        while live - at.keys() and time.monotonic() < contact + window:
            for seat, when in self._touches(contact + window, live):
                at.setdefault(seat, max(round((when - contact) * MS), 0))
        self._screen.draw("\n")
        return Contacts(at, early)

    def _landing(self, early: Iterable[Seat]) -> str:
        """Return what stands where a hand has landed: also who must touch again."""
        names = [self._names[seat] for seat in early]
        if not names:
            return say("lands", self._language)
        return say("again", self._language, names=", ".join(names))

    def _turn_back(self, motion: Motion, live: set[Seat]) -> Contacts:
        """Show the hand going back; whoever touches now, or has touched, is fooled."""
        end = time.monotonic() + AFTER_FAKE
        if not self._screen.is_plain:
            for step in range(round(motion.reach * TRACK), 0, -3):
                self._show(motion, step / TRACK)
                motion.touches += self._touches(time.monotonic() + FRAME, live)
        self._show(motion, 0, say("turns", self._language))
        while time.monotonic() < end:
            motion.touches += self._touches(end, live)
        self._screen.draw("\n")
        return Contacts(dict.fromkeys((seat for seat, _at in motion.touches), 0), ())

    def _show(self, motion: Motion, share: float, end: str = "[_]") -> None:
        """Draw a frame: the line anew, or, where the screen is plain, only what is new in it."""
        if self._screen.is_plain:
            self._screen.draw(">" if end == "[_]" else f" {end}")
            return
        way = ">" * round(share * TRACK)
        self._screen.redraw(f"{motion.name}  {way.ljust(TRACK)}{end}")

    def _touches(self, until: float, live: set[Seat]) -> list[tuple[Seat, float]]:
        """Return the touches of live seats among the next presses, before a moment."""
        found = [(self._seat_of(press), press.at) for press in self._keys.read(until)]
        return [(seat, at) for seat, at in found if seat in live]

    def _seat_of(self, press: Press) -> Seat | None:
        return self._seats.get(press.key, self._seats.get(""))
