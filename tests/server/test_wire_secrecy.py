"""No byte of the wire tells what is hidden from who gets it; and such leaks are found."""

import asyncio
import zlib
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs

from tapete.bots.computer import Computer
from tapete.core.state import Record
from tapete.games import games
from tapete.server import audience as audiences
from tapete.server.audience import Audience, Listener, Telling, actor_of
from tapete.server.pace import Pace
from tapete.server.room import Change, Denied, Room
from tapete.table.events import Event
from tapete.table.table import Table
from tapete.wire.messages import NEVER, RoomReason, Told
from tests.server import wire_secrecy
from tests.server.test_keeper import is_on, party
from tests.server.test_visit import Evening, evening
from tests.server.wire_secrecy import search, search_motions

SEARCHED = {
    "declare": (7, 0.1),
    "hands-down": (8, 1.0),
    "match-em": (4, 0.06),
    "toy": (60, 1.0),
}
"""How many matches of a game are searched, and how many of their steps; any other as the first."""
PLANTED = 60
"""How many steps are enough to find a leak that is there."""
KINDS = ("fresh Sync", "Sync since", "Moves and Look", "No", "Update", "Sync after")
every_game = pytest.mark.parametrize("name", list(games()))
long_games = pytest.mark.parametrize("name", [name for name in games() if name != "toy"])


@every_game
def test_hidden_cards_and_motions_change_no_byte_of_any_message(name: str):
    matches, often = SEARCHED.get(name, SEARCHED["declare"])
    found = search(name, matches, seed=0, often=often)
    assert found.leaks == []
    for kind in KINDS:
        assert found.compared[kind] > 100, kind


def test_others_are_told_the_same_of_every_slap_and_fake():
    found = search_motions("hands-down", 5, seed=0)
    assert found.leaks == []
    assert found.compared["motion"] > 100


# Leaks that are found


def mark_of(room: Room) -> int:
    """Return 0 or 1, which hangs on every card of a room."""
    return zlib.crc32(room.table.state.pack()) & 1 if room.table is not None else 0


def mark_in(event: Event) -> int:
    """Return a number that hangs on all of an event."""
    return zlib.crc32(repr(event.whole).encode())


class InView(Audience):
    """Counts one seat less, now and then."""

    def _view(self, room: Room, eyes: int) -> Record | None:
        view: Any = super()._view(room, eyes)
        leaky = view.copy()
        leaky.seats -= mark_of(room)
        return leaky


class InEvents(Audience):
    """Adds to each event a number that hangs on all of it."""

    def _told(
        self, events: list[tuple[int, Event]], names: Sequence[str], one: Listener
    ) -> list[Told]:
        told = super()._told(events, names, one)
        pairs = zip(told, events, strict=True)
        return [structs.replace(t, event={**t.event, "x": mark_in(e)}) for t, (_, e) in pairs]


class InWords(Audience):
    """Ends a sentence in one way or another."""

    def _told(
        self, events: list[tuple[int, Event]], names: Sequence[str], one: Listener
    ) -> list[Told]:
        told = super()._told(events, names, one)
        pairs = zip(told, events, strict=True)
        return [structs.replace(t, text=t.text + " !"[mark_in(e) & 1]) for t, (_, e) in pairs]


class InLength(Audience):
    """Says the very same in a longer frame."""

    def prepare(self, room: Room, change: Change, version: int) -> Telling:
        made = super().prepare(room, change, version)
        longer = [(one, frame + b" " * mark_of(room)) for one, frame in made.frames]
        return replace(made, frames=longer)


@pytest.mark.parametrize("make", [InView, InEvents, InWords, InLength])
@long_games
def test_leak_in_messages_is_found(name: str, make: type[Audience]):
    found = search(name, 6, seed=9, often=0.3, make=make, most=PLANTED)
    assert found.leaks
    assert len(found.leaks) < found.compared.total()


@pytest.mark.parametrize("make", [InView, InLength])
def test_leak_of_a_motion_is_found(make: type[Audience]):
    assert search_motions("hands-down", 1, seed=9, make=make).leaks


@long_games
def test_legal_actions_of_others_are_a_leak_that_is_found(
    name: str, monkeypatch: pytest.MonkeyPatch
):
    def leaky(room: Room, _eyes: int) -> list[int]:
        table = room.table
        return list(table.legal_actions()) if table is not None and actor_of(room) >= 0 else []

    monkeypatch.setattr(audiences, "legal_of", leaky)
    found = search(name, 6, seed=9, often=0.3, most=PLANTED)
    assert [leak for leak in found.leaks if leak.startswith("fresh Sync")]


@long_games
def test_leak_in_a_refusal_is_found(name: str, monkeypatch: pytest.MonkeyPatch):
    def leaky(room: Room, *_: Any) -> Any:
        raise Denied(RoomReason.STALE, f"no{'!' * mark_of(room)}", "no")

    monkeypatch.setattr(wire_secrecy, "bodies_of", leaky)
    leaks = search(name, 6, seed=9, often=0.3, most=PLANTED).leaks
    assert leaks
    assert {leak[:3] for leak in leaks} == {"No "}


# Hands on their way down


def motion_seen(folder: Path, wanted: str, by: str, seed: int) -> tuple[list[Any], float]:
    """Return what Eva is sent, and when, of a slap or a fake; and when the fake turns back.

    The hand is Ana's or a computer player's; up to it, the same happens on every such evening.
    """

    async def play(here: Evening) -> tuple[list[Any], float]:
        ana, eva = await party(here, "hands-down", 2, 3)
        keeper = await here.keeper(ana.seen.room.code)
        while not keeper._hands.is_moving:
            for device in (ana, eva):
                if is_on(device):
                    chosen = choose(keeper.room.table, wanted if by == "Ana" else "")
                    await device.act(chosen if device is ana else min(device.seen.legal))
            await asyncio.sleep(0.05)
        motion: Any = keeper._hands._motion
        version = eva.seen.v
        await eva.until(lambda d: d.seen.v > version)
        start = next(i for i, m in enumerate(eva.heard) if getattr(m, "v", NEVER) == version)
        return list(zip(eva.times, eva.frames, strict=True))[start:], motion.plan.turn

    def choose(table: Any, word: str) -> int:
        """Return what is wanted where both are possible, else the least action."""
        legal = table.legal_actions()
        words = {table.game.notation.format_action(table.state, a).split()[0]: a for a in legal}
        return words[word] if word and {"slap", "fake"} <= set(words) else min(legal)

    def computers(_self: Computer, table: Table, _seat: int) -> int:
        return choose(table, wanted if by == "computer" else "")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Computer, "choose", computers)
        return evening(folder, play, Pace(), seed=seed)


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("by", ["Ana", "computer"])
def test_fake_comes_down_as_a_slap_until_it_turns(tmp_path: Path, by: str, seed: int):
    slap, _ = motion_seen(tmp_path / "slap", "slap", by, seed)
    fake, turn = motion_seen(tmp_path / "fake", "fake", by, seed)
    before = [one for one in fake if one[0] <= turn]
    assert [one for one in slap if one[0] <= turn] == before
    assert sum(frame.startswith(b'{"t":"hand"') for _, frame in before) > 3
    assert slap != fake
