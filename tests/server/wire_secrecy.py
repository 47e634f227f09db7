"""Whether any byte that a connection is sent depends on what is hidden from its eyes.

At a step of a match a room gets a twin, alike but for what the game's own `tests/hidden.py` says
that the eyes must not be able to tell: hidden cards swapped, another motion pending. Both have the
same audience and play the same entry, and every message must be the same in both, byte for byte.
"""

import copy
import random
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from msgspec.json import encode

from tapete.core.errors import Refused
from tapete.core.game import CHANCE, SPECTATOR
from tapete.server.audience import Audience, seat_down
from tapete.server.entries import Acted, Body, Entry, Raced, Touched
from tapete.server.orders import Given, Who, bodies_of
from tapete.server.room import Change, Denied, Room
from tapete.table.chance import Deck
from tapete.table.table import Table
from tapete.wire.messages import NEVER, Act, Language, No, Tell
from tests.driver import Step
from tests.hidden import hidden_of
from tests.secrecy import is_possible
from tests.server.test_room import Log, begun, random_race, random_terms

NAMES = ("Ana", "Blas", "Carmen", "Diego", "Elena", "Fabián")
TOUCH = 0.05
AudienceMaker = Callable[[], Audience]


@dataclass
class Findings:
    """What a search for leaks came to."""

    compared: Counter[str] = field(default_factory=Counter[str])
    """Per kind of message, how many pairs were compared."""
    leaks: list[str] = field(default_factory=list[str])

    def compare(self, kind: str, eyes: int, one: Any, other: Any) -> None:
        """Compare what both rooms send."""
        self.compared[kind] += 1
        if one != other:
            self.leaks.append(f"{kind} to {eyes}: {one!r} or {other!r}"[:2000])


class Ear:
    """A Listener that keeps every byte."""

    def __init__(self, eyes: int, lang: Language, tell: Tell) -> None:
        self.guest = f"g{eyes}" if eyes != SPECTATOR else "nobody"
        self.eyes, self.lang, self.tell = eyes, lang, tell
        self.seats: list[int] = []
        self.tokens: list[str] = []
        self.frames: list[bytes] = []

    def hear(self, frame: bytes) -> None:
        self.frames.append(frame)

    def offer(self, frame: bytes) -> None:
        self.hear(frame)

    def drop(self, reason: str) -> None:
        raise AssertionError(reason)

    def taken(self) -> list[bytes]:
        """Return what has come since the last time."""
        frames, self.frames = self.frames, []
        return frames


class Heard:
    """A room with an audience of one pair of eyes in a few tongues."""

    def __init__(self, room: Room, make: AudienceMaker, ears: list[Ear]) -> None:
        self.room, self.ears = room, ears
        self.audience = make()
        people = [chair.person for chair in room.chairs]
        self.audience.names = dict(zip(people, NAMES, strict=False))
        for ear in ears:
            seat_down(room, ear)
            self.audience.listeners.append(ear)

    def says(self) -> list[list[bytes]]:
        return [ear.taken() for ear in self.ears]

    def sync(self, since: int) -> list[list[bytes]]:
        for ear in self.ears:
            self.audience.sync(self.room, ear, since)
        return self.says()

    def answers(self) -> list[list[bytes]]:
        """Return what it says to who asks for the moves and the view in words."""
        for ear in self.ears:
            self.audience.moves(self.room, ear)
            self.audience.look(self.room, ear)
        return self.says()

    def play(self, body: Body) -> Change:
        """Play an entry and tell it."""
        change = self.room.play(Entry(self.room.version + 1, 0, body))
        self.audience.tell(self.room, change, self.room.version)
        return change

    def refusal(self, seat: int, action: int) -> bytes:
        """Return how a choice of a seat is refused, b"" if it is not."""
        who, version = Who(f"g{seat}", frozenset([seat])), self.room.version
        try:
            for body in bodies_of(self.room, who, Act("a", seat, action, version), NOTHING_GIVEN):
                twin_of(self.room).play(Entry(version + 1, 0, body))
        except (Denied, Refused) as error:
            told = [No("a", error.reason, error.rule, text) for text in (str(error), error.spanish)]
            return b"".join(map(encode, told))
        return b""


