"""What a table needs of whatever keeps it: a log a table, people's names, finished records.

`sqlite.py` is one such store; another database would be another file with the same promises, which
`tests/server/test_store.py` states for all of them. Everything is awaited; what has returned is on
the disk.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol, TypeAlias

from tapete.core.errors import TapeteError

Meanwhile: TypeAlias = Callable[[], Callable[[], None]]
"""What to do while the disk writes; it returns what to do once that is written."""


class StoreError(TapeteError):
    """The store could not do it; nothing of it is kept."""


class CodeTaken(StoreError):
    """Another table has this code."""


@dataclass(frozen=True)
class TableRow:
    """What a list of tables shows without reading logs."""

    id: int
    code: str
    version: int
    """How many entries its log has."""
    is_listed: bool
    """Whether anybody may find it: a lobby with `listed` terms."""
    touched: float
    """When it last changed, in seconds since 1970."""


@dataclass(frozen=True)
class GuestRow:
    """What is kept of somebody without an account."""

    id: str
    name: str
    lang: str


@dataclass(frozen=True)
class RecordRow:
    """A finished match."""

    id: str
    """Unguessable; part of its path."""
    game: str
    finished: float
    line: str
    """The record, one line of JSON (records.md), with the names as they are now."""


@dataclass(frozen=True)
class Finished:
    """A match that an append ends: its record's line without names, and the person of each seat."""

    id: str
    game: str
    line: str
    persons: Sequence[int | None]


class Store(Protocol):
    """A log of entries for every table, and what belongs to it."""

    async def open_table(self, code: str, entries: Sequence[bytes]) -> TableRow:
        """Keep a new table with its first entries; raise CodeTaken."""
        ...

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
        """Add entries `first`, `first + 1`, … to a log, all or none, with the record they finish.

        `meanwhile` is called while the disk writes: at most once, not at all where the disk is not
        asked, and never after this has returned. Whether it will be stored is not known then; what
        it returns is called as soon as it is, before this returns.
        Raises StoreError where the disk refuses, or where the log has another length: then somebody
        else writes it.
        """
        ...

    async def entries(self, table: int) -> list[bytes]:
        """Return a table's log."""
        ...

    async def find(self, code: str) -> TableRow | None:
        """Return the table with a code."""
        ...

    async def listed(self, limit: int) -> list[TableRow]:
        """Return tables that anybody may find, the one touched last first."""
        ...

    async def save_guest(self, guest: GuestRow) -> None:
        """Keep a guest, new or changed, and that it was seen now."""
        ...

    async def guest(self, guest: str) -> GuestRow | None:
        """Return a guest."""
        ...

    async def name_person(self, guest: str, table: int, name: str) -> int:
        """Keep under which name a guest sits at a table; return the number that entries have."""
        ...

    async def names(self, persons: Sequence[int]) -> dict[int, str]:
        """Return the names of persons; "" for who was forgotten."""
        ...

    async def tables_of(self, guest: str) -> list[TableRow]:
        """Return the tables at which a guest has ever sat, the one touched last first."""
        ...

    async def forget(self, guest: str) -> None:
        """Delete a guest and every name of theirs, in finished records too."""
        ...

    async def record(self, record: str) -> RecordRow | None:
        """Return a finished match."""
        ...

    async def records(self, table: int) -> list[RecordRow]:
        """Return a table's finished matches, oldest first."""
        ...

    async def expire(self, tables: float, guests: float) -> tuple[int, int]:
        """Delete tables last touched, and guests last seen, before these times; return how many."""
        ...

    async def backup(self, path: Path) -> None:
        """Write a copy of everything as it is now, while tables go on."""
        ...

    async def probe(self) -> float:
        """Return how many seconds a write waits now, for the health page and the metrics."""
        ...

    async def close(self) -> None:
        """Write what is waiting and let go of the files."""
        ...
