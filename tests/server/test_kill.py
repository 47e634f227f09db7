"""Games at several tables of a server that dies again and again, and what must be there after it.

Clients play as fast as they may; each death is from outside at a random moment, or by the server's
own hand inside a write. After each, a copy of the data folder is held against all that anybody was
ever told; then the server starts anew, and everybody comes back.
"""

import asyncio
import random
import shutil
from collections import defaultdict
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import pytest
from msgspec.json import decode, encode
from websockets.exceptions import WebSocketException

from tapete.cli.verify import verify
from tapete.server.entries import Acted, Began, Entry
from tapete.server.room import Room
from tapete.server.sqlite import SqliteStore
from tapete.table.record import parse_record, replay
from tapete.wire.messages import HAND_DOWN, PROTOCOL, Ack, Act, Again, Hello, No, Sync, Touch
from tapete.wire.views import as_json
from tests.server.serving import Serving
from tests.server.stores import check_whole
from tests.server.wire_client import Seen, WireClient

TABLES: list[dict[str, Any]] = [
    {"game": "declare", "seats": 3, "options": {"threshold": 25, "end": "first_out"}},
    {"game": "hands-down", "seats": 3},
    {"game": "hands-down", "seats": 2, "reflex": "lots", "options": {"stall_limit": 10}},
    {"game": "match-em", "seats": 3, "options": {"wins_needed": 1}},
]
"""What is played; short matches, so that many end."""
PEOPLE = 2
"""At each table; computer players have the other seats."""
THINKING = 0.1
"""Seconds that people think: a connection may send ten moves a second."""
WHILE_COMING = 0.25
"""How often a kill from outside does not wait until everybody is back."""
MOST_CHANCES = 30
"""When a server kills itself at the latest."""
PATIENCE = 90.0
"""Seconds within which a match has ended."""
LATEST = 20.0
"""Seconds within which a server that is to kill itself has done so."""
ENDS = (OSError, WebSocketException)
"""What ends a life: the server is gone."""
LATE = {"stale", "not_your_turn", "game_over", "no_match"}
"""Why a move that is sent again may be refused: something else has happened meanwhile."""


class Mortal(Serving):
    """A server that may kill itself."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self._module = "tests.server.kill"

    def live(self, place: str, at: int) -> None:
        """Start; die when it is for the N-th time in one of `kill.PLACES`, if one is named."""
        self._arguments = ("--die", place, str(at)) if place else ()
        self.start()

    def kill(self) -> None:
        """End it, if it has not already."""
        if self._process is not None:
            super().kill()


@dataclass
class Player:
    """Somebody at a table, over all the lives of the server, and all that they were promised."""

    code: str
    seat: int
    cookie: str
    rng: random.Random
    acked: list[tuple[Act, int]] = field(default_factory=list[tuple[Act, int]])
    """Moves with the versions that acknowledged them."""
    told: dict[int, list[Any]] = field(default_factory=dict[int, list[Any]])
    """Per version, the events that came of it."""
    seen: Seen = field(default_factory=Seen)
    pending: Act | None = None
    """A move that was sent and has no answer yet."""
    count: int = 0
    arrivals: int = 0
    ends: int = 0
    """How many ends of matches it has seen."""

    async def live(self, url: str) -> None:
        """Play until the server is gone."""
        with suppress(*ENDS):
            client = await WireClient.connect(url, self.code, cookie=self.cookie, origin=url)
            try:
                await client.send(Hello(PROTOCOL, since=self.seen.v))
                await client.wait(Sync)
                await self.come_back(client)
                await self.play(client)
            finally:
                self.remember(client.seen)
                # It raises what was wrong with what came, such as a version left out.
                await client.close()

    async def begin(self, url: str) -> None:
        """Begin the table's first match."""
        client = await WireClient.connect(url, self.code, cookie=self.cookie, origin=url)
        await client.send(Hello(PROTOCOL))
        assert isinstance(await client.command(Again), Ack)
        await client.close()

    async def come_back(self, client: WireClient) -> None:
        """Check what came back, and send again what was sent before."""
        self.arrivals += 1
        assert client.seen.v >= self.seen.v, "versions have gone back"
        assert client.seen.you.seats == [self.seat]
        for message, version in self.acked[-2:]:
            assert await client.ask(message) == Ack(message.id, version)
        if self.pending is not None:
            await self.ask(client, self.pending)

    async def play(self, client: WireClient) -> None:
        """Choose, slap, and begin another match, for as long as there is a server."""
        slaps = asyncio.create_task(self.slap(client))
        try:
            while True:
                seen = await client.until(self.must_act, within=60)
                await asyncio.sleep(THINKING)
                if seen.legal:
                    self.count += 1
                    name = f"{self.seat}.{self.count}"
                    action = self.rng.choice(seen.legal)
                    await self.ask(client, Act(name, self.seat, action, seen.v))
                else:
                    self.ends += 1
                    await client.command(Again)
        finally:
            slaps.cancel()
            await asyncio.gather(slaps, return_exceptions=True)

    async def ask(self, client: WireClient, message: Act) -> None:
        """Send a move and keep what is promised."""
        self.pending = message
        answer = await client.ask(message)
        self.pending = None
        if isinstance(answer, Ack):
            self.acked.append((message, answer.v))
        else:
            assert isinstance(answer, No)
            assert answer.reason in {"stale", "not_your_turn", "game_over", "no_match"}, answer

    async def slap(self, client: WireClient) -> None:
        """Touch whenever another hand is down."""
        while True:
            await client.until(self.others_down, within=60)
            await asyncio.sleep(self.rng.uniform(0.05, 0.3))
            await client.command(Touch, self.seat)
            await client.until(lambda s: not self.others_down(s), within=60)

    def must_act(self, seen: Seen) -> bool:
        """Say whether the table waits for this player; who opened it begins the next match."""
        return bool(seen.legal) or (self.seat == 0 and seen.room.phase == "over")

    def others_down(self, seen: Seen) -> bool:
        """Say whether a hand but the own one touches."""
        return any(p == HAND_DOWN for seat, p in seen.hands.items() if seat != self.seat)

    def remember(self, seen: Seen) -> None:
        """Keep what this life of the server has told."""
        if seen.v < 0:
            return
        self.seen = seen
        for one in seen.told:
            self.told.setdefault(one.v, [])
        for version in {one.v for one in seen.told}:
            self.told[version] = [one.event for one in seen.told if one.v == version]


