"""One connection from its hello to its end; and an evening at tables without sockets, for others.

An `evening` has the real rooms, keepers and store, and a clock that stands still while anything
happens and jumps whenever nothing does: half a minute's wait takes no time, and no test hangs on
how busy the machine is.
"""

import asyncio
import random
import selectors
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, TypeVar

import pytest
from msgspec.json import Decoder, encode

from tapete.games import games
from tapete.server import guests, keeper, rooms, visit
from tapete.server.connection import LATE_BYTES
from tapete.server.keeper import Keeper
from tapete.server.limits import MessageLimits
from tapete.server.pace import Pace
from tapete.server.rooms import Opening, Rooms
from tapete.server.sqlite import SqliteStore
from tapete.server.store import StoreError
from tapete.server.visit import Visit
from tapete.wire.messages import (
    MAX_MESSAGE,
    PROTOCOL,
    Ack,
    Act,
    AskLook,
    Bye,
    Fault,
    FromServer,
    Hand,
    Hello,
    Look,
    No,
    Ping,
    Pong,
    Rename,
    RoomReason,
    Stand,
    Start,
    Status,
    Sync,
    Terms,
    Touch,
)
from tests.server.wire_client import Seen
from tests.toy import TOY

T = TypeVar("T")
assert TOY.name in games()
STARTS_AT = 10_000.0
"""What the clock says at first, as on a computer that has been on for some hours."""
PATIENCE = 600.0
"""Seconds of the evening's clock after which a test gives up waiting."""
REAL_PATIENCE = 30.0
MOST_IDLE = 100_000
PING_EVERY = 10.0
decoder = Decoder(FromServer)


class Clock(selectors.DefaultSelector):
    """Waits for nothing but threads at work; otherwise lets the time pass at once."""

    def __init__(self) -> None:
        super().__init__()
        self.now = STARTS_AT
        self.busy = 0
        """How many answers of threads are awaited."""
        self.idle = 0
        """How often nothing had to wait since time last passed."""

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        if timeout is None or self.busy:
            at_once = timeout is not None and timeout <= 0
            events = super().select(0 if at_once else REAL_PATIENCE)
            assert events or at_once, "nothing will ever happen"
            return events
        events = super().select(0)
        self.idle = 0 if events or timeout > 0 else self.idle + 1
        assert self.idle < MOST_IDLE, "something is due again and again, and never done"
        if not events:
            self.now += max(timeout, 0)
        return events


class Loop(asyncio.SelectorEventLoop):
    """A loop with such a clock."""

    def __init__(self) -> None:
        self.clock = Clock()
        super().__init__(self.clock)

    def time(self) -> float:
        return self.clock.now


class Shelf:
    """A Store that passes everything on, and fails or waits as it is told."""

    def __init__(self, store: SqliteStore, clock: Clock) -> None:
        self._store, self._clock = store, clock
        self.failing: set[str] = set()
        """The methods that raise StoreError instead."""
        self.open = asyncio.Event()
        """While it is not set, appends wait."""
        self.open.set()

    def __getattr__(self, name: str) -> Callable[..., Awaitable[Any]]:
        async def call(*given: Any, **named: Any) -> Any:
            then: Callable[[], Any] = int
            if name == "append":
                # A disk may take its time, or fail, after the loop has passed that time.
                then = named.pop("meanwhile", lambda: int)()
                await self.open.wait()
            if name in self.failing:
                raise StoreError("as asked", "como se pidió")
            self._clock.busy += 1
            try:
                found = await getattr(self._store, name)(*given, **named)
            finally:
                self._clock.busy -= 1
            then()
            return found

        return call


class Dice:
    """Takes the place of `secrets`, so that a red run is red again."""

    def __init__(self, seed: int) -> None:
        self._r = random.Random(seed)
        self.choice = self._r.choice
        self.randbits = self._r.getrandbits

    def token_hex(self, count: int) -> str:
        return self._r.randbytes(count).hex()

    def token_urlsafe(self, count: int) -> str:
        return self.token_hex(count)


