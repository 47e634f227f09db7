"""A client of a table for tests: it says hello, remembers every byte, and checks the versions."""

import asyncio
import itertools
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Self, TypeVar

from msgspec import UNSET
from msgspec.json import Decoder, encode
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from tapete.wire.messages import (
    NEVER,
    PROTOCOL,
    Ack,
    Act,
    FromServer,
    HandAt,
    Hello,
    No,
    Passed,
    Status,
    Sync,
    Told,
    Update,
)

PATIENCE = 10.0
"""Seconds after which a test gives up waiting."""
decoder = Decoder(FromServer)
Message = TypeVar("Message")


@dataclass
class Seen:
    """A table as one connection knows it."""

    v: int = NEVER
    sync: Sync | None = None
    """The last one."""
    status: Status | None = None
    view: Any = None
    actor: int = -1
    legal: list[int] = field(default_factory=list[int])
    room: Any = None
    you: Any = None
    told: list[Told] = field(default_factory=list[Told])
    hands: dict[int, int] = field(default_factory=dict[int, int])

    def take(self, message: FromServer) -> None:
        """Take what a table says; fails where a version is missing or comes twice."""
        match message:
            case Sync():
                self.sync, self.v = message, message.v
                self.view, self.actor, self.legal = message.view, message.actor, message.legal
                self.room, self.you, self.status = message.room, message.you, message.status
                self.told = [one for one in self.told if one.v <= message.since] + message.events
            case Update() | Passed():
                assert message.v == self.v + 1, f"version {message.v} after {self.v}"
                self.v = message.v
                if isinstance(message, Update):
                    self._change(message)
            case Status():
                self.status = message
            case HandAt(seat, p):
                self.hands[seat] = p
            case _:
                pass

    def _change(self, update: Update) -> None:
        self.told += update.events
        if update.view is not UNSET:
            self.view = patched(self.view, update.view)
        for name in ("actor", "legal", "room", "you"):
            if getattr(update, name) is not UNSET:
                setattr(self, name, getattr(update, name))


class WireClient:
    """One connection; `frames` are all that came, in bytes, and `sent` all that went."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.frames: list[bytes] = []
        self.sent: list[bytes] = []
        self.heard: list[FromServer] = []
        self.seen = Seen()
        self.close_code: int | None = None
        self._ids = itertools.count(1)
        self._next = 0
        self._news = asyncio.Condition()
        self._fault: BaseException | None = None
        self._reader = asyncio.create_task(self._read())

    @classmethod
    async def connect(
        cls, url: str, code: str, *, cookie: str = "", origin: str | None = None
    ) -> Self:
        """Connect to a table of the server at an http address; say nothing yet."""
        headers = {"Cookie": cookie} if cookie else {}
        socket = await connect(
            f"ws{url.removeprefix('http')}/ws/{code}",
            additional_headers=headers,
            origin=origin,  # pyright: ignore[reportArgumentType]
            compression=None,
            max_queue=None,
            ping_interval=None,
            proxy=None,
        )
        return cls(socket)

    @classmethod
    async def arrive(  # a connection's ways to begin
        cls,
        url: str,
        code: str,
        *,
        token: str = "",
        cookie: str = "",
        lang: str = "en",
        since: int = NEVER,
        eyes: int = -1,
    ) -> Self:
        """Connect, say hello, and wait for the table to be told."""
        client = await cls.connect(url, code, cookie=cookie)
        await client.send(Hello(PROTOCOL, lang, token, since, eyes))  # pyright: ignore[reportArgumentType]
        await client.wait(Sync)
        return client

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_error: object) -> None:
        await self.close()

    async def close(self) -> None:
        """Say goodbye; raise what was wrong with what came."""
        await self.socket.close()
        await self._reader
        self._check()

    async def send(self, message: Any) -> None:
        """Send a message."""
        await self.say(encode(message))

    async def say(self, frame: bytes) -> None:
        """Send any text at all."""
        self.sent.append(frame)
        await self.socket.send(frame, text=True)

    async def wait(
        self,
        kind: type[Message],
        which: Callable[[Message], bool] = lambda _message: True,
        within: float = PATIENCE,
    ) -> Message:
        """Return the next message of a kind that fits, and pass over all before it."""
        async with asyncio.timeout(within), self._news:
            while True:
                for i in range(self._next, len(self.heard)):
                    message = self.heard[i]
                    if isinstance(message, kind) and which(message):
                        self._next = i + 1
                        return message
                await self._more()

    async def until(self, fits: Callable[[Seen], bool], within: float = PATIENCE) -> Seen:
        """Wait until the table as it is known fits; return it."""
        async with asyncio.timeout(within), self._news:
            while not fits(self.seen):
                await self._more()
        return self.seen

    async def ended(self, within: float = PATIENCE) -> int | None:
        """Wait until the other side closes; return its code."""
        await asyncio.wait_for(asyncio.shield(self._reader), within)
        return self.close_code

    async def command(self, kind: type[Any], *given: Any, **named: Any) -> Ack | No:
        """Send a command with an id of its own; return its answer."""
        return await self.ask(kind(self.new_id(), *given, **named))

    async def ask(self, message: Any) -> Ack | No:
        """Send a command as it is; return the answer to it."""
        await self.send(message)
        return await self.answer(message.id)

    async def answer(self, command: str) -> Ack | No:
        """Wait for the answer to a command that was sent, the first one if there are several."""
        async with asyncio.timeout(PATIENCE), self._news:
            start = 0
            while True:
                for message in self.heard[start:]:
                    if isinstance(message, Ack | No) and message.id == command:
                        return message
                start = len(self.heard)
                await self._more()

    async def act(self, action: int) -> Ack | No:
        """Choose for the seat whose eyes this connection has."""
        return await self.command(Act, self.seen.you.eyes, action, self.seen.v)

    def new_id(self) -> str:
        """Return an id that no other command of this client has."""
        return f"{id(self)}.{next(self._ids)}"

    async def _more(self) -> None:
        self._check()
        if self._reader.done():
            raise ConnectionError(f"the table has closed the connection: {self.close_code}")
        await self._news.wait()

    def _check(self) -> None:
        if self._fault is not None:
            raise self._fault

    async def _read(self) -> None:
        try:
            with suppress(ConnectionClosed):
                while True:
                    await self._take(await self.socket.recv(decode=False))
        except Exception as error:  # noqa: BLE001  # raised wherever the test next waits
            self._fault = error
        self.close_code = self.socket.close_code
        async with self._news:
            self._news.notify_all()

    async def _take(self, frame: bytes) -> None:
        self.frames.append(frame)
        message = decoder.decode(frame)
        async with self._news:
            self.heard.append(message)
            self.seen.take(message)
            self._news.notify_all()


def patched(old: Any, patch: Any) -> Any:
    """Return a value with a patch applied: objects say what changed, all else stands for itself."""
    if not isinstance(patch, dict):
        return patch
    if isinstance(old, list):
        return [
            patched(one, patch[str(i)]) if str(i) in patch else one for i, one in enumerate(old)
        ]
    base = old if isinstance(old, dict) else {}
    return base | {name: patched(base.get(name), part) for name, part in patch.items()}
