"""A table with its seats, its people and its matches: a fold over the entries of its log.

A room has no clock, no socket and nothing to wait for. `play` takes one entry and either changes
the room or raises and leaves it as it was; the same entries always give the same room.
"""

import hashlib
import hmac
from base64 import urlsafe_b64encode
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from tapete.core.errors import TapeteError
from tapete.core.game import Game
from tapete.core.options import Value
from tapete.core.race import Judge, Race, Touch
from tapete.games import games
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
from tapete.table.chance import Sealed
from tapete.table.events import Event
from tapete.table.record import record_of
from tapete.table.seal import seal_of, terms_nonce
from tapete.table.table import Table
from tapete.wire.messages import RoomReason, Terms

Phase = Literal["lobby", "playing", "over"]
MOST_COMMANDS = 500
"""How many commands a room remembers, to know one that is sent again."""
TOKEN_BYTES = 16
NOBODY = 0
"""The person of a seat without one."""


class Denied(TapeteError):
    """A room's no to what is no move; nothing has changed."""

    rule = ""

    def __init__(self, reason: RoomReason, english: str, spanish: str) -> None:
        super().__init__(english, spanish)
        self.reason = reason


@dataclass
class Chair:
    """Who has a seat."""

    kind: Literal["empty", "person", "computer"] = "empty"
    guest: str = ""
    person: int = NOBODY
    since: int = 0
    """The version that brought whoever sits here."""
    computer: str = "simple"
    """Which computer player sits here or chooses for who is away."""
    nonce: str = ""


@dataclass
class Change:
    """What an entry changed, so that only that is told."""

    events: list[Event] = field(default_factory=list[Event])
    is_match: bool = False
    """Whether views, actor or legal actions may differ."""
    is_room: bool = False
    """Whether what everybody knows of the room differs."""
    is_seats: bool = False
    """Whether somebody has other seats now."""