class Counts:
    """A Meter."""

    def __init__(self) -> None:
        self.moves = 0
        self.refusals: list[str] = []

    def moved(self, seconds: float) -> None:
        assert seconds >= 0
        self.moves += 1

    def refused(self, reason: str) -> None:
        self.refusals.append(reason)


class Device:
    """The far end of a connection, which checks that no version is missing."""

    def __init__(self, visit: Visit) -> None:
        self.visit = visit
        self.frames: list[bytes] = []
        self.times: list[float] = []
        """When each frame came."""
        self.heard: list[Any] = []
        self.seen = Seen()
        self.close_code = 0
        self.buffered = 0
        self._ids = 0
        self._news = asyncio.Event()
        visit.opened(self)

    def send(self, frame: bytes) -> int:
        message = decoder.decode(frame)
        self.frames.append(frame)
        self.times.append(asyncio.get_running_loop().time())
        self.heard.append(message)
        self.seen.take(message)
        self._news.set()
        return self.buffered

    def offer(self, frame: bytes) -> None:
        if self.buffered < LATE_BYTES:
            self.send(frame)

    def close(self, code: int) -> None:
        self.close_code = code
        self._news.set()
        asyncio.get_running_loop().call_soon(self.leave)

    def leave(self) -> None:
        """Be gone: the line is cut."""
        self.visit.closed()

    def ping_on(self) -> None:
        """Give signs of life until it ends."""
        if not self.close_code:
            self.say(Ping(0))
            asyncio.get_running_loop().call_later(PING_EVERY, self.ping_on)

    def say(self, message: Any) -> None:
        self.visit.received(message if isinstance(message, bytes) else encode(message))

    def all(self, kind: type[T]) -> list[T]:
        """Return all messages of a kind that came."""
        return [message for message in self.heard if isinstance(message, kind)]

    async def until(self, fits: Callable[["Device"], Any], within: float = PATIENCE) -> Any:
        """Wait until something is so; return what it is."""
        async with asyncio.timeout(within):
            while not (found := fits(self)):
                self._news.clear()
                await self._news.wait()
        return found

    async def next(self, kind: type[T], within: float = PATIENCE) -> T:
        """Return the next message of a kind that comes from now on."""
        count = len(self.all(kind))
        await self.until(lambda _: len(self.all(kind)) > count, within)
        return self.all(kind)[count]

    async def ask(self, message: Any) -> Ack | No:
        """Send a command; return the answer that comes to it."""
        start = len(self.heard)
        self.say(message)

        def answer(_: Device) -> Ack | No | None:
            news = (m for m in self.heard[start:] if isinstance(m, Ack | No))
            return next((m for m in news if m.id == message.id), None)

        return await self.until(answer)

    async def command(self, kind: type[Any], *given: Any) -> Ack | No:
        """Send a command with an id of its own; return its answer."""
        return await self.ask(kind(self.new_id(), *given))

    async def act(self, action: int) -> Ack | No:
        """Choose for the seat whose eyes it has."""
        return await self.command(Act, self.seen.you.eyes, action, self.seen.v)

    def new_id(self) -> str:
        self._ids += 1
        return f"{id(self)}.{self._ids}"


