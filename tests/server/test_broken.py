"""What a server went down with, or told wrongly, when somebody set out to break it."""

import asyncio
import itertools
import json
from pathlib import Path
from typing import Any

import apsw
import httpx
import pytest

from tapete.server import audience, folding, keeper, rooms
from tapete.server.app import guarded, living
from tapete.server.database import DATABASE
from tapete.server.desk import Desk
from tapete.server.guests import new_code
from tapete.server.inbox import Away
from tapete.server.info import told_apart
from tapete.server.limits import GUESSES, REQUESTS
from tapete.server.orders import Who, bodies_of
from tapete.server.patient_http import PatientHttp
from tapete.server.process import make_config
from tapete.server.room import Denied
from tapete.server.settings import Settings
from tapete.server.sqlite import SqliteStore
from tapete.server.store import StoreError
from tapete.wire.messages import (
    PROTOCOL,
    Ack,
    Bye,
    Fault,
    Hello,
    Man,
    No,
    Rename,
    SetTerms,
    Sit,
    Stand,
    Start,
    Terms,
)
from tests.server.serving import Serving
from tests.server.test_door import HERE, PORT, greet, knock, let_in
from tests.server.test_visit import Evening, evening
from tests.server.wire_client import WireClient

DEEP = 1900
"""Brackets that fit into a message, and into no stack."""


# One stranger, one table


@pytest.mark.parametrize(
    "token", ["ñ", "\U0001f0a1" * 100, "…"], ids=["letter", "pictures", "sign"]
)
def test_a_token_of_any_letters_is_only_a_wrong_one(tmp_path: Path, token: str):
    async def play(here: Evening):
        table = await here.open("declare", 2)
        ana = await here.come(table.code)
        stranger = await here.come(table.code, "g1", token=token)
        assert stranger.seen.you.seats == []
        assert isinstance(await ana.command(Rename, 0, "Eva"), Ack)

    evening(tmp_path, play)


def test_brackets_in_brackets_are_a_fault_like_any_other(tmp_path: Path):
    async def play(here: Evening):
        device = await here.come((await here.open("declare", 2)).code)
        device.say(b'{"a":' + b"[" * DEEP + b"]" * DEEP + b',"t":"ping","n":1}')
        assert len(device.all(Fault)) == 1
        assert not device.close_code

    evening(tmp_path, play)


def test_everybody_comes_back_to_a_table_that_somebody_breaks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    def breaking(room: Any, one: Any) -> None:
        if one.guest == "breaker":
            raise RuntimeError("as asked")
        audience.seat_down(room, one)

    monkeypatch.setattr(keeper, "seat_down", breaking)

    async def play(here: Evening):
        table = await here.open("declare", 2)
        ana = await here.come(table.code)
        others = [here.connect(table.code, guest) for guest in ("breaker", "g1")]
        for one in others:
            one.say(Hello(PROTOCOL))
        for one in (ana, *others):
            await one.until(lambda d: d.close_code, within=5)
            assert one.all(Bye) == [Bye("restart")]
        assert (await here.come(table.code)).seen.you.seats == [0]

    evening(tmp_path, play)


def test_who_asks_a_table_that_breaks_is_answered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    def breaking(room: Any, who: Who, message: Any, given: Any) -> Any:
        if isinstance(message, Sit):
            raise RuntimeError("as asked")  # noqa: TRY004  # no message's fault
        return bodies_of(room, who, message, given)

    monkeypatch.setattr(keeper, "bodies_of", breaking)

    async def play(here: Evening):
        found = await here.keeper((await here.open("declare", 3)).code)
        one, two = (asyncio.create_task(found.join(guest, "Bea", -1)) for guest in ("g1", "g2"))
        for joining in (one, two):
            with pytest.raises(Away):
                await asyncio.wait_for(joining, 5)

    evening(tmp_path, play)


def test_only_so_many_orders_wait_for_a_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(keeper, "MOST_ORDERS", 5)

    async def play(here: Evening):
        table = await here.open("declare", 2)
        ana, eva = [await here.come(table.code, guest) for guest in ("g0", "g1")]
        here.store.open.clear()
        for i in range(7):
            ana.say(Rename(f"r{i}", 0, f"Ana {i}"))
        assert ana.all(Bye) == [Bye("restart")]
        here.store.open.set()
        await eva.until(lambda d: any(s.name == "Ana 4" for s in d.seen.room.seats))
        assert not eva.close_code

    evening(tmp_path, play)


# Seats


