"""A database of an older version: upgraded with all that it holds, or left as it was."""

import json
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import apsw
import pytest

from tapete.server import schema
from tapete.server.database import DATABASE
from tapete.server.sqlite import SqliteStore
from tapete.server.store import GuestRow, StoreError
from tests.server.stores import check_whole, files_with, with_store

OLD = Path(__file__).parent / "data" / "v1.sql"
COPY = "tapete-v1.db"
ROWS = "select * from {}"


def connect(path: Path) -> apsw.Connection:
    return apsw.Connection(str(path), flags=apsw.SQLITE_OPEN_READWRITE)


def build(folder: Path, more: str = "") -> None:
    """Make a folder with a database of version 1."""
    folder.mkdir(exist_ok=True)
    db = apsw.Connection(str(folder / DATABASE))
    db.pragma("journal_mode", "wal")
    db.execute(OLD.read_text(encoding="utf-8") + more)
    db.close()


def contents(path: Path) -> dict[str, Any]:
    """Return a database's version, its schema and every row."""
    db = connect(path)
    names = [name for (name,) in db.execute("select name from sqlite_schema where type = 'table'")]
    found: dict[str, Any] = {name: db.execute(ROWS.format(name)).fetchall() for name in names}
    found["schema"] = db.execute("select sql from sqlite_schema order by name").fetchall()
    found["version"] = db.pragma("user_version")
    db.close()
    return found


def shape(path: Path) -> dict[str, Any]:
    """Return what tables, columns, keys and indexes a database has, however they were written."""
    db = connect(path)
    found: dict[str, Any] = {}
    tables: list[Any] = db.execute("pragma table_list").fetchall()
    for _, name, _, *kind in tables:
        indexes = db.execute(f"pragma index_list({name})").fetchall()
        found[name] = (
            kind,
            sorted(
                column[1:4] + column[5:] for column in db.execute(f"pragma table_xinfo({name})")
            ),
            sorted(db.execute(f"pragma foreign_key_list({name})").fetchall()),
            sorted(
                (index[2:], db.execute(f"pragma index_info({index[1]})").fetchall())
                for index in indexes
            ),
        )
    db.close()
    return found


def test_an_old_file_is_really_old(tmp_path: Path):
    build(tmp_path)
    assert contents(tmp_path / DATABASE)["version"] == 1
    db = connect(tmp_path / DATABASE)
    with pytest.raises(apsw.SQLError, match="seen"):
        db.execute("select seen from guests")
    db.close()


def test_an_old_file_is_upgraded_with_all_that_it_holds(tmp_path: Path):
    build(tmp_path)
    old = contents(tmp_path / DATABASE)
    before = time.time()

    async def play(store: SqliteStore):
        first, second = await store.find("BCDFGHJ"), await store.find("KLMNPQR")
        assert first is not None
        assert second is not None
        assert (first.id, first.version, first.is_listed, first.touched) == (
            1, 4, False, 1764500100.25,
        )  # fmt: skip
        assert (second.id, second.version, second.is_listed) == (3, 1, True)
        for row in (first, second):
            log = [body for table, _, body in old["entries"] if table == row.id]
            assert await store.entries(row.id) == log
            assert len(log) == row.version
        assert await store.names([1, 2, 5]) == {1: "Ana", 2: "", 5: "Inés"}
        assert await store.guest("g-ines") == GuestRow("g-ines", "Inés", "es")
        assert await store.tables_of("g-ana") == [first]
        (record,) = await store.records(1)
        assert await store.record("r-first") == record
        assert (record.game, record.finished) == ("declare", 1764500090.75)
        (line,) = [row[4] for row in old["records"]]
        assert json.loads(record.line) == {
            **json.loads(line),
            "players": ["Ana", "bot:simple", "-"],
        }
        # The table goes on, and the guests' time runs from the upgrade.
        await store.append(1, 5, [b"{}"], is_listed=False)
        assert await store.expire(0, before) == (0, 0)
        assert await store.expire(0, time.time()) == (0, 2)

    with_store(tmp_path, play)
    check_whole(tmp_path)