class Evening:
    """Tables of one server, and the devices of who comes to them."""

    def __init__(self, folder: Path, clock: Clock, pace: Pace) -> None:
        self.folder, self.clock, self.pace = folder, clock, pace
        self.counts = Counts()
        self.start()

    def start(self) -> None:
        store = SqliteStore.open(self.folder, synchronous="NORMAL")
        self.store = Shelf(store, self.clock)
        self.rooms = Rooms(self.store, meter=self.counts, pace=self.pace)  # pyright: ignore[reportArgumentType]

    async def close(self) -> None:
        await self.rooms.close()
        await self.store.close()

    async def restart(self) -> None:
        """End in order and start anew with what is stored."""
        await self.close()
        self.start()

    async def open(
        self, game: str, seats: int, *, computers: bool = True, guest: str = "g0", **terms: Any
    ) -> Opening:
        """Have a guest, Ana, open a table and sit at seat 0."""
        agreed = Terms(game=game, seats=seats, **terms)
        return await self.rooms.open(agreed, guest, "Ana", computers=computers)

    def connect(self, code: str, guest: str) -> Device:
        """Connect, and say nothing yet."""
        limits = MessageLimits()
        return Device(Visit(guest, lambda: self.rooms.find(code), limits))

    async def come(self, code: str, guest: str = "g0", **hello: Any) -> Device:
        """Connect and wait until the table has been told."""
        device = self.connect(code, guest)
        device.say(Hello(PROTOCOL, **hello))
        device.ping_on()
        await device.next(Sync)
        return device

    async def keeper(self, code: str) -> Keeper:
        found = await self.rooms.find(code)
        assert found is not None
        return found

    async def log(self, code: str) -> list[bytes]:
        """Return what is stored of a table."""
        row = await self.store.find(code)
        return await self.store.entries(row.id)


def evening(
    folder: Path,
    play: Callable[[Evening], Awaitable[T]],
    pace: Pace | None = None,
    *,
    seed: int = 0,
) -> T:
    """Return what `play` returns of an evening; computer players are instant unless told."""

    async def run() -> T:
        loop = asyncio.get_running_loop()
        assert isinstance(loop, Loop)
        one = Evening(folder, loop.clock, pace or Pace(speed=0))
        try:
            return await play(one)
        finally:
            await one.close()

    dice = Dice(seed)
    with pytest.MonkeyPatch.context() as patch, asyncio.Runner(loop_factory=Loop) as runner:
        for module in (keeper, rooms, guests):
            patch.setattr(module, "secrets", dice)
        return runner.run(run())


# Hello


def test_hello_brings_the_table_and_a_seat_to_its_guest(tmp_path: Path):
    async def play(here: Evening):
        table = await here.open("declare", 3)
        ana = await here.come(table.code)
        assert (ana.seen.you.seats, ana.seen.you.eyes) == ([0], 0)
        assert ana.seen.you.tokens == [table.token]
        stranger = await here.come(table.code, "g1")
        assert (stranger.seen.you.seats, stranger.seen.you.eyes) == ([], -1)
        device = await here.come(table.code, "g2", token=table.token)
        assert (device.seen.you.seats, device.seen.you.eyes) == ([0], 0)
        wrong = table.token[::-1]
        assert (await here.come(table.code, "g3", token=wrong)).seen.you.seats == []

    evening(tmp_path, play)


@pytest.mark.parametrize(("after", "code"), [(4.9, 0), (5.1, visit.CLOSE_CODES["no_hello"])])
def test_hello_must_come_in_time(tmp_path: Path, after: float, code: int):
    async def play(here: Evening):
        device = here.connect((await here.open("toy", 2)).code, "g1")
        await asyncio.sleep(after)
        device.say(Hello(PROTOCOL))
        await asyncio.sleep(5.1)
        assert device.close_code == code
        assert [one.reason for one in device.all(Bye)] == ["no_hello"][: bool(code)]

    evening(tmp_path, play)


def test_hello_comes_first_and_once(tmp_path: Path):
    async def play(here: Evening):
        device = here.connect((await here.open("toy", 2)).code, "g0")
        device.say(Start("s"))
        assert device.heard == [Fault("the first message must be a hello")]
        device.say(Hello(PROTOCOL))
        await device.next(Sync)
        device.say(Hello(PROTOCOL))
        assert [one.text for one in device.all(Fault)][1:] == ["there is one hello in a connection"]
        assert not device.close_code
        assert device.seen.room.phase == "lobby"

    evening(tmp_path, play)


