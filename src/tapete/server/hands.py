"""The hands over a table's unit: where they hover, come down and touch, as everybody sees it."""

from collections.abc import Mapping

from tapete.bots.computer import Computer
from tapete.core.game import Seat
from tapete.core.race import Race
from tapete.server.audience import Audience, Listener
from tapete.server.motion import Motion
from tapete.sim.rng import Rng, bits64
from tapete.table.table import Table
from tapete.wire.messages import HandAt


class Hands:
    """The hands of one table; a race is timed here and judged by the table."""

    def __init__(self, audience: Audience, r: Rng) -> None:
        self.resolved: float | None = None
        """When something last came of a touch or a choice, by the loop's clock."""
        self._audience = audience
        self._r = r
        self._motion: Motion | None = None
        self._shown: dict[Seat, int] = {}

    @property
    def is_moving(self) -> bool:
        """Say whether a motion has begun that nothing has come of yet."""
        return self._motion is not None

    def hover(self, one: Listener, seat: Seat, height: int) -> None:
        """Show where a hand hovers to all but its own connection; nothing comes of it."""
        self._shown[seat] = height
        self._audience.hand(HandAt(seat, height), but=one)

    def show(self, one: Listener) -> None:
        """Show all hands to somebody who has just come."""
        for seat, height in self._shown.items():
            self._audience.hand_to(one, HandAt(seat, height))

    def touch(self, seat: Seat, at: float) -> bool:
        """Take a touch while a motion is under way; say whether there is one."""
        if self._motion is None:
            return False
        self._motion.touch(seat, at)
        return True

    def next_at(self, now: float) -> float:
        """Return when the pending race next goes on."""
        return now if self._motion is None else self._motion.next_at(now) or now

    def begin(
        self, table: Table, computers: Mapping[Seat, Computer], people: set[Seat], now: float
    ) -> None:
        """Begin the motion of the race that the table waits for.

        Seats in `people` react by `touch`, all others by the model of their computer player.
        """
        modelled = {seat: c for seat, c in computers.items() if seat not in people}
        stream = Rng()
        stream.at = bits64(self._r)
        self._motion = Motion(table, modelled, people, stream, now, resolved=self.resolved)

    def go_on(self, now: float) -> Race | None:
        """Show the hands of the motion that has begun; return its race once it is over."""
        motion = self._motion
        if motion is None:
            return None
        for seat, height in motion.heights(now).items():
            if self._shown.get(seat, 0) != height:
                self._shown[seat] = height
                self._audience.hand(HandAt(seat, height))
        return motion.race() if motion.is_done(now) else None

    def end(self) -> None:
        """Take all hands from the unit."""
        self._motion = None
        for seat, height in self._shown.items():
            if height:
                self._audience.hand(HandAt(seat, 0))
        self._shown = {}
