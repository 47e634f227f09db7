"""All tables of a server: opened, found again, listed, put away, forgotten, closed."""

import asyncio
import time
from pathlib import Path
from typing import Any

import pytest

from tapete.server import rooms
from tapete.server.audience import Audience
from tapete.server.guests import LETTERS
from tapete.server.keeper import Keeper
from tapete.server.room import Denied
from tapete.server.rooms import Lifetimes, Rooms
from tapete.wire.messages import (
    PROTOCOL,
    Ack,
    Act,
    Bye,
    Hello,
    RoomReason,
    Sit,
    Start,
)
from tests.server.test_visit import Evening, evening


def kinds(keeper: Keeper) -> list[str]:
    return [chair.kind for chair in keeper.room.chairs]


# Opening and finding


@pytest.mark.parametrize("computers", [True, False])
def test_table_opens_with_its_host_and_computers_if_wanted(tmp_path: Path, computers: bool):
    async def play(here: Evening):
        opening = await here.open("declare", 3, computers=computers)
        keeper = await here.keeper(opening.code)
        others = "computer" if computers else "empty"
        assert kinds(keeper) == ["person", others, others]
        assert (opening.seat, keeper.room.seat_of_token(opening.token)) == (0, 0)
        assert (keeper.room.host, keeper.audience.info(keeper.room).seats[0].name) == ("g0", "Ana")
        assert len(opening.code) == 7
        assert set(opening.code) <= set(LETTERS)
        assert await here.log(opening.code)
        assert keeper.room.version == len(await here.log(opening.code))

    evening(tmp_path, play)


def test_tables_have_secrets_and_codes_of_their_own(tmp_path: Path):
    async def play(here: Evening):
        openings = [await here.open("declare", 2) for _ in range(5)]
        found = [(await here.keeper(one.code)).room for one in openings]
        for values in (
            {room.commitment for room in found},
            {one.code for one in openings},
            {one.token for one in openings},
        ):
            assert len(values) == 5

    evening(tmp_path, play)


def test_table_with_bad_terms_is_not_opened(tmp_path: Path):
    async def play(here: Evening):
        with pytest.raises(Denied) as denied:
            await here.open("declare", 3, preset="nobody's")
        assert denied.value.reason == RoomReason.BAD_TERMS
        assert here.rooms.count == 0
        assert await here.store.tables_of("g0") == []

    evening(tmp_path, play)


def test_code_that_is_taken_is_not_given_twice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    async def play(here: Evening):
        codes = iter(["BBBBBBB", "BBBBBBB", "BBBBBBB", "CCCCCCC"])
        monkeypatch.setattr(rooms, "new_code", lambda: next(codes))
        assert [(await here.open("toy", 2)).code for _ in range(2)] == ["BBBBBBB", "CCCCCCC"]

    evening(tmp_path, play)


def test_unknown_code_finds_nothing(tmp_path: Path):
    async def play(here: Evening):
        await here.open("toy", 2)
        assert await here.rooms.find("BBBBBBB") is None
        assert await here.rooms.find("") is None
        assert here.rooms.count == 1

    evening(tmp_path, play)


def test_table_is_read_once_however_many_come_for_it(tmp_path: Path):
    async def play(here: Evening):
        code = (await here.open("declare", 3)).code
        await here.restart()
        assert here.rooms.count == 0
        found = await asyncio.gather(*(here.rooms.find(code) for _ in range(20)))
        assert found[0] is not None
        assert all(one is found[0] for one in found)
        assert here.rooms.count == 1
        assert await here.rooms.find(code) is found[0]

    evening(tmp_path, play)


def test_finished_match_keeps_its_record_over_a_restart(tmp_path: Path):
    async def play(here: Evening):
        code = (await here.open("toy", 2)).code
        ana = await here.come(code)
        await ana.command(Start)
        while ana.seen.room.phase != "over":
            if ana.seen.legal:
                await ana.act(0)
            await asyncio.sleep(0.1)
        room = ana.seen.room
        assert room.record
        await here.restart()
        assert (await here.come(code)).seen.room == room

    evening(tmp_path, play)


# Putting away


def test_idle_tables_are_put_away_and_found_again(tmp_path: Path):
    async def play(here: Evening):
        here.rooms.start()
        busy, idle = await here.open("declare", 2), await here.open("declare", 3)
        ana = await here.come(busy.code)
        gone = await here.come(idle.code)
        await gone.command(Start)
        gone.leave()
        await asyncio.sleep(rooms.IDLE_AFTER - rooms.SWEEP_EVERY)
        assert here.rooms.count == 2
        await asyncio.sleep(2 * rooms.SWEEP_EVERY + 1)
        assert here.rooms.count == 1
        assert not ana.close_code
        log = await here.log(idle.code)
        back = await here.come(idle.code)
        assert (back.seen.v, back.seen.room.phase) == (len(log), "playing")
        assert back.seen.you.seats == [0]

    evening(tmp_path, play)