def test_another_protocol_is_turned_away(tmp_path: Path):
    async def play(here: Evening):
        device = here.connect((await here.open("toy", 2)).code, "g0")
        device.say(Hello(PROTOCOL + 1))
        assert [type(message) for message in device.heard] == [Fault, Bye]
        assert device.close_code == visit.CLOSE_CODES["protocol"]

    evening(tmp_path, play)


def test_there_is_no_table_with_a_wrong_code(tmp_path: Path):
    async def play(here: Evening):
        device = here.connect("BBBBBBB", "g0")
        device.say(Hello(PROTOCOL))
        device.say(Start("s"))
        await device.until(lambda d: d.close_code)
        assert device.heard == [Bye("gone")]
        assert device.close_code == visit.CLOSE_CODES["gone"]

    evening(tmp_path, play)


def test_who_comes_while_the_store_fails_is_sent_away_for_now(tmp_path: Path):
    async def play(here: Evening):
        table = await here.open("toy", 2)
        await here.restart()
        here.store.failing = {"find"}
        device = here.connect(table.code, "g0")
        device.say(Hello(PROTOCOL))
        await device.until(lambda d: d.close_code, within=5)
        assert device.heard == [Bye("restart")]
        here.store.failing = set()
        assert (await here.come(table.code)).seen.you.seats == [0]

    evening(tmp_path, play)


def test_what_is_sent_right_behind_the_hello_is_done_in_order(tmp_path: Path):
    async def play(here: Evening):
        device = here.connect((await here.open("declare", 2)).code, "g0")
        for message in (Hello(PROTOCOL), Rename("r", 0, "Eva"), AskLook(), Start("s")):
            device.say(message)
        await device.until(lambda d: len(d.all(Ack) + d.all(No)) == 2)
        assert device.all(No) == []
        assert [one.id for one in device.all(Ack)] == ["r", "s"]
        kinds = [type(m) for m in device.heard if isinstance(m, Sync | Look | Ack)]
        assert kinds == [Sync, Ack, Look, Sync, Ack]
        assert device.seen.room.seats[0].name == "Eva"
        assert device.seen.room.phase == "playing"

    evening(tmp_path, play)


def test_only_so_much_waits_for_the_table_and_no_touch_does(tmp_path: Path):
    async def play(here: Evening):
        device = here.connect((await here.open("toy", 2)).code, "g0")
        device.say(Hello(PROTOCOL))
        device.say(Touch("touch", 0))
        for i in range(visit.MOST_WAITING + 1):
            device.say(Rename(f"r{i}", 0, "Eva"))
        refused = [(no.id, no.reason) for no in device.all(No)]
        last = f"r{visit.MOST_WAITING}"
        assert refused == [("touch", RoomReason.TOO_FAST), (last, RoomReason.TOO_FAST)]
        await device.until(lambda d: len(d.all(Ack)) == visit.MOST_WAITING)

    evening(tmp_path, play)


def test_whoever_has_left_before_the_table_was_found_is_not_there(tmp_path: Path):
    async def play(here: Evening):
        table = await here.open("toy", 2)
        device = here.connect(table.code, "g1")
        device.say(Hello(PROTOCOL))
        device.leave()
        ana = await here.come(table.code)
        assert ana.seen.status is not None
        assert ana.seen.status.watching == 0
        assert device.heard == []

    evening(tmp_path, play)


# Messages


