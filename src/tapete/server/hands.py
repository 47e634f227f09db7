"""The hands over a table's unit: where they hover, come down and touch, as everybody sees it."""

import asyncio
from collections.abc import Callable, Mapping

from tapete.bots.computer import Computer
from tapete.core.game import Seat
from tapete.core.race import Race
from tapete.server.alarm import ring_at
from tapete.server.audience import Audience, Listener
from tapete.server.motion import Motion
from tapete.sim.rng import Rng, bits64
from tapete.table.table import Table
from tapete.wire.messages import HandAt


class Hands:
    """The hands of one table; a race is timed here and judged by the table."""

    def __init__(self, audience: Audience, r: Rng, wake: Callable[[], None]) -> None:
        """Show hands to an audience; call `wake` when a race is over before its time."""
        self.resolved: float | None = None
        """When something last came of a touch or a choice, by the loop's clock."""
        self._audience = audience
        self._r = r
        self._wake = wake
        self._loop = asyncio.get_running_loop()
        self._motion: Motion | None = None
        self._alarm: asyncio.TimerHandle | None = None
        """What shows the hands of the motion again when they have moved on."""
        self._shown: dict[Seat, int] = {}

    @property
    def is_moving(self) -> bool:
        """Say whether a motion has begun that nothing has come of yet."""
        return self._motion is not None

    @property
    def over_at(self) -> float | None:
        """Return when the motion that has begun is over at the latest; None where there is none."""
        return None if self._motion is None else self._motion.plan.end

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
        self._show_motion()
        return True

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
        self._show_motion()

    def _show_motion(self) -> None:
        """Show the hands of the motion as they are now, and go on until its race is over.

        A timer does it, not the table's task: nothing of the table changes thirty times a second.
        """
        self.stop()
        motion, now = self._motion, self._loop.time()
        if motion is None:
            return
        for seat, height in motion.heights(now).items():
            if self._shown.get(seat, 0) != height:
                self._shown[seat] = height
                self._audience.hand(HandAt(seat, height))
        at = motion.next_at(now)
        if at is None:
            self._wake()
        else:
            self._alarm = ring_at(self._loop, at, self._show_motion)

    def race(self, now: float) -> Race | None:
        """Return the race of the motion that has begun once it is over."""
        if self._motion is None or not self._motion.is_done(now):
            return None
        return self._motion.race()

    def stop(self) -> None:
        """Let hands move no more by themselves."""
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None

    def end(self) -> None:
        """Take all hands from the unit."""
        self.stop()
        self._motion = None
        for seat, height in self._shown.items():
            if height:
                self._audience.hand(HandAt(seat, 0))
        self._shown = {}
