"""Who is at a table and since when somebody is not; times are seconds of a monotonic clock."""

from collections.abc import Sequence
from typing import Protocol

from tapete.core.game import Seat
from tapete.server.pace import Pace
from tapete.server.room import Room


class Present(Protocol):
    """A connection, as far as it matters who is there."""

    guest: str
    seats: list[int]


class Presence:
    """Remembers absences: of people from their seats, of the host, of everybody."""

    def __init__(self, pace: Pace, now: float) -> None:
        self.paused: float | None = now
        """Since when nobody has been connected, None while somebody is."""
        self._pace = pace
        self._absent: dict[Seat, float] = {}
        """Per seat of a person who is away, since when."""
        self._host_away: float | None = None

    def notice(self, room: Room, present: Sequence[Present], now: float) -> None:
        """Remember since when people have been away."""
        here = seats_of(present)
        away = [i for i, c in enumerate(room.chairs) if c.kind == "person" and i not in here]
        self._absent = {seat: self._absent.get(seat, now) for seat in away}
        guests = {one.guest for one in present} | {room.chairs[seat].guest for seat in here}
        if room.host in guests:
            self._host_away = None
        elif self._host_away is None:
            self._host_away = now

    def resume(self, now: float) -> float:
        """Go on after a pause, everybody having time anew to come back; return how long it was."""
        paused = 0.0 if self.paused is None else now - self.paused
        self.paused, self._host_away, self._absent = None, None, {}
        return paused

    def is_covered(self, room: Room, seat: Seat, now: float) -> bool:
        """Say whether a computer player chooses for a seat."""
        if room.chairs[seat].kind != "person":
            return True
        since = self._absent.get(seat)
        return since is not None and now >= since + self._pace.cover_after

    def has_just_covered(self, before: float, now: float) -> bool:
        """Say whether computer players took over for somebody between two moments."""
        return any(before < at <= now for at in self._covers())

    def next_cover(self, now: float) -> float | None:
        """Return when a computer player next takes over for somebody, None for never."""
        return min((at for at in self._covers() if at > now), default=None)

    def _covers(self) -> list[float]:
        """Return when computer players take over, or took over, for who is away."""
        return [since + self._pace.cover_after for since in self._absent.values()]

    def hand_on_at(self, room: Room, present: Sequence[Present]) -> float | None:
        """Return when somebody else is to host the table, None while no one need or can."""
        if self._host_away is None or not heirs(room, present):
            return None
        return self._host_away + self._pace.hand_on_after


def seats_of(present: Sequence[Present]) -> set[Seat]:
    """Return the seats of everybody connected."""
    return {seat for one in present for seat in one.seats}


def heirs(room: Room, present: Sequence[Present]) -> list[Seat]:
    """Return the seats of people who are here and could host the table."""
    here = seats_of(present)
    return [i for i, c in enumerate(room.chairs) if c.kind == "person" and i in here]
