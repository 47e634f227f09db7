"""What is kept of whoever asks, and forgetting it."""

from typing import Final, Literal

from litestar import delete, get, put
from litestar.params import JSONBody
from msgspec import Struct

from tapete.server.desk import Desk
from tapete.server.handed import Address, Guest, Leaving, Spoken, TheDesk
from tapete.server.info import plain_name
from tapete.server.store import GuestRow
from tapete.wire.messages import Language, Name

MOST_TABLES: Final = 20
"""How many tables are looked through at most, the latest ones."""


class MyTable(Struct, frozen=True):
    """A table at which one has a seat."""

    code: str
    game: str
    phase: Literal["lobby", "playing", "over"]


class Me(Struct, frozen=True):
    """A guest as the server knows it."""

    guest: str
    """Tells guests apart; it opens nothing."""
    name: str
    lang: Language
    tables: list[MyTable]


class Changes(Struct, frozen=True, forbid_unknown_fields=True):
    """What a guest would like to be called, and in which language."""

    name: Name
    lang: Language


@get("/api/me")
async def show_me(guest: Guest, spoken: Spoken, desk: TheDesk) -> Me:
    """Return what is kept of the guest, with the tables to come back to."""
    row = await desk.store.guest(guest)
    if row is not None:
        # Whoever comes back now and then is not deleted as long unseen.
        await desk.store.save_guest(row)
    return await told(row or GuestRow(guest, "", spoken), desk)


@put("/api/me")
async def change_me(data: JSONBody[Changes], guest: Guest, desk: TheDesk, address: Address) -> Me:
    """Keep a name and a language for next time."""
    if await desk.store.guest(guest) is None:
        # Whoever comes without a cookie would be somebody new each time.
        desk.check_opening(address)
    row = GuestRow(guest, plain_name(data.name), data.lang)
    await desk.store.save_guest(row)
    return await told(row, desk)


@delete("/api/me")
async def forget_me(leaving: Leaving, desk: TheDesk) -> None:
    """Delete whatever is kept of the guest; the cookie goes too."""
    if leaving:
        await desk.rooms.forget(leaving)


async def told(row: GuestRow, desk: Desk) -> Me:
    """Return a guest with the tables at which they sit."""
    rows = await desk.store.tables_of(row.id)
    keepers = [await desk.rooms.find(table.code) for table in rows[:MOST_TABLES]]
    rooms = [keeper.room for keeper in keepers if keeper is not None]
    tables = [
        MyTable(room.code, room.terms.game, room.phase) for room in rooms if room.seats_of(row.id)
    ]
    lang: Language = "es" if row.lang == "es" else "en"
    return Me(row.id, row.name, lang, tables)
