"""What one server process carries: tables of four, with moves and a hand that hovers at 60 Hz.

    python bench/server.py [--tables 25,50,100] [--seconds 5] [--tries 3] [--idle 1000] [--first]

Runs `tapete serve` on one core and plays against it from this process on another one. First the
memory of idle spectators, then moves alone (two a second at each table: sent, stored durably, seen
on all four connections), then more and more tables until the p99 of a relayed hand passes 20 ms in
the best of some tries. Every time is measured here, so this process' own delays are in it; its
share of a core stands beside, and what the host of a virtual machine took for others meanwhile.
`--first` lets both processes go before all others of a busy machine (needs the right to).
"""

import argparse
import asyncio
import gc
import http.client
import itertools
import json
import os
import platform
import re
import resource
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import uvloop
from msgspec import UNSET
from msgspec.json import Decoder, encode
from picows import WSFrame, WSListener, WSMsgType, WSTransport, ws_connect

from tapete.wire.messages import (
    HAND_DOWN,
    NEVER,
    PROTOCOL,
    Act,
    Again,
    Bye,
    Fault,
    FromServer,
    Hand,
    Hello,
    No,
    Passed,
    Ping,
    Start,
    Sync,
    Terms,
    Update,
)

SEATS: Final = 4
HANDS_GAME, MOVES_GAME = "hands-down", "declare"
"""The game whose hands hover, and one where a move follows a move."""
HERTZ: Final = 60
SLOTS: Final = 16
"""Into how many moments of 1/60 s the tables are spread."""
ENOUGH: Final = 0.99
"""The share of hands that must be relayed at all."""
TOO_LATE: Final = 0.020
"""Seconds of p99 at which a step fails."""
MOVE_EVERY: Final = 3.0
"""Seconds between two moves of a table whose hand hovers."""
PING_EVERY: Final = 8.0
HEIGHTS: Final = 99
"""Heights 1 to 99 are sent in turn; each tells when it was sent."""
SETTLE: Final = 2.0
PATIENCE: Final = 20.0
HERE: Final = re.compile(rb"http://127\.0\.0\.1:(\d+)")
HAND_FRAME: Final = b'{"t":"hand"'
decoder = Decoder(FromServer)


def settle(process: int, core: int | None, *, is_first: bool) -> None:
    """Keep a process on a core, and let it go first if so wanted."""
    if core is not None:
        os.sched_setaffinity(process, {core})
    if is_first:
        os.sched_setscheduler(process, os.SCHED_RR, os.sched_param(1))