NOTHING_GIVEN = Given(0, str)


def twin_of(room: Room, state: Any = None) -> Room:
    """Return a room that goes its own way from here, with another state of the match if given."""
    twin, table = copy.copy(room), room.table
    assert table is not None
    twin.chairs = [copy.copy(chair) for chair in room.chairs]
    twin.told, twin.wins = list(room.told), dict(room.wins)
    twin._commands = OrderedDict(room._commands)
    twin.table = table_with(table, table.state.copy() if state is None else state)
    return twin


def other_twin(room: Room, state: Any, rng: random.Random) -> Room:
    """Return a twin with another state, whose pile lies in any order: that is hidden from all."""
    twin = twin_of(room, state)
    assert twin.table is not None
    order = state.pile[: state.pile_count]
    rng.shuffle(order)
    twin.table._deck.order = order
    return twin


def table_with(table: Table, state: Any) -> Table:
    """Return a table with the same past and chance, and another state."""
    other = copy.copy(table)
    chance: Any = copy.copy(table.chance)
    chance._counts = dict(chance._counts)
    other.chance, other.state, other.events = chance, state, list(table.events)
    other._legal, other._contacts = list(table._legal), list(table._contacts)
    other._reflexes = set(table._reflexes)
    other._deck = Deck(chance)
    other._deck._shuffles = table._deck._shuffles
    other._deck.order = list(table._deck.order)
    return other


def takes(room: Room, body: Body) -> bool:
    """Say whether a room would take an entry next."""
    try:
        twin_of(room).play(Entry(room.version + 1, 0, body))
    except (Denied, Refused):
        return False
    return True


def next_body(log: Log, rng: random.Random) -> Body:
    """Return any entry that the running match takes next."""
    table = log.room.table
    assert table is not None
    if table.is_racing:
        return random_race(table, rng)
    if table.game.races is not None and rng.random() < TOUCH:
        touch = Touched(rng.randrange(table.seats), None)
        if takes(log.room, touch):
            return touch
    return Acted(table.actor, rng.choice(log.legal()))


def steps(name: str, matches: int, seed: int) -> Iterator[tuple[Log, Body, random.Random]]:
    """Yield random matches with each entry just before it is played."""
    for index in range(matches):
        rng = random.Random(f"{name}/{seed}/{index}")
        log = begun(name, **random_terms(name, rng))
        while log.room.phase == "playing":
            body = next_body(log, rng)
            yield log, body, rng
            log.add(body)


def search(
    name: str,
    matches: int,
    *,
    seed: int,
    often: float = 1.0,
    most: int = 10_000,
    make: AudienceMaker = Audience,
) -> Findings:
    """Look for leaks on some steps of random matches, at most so many, one variant a step."""
    found = Findings()
    for log, body, rng in steps(name, matches, seed):
        if rng.random() > often:
            continue
        table = log.room.table
        assert table is not None
        eyes = rng.choice([*range(table.seats), SPECTATOR])
        other = hidden_of(table.game).variant(table.state, eyes, rng)
        if other is not None:
            pair = pair_of(log.room, other, eyes, make, rng)
            compare_as_it_stands(pair, eyes, rng, found)
            compare_step(pair, eyes, body, found)
        if found.compared["fresh Sync"] >= most:
            break
    return found


def pair_of(
    room: Room, other: Any, eyes: int, make: AudienceMaker, rng: random.Random
) -> list[Heard]:
    """Return twins of a room, one with the other state, heard by the same eyes in two tongues."""
    tongues: list[Language] = rng.sample(["en", "es"], 2)
    tells: list[Tell] = ["both", rng.choice(["text", "event"])]
    spoken = list(zip(tongues, tells, strict=True))
    return [
        Heard(twin, make, [Ear(eyes, lang, tell) for lang, tell in spoken])
        for twin in (twin_of(room), other_twin(room, other, rng))
    ]


