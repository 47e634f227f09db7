"""A table as a fold over its log: the same entries give the same room, refused ones change none.

`Log` and `Session` make rooms for other tests as well.
"""

import hashlib
import random
from dataclasses import asdict
from typing import Any

import pytest
from msgspec.json import encode

from tapete.core.errors import TapeteError
from tapete.games import games
from tapete.server import room as rooms
from tapete.server.entries import (
    Acted,
    Added,
    Began,
    Body,
    Changed,
    Entry,
    Hosted,
    Manned,
    Opened,
    Raced,
    Renamed,
    Seated,
    Touched,
    Vacated,
)
from tapete.server.folding import fold
from tapete.server.info import room_info, tally
from tapete.server.room import Change, Denied, Room
from tapete.table.chance import Sealed
from tapete.table.events import wholes
from tapete.table.record import format_record, parse_json, parse_record, replay
from tapete.table.seal import parse_judge, parse_seal, replay_sealed
from tapete.wire.messages import RoomReason, Terms
from tests.driver import random_values
from tests.toy import TOY

assert TOY.name in games()
CODE = "BCDFGHJ"
SECRET, SECOND, THIRD, KEY = "11" * 32, "22" * 32, "33" * 32, "44" * 32
HOST, PERSON = "g0", 100
"""The guest in seat i is `g{i}`, the person PERSON + i."""
MOST_MOVES = 5000
TOUCH = 0.05
every_game = pytest.mark.parametrize("name", list(games()))
three = pytest.mark.parametrize("seed", range(3))


class Log:
    """A room, and the log that made it."""

    def __init__(self) -> None:
        self.room = Room(CODE)
        self.lines: list[bytes] = []

    def add(self, body: Body, guest: str = "", command: str = "") -> Change:
        """Play one entry more; log it if the room takes it."""
        entry = Entry(self.room.version + 1, 0, body, guest, command)
        change = self.room.play(entry)
        self.lines.append(encode(entry))
        return change

    def begin(self, following: str = SECOND) -> Change:
        return self.add(Began(following))

    def legal(self) -> list[int]:
        assert self.room.table is not None
        return list(self.room.table.legal_actions())

    def move(self, rng: random.Random) -> Change:
        """Play one random move: now and then a touch, a race as anybody's hands may run it."""
        table = self.room.table
        assert table is not None
        if table.is_racing:
            return self.add(random_race(table, rng))
        if table.game.races is not None and rng.random() < TOUCH:
            try:
                return self.add(Touched(rng.randrange(table.seats), rng.choice([None, 5000])))
            except TapeteError:
                pass  # A touch that costs nothing is refused.
        return self.add(Acted(table.actor, rng.choice(self.legal())))

    def finish(self, rng: random.Random) -> None:
        """Play on to the end of the match."""
        for _ in range(MOST_MOVES):
            if self.room.phase != "playing":
                return
            self.move(rng)
        raise AssertionError("the match does not end")


def random_race(table: Any, rng: random.Random) -> Raced:
    """Return a measured race of any hands."""
    races, s = table.game.racing, table.state
    runners = races.runners(s)
    contacts: list[int | None] = [None] * table.seats
    contacts[races.acting(s)] = 0
    for seat in runners:
        contacts[seat] = rng.choice([None, *range(100, 500, 4)])
    early = [seat for seat in runners if rng.random() < TOUCH]
    return Raced(contacts, early, rng.random() < TOUCH, 9)


def opened(name: str, seats: int = 0, people: int = 0, *, key: str = KEY, **terms: Any) -> Log:
    """Return a table in its lobby, people in its first seats (everywhere unless told)."""
    log = Log()
    seats = seats or games()[name].max_seats
    log.add(Opened(HOST, Terms(game=name, seats=seats, **terms), SECRET, key))
    for seat in range(people or seats):
        log.add(Seated(seat, f"g{seat}", PERSON + seat), f"g{seat}", "sit")
    return log