def test_who_joins_several_times_at_once_gets_as_many_seats(tmp_path: Path):
    async def play(here: Evening):
        found = await here.keeper((await here.open("declare", 6, computers=False)).code)
        joined = await asyncio.gather(*(found.join("g1", f"Bea {i}", -1) for i in range(5)))
        assert sorted(seat for seat, _ in joined) == [1, 2, 3, 4, 5]
        assert [found.room.seat_of_token(token) for _, token in joined] == [s for s, _ in joined]

    evening(tmp_path, play)


def test_whose_new_seat_is_freed_at_once_is_told_so(tmp_path: Path):
    async def play(here: Evening):
        found = await here.keeper((await here.open("declare", 2, computers=False)).code)
        joining = asyncio.create_task(found.join("g1", "Bea", -1))
        await asyncio.sleep(0)
        await found.order(Who("g1", frozenset([1])), Stand("s", 1))
        with pytest.raises(Away):
            await joining

    evening(tmp_path, play)


def test_one_device_has_one_seat_where_hands_are_slapped_however_it_joins(tmp_path: Path):
    async def play(here: Evening):
        found = await here.keeper((await here.open("hands-down", 3, computers=False)).code)
        assert found.room.game.races is not None
        await found.join("g1", "Bea", -1)
        with pytest.raises(Denied) as no:
            await found.join("g1", "Bea", -1)
        assert no.value.reason == "already_seated"

    evening(tmp_path, play)


def test_token_goes_with_its_person_to_a_smaller_table(tmp_path: Path):
    async def play(here: Evening):
        table = await here.open("declare", 4)
        ana = await here.come(table.code)
        seat, token = await (await here.keeper(table.code)).join("g1", "Robot", 3)
        robot = await here.come(table.code, "someone", token=token)
        assert robot.seen.you.seats == [seat] == [3]
        await ana.command(SetTerms, Terms(game="declare", seats=3))
        await robot.until(lambda d: d.seen.you.seats == [1])
        assert robot.seen.you.tokens == [token]
        assert (await here.come(table.code, "somebody", token=token)).seen.you.seats == [1]

    evening(tmp_path, play)


def test_second_seat_taken_by_a_device_with_a_token_is_its_own(tmp_path: Path):
    async def play(here: Evening):
        table = await here.open("declare", 3, computers=False)
        phone = await here.come(table.code, "phone", token=table.token)
        assert isinstance(await phone.command(Sit, 1, "Bea"), Ack)
        assert phone.seen.you.seats == [0, 1]
        assert (await here.come(table.code, "phone")).seen.you.seats == [1]
        assert isinstance(await phone.command(Stand, 1), Ack)

    evening(tmp_path, play)


def test_computer_changed_in_a_match_plays_on_as_what_it_is_now(tmp_path: Path):
    async def play(here: Evening):
        table = await here.open("declare", 2)
        ana = await here.come(table.code)
        await ana.command(Start)
        assert isinstance(await ana.command(Man, 1, "uniform"), Ack)
        found = await here.keeper(table.code)
        assert found._computers[1].kind == "uniform"

    evening(tmp_path, play)


# Names and forgetting


@pytest.mark.parametrize(
    ("names", "shown"),
    [
        (["Ana", "Ana", "ana"], ["Ana", "Ana 2", "ana 3"]),
        (["Ana 2", "Ana", "Ana"], ["Ana 2", "Ana", "Ana 3"]),
        (["Ana", "Ana", "Ana 2"], ["Ana", "Ana 2", "Ana 2 2"]),
    ],
)
def test_no_two_names_are_alike_whatever_they_are(names: list[str], shown: list[str]):
    assert told_apart(names) == shown


def test_who_is_forgotten_leaves_neither_name_nor_number_in_any_file(tmp_path: Path):
    guest = "6f" * 16
    names = ("Ximena", "Ximénez", "Ximy")

    def where(text: str) -> list[str]:
        return [f.name for f in tmp_path.iterdir() if text.encode() in f.read_bytes()]

    async def play(here: Evening):
        table = await here.open("declare", 2, guest=guest)
        found = await here.keeper(table.code)
        owner = await here.come(table.code, guest)
        await owner.command(Rename, 0, names[0])
        phone = await here.come(table.code, "phone", token=table.token)
        await phone.command(Sit, 1, "Tablet")
        await phone.command(Rename, 0, names[1])
        await owner.command(Start)
        await owner.command(Rename, 0, names[2])
        assert all(where(one) for one in (guest, *names))
        before = found.room.table.view() if found.room.table else None
        await here.rooms.forget(guest)
        assert [where(one) for one in (guest, *names)] == [[], [], [], []]
        assert where("Tablet")
        await here.restart()
        again = (await here.keeper(table.code)).room
        assert again.version == found.room.version
        assert again.table is not None
        assert again.table.view() == before
        assert again.seats_of("phone") == [1]

    evening(tmp_path, play)