class Book:
    """What a table's log has told so far, read on from copy to copy."""

    def __init__(self, code: str) -> None:
        self.room = Room(code)
        self.lines: list[bytes] = []
        self.views: dict[int, dict[int, Any]] = defaultdict(dict)
        """Per version and seat, the view."""
        self.events: dict[int, list[Any]] = {}
        """Per version, its events."""
        self.records = 0
        self.commitments: list[str] = []
        """Those of the matches begun, in order."""

    def read(self, lines: list[bytes]) -> None:
        """Fold what is new; what was there must not have changed."""
        assert lines[: len(self.lines)] == self.lines
        for line in lines[len(self.lines) :]:
            entry = decode(line, type=Entry)
            assert encode(entry) == line
            change = self.room.play(entry)
            if isinstance(entry.body, Began):
                self.commitments.append(self.room.commitment)
            self.events[entry.seq] = change.events
            for seat in range(PEOPLE):
                table = self.room.table
                view = None if table is None else decode(encode(as_json(table.view(seat))))
                self.views[entry.seq][seat] = view
        self.lines = lines

    def check(self, player: Player) -> None:
        """Assert that all that a player was promised is here."""
        for message, version in player.acked:
            entry = decode(self.lines[version - 1], type=Entry)
            assert entry.command == message.id
            assert entry.body == Acted(message.seat, message.action)
        assert player.seen.v <= len(self.lines)
        if player.seen.sync is not None:
            assert player.seen.view == self.views[player.seen.v][player.seat]
        for version, events in player.told.items():
            seen = [event.seen_by(player.seat) for event in self.events[version]]
            assert events == decode(encode(seen))


