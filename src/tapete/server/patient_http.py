"""HTTP as uvicorn has it, for clients that take their time, hang up, or say too much."""

import asyncio
import sys
from typing import Final
from weakref import WeakSet

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

REQUEST_SECONDS: Final = 10.0
MAX_HEAD: Final = 1 << 15
"""Bytes of a request before its body, roughly: it is looked at once a read."""


class PatientHttp(HttpToolsProtocol):
    """uvicorn's HTTP that waits only so long for a request, and loses no byte behind an upgrade."""

    _timer: asyncio.TimerHandle | None = None
    _data = b""
    _head = 0
    """Bytes read of a request whose head is not complete yet."""
    _is_in_head = True
    _is_whole = False
    _is_upgraded = False
    _answers: WeakSet[RequestResponseCycle]
    """Of requests that came one behind the other, all whose answer is not done with."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # pyright: ignore[reportIncompatibleMethodOverride] (as uvicorn has it)
        """Expect the first request."""
        self._answers = WeakSet()
        super().connection_made(transport)
        self._expect()

    def connection_lost(self, exc: Exception | None) -> None:
        """Expect nothing any more."""
        self._unexpect()
        self._end_answers()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Read; whoever begins a request must end it in time, its head within MAX_HEAD."""
        self._data = data
        super().data_received(data)
        self._data = b""
        self._head += len(data) if self._is_in_head else 0
        if self._is_upgraded or self.transport.is_closing():
            return
        if self._head > MAX_HEAD:
            self.send_400_response("Request head too long.")
        elif self.cycle is None or self.cycle.response_complete or not self._is_whole:
            self._expect()

    def send_400_response(self, msg: str) -> None:
        """Refuse what comes, and hang up."""
        self._end_answers()
        super().send_400_response(msg)

    def on_message_begin(self) -> None:
        """Begin a request."""
        self._head = 0
        self._is_in_head = True
        self._is_whole = False
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        """Know the head; what follows is the body, which the application measures."""
        self._is_in_head = False
        super().on_headers_complete()
        if self.cycle is not None:
            self._answers.add(self.cycle)

    def on_message_complete(self) -> None:
        """End a request: what takes long now is the answer."""
        self._is_whole = True
        self._unexpect()
        super().on_message_complete()

    def handle_websocket_upgrade(self) -> None:
        """Hand over to the websocket, with the bytes that came in the same read as the request."""
        self._unexpect()
        self._is_upgraded = True
        # uvicorn calls this while it handles the parser's exception, which knows where to go on.
        upgrade = sys.exception()
        super().handle_websocket_upgrade()
        rest = self._data[upgrade.args[0] :] if upgrade else b""
        if rest and not self.transport.is_closing():
            self.transport.get_protocol().data_received(rest)  # pyright: ignore[reportAttributeAccessIssue] (the websocket's)

    def _end_answers(self) -> None:
        """Have nothing answered any more; uvicorn thinks of the last of several requests alone."""
        for answer in self._answers:
            answer.disconnected = True

    def _expect(self) -> None:
        if self._timer is None:
            self._timer = self.loop.call_later(REQUEST_SECONDS, self.transport.abort)

    def _unexpect(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