# The store


def spoil(folder: Path) -> None:
    """Make the first table's log one that nobody can read."""
    db = apsw.Connection(str(folder / DATABASE))
    db.execute("update entries set body = x'7b' where table_id = 1 and seq = 2")
    db.close()


def test_a_table_that_cannot_be_read_is_in_nobodys_way(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
):
    async def play(here: Evening):
        bad = await here.open("declare", 2, computers=False, listed=True)
        good = await here.open("declare", 2, computers=False, listed=True)
        await here.close()
        spoil(tmp_path)
        here.start()
        assert [one.room.code for one in await here.rooms.listed()] == [good.code]
        assert await here.rooms.find(bad.code) is None
        device = here.connect(bad.code, "g0")
        device.say(Hello(PROTOCOL))
        await device.until(lambda d: d.close_code, within=5)
        assert device.all(Bye) == [Bye("gone")]
        assert "table 1 cannot be read" in caplog.text
        assert (await here.come(good.code)).seen.you.seats == [0]

    evening(tmp_path, play)


def test_a_table_deleted_while_somebody_looks_at_it_is_gone(tmp_path: Path):
    async def play(here: Evening):
        table = await here.open("declare", 2)
        ana = await here.come(table.code)
        await here.store.expire(1e12, 0.0)
        ana.say(Start("s"))
        await ana.until(lambda d: d.close_code, within=5)
        assert ana.all(Bye) == [Bye("restart")]
        back = here.connect(table.code, "g0")
        back.say(Hello(PROTOCOL))
        await back.until(lambda d: d.close_code, within=5)
        assert back.all(Bye) == [Bye("gone")]

    evening(tmp_path, play)


def test_tables_are_put_away_whatever_the_store_says_to_deleting(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
):
    async def play(here: Evening):
        here.rooms.start()
        here.store.failing = {"expire"}
        await here.open("declare", 2)
        await asyncio.sleep(rooms.SWEEP_EVERY + 1)
        assert "nothing old can be deleted" in caplog.text
        await asyncio.sleep(rooms.IDLE_AFTER + rooms.SWEEP_EVERY)
        assert here.rooms.count == 0

    evening(tmp_path, play)


def test_what_a_table_cannot_store_is_told_to_the_log(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
):
    async def play(here: Evening):
        ana = await here.come((await here.open("declare", 2)).code)
        here.store.failing = {"append"}
        assert isinstance(await ana.command(Rename, 0, "Eva"), No)
        await asyncio.sleep(0)
        assert "table 1 cannot be stored: as asked" in caplog.text

    evening(tmp_path, play)


def test_who_says_hello_while_the_server_ends_is_to_come_back(tmp_path: Path):
    async def play(here: Evening):
        table = await here.open("declare", 2)
        device = here.connect(table.code, "g0")
        await here.rooms.close()
        device.say(Hello(PROTOCOL))
        await device.until(lambda d: d.close_code, within=5)
        assert device.all(Bye) == [Bye("restart")]
        await here.restart()

    evening(tmp_path, play)


def test_a_long_log_is_read_between_the_turns_of_others(tmp_path: Path):
    async def play(here: Evening):
        table = await here.open("declare", 2)
        found = await here.keeper(table.code)
        for i in range(10 * folding.FOLDED_AT_ONCE):
            await found.order(Who("g0", frozenset([0])), Rename(f"r{i}", 0, "Ana"))
        lines = await here.log(table.code)
        turns = itertools.count()

        async def others() -> None:
            while True:
                next(turns)
                await asyncio.sleep(0)

        meanwhile = asyncio.create_task(others())
        room = await folding.fold_gently(table.code, lines)
        meanwhile.cancel()
        assert room.version == found.room.version
        assert next(turns) >= 10

    evening(tmp_path, play)


# The server


@pytest.fixture
async def desk(tmp_path: Path) -> Any:
    made = Desk(Settings(data=tmp_path), SqliteStore.open(tmp_path), port=PORT)
    async with living(made):
        yield made


@pytest.fixture
async def client(desk: Desk) -> Any:
    transport = httpx.ASGITransport(guarded(desk), client=("192.0.2.7", 5000))
    async with httpx.AsyncClient(
        transport=transport, base_url=HERE, headers={"origin": HERE}
    ) as one:
        yield one


