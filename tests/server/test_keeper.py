"""One table kept going: who is told what, who plays for whom, and what time does to it."""

import asyncio
import random
from collections.abc import Awaitable, Sequence
from pathlib import Path
from typing import Any

import pytest
from msgspec.json import decode

from tapete.core.errors import Reason
from tapete.core.race import GRACE_MS
from tapete.games import games
from tapete.server import visit
from tapete.server.connection import LATE_BYTES
from tapete.server.entries import Acted, Entry, Hosted, Raced, Touched
from tapete.server.motion import Motion
from tapete.server.pace import Pace
from tapete.table.events import wholes
from tapete.wire.messages import (
    HAND_DOWN,
    PROTOCOL,
    Ack,
    Act,
    Again,
    AskLook,
    AskMoves,
    Bye,
    Eyes,
    Hand,
    HandAt,
    Hello,
    Host,
    Look,
    Moves,
    No,
    Nonce,
    Pong,
    Rename,
    RoomReason,
    Sit,
    Speak,
    Stand,
    Start,
    Status,
    Sync,
    Touch,
)
from tests.server.test_visit import Device, Evening, evening

TURN = 0.3
"""How long people think, in seconds of the evening's clock."""
every_game = pytest.mark.parametrize("name", list(games()))
AT_EASE = Pace()
"""The pace of a server as people start it."""


async def play_on(device: Device, rng: random.Random) -> None:
    """Choose at random whenever the device's eyes must."""
    while True:
        await device.until(lambda d: d.seen.legal and d.seen.actor == d.seen.you.eyes)
        await asyncio.sleep(TURN)
        if device.seen.legal:
            await device.act(rng.choice(device.seen.legal))


async def together(main: Awaitable[Any], *others: Awaitable[Any]) -> Any:
    """Return what `main` returns while others go on meanwhile; raise what goes wrong with any."""
    tasks = [asyncio.ensure_future(one) for one in (main, *others)]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        for task in tasks[1:]:
            if task.done():
                task.result()
        return await tasks[0]
    finally:
        for task in tasks[1:]:
            task.cancel()
        await asyncio.gather(*tasks[1:], return_exceptions=True)


async def party(here: Evening, game: str, people: int, seats: int, **terms: Any) -> list[Device]:
    """Return devices of so many people at a table that has begun, computers in the other seats."""
    table = await here.open(game, seats, computers=False, **terms)
    devices = [await here.come(table.code, f"g{i}") for i in range(people)]
    for i, device in enumerate(devices[1:], 1):
        assert isinstance(await device.command(Sit, i, f"P{i}"), Ack)
    assert isinstance(await devices[0].command(Start), Ack)
    for device in devices:
        await device.until(lambda d: d.seen.room.phase == "playing")
    return devices


def code_of(device: Device) -> str:
    return device.seen.room.code


async def entries(here: Evening, code: str) -> list[Entry]:
    return [decode(line, type=Entry) for line in await here.log(code)]


def is_on(device: Device) -> bool:
    """Say whether it is the turn of the seat whose eyes a device has."""
    return device.seen.actor == device.seen.you.eyes >= 0


async def turn_of(device: Device, others: Sequence[Device] = ()) -> None:
    """Wait until it is a device's turn, others playing meanwhile."""
    await together(
        device.until(is_on),
        *(play_on(other, random.Random(i)) for i, other in enumerate(others)),
    )


def same_as_fresh(known: Device, fresh: Device) -> None:
    """Assert that a device knows what a newcomer with the same eyes has just been told."""
    assert known.seen.v == fresh.seen.v
    for part in ("view", "actor", "legal", "room", "status"):
        assert getattr(known.seen, part) == getattr(fresh.seen, part), part
    assert known.seen.you.eyes == fresh.seen.you.eyes


# Whole matches