def test_table_put_away_and_found_at_once_goes_on(tmp_path: Path):
    async def play(here: Evening):
        code = (await here.open("declare", 2)).code
        for _ in range(5):
            away = asyncio.ensure_future(here.rooms.put_away(0))
            await asyncio.sleep(0)
            ana = await here.come(code)
            await away
            assert isinstance(await ana.command(Start), Ack) or ana.seen.room.phase == "playing"
            await asyncio.sleep(1)
            assert ana.seen.v == len(await here.log(code))
            ana.leave()
            await asyncio.sleep(0.1)

    evening(tmp_path, play)


def test_old_tables_and_guests_expire(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    async def play(here: Evening):
        code = (await here.open("declare", 2)).code
        everybody = Rooms(here.store, meter=here.counts, life=Lifetimes(tables=2, guests=4))  # pyright: ignore[reportArgumentType]
        assert await everybody.expire() == (0, 0)
        now = time.time()
        monkeypatch.setattr(time, "time", lambda: now + 3 * rooms.DAY)
        assert (await everybody.expire())[0] == 1
        assert await everybody.find(code) is None

    evening(tmp_path, play)


# Listing


def test_open_lobbies_are_listed_if_wanted(tmp_path: Path):
    async def play(here: Evening):
        first = await here.open("declare", 3, computers=False, listed=True)
        await here.open("declare", 3)
        second = await here.open("match-em", 4, computers=False, listed=True)

        async def listed() -> set[str]:
            return {keeper.room.code for keeper in await here.rooms.listed()}

        assert await listed() == {first.code, second.code}
        ana = await here.come(first.code)
        await ana.command(Start)
        assert await listed() == {second.code}
        await here.restart()
        assert await listed() == {second.code}

    evening(tmp_path, play)


# Forgetting


def test_forgotten_guest_leaves_every_table_and_no_name(tmp_path: Path):
    async def play(here: Evening):
        mine, other = await here.open("declare", 3), await here.open("declare", 3, guest="g1")
        asleep = await here.open("toy", 2)
        eva = await here.come(mine.code, "g1")
        await eva.command(Sit, 1, "Eva")
        ana = await here.come(other.code)
        await ana.command(Sit, 1, "Anita")
        await ana.command(Start)
        await here.rooms.put_away(0)
        assert here.rooms.count == 2
        await here.rooms.forget("g0")
        keepers = [await here.keeper(one.code) for one in (mine, other, asleep)]
        assert [kinds(keeper)[:2] for keeper in keepers] == [
            ["empty", "person"],
            ["person", "empty"],
            ["empty", "computer"],
        ]
        assert [keeper.room.host for keeper in keepers] == ["g1", "g1", ""]
        infos = [keeper.audience.info(keeper.room) for keeper in keepers]
        people = [[seat.name for seat in info.seats if seat.kind == "person"] for info in infos]
        # The other Ana, who is g1, stays.
        assert people == [["Eva"], ["Ana"], []]
        assert await here.store.tables_of("g0") == []
        assert (ana.seen.you.seats, eva.seen.you.seats) == ([], [1])
        assert eva.seen.room.host == eva.seen.you.guest
        assert not ana.close_code

    evening(tmp_path, play)


# The end, and what breaks


def test_closing_sends_everybody_away_for_now_and_keeps_what_was_under_way(tmp_path: Path):
    async def play(here: Evening):
        table = await here.open("declare", 2)
        ana = await here.come(table.code)
        await ana.command(Start)
        await ana.until(lambda d: d.seen.legal)
        act = Act("last", 0, ana.seen.legal[0], ana.seen.v)
        ana.say(act)
        await here.restart()
        assert ana.heard[-1] == Bye("restart")
        ack = next(one for one in ana.all(Ack) if one.id == "last")
        again = await here.come(table.code)
        assert again.seen.v >= ack.v
        assert await again.ask(act) == ack

    evening(tmp_path, play)


def test_closed_server_lets_nobody_in(tmp_path: Path):
    async def play(here: Evening):
        table = await here.open("declare", 2)
        await here.rooms.close()
        device = here.connect(table.code, "g0")
        device.say(Hello(PROTOCOL))
        await device.until(lambda d: d.close_code, within=5)
        assert here.rooms.count == 0

    evening(tmp_path, play)


def test_broken_table_is_told_to_the_log_and_read_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    async def play(here: Evening):
        table, other = await here.open("declare", 2), await here.open("declare", 2)
        ana, eva = await here.come(table.code), await here.come(other.code)
        broken = await here.keeper(table.code)

        def fail(*_: Any) -> None:
            raise RuntimeError("a fault of ours")

        with monkeypatch.context() as patch:
            patch.setattr(Audience, "sync_all", fail)
            ana.say(Start("s"))
            await ana.until(lambda d: d.close_code)
        assert ana.heard[-1] == Bye("restart")
        assert "a fault of ours" in caplog.text
        assert not eva.close_code
        back = await here.come(table.code)
        assert await here.keeper(table.code) is not broken
        # It was stored, though nobody was told.
        assert back.seen.room.phase == "playing"
        assert isinstance(await back.ask(Start("s")), Ack)

    evening(tmp_path, play)
