"""Every message between a client and a table, decoded once.

A message is one JSON object in one text frame; `t` says which it is. Clients send a `FromClient`,
tables a `FromServer`. Unknown fields and wrong types are refused. `web/src/wire/messages.ts` is
generated from this file (`python -m tapete.wire.typescript`).

**Versions.** Whatever changes a table, a move or who sits where, is one entry of its log and counts
its version up by one, without gaps. Each version reaches each connection exactly once and in order:
as an `Update` that says what changed for its eyes, or as a bare `Passed` where nothing did. A
`Sync` brings a connection to a version at once. What is not versioned (`Status`, `Hand`) may be
lost.
"""

from enum import StrEnum
from typing import Annotated, Any, Final, Literal, TypeAlias

from msgspec import UNSET, Meta, Struct, UnsetType

PROTOCOL: Final = 1
"""Counts up whenever old clients could not understand new messages."""
NEVER: Final = -1
"""The version of somebody who has seen nothing yet."""
MAX_MESSAGE: Final = 4096
"""Bytes of the longest message that a table reads."""
HAND_DOWN: Final = 100
"""How far down a hand is that touches."""

Language: TypeAlias = Literal["en", "es"]
CommandId: TypeAlias = Annotated[
    str, Meta(min_length=1, max_length=40, pattern=r"^[A-Za-z0-9_.:-]+$(?!\n)")
]
"""Chosen by the client, different for every command; a re-sent command keeps its id."""
SeatNumber: TypeAlias = Annotated[int, Meta(ge=-1, le=5)]
"""A seat; −1 where none is meant (a spectator, nobody, any)."""
Name: TypeAlias = Annotated[str, Meta(min_length=1, max_length=20)]
Token: TypeAlias = Annotated[str, Meta(max_length=100)]
Hex: TypeAlias = Annotated[
    str, Meta(min_length=2, max_length=64, pattern=r"^([0-9a-f]{2})+$(?!\n)")
]
Height: TypeAlias = Annotated[int, Meta(ge=0, le=HAND_DOWN)]
Tell: TypeAlias = Literal["text", "event", "both"]
"""How events are told: in words, as data, or both; the other part of each is empty."""
Reflex: TypeAlias = Literal["real", "relaxed", "lots"]
Clock: TypeAlias = Literal[0, 30, 60, 180]
"""Seconds that a seat has for a decision; 0 for any time."""
ComputerKind: TypeAlias = Literal["uniform", "simple"]


class FromClientBase(Struct, forbid_unknown_fields=True, tag_field="t", frozen=True):
    """What all messages of clients are."""


class FromServerBase(Struct, tag_field="t", frozen=True, omit_defaults=True):
    """What all messages of tables are."""


# What clients send


class Hello(FromClientBase, tag="hello", frozen=True):
    """Come to the table: the first message of a connection, within seconds of it.

    Who has a seat's token gets that seat, wherever its last connection was; a browser's cookie
    finds its seats without one; anybody else watches.
    """

    protocol: int
    lang: Language = "en"
    token: Token = ""
    since: int = NEVER
    """The last version seen, so that only what came later is told; NEVER for everything."""
    eyes: SeatNumber = -1
    """Whose view is wanted where the guest has several seats (a device that goes round)."""
    tell: Tell = "both"


class Act(FromClientBase, tag="act", frozen=True):
    """Choose an action for the seat that must act."""

    id: CommandId
    seat: SeatNumber
    action: int
    v: int
    """The version at which it was chosen: refused as `stale` where another choice is up by now."""


class Touch(FromClientBase, tag="touch", frozen=True):
    """Touch the own hand on the unit: a reaction, an early touch, or a fool's."""

    id: CommandId
    seat: SeatNumber


class Hand(FromClientBase, tag="hand", frozen=True):
    """Say how far down the own hand is while it hovers; never answered, relayed at once."""

    seat: SeatNumber
    p: Height


class Sit(FromClientBase, tag="sit", frozen=True):
    """Take a free seat, −1 for the first one.

    While no match runs a computer player makes room; in a running match only a freed seat is free.
    """

    id: CommandId
    seat: SeatNumber = -1
    name: Name = "?"


class Stand(FromClientBase, tag="stand", frozen=True):
    """Leave a seat for good; a computer player goes on with it in a running match."""

    id: CommandId
    seat: SeatNumber


