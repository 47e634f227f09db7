"""What the store promises of its files: kills, full disks, other processes, damage, backups."""

import asyncio
import random
import subprocess
import sys
import time
from pathlib import Path

import apsw
import pytest

from tapete.server.database import DATABASE
from tapete.server.sqlite import SqliteStore
from tapete.server.store import Finished, GuestRow, StoreError
from tests.server.stores import check_whole, files_with, logs, with_store

DONE = Finished("r1", "toy", "{}", [None])
APPENDER = """
import asyncio, sys
from pathlib import Path
from tapete.server.sqlite import SqliteStore

async def append(store, code):
    row = await store.find(code) or await store.open_table(code, [b"1"])
    for seq in range(row.version + 1, 10**9):
        await store.append(row.id, seq, [b"%d" % seq], is_listed=False)
        print(code, seq, flush=True)

async def main():
    store = SqliteStore.open(Path(sys.argv[1]))
    await asyncio.gather(*(append(store, f"T{n}") for n in range(6)))

asyncio.run(main())
"""


def start_appender(folder: Path) -> subprocess.Popen[str]:
    """Start a process that prints each entry once it is acknowledged."""
    command = [sys.executable, "-c", APPENDER, str(folder)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)


def killed_after(folder: Path, seconds: float) -> dict[str, int]:
    """Kill an appender so long after its first entry; return the last acknowledged by table."""
    with start_appender(folder) as process:
        assert process.stdout is not None
        lines = [process.stdout.readline()]
        time.sleep(seconds)
        process.kill()
        lines += process.stdout.readlines()
    # The last line may have been cut by the kill.
    pairs = [line.split() for line in lines if line.endswith("\n")]
    return {code: int(seq) for code, seq in pairs}


def test_what_was_acknowledged_outlives_kills(tmp_path: Path):
    chance, last = random.Random(), 0
    for _ in range(5):
        acknowledged = killed_after(tmp_path, chance.uniform(0, 0.25))
        assert acknowledged
        found = with_store(tmp_path, lambda store: logs(store, *(f"T{n}" for n in range(6))))
        for code, seq in acknowledged.items():
            assert len(found[code]) >= seq
        for log in found.values():
            assert log == [b"%d" % seq for seq in range(1, len(log) + 1)]
        check_whole(tmp_path)
        assert sum(map(len, found.values())) > last
        last = sum(map(len, found.values()))


LEFT = """
import apsw, asyncio, os, signal, sys
from pathlib import Path
from tapete.server.sqlite import SqliteStore
from tapete.server.store import GuestRow

async def main(folder):
    store = SqliteStore.open(folder)
    await store.save_guest(GuestRow("g1", "Left-in-the-log", "en"))
    reader = apsw.Connection(str(folder / "tapete.db"), flags=apsw.SQLITE_OPEN_READONLY)
    reader.execute("begin; select * from guests").fetchall()
    await store.forget("g1")
    os.kill(os.getpid(), signal.SIGKILL)

asyncio.run(main(Path(sys.argv[1])))
"""


def test_a_name_that_a_kill_left_in_the_log_is_gone_at_the_next_start(tmp_path: Path):
    subprocess.run([sys.executable, "-c", LEFT, str(tmp_path)], check=False)
    assert files_with(tmp_path, "Left-in-the-log") == [f"{DATABASE}-wal"]

    async def play(_: SqliteStore):
        return files_with(tmp_path, "Left-in-the-log")

    assert with_store(tmp_path, play) == []


def test_a_second_process_is_refused_until_the_first_is_gone(tmp_path: Path):
    with start_appender(tmp_path) as process:
        try:
            assert process.stdout is not None
            process.stdout.readline()
            with pytest.raises(StoreError) as refused:
                SqliteStore.open(tmp_path)
            assert process.poll() is None
        finally:
            process.kill()
    assert str(refused.value) == f"{tmp_path} is in use by another tapete"
    assert refused.value.spanish == f"otro tapete está usando {tmp_path}"
    assert "T0" in with_store(tmp_path, lambda store: logs(store, "T0"))


