"""Stores for tests: opened in a folder, used within one loop, closed again."""

import asyncio
import subprocess
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TypeVar

import apsw

from tapete.server.database import DATABASE
from tapete.server.sqlite import SqliteStore
from tapete.server.store import Store

T = TypeVar("T")


def with_store(folder: Path, play: Callable[[SqliteStore], Awaitable[T]]) -> T:
    """Return what `play` returns of a store that is open meanwhile."""

    async def run() -> T:
        store = SqliteStore.open(folder)
        try:
            return await play(store)
        finally:
            await store.close()

    return asyncio.run(run())


async def logs(store: Store, *codes: str) -> dict[str, list[bytes]]:
    """Return the logs of tables by code."""
    found = {code: await store.find(code) for code in codes}
    return {code: await store.entries(row.id) for code, row in found.items() if row is not None}


def files_with(folder: Path, text: str) -> list[str]:
    """Return which files of a folder hold a text, read by another process.

    Whoever closes a database file that SQLite has open in the same process drops SQLite's locks.
    """
    found = subprocess.run(
        ["grep", "-rlaF", text, str(folder)], capture_output=True, text=True, check=False
    )
    assert found.returncode in {0, 1}, found.stderr
    return sorted(Path(line).name for line in found.stdout.splitlines())


def check_whole(folder: Path) -> None:
    """Assert that a closed folder's database is sound and every log has no gaps."""
    db = apsw.Connection(str(folder / DATABASE), flags=apsw.SQLITE_OPEN_READWRITE)
    assert db.pragma("integrity_check") == "ok"
    assert db.pragma("foreign_key_check") is None
    rows = db.execute(
        "select version, count(seq), min(seq), max(seq)"
        " from tables left join entries on table_id = id group by id"
    ).fetchall()
    db.close()
    assert rows
    assert all(version == count == last and first == 1 for version, count, first, last in rows)
