"""All tables of a server: opening, finding, listing them, and putting idle ones away."""

import asyncio
import contextlib
import logging
import secrets
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from msgspec.json import encode

from tapete.server.entries import Body, Entry, Manned, Opened, Seated
from tapete.server.folding import fold, fold_gently
from tapete.server.guests import new_code
from tapete.server.inbox import Away
from tapete.server.info import plain_name
from tapete.server.keeper import Keeper, Meter, fresh_secret
from tapete.server.orders import check_terms
from tapete.server.pace import Pace
from tapete.server.room import Room
from tapete.server.store import CodeTaken, Store, StoreError, TableRow
from tapete.wire.messages import Terms

logger = logging.getLogger(__name__)
KEY_BYTES: Final = 32
MS: Final = 1000
IDLE_AFTER: Final = 300.0
"""Seconds without a connection after which a table is kept in the store alone."""
SWEEP_EVERY: Final = 60.0
EXPIRE_EVERY: Final = 3600.0
DAY: Final = 86_400.0
MOST_LISTED: Final = 50


@dataclass(frozen=True)
class Lifetimes:
    """After how many days without a visit things are deleted."""

    tables: float = 30.0
    guests: float = 180.0


@dataclass(frozen=True)
class Opening:
    """A table just opened, and the seat of who opened it."""

    code: str
    seat: int
    token: str


class Rooms:
    """The tables of one server."""

    def __init__(
        self, store: Store, *, meter: Meter, pace: Pace | None = None, life: Lifetimes | None = None
    ) -> None:
        self._store = store
        self._meter = meter
        self._pace = pace or Pace()
        self._life = life or Lifetimes()
        self._keepers: dict[str, Keeper] = {}
        self._loading: dict[str, asyncio.Lock] = {}
        self._sweeper: asyncio.Task[None] | None = None
        self._is_closing = False

    def start(self) -> None:
        """Begin to put idle tables away and to delete old ones."""
        self._sweeper = asyncio.create_task(self._sweep(), name="sweeper")

    @property
    def count(self) -> int:
        """Return how many tables are in memory."""
        return len(self._keepers)

    async def open(self, terms: Terms, guest: str, name: str, *, computers: bool) -> Opening:
        """Open a table with its host in the first seat; raise Denied for terms no game allows.

        With `computers` the other seats have computer players from the beginning.
        """
        check_terms(terms)
        while True:
            code = new_code()
            with contextlib.suppress(CodeTaken):
                return await self._open(code, terms, guest, name, computers=computers)

    async def _open(
        self, code: str, terms: Terms, guest: str, name: str, *, computers: bool
    ) -> Opening:
        opened = Opened(guest, terms, fresh_secret(), secrets.token_hex(KEY_BYTES))
        row = await self._store.open_table(code, [line(1, opened)])
        called = plain_name(name)
        person = await self._store.name_person(guest, row.id, called)
        bodies: list[Body] = [Seated(0, guest, person)]
        if computers:
            bodies += [Manned(seat, "simple") for seat in range(1, terms.seats)]
        lines = [line(i, body) for i, body in enumerate(bodies, start=2)]
        await self._store.append(row.id, 2, lines, is_listed=terms.listed)
        keeper = self._keep(fold(code, [line(1, opened), *lines]), row, {person: called})
        return Opening(code, 0, keeper.room.token(0))

    async def find(self, code: str) -> Keeper | None:
        """Return the keeper of a table, read from the store where it is not in memory.

        Returns None where there is no such table, or none that can be read; raises StoreError.
        """
        keeper = self._keepers.get(code)
        if keeper is not None and not keeper.is_broken:
            return keeper
        lock = self._loading.setdefault(code, asyncio.Lock())
        try:
            async with lock:
                keeper = self._keepers.get(code)
                if keeper is not None and not keeper.is_broken:
                    return keeper
                if self._is_closing:
                    raise Away("the server is closing", "el servidor se está cerrando")
                return await self._load(code)
        finally:
            if not lock.locked():
                self._loading.pop(code, None)

    async def _load(self, code: str) -> Keeper | None:
        row = await self._store.find(code)
        if row is None:
            return None
        room = await read(row, await self._store.entries(row.id))
        if room is None:
            return None
        names = await self._store.names(room.persons())
        records = await self._store.records(row.id) if room.phase == "over" else []
        return self._keep(room, row, names, records[-1].id if records else "")

    def _keep(self, room: Room, row: TableRow, names: dict[int, str], record: str = "") -> Keeper:
        keeper = Keeper(
            room, row, self._store, pace=self._pace, meter=self._meter, names=names, record=record
        )
        keeper.start()
        self._keepers[room.code] = keeper
        return keeper

    async def listed(self) -> list[Keeper]:
        """Return the tables that anybody may find and join, the one touched last first."""
        rows = await self._store.listed(MOST_LISTED)
        found = [await self.find(row.code) for row in rows]
        return [keeper for keeper in found if keeper is not None]

    async def forget(self, guest: str) -> None:
        """Take a guest from every table, and delete every name of theirs."""
        keepers = [await self.find(row.code) for row in await self._store.tables_of(guest)]
        for keeper in filter(None, keepers):
            await keeper.forget(guest)
        await self._store.forget(guest)
        for keeper in filter(None, keepers):
            await keeper.learn_names()

    async def close(self) -> None:
        """Stop every table: what is under way is stored, everybody is told to come back."""
        self._is_closing = True
        if self._sweeper is not None:
            self._sweeper.cancel()
        await asyncio.gather(*(keeper.stop("restart") for keeper in self._keepers.values()))
        self._keepers = {}

    async def _sweep(self) -> None:
        expired = 0.0
        while True:
            await asyncio.sleep(SWEEP_EVERY)
            await self.put_away(IDLE_AFTER)
            if time.monotonic() > expired + EXPIRE_EVERY:
                expired = time.monotonic()
                try:
                    await self.expire()
                except StoreError as error:
                    logger.error("nothing old can be deleted now: %s", error)  # noqa: TRY400  # where it was says nothing

    async def put_away(self, after: float) -> None:
        """Take tables out of memory that nobody has been connected to for so many seconds."""
        now = asyncio.get_running_loop().time()
        for code, keeper in list(self._keepers.items()):
            if keeper.is_broken or (keeper.is_idle and now - keeper.idle_since >= after):
                del self._keepers[code]
                await keeper.stop("restart")

    async def expire(self) -> tuple[int, int]:
        """Delete tables and guests whose time is over; return how many."""
        now = time.time()
        return await self._store.expire(
            now - self._life.tables * DAY, now - self._life.guests * DAY
        )


async def read(row: TableRow, lines: Sequence[bytes]) -> Room | None:
    """Return the room that a log makes; None, and tell the log, where none comes of it."""
    try:
        return await fold_gently(row.code, lines)
    except Exception:
        # Whatever a damaged log or other rules than today's lead to, other tables go on.
        logger.exception("table %d cannot be read", row.id)
        return None


def line(seq: int, body: Body) -> bytes:
    """Return an entry of a new table as the store keeps it."""
    return encode(Entry(seq, round(time.time() * MS), body))
