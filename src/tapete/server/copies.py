"""Backups of a data folder, and putting one back."""

from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import apsw

from tapete.server.database import (
    DATABASE,
    check_pages,
    connect,
    copy_database,
    told,
    version_of,
)
from tapete.server.folder import Hold
from tapete.server.schema import EMPTY
from tapete.server.store import StoreError

NEEDED: Final = {"tables", "entries", "guests", "persons", "records"}
"""What a database of every version has."""


@dataclass(frozen=True)
class Contents:
    """How much a database holds."""

    tables: int
    records: int


def backup_folder(folder: Path, path: Path) -> Contents:
    """Write a copy of a folder's database to a new file, also while a server runs on it.

    Raises StoreError where there is no sound database, or the file is there already.
    """
    source = folder / DATABASE
    if not source.exists():
        raise StoreError(f"{folder} holds no tables", f"{folder} no tiene mesas")
    if path.exists():
        raise StoreError(f"{path} is there already", f"{path} ya existe")
    inspect(source, is_thorough=False)
    copy_database(source, path)
    return inspect(path, is_thorough=True)


def restore_folder(folder: Path, path: Path, *, is_forced: bool) -> Contents:
    """Put a backup in place of a folder's database.

    Raises StoreError where a server runs on the folder, the file is no sound database of a known
    version, or the folder holds tables, unless forced.
    """
    if not path.is_file():
        raise StoreError(f"there is no file {path}", f"no existe el archivo {path}")
    hold = Hold(folder)
    try:
        contents = inspect(path, is_thorough=True)
        if not is_forced:
            refuse_loss(folder / DATABASE)
        copy_database(path, folder / DATABASE)
    finally:
        hold.release()
    return contents


def refuse_loss(target: Path) -> None:
    """Raise StoreError where a database holds tables, or is too damaged to tell."""
    if target.exists() and holds_tables(target):
        raise StoreError(
            f"{target.parent} holds tables already; --force replaces them",
            f"{target.parent} ya tiene mesas; --force las reemplaza",
        )


def holds_tables(path: Path) -> bool:
    """Say whether any table is in a database."""
    with told(path), closing(connect(path)) as db:
        return version_of(db, path) != EMPTY and count(db, "tables") > 0


def inspect(path: Path, *, is_thorough: bool) -> Contents:
    """Return what a database holds; raise StoreError unless it is sound and of a known version."""
    with told(path), closing(connect(path, apsw.SQLITE_OPEN_READONLY)) as db:
        version = version_of(db, path)
        names = {name for (name,) in db.execute("select name from sqlite_schema")}
        if version == EMPTY or not names >= NEEDED:
            raise StoreError(f"{path} holds no tables", f"{path} no tiene mesas")
        check_pages(db, path, "integrity_check" if is_thorough else "quick_check")
        return Contents(count(db, "tables"), count(db, "records"))


def count(db: apsw.Connection, table: str) -> int:
    """Return how many rows a table of the database has."""
    return db.execute(f"select count(*) from {table}").get  # noqa: S608 - a name from this file
