"""When something happens at a table without an order: moves, clocks, covers; times in seconds.

Times are those of the loop's clock. While nobody is connected they stand still.
"""

from collections.abc import Sequence

from tapete.server.audience import actor_of
from tapete.server.hands import Hands
from tapete.server.pace import Pace
from tapete.server.presence import Presence, Present
from tapete.server.room import Room
from tapete.sim.rng import Rng


class Clockwork:
    """The times of one table."""

    def __init__(self, pace: Pace, r: Rng, now: float) -> None:
        self.presence = Presence(pace, now)
        self._pace = pace
        self._r = r
        self._opened = now
        """Since when the present choice has been open, time without anybody not counted."""
        self._think = 0.0
        """How long after that a computer player makes it."""
        self._looked = now
        """When what happens by itself was last looked after."""

    @property
    def is_paused(self) -> bool:
        """Say whether nobody is connected."""
        return self.presence.paused is not None

    def open(self, now: float, *, after_race: bool) -> None:
        """Begin the time of a new choice."""
        self._opened = now
        self._think = self._pace.thinking(self._r, after_race=after_race)

    def pause(self, now: float) -> None:
        """Let the times stand still."""
        self.presence.paused = now

    def resume(self, now: float) -> None:
        """Let them go on; a computer player thinks anew."""
        self._opened += self.presence.resume(now)
        self._think = now - self._opened + self._pace.thinking(self._r)

    def look(self, now: float) -> bool:
        """Say whether somebody's seat has been covered since the last look."""
        before, self._looked = self._looked, now
        return self.presence.has_just_covered(before, now)

    def due_at(
        self, room: Room, listeners: Sequence[Present], hands: Hands, now: float
    ) -> float | None:
        """Return when something next is to be done without an order; None for never."""
        if self.is_paused:
            return None
        dues = (
            self.presence.next_cover(now),
            self.presence.hand_on_at(room, listeners),
            self.match_due(room, hands, now),
        )
        return min((due for due in dues if due is not None), default=None)

    def match_due(self, room: Room, hands: Hands, now: float) -> float | None:
        """Return when the match next goes on by itself, None for never."""
        table = room.table
        if table is None or room.phase != "playing":
            return None
        if table.is_racing:
            return now if hands.over_at is None else hands.over_at
        if self.presence.is_covered(room, table.actor, now):
            return self._opened + self._think
        return self.deadline(room, now)

    def deadline(self, room: Room, now: float) -> float | None:
        """Return when the actor's time is over, None where it has as long as it likes."""
        actor = actor_of(room)
        if not room.terms.clock or actor < 0:
            return None
        if self.presence.is_covered(room, actor, now):
            return None
        return self._opened + room.terms.clock