@pytest.mark.parametrize(
    "frame",
    [
        b"{",
        b'"hello"',
        b'{"t":"begone"}',
        b'{"t":"start"}',
        b'{"t":"start","id":""}',
        b'{"t":"start","id":"s","x":1}',
        b'{"t":"act","id":"a","seat":"0","action":1,"v":1}',
        b'{"t":"act","id":"a","seat":9,"action":1,"v":1}',
        b'{"t":"sit","id":"a","name":"\xff"}',
        b'{"t":"sit","id":"a","name":"%s"}' % (b"n" * MAX_MESSAGE),
        b"[" * MAX_MESSAGE,
    ],
    ids=lambda frame: frame[:30].decode(errors="replace"),
)
def test_what_cannot_be_read_is_a_fault_and_five_are_the_end(tmp_path: Path, frame: bytes):
    async def play(here: Evening):
        device = await here.come((await here.open("toy", 2)).code)
        for _ in range(visit.MOST_FAULTS - 1):
            device.say(frame)
        assert len(device.all(Fault)) == visit.MOST_FAULTS - 1
        assert not device.close_code
        assert isinstance(await device.command(Start), Ack)
        device.say(frame)
        assert device.close_code == visit.CLOSE_CODES["protocol"]
        assert device.heard[-1] == Bye("protocol")

    evening(tmp_path, play)


@pytest.mark.parametrize("lang", ["en", "es"])
def test_too_many_messages_are_refused_in_words_then_end_it(tmp_path: Path, lang: str):
    async def play(here: Evening):
        device = await here.come((await here.open("declare", 2)).code, lang=lang)
        for i in range(30):
            device.say(Act(f"a{i}", 0, 0, 1))
        too_fast = [no for no in device.all(No) if no.reason == RoomReason.TOO_FAST]
        assert len(too_fast) == 10
        assert {no.text for no in too_fast} == {visit.TOO_FAST[lang]}
        assert not device.close_code
        for i in range(30):
            device.say(Act(f"b{i}", 0, 0, 1))
        assert device.close_code == visit.CLOSE_CODES["too_fast"]
        assert device.all(Bye) == [Bye("too_fast")]

    evening(tmp_path, play)


def test_too_many_hands_are_dropped_without_a_word(tmp_path: Path):
    async def play(here: Evening):
        device = await here.come((await here.open("hands-down", 2)).code)
        count = len(device.heard)
        for _ in range(400):
            device.say(Hand(0, 50))
        assert len(device.heard) == count
        assert not device.close_code

    evening(tmp_path, play)


# Signs of life, and the end


def test_ping_is_answered_with_its_number(tmp_path: Path):
    async def play(here: Evening):
        device = here.connect((await here.open("toy", 2)).code, "g0")
        device.say(Ping(77))
        assert device.heard == [Pong(77)]

    evening(tmp_path, play)


def test_who_is_silent_is_let_go_and_who_pings_stays(tmp_path: Path):
    async def play(here: Evening):
        table = await here.open("toy", 2)
        lively = await here.come(table.code)
        silent = here.connect(table.code, "g1")
        silent.say(Hello(PROTOCOL))
        await silent.next(Sync)
        begun = here.clock.now
        await silent.until(lambda d: d.close_code)
        # Not "gone": a phone that slept comes back by itself.
        assert silent.heard[-1] == Bye("too_slow")
        assert here.clock.now - begun == pytest.approx(visit.SILENT_AFTER, abs=1)
        await lively.until(lambda d: d.seen.status.watching == 0)
        await asyncio.sleep(3 * visit.SILENT_AFTER)
        assert not lively.close_code

    evening(tmp_path, play)


def test_who_is_dropped_has_left_at_once_and_is_heard_no_more(tmp_path: Path):
    async def play(here: Evening):
        table = await here.open("declare", 2)
        watching, ana = await here.come(table.code, "g1"), await here.come(table.code)
        ana.visit.drop("restart")
        ana.say(Stand("s", 0))
        ana.visit.drop("gone")
        await watching.until(lambda d: not d.seen.status.here[0])
        assert ana.all(Bye) == [Bye("restart")]
        assert ana.close_code == visit.CLOSE_CODES["restart"]
        assert watching.seen.room.seats[0].kind == "person"
        assert isinstance(watching.all(Status)[-1], Status)

    evening(tmp_path, play)