def begun(name: str, seats: int = 0, people: int = 0, **terms: Any) -> Log:
    """Return a table whose first match has been dealt, computer players in the other seats."""
    log = opened(name, seats, people, **terms)
    for seat, chair in enumerate(log.room.chairs):
        if chair.kind == "empty":
            log.add(Manned(seat, "simple"))
    log.begin()
    return log


def random_terms(name: str, rng: random.Random, *, reflex: str = "real") -> dict[str, Any]:
    """Return seats and any house rules."""
    game = games()[name]
    seats = rng.randint(game.min_seats, game.max_seats)
    return {"seats": seats, "options": random_values(game, seats, rng), "reflex": reflex}


def picture(room: Room) -> dict[str, Any]:
    """Return all that a room is."""
    table = room.table
    people = [seat for seat, chair in enumerate(room.chairs) if chair.kind == "person"]
    return {
        "version": room.version,
        "told": [(version, event.version, event.whole) for version, event in room.told],
        "state": table.state.pack() if table is not None else b"",
        "table": (table.values, table.judge) if table is not None else (),
        "chairs": [asdict(chair) for chair in room.chairs],
        "tokens": [room.token(seat) for seat in people],
        "info": room_info(room, {}, ""),
        "host": room.host,
        "wins": dict(room.wins),
        "decided": room.decided,
        "commands": dict(room._commands),
        "secrets": (room._secret, room._key),
    }


def cards(log: Log) -> list[list[int]]:
    """Return each seat's view as dealt: all that the deal may change."""
    assert log.room.table is not None
    return [log.room.table.view(seat).numbers() for seat in range(log.room.table.seats)]


def chance_of(log: Log) -> Sealed:
    assert log.room.table is not None
    assert isinstance(log.room.table.chance, Sealed)
    return log.room.table.chance


def shuffle(log: Log) -> list[int]:
    """Return how the match's chance shuffles any pack."""
    sealed = chance_of(log)
    return Sealed(sealed.secret, sealed.nonces).shuffled(list(range(52)))


# The same log, the same room


@three
@every_game
def test_folding_the_log_gives_the_same_room(name: str, seed: int):
    rng = random.Random(f"{name}/{seed}")
    log = begun(name, **random_terms(name, rng))
    seats = log.room.terms.seats
    follow = [
        Vacated(1),
        Seated(1, "other", 7),
        Renamed(0, 8),
        Hosted("other"),
        Vacated(0),
        Manned(0, "uniform"),
    ]
    for body in follow:
        if log.room.phase == "playing":
            log.move(rng)
        log.add(body)
        assert picture(fold(CODE, log.lines)) == picture(log.room)
    log.finish(rng)
    assert picture(fold(CODE, log.lines)) == picture(log.room)
    log.add(Added(seats - 1, "ab" * 16), "g", "nonce")
    log.begin(THIRD)
    log.finish(rng)
    assert log.room.begun == 2
    assert picture(fold(CODE, log.lines)) == picture(log.room)


def test_rooms_that_differ_have_other_pictures():
    one = picture(begun("declare", 3).room)
    for other in (begun("declare", 3, 2), begun("declare", 3, clock=30), opened("declare", 3)):
        assert picture(other.room) != one


@every_game
def test_every_version_is_one_entry_and_tells_its_own_events(name: str):
    log = begun(name)
    log.finish(random.Random(name))
    assert log.room.version == len(log.lines)
    assert log.room.table is not None
    assert [event for _, event in log.room.told] == log.room.table.events
    versions = [version for version, _ in log.room.told]
    assert versions == sorted(versions)
    assert versions[0] > log.room.terms.seats


def test_choice_is_open_since_the_version_of_the_last_move():
    log = begun("declare", 3)
    assert log.room.decided == log.room.version
    log.add(Acted(log.room.table.actor, log.legal()[0]))  # pyright: ignore[reportOptionalMemberAccess]
    decided = log.room.version
    log.add(Renamed(0, 8))
    assert (log.room.decided, log.room.version) == (decided, decided + 1)


