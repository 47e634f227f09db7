"""What everybody at a table may know of it besides the cards."""

import hashlib
import itertools
from collections.abc import Mapping, Sequence

from tapete.server.room import NOBODY, Chair, Room
from tapete.table.record import result_of
from tapete.wire.messages import Result, RoomInfo, SeatInfo, Standing

GUEST_LETTERS = 8
COMPUTER_NAMES = ("Ada", "Blas", "Cora", "Dino", "Elba", "Fito")
"""What the computer player of each seat is called."""


def room_info(room: Room, names: Mapping[int, str], record: str) -> RoomInfo:
    """Return what everybody may know; `names` are those of `room.persons()`."""
    shown = shown_names(room, names)
    is_over = room.phase == "over" and room.table is not None
    return RoomInfo(
        code=room.code,
        phase=room.phase,
        match=room.begun + (room.phase == "lobby"),
        terms=room.terms,
        values=dict(room.values),
        seats=[seat_info(room, chair, shown[i]) for i, chair in enumerate(room.chairs)],
        host=public_guest(room.code, room.host),
        commitment=room.commitment,
        tally=tally(room, names),
        result=Result(**result_of(room.game, room.table.state)) if is_over and room.table else None,
        record=f"/api/records/{record}" if record else "",
    )


def shown_names(room: Room, names: Mapping[int, str]) -> list[str]:
    """Return what each seat is called: its person, else its computer player."""
    called = [
        names.get(chair.person) or "-" if chair.kind == "person" else COMPUTER_NAMES[seat]
        for seat, chair in enumerate(room.chairs)
    ]
    return told_apart(called)


def seat_info(room: Room, chair: Chair, name: str) -> SeatInfo:
    """Return who has a seat."""
    return SeatInfo(
        kind=chair.kind,
        name="" if chair.kind == "empty" and room.phase == "lobby" else name,
        guest=public_guest(room.code, chair.guest),
        ready=bool(chair.nonce),
    )


def public_guest(code: str, guest: str) -> str:
    """Return what tells guests of one table apart and says nothing beyond it, "" for nobody."""
    if not guest:
        return ""
    return hashlib.sha256(f"{code}:{guest}".encode()).hexdigest()[:GUEST_LETTERS]


def told_apart(names: Sequence[str]) -> list[str]:
    """Return the names with a number behind each that stood before it already."""
    if len({name.casefold() for name in names}) == len(names):
        return list(names)
    apart: list[str] = []
    for name in names:
        before = {one.casefold() for one in apart}
        numbered = (f"{name} {count}" for count in itertools.count(2))
        free = (one for one in itertools.chain([name], numbered) if one.casefold() not in before)
        apart.append(next(free))
    return apart


def tally(room: Room, names: Mapping[int, str]) -> list[Standing]:
    """Return who has won how many matches, most first; nothing before the first is over."""
    guests = {c.person: c.guest for c in room.chairs if c.kind == "person"}
    if not room.wins:
        return []
    counted = {**dict.fromkeys(guests, 0), **room.wins}
    standings = [
        Standing(public_guest(room.code, guests.get(person, "")), names.get(person, ""), wins)
        for person, wins in counted.items()
        if person == NOBODY or names.get(person)
    ]
    return sorted(standings, key=lambda one: -one.wins)


def plain_name(name: str) -> str:
    """Return a name as it is shown: no control signs, single spaces; `?` where nothing is left."""
    kept = "".join(sign if sign.isprintable() else " " for sign in name)
    return " ".join(kept.split()) or "?"