@every_game
def test_match_comes_to_everybody_without_gaps_and_as_it_stands(tmp_path: Path, name: str):
    async def play(here: Evening):
        seats = games()[name].max_seats
        devices = await party(here, name, seats - 1, seats)
        code = code_of(devices[0])
        watching = await here.come(code, "stranger", lang="es")
        rng = random.Random(name)

        async def look_in() -> None:
            """Compare somebody with a newcomer now and then."""
            while devices[0].seen.room.phase == "playing":
                await asyncio.sleep(rng.uniform(1, 20))
                known = rng.choice([*devices, watching])
                fresh = await here.come(code, known.visit.guest)
                same_as_fresh(known, fresh)
                fresh.leave()

        await together(look_in(), *(play_on(device, rng) for device in devices))
        log = await entries(here, code)
        assert [entry.seq for entry in log] == list(range(1, len(log) + 1))
        assert {device.seen.v for device in [*devices, watching]} == {len(log)}
        room = (await here.keeper(code)).room
        assert room.table is not None
        told = [one for one in watching.seen.told if one.event]
        assert [one.event for one in told] == [e.seen_by(-1) for e in room.table.events]
        assert devices[0].seen.room.result.winners == room.winners()
        record = await here.store.record(devices[0].seen.room.record.rpartition("/")[2])
        assert record.game == name
        assert sum(one.wins for one in devices[0].seen.room.tally) == len(room.winners())

    evening(tmp_path, play)


def test_another_match_begins_with_the_same_people_for_everybody(tmp_path: Path):
    async def play(here: Evening):
        ana, eva = await party(here, "toy", 2, 3)
        watching = await here.come(code_of(ana), "late")
        assert (await watching.command(Sit)).reason == RoomReason.NO_FREE_SEAT  # pyright: ignore[reportAttributeAccessIssue]
        rng = random.Random(1)
        over = ana.until(lambda d: d.seen.room.phase == "over")
        await together(over, play_on(ana, rng), play_on(eva, rng))
        assert isinstance(await eva.command(Nonce, 1, "ab" * 16), Ack)
        assert [one.ready for one in ana.seen.room.seats] == [False, True, False]
        assert isinstance(await watching.command(Sit, 2, "Late"), Ack)
        assert isinstance(await eva.command(Again), Ack)
        for device, eyes in ((ana, 0), (eva, 1), (watching, 2)):
            await device.until(lambda d: d.seen.room.match == 2 and d.seen.room.phase == "playing")
            assert device.seen.you.eyes == eyes
            assert device.seen.view["seat"] == eyes
        assert ana.seen.room.record == ""
        assert [one.name for one in ana.seen.room.tally if one.wins]

    evening(tmp_path, play)


# Commands


@pytest.mark.parametrize("is_restarted", [False, True], ids=["at once", "after a restart"])
def test_command_sent_again_is_done_once(tmp_path: Path, is_restarted: bool):
    async def play(here: Evening):
        (ana,) = await party(here, "declare", 1, 3)
        code = code_of(ana)
        await turn_of(ana)
        act = Act("once", 0, ana.seen.legal[0], ana.seen.v)
        first = await ana.ask(act)
        assert isinstance(first, Ack)
        await turn_of(ana)
        if is_restarted:
            await here.restart()
            assert ana.heard[-1] == Bye("restart")
            ana = await here.come(code)
        log = await here.log(code)
        assert await ana.ask(act) == first
        assert await here.log(code) == log
        rename = Rename("twice", 0, "Eva")
        ana.say(rename)
        again = await ana.ask(rename)
        assert ana.all(Ack)[-2:] == [again, again]
        assert len(await here.log(code)) == len(log) + 1

    evening(tmp_path, play)


def test_command_of_a_program_that_has_a_token_alone_is_done_once(tmp_path: Path):
    async def play(here: Evening):
        ana, eva = await party(here, "declare", 2, 2)
        token = eva.seen.you.tokens[0]
        # Without a cookie every connection is another guest.
        program = await here.come(code_of(ana), "first", token=token)
        await turn_of(program, [ana])
        act = Act("once", 1, program.seen.legal[0], program.seen.v)
        first = await program.ask(act)
        program.leave()
        again = await here.come(code_of(ana), "second", token=token)
        assert await again.ask(act) == first

    evening(tmp_path, play)


def test_refused_command_is_no_memory_and_says_why(tmp_path: Path):
    async def play(here: Evening):
        ana, eva = await party(here, "declare", 2, 2, clock=0)
        await eva.until(lambda d: d.seen.actor >= 0)
        first, second = (ana, eva) if is_on(ana) else (eva, ana)
        second.say(Speak("es"))
        action = first.seen.legal[0]
        seat = second.seen.you.eyes
        no = await second.ask(Act("a", seat, action, second.seen.v))
        assert isinstance(no, No)
        assert (no.reason, no.text) == (
            Reason.NOT_YOUR_TURN,
            f"ahora elige el asiento {1 - seat}, no el {seat}",
        )
        await together(second.until(is_on), first.act(action))
        assert isinstance(
            await second.ask(Act("a", seat, second.seen.legal[0], second.seen.v)), Ack
        )
        assert here.counts.refusals == [Reason.NOT_YOUR_TURN]

    evening(tmp_path, play)