class Server:
    """`tapete serve` in a process of its own, pinned to a core where there are two."""

    def __init__(self, ws: str, core: int | None, *, is_first: bool) -> None:
        self._folder = tempfile.TemporaryDirectory()
        command = [sys.executable, "-m", "tapete", "serve", "--no-browser", "--port", "0"]
        command += ["--data", self._folder.name, "--ws", ws, "--trusted-proxy", "127.0.0.1"]
        self._process = subprocess.Popen(  # noqa: S603  # the command is ours
            command,
            stdout=subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[1] / "src")},
        )
        settle(self._process.pid, core, is_first=is_first)
        self.port = self._await_port()

    def _await_port(self) -> int:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            if found := HERE.search(line):
                return int(found[1])
        raise SystemExit("the server has ended before it said where it is")

    def cpu(self) -> float:
        """Return the seconds of CPU that it has used."""
        text = Path(f"/proc/{self._process.pid}/stat").read_text(encoding="ascii")
        used = text.rpartition(")")[2].split()[11:13]
        return sum(map(int, used)) / os.sysconf("SC_CLK_TCK")

    def rss(self) -> int:
        """Return the bytes that it keeps in memory."""
        text = Path(f"/proc/{self._process.pid}/statm").read_text(encoding="ascii")
        return int(text.split()[1]) * os.sysconf("SC_PAGE_SIZE")

    def stop(self) -> None:
        """End it in order."""
        self._process.send_signal(signal.SIGTERM)
        self._process.wait(PATIENCE)
        self._folder.cleanup()

    def post(self, path: str, body: Any, address: str) -> Any:
        """Ask the HTTP API as if from an address; return its answer."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        headers = {"Content-Type": "application/json", "X-Forwarded-For": address}
        connection.request("POST", path, encode(body), headers)
        answer = connection.getresponse()
        text = answer.read()
        connection.close()
        assert answer.status == http.client.CREATED, text
        return json.loads(text)


class Seat(WSListener):
    """One connection: knows the version, whose turn it is and what it may do."""

    def __init__(self, table: "Table", number: int) -> None:
        self.table = table
        self.number = number
        self.transport: WSTransport | None = None
        self.v = NEVER
        self.actor = -1
        self.legal: list[int] = []
        self.phase = ""
        self.under_way = [0.0] * (HAND_DOWN + 1)
        """Per height, when a hand was sent that has not come yet; 0 for none."""
        self._loop = asyncio.get_running_loop()

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:  # noqa: ARG002  # picows gives it
        """Note when the table says something; hands are taken undecoded, all else a moment later.

        Four phones read at the same time, so one seat's reading must not hold the next one up.
        """
        if frame.msg_type != WSMsgType.TEXT:
            return
        text, at = frame.get_payload_as_bytes(), time.perf_counter()
        if text.startswith(HAND_FRAME):
            self._hand_seen(int(text[text.rindex(b":") + 1 : -1]), at)
        else:
            self._loop.call_soon(self._take, text, at)

    def _hand_seen(self, height: int, at: float) -> None:
        """Note how long a hand was under way; those that the server itself moves are not ours."""
        if sent := self.under_way[height]:
            self.under_way[height] = 0.0
            self.table.hand_times.append(at - sent)

    def on_ws_disconnected(self, transport: WSTransport) -> None:  # noqa: ARG002  # likewise
        """Note that the table is not whole any more."""
        self.table.is_whole = False

    def _take(self, text: bytes, at: float) -> None:
        message: FromServer = decoder.decode(text)
        match message:
            case Sync():
                self.actor, self.legal, self.phase = (
                    message.actor,
                    message.legal,
                    message.room.phase,
                )
                self._reach(message.v, at)
            case Update():
                self._change(message)
                self._reach(message.v, at)
            case Passed():
                self._reach(message.v, at)
            case No() | Fault() | Bye():
                self.table.troubles.append(repr(message))
            case _:
                pass

    def _change(self, update: Update) -> None:
        if update.actor is not UNSET and update.actor != self.actor:
            self.actor = update.actor
            # What has not come before this news never will: it was no longer that hand's turn.
            self.table.excused += sum(at > 0 for at in self.under_way)
            self.under_way = [0.0] * (HAND_DOWN + 1)
        if update.legal is not UNSET:
            self.legal = update.legal
        if update.room is not UNSET:
            self.phase = update.room.phase

    def _reach(self, version: int, at: float) -> None:
        self.v = version
        self.table.version_seen(at)

    def say(self, message: Any) -> None:
        """Send a message."""
        assert self.transport is not None
        self.transport.send(WSMsgType.TEXT, encode(message))


@dataclass
class Table:
    """A table with its connections, and the times that are measured at it."""

    code: str
    seats: list[Seat] = field(default_factory=list)
    hand_times: list[float] = field(default_factory=list)
    move_times: list[float] = field(default_factory=list)
    sent: int = 0
    """How many hands have been sent."""
    excused: int = 0
    """How many hands were under way to somebody when their turn was over."""
    troubles: list[str] = field(default_factory=list)
    is_whole: bool = True
    """Whether nobody has been hung up on."""
    ids: Iterator[int] = field(default_factory=itertools.count)
    _move_at: float = 0.0
    _move_to: int = 0

    def hover(self) -> None:
        """Send the next height of the hand of whoever must choose, if anybody must."""
        actor = self.seats[0].actor
        if actor < 0 or self.seats[0].phase != "playing":
            return
        height = self.sent % HEIGHTS + 1
        self.sent += 1
        at = time.perf_counter()
        for seat in self.seats:
            if seat.number != actor:
                seat.under_way[height] = at
        self.seats[actor].say(Hand(actor, height))

    def move(self) -> None:
        """Choose something for whoever must, or have the next match begin."""
        host = self.seats[0]
        self._move_to = host.v + 1
        if host.phase != "playing":
            self._move_at = 0.0
            host.say((Start if host.phase == "lobby" else Again)(self._id()))
        elif host.actor >= 0 and (legal := self.seats[host.actor].legal):
            self._move_at = time.perf_counter()
            action = legal[next(self.ids) % len(legal)]
            self.seats[host.actor].say(Act(self._id(), host.actor, action, host.v))

    def version_seen(self, at: float) -> None:
        """Note how long a move took until the last connection had it."""
        if self._move_to and all(seat.v >= self._move_to for seat in self.seats):
            if self._move_at:
                self.move_times.append(at - self._move_at)
            self._move_to = 0
            self._move_at = 0.0

    def forget(self) -> None:
        """Begin to measure anew."""
        self.hand_times, self.move_times, self.sent, self.excused = [], [], 0, 0

    def _id(self) -> str:
        return f"b{next(self.ids)}"


async def connect(server: Server, table: Table, number: int, token: str, address: str) -> Seat:
    """Open a connection and say hello; wait until the table has told everything."""
    url = f"ws://127.0.0.1:{server.port}/ws/{table.code}"
    seat = Seat(table, number)
    seat.transport, _ = await ws_connect(
        lambda: seat,
        url,
        extra_headers={"X-Forwarded-For": address},
        read_buffer_init_size=4096,
        enable_auto_ping=False,
    )
    seat.say(Hello(PROTOCOL, token=token))
    async with asyncio.timeout(PATIENCE):
        while seat.v == NEVER:
            await asyncio.sleep(0.001)
    return seat


def address_of(number: int) -> str:
    """Return an address of its own for each table, as limits count by address."""
    return f"10.{number >> 16 & 255}.{number >> 8 & 255}.{number & 255}"


async def open_table(server: Server, number: int, game: str) -> Table:
    """Open a table of four people and begin the match."""
    address = address_of(number)
    terms = Terms(game=game, seats=SEATS)
    opened = server.post("/api/tables", {"terms": terms, "name": "Ann"}, address)
    table = Table(opened["code"])
    tokens = [opened["token"]]
    for name in ("Ben", "Cleo", "Dan"):
        path = f"/api/tables/{table.code}/join"
        tokens.append(server.post(path, {"name": name}, address)["token"])
    for seat, token in enumerate(tokens):
        table.seats.append(await connect(server, table, seat, token, address))
    table.move()
    async with asyncio.timeout(PATIENCE):
        while any(seat.phase != "playing" for seat in table.seats):
            await asyncio.sleep(0.001)
    return table


async def keep_awake(tables: Sequence[Table]) -> None:
    """Show for ever that all connections are alive."""
    while True:
        begun = time.perf_counter()
        for i, table in enumerate(list(tables)):
            for seat in table.seats:
                seat.say(Ping(0))
            await until(begun + PING_EVERY * i / len(tables))
        await until(begun + PING_EVERY)


async def hover_in(slot: int, tables: Sequence[Table]) -> None:
    """Let the hands of every SLOTS-th table hover for ever."""
    loop = asyncio.get_running_loop()
    due = loop.time() + slot / SLOTS / HERTZ
    while True:
        await asyncio.sleep(max(due - loop.time(), 0))
        due = max(due + 1 / HERTZ, loop.time())
        for table in tables[slot::SLOTS]:
            table.hover()


async def move_on(tables: Sequence[Table], every: float) -> None:
    """Let each table move every so many seconds, for ever, one after another."""
    while True:
        begun = time.perf_counter()
        for i, table in enumerate(list(tables)):
            table.move()
            await until(begun + every * (i + 1) / len(tables))


async def until(when: float) -> None:
    """Wait for a time of the performance counter."""
    await asyncio.sleep(max(when - time.perf_counter(), 0))


@dataclass(frozen=True)
class Step:
    """What was measured with so many tables."""

    tables: int
    seconds: float
    hands: list[float]
    moves: list[float]
    expected: int
    """How many relayed hands there should have been."""
    server: float
    client: float
    """Share of a core."""
    stolen: float
    """Share of all cores that the host gave to other machines meanwhile."""

    @property
    def share(self) -> float:
        """Return how many of the hands were relayed; of heights that come together the last is."""
        return len(self.hands) / max(self.expected, 1)

    @property
    def is_passed(self) -> bool:
        """Return whether hands were relayed in time, and as good as all of them."""
        return quantile(self.hands, 0.99) <= TOO_LATE and self.share >= ENOUGH


def quantile(times: Sequence[float], share: float) -> float:
    """Return a quantile; infinite where nothing was measured."""
    return sorted(times)[int(share * (len(times) - 1))] if times else float("inf")


async def measure(server: Server, tables: Sequence[Table], seconds: float) -> Step:
    """Measure what goes on for a while."""
    await asyncio.sleep(SETTLE)
    for table in tables:
        table.forget()
    gc.collect()
    gc.disable()
    begun, cpu, own = time.perf_counter(), server.cpu(), time.process_time()
    stolen = stolen_seconds()
    await asyncio.sleep(seconds)
    took = time.perf_counter() - begun
    gc.enable()
    if not all(table.is_whole for table in tables):
        close(tables)
        raise SystemExit("a connection was lost, so nothing that was measured is worth anything")
    return Step(
        len(tables),
        took,
        [one for table in tables for one in table.hand_times],
        [one for table in tables for one in table.move_times],
        sum(table.sent * (SEATS - 1) - table.excused for table in tables),
        (server.cpu() - cpu) / took,
        (time.process_time() - own) / took,
        (stolen_seconds() - stolen) / took / (os.cpu_count() or 1),
    )


def stolen_seconds() -> float:
    """Return for how long the host of a virtual machine has run others in place of its cores."""
    first = Path("/proc/stat").read_text(encoding="ascii").partition("\n")[0]
    return int(first.split()[8]) / os.sysconf("SC_CLK_TCK")


async def measure_idle(server: Server, count: int) -> None:
    """Print how much memory a spectator takes that only watches, at ten tables."""
    tables = [await open_table(server, i, MOVES_GAME) for i in range(10)]
    watchers: list[Seat] = []

    async def watch(number: int) -> None:
        table = tables[number % len(tables)]
        address = address_of(1000 + number)
        watchers.append(await connect(server, Table(table.code), -1, "", address))

    for number in range(100):  # So that what is there once is there already.
        await watch(number)
    before = server.rss()
    for number in range(100, 100 + count):
        await watch(number)
    await asyncio.sleep(1)
    grown = server.rss() - before
    print(f"{count} idle spectators: {grown / count / 1024:.1f} KiB each (aim ≤ 16)", flush=True)
    close(tables)
    for seat in watchers:
        hang_up(seat)


async def measure_moves(server: Server, count: int, seconds: float, tries: int) -> None:
    """Print how long a move takes until it is stored and seen on all four connections.

    Of some tries the one from which the host stole least. With few moves, the processor sleeps
    between them, wakes slowly, and has forgotten everything.
    """
    tables = [await open_table(server, 10_000 + i, MOVES_GAME) for i in range(count)]
    tasks = [asyncio.create_task(keep_awake(tables)), asyncio.create_task(move_on(tables, 0.5))]
    steps = [await measure(server, tables, seconds) for _ in range(tries)]
    step = min(steps, key=lambda one: one.stolen)
    print(
        f"{len(step.moves) / step.seconds:.0f} moves a second at {count} tables: "
        f"p50 {ms(step.moves, 0.5)} ms (aim ≤ 2), p99 {ms(step.moves, 0.99)} ms, "
        f"{step.stolen:.1%} stolen by the host",
        flush=True,
    )
    stop(tasks)
    close(tables)


async def best(server: Server, tables: Sequence[Table], seconds: float, tries: int) -> Step:
    """Measure until a try passes; return it, or the best one."""
    steps: list[Step] = []
    while len(steps) < tries and not any(step.is_passed for step in steps):
        steps.append(await measure(server, tables, seconds))
    return max(steps, key=lambda step: (step.is_passed, -quantile(step.hands, 0.99)))


async def measure_hands(server: Server, sizes: Sequence[int], seconds: float, tries: int) -> None:
    """Print a line for each number of tables, up to the first that fails."""
    head = ("tables", "hands/s", "of", "p50 ms", "p99 ms", "max ms", "move p50", "p99", "server")
    print("".join(f"{word:>10}" for word in (*head, "client", "stolen")), flush=True)
    tables: list[Table] = []
    tasks = [asyncio.create_task(hover_in(slot, tables)) for slot in range(SLOTS)] if sizes else []
    tasks.append(asyncio.create_task(keep_awake(tables)))
    for size in sizes:
        while len(tables) < size:
            tables.append(await open_table(server, 20_000 + len(tables), HANDS_GAME))
        mover = asyncio.create_task(move_on(tables, MOVE_EVERY))
        step = await best(server, tables, seconds, tries)
        stop([mover])
        print(row(step), flush=True)
        if not step.is_passed:
            break
    stop(tasks)
    close(tables)


def row(step: Step) -> str:
    """Return a step as a line of the table."""
    cells = (
        step.tables,
        f"{len(step.hands) / step.seconds:,.0f}",
        f"{step.share:.1%}",
        *(ms(step.hands, share) for share in (0.5, 0.99, 1)),
        *(ms(step.moves, share) for share in (0.5, 0.99)),
        f"{step.server:.0%}",
        f"{step.client:.0%}",
        f"{step.stolen:.1%}",
    )
    return "".join(f"{cell:>10}" for cell in cells)


def ms(times: Sequence[float], share: float) -> str:
    """Return a quantile in ms."""
    return f"{1000 * quantile(times, share):.2f}"


def stop(tasks: Sequence["asyncio.Task[None]"]) -> None:
    """End tasks; one that has failed says so."""
    for task in tasks:
        if task.done():
            task.result()
        task.cancel()


def close(tables: Sequence[Table]) -> None:
    """Hang up, and say what tables complained about."""
    troubles = [one for table in tables for one in table.troubles]
    for seat in (seat for table in tables for seat in table.seats):
        hang_up(seat)
    if troubles:
        print(f"{len(troubles)} complaints, such as {troubles[0]}", flush=True)


def hang_up(seat: Seat) -> None:
    """End a connection without a goodbye."""
    assert seat.transport is not None
    seat.transport.disconnect()


async def run(args: argparse.Namespace, cores: Sequence[int]) -> None:
    """Measure everything that was asked for, each with a server of its own."""
    jobs = []
    if args.idle:
        jobs.append(lambda server: measure_idle(server, args.idle))
    jobs += [
        lambda server, count=count: measure_moves(server, count, args.seconds, args.tries)
        for count in numbers(args.move_tables)
    ]
    if sizes := numbers(args.tables):
        jobs.append(lambda server: measure_hands(server, sizes, args.seconds, args.tries))
    for job in jobs:
        core = cores[0] if len(cores) > 1 else None
        server = Server(args.ws, core, is_first=args.first)
        try:
            await job(server)
        finally:
            server.stop()


def numbers(text: str) -> list[int]:
    """Return the numbers of `N,…` but 0, which stands for none."""
    return [number for one in text.split(",") if one and (number := int(one))]


def cpu_name() -> str:
    """Return what the processor calls itself."""
    text = Path("/proc/cpuinfo").read_text(encoding="utf-8")
    found = re.search(r"model name\s*: (.*)", text)
    return found[1] if found else platform.machine()


def main() -> None:
    """Read the command line, measure, print."""
    parser = argparse.ArgumentParser(description="Measure what one server process carries.")
    sizes = "25,50,100,150,200,250,300,350,400"
    parser.add_argument("--tables", default=sizes, metavar="N,…", help='"" leaves hands out')
    parser.add_argument("--seconds", type=float, default=5.0, help="how long each step lasts")
    parser.add_argument("--tries", type=int, default=3, help="how many tries a step has")
    parser.add_argument("--idle", type=int, default=1000, metavar="N", help="0 leaves memory out")
    parser.add_argument(
        "--move-tables", default="20,100,200", metavar="N,…", help='"" leaves it out'
    )
    parser.add_argument("--ws", choices=("picows", "asgi"), default="picows")
    parser.add_argument("--first", action="store_true", help="go before all other processes")
    args = parser.parse_args()
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    cores = sorted(os.sched_getaffinity(0))
    settle(0, cores[1] if len(cores) > 1 else None, is_first=args.first)
    print(f"{cpu_name()}, {len(cores)} cores, Python {platform.python_version()}, {args.ws}")
    uvloop.run(run(args, cores))


if __name__ == "__main__":
    main()
