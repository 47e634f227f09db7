"""A socket carried by any ASGI server: what stands in where picows does not run.

uvicorn's `websockets-sansio` is what it is tested on, with `ws_max_size=MAX_MESSAGE`,
`ws_per_message_deflate=False` and `proxy_headers=False` (the last would believe any local program
about who is calling). The server looks after the handshake, pings, fragments and UTF-8. One thing
ASGI cannot do: cut a connection whose other end takes nothing. Such a connection ends for its
visitor after CLOSE_WAIT; its bytes stay in the server's buffer until the network gives up.
"""

import asyncio
import contextlib
import logging
from collections import deque
from collections.abc import Awaitable, Callable, Iterable, MutableMapping
from typing import Any, Final, TypeAlias

from tapete.server.connection import LATE_BYTES, Doorkeeper, Knock, Refusal, Visitor
from tapete.wire.messages import MAX_MESSAGE

Message: TypeAlias = MutableMapping[str, Any]
Receive: TypeAlias = Callable[[], Awaitable[Message]]
Send: TypeAlias = Callable[[Message], Awaitable[None]]

MAX_BUFFERED: Final = 4 << 20
"""Bytes that may wait for the other end; whoever lets more pile up is cut off."""
CLOSE_WAIT: Final = 2.0
"""Seconds that the other end has for answering a goodbye."""
UNSUPPORTED, TOO_BIG, FAILED, TOO_SLOW = 1003, 1009, 1011, 1008
"""Close codes: a binary message, one over MAX_MESSAGE, an error of ours, too much unread."""
FORBIDDEN: Final = 403
"""The status that ASGI servers give where they cannot give another."""

log = logging.getLogger(__name__)


class AsgiSockets:
    """The ASGI application of websockets: asks the doorkeeper, then serves the visitor."""

    def __init__(self, doorkeeper: Doorkeeper) -> None:
        self.doorkeeper = doorkeeper

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        """Serve one connection (scope type `websocket`) from the handshake to its end."""
        await receive()  # Is always `websocket.connect`.
        found = self.doorkeeper.admit(knock_of(scope))
        if isinstance(found, Refusal):
            await refuse(scope, send, found)
            return
        await send({"type": "websocket.accept"})
        await Serving(found, receive, send).run()


def knock_of(scope: Message) -> Knock:
    """Return what a websocket scope says of who knocks."""
    client = scope.get("client")
    pairs = ((name.decode("latin-1"), value.decode("latin-1")) for name, value in scope["headers"])
    return Knock(
        path=scope["path"],
        headers=headers_of(pairs),
        client=client[0] if client else "",
        is_secure=scope.get("scheme") == "wss",
    )


def headers_of(pairs: Iterable[tuple[str, str]]) -> dict[str, str]:
    """Return headers by their names in lower case, the values of a repeated one joined."""
    headers: dict[str, str] = {}
    for name, value in pairs:
        key = name.lower()
        glue = "; " if key == "cookie" else ", "
        headers[key] = f"{headers[key]}{glue}{value}" if key in headers else value
    return headers


async def refuse(scope: Message, send: Send, refusal: Refusal) -> None:
    """Answer a knock in plain HTTP, with the refusal's status where the server can."""
    if "websocket.http.response" not in (scope.get("extensions") or {}):
        await send({"type": "websocket.close"})
        return
    headers = [(b"content-type", b"text/plain; charset=utf-8")]
    start = {"status": refusal.status, "headers": headers}
    await send({"type": "websocket.http.response.start", **start})
    await send({"type": "websocket.http.response.body", "body": refusal.text.encode()})


class AsgiConnection:
    """What a table writes to: a queue, and a task that passes it on to the server."""

    def __init__(self, send: Send, hurry: Callable[[], None]) -> None:
        self._send = send
        self._hurry = hurry
        self._waiting: deque[bytes] = deque()
        self._work = asyncio.Event()
        self._code: int | None = None
        self._buffered = 0
        self.is_closing = False

    @property
    def buffered(self) -> int:
        """Return how many bytes the server has not taken yet."""
        return self._buffered

    def send(self, frame: bytes) -> int:
        """Queue a text frame; too many unread bytes end the connection."""
        if self.is_closing:
            return 0
        waited = self._buffered
        if waited + len(frame) > MAX_BUFFERED:
            self.close(TOO_SLOW)
            return waited
        self._waiting.append(frame)
        self._buffered += len(frame)
        self._work.set()
        return waited

    def offer(self, frame: bytes) -> None:
        """Queue a text frame that is worth nothing late, unless much waits already."""
        if self._buffered < LATE_BYTES:
            self.send(frame)

    def close(self, code: int) -> None:
        """Queue a goodbye; only the first one counts."""
        if self.is_closing:
            return
        self.is_closing = True
        self._code = code
        self._work.set()
        self._hurry()

    def end(self) -> None:
        """Take nothing any more: the connection is gone."""
        self.is_closing = True
        self._waiting.clear()
        self._buffered = 0

    async def write(self) -> None:
        """Pass on what is queued, in order, up to the goodbye or the end of the connection."""
        try:
            while self._waiting or self._code is None:
                await self._pass_on()
            await self._send({"type": "websocket.close", "code": self._code})
        except (OSError, RuntimeError) as error:
            # Both are how servers say that the other end, or the server itself, has closed
            # meanwhile; the reading side hears of it too and ends the connection.
            log.debug("websocket closed while writing: %r", error)

    async def _pass_on(self) -> None:
        if not self._waiting:
            self._work.clear()
            await self._work.wait()
            return
        frame = self._waiting.popleft()
        await self._send({"type": "websocket.send", "text": frame.decode()})
        self._buffered = max(0, self._buffered - len(frame))


class Serving:
    """One accepted connection: reads for the visitor while the connection writes."""

    def __init__(self, visitor: Visitor, receive: Receive, send: Send) -> None:
        self.visitor = visitor
        self.receive = receive
        self.connection = AsgiConnection(send, self._hurry)
        self._deadline = asyncio.timeout(None)

    def _hurry(self) -> None:
        self._deadline.reschedule(asyncio.get_running_loop().time() + CLOSE_WAIT)

    async def run(self) -> None:
        """Read until the connection ends, whoever ends it."""
        writer = asyncio.create_task(self.connection.write())
        try:
            with contextlib.suppress(TimeoutError):
                async with self._deadline:
                    await self._read()
        finally:
            self.connection.end()
            self._call(self.visitor.closed)
            writer.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await writer

    async def _read(self) -> None:
        self._call(self.visitor.opened, self.connection)
        while (message := await self.receive())["type"] == "websocket.receive":
            if not self.connection.is_closing:
                self._take(message.get("text"))

    def _take(self, text: str | None) -> None:
        if text is None:
            self.connection.close(UNSUPPORTED)
            return
        frame = text.encode()
        if len(frame) > MAX_MESSAGE:
            self.connection.close(TOO_BIG)
            return
        self._call(self.visitor.received, frame)

    def _call(self, told: Callable[..., None], *what: object) -> None:
        try:
            told(*what)
        except Exception:
            log.exception("a visitor failed; its connection is closed")
            self.connection.close(FAILED)
