"""Tables from outside: opening, finding, joining them, their rules, records and invitations."""

from typing import Annotated, Literal

from litestar import Response, get, post
from litestar.params import FromPath, JSONBody, PathParameter
from litestar.status_codes import (
    HTTP_200_OK,
    HTTP_201_CREATED,
    HTTP_400_BAD_REQUEST,
    HTTP_404_NOT_FOUND,
)
from msgspec import Meta, Struct

from tapete.core.options import Value
from tapete.server.addresses import qr_picture
from tapete.server.desk import day_of
from tapete.server.handed import Address, Guest, Spoken, TheDesk
from tapete.server.info import shown_names
from tapete.server.keeper import Keeper
from tapete.server.problems import Problem
from tapete.wire.messages import Name, SeatNumber, Terms
from tapete.wire.rules_page import Page, rules_page

RECORD_TYPE = "application/x-ndjson"
Code = Annotated[
    str, PathParameter(description="a table's code; hyphens, capitals and spaces do not matter")
]


class Wish(Struct, frozen=True, forbid_unknown_fields=True):
    """What table somebody wants to open."""

    terms: Terms
    name: Name
    """By which the host goes."""
    computers: bool = False
    """Whether computer players take the other seats from the beginning."""


class Opened(Struct, frozen=True):
    """A table just opened, with the host's seat."""

    code: str
    seat: int
    token: str
    """Opens the seat from any device, so it is for nobody else."""
    url: str


class Joining(Struct, frozen=True, forbid_unknown_fields=True):
    """Who wants to sit down."""

    name: Name
    seat: SeatNumber = -1
    """−1 for the first free one."""


class Seated(Struct, frozen=True):
    """A seat taken."""

    seat: int
    token: str


class Contested(Struct, frozen=True):
    """A house rule about which people are known to disagree, as it is at this table."""

    name: str
    value: Value
    english: str
    spanish: str


class Place(Struct, frozen=True):
    """A seat as it is seen before one joins."""

    kind: Literal["empty", "person", "computer"]
    name: str


class TableInfo(Struct, frozen=True):
    """A table as it is seen before one joins."""

    code: str
    phase: Literal["lobby", "playing", "over"]
    terms: Terms
    values: dict[str, Value]
    """Every house rule, settled."""
    contested: list[Contested]
    seats: list[Place]
    free: int
    """How many seats somebody could take."""


class Listing(Struct, frozen=True):
    """A table that anybody may join."""

    code: str
    game: str
    seats: int
    free: int
    host: str
    contested: list[Contested]


class RecordLink(Struct, frozen=True):
    """A finished match of a table."""

    id: str
    game: str
    finished: float
    """In seconds since 1970."""
    url: str


class Invitation(Struct, frozen=True):
    """How others come to a table."""

    url: str
    others: list[str]
    """Further links, for those whom the first one does not reach."""
    qr: str
    """The link as an SVG; "" where this computer alone could open it."""


class Link(Struct, frozen=True, forbid_unknown_fields=True):
    """A link that somebody wants to scan, such as the one that moves a seat to a phone."""

    text: Annotated[str, Meta(max_length=300, pattern="^[!-~]*$")]


class Picture(Struct, frozen=True):
    """A QR code."""

    qr: str
    """An SVG."""


@post("/api/tables", status_code=HTTP_201_CREATED)
async def open_table(data: JSONBody[Wish], guest: Guest, desk: TheDesk, address: Address) -> Opened:
    """Open a table; whoever asks hosts it, in its first seat."""
    desk.check_opening(address)
    opening = await desk.rooms.open(data.terms, guest, data.name, computers=data.computers)
    url = desk.whereabouts.addresses.invitations(opening.code)[0]
    return Opened(opening.code, opening.seat, opening.token, url)


@get("/api/tables")
async def list_tables(desk: TheDesk) -> list[Listing]:
    """Return the tables that anybody may join, the one touched last first."""
    return [listing(keeper) for keeper in await desk.rooms.listed()]


