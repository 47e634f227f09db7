"""What people ask of a room, checked and turned into entries of its log."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from tapete.core.errors import Reason, Refused, TapeteError
from tapete.server.entries import (
    Acted,
    Added,
    Began,
    Body,
    Changed,
    Hosted,
    Manned,
    Renamed,
    Seated,
    Vacated,
)
from tapete.server.room import Denied, Room, settled
from tapete.wire.messages import (
    Act,
    Again,
    Free,
    Host,
    Man,
    Nonce,
    Rename,
    RoomReason,
    SetTerms,
    Sit,
    Stand,
    Start,
)

MOST_ENTRIES = 100_000
"""So long a log grows by whatever is asked; then a match can be played to its end, no more."""
ANY = -1
"""The seat of a Sit that takes whichever is free."""


@dataclass(frozen=True)
class Who:
    """Whoever asks: a guest, the seats that are theirs, and whether they host the table."""

    guest: str
    seats: frozenset[int]

    def hosts(self, room: Room) -> bool:
        """Say whether the table is theirs to change."""
        guests = {room.chairs[seat].guest for seat in self.seats if seat < len(room.chairs)}
        return bool(room.host) and room.host in {self.guest, *guests}


@dataclass(frozen=True)
class Given:
    """What an order needs from outside the room."""

    person: int
    """The number under which the asked name is kept, for who sits down or changes it."""
    fresh_secret: Callable[[], str]


def bodies_of(room: Room, who: Who, message: Any, given: Given) -> list[Body]:
    """Return the entries that an order comes to; raise Denied or Refused where it may not be."""
    if room.version >= MOST_ENTRIES and not isinstance(message, Act | Stand):
        raise full()
    match message:
        case Act(_, seat, action, version):
            return act(room, who, seat, action, version)
        case Sit(_, seat, _):
            return sit(room, who, seat, given.person)
        case Stand() | Rename() | Nonce():
            own(room, who, message.seat)
            return own_order(room, message, given)
        case Start() | Again():
            return begin(room, who, given)
        case _:
            host(room, who)
            return host_order(room, message)


def own_order(room: Room, message: Stand | Rename | Nonce, given: Given) -> list[Body]:
    """Return the entries of what people do with their own seat."""
    match message:
        case Stand(_, seat):
            return vacate(room, seat)
        case Rename(_, seat, _):
            return [Renamed(seat, given.person)]
        case Nonce(_, seat, nonce):
            no_match(room)
            return [Added(seat, nonce)]


def host_order(room: Room, message: Any) -> list[Body]:
    """Return the entries of what only the host may ask."""
    match message:
        case SetTerms(_, terms):
            no_match(room)
            check_terms(terms)
            return [Changed(terms)]
        case Man(_, seat, kind):
            chair = room.chairs[exists(room, seat)]
            if chair.kind == "person":
                raise taken(seat)
            return [Manned(seat, kind)]
        case Free(_, seat):
            exists(room, seat)
            return vacate(room, seat)
        case Host(_, seat):
            chair = room.chairs[exists(room, seat)]
            if chair.kind != "person":
                raise Denied(
                    RoomReason.NOT_SEATED,
                    f"nobody sits at seat {seat} to host the table",
                    f"en el asiento {seat} no hay nadie que pueda llevar la mesa",
                )
            return [Hosted(chair.guest)]
        case _:
            raise TypeError(f"no order: {message!r}")


def act(room: Room, who: Who, seat: int, action: int, version: int) -> list[Body]:
    """Return the entry of a choice; whether the rules allow it, the table says."""
    own(room, who, seat)
    if room.phase == "playing" and version < room.decided:
        raise Denied(
            RoomReason.STALE,
            f"this was chosen at version {version}; since {room.decided} another choice is up",
            f"esto se eligió en la versión {version}; desde la {room.decided} toca otra decisión",
        )
    if room.phase == "over":
        raise Refused(Reason.GAME_OVER, "the game is over", "la partida ha terminado")
    return [Acted(seat, action)]


def sit(room: Room, who: Who, seat: int, person: int) -> list[Body]:
    """Return the entry of taking a seat."""
    if who.seats and room.game.races is not None:
        raise Denied(
            RoomReason.ALREADY_SEATED,
            "where hands are slapped each player needs a device of their own",
            "donde se dan palmadas cada jugador necesita su propio dispositivo",
        )
    may_replace = room.phase != "playing"
    free = [i for i, c in enumerate(room.chairs) if c.kind == "empty"]
    free += [i for i, c in enumerate(room.chairs) if c.kind == "computer" and may_replace]
    if seat == ANY:
        if not free:
            raise Denied(
                RoomReason.NO_FREE_SEAT,
                "no seat is free now; you can watch, and join the next match",
                "ahora no hay asientos libres; puedes mirar y entrar en la próxima partida",
            )
        return [Seated(free[0], who.guest, person)]
    if exists(room, seat) not in free:
        raise taken(seat)
    return [Seated(seat, who.guest, person)]


def vacate(room: Room, seat: int) -> list[Body]:
    """Return the entries of a seat that becomes free; a host who leaves hands the table on."""
    chair = room.chairs[seat]
    if chair.kind == "empty":
        raise Denied(
            RoomReason.NOT_SEATED,
            f"seat {seat} is free already",
            f"el asiento {seat} ya está libre",
        )
    bodies: list[Body] = [Vacated(seat)]
    if chair.kind == "person" and chair.guest == room.host:
        others = [c for i, c in enumerate(room.chairs) if c.kind == "person" and i != seat]
        if not any(c.guest == room.host for c in others):
            bodies.append(Hosted(others[0].guest if others else ""))
    return bodies


def begin(room: Room, who: Who, given: Given) -> list[Body]:
    """Return the entries that begin a match: computer players take what seats are empty."""
    if not who.seats and not who.hosts(room):
        raise Denied(
            RoomReason.NOT_SEATED,
            "only who sits at the table can begin",
            "solo puede empezar quien está sentado a la mesa",
        )
    no_match(room)
    empty = [i for i, c in enumerate(room.chairs) if c.kind == "empty"]
    manned: list[Body] = [Manned(seat, room.chairs[seat].computer) for seat in empty]
    return [*manned, Began(given.fresh_secret())]


def check_terms(terms: Any) -> None:
    """Raise Denied for terms that no game allows."""
    try:
        settled(terms)
    except TapeteError as error:
        raise Denied(RoomReason.BAD_TERMS, str(error), error.spanish) from error


def own(room: Room, who: Who, seat: int) -> None:
    """Raise Denied unless the seat is theirs."""
    if exists(room, seat) not in who.seats:
        raise Denied(
            RoomReason.NOT_YOUR_SEAT, f"seat {seat} is not yours", f"el asiento {seat} no es tuyo"
        )


def host(room: Room, who: Who) -> None:
    """Raise Denied unless the table is theirs."""
    if not who.hosts(room):
        raise Denied(
            RoomReason.NOT_HOST,
            "only the host of the table can do that",
            "eso solo puede hacerlo quien lleva la mesa",
        )


def no_match(room: Room) -> None:
    """Raise Denied while a match runs."""
    if room.phase == "playing":
        raise Denied(RoomReason.MATCH_RUNNING, "a match is running", "hay una partida en marcha")


def exists(room: Room, seat: int) -> int:
    """Return the seat; raise Refused where the table has none such."""
    if not 0 <= seat < len(room.chairs):
        last = len(room.chairs) - 1
        raise Refused(
            Reason.NO_SUCH_SEAT,
            f"expected a seat from 0 to {last}, got {seat}",
            f"se esperaba un asiento de 0 a {last}, no {seat}",
        )
    return seat


def full() -> Denied:
    """Return the refusal of a table that has been changed so often that its log is full."""
    return Denied(
        RoomReason.TOO_FAST,
        "this table has had its time; open a new one",
        "esta mesa ya ha dado de sí; abre otra nueva",
    )


def taken(seat: int) -> Denied:
    """Return the refusal of a seat that somebody has."""
    return Denied(RoomReason.SEAT_TAKEN, f"seat {seat} is taken", f"el asiento {seat} está ocupado")