class Man(FromClientBase, tag="man", frozen=True):
    """Put a computer player into a free seat (the host)."""

    id: CommandId
    seat: SeatNumber
    kind: ComputerKind = "simple"


class Free(FromClientBase, tag="free", frozen=True):
    """Free a seat, whoever has it, so that somebody else can sit there (the host)."""

    id: CommandId
    seat: SeatNumber


class Terms(Struct, forbid_unknown_fields=True, frozen=True, kw_only=True):
    """What a table plays and how; decided in the lobby."""

    game: Annotated[str, Meta(max_length=40)]
    seats: Annotated[int, Meta(ge=2, le=6)]
    preset: Annotated[str, Meta(max_length=40)] = "sheet"
    options: dict[str, bool | int | str] = {}
    """House rules that differ from the preset."""
    reflex: Reflex = "real"
    clock: Clock = 0
    listed: bool = False
    """Whether anybody may find the table, without its code."""


class SetTerms(FromClientBase, tag="terms", frozen=True):
    """Change what will be played (the host, while no match runs): back to the lobby."""

    id: CommandId
    terms: Terms


class Nonce(FromClientBase, tag="nonce", frozen=True):
    """Add own random bytes to the next match's chance, once its commitment is known."""

    id: CommandId
    seat: SeatNumber
    nonce: Hex


class Start(FromClientBase, tag="start", frozen=True):
    """Begin the match; computer players take the empty seats (anybody seated)."""

    id: CommandId


class Again(FromClientBase, tag="again", frozen=True):
    """Begin another match with the same people once one is over (anybody seated)."""

    id: CommandId


class Rename(FromClientBase, tag="rename", frozen=True):
    """Change the name at an own seat."""

    id: CommandId
    seat: SeatNumber
    name: Name


class Host(FromClientBase, tag="host", frozen=True):
    """Hand the table on to whoever sits at a seat (the host)."""

    id: CommandId
    seat: SeatNumber


class Eyes(FromClientBase, tag="eyes", frozen=True):
    """Look with the eyes of another own seat, −1 for a spectator's; answered by a Sync."""

    seat: SeatNumber


class Speak(FromClientBase, tag="speak", frozen=True):
    """Have everything told in another language from now on; answered by a Sync."""

    lang: Language


class AskMoves(FromClientBase, tag="moves?", frozen=True):
    """Ask for the legal actions in words; answered by Moves."""


class AskLook(FromClientBase, tag="look?", frozen=True):
    """Ask for the view in words; answered by Look."""


class Ping(FromClientBase, tag="ping", frozen=True):
    """Ask for a sign of life, every few seconds; answered by Pong."""

    n: int


FromClient: TypeAlias = (
    Hello
    | Act
    | Touch
    | Hand
    | Sit
    | Stand
    | Man
    | Free
    | SetTerms
    | Nonce
    | Start
    | Again
    | Rename
    | Host
    | Eyes
    | Speak
    | AskMoves
    | AskLook
    | Ping
)


# What tables send


class SeatInfo(Struct, frozen=True):
    """Who has a seat, as everybody may know it."""

    kind: Literal["empty", "person", "computer"]
    name: str
    """What its player is called, made different where two are alike; "" in an empty seat."""
    guest: str
    """Tells people apart, nothing more; equal in two seats of one device."""
    ready: bool
    """Whether its nonce for the next match is in."""


class Standing(Struct, frozen=True):
    """What somebody has won this evening."""

    guest: str
    """The guest of a SeatInfo, "" for the computer players together."""
    name: str
    wins: int


class Result(Struct, frozen=True):
    """How a match ended."""

    winners: list[int]
    ranking: list[list[int]]
    scores: list[int]


class RoomInfo(Struct, frozen=True):
    """Everything about a table that is no card: the same for all."""

    code: str
    phase: Literal["lobby", "playing", "over"]
    match: int
    """Counts the table's matches from 1, the one to come included."""
    terms: Terms
    values: dict[str, bool | int | str]
    """Every house rule, settled."""
    seats: list[SeatInfo]
    host: str
    """The guest that may change things."""
    commitment: str
    """SHA-256 (hex) of the secret of the running match's chance, else of the next one's."""
    tally: list[Standing]
    result: Result | None
    record: str
    """Where the finished match's record is, a path; "" before."""