@get("/api/tables/{code:str}")
async def look_up(code: Code, desk: TheDesk, address: Address) -> TableInfo:
    """Return what one should know before joining."""
    keeper = await desk.find(code, address)
    room = keeper.room
    return TableInfo(
        code=room.code,
        phase=room.phase,
        terms=room.terms,
        values=room.values,
        contested=contested(keeper),
        seats=places(keeper),
        free=free_seats(keeper),
    )


@post("/api/tables/{code:str}/join", status_code=HTTP_201_CREATED)
async def join(
    data: JSONBody[Joining], code: Code, guest: Guest, desk: TheDesk, address: Address
) -> Seated:
    """Sit down at a table; the token opens the seat over the websocket `/ws/CODE`."""
    keeper = await desk.find(code, address)
    seat, token = await keeper.join(guest, data.name, data.seat)
    return Seated(seat, token)


@get("/api/tables/{code:str}/rules")
async def table_rules(code: Code, spoken: Spoken, desk: TheDesk, address: Address) -> Page:
    """Return the rules as this table plays them."""
    room = (await desk.find(code, address)).room
    return rules_page(room.game, room.values, room.terms.preset, spoken)


@get("/api/tables/{code:str}/records")
async def list_records(code: Code, desk: TheDesk, address: Address) -> list[RecordLink]:
    """Return a table's finished matches, oldest first."""
    keeper = await desk.find(code, address)
    row = await desk.store.find(keeper.room.code)
    records = [] if row is None else await desk.store.records(row.id)
    return [RecordLink(r.id, r.game, r.finished, f"/api/records/{r.id}") for r in records]


@get("/api/tables/{code:str}/invite")
async def invite(code: Code, desk: TheDesk, address: Address) -> Invitation:
    """Return the links by which others come to a table, and the best one as a QR code."""
    keeper = await desk.find(code, address)
    best, *others = desk.whereabouts.addresses.invitations(keeper.room.code)
    return Invitation(best, others, qr_picture(best) if desk.whereabouts.addresses.best else "")


@post("/api/qr", status_code=HTTP_200_OK)
async def draw(data: JSONBody[Link], desk: TheDesk, address: Address) -> Picture:
    """Return a link to one of this server's tables as a QR code; no other text is drawn.

    The link comes in the body, not in the address, since a seat's token may stand in it.
    """
    desk.check_drawing(address)
    if not desk.whereabouts.addresses.are_of(data.text):
        raise Problem(HTTP_400_BAD_REQUEST)
    return Picture(qr_picture(data.text))


@get("/api/records/{record:str}", media_type=RECORD_TYPE)
async def download_record(record: FromPath[str], desk: TheDesk) -> Response[bytes]:
    """Return a finished match as a file: one line of JSON, as the record format has it."""
    row = await desk.store.record(record)
    if row is None:
        raise Problem(HTTP_404_NOT_FOUND)
    name = f"{row.game}-{day_of(row.finished)}.jsonl"
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    line = row.line.rstrip("\n").encode() + b"\n"
    return Response(line, headers=headers, media_type=RECORD_TYPE)


def listing(keeper: Keeper) -> Listing:
    """Return a table as the list shows it."""
    room = keeper.room
    hosts = [seat for seat in room.seats_of(room.host) if room.host]
    host = shown_names(room, keeper.audience.names)[hosts[0]] if hosts else ""
    return Listing(
        code=room.code,
        game=room.terms.game,
        seats=room.terms.seats,
        free=free_seats(keeper),
        host=host,
        contested=contested(keeper),
    )


def places(keeper: Keeper) -> list[Place]:
    """Return the seats of a table."""
    info = keeper.audience.info(keeper.room)
    return [Place(seat.kind, seat.name) for seat in info.seats]


def free_seats(keeper: Keeper) -> int:
    """Return how many seats somebody could take: a computer player yields between matches."""
    room = keeper.room
    kinds = {"empty"} if room.phase == "playing" else {"empty", "computer"}
    return sum(chair.kind in kinds for chair in room.chairs)


def contested(keeper: Keeper) -> list[Contested]:
    """Return the house rules that newcomers should look at first."""
    room = keeper.room
    return [
        Contested(name, room.values[name], option.english, option.spanish)
        for name, option in room.game.options.items()
        if option.is_contested or room.values[name] != option.default
    ]
