"""Everybody who is connected to a table, and what each of them is told.

A connection has eyes: the seat whose view it is sent, or a spectator's. All with the same eyes and
the same language get the same bytes.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

from msgspec import UNSET, UnsetType
from msgspec.json import encode

from tapete.core.game import SPECTATOR
from tapete.core.state import Record
from tapete.server.info import public_guest, room_info, shown_names
from tapete.server.room import Change, Room
from tapete.table.events import Event
from tapete.wire.messages import (
    NEVER,
    FromServer,
    HandAt,
    Language,
    Look,
    Move,
    Moves,
    Passed,
    RoomInfo,
    Status,
    Sync,
    Tell,
    Told,
    Update,
    You,
)
from tapete.wire.views import as_json, difference

NO_ACTOR = -1
AUDIBLE = 300
"""Of how many past events a newcomer is told at most."""


class Listener(Protocol):
    """One connection at a table."""

    guest: str
    lang: Language
    tell: Tell
    eyes: int
    seats: list[int]
    """The seats that it may act for, ascending."""
    tokens: list[str]
    """The tokens of these seats."""

    def hear(self, frame: bytes) -> None:
        """Send it a frame, or let it go where too much waits already."""
        ...

    def offer(self, frame: bytes, /) -> None:
        """Send it a frame that is worth nothing late: it may be dropped."""
        ...

    def drop(self, reason: str) -> None:
        """End it, saying why."""
        ...


Hearing = tuple[int, Language, Tell]
"""With which eyes, in which language and in which form somebody is told things."""


class Seen(NamedTuple):
    """What is new to a pair of eyes."""

    view: dict[str, Any]
    """What changed in their view."""
    legal: list[int] | UnsetType
    """What their seat may choose now, where it could choose before or can now."""


@dataclass(frozen=True)
class Telling:
    """What everybody is to be told of a change."""

    frames: Sequence[tuple[Listener, bytes]]
    """Per connection, what it is sent."""
    views: dict[int, Record]
    """Per eyes, the view that those eyes have then."""
    choosers: set[int]
    """The seat that can choose then."""


class Audience:
    """The connections of one room."""

    def __init__(self) -> None:
        self.listeners: list[Listener] = []
        self.names: dict[int, str] = {}
        """The names of the room's persons."""
        self.record = ""
        """The id of the finished match's record."""
        self.status = Status([], [], 0, True, None)
        self._views: dict[int, Record] = {}
        """Per eyes, the view that those eyes have."""
        self._choosers: set[int] = set()
        """The seat that could choose at the last version: it must hear that it cannot any more."""

    def shown(self, room: Room) -> list[str]:
        """Return what each seat is called."""
        return shown_names(room, self.names)

    def info(self, room: Room) -> RoomInfo:
        """Return what everybody may know of the room."""
        return room_info(room, self.names, self.record)

    def tell(self, room: Room, change: Change, version: int) -> None:
        """Tell everybody what the change that made a version was."""
        if not change.is_seats:
            self.send(self.prepare(room, change, version))
            return
        turned = self._reseat(room)
        info = self.info(room)
        for one in list(self.listeners):
            if one in turned and room.table is not None:
                self.sync(room, one, version - 1, version)
            else:
                self._send(one, Update(version, room=info, you=self.you(room, one)))
        self._choosers = {actor_of(room)}

    def prepare(self, room: Room, change: Change, version: int) -> Telling:
        """Return what to tell of a change that is no seat's; nobody is told it yet."""
        actor = actor_of(room)
        if change.is_match:
            return self._news(room, change, version, actor)
        told = Update(version, room=self.info(room)) if change.is_room else Passed(version)
        frame = encode(told)
        return Telling([(one, frame) for one in self.listeners], self._views, {actor})

    def _news(self, room: Room, change: Change, version: int, actor: int) -> Telling:
        """Return what to tell of a move."""
        views = self._look_again(room)
        seen = {eyes: self._seen(room, eyes, view, actor) for eyes, view in views.items()}
        info = self.info(room) if change.is_room else UNSET
        news, names = [(version, event) for event in change.events], self.shown(room)
        frames: dict[Hearing, bytes] = {}
        for one in self.listeners:
            if (key := hearing(one)) not in frames:
                view, legal = seen[one.eyes]
                events = self._told(news, names, one)
                frames[key] = encode(Update(version, events, view or UNSET, actor, legal, info))
        return Telling([(one, frames[hearing(one)]) for one in self.listeners], views, {actor})

    def send(self, telling: Telling) -> None:
        """Tell everybody what was prepared; nobody may have come or turned since."""
        self._views, self._choosers = telling.views, telling.choosers
        for one, frame in telling.frames:
            one.hear(frame)

    def sync(
        self, room: Room, one: Listener, since: int = NEVER, version: int | None = None
    ) -> None:
        """Tell one connection everything, and of the events those after `since`.

        Where other versions are still to be told to it, `version` is the one before them.
        """
        view = self._view(room, one.eyes)
        past = [(v, event) for v, event in room.told if v > since][-AUDIBLE:]
        message = Sync(
            v=room.version if version is None else version,
            you=self.you(room, one),
            room=self.info(room),
            status=self.status,
            view=None if view is None else as_json(view),
            actor=actor_of(room),
            legal=legal_of(room, one.eyes),
            since=since,
            events=self._told(past, self.shown(room), one),
        )
        self._send(one, message)

    def sync_all(self, room: Room) -> None:
        """Tell everybody everything: another match has begun, or another game is chosen."""
        self._reseat(room)
        self._views = {}
        self._choosers = {actor_of(room)}
        for one in list(self.listeners):
            if len(one.seats) > 1:
                # A device that goes round shows no hand before somebody takes it.
                one.eyes = SPECTATOR
            self.sync(room, one, room.version - 1)

    def look(self, room: Room, one: Listener) -> None:
        """Tell one connection its view in words."""
        view = self._view(room, one.eyes)
        names = self.shown(room)
        text = "" if view is None else room.game.notation.describe_view(view, names, one.lang)
        self._send(one, Look(room.version, text))

    def moves(self, room: Room, one: Listener) -> None:
        """Tell one connection what it may choose, in words."""
        view = self._view(room, one.eyes)
        legal = legal_of(room, one.eyes)
        notation = room.game.notation
        self._send(
            one,
            Moves(
                room.version,
                [
                    Move(
                        action,
                        notation.format_action(room.table.state, action),
                        notation.describe_action(view, action, one.lang),
                    )
                    for action in legal
                    if room.table is not None
                ],
            ),
        )

    def hand(self, at: HandAt, *, but: Listener | None = None) -> None:
        """Show where a hand is to all but one; who is behind misses it."""
        frame = encode(at)
        for one in self.listeners:
            if one is not but:
                one.offer(frame)

    def hand_to(self, one: Listener, at: HandAt) -> None:
        """Show one connection where a hand is."""
        one.hear(encode(at))

    def show(self, status: Status) -> None:
        """Tell everybody who is here, if it is news."""
        if status == self.status:
            return
        self.status = status
        frame = encode(status)
        for one in list(self.listeners):
            one.hear(frame)

    def you(self, room: Room, one: Listener) -> You:
        """Return what a connection may know of itself."""
        tokens = [room.token(seat) for seat in one.seats]
        return You(public_guest(room.code, one.guest), list(one.seats), one.eyes, tokens)

    def _told(
        self, events: list[tuple[int, Event]], names: Sequence[str], one: Listener
    ) -> list[Told]:
        """Return events, each with its version, in the form in which a connection wants them."""
        told: list[Told] = []
        for version, event in events:
            seen = event.seen_by(one.eyes)
            text = ""
            if one.tell != "event":
                text = event.game.notation.describe_event(seen, names, one.lang)
            told.append(Told(version, {} if one.tell == "text" else seen, text))
        return told

    def _seen(self, room: Room, eyes: int, view: Record, actor: int) -> Seen:
        """Return what is new to a pair of eyes."""
        changed = difference(self._views[eyes], view) if eyes in self._views else {}
        may_hear = eyes != SPECTATOR and (eyes in self._choosers or eyes == actor)
        return Seen(changed, legal_of(room, eyes) if may_hear else UNSET)

    def _view(self, room: Room, eyes: int) -> Record | None:
        if room.table is None:
            return None
        if eyes not in self._views:
            self._views[eyes] = room.table.view(eyes)
        return self._views[eyes]

    def _look_again(self, room: Room) -> dict[int, Record]:
        """Return per eyes what they see now."""
        if room.table is None:
            return {}
        return {eyes: room.table.view(eyes) for eyes in {one.eyes for one in self.listeners}}

    def _reseat(self, room: Room) -> list[Listener]:
        """Take from connections what seats they have lost, give them new ones of their guest.

        Returns those that look with other eyes now.
        """
        turned: list[Listener] = []
        for one in self.listeners:
            eyes = one.eyes
            seat_down(room, one)
            if one.eyes != eyes:
                turned.append(one)
        return turned

    def _send(self, one: Listener, message: FromServer) -> None:
        one.hear(encode(message))


def hearing(one: Listener) -> Hearing:
    """Return what a connection has in common with all that get the same bytes."""
    return one.eyes, one.lang, one.tell


def seat_down(room: Room, one: Listener) -> None:
    """Give a connection the seats of its guest and of the tokens it knows, and eyes of its own."""
    opened = [seat for token in one.tokens if (seat := room.seat_of_token(token)) is not None]
    one.seats = sorted({*opened, *room.seats_of(one.guest)})
    one.tokens = [room.token(seat) for seat in one.seats]
    if one.eyes not in one.seats:
        one.eyes = one.seats[0] if len(one.seats) == 1 else SPECTATOR


def actor_of(room: Room) -> int:
    """Return the seat that must choose, NO_ACTOR for none."""
    if room.table is None or room.phase != "playing":
        return NO_ACTOR
    return max(room.table.actor, NO_ACTOR)


def legal_of(room: Room, eyes: int) -> list[int]:
    """Return what the eyes' seat may choose now."""
    if room.table is None or eyes == SPECTATOR or actor_of(room) != eyes:
        return []
    return list(room.table.legal_actions())