def test_a_full_database_keeps_nothing_of_what_it_refuses_and_goes_on(tmp_path: Path):
    async def limit(store: SqliteStore, pages: int):
        await store._writer.run(lambda db: db.pragma("max_page_count", pages))

    async def play(store: SqliteStore):
        row = await store.open_table("B", [b"1"])
        await limit(store, await store._writer.run(lambda db: db.pragma("page_count")))
        big = [b"x" * 3000] * 20
        done = await asyncio.gather(
            store.append(row.id, 2, big, is_listed=True, finished=DONE),
            store.save_guest(GuestRow("g", "G", "en")),
            return_exceptions=True,
        )
        assert isinstance(done[0], StoreError)
        assert (str(done[0]), done[0].spanish) == ("the disk is full", "el disco está lleno")
        assert done[1] is None
        assert await store.find("B") == row
        assert await store.record("r1") is None
        await limit(store, 100_000)
        await store.append(row.id, 2, big, is_listed=False)
        assert await logs(store, "B") == {"B": [b"1", *big]}

    with_store(tmp_path, play)
    check_whole(tmp_path)


FILLED = """
import asyncio, resource, sys
from pathlib import Path
from tapete.server.sqlite import SqliteStore
from tapete.server.store import StoreError

def limit(size):
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))

async def main(folder):
    store = SqliteStore.open(folder)
    rows = [await store.open_table(code, [b"1"]) for code in "BCD"]
    limit((folder / "tapete.db-wal").stat().st_size + 9000)
    prepared, told = [], []

    def meanwhile():
        prepared.append(1)
        return lambda: told.append(1)

    big = [b"x" * 9000]
    done = await asyncio.gather(
        *(store.append(row.id, 2, big, is_listed=False, meanwhile=meanwhile) for row in rows),
        return_exceptions=True,
    )
    assert all(isinstance(one, StoreError) for one in done), done
    assert (len(prepared), told) == (len(rows), []), (prepared, told)
    assert [await store.find(row.code) for row in rows] == rows
    limit(resource.RLIM_INFINITY)
    for row in rows:
        await store.append(row.id, 2, [b"2"], is_listed=False)
    await store.close()

asyncio.run(main(Path(sys.argv[1])))
"""


def test_a_commit_that_cannot_be_written_keeps_nothing_and_the_store_goes_on(tmp_path: Path):
    done = subprocess.run(
        [sys.executable, "-c", FILLED, str(tmp_path)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    found = with_store(tmp_path, lambda store: logs(store, "B", "C", "D"))
    assert found == {code: [b"1", b"2"] for code in "BCD"}
    check_whole(tmp_path)


# Folders and files that cannot be used


def refused(folder: Path) -> StoreError:
    """Return why a folder's store cannot be opened; it must not be left held."""
    with pytest.raises(StoreError) as first:
        SqliteStore.open(folder)
    with pytest.raises(StoreError) as again:
        SqliteStore.open(folder)
    assert str(first.value) == str(again.value)
    assert first.value.spanish != str(first.value)
    return first.value


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path):
    (tmp_path / "file").touch()
    assert str(refused(tmp_path / "file" / "data")).startswith(
        f"cannot write in {tmp_path / 'file' / 'data'}: "
    )


def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path):
    (tmp_path / "tapete.lock").mkdir()
    assert str(refused(tmp_path)).startswith(f"cannot write in {tmp_path}: ")


def write_table(folder: Path) -> None:
    """Make a store with one table of many pages."""
    with_store(folder, lambda store: store.open_table("B", [b"x" * 2000] * 50))


