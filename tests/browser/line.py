"""A line between two programs that can be slow, uneven, silent or cut; anything over TCP.

Bytes go both ways through this process, each piece held back until its moment. Unlike switches of a
browser this reaches sockets that are open already, and makes lines that are dead without a word.
"""

import asyncio
import random
import threading
from typing import Any, Self
from urllib.parse import urlsplit

HOST = "127.0.0.1"
HTTP_PORT = 80
STEP = 1e-6
"""Seconds between two pieces of one direction, so that none overtakes another."""
PATIENCE = 10.0


class Line:
    """A port of its own through which a server is reached; `up`, `down`, `jitter` are seconds."""

    def __init__(self, url: str = "", up: float = 0, down: float = 0, jitter: float = 0) -> None:
        """Lead to the server with this address; `lead_to` says it later where it has none yet."""
        self.up, self.down, self.jitter = up, down, jitter
        self.is_silent = False
        """Whether all bytes vanish; a connection that has lost some is cut once this ends."""
        self.is_over = False
        """Whether no connection is to be made any more."""
        self._to = urlsplit(url)
        self._calls: set[Call] = set()
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()
        self._server = self._ask(self._loop.create_server(lambda: End(Call(self)), HOST, 0))

    @property
    def url(self) -> str:
        """Return the address of this end, in the server's stead."""
        port = self._server.sockets[0].getsockname()[1]
        return f"http://{HOST}:{port}"

    @property
    def count(self) -> int:
        """Return how many connections there are."""
        return len(self._calls)

    def lead_to(self, url: str) -> None:
        """Lead new connections to a server, which may know this end's address already."""
        self._to = urlsplit(url)

    def cut(self) -> None:
        """Break every connection; new ones may be made at once."""
        self._ask(self._cut([*self._calls]))

    def silence(self) -> None:
        """Let nothing through any more, in either direction, and tell nobody."""
        self.is_silent = True

    def speak(self) -> None:
        """End the silence."""
        self.is_silent = False
        self._ask(self._cut([call for call in self._calls if call.has_lost]))

    def close(self) -> None:
        """Break everything and give the port back."""
        self._ask(self._end())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(PATIENCE)
        self._loop.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()

    def _ask(self, what: Any) -> Any:
        """Have something done in the line's own thread; return what comes of it."""
        return asyncio.run_coroutine_threadsafe(what, self._loop).result(PATIENCE)

    async def _cut(self, calls: "list[Call]") -> None:
        for call in calls:
            call.cut()

    async def _end(self) -> None:
        self.is_over = True
        await self._cut([*self._calls])
        # A connection may just be made, at either end; it is broken as soon as it is. The port is
        # closed only then: asyncio leaves a connection open that it takes while its server closes.
        while others := asyncio.all_tasks() - {asyncio.current_task()}:
            await asyncio.wait(others)
        self._server.close()
        await asyncio.sleep(0)  # What was broken is closed in the loop's next turn.


class Call:
    """One connection, made of two ends."""

    def __init__(self, line: Line) -> None:
        self.line = line
        self.has_lost = False
        self._is_cut = False
        self._near: End | None = None
        self._far: End | None = None
        self._early: list[bytes] = []
        self._due: dict[str, float] = {"up": 0.0, "down": 0.0}

    def joined(self, end: "End") -> None:
        """Take an end that is connected, the near one first."""
        if self._is_cut or self.line.is_over:
            end.transport.abort()
            return
        if self._near is not None:
            self._far = end
            for piece in self._early:
                self._pass("up", piece)
            return
        self._near = end
        self.line._calls.add(self)
        self._dialling = asyncio.ensure_future(self._dial())

    async def _dial(self) -> None:
        to = self.line._to
        try:
            await asyncio.get_running_loop().create_connection(
                lambda: End(self), to.hostname or HOST, to.port or HTTP_PORT
            )
        except OSError:
            self.cut()

    def carry(self, end: "End", piece: bytes) -> None:
        """Pass a piece on to the other end, in its time."""
        if self.line.is_silent:
            self.has_lost = True
        elif end is self._far:
            self._pass("down", piece)
        elif self._far is None:
            self._early.append(piece)
        else:
            self._pass("up", piece)

    def _pass(self, way: str, piece: bytes) -> None:
        loop, line = asyncio.get_running_loop(), self.line
        wait = (line.up if way == "up" else line.down) + random.uniform(0, line.jitter)
        self._due[way] = max(loop.time() + wait, self._due[way] + STEP)
        loop.call_at(self._due[way], self._deliver, way, piece)

    def _deliver(self, way: str, piece: bytes) -> None:
        end = self._far if way == "up" else self._near
        if end is not None and not end.transport.is_closing():
            end.transport.write(piece)

    def ended(self) -> None:
        """Close the other end once what is on its way has come, or lose it in the silence."""
        if self.line.is_silent:
            self.has_lost = True
            return
        asyncio.get_running_loop().call_at(max(self._due.values()) + STEP, self.cut)

    def cut(self) -> None:
        """Break both ends."""
        self._is_cut = True
        self.line._calls.discard(self)
        for end in (self._near, self._far):
            if end is not None:
                end.transport.abort()


class End(asyncio.Protocol):
    """One end of a call."""

    def __init__(self, call: Call) -> None:
        self._call = call

    def connection_made(self, transport: Any) -> None:
        self.transport: asyncio.Transport = transport
        self._call.joined(self)

    def data_received(self, data: bytes) -> None:
        self._call.carry(self, data)

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002  # asyncio says it
        self._call.ended()
