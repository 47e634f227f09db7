"""Who is let in by websocket, and what is counted of them; on a connection that is a stand-in."""

from asyncio import sleep, timeout
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from msgspec.json import decode, encode

from tapete.server.app import living
from tapete.server.connection import Knock, Refusal
from tapete.server.desk import Desk
from tapete.server.door import TRY_LATER, Counted, Door
from tapete.server.guests import format_code, new_code, new_guest
from tapete.server.limits import GUESSES, PER_GUEST_AND_TABLE
from tapete.server.settings import Settings
from tapete.server.sqlite import SqliteStore
from tapete.wire.messages import PROTOCOL, Hello, Ping, Terms
from tests.server.wire_client import PATIENCE

PORT = 8765
HERE = f"http://127.0.0.1:{PORT}"
CALLER, NEIGHBOUR = "192.0.2.7", "192.0.2.8"
TERMS = Terms(game="declare", seats=3)


@dataclass
class Wire:
    """A connection that remembers."""

    frames: list[bytes] = field(default_factory=list[bytes])
    codes: list[int] = field(default_factory=list[int])
    buffered: int = 0

    def send(self, frame: bytes) -> int:
        self.frames.append(frame)
        return self.buffered

    def offer(self, frame: bytes) -> None:
        self.frames.append(frame)

    def close(self, code: int) -> None:
        self.codes.append(code)


@pytest.fixture
async def desk(tmp_path: Path) -> AsyncIterator[Desk]:
    made = Desk(Settings(data=tmp_path), SqliteStore.open(tmp_path), port=PORT)
    async with living(made):
        yield made


def knock(code: str, client: str = CALLER, **headers: str) -> Knock:
    told = {"host": f"127.0.0.1:{PORT}", "origin": HERE, **headers}
    return Knock(f"/ws/{code}", {k.replace("_", "-"): v for k, v in told.items()}, client, False)


def let_in(desk: Desk, which: Knock) -> tuple[Counted, Wire]:
    """Return a visitor that was let in, with its connection opened."""
    visitor, wire = Door(desk).admit(which), Wire()
    assert isinstance(visitor, Counted)
    visitor.opened(wire)
    return visitor, wire


def status(desk: Desk, which: Knock) -> int:
    """Return with which status a knock is refused."""
    refusal = Door(desk).admit(which)
    assert isinstance(refusal, Refusal)
    assert refusal.text
    return int(refusal.status)


async def greet(visitor: Counted, wire: Wire) -> dict[str, Any]:
    """Say hello; return the sync or the goodbye that answers it."""
    visitor.received(encode(Hello(PROTOCOL)))
    async with timeout(PATIENCE):
        while True:
            for message in map(decode, wire.frames):
                if message["t"] in {"sync", "bye"}:
                    return message
            await sleep(0.001)


async def test_table_is_found_however_its_code_is_typed(desk: Desk) -> None:
    code = (await desk.rooms.open(TERMS, new_guest(), "Ana", computers=False)).code
    for typed in (code, code.lower(), format_code(code)):
        assert (await greet(*let_in(desk, knock(typed))))["t"] == "sync"


async def test_browsers_seat_is_found_by_its_cookie(desk: Desk) -> None:
    guest = new_guest()
    code = (await desk.rooms.open(TERMS, guest, "Ana", computers=False)).code
    for cookie, seats in ((desk.ring.sign(guest), [0]), (guest, []), ("", [])):
        visitor, wire = let_in(desk, knock(code, cookie=f"tapete={cookie}"))
        assert (await greet(visitor, wire))["you"]["seats"] == seats


async def test_others_pages_names_and_paths_are_refused(desk: Desk) -> None:
    code = new_code()
    assert status(desk, knock(code, origin="http://evil.example")) == 403
    assert status(desk, knock(code, sec_fetch_site="cross-site")) == 403
    assert status(desk, knock(code, host="evil.example")) == 421
    assert status(desk, Knock("/elsewhere", knock(code).headers, CALLER, False)) == 404
    assert desk.metrics.refusals == {"http_403": 2, "http_421": 1, "http_404": 1}


async def test_program_without_a_cookie_needs_no_origin(desk: Desk) -> None:
    headers = {"host": f"127.0.0.1:{PORT}"}
    path = f"/ws/{new_code()}"
    assert isinstance(Door(desk).admit(Knock(path, headers, CALLER, False)), Counted)
    lent = {**headers, "cookie": f"tapete={desk.ring.sign(new_guest())}"}
    assert isinstance(Door(desk).admit(Knock(path, lent, CALLER, False)), Refusal)


async def test_wrong_codes_shut_the_door_for_their_address(desk: Desk) -> None:
    code = (await desk.rooms.open(TERMS, new_guest(), "Ana", computers=False)).code
    for i in range(GUESSES.burst):
        if i % 2:
            assert status(desk, knock("AEIOU")) == 404
        else:
            assert (await greet(*let_in(desk, knock(new_code()))))["t"] == "bye"
    assert status(desk, knock(code)) == 429
    assert (await greet(*let_in(desk, knock(code, NEIGHBOUR))))["t"] == "sync"


async def test_one_guest_has_only_so_many_connections_to_a_table(desk: Desk) -> None:
    cookie = f"tapete={desk.ring.sign(new_guest())}"
    code = new_code()
    many = [let_in(desk, knock(code, cookie=cookie)) for _ in range(PER_GUEST_AND_TABLE)]
    assert all(wire.codes == [] for _, wire in many)
    late, wire = let_in(desk, knock(code, cookie=cookie))
    assert wire.codes == [TRY_LATER]
    late.received(encode(Ping(1)))
    late.closed()
    assert wire.frames == []
    assert desk.metrics.sockets == PER_GUEST_AND_TABLE
    many[0][0].closed()
    _, wire = let_in(desk, knock(code, cookie=cookie))
    assert wire.codes == []


async def test_messages_are_counted_in_both_directions(desk: Desk) -> None:
    visitor, wire = let_in(desk, knock(new_code()))
    visitor.received(encode(Ping(1)))
    visitor.received(encode(Ping(2)))
    assert desk.metrics.sockets == 1
    visitor.offer(b"{}")
    assert (desk.metrics.frames_in, desk.metrics.frames_out) == (2, 3)
    assert len(wire.frames) == 3
    wire.buffered = 77
    assert visitor.buffered == 77
    assert visitor.send(b"{}") == 77
    visitor.closed()
    assert desk.metrics.sockets == 0


async def test_nobody_is_let_in_at_the_end(desk: Desk) -> None:
    await desk.drain()
    assert status(desk, knock(new_code())) == 503