def test_choice_for_an_older_version_is_stale(tmp_path: Path):
    async def play(here: Evening):
        (ana,) = await party(here, "declare", 1, 2)
        await turn_of(ana)
        no = await ana.ask(Act("a", 0, ana.seen.legal[0], ana.seen.v - 1))
        assert isinstance(no, No)
        assert no.reason == RoomReason.STALE
        assert isinstance(await ana.act(ana.seen.legal[0]), Ack)

    evening(tmp_path, play)


def test_asked_moves_and_views_come_in_words(tmp_path: Path):
    async def play(here: Evening):
        ana, eva = await party(here, "declare", 2, 2)
        await eva.until(lambda d: d.seen.actor >= 0)
        for device in (ana, eva):
            device.say(AskMoves())
            moves = await device.next(Moves)
            assert [one.action for one in moves.moves] == device.seen.legal
            assert all(one.text and one.notation for one in moves.moves)
            device.say(AskLook())
            assert "P1" in (await device.next(Look)).text or device is eva

    evening(tmp_path, play)


# Coming back


def test_who_comes_back_is_told_what_came_since(tmp_path: Path):
    async def play(here: Evening):
        ana, eva = await party(here, "declare", 2, 4)
        rng = random.Random(3)
        await together(ana.until(lambda d: d.seen.v > 30), play_on(ana, rng), play_on(eva, rng))
        since = ana.seen.v
        ana.leave()
        await turn_of(eva)
        await eva.act(eva.seen.legal[0])
        other = await here.come(code_of(eva), "g0", since=since)
        assert other.seen.sync is not None
        assert other.seen.sync.since == since
        whole = await here.come(code_of(eva), "g0")
        assert other.seen.told == [one for one in whole.seen.told if one.v > since]
        assert 0 < len(other.seen.told) < len(whole.seen.told)
        assert other.seen.view == whole.seen.view

    evening(tmp_path, play)


def test_table_goes_on_after_a_restart_with_the_same_hands_and_versions(tmp_path: Path):
    async def play(here: Evening):
        ana, eva = await party(here, "declare", 2, 3, clock=30)
        await turn_of(ana, [eva])
        # Time passes that is no part of anybody's turn.
        before = ana.seen
        await here.restart()
        await asyncio.sleep(1000)
        again = await here.come(before.room.code)
        for part in ("v", "view", "actor", "legal", "room", "you", "told"):
            assert getattr(again.seen, part) == getattr(before, part), part
        assert again.seen.status is not None
        assert again.seen.status.left_ms == 30_000
        await asyncio.sleep(29)
        assert again.seen.v == before.v
        assert isinstance(await again.act(again.seen.legal[0]), Ack)

    evening(tmp_path, play)


# Clocks and absences


def test_clock_plays_for_who_runs_out_and_throws_nobody_out(tmp_path: Path):
    async def play(here: Evening):
        (ana,) = await party(here, "declare", 1, 2, clock=30)
        await turn_of(ana)
        begun, version = here.clock.now, ana.seen.v
        assert ana.seen.status is not None
        assert ana.seen.status.left_ms == pytest.approx(30_000, abs=100)
        await asyncio.sleep(29.9 - (here.clock.now - begun))
        assert ana.seen.v == version
        await ana.until(lambda d: d.seen.v > version)
        assert here.clock.now - begun == pytest.approx(30, abs=0.1)
        entry = (await entries(here, code_of(ana)))[version]
        assert isinstance(entry.body, Acted)
        assert (entry.body.seat, entry.body.by) == (0, "clock")
        await turn_of(ana)
        assert ana.seen.room.seats[0].kind == "person"
        assert not ana.seen.status.covered[0]
        assert isinstance(await ana.act(ana.seen.legal[0]), Ack)

    evening(tmp_path, play)