def test_an_upgraded_file_has_the_shape_of_a_new_one(tmp_path: Path):
    build(tmp_path / "old")
    for name in ("old", "new"):
        with_store(tmp_path / name, lambda store: store.probe())
    old, new = (shape(tmp_path / name / DATABASE) for name in ("old", "new"))
    assert old == new
    assert "record_seats" in new
    assert contents(tmp_path / "old" / DATABASE)["version"] == schema.VERSION


def test_a_copy_of_the_old_file_stays_beside_it(tmp_path: Path):
    build(tmp_path)
    old = contents(tmp_path / DATABASE)
    with_store(tmp_path, lambda store: store.probe())
    assert contents(tmp_path / COPY) == old
    assert (tmp_path / COPY).stat().st_mode & 0o777 == 0o600
    kept = (tmp_path / COPY).read_bytes()
    with_store(tmp_path, lambda store: store.probe())
    assert (tmp_path / COPY).read_bytes() == kept


@pytest.mark.parametrize("is_forgotten", [True, False])
def test_who_is_forgotten_or_expires_is_in_no_copy(tmp_path: Path, is_forgotten: bool):
    build(tmp_path)

    async def play(store: SqliteStore):
        await store.expire(0, 0)
        assert files_with(tmp_path, "Inés") == [COPY, DATABASE]
        if is_forgotten:
            await store.forget("g-ines")
        else:
            await store.expire(time.time(), time.time())

    with_store(tmp_path, play)
    assert files_with(tmp_path, "Inés") == []
    assert not (tmp_path / COPY).exists()


def test_an_upgrade_that_fails_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    build(tmp_path)
    old = contents(tmp_path / DATABASE)
    with monkeypatch.context() as broken:
        steps = [schema.UPGRADES[1], "insert into nowhere values (1);"]
        broken.setitem(schema.UPGRADES, 1, "".join(steps))
        with pytest.raises(StoreError, match="nowhere"):
            SqliteStore.open(tmp_path)
    assert contents(tmp_path / DATABASE) == contents(tmp_path / COPY) == old
    assert with_store(tmp_path, lambda store: store.names([1])) == {1: "Ana"}


def test_an_old_file_that_does_not_belong_together_is_left(tmp_path: Path):
    build(tmp_path, "insert into entries values (77, 1, x'00');")
    old = contents(tmp_path / DATABASE)
    with pytest.raises(StoreError, match="do not belong together"):
        SqliteStore.open(tmp_path)
    assert contents(tmp_path / DATABASE) == old


KILLED = """
import os, signal, sys
from pathlib import Path
import apsw
from tapete.server import schema
from tapete.server.sqlite import SqliteStore

def die():
    os.kill(os.getpid(), signal.SIGKILL)

apsw.connection_hooks.append(lambda db: db.create_scalar_function("die", die, 0))
steps = schema.UPGRADES[1].split(";")
at = int(sys.argv[2])
schema.UPGRADES[1] = ";".join(steps[:at] + ["select die()"] + steps[at:])
SqliteStore.open(Path(sys.argv[1]))
"""


@pytest.mark.parametrize("at", [1, 5, 9])
def test_an_upgrade_killed_in_the_middle_is_done_again(tmp_path: Path, at: int):
    build(tmp_path)
    old = contents(tmp_path / DATABASE)
    done = subprocess.run(
        [sys.executable, "-c", KILLED, str(tmp_path), str(at)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == -signal.SIGKILL, done.stderr
    assert contents(tmp_path / COPY) == old
    assert with_store(tmp_path, lambda store: store.names([1])) == {1: "Ana"}
    check_whole(tmp_path)
    assert contents(tmp_path / COPY) == old