@dataclass
class Evening:
    """Tables and players of one server."""

    serving: Mortal
    players: list[Player] = field(default_factory=list[Player])
    books: dict[str, Book] = field(default_factory=dict[str, Book])

    async def open(self) -> None:
        """Open the tables, sit everybody down, and begin."""
        for i, terms in enumerate(TABLES):
            wish = {"terms": terms, "name": "P0", "computers": False}
            async with httpx.AsyncClient(base_url=self.serving.url, trust_env=False) as host:
                opened = (await host.post("/api/tables", json=wish)).raise_for_status().json()
                await self.add(opened["code"], 0, host)
            for seat in range(1, min(PEOPLE, terms["seats"])):
                async with httpx.AsyncClient(base_url=self.serving.url, trust_env=False) as guest:
                    path = f"/api/tables/{opened['code']}/join"
                    joined = await guest.post(path, json={"name": f"P{i}{seat}"})
                    await self.add(opened["code"], joined.raise_for_status().json()["seat"], guest)
            self.books[opened["code"]] = Book(opened["code"])
            await self.players[-PEOPLE].begin(self.serving.url)

    async def add(self, code: str, seat: int, browser: httpx.AsyncClient) -> None:
        """Add a player who has a browser's cookie."""
        cookie = "; ".join(f"{name}={value}" for name, value in browser.cookies.items())
        self.players.append(Player(code, seat, cookie, random.Random(f"{code}/{seat}")))

    async def one_life(self, rng: random.Random | None, *, ends: int = 0) -> None:
        """Play until the server dies, from outside at a random moment, or by its own hand.

        From outside it does so once that many matches have ended on this evening.
        """
        lives = [asyncio.create_task(one.live(self.serving.url)) for one in self.players]
        try:
            if rng is not None:
                await self.moment(rng)
                async with asyncio.timeout(PATIENCE):
                    while sum(player.ends for player in self.players) < ends:
                        await asyncio.sleep(0.05)
                await asyncio.to_thread(self.serving.kill)
            await asyncio.wait_for(asyncio.gather(*lives), LATEST)
        finally:
            for life in lives:
                life.cancel()
            await asyncio.to_thread(self.serving.kill)

    async def moment(self, rng: random.Random) -> None:
        """Wait for a random moment: now and then while people are still coming back."""
        if rng.random() < WHILE_COMING:
            await asyncio.sleep(rng.uniform(0, 0.3))
            return
        before = [player.arrivals for player in self.players]
        async with asyncio.timeout(LATEST):
            while any(p.arrivals == n for p, n in zip(self.players, before, strict=True)):
                await asyncio.sleep(0.01)
        await asyncio.sleep(rng.uniform(0.05, 0.8))

    async def inspect(self) -> None:
        """Read a copy of what the dead server has left."""
        data, copied = self.serving.folder / "data", self.serving.folder / "copy"
        shutil.copytree(data, copied)
        store = SqliteStore.open(copied)
        try:
            for code, book in self.books.items():
                row = await store.find(code)
                assert row is not None
                book.read(await store.entries(row.id))
                await check_records(store, row.id, book)
        finally:
            await store.close()
        check_whole(copied)
        for player in self.players:
            self.books[player.code].check(player)
        shutil.rmtree(copied)


async def check_records(store: SqliteStore, table: int, book: Book) -> None:
    """Assert that every finished match is there, replays, and has the seal that was shown."""
    records = await store.records(table)
    finished = book.room.begun - (book.room.phase == "playing")
    assert len(records) == finished
    for record, commitment in list(zip(records, book.commitments, strict=False))[book.records :]:
        assert replay(parse_record(record.line)).is_over
        verify(record.line, commitment)
    book.records = len(records)


async def play_and_kill(folder: Path, kills: int, places: list[str], seed: int) -> Evening:
    """Play through so many deaths; a place "" is a kill from outside."""
    rng = random.Random(seed)
    evening = Evening(Mortal(folder))
    serving = evening.serving
    await asyncio.to_thread(serving.live, "", 0)
    try:
        await evening.open()
        await evening.one_life(rng)
        for i in range(1, kills - 1):
            await evening.inspect()
            place = places[i % len(places)]
            await asyncio.to_thread(serving.live, place, rng.randint(1, MOST_CHANCES))
            await evening.one_life(None if place else rng)
        await evening.inspect()
        await asyncio.to_thread(serving.live, "", 0)
        await evening.one_life(rng, ends=1)
        await evening.inspect()
    finally:
        serving.kill()
    serving.check()
    return evening


@pytest.mark.parametrize(
    ("places", "kills"),
    [
        pytest.param([""], 10, id="outside"),
        pytest.param(["write", "told"], 10, id="inside"),
        pytest.param([""], 100, id="outside, often", marks=pytest.mark.proof),
        pytest.param(["write", "told"], 100, id="inside, often", marks=pytest.mark.proof),
    ],
)
def test_nothing_that_was_acknowledged_or_told_is_lost(
    tmp_path: Path, places: list[str], kills: int
):
    evening = asyncio.run(play_and_kill(tmp_path, kills, places, kills))
    assert min(player.arrivals for player in evening.players) >= kills // 2
    assert sum(len(player.acked) for player in evening.players) >= 5 * kills
    assert sum(book.records for book in evening.books.values()) > 0