@pytest.mark.parametrize("is_other_guest", [False, True], ids=["same guest", "by token"])
def test_absent_persons_seat_is_covered_and_taken_back_at_once(
    tmp_path: Path, is_other_guest: bool
):
    async def play(here: Evening):
        ana, eva = await party(here, "declare", 2, 2)
        token = eva.seen.you.tokens[0]
        await turn_of(eva, [ana])
        version, begun = ana.seen.v, here.clock.now
        eva.leave()
        await ana.until(lambda d: d.seen.status.here == [True, False])
        await asyncio.sleep(29.9)
        assert (ana.seen.v, ana.seen.status.covered) == (version, [False, False])
        await ana.until(lambda d: d.seen.status.covered == [False, True])
        assert here.clock.now - begun == pytest.approx(30, abs=0.2)
        await ana.until(lambda d: d.seen.v > version)
        entry = (await entries(here, code_of(ana)))[version]
        assert isinstance(entry.body, Acted)
        assert (entry.body.seat, entry.body.by) == (1, "computer")
        await turn_of(ana)
        guest, hello = ("g7", {"token": token}) if is_other_guest else ("g1", {})
        back = await here.come(code_of(ana), guest, **hello)
        assert back.seen.you.seats == [1]
        await ana.until(lambda d: d.seen.status.covered == [False, False])
        await turn_of(back, [ana])
        version = back.seen.v
        await asyncio.sleep(100)
        assert back.seen.v == version
        assert isinstance(await back.act(back.seen.legal[0]), Ack)

    evening(tmp_path, play)


def test_one_person_leaving_for_good_freezes_nobody(tmp_path: Path):
    async def play(here: Evening):
        ana, eva = await party(here, "declare", 2, 3)
        await turn_of(eva, [ana])
        version = ana.seen.v
        assert isinstance(await eva.command(Stand, 1), Ack)
        await ana.until(lambda d: d.seen.v > version + 1, within=10)
        assert ana.seen.room.seats[1].kind == "empty"
        assert ana.seen.status.covered[1]
        assert (eva.seen.you.seats, eva.seen.you.eyes) == ([], -1)
        assert eva.seen.view["seat"] == -1

    evening(tmp_path, play, AT_EASE)


def test_nothing_happens_while_nobody_is_connected(tmp_path: Path):
    async def play(here: Evening):
        ana, eva = await party(here, "declare", 2, 3, clock=60)
        code = code_of(ana)
        await turn_of(ana, [eva])
        await asyncio.sleep(20)
        ana.leave()
        eva.leave()
        await asyncio.sleep(0.1)
        log = await here.log(code)
        await asyncio.sleep(3600)
        assert await here.log(code) == log
        back = await here.come(code)
        assert back.seen.status.left_ms == pytest.approx(40_000, abs=1000)
        assert back.seen.status.covered == [False, False, False]
        await asyncio.sleep(38)
        assert await here.log(code) == log
        await back.until(lambda d: d.seen.v > len(log), within=5)

    evening(tmp_path, play)


@pytest.mark.parametrize("back_after", [100, None])
def test_table_of_an_absent_host_is_handed_on(tmp_path: Path, back_after: int | None):
    async def play(here: Evening):
        ana, eva = await party(here, "declare", 2, 2)
        code = code_of(ana)
        watching = await here.come(code, "stranger")
        ana.leave()
        await asyncio.sleep(back_after or 119)
        assert eva.seen.room.host != eva.seen.you.guest
        if back_after is None:
            await eva.until(lambda d: d.seen.room.host == d.seen.you.guest, within=5)
            assert (await here.keeper(code)).room.host == "g1"
        else:
            await here.come(code)
            await asyncio.sleep(500)
            assert not [e for e in await entries(here, code) if isinstance(e.body, Hosted)]
        assert watching.seen.room.host != watching.seen.you.guest

    evening(tmp_path, play)


def test_nobody_without_a_seat_becomes_host(tmp_path: Path):
    async def play(here: Evening):
        (ana,) = await party(here, "declare", 1, 2)
        watching = await here.come(code_of(ana), "stranger")
        ana.leave()
        await asyncio.sleep(500)
        assert watching.seen.room.host not in {"", watching.seen.you.guest}

    evening(tmp_path, play)


def test_host_who_stands_up_hands_on_and_hears_of_it(tmp_path: Path):
    async def play(here: Evening):
        ana, eva = await party(here, "declare", 2, 3)
        await turn_of(ana, [eva])
        assert isinstance(await ana.command(Stand, 0), Ack)
        await eva.until(lambda d: d.seen.room.host == d.seen.you.guest)
        version = ana.seen.v
        await ana.until(lambda d: d.seen.v > version)
        fresh = await here.come(code_of(eva), "g0")
        same_as_fresh(ana, fresh)

    evening(tmp_path, play, AT_EASE)