def compare_as_it_stands(pair: list[Heard], eyes: int, rng: random.Random, found: Findings) -> None:
    """Compare what both rooms say before anything happens."""
    one, other = pair
    since = rng.randint(0, one.room.version)
    found.compare("fresh Sync", eyes, one.sync(NEVER), other.sync(NEVER))
    found.compare("Sync since", eyes, one.sync(since), other.sync(since))
    found.compare("Moves and Look", eyes, one.answers(), other.answers())
    if eyes != SPECTATOR:
        action = rng.randrange(one.room.game.num_actions)
        found.compare("No", eyes, one.refusal(eyes, action), other.refusal(eyes, action))


def compare_step(pair: list[Heard], eyes: int, body: Body, found: Findings) -> None:
    """Let both rooms play an entry and compare what they say of it, where nothing is turned up."""
    one, other = pair
    if not fits(one, other, body):
        return
    changes = [one.play(body), other.play(body)]
    said = one.says(), other.says()
    if is_open_to(pair, eyes, changes):
        return
    found.compare("Update", eyes, *said)
    since = one.room.version - 1
    found.compare("Sync after", eyes, one.sync(since), other.sync(since))


def fits(one: Heard, other: Heard, body: Body) -> bool:
    """Say whether the entry is possible in the other room, and the very same there in words."""
    table, twin = one.room.table, other.room.table
    assert table is not None
    assert twin is not None
    if isinstance(body, Acted):
        step = Step(body.seat, body.action)
        return is_possible(table.game, twin.state, step, same_as=table.state)
    if isinstance(body, Raced):
        # What comes of a motion says which it was.
        races, pair = table.game.racing, (table.state, twin.state)
        runners, fakes = ([ask(s) for s in pair] for ask in (races.runners, races.is_fake))
        return runners[0] == runners[1] and fakes[0] == fakes[1]
    # The acting hand's own touch is none where it holds a pair.
    return takes(other.room, body)


def is_open_to(pair: list[Heard], eyes: int, changes: list[Change]) -> bool:
    """Say whether the step showed the eyes what differs: cards turned up, or moved by their own."""
    game = pair[0].room.game
    wholes = [[event.whole for event in change.events] for change in changes]
    if any(hidden_of(game).is_public(event) for one in wholes for event in one):
        return True
    if [event["type"] for event in wholes[0]] != [event["type"] for event in wholes[1]]:
        return True
    if eyes == SPECTATOR:
        return False
    hands = [heard.room.table.state.players[eyes].hand for heard in pair]  # pyright: ignore[reportOptionalMemberAccess]
    return hands[0] != hands[1] or any(
        one != other and eyes in {one.get("seat"), one.get("from")}
        for one, other in zip(*wholes, strict=True)
    )


def motions(log: Log) -> list[int]:
    """Return the actions of the seat that must choose which nobody else may tell apart."""
    room = log.room
    assert room.table is not None
    if room.game.races is None or room.table.actor == CHANCE:
        return []
    moved: list[int] = []
    for action in log.legal():
        twin = twin_of(room)
        twin.play(Entry(room.version + 1, 0, Acted(room.table.actor, action)))
        assert twin.table is not None
        if twin.table.is_racing:
            moved.append(action)
    return moved


def search_motions(
    name: str, matches: int, *, seed: int, make: AudienceMaker = Audience
) -> Findings:
    """Compare what others are told of every slap and fake that a seat can begin."""
    found = Findings()
    for log, _, rng in steps(name, matches, seed):
        table = log.room.table
        assert table is not None
        chosen = motions(log)
        if len(chosen) < 2:
            continue
        eyes = rng.choice(
            [seat for seat in (*range(table.seats), SPECTATOR) if seat != table.actor]
        )
        said: list[Any] = []
        for action in chosen:
            ears = [Ear(eyes, "en", "both"), Ear(eyes, "es", "text")]
            heard = Heard(twin_of(log.room), make, ears)
            heard.sync(NEVER)
            heard.play(Acted(table.actor, action))
            said.append((heard.says(), heard.sync(NEVER), heard.answers()))
        for other in said[1:]:
            found.compare("motion", eyes, said[0], other)
    return found
