"""What versions tell each pair of eyes adds up to what a fresh Sync tells, in few bytes."""

import random
from dataclasses import dataclass, field
from statistics import median
from typing import Any

import pytest
from msgspec.json import Decoder

from tapete.bots.computer import Computer
from tapete.bots.races import model_race
from tapete.core.game import SPECTATOR
from tapete.games import games
from tapete.server.audience import AUDIBLE, Audience, seat_down
from tapete.server.entries import (
    Acted,
    Added,
    Began,
    Body,
    Hosted,
    Manned,
    Renamed,
    Seated,
    Vacated,
)
from tapete.server.keeper import raced
from tapete.server.room import Change
from tapete.sim.rng import stream
from tapete.wire.messages import NEVER, FromServer, Language, Passed, Sync, Tell, Update
from tests.server.test_room import PERSON, THIRD, Log, opened, random_terms
from tests.server.wire_client import Seen

MATCHES = 4
MOST_BYTES = 300
"""What half of all Updates stay below: they fit a phone's weak line, many to a packet."""
NAMES = ("Ana", "Blas", "Carmen", "Diego", "Elena", "Fabián")
decoder = Decoder(FromServer)
every_game = pytest.mark.parametrize("name", list(games()))


@dataclass
class Ear:
    """A Listener that knows the table by what it hears, and every frame's bytes."""

    guest: str
    eyes: int = SPECTATOR
    lang: Language = "en"
    tell: Tell = "both"
    seats: list[int] = field(default_factory=list[int])
    tokens: list[str] = field(default_factory=list[str])
    seen: Seen = field(default_factory=Seen)
    frames: list[bytes] = field(default_factory=list[bytes])
    last: Any = None

    def hear(self, frame: bytes) -> None:
        self.frames.append(frame)
        self.last = decoder.decode(frame)
        self.seen.take(self.last)

    def offer(self, frame: bytes) -> None:
        self.hear(frame)

    def drop(self, reason: str) -> None:
        raise AssertionError(reason)


class Party:
    """A table with an audience, to which every entry is told as a keeper would."""

    def __init__(self, log: Log) -> None:
        self.log = log
        self.audience = Audience()
        people = [chair.person for chair in log.room.chairs]
        self.audience.names = dict(zip(people, NAMES, strict=False))

    def join(self, ear: Ear) -> Ear:
        """Let somebody listen from now on."""
        seat_down(self.log.room, ear)
        self.audience.listeners.append(ear)
        self.audience.sync(self.log.room, ear)
        return ear

    def fresh(self, ear: Ear) -> Ear:
        """Return a newcomer with the same seats, eyes and tongue, who is told everything."""
        other = Ear(ear.guest, ear.eyes, ear.lang, ear.tell)
        seat_down(self.log.room, other)
        other.eyes = ear.eyes
        self.audience.sync(self.log.room, other, NEVER)
        return other

    def tell(self, change: Change) -> None:
        """Tell what was just played."""
        self.audience.tell(self.log.room, change, self.log.room.version)

    def add(self, body: Body) -> None:
        """Play an entry and tell it."""
        change = self.log.add(body)
        if isinstance(body, Began):
            self.audience.sync_all(self.log.room)
        else:
            self.tell(change)


def check_known(party: Party, ear: Ear) -> None:
    """Assert that an ear knows what a newcomer with its eyes is told, field by field."""
    known, told = ear.seen, party.fresh(ear).seen
    assert known.v == told.v == party.log.room.version
    for name in ("view", "actor", "legal", "room", "you"):
        assert getattr(known, name) == getattr(told, name), name
    assert known.sync is not None
    since = known.sync.since
    # Whoever has changed seats keeps what was told before; a newcomer hears it with these eyes.
    assert [one for one in known.told if one.v > since][-AUDIBLE:] == [
        one for one in told.told if one.v > since
    ]
    assert len(told.told) == min(len(party.log.room.told), AUDIBLE)


def mishaps(rng: random.Random) -> Body:
    """Return something that is no move."""
    return rng.choice(
        [
            Vacated(1),
            Seated(1, "g1", PERSON + 1),
            Manned(1, "uniform"),
            Renamed(0, PERSON),
            Hosted("g1"),
            Added(0, "abcd"),
        ]
    )


@pytest.mark.parametrize("seed", range(MATCHES))
@every_game
def test_updates_add_up_to_a_fresh_sync_at_every_version(name: str, seed: int):
    rng = random.Random(f"{name}/{seed}")
    party = Party(opened(name, **random_terms(name, rng)))
    seats = party.log.room.terms.seats
    tells: list[Tell] = ["both", "text", "event"]
    ears = [
        party.join(Ear(f"g{i}", i, rng.choice(["en", "es"]), tells[i % 3])) for i in range(seats)
    ]
    ears.append(party.join(Ear("nobody", tell="both")))
    for ear in ears:
        check_known(party, ear)
    for _ in range(2):
        party.add(Began(THIRD))
        moves = 0
        while party.log.room.phase == "playing" and moves < 150:
            if rng.random() < 0.05:
                party.add(mishaps(rng))
            party.tell(party.log.move(rng))
            moves += 1
            check_known(party, rng.choice(ears))
        for ear in ears:
            check_known(party, ear)
        if party.log.room.phase == "playing":
            party.log.finish(rng)
            party.audience.sync_all(party.log.room)
    kinds = {type(decoder.decode(frame)) for ear in ears for frame in ear.frames}
    assert kinds >= {Sync, Update}


def test_version_that_changes_nothing_for_some_eyes_passes_bare():
    party = Party(opened("declare", 3))
    ear = party.join(Ear("x"))
    party.audience.tell(party.log.room, Change(), party.log.room.version + 1)
    assert ear.last == Passed(party.log.room.version + 1)
    assert len(ear.frames[-1]) < 20


def computer_match(name: str, lang: Language) -> list[Ear]:
    """Return everybody who heard a whole match of computer players, told in words."""
    party = Party(opened(name, min(4, games()[name].max_seats)))
    room = party.log.room
    ears = [party.join(Ear(f"g{i}", i, lang, "text")) for i in range(len(room.chairs))]
    ears.append(party.join(Ear("nobody", lang=lang, tell="text")))
    players = {i: Computer(room.game, "simple", stream(7, i)) for i in range(len(room.chairs))}
    party.add(Began(THIRD))
    while room.phase == "playing":
        table = room.table
        assert table is not None
        if table.is_racing:
            party.add(raced(model_race(table, players, stream(8, room.version))))
        else:
            party.add(Acted(table.actor, players[table.actor].choose(table, table.actor)))
    return ears


@pytest.mark.parametrize("lang", ["en", "es"])
@every_game
def test_half_of_all_updates_are_small(name: str, lang: Language):
    for ear in computer_match(name, lang):
        sizes = [len(frame) for frame in ear.frames if isinstance(decoder.decode(frame), Update)]
        assert len(sizes) > 5 or name == "toy"
        assert median(sizes) < MOST_BYTES, f"eyes {ear.eyes}"