def test_host_who_hands_on_can_no_more(tmp_path: Path):
    async def play(here: Evening):
        ana, _eva = await party(here, "declare", 2, 2)
        assert isinstance(await ana.command(Host, 1), Ack)
        no = await ana.command(Host, 0)
        assert isinstance(no, No)
        assert no.reason == RoomReason.NOT_HOST

    evening(tmp_path, play)


# A store that fails, a line that is slow


def test_what_cannot_be_saved_has_not_happened(tmp_path: Path):
    async def play(here: Evening):
        ana, eva = await party(here, "declare", 2, 2)
        first, second = (ana, eva) if is_on(ana) else (eva, ana)
        log, version = await here.log(code_of(ana)), first.seen.v
        count = len(second.heard)
        here.store.failing = {"append"}
        act = Act("a", first.seen.you.eyes, first.seen.legal[0], version)
        no = await first.ask(act)
        assert isinstance(no, No)
        assert no.reason == RoomReason.NOT_SAVED
        fresh = await here.come(code_of(ana), first.visit.guest)
        same_as_fresh(first, fresh)
        fresh.leave()
        here.store.failing = set()
        assert await here.log(code_of(ana)) == log
        assert {type(message) for message in second.heard[count:]} <= {Pong, Status}
        assert isinstance(await first.ask(act), Ack)
        await second.until(lambda d: d.seen.v > version)
        assert len(await here.log(code_of(ana))) == len(log) + 1

    evening(tmp_path, play)


def test_disk_that_is_gone_shows_nobody_what_it_has_not(tmp_path: Path):
    async def play(here: Evening):
        ana, eva = await party(here, "declare", 2, 2)
        first, second = (ana, eva) if is_on(ana) else (eva, ana)
        version, code = first.seen.v, code_of(ana)
        here.store.failing = {"append", "entries", "find", "names", "records"}
        act = Act("a", first.seen.you.eyes, first.seen.legal[0], version)
        first.say(act)
        await asyncio.sleep(20)
        late = here.connect(code, "late")
        late.say(Hello(PROTOCOL))
        await asyncio.sleep(20)
        assert all(one.v <= version for one in late.all(Sync))
        assert {first.seen.v, second.seen.v} == {version}
        assert "a" not in {one.id for one in first.all(Ack)}
        here.store.failing = set()
        back = await here.come(code, first.visit.guest)
        assert back.seen.v == version
        assert await back.ask(act) == Ack("a", version + 1)

    evening(tmp_path, play)


@every_game
def test_what_was_made_to_be_told_and_not_stored_leaves_nothing_behind(tmp_path: Path, name: str):
    async def play(here: Evening):
        devices = await party(here, name, games()[name].max_seats, games()[name].max_seats)
        for _ in range(12):
            actor = next(d for d in devices if is_on(d))
            here.store.failing = {"append"}
            no = await actor.act(actor.seen.legal[-1])
            assert isinstance(no, No)
            assert no.reason == RoomReason.NOT_SAVED
            await asyncio.sleep(2)
            here.store.failing = set()
            # Another choice than the one that was made ready to be told.
            assert isinstance(await actor.act(actor.seen.legal[0]), Ack)
            for device in devices:
                await device.until(lambda d, v=actor.seen.v: d.seen.v >= v)
            if devices[0].seen.room.phase != "playing":
                break
            await devices[0].until(lambda _: any(is_on(d) for d in devices))
            for device in devices:
                fresh = await here.come(code_of(device), device.visit.guest)
                same_as_fresh(device, fresh)
                fresh.leave()

    evening(tmp_path, play)


def test_computers_wait_for_a_store_that_fails_and_go_on(tmp_path: Path):
    async def play(here: Evening):
        (ana,) = await party(here, "declare", 1, 3)
        await turn_of(ana)
        await ana.act(ana.seen.legal[0])
        here.store.failing = {"append"}
        await asyncio.sleep(60)
        version = ana.seen.v
        assert version == len(await here.log(code_of(ana)))
        here.store.failing = set()
        await ana.until(is_on, within=20)
        assert ana.seen.v > version

    evening(tmp_path, play, AT_EASE)


def test_end_that_could_not_be_saved_is_saved_with_its_record(tmp_path: Path):
    async def play(here: Evening):
        (ana,) = await party(here, "toy", 1, 2)
        await turn_of(ana)
        here.store.failing = {"append"}
        no = await ana.act(0)
        assert isinstance(no, No)
        assert ana.seen.room.phase == "playing"
        here.store.failing = set()
        rng = random.Random(1)
        await together(ana.until(lambda d: d.seen.room.phase == "over"), play_on(ana, rng))
        row = await here.store.find(code_of(ana))
        assert len(await here.store.records(row.id)) == 1

    evening(tmp_path, play)