def test_a_damaged_database_is_told_and_left_alone(tmp_path: Path):
    write_table(tmp_path)
    path = tmp_path / DATABASE
    sound = path.read_bytes()
    # The head is sound; a page in the middle is not.
    damaged = sound[:40_960] + b"\xa5" * 4096 + sound[45_056:]
    for content in (damaged, b"no database at all" * 1000, sound[: len(sound) // 2]):
        path.write_bytes(content)
        assert "is damaged" in str(refused(tmp_path))
        assert path.read_bytes() == content


@pytest.mark.parametrize(
    ("pragma", "reason"),
    [
        ("user_version = 3", "is of version 3, this tapete knows up to 2"),
        ("application_id = 5", "is another program's database"),
        ("application_id = 0", "is another program's database"),
    ],
)
def test_a_database_of_another_kind_is_told_and_left_alone(
    tmp_path: Path, pragma: str, reason: str
):
    write_table(tmp_path)
    path = tmp_path / DATABASE
    db = apsw.Connection(str(path))
    db.execute(f"pragma journal_mode = delete; pragma {pragma}").fetchall()
    db.close()
    content = path.read_bytes()
    assert reason in str(refused(tmp_path))
    assert path.read_bytes() == content


def test_only_the_user_can_read_the_database(tmp_path: Path):
    async def play(store: SqliteStore):
        await store.open_table("B", [b"1"])
        await store.backup(tmp_path / "copy")
        return {file.name: file.stat().st_mode & 0o777 for file in (tmp_path / "data").iterdir()}

    modes = with_store(tmp_path / "data", play)
    assert set(modes) >= {DATABASE, f"{DATABASE}-wal"}
    assert set(modes.values()) == {0o600}
    assert (tmp_path / "data").stat().st_mode & 0o777 == 0o700
    assert (tmp_path / "copy").stat().st_mode & 0o777 == 0o600


def test_the_store_needs_nothing_of_the_web():
    code = (
        "import sys\n"
        "for name in ('litestar', 'uvicorn', 'picows', 'msgspec', 'sqlite3', 'numpy'):\n"
        "    sys.modules[name] = None\n"
        "import tapete.server.sqlite, tapete.server.copies"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


# Backups


def journal_of(path: Path) -> str:
    db = apsw.Connection(str(path), flags=apsw.SQLITE_OPEN_READONLY)
    mode = db.pragma("journal_mode")
    db.close()
    return mode


def test_a_backup_while_tables_go_on_is_whole(tmp_path: Path):
    codes = [f"T{n}" for n in range(5)]

    async def append(store: SqliteStore, code: str):
        row = await store.open_table(code, [b"1"])
        for seq in range(2, 10**6):
            await store.append(row.id, seq, [b"%d" % seq], is_listed=False)

    async def play(store: SqliteStore):
        running = [asyncio.create_task(append(store, code)) for code in codes]
        sizes: list[int] = []
        for number in range(5):
            await asyncio.sleep(0.02)
            sizes.append(sum(map(len, (await logs(store, *codes)).values())))
            copy = tmp_path / f"copy{number}" / DATABASE
            copy.parent.mkdir()
            await store.backup(copy)
            assert [file.name for file in copy.parent.iterdir()] == [DATABASE]
            # It can be read where nothing can be written: it needs no log beside it.
            assert journal_of(copy) == "delete"
        for task in running:
            task.cancel()
        return sizes

    sizes = with_store(tmp_path / "data", play)
    assert sizes == sorted(set(sizes))
    for number, least in enumerate(sizes):
        check_whole(tmp_path / f"copy{number}")
        found = with_store(tmp_path / f"copy{number}", lambda store: logs(store, *codes))
        assert sum(map(len, found.values())) >= least


def test_a_backup_that_cannot_be_written_is_told(tmp_path: Path):
    async def play(store: SqliteStore):
        await store.open_table("B", [b"1"])
        with pytest.raises(StoreError, match=r"cannot use .*nowhere"):
            await store.backup(tmp_path / "nowhere" / "copy")
        with pytest.raises(StoreError, match="the database itself"):
            await store.backup(tmp_path / "data" / DATABASE)
        await store.open_table("C", [b"1"])
        return await logs(store, "B", "C")

    assert with_store(tmp_path / "data", play) == {"B": [b"1"], "C": [b"1"]}