class Room:
    """A table as its log tells it; see the module's text."""

    def __init__(self, code: str) -> None:
        self.code = code
        self.version = 0
        self.terms = Terms(game="", seats=2)
        self.values: dict[str, Value] = {}
        self.phase: Phase = "lobby"
        self.chairs: list[Chair] = []
        self.host = ""
        self.table: Table | None = None
        self.told: list[tuple[int, Event]] = []
        """The match's events, each with the version that brought it."""
        self.begun = 0
        """How many matches have begun."""
        self.wins: dict[int, int] = {}
        """Matches won, by person; NOBODY for the computer players."""
        self.decided = 0
        """The version since which the present choice has been open."""
        self._game = next(iter(games().values()))
        self._secret = b""
        self._key = b""
        self._commands: OrderedDict[tuple[str, str], int] = OrderedDict()

    @property
    def game(self) -> Game:
        """Return the game that is played, or will be."""
        return self._game

    @property
    def commitment(self) -> str:
        """Return what is shown of the chance of the match that runs, or else comes next (hex)."""
        if self.phase == "playing" and self.table is not None:
            return seal_of(self.table)["commitment"]
        return hashlib.sha256(self._secret).hexdigest()

    def token(self, seat: int) -> str:
        """Return what opens a person's seat from any device."""
        # Not of the seat's number, which may change with the terms; nobody else has sat down then.
        name = str(self.chairs[seat].since).encode()
        digest = hmac.digest(self._key, name, "sha256")[:TOKEN_BYTES]
        return urlsafe_b64encode(digest).decode().rstrip("=")

    def seat_of_token(self, token: str) -> int | None:
        """Return the seat that a token opens."""
        given = token.encode()
        for seat, chair in enumerate(self.chairs):
            if chair.kind == "person" and hmac.compare_digest(self.token(seat).encode(), given):
                return seat
        return None

    def seats_of(self, guest: str) -> list[int]:
        """Return the seats of a guest, ascending."""
        return [i for i, c in enumerate(self.chairs) if c.kind == "person" and c.guest == guest]

    def done_before(self, guest: str, command: str) -> int | None:
        """Return the version that a command made when it was first sent, None if it never was."""
        return self._commands.get((guest, command))

    def persons(self) -> list[int]:
        """Return everybody whose name is wanted: who sits here, and who has won before."""
        seated = [chair.person for chair in self.chairs if chair.person != NOBODY]
        return list(dict.fromkeys([*seated, *(p for p in self.wins if p != NOBODY)]))

    def play(self, entry: Entry) -> Change:
        """Take the next entry; raise TapeteError and change nothing where it does not fit."""
        if entry.seq != self.version + 1:
            raise TapeteError(f"expected entry {self.version + 1}, got {entry.seq}")
        change = self._play(entry.body, entry.seq)
        self.version = entry.seq
        for event in change.events:
            self.told.append((entry.seq, event))
        if change.is_match:
            self.decided = entry.seq
        if entry.command:
            self._commands[entry.guest, entry.command] = entry.seq
            if len(self._commands) > MOST_COMMANDS:
                self._commands.popitem(last=False)
        return change

    def _play(self, body: Body, seq: int) -> Change:
        match body:
            case Acted() | Raced() | Touched():
                return self._moved(move(self._running(), body))
            case Began(following):
                return self._begin(following)
            case Opened(host, terms, secret, key):
                self._secret, self._key = bytes.fromhex(secret), bytes.fromhex(key)
                self.host = host
                return self._agree(terms)
            case Changed(terms):
                return self._agree(terms)
            case _:
                return self._seat(body, seq)

    def _seat(self, body: Body, seq: int) -> Change:
        """Change who sits where."""
        match body:
            case Seated(seat, guest, person):
                kind = self.chairs[seat].computer
                self.chairs[seat] = Chair("person", guest, person, seq, kind)
                self.host = self.host or guest
            case Renamed(seat, person):
                old, self.chairs[seat].person = self.chairs[seat].person, person
                if old in self.wins:
                    self.wins[person] = self.wins.pop(old) + self.wins.get(person, 0)
                return Change(is_room=True)
            case Vacated(seat):
                self.chairs[seat] = Chair(since=seq)
            case Manned(seat, kind):
                self.chairs[seat] = Chair("computer", since=seq, computer=kind)
            case Added(seat, nonce):
                self.chairs[seat].nonce = nonce
                return Change(is_room=True)
            case Hosted(guest):
                self.host = guest
                return Change(is_room=True)
            case _:
                raise TapeteError(f"a room knows no entry such as {body!r}")
        return Change(is_room=True, is_seats=True)

    def _agree(self, terms: Terms) -> Change:
        """Take new terms: back to the lobby, people keeping their seats where they can."""
        self.values = settled(terms)
        self._game = games()[terms.game]
        self.terms = terms
        self.chairs = reseated(self.chairs, terms.seats)
        self.phase, self.table, self.told = "lobby", None, []
        return Change(is_room=True, is_seats=True, is_match=True)

    def _begin(self, following: str) -> Change:
        """Deal a match."""
        if self.phase == "playing":
            raise Denied(
                RoomReason.MATCH_RUNNING, "the match has begun", "la partida ya ha empezado"
            )
        # Without races nothing is judged, and no record tells of a judge.
        judge = Judge(self.terms.reflex) if self.game.races is not None else Judge()
        nonces = [terms_nonce(self.game, self.terms.seats, self.values, judge)]
        nonces += [bytes.fromhex(chair.nonce) for chair in self.chairs if chair.nonce]
        table = Table(
            self.game,
            self.terms.seats,
            self.values,
            Sealed(self._secret, nonces),
            judge=judge,
        )
        self.begun += 1
        self.table, self.told, self.phase = table, [], "playing"
        self._secret = bytes.fromhex(following)
        for chair in self.chairs:
            chair.nonce = ""
        return self._moved(table.start(), is_room=True)

    def _running(self) -> Table:
        if self.table is None or self.phase != "playing":
            raise Denied(
                RoomReason.NO_MATCH, "no match is running", "no hay ninguna partida en marcha"
            )
        return self.table

    def _moved(self, events: list[Event], *, is_room: bool = False) -> Change:
        """Return the change that a move made; at the end, count who won."""
        table = self._running()
        if table.is_over:
            self.phase = "over"
            for seat in self.winners():
                person = self.chairs[seat].person
                self.wins[person] = self.wins.get(person, 0) + 1
        return Change(events, is_match=True, is_room=is_room or table.is_over)

    def winners(self) -> list[int]:
        """Return the seats that won the finished match."""
        table = self.table
        assert table is not None  # noqa: S101  # asked after the end only
        return [i for i in range(table.seats) if table.game.rules.place(table.state, i) == 0]

    def record(self) -> dict[str, Any]:
        """Return the finished match's record, with nobody's name in it."""
        assert self.table is not None  # noqa: S101  # asked after the end only
        players = ["-" if c.kind == "person" else f"bot:{c.computer}" for c in self.chairs]
        return record_of(self.table, players) | {"x_seal": seal_of(self.table)}

    def people(self) -> list[int | None]:
        """Return the person of each seat, None where a computer player ended up."""
        return [c.person if c.kind == "person" else None for c in self.chairs]


def move(table: Table, body: Acted | Raced | Touched) -> list[Event]:
    """Use a table's door as an entry tells; raise Refused where the rules forbid it."""
    match body:
        case Acted(seat, action):
            return table.act(seat, action)
        case Raced(contacts, early, foul, error_ms):
            return table.measured(Race(tuple(contacts), tuple(early), foul, error_ms))
        case Touched(seat, since_ms):
            return table.measured(Touch(seat, since_ms))


def reseated(chairs: Sequence[Chair], seats: int) -> list[Chair]:
    """Return so many chairs with whom there was, people first where there are fewer."""
    kept = list(chairs[:seats]) + [Chair() for _ in range(seats - len(chairs))]
    for chair in (c for c in chairs[seats:] if c.kind == "person"):
        free = next((i for i, c in enumerate(kept) if c.kind != "person"), None)
        if free is not None:
            kept[free] = chair
    return kept


def settled(terms: Terms) -> dict[str, Value]:
    """Return every house rule of these terms; raise TapeteError for what no game allows."""
    game = games().get(terms.game)
    if game is None:
        raise TapeteError(
            f"there is no game {terms.game!r}; there are: {', '.join(games())}",
            f"no existe el juego {terms.game!r}; hay: {', '.join(games())}",
        )
    return game.settle(terms.seats, terms.options, terms.preset)