def test_nobody_is_told_before_it_is_stored(tmp_path: Path):
    async def play(here: Evening):
        ana, eva = await party(here, "declare", 2, 2)
        first, second = (ana, eva) if is_on(ana) else (eva, ana)
        version = first.seen.v
        here.store.open.clear()
        first.say(Act("a", first.seen.you.eyes, first.seen.legal[0], version))
        await asyncio.sleep(5)
        assert first.all(Ack)[-1:] != [Ack("a", version + 1)]
        assert (first.seen.v, second.seen.v) == (version, version)
        here.store.open.set()
        await first.until(lambda d: d.all(Ack)[-1] == Ack("a", version + 1))
        await second.until(lambda d: d.seen.v == version + 1)

    evening(tmp_path, play)


def test_slow_line_is_let_go_and_stalls_nobody(tmp_path: Path):
    async def play(here: Evening):
        ana, eva = await party(here, "hands-down", 2, 3)
        slow = await here.come(code_of(ana), "slow")
        slow.buffered = visit.LOST_BYTES + 1
        rng = random.Random(2)
        await together(slow.until(lambda d: d.close_code), play_on(ana, rng), play_on(eva, rng))
        assert slow.close_code == visit.CLOSE_CODES["too_slow"]
        assert slow.heard[-1] == Bye("too_slow")
        version = ana.seen.v
        await together(
            ana.until(lambda d: d.seen.v > version + 5), play_on(ana, rng), play_on(eva, rng)
        )
        await ana.until(lambda d: d.seen.status.watching == 0)

    evening(tmp_path, play)


# Several seats on a device


def test_device_that_goes_round_shows_one_hand_at_a_time(tmp_path: Path):
    async def play(here: Evening):
        table = await here.open("declare", 3, computers=False)
        both = await here.come(table.code)
        eva = await here.come(table.code, "g1")
        assert isinstance(await both.command(Sit, 1, "Blas"), Ack)
        assert isinstance(await eva.command(Sit, 2, "Eva"), Ack)
        assert isinstance(await both.command(Start), Ack)
        await eva.until(lambda d: d.seen.room.phase == "playing")
        room = (await here.keeper(table.code)).room
        assert room.table is not None
        assert both.seen.you.seats == [0, 1]
        for eyes, expected in ((-1, -1), (0, 0), (1, 1), (2, 1), (-1, -1)):
            both.say(Eyes(eyes))
            await both.next(Sync)
            assert both.seen.you.eyes == expected
            assert both.seen.view["hand"] == list(room.table.view(expected).hand)
            assert any(both.seen.view["hand"]) == (expected >= 0)
            assert bool(both.seen.legal) == (expected >= 0 and both.seen.actor == expected)

    evening(tmp_path, play)


# Hands that come down


async def race_of(here: Evening, device: Device, wanted: str) -> None:
    """Play until a computer's hand comes down that slaps, or fakes."""
    room = (await here.keeper(code_of(device))).room
    for _ in range(400):
        if is_on(device):
            passes = [a for a in device.seen.legal if a == min(device.seen.legal)]
            await device.act(passes[0])
        table = room.table
        assert table is not None
        if table.is_racing and device.seen.v == room.version:
            races, s = table.game.racing, table.state
            is_wanted = races.is_fake(s) == (wanted == "fake")
            if races.acting(s) != 0 and is_wanted and 0 in races.runners(s):
                return
        await asyncio.sleep(0.05)
    raise AssertionError("no computer does it")


async def last_race(here: Evening, device: Device, version: int) -> Raced:
    """Return the race that makes the version after one."""
    await device.until(lambda d: d.seen.v > version)
    body = (await entries(here, code_of(device)))[version].body
    assert isinstance(body, Raced)
    return body


def test_persons_hand_is_measured_among_computers(tmp_path: Path):
    async def play(here: Evening):
        (ana,) = await party(here, "hands-down", 1, 4)
        await race_of(here, ana, "slap")
        version, acting = ana.seen.v, (await here.keeper(code_of(ana))).room.table.state.turn  # pyright: ignore[reportOptionalMemberAccess]
        await ana.until(lambda d: d.seen.hands.get(acting) == HAND_DOWN)
        await asyncio.sleep(0.231)
        ack = await ana.command(Touch, 0)
        assert isinstance(ack, Ack)
        race = await last_race(here, ana, version)
        assert race.contacts[0] == pytest.approx(231, abs=1)
        assert race.contacts[acting] == 0
        assert race.early == []
        assert {hand.seat for hand in ana.all(HandAt) if hand.p == HAND_DOWN} >= {0, acting}
        assert all(height == 0 for height in ana.seen.hands.values())

    evening(tmp_path, play)