# Refusals


def wrong_entries(log: Log) -> list[Body]:
    """Return entries that do not fit now."""
    room = log.room
    wrong: list[Body] = [
        Changed(Terms(game="whist", seats=4)),
        Changed(Terms(game=room.terms.game, seats=room.terms.seats, options={"x": 1})),
        Changed(Terms(game=room.terms.game, seats=room.terms.seats, preset="nobody's")),
    ]
    if room.phase == "playing":
        assert room.table is not None
        wrong += [Began(THIRD), Acted(-1, 0), Acted(room.terms.seats, 0), Acted(0, -1)]
        if room.table.actor >= 0:
            illegal = set(range(room.game.num_actions)) - set(log.legal())
            wrong += [Acted(room.table.actor, action) for action in [*sorted(illegal)[:2], 10**6]]
            wrong += [Acted((room.table.actor + 1) % room.terms.seats, log.legal()[0])]
            wrong += [Raced([0] + [1] * (room.terms.seats - 1), [], False, 0)]
            wrong += [Touched(room.terms.seats, None), Touched((room.table.actor + 1) % 2, 10)]
        else:
            acting = room.game.racing.acting(room.table.state)
            contacts: list[int | None] = [-1] * room.terms.seats
            wrong += [Raced([0], [], False, 0), Touched(acting, None), Acted(acting, 0)]
            wrong += [Raced(contacts, [], False, 0), Raced([0] * room.terms.seats, [], False, -1)]
    else:
        wrong += [Acted(0, 0), Touched(0, None), Raced([0, 1], [], False, 0)]
    return wrong


@every_game
def test_refused_entries_change_nothing(name: str):
    rng = random.Random(name)
    log = opened(name)
    seen: set[str] = set()
    for _ in range(120):
        before = picture(log.room)
        for body in wrong_entries(log):
            with pytest.raises(TapeteError):
                log.add(body, "g0", "refused")
        assert picture(log.room) == before
        seen.add(f"{log.room.phase} {log.room.table is not None and log.room.table.is_racing}")
        if log.room.phase == "playing":
            log.move(rng)
        else:
            log.begin(THIRD)
    assert "playing False" in seen
    assert log.room.game.races is None or "playing True" in seen


@pytest.mark.parametrize("step", [-1, 0, 2])
def test_entries_come_in_order(step: int):
    log = begun("toy", 2)
    before = picture(log.room)
    with pytest.raises(TapeteError, match=f"expected entry {log.room.version + 1}"):
        log.room.play(Entry(log.room.version + step, 0, Renamed(0, 5)))
    assert picture(log.room) == before


def test_room_gives_its_reasons():
    log = opened("toy", 2)
    with pytest.raises(Denied) as denied:
        log.add(Acted(0, 0))
    assert denied.value.reason == RoomReason.NO_MATCH
    log.begin()
    with pytest.raises(Denied) as denied:
        log.begin()
    assert denied.value.reason == RoomReason.MATCH_RUNNING
    assert str(denied.value) != denied.value.spanish


# Commands


def test_room_knows_a_command_by_guest_and_id():
    log = opened("toy", 3, 1)
    log.add(Renamed(0, 5), "g0", "name-1")
    version = log.room.version
    log.add(Renamed(0, 6))
    assert log.room.done_before("g0", "name-1") == version
    assert log.room.done_before("g1", "name-1") is None
    assert log.room.done_before("g0", "name-2") is None
    assert log.room.done_before("", "") is None


def test_room_remembers_the_last_commands_only():
    log = opened("toy", 2)
    for i in range(rooms.MOST_COMMANDS):
        log.add(Renamed(0, 5), "g0", f"c{i}")
    assert log.room.done_before("g0", "c0") is not None
    assert log.room.done_before("g1", "sit") is None
    log.add(Renamed(0, 5), "g0", "one more")
    assert log.room.done_before("g0", "c0") is None
    assert log.room.done_before("g0", "c1") is not None


