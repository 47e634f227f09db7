"""A database file: opened, checked, upgraded, copied; what goes wrong is said in words."""

import os
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Final, Literal, TypeAlias

import apsw

from tapete.server.schema import APPLICATION, EMPTY, VERSION, create, upgrade
from tapete.server.store import StoreError

Synchronous: TypeAlias = Literal["FULL", "NORMAL"]
"""FULL survives a power cut; NORMAL may then lose the last moves, never at the end of a process."""

DATABASE: Final = "tapete.db"
PART: Final = ".part"
"""The end of a file's name while it is being written."""
COPIES: Final = tuple(f"tapete-v{version}.db" for version in range(1, VERSION))
"""Copies of the database from before it was upgraded, by version."""
PRIVATE: Final = 0o600
"""Only the user who runs the program reads secrets and names."""
BUSY_MS: Final = 5000
"""How long a statement waits for another process that uses the file."""
SOUND: Final = "ok"
"""What SQLite's checks say of a database that has no fault."""


@contextmanager
def told(path: Path) -> Iterator[None]:
    """Raise what goes wrong with a database file as a StoreError that names it."""
    try:
        yield
    except (apsw.NotADBError, apsw.CorruptError) as error:
        raise damaged(path, str(error)) from error
    except apsw.FullError as error:
        raise StoreError(
            f"{path} cannot grow: the disk is full", f"{path} no puede crecer: el disco está lleno"
        ) from error
    except apsw.Error as error:
        raise StoreError(f"cannot use {path}: {error}", f"no se puede usar {path}: {error}") from (
            error
        )
    except OSError as error:
        raise StoreError(
            f"cannot use {path}: {error.strerror}", f"no se puede usar {path}: {error.strerror}"
        ) from error


def damaged(path: Path, fault: str) -> StoreError:
    """Return that a file is no sound database."""
    return StoreError(
        f"{path} is damaged or no database ({fault});"
        " `tapete restore --force` brings back a backup",
        f"{path} está dañado o no es una base de datos ({fault});"
        " `tapete restore --force` recupera una copia",
    )


def open_database(path: Path, synchronous: Synchronous) -> apsw.Connection:
    """Open the database to write, made or upgraded where needed; raise StoreError with the reason.

    Whoever calls holds the folder, so that no other process writes.
    """
    with told(path):
        make_private(path)
        db = connect(path)
        try:
            prepare(db, path)
            set_up(db, synchronous)
        except BaseException:
            db.close()
            raise
    return db


def make_private(path: Path) -> None:
    """Make a file that only its user reads, unless it is there already."""
    os.close(os.open(path, os.O_CREAT | os.O_RDWR, PRIVATE))


def connect(path: Path, flags: int = apsw.SQLITE_OPEN_READWRITE) -> apsw.Connection:
    """Open a database file as it is."""
    db = apsw.Connection(str(path), flags=flags)
    db.set_busy_timeout(BUSY_MS)
    db.pragma("trusted_schema", False)
    db.pragma("secure_delete", True)
    # Sorting and journals of statements may hold names: none of them goes to a file.
    db.pragma("temp_store", "memory")
    return db


def prepare(db: apsw.Connection, path: Path) -> None:
    """Give a database today's schema; an older one is copied to `tapete-v1.db` beside it first."""
    version = version_of(db, path)
    if version == EMPTY:
        create(db)
        return
    check_pages(db, path, "quick_check")
    if version < VERSION:
        copy_database(path, path.with_name(COPIES[version - 1]))
        upgrade(db, version)


def set_up(db: apsw.Connection, synchronous: Synchronous) -> None:
    """Make a database ready for a writer with readers beside it."""
    if db.pragma("journal_mode", "wal") != "wal":
        raise apsw.CantOpenError("its file system has no shared memory for a write-ahead log")
    db.pragma("synchronous", synchronous)
    db.pragma("foreign_keys", True)
    # After a kill, what had just been deleted may still stand in the log.
    truncate_log(db)


def truncate_log(db: apsw.Connection) -> bool:
    """Empty the write-ahead log into the database; say whether no reader was in the way."""
    db.set_busy_timeout(0)
    try:
        db.wal_checkpoint(mode=apsw.SQLITE_CHECKPOINT_TRUNCATE)
    except (apsw.BusyError, apsw.LockedError):
        return False
    finally:
        db.set_busy_timeout(BUSY_MS)
    return True


def version_of(db: apsw.Connection, path: Path) -> int:
    """Return a database's version, EMPTY for a new file; refuse a newer or another program's."""
    application, version = db.pragma("application_id"), db.pragma("user_version")
    if application != APPLICATION:
        if db.execute("select count(*) from sqlite_schema").get or application or version:
            raise StoreError(
                f"{path} is another program's database",
                f"{path} es la base de datos de otro programa",
            )
        return EMPTY
    if not EMPTY < version <= VERSION:
        raise StoreError(
            f"{path} is of version {version}, this tapete knows up to {VERSION}: use a newer one",
            f"{path} es de la versión {version} y este tapete conoce hasta la {VERSION}:"
            " usa uno más nuevo",
        )
    return version


def check_pages(
    db: apsw.Connection, path: Path, check: Literal["quick_check", "integrity_check"]
) -> None:
    """Raise StoreError unless every page of a database is sound; `integrity_check` is thorough."""
    fault = db.pragma(check)
    if fault != SOUND:
        first = fault.splitlines() if isinstance(fault, str) else [str(fault[0])]
        raise damaged(path, first[-1])


def copy_database(source: Path, target: Path) -> None:
    """Write a sound copy of a database, also while others write it: one file, there in one step."""
    with told(target):
        if target.exists() and target.samefile(source):
            raise StoreError(
                f"{target} is the database itself", f"{target} es la propia base de datos"
            )
    part = target.with_name(target.name + PART)
    try:
        write_copy(source, part)
        put(part, target)
    finally:
        part.unlink(missing_ok=True)


def write_copy(source: Path, part: Path) -> None:
    """Write a copy of a database as a new file."""
    with told(part):
        part.unlink(missing_ok=True)
        make_private(part)
        with closing(connect(part)) as copy:
            copy_pages(source, copy)


def put(part: Path, target: Path) -> None:
    """Put a written file in a database's place, so that no old log gets into it."""
    with told(target):
        for end in ("-wal", "-shm", "-journal"):
            target.with_name(target.name + end).unlink(missing_ok=True)
        part.replace(target)
        sync_folder(target.parent)


def copy_pages(source: Path, copy: apsw.Connection) -> None:
    """Copy every page of a database as it is at one moment, which holds no writer up."""
    with told(source):
        db = connect(source, apsw.SQLITE_OPEN_READONLY)
    try:
        with closing(db), copy.backup("main", db, "main") as backup:
            backup.step()
    except (apsw.NotADBError, apsw.CorruptError) as error:
        raise damaged(source, str(error)) from error
    # The copy is a file of its own, without a write-ahead log.
    copy.pragma("journal_mode", "delete")


def sync_folder(folder: Path) -> None:
    """Bring a renamed file's new name to the disk."""
    number = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(number)
    finally:
        os.close(number)
