"""One connection at a table, from its hello to its end."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final

from msgspec import DecodeError
from msgspec.json import Decoder, encode

from tapete.core.game import SPECTATOR
from tapete.server.connection import Connection
from tapete.server.keeper import Keeper
from tapete.server.limits import MessageLimits
from tapete.server.store import StoreError
from tapete.wire.messages import (
    MAX_MESSAGE,
    PROTOCOL,
    Bye,
    Fault,
    FromClient,
    FromServer,
    Hand,
    Hello,
    Language,
    No,
    Ping,
    Pong,
    RoomReason,
    Tell,
    Touch,
)

HELLO_WITHIN: Final = 5.0
"""Seconds that a connection has for its hello."""
SILENT_AFTER: Final = 25.0
"""Seconds after which a connection that says nothing, not even a ping, is taken for lost."""
MOST_WAITING: Final = 16
"""How many messages may come before the table has been found."""
MOST_FAULTS: Final = 5
"""How many messages that cannot be read a connection may send."""
LOST_BYTES: Final = 1 << 20
"""Who has so much waiting is let go."""
CLOSE_CODES: Final = {
    "restart": 1012,
    "gone": 4404,
    "too_fast": 1008,
    "too_slow": 1013,
    "no_hello": 4408,
    "protocol": 1002,
}
TOO_FAST = {
    "en": "that was too fast; wait a moment",
    "es": "eso ha sido demasiado rápido; espera un momento",
}

Finder = Callable[[], Awaitable[Keeper | None]]
decoder = Decoder(FromClient)


class Visit:
    """A Visitor of a connection, and a Listener of a table's audience."""

    def __init__(self, guest: str, find: Finder, limits: MessageLimits) -> None:
        self.guest = guest
        self.lang: Language = "en"
        self.tell: Tell = "both"
        self.eyes = SPECTATOR
        self.seats: list[int] = []
        self.tokens: list[str] = []
        self._find = find
        self._limits = limits
        self._connection: Connection | None = None
        self._keeper: Keeper | None = None
        self._hello: Hello | None = None
        self._waiting: list[FromClient] = []
        self._faults = 0
        self._is_dropped = False
        self._timer: asyncio.TimerHandle | None = None
        self._heard = 0.0
        # Asked for once: a hand needs it sixty times a second.
        self._loop = asyncio.get_running_loop()
        self.offer: Callable[[bytes], None] = into_nothing
        """Send a frame that is worth nothing late: the connection's own way, for it is taken
        thousands of times a second."""
        self._hand: Hand | None = None
        """Where the hand was last said to be, until it is shown."""
        self._task: asyncio.Task[None] | None = None

    # What the connection tells

    def opened(self, connection: Connection) -> None:
        """Wait for the hello."""
        self._connection, self.offer = connection, connection.offer
        self._timer = self._loop.call_later(HELLO_WITHIN, self.drop, "no_hello")

    def received(self, frame: bytes) -> None:
        """Read one message and pass it on."""
        if self._connection is None or self._is_dropped:
            return
        now = self._loop.time()
        self._heard = now
        if len(frame) > MAX_MESSAGE:
            self._fault(f"a message has at most {MAX_MESSAGE} bytes")
            return
        try:
            message = decoder.decode(frame)
        # Brackets in brackets in brackets are no DecodeError.
        except (DecodeError, UnicodeDecodeError, RecursionError) as error:
            self._fault(str(error))
            return
        self._take(message, now)

    def closed(self) -> None:
        """Leave the table."""
        self._connection, self.offer = None, into_nothing
        if self._timer is not None:
            self._timer.cancel()
        self._leave()

    def _leave(self) -> None:
        if self._keeper is not None:
            self._keeper.left(self)
            self._keeper = None

    def _take(self, message: FromClient, now: float) -> None:
        verdict = self._limits.take(message, now)
        if verdict == "pass":
            self._pass_on(message, now)
        elif verdict == "refuse":
            self._too_fast(message)
        elif verdict == "close":
            self.drop("too_fast")

    def _pass_on(self, message: FromClient, now: float) -> None:
        if isinstance(message, Hand) and self._keeper is not None:
            # First, for most of what comes in is this.
            if self._hand is None:
                self._loop.call_soon(self._hover)
            self._hand = message
            return
        match message:
            case Ping(n):
                self._say(Pong(n))
            case Hello():
                self._greet(message)
            case _ if self._hello is None:
                self._fault("the first message must be a hello")
            case _ if self._keeper is None:
                self._keep_waiting(message)
            case _:
                self._keeper.take(self, message, now)

    def _hover(self) -> None:
        """Show where the hand is now: of heights that came together, the last one is worth most."""
        hand, self._hand = self._hand, None
        if hand is not None and self._keeper is not None:
            self._keeper.hover(self, hand.seat, hand.p)

    def _greet(self, hello: Hello) -> None:
        """Find the table for whoever has said hello."""
        if self._hello is not None:
            self._fault("there is one hello in a connection")
            return
        if hello.protocol != PROTOCOL:
            self._fault(f"this table speaks protocol {PROTOCOL}, not {hello.protocol}")
            self.drop("protocol")
            return
        self._hello = hello
        self.lang, self.eyes, self.tell = hello.lang, hello.eyes, hello.tell
        self.tokens = [hello.token] if hello.token else []
        self._restart_timer()
        self._task = asyncio.create_task(self._arrive(hello))

    async def _arrive(self, hello: Hello) -> None:
        try:
            keeper = await self._find()
        except StoreError:
            self.drop("restart")
            return
        if self._connection is None or self._is_dropped:
            return
        if keeper is None:
            self.drop("gone")
            return
        self._keeper = keeper
        keeper.arrived(self, hello.since)
        waiting, self._waiting = self._waiting, []
        for message in waiting:
            keeper.take(self, message, self._loop.time())

    def _keep_waiting(self, message: FromClient) -> None:
        if len(self._waiting) < MOST_WAITING and not isinstance(message, Hand | Touch):
            self._waiting.append(message)
        else:
            self._too_fast(message)

    def _too_fast(self, message: FromClient) -> None:
        command = getattr(message, "id", "")
        if command:
            self._say(No(command, RoomReason.TOO_FAST, "", TOO_FAST[self.lang]))
        else:
            self._say(Fault(TOO_FAST[self.lang]))

    def _fault(self, text: str) -> None:
        self._faults += 1
        self._say(Fault(text))
        if self._faults >= MOST_FAULTS:
            self.drop("protocol")

    def _restart_timer(self) -> None:
        """Let go of a connection that has been silent for too long."""
        if self._timer is not None:
            self._timer.cancel()
        self._timer = self._loop.call_later(SILENT_AFTER, self._check_silence)

    def _check_silence(self) -> None:
        left = self._heard + SILENT_AFTER - self._loop.time()
        if left <= 0:
            self.drop("too_slow")
        else:
            self._timer = self._loop.call_later(left, self._check_silence)

    # What the table tells

    def hear(self, frame: bytes) -> None:
        """Send a frame, or let the connection go where too much waits already."""
        if self._connection is not None and self._connection.send(frame) > LOST_BYTES:
            self.drop("too_slow")

    def drop(self, reason: str) -> None:
        """Say why it ends, and end it."""
        if self._connection is not None and not self._is_dropped:
            self._is_dropped = True
            self._connection.send(encode(Bye(reason)))  # pyright: ignore[reportArgumentType]
            self._connection.close(CLOSE_CODES[reason])
        # At once: the other end of a dead line never answers the close.
        self._leave()

    def _say(self, message: FromServer) -> None:
        self.hear(encode(message))


def into_nothing(_: bytes) -> None:
    """Take what is sent to a connection that is not there."""