# Seats


def test_tokens_open_the_seat_of_the_person_they_were_made_for():
    log = opened("declare", 4, 3)
    tokens = [log.room.token(seat) for seat in range(3)]
    assert [log.room.seat_of_token(token) for token in tokens] == [0, 1, 2]
    assert log.room.seat_of_token(log.room.token(3)) is None
    assert log.room.seat_of_token("") is None
    assert log.room.seat_of_token(tokens[0][:-1]) is None
    log.add(Vacated(1))
    assert log.room.seat_of_token(tokens[1]) is None
    log.add(Seated(1, "g1", PERSON + 1))
    assert log.room.seat_of_token(tokens[1]) is None
    assert log.room.seat_of_token(log.room.token(1)) == 1
    log.add(Manned(2, "simple"))
    assert log.room.seat_of_token(tokens[2]) is None
    other = opened("declare", 4, 3, key="55" * 32)
    assert not set(tokens) & {other.room.token(seat) for seat in range(3)}


def test_guest_has_the_seats_it_sits_in():
    log = opened("declare", 4, 2)
    log.add(Seated(3, "g0", 9))
    assert log.room.seats_of("g0") == [0, 3]
    log.add(Vacated(0))
    assert log.room.seats_of("g0") == [3]
    assert log.room.seats_of("") == []
    assert log.room.persons() == [PERSON + 1, 9]


def test_whoever_sits_down_first_at_a_table_without_a_host_hosts_it():
    log = opened("declare", 4, 1)
    log.add(Hosted(""))
    log.add(Seated(2, "new", 9))
    log.add(Seated(3, "newer", 10))
    assert log.room.host == "new"


@pytest.mark.parametrize(
    ("seats", "expected"),
    [
        (2, ["g0", "g2"]),
        (3, ["g0", "g3", "g2"]),
        (6, ["g0", "", "g2", "g3", "", ""]),
    ],
)
def test_people_keep_their_seats_where_there_is_room(seats: int, expected: list[str]):
    log = opened("hands-down", 4)
    log.add(Manned(1, "simple"))
    log.add(Changed(Terms(game="declare", seats=seats)))
    guests = [chair.guest for chair in log.room.chairs]
    assert guests == expected
    kinds = [chair.kind for chair in log.room.chairs]
    assert [kind == "person" for kind in kinds] == [guest != "" for guest in expected]


def test_new_terms_lead_back_to_the_lobby():
    log = begun("toy", 2)
    log.finish(random.Random(0))
    change = log.add(Changed(Terms(game="declare", seats=3)))
    assert (log.room.phase, log.room.table, log.room.told) == ("lobby", None, [])
    assert change.is_room
    assert change.is_seats
    assert log.room.values == games()["declare"].settle(3, {})


# Matches


@every_game
def test_another_match_has_other_cards_and_counts_on(name: str):
    log = begun(name, 2)
    first, commitment = cards(log), log.room.commitment
    assert commitment == hashlib.sha256(bytes.fromhex(SECRET)).hexdigest()
    log.finish(random.Random(name))
    assert log.room.commitment == hashlib.sha256(bytes.fromhex(SECOND)).hexdigest()
    events = [event for _, event in log.room.told]
    log.begin(THIRD)
    assert cards(log) != first
    assert log.room.commitment == hashlib.sha256(bytes.fromhex(SECOND)).hexdigest()
    assert not {id(event) for event in events} & {id(event) for _, event in log.room.told}
    assert [event.version for _, event in log.room.told][:1] in ([1], [])
    assert (log.room.begun, log.room.phase) == (2, "playing")


OTHER_TERMS: list[dict[str, Any]] = [
    {"options": {"par_time": 400}},
    {"reflex": "lots"},
    {"reflex": "relaxed"},
    {"seats": 3},
    {"name": "declare"},
]
SAME_TERMS: list[dict[str, Any]] = [
    {"clock": 30},
    {"listed": True},
    {"options": games()["hands-down"].settle(4, {})},
]