class You(Struct, frozen=True):
    """What the table knows of whom it talks to."""

    guest: str
    seats: list[int]
    eyes: int
    """The seat whose view is sent, −1 for a spectator's."""
    tokens: list[str]
    """One a seat: it opens the seat from any device, so it is for nobody else."""


class Told(Struct, frozen=True, array_like=True):
    """One event of the match: its version, what one may see of it, and that in words."""

    v: int
    event: dict[str, Any]
    text: str


class Status(FromServerBase, tag="status", frozen=True):
    """Who is here and how long there is left: sent whenever it changes, never stored."""

    here: list[bool]
    """Per seat, whether its person is connected (true for computer players)."""
    covered: list[bool]
    """Per seat, whether a computer player chooses for an absent person."""
    watching: int
    """How many connected people have no seat."""
    paused: bool
    """Whether the table waits for somebody to come back."""
    left_ms: int | None
    """What the actor has left of its time, None without a clock."""


class Sync(FromServerBase, tag="sync", frozen=True):
    """Everything, as it stands at a version."""

    v: int
    you: You
    room: RoomInfo
    status: Status
    view: dict[str, Any] | None
    """The eyes' view of the match, field by field; None in the lobby of the first match."""
    actor: int
    """The seat that must choose, −1 for none."""
    legal: list[int]
    """What the eyes' seat may choose now, ascending."""
    since: int
    """Only events of later versions are told here."""
    events: list[Told]


class Update(FromServerBase, tag="up", frozen=True):
    """What one version changed for the connection's eyes; what is absent is as it was."""

    v: int
    events: list[Told] = []
    view: dict[str, Any] | UnsetType = UNSET
    """Changed fields of the view: a number, or for a row or record an object of what changed in it,
    rows by their index."""
    actor: int | UnsetType = UNSET
    legal: list[int] | UnsetType = UNSET
    """What the eyes' seat may choose now; absent where it could and can choose nothing."""
    room: RoomInfo | UnsetType = UNSET
    you: You | UnsetType = UNSET


class Passed(FromServerBase, tag="v", frozen=True):
    """A version that changed nothing for the connection's eyes."""

    v: int


class HandAt(FromServerBase, tag="hand", frozen=True):
    """How far down a seat's hand is; at HAND_DOWN it touches."""

    seat: int
    p: int


class Ack(FromServerBase, tag="ack", frozen=True):
    """A command was done, now or before it was sent again; its version is stored safely."""

    id: str
    v: int


class No(FromServerBase, tag="no", frozen=True):
    """A command was refused and has changed nothing."""

    id: str
    reason: str
    """`core.errors.Reason`, or a `RoomReason`."""
    rule: str
    """The number of the rule that forbids it, "" for none."""
    text: str


class Move(Struct, frozen=True, array_like=True):
    """A legal action in words."""

    action: int
    notation: str
    text: str


class Moves(FromServerBase, tag="moves", frozen=True):
    """The legal actions of the eyes' seat."""

    v: int
    moves: list[Move]


class Look(FromServerBase, tag="look", frozen=True):
    """The eyes' view in words."""

    v: int
    text: str


class Pong(FromServerBase, tag="pong", frozen=True):
    """A sign of life."""

    n: int


class Fault(FromServerBase, tag="fault", frozen=True):
    """What was wrong with a message that could not be read; the connection ends where it must."""

    text: str


class Bye(FromServerBase, tag="bye", frozen=True):
    """The last message of a connection: why it ends."""

    reason: Literal["restart", "gone", "too_fast", "too_slow", "no_hello", "protocol"]


FromServer: TypeAlias = (
    Sync | Update | Passed | Status | HandAt | Ack | No | Moves | Look | Pong | Fault | Bye
)


class RoomReason(StrEnum):
    """Why a table refuses what is no move; it stands beside `core.errors.Reason`."""

    STALE = "stale"
    NOT_YOUR_SEAT = "not_your_seat"
    NOT_HOST = "not_host"
    NOT_SEATED = "not_seated"
    ALREADY_SEATED = "already_seated"
    SEAT_TAKEN = "seat_taken"
    NO_FREE_SEAT = "no_free_seat"
    MATCH_RUNNING = "match_running"
    NO_MATCH = "no_match"
    BAD_TERMS = "bad_terms"
    TOO_FAST = "too_fast"
    NOT_SAVED = "not_saved"