async def test_many_guesses_at_once_learn_no_more_than_many_in_a_row(
    desk: Desk, client: httpx.AsyncClient
) -> None:
    right = await desk.rooms.open(Terms(game="declare", seats=2), "g0", "Ana", computers=False)
    guesses = [new_code() for _ in range(REQUESTS.burst - 10)]
    answers = await asyncio.gather(
        *(client.get(f"/api/tables/{code}") for code in [*guesses, right.code])
    )
    told = [answer.status_code for answer in answers]
    assert told.count(404) == GUESSES.burst
    assert told.count(429) == len(told) - GUESSES.burst


async def test_many_sockets_at_once_learn_no_more_than_many_in_a_row(desk: Desk) -> None:
    visitors = [let_in(desk, knock(new_code())) for _ in range(GUESSES.burst + 20)]
    ends = [(await greet(visitor, wire))["reason"] for visitor, wire in visitors]
    assert (ends.count("gone"), ends.count("restart")) == (GUESSES.burst, 20)


@pytest.mark.parametrize("body", ["[" * 30_000 + "]" * 30_000, '{"a":' * 9000 + "1" + "}" * 9000])
async def test_deep_bodies_are_bad_requests(
    client: httpx.AsyncClient, body: str, caplog: pytest.LogCaptureFixture
) -> None:
    for sent in (body, f'{{"x":{body}}}', f'{{"terms":{body}}}'):
        answer = await client.post(
            "/api/tables", content=sent, headers={"content-type": "application/json"}
        )
        assert (answer.status_code, answer.json()["reason"]) == (400, "bad_request")
    assert caplog.text == ""


async def test_metrics_name_their_character_set_once(client: httpx.AsyncClient) -> None:
    kind = (await client.get("/metrics")).headers["content-type"]
    assert kind == "text/plain; version=0.0.4; charset=utf-8"


async def test_drawing_is_for_links_and_not_without_end(client: httpx.AsyncClient) -> None:
    faces = {"text": f"{HERE}/t/" + "\U0001f0a1" * 200}
    assert (await client.post("/api/qr", json=faces)).status_code == 400
    links = [f"{HERE}/t/BCDFGHJ#{i}" for i in range(12)]
    told = [(await client.post("/api/qr", json={"text": one})).status_code for one in links]
    assert (told[0], told[-1]) == (200, 429)


async def test_a_disk_that_fails_is_not_said_to_be_a_server_that_closes(
    client: httpx.AsyncClient, desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def failing(*_: Any, **__: Any) -> None:
        raise StoreError("the disk is full")

    monkeypatch.setattr(desk.store, "open_table", failing)
    wish = {"terms": {"game": "declare", "seats": 2}, "name": "Ana"}
    told = (await client.post("/api/tables", json=wish)).json()
    assert told["reason"] == "not_saved"
    assert "closing" not in told["text"]


async def test_who_cannot_be_forgotten_now_keeps_the_cookie_to_try_again(
    client: httpx.AsyncClient, desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def failing(_: str) -> None:
        raise StoreError("the disk is full")

    guest = (await client.get("/api/me")).json()["guest"]
    with monkeypatch.context() as patch:
        patch.setattr(desk.store, "forget", failing)
        assert (await client.delete("/api/me")).status_code == 503
    assert (await client.get("/api/me")).json()["guest"] == guest
    assert (await client.delete("/api/me")).status_code == 204
    assert (await client.get("/api/me")).json()["guest"] != guest


@pytest.mark.parametrize("sockets", ["picows", "asgi"])
def test_half_a_request_is_not_waited_for_whatever_carries_websockets(tmp_path: Path, sockets: Any):
    settings = Settings(data=tmp_path, sockets=sockets)
    config = make_config(settings, None, None)  # pyright: ignore[reportArgumentType]
    config.load()
    assert config.http_protocol_class is PatientHttp


def test_the_log_holds_nobodys_address(tmp_path: Path):
    async def visit_table(url: str) -> None:
        wish = {"terms": {"game": "declare", "seats": 2}, "name": "Ana"}
        async with httpx.AsyncClient(base_url=url) as client:
            table = (await client.post("/api/tables", json=wish)).json()
        async with await WireClient.arrive(url, table["code"], token=table["token"]):
            pass

    with Serving(tmp_path, "--log", "json") as server:
        asyncio.run(visit_table(server.url))
    lines = [json.loads(line) for line in server.log.read_text(encoding="utf-8").splitlines()]
    assert [line["message"] for line in lines] == ["ready", "ending", "ended"]
