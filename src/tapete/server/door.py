"""Who is let in by websocket, `/ws/CODE`: the table's own page, or a program."""

import time
from http import HTTPStatus
from typing import Final

from tapete.server.connection import Connection, Knock, Refusal, Visitor
from tapete.server.desk import Desk
from tapete.server.guard import vet
from tapete.server.guests import new_guest, parse_code, parse_cookie
from tapete.server.keeper import Keeper
from tapete.server.limits import MessageLimits
from tapete.server.visit import Visit

PATH: Final = "/ws/"
TRY_LATER: Final = 1013
"""The close code for one connection too many."""


class Door:
    """The Doorkeeper of a server."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    def admit(self, knock: Knock) -> Visitor | Refusal:
        """Return a Visit of the table, or why there is none; each refusal is counted."""
        knock, refusal = vet(
            knock, self._desk.whereabouts.allowed, self._desk.settings.trusted_proxies
        )
        found = refusal or self._admit(knock)
        if isinstance(found, Refusal):
            self._desk.metrics.refused(f"http_{int(found.status)}")
        return found

    def _admit(self, knock: Knock) -> Visitor | Refusal:
        desk, now = self._desk, time.monotonic()
        if desk.is_draining:
            return Refusal(HTTPStatus.SERVICE_UNAVAILABLE, "the server is closing")
        if not knock.path.startswith(PATH):
            return Refusal(HTTPStatus.NOT_FOUND, "websockets are at /ws/CODE")
        if not desk.guesses.may_try(knock.client, now):
            return Refusal(HTTPStatus.TOO_MANY_REQUESTS, "too many wrong codes; wait a moment")
        code = parse_code(knock.path.removeprefix(PATH))
        if code is None:
            desk.guesses.was_wrong(knock.client, now)
            return Refusal(HTTPStatus.NOT_FOUND, "that is no table's code")
        return self._visit(knock, code, now)

    def _visit(self, knock: Knock, code: str, now: float) -> Visitor:
        """Return the visit of a table, whether it exists being found out once there is a hello."""
        desk = self._desk
        cookie = knock.headers.get("cookie", "")
        guest = parse_cookie(cookie, desk.ring, is_secure=knock.is_secure) or new_guest()

        async def find() -> Keeper | None:
            return await desk.look_up(code, knock.client)

        return Counted(Visit(guest, find, MessageLimits(now)), desk, (knock.client, guest, code))


class Counted:
    """A visitor that is counted while it is there, and its connection with every message."""

    __slots__ = ("_connection", "_gate", "_is_in", "_metrics", "_visitor", "_who")

    def __init__(self, visitor: Visitor, desk: Desk, who: tuple[str, str, str]) -> None:
        """Stand between a visitor and its connection; `who` is address, guest and code."""
        self._visitor, self._who = visitor, who
        self._gate, self._metrics = desk.gate, desk.metrics
        self._connection: Connection | None = None
        self._is_in = False

    # The connection's side

    def opened(self, connection: Connection) -> None:
        """Let the visitor in, unless there are too many like it already."""
        self._is_in = self._gate.enter(*self._who)
        if not self._is_in:
            self._metrics.refused("connections")
            connection.close(TRY_LATER)
            return
        self._connection = connection
        self._metrics.sockets += 1
        self._visitor.opened(self)

    def received(self, frame: bytes) -> None:
        """Pass a message on."""
        if self._is_in:
            self._metrics.frames_in += 1
            self._visitor.received(frame)

    def closed(self) -> None:
        """Let the visitor go."""
        if self._is_in:
            self._is_in = False
            self._metrics.sockets -= 1
            self._gate.leave(*self._who)
            self._visitor.closed()

    # The visitor's side

    def send(self, frame: bytes) -> int:
        """Send a message; return how many bytes waited before it."""
        if self._connection is None:
            return 0
        self._metrics.frames_out += 1
        return self._connection.send(frame)

    def offer(self, frame: bytes) -> None:
        """Send a message that is worth nothing late; a dropped one is counted as sent."""
        if self._connection is not None:
            self._metrics.frames_out += 1
            self._connection.offer(frame)

    def close(self, code: int) -> None:
        """Say goodbye."""
        if self._connection is not None:
            self._connection.close(code)

    @property
    def buffered(self) -> int:
        """Return how many bytes wait to be taken by the other end."""
        return 0 if self._connection is None else self._connection.buffered
