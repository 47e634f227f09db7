"""The store in one SQLite file, written by one thread; `store.py` says what each method promises.

Finished records belong to their table and expire with it. A guest who expires is forgotten as one
who asked for it.
"""

import asyncio
import time
from collections.abc import Sequence
from pathlib import Path

from tapete.server import queries
from tapete.server.database import COPIES, DATABASE, Synchronous, copy_database, open_database
from tapete.server.folder import Hold
from tapete.server.store import Finished, GuestRow, Meanwhile, RecordRow, StoreError, TableRow
from tapete.server.writer import Writer


class SqliteStore:
    """A `Store` in a folder, which no other process may have meanwhile."""

    def __init__(self, folder: Path, writer: Writer) -> None:
        """Take a folder that is held and the writer of its database; `open` makes both."""
        self._folder, self._writer = folder, writer

    @classmethod
    def open(cls, folder: Path, *, synchronous: Synchronous = "FULL") -> "SqliteStore":
        """Open the store of a folder, made or upgraded where needed.

        Raises StoreError where another process has it, it cannot be written, or its database is
        damaged or of a newer version.
        """
        hold = Hold(folder)
        try:
            db = open_database(folder / DATABASE, synchronous)
        except BaseException:
            hold.release()
            raise
        return cls(folder, Writer(db, hold.release))

    async def open_table(self, code: str, entries: Sequence[bytes]) -> TableRow:
        """Keep a new table, not listed until an append says so; raise CodeTaken."""
        return await self._writer.run(lambda db: queries.open_table(db, code, entries))

    async def append(  # noqa: PLR0913  # an addition, and what to do meanwhile
        self,
        table: int,
        first: int,
        entries: Sequence[bytes],
        *,
        is_listed: bool,
        finished: Finished | None = None,
        meanwhile: Meanwhile | None = None,
    ) -> None:
        """Add entries to the end of a log, all or none; raise StoreError."""
        new = queries.Addition(table, first, entries, is_listed, finished)
        await self._writer.run(lambda db: queries.append(db, new), meanwhile=meanwhile)

    async def entries(self, table: int) -> list[bytes]:
        """Return a table's log, empty where there is no such table."""
        return await self._writer.run(lambda db: queries.entries(db, table))

    async def find(self, code: str) -> TableRow | None:
        """Return the table with a code."""
        return await self._writer.run(lambda db: queries.find(db, code))

    async def listed(self, limit: int) -> list[TableRow]:
        """Return tables that anybody may find, the one touched last first."""
        return await self._writer.run(lambda db: queries.listed(db, limit))

    async def save_guest(self, guest: GuestRow) -> None:
        """Keep a guest, new or changed, and that it was seen now."""
        await self._writer.run(lambda db: queries.save_guest(db, guest))

    async def guest(self, guest: str) -> GuestRow | None:
        """Return a guest."""
        return await self._writer.run(lambda db: queries.guest(db, guest))

    async def name_person(self, guest: str, table: int, name: str) -> int:
        """Return the number of a guest under a name at a table: the same again for the same name.

        Raises StoreError where there is no such table.
        """
        return await self._writer.run(lambda db: queries.name_person(db, guest, table, name))

    async def names(self, persons: Sequence[int]) -> dict[int, str]:
        """Return the names of persons; "" for who was forgotten or never was."""
        return await self._writer.run(lambda db: queries.names(db, persons))

    async def tables_of(self, guest: str) -> list[TableRow]:
        """Return the tables at which a guest has ever sat, the one touched last first."""
        return await self._writer.run(lambda db: queries.tables_of(db, guest))

    async def forget(self, guest: str) -> None:
        """Delete a guest and every name of theirs, also from copies of older versions.

        While a backup reads the database, its log still holds the names; it is emptied right after.
        """
        await self._writer.run(lambda db: queries.forget(db, guest), erases=True)
        self._drop_copies(time.time())

    async def record(self, record: str) -> RecordRow | None:
        """Return a finished match."""
        return await self._writer.run(lambda db: queries.record(db, record))

    async def records(self, table: int) -> list[RecordRow]:
        """Return a table's finished matches, oldest first."""
        return await self._writer.run(lambda db: queries.records(db, table))

    async def expire(self, tables: float, guests: float) -> tuple[int, int]:
        """Delete what is older, also copies of older versions made before both times."""
        counts = await self._writer.run(lambda db: queries.expire(db, tables, guests), erases=True)
        self._drop_copies(min(tables, guests))
        return counts

    async def backup(self, path: Path) -> None:
        """Write a copy of everything as it is now, in place of what is there; raise StoreError."""
        await asyncio.to_thread(copy_database, self._folder / DATABASE, path)

    async def probe(self) -> float:
        """Return how many seconds a write waits now; waits that long itself."""
        start = time.perf_counter()
        await self._writer.run(queries.touch)
        return time.perf_counter() - start

    async def close(self) -> None:
        """Write what is waiting and let go of the folder; later calls raise StoreError."""
        await self._writer.close()

    def _drop_copies(self, before: float) -> None:
        """Delete the copies that upgrades left before a time."""
        try:
            for name in COPIES:
                copy = self._folder / name
                if copy.exists() and copy.stat().st_mtime <= before:
                    copy.unlink()
        except OSError as error:
            raise StoreError(
                f"cannot delete an old copy in {self._folder}: {error.strerror}",
                f"no se puede borrar una copia antigua en {self._folder}: {error.strerror}",
            ) from error