def test_touch_is_seen_at_once_and_a_race_is_over_with_the_last_hand(tmp_path: Path):
    async def play(here: Evening):
        (ana,) = await party(here, "hands-down", 1, 3)
        await race_of(here, ana, "slap")
        version, limit = ana.seen.v, (await here.keeper(code_of(ana))).room.table.judge.limit_ms  # pyright: ignore[reportOptionalMemberAccess]
        now = asyncio.get_running_loop().time
        await ana.until(lambda d: HAND_DOWN in d.seen.hands.values())
        contact = now()
        await asyncio.sleep(0.05)
        assert isinstance(await ana.command(Touch, 0), Ack)
        assert ana.seen.hands[0] == HAND_DOWN
        race = await last_race(here, ana, version)
        last = max(at for at in race.contacts if at is not None)
        assert 50 < last < limit
        assert (now() - contact) * 1000 == pytest.approx(last, abs=20)

    evening(tmp_path, play)


def test_hands_move_no_more_where_a_table_is_put_away(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    async def play(here: Evening):
        (ana,) = await party(here, "hands-down", 1, 3)
        await race_of(here, ana, "slap")
        keeper = await here.keeper(code_of(ana))
        looks: list[float] = []
        heights = Motion.heights

        def counted(one: Motion, now: float) -> dict[int, int]:
            looks.append(now)
            return heights(one, now)

        with monkeypatch.context() as patch:
            patch.setattr(Motion, "heights", counted)
            await ana.until(lambda d: any(0 < p < HAND_DOWN for p in d.seen.hands.values()))
            assert looks
            await keeper.stop("restart")
            looks.clear()
            await asyncio.sleep(2)
            assert looks == []

    evening(tmp_path, play)


def test_race_is_judged_even_where_its_hands_cannot_be_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    def failing(*_: Any) -> None:
        raise RuntimeError("as asked")

    async def play(here: Evening):
        (ana,) = await party(here, "hands-down", 1, 3)
        await race_of(here, ana, "slap")
        version = ana.seen.v
        with monkeypatch.context() as patch:
            patch.setattr(Motion, "heights", failing)
            await last_race(here, ana, version)

    evening(tmp_path, play)


@pytest.mark.parametrize("kind", ["slap", "fake"])
def test_persons_touch_before_the_contact_is_early_or_a_fools(tmp_path: Path, kind: str):
    async def play(here: Evening):
        (ana,) = await party(here, "hands-down", 1, 3)
        await race_of(here, ana, kind)
        version = ana.seen.v
        await ana.until(lambda d: any(0 < height < HAND_DOWN for height in d.seen.hands.values()))
        assert isinstance(await ana.command(Touch, 0), Ack)
        race = await last_race(here, ana, version)
        if kind == "slap":
            assert race.early == [0]
        else:
            assert race.contacts[0] is not None

    evening(tmp_path, play)


def test_touch_in_a_race_sent_again_is_no_other_touch(tmp_path: Path):
    async def play(here: Evening):
        (ana,) = await party(here, "hands-down", 1, 3)
        await race_of(here, ana, "slap")
        version = ana.seen.v
        await ana.until(lambda d: HAND_DOWN in d.seen.hands.values())
        touch = Touch("t", 0)
        assert isinstance(await ana.ask(touch), Ack)
        await last_race(here, ana, version)
        # The line was cut before the answer came: after the race it is sent once more.
        await asyncio.sleep((GRACE_MS + 200) / 1000)
        assert isinstance(await ana.ask(touch), Ack)
        log = await entries(here, code_of(ana))
        assert [entry.body for entry in log if isinstance(entry.body, Touched)] == []

    evening(tmp_path, play, AT_EASE)


def test_touch_while_no_hand_comes_down_costs_a_card_but_right_after_something(tmp_path: Path):
    async def play(here: Evening):
        ana, eva = await party(here, "hands-down", 2, 2)
        first, second = (ana, eva) if is_on(ana) else (eva, ana)
        seat = second.seen.you.eyes
        no = await second.command(Touch, seat)
        assert isinstance(no, No)
        assert (no.reason, no.rule) == (Reason.NOTHING_TO_MEASURE, "HD-D10")
        assert no.text.startswith("HD-D10: ")
        await asyncio.sleep(GRACE_MS / 1000 + 0.1)
        cards = first.seen.view["players"][seat]["count"]
        assert isinstance(await second.command(Touch, seat), Ack)
        await first.until(lambda d: d.seen.view["players"][seat]["count"] == cards - 1)
        no = await second.command(Touch, first.seen.you.eyes)
        assert isinstance(no, No)
        assert no.reason == RoomReason.NOT_YOUR_SEAT
        again = await second.command(Touch, seat)
        assert isinstance(again, No)
        assert again.rule == "HD-D10"

    evening(tmp_path, play)


def test_touch_right_after_a_restart_costs_nothing(tmp_path: Path):
    async def play(here: Evening):
        ana, eva = await party(here, "hands-down", 2, 2)
        code, seat = code_of(ana), 1 - ana.seen.actor
        await here.restart()
        back = [await here.come(code, device.visit.guest) for device in (ana, eva)]
        no = await back[seat].command(Touch, seat)
        assert isinstance(no, No)
        assert no.rule == "HD-D10"

    evening(tmp_path, play)


def test_hovering_hand_is_shown_to_others_only(tmp_path: Path):
    async def play(here: Evening):
        ana, eva = await party(here, "hands-down", 2, 3)
        await turn_of(ana, [eva])
        watching = await here.come(code_of(ana), "stranger")
        before = [len(device.heard) for device in (ana, eva, watching)]
        for device, seat in ((eva, 1), (eva, 0), (watching, 0), (ana, 1)):
            device.say(Hand(seat, 30))
        # Heights that come together are worth no more than the last of them.
        ana.say(Hand(0, 35))
        ana.say(Hand(0, 40))
        await asyncio.sleep(0)
        heard = [device.heard[n:] for device, n in zip((ana, eva, watching), before, strict=True)]
        assert heard == [[], [HandAt(0, 40)], [HandAt(0, 40)]]
        late = await here.come(code_of(ana), "late")
        assert late.seen.hands == {0: 40}
        eva.buffered = LATE_BYTES
        ana.say(Hand(0, 50))
        await asyncio.sleep(0)
        assert (watching.seen.hands[0], eva.seen.hands[0]) == (50, 40)
        await ana.act(ana.seen.legal[0])
        await watching.until(lambda d: d.seen.hands[0] == 0)

    evening(tmp_path, play)


def test_race_that_nobody_saw_begins_anew_for_who_comes_back(tmp_path: Path):
    async def play(here: Evening):
        (ana,) = await party(here, "hands-down", 1, 3)
        await race_of(here, ana, "slap")
        version = ana.seen.v
        ana.leave()
        await asyncio.sleep(100)
        back = await here.come(code_of(ana))
        assert back.seen.v == version
        assert not any(back.seen.hands.values())
        await back.until(lambda d: HAND_DOWN in d.seen.hands.values())
        race = await last_race(here, back, version)
        assert race.contacts[0] is None

    evening(tmp_path, play)


# Seats given from inside


def test_program_joins_by_the_keeper_and_gets_a_token(tmp_path: Path):
    async def play(here: Evening):
        table = await here.open("declare", 3, computers=False)
        ana = await here.come(table.code)
        keeper = await here.keeper(table.code)
        seat, token = await keeper.join("robot", "  Ro\tbot\n ", -1)
        assert (seat, keeper.room.seat_of_token(token)) == (1, 1)
        await ana.until(lambda d: d.seen.room.seats[1].name == "Ro bot")
        program = await here.come(table.code, "another", token=token)
        assert program.seen.you.seats == [1]

    evening(tmp_path, play)


def test_forgotten_guests_seats_are_free_and_their_cards_played(tmp_path: Path):
    async def play(here: Evening):
        ana, eva = await party(here, "declare", 2, 3)
        await turn_of(eva, [ana])
        keeper = await here.keeper(code_of(ana))
        await keeper.forget("g1")
        await ana.until(lambda d: d.seen.room.seats[1].kind == "empty")
        version = ana.seen.v
        await ana.until(lambda d: d.seen.v > version)
        assert isinstance(ana.all(Status)[-1], Status)
        assert wholes(keeper.room.table.events)  # pyright: ignore[reportOptionalMemberAccess]

    evening(tmp_path, play)