@pytest.mark.parametrize("other", OTHER_TERMS, ids=str)
def test_other_terms_would_have_dealt_other_cards(other: dict[str, Any]):
    assert shuffle(begun(**{"name": "hands-down", "seats": 4, **other})) != shuffle(
        begun("hands-down", 4)
    )


@pytest.mark.parametrize("same", SAME_TERMS, ids=["clock", "listed", "options as settled"])
def test_what_is_no_rule_of_the_match_deals_the_same_cards(same: dict[str, Any]):
    assert cards(begun("hands-down", 4, **same)) == cards(begun("hands-down", 4))


def test_peoples_nonces_change_the_next_deal_and_no_other():
    plain, mixed = opened("declare", 3), opened("declare", 3)
    mixed.add(Added(1, "abcd"))
    assert [chair.nonce for chair in mixed.room.chairs] == ["", "abcd", ""]
    for log in (plain, mixed):
        log.begin()
    assert cards(plain) != cards(mixed)
    assert chance_of(mixed).nonces[1:] == (b"\xab\xcd",)
    assert [chair.nonce for chair in mixed.room.chairs] == ["", "", ""]
    for log in (plain, mixed):
        log.finish(random.Random(1))
        log.begin(THIRD)
    assert cards(plain) == cards(mixed)


def test_tally_counts_each_persons_wins_and_the_computers_together():
    log = opened("toy", 3, 2)
    log.add(Manned(2, "simple"))
    names = {PERSON: "Ana", PERSON + 1: "Blas"}
    assert tally(log.room, names) == []
    expected = {PERSON: 0, PERSON + 1: 0, rooms.NOBODY: 0}
    rng = random.Random(5)
    for _ in range(12):
        log.begin(THIRD)
        log.finish(rng)
        for seat in log.room.winners():
            expected[log.room.chairs[seat].person] += 1
    assert all(expected.values())
    told = {one.name: one.wins for one in tally(log.room, names)}
    assert told == {"Ana": expected[PERSON], "Blas": expected[PERSON + 1], "": expected[0]}
    wins = [one.wins for one in tally(log.room, names)]
    assert wins == sorted(wins, reverse=True)
    log.add(Vacated(0))
    log.add(Renamed(1, 77))
    told = {one.name: one.wins for one in tally(log.room, names | {77: "Berta"})}
    assert told == {"Ana": expected[PERSON], "Berta": expected[PERSON + 1], "": expected[0]}


def test_there_is_no_tally_before_the_first_match_is_over():
    log = opened("toy", 2)
    log.add(Renamed(0, 77))
    assert tally(log.room, {77: "Ana", PERSON + 1: "Blas"}) == []


# Records


@pytest.mark.parametrize("reflex", ["real", "relaxed", "lots"])
@every_game
def test_record_of_a_match_replays_and_its_seal_holds(name: str, reflex: str):
    rng = random.Random(f"{name}/{reflex}")
    log = opened(name, **random_terms(name, rng, reflex=reflex))
    log.add(Added(0, "abcd"))
    log.begin()
    log.finish(rng)
    log.add(Manned(1, "uniform"))
    commitment = hashlib.sha256(bytes.fromhex(SECRET)).hexdigest()
    line = format_record(log.room.record())
    record, extras = parse_record(line), parse_json(line)
    assert log.room.table is not None
    assert wholes(replay(record).events) == wholes(log.room.table.events)
    assert record["players"][:2] == ["-", "bot:uniform"]
    assert "Ana" not in line
    assert extras["x_seal"]["commitment"] == commitment
    judge = parse_judge(extras["x_judge"]) if "x_judge" in extras else None
    replay_sealed(record, parse_seal(extras["x_seal"]), judge)
    assert log.room.people() == [PERSON, None, *range(PERSON + 2, PERSON + log.room.terms.seats)]
