"""`tapete backup` and `tapete restore`."""

import argparse
import asyncio
import subprocess
import sys
from pathlib import Path

import apsw
import pytest

from tapete.cli import backup
from tapete.core.errors import TapeteError
from tapete.server.database import DATABASE
from tapete.server.sqlite import SqliteStore
from tapete.server.store import Finished
from tests.server.stores import check_whole, logs, with_store
from tests.server.test_upgrade import build

OTHER = """
import sys
from tests.cli.test_backup import tapete
sys.exit(tapete(*sys.argv[1:]))
"""


def tapete(*arguments: str | Path) -> int:
    """Run one of the commands."""
    parser = argparse.ArgumentParser()
    backup.add_parser(parser.add_subparsers())
    args = parser.parse_args([str(one) for one in arguments])
    return args.run(args)


def refused(*arguments: str | Path) -> list[str]:
    """Return why a command is refused, in both languages."""
    told: list[str] = []
    for language in ("en", "es"):
        with pytest.raises(TapeteError) as error:
            tapete(*arguments, "--lang", language)
        told.append(str(error.value))
    assert told[0] != told[1]
    return told


async def fill(store: SqliteStore) -> None:
    """Keep two tables and a finished game."""
    await store.open_table("B", [b"1"])
    row = await store.open_table("C", [b"1", b"2"])
    done = Finished("r1", "toy", '{"players":["bot:simple"]}', [None])
    await store.append(row.id, 3, [b"3"], is_listed=False, finished=done)


FILLED = {"B": [b"1"], "C": [b"1", b"2", b"3"]}


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """Return a folder with two tables and a finished game, which no server uses."""
    with_store(tmp_path / "data", fill)
    return tmp_path / "data"


@pytest.fixture
def file(tmp_path: Path, data: Path) -> Path:
    """Return a backup of it."""
    assert tapete("backup", tmp_path / "file", "--data", data) == 0
    return tmp_path / "file"


def restored(folder: Path) -> dict[str, list[bytes]]:
    check_whole(folder)
    return with_store(folder, lambda store: logs(store, "B", "C"))


def test_a_backup_is_restored_to_a_new_folder(
    tmp_path: Path, file: Path, capsys: pytest.CaptureFixture[str]
):
    capsys.readouterr()
    assert tapete("restore", file, "--data", tmp_path / "new", "--lang", "en") == 0
    assert capsys.readouterr().out == (
        f"{tmp_path / 'new'}: 2 tables and 1 finished games are back\n"
    )
    assert restored(tmp_path / "new") == FILLED


def test_both_commands_speak_spanish(
    tmp_path: Path, data: Path, capsys: pytest.CaptureFixture[str]
):
    tapete("backup", tmp_path / "file", "--data", data, "--lang", "es")
    tapete("restore", tmp_path / "file", "--data", tmp_path / "new", "--lang", "es")
    assert capsys.readouterr().out == (
        f"{tmp_path / 'file'}: copia de 2 mesas y 1 partidas terminadas\n"
        f"{tmp_path / 'new'}: han vuelto 2 mesas y 1 partidas terminadas\n"
    )


def test_the_folder_is_the_users_unless_told(
    tmp_path: Path, home: Path, monkeypatch: pytest.MonkeyPatch
):
    with_store(home / "data" / "tapete" / "server", fill)
    assert tapete("backup", tmp_path / "file") == 0
    monkeypatch.setenv("TAPETE_DATA", str(tmp_path / "elsewhere"))
    assert tapete("restore", tmp_path / "file") == 0
    assert restored(tmp_path / "elsewhere") == FILLED


def test_a_backup_is_taken_by_another_process_while_a_server_writes(tmp_path: Path):
    data, copy = tmp_path / "data", tmp_path / "file"

    async def write(store: SqliteStore):
        row = await store.open_table("B", [b"1"])
        for seq in range(2, 10**6):
            await store.append(row.id, seq, [b"%d" % seq], is_listed=False)

    async def play(store: SqliteStore):
        writing = asyncio.create_task(write(store))
        while len((await logs(store, "B")).get("B", [])) < 20:
            await asyncio.sleep(0.01)
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-c", OTHER, "backup", str(copy), "--data", str(data)
        )
        assert await process.wait() == 0
        at_backup = (await logs(store, "B"))["B"]
        # Nobody was locked out of the database.
        while len((await logs(store, "B"))["B"]) < len(at_backup) + 20:
            await asyncio.sleep(0.01)
        writing.cancel()
        return at_backup

    at_backup = with_store(data, play)
    tapete("restore", copy, "--data", tmp_path / "new")
    log = restored(tmp_path / "new")["B"]
    assert 20 <= len(log) <= len(at_backup)
    assert log == at_backup[: len(log)]


def test_a_backup_after_a_kill_has_what_was_acknowledged(tmp_path: Path):
    script = (
        "import asyncio, os, signal, sys\n"
        "from pathlib import Path\n"
        "from tapete.server.sqlite import SqliteStore\n"
        "from tests.cli.test_backup import fill\n"
        "async def main():\n"
        "    await fill(SqliteStore.open(Path(sys.argv[1])))\n"
        "    os.kill(os.getpid(), signal.SIGKILL)\n"
        "asyncio.run(main())\n"
    )
    subprocess.run([sys.executable, "-c", script, str(tmp_path / "data")], check=False)
    assert (tmp_path / "data" / f"{DATABASE}-wal").stat().st_size > 0
    tapete("backup", tmp_path / "file", "--data", tmp_path / "data")
    tapete("restore", tmp_path / "file", "--data", tmp_path / "new")
    assert restored(tmp_path / "new") == FILLED


def test_a_backup_replaces_no_file(data: Path, file: Path):
    content = file.read_bytes()
    assert refused("backup", file, "--data", data) == [
        f"{file} is there already",
        f"{file} ya existe",
    ]
    assert "is there already" in refused("backup", data / DATABASE, "--data", data)[0]
    assert file.read_bytes() == content
    assert restored(data) == FILLED


def test_where_nothing_is_there_is_no_backup(tmp_path: Path):
    assert "holds no tables" in refused("backup", tmp_path / "file", "--data", tmp_path / "no")[0]
    assert list(tmp_path.iterdir()) == []


def test_a_backup_of_a_damaged_database_is_refused(tmp_path: Path, data: Path):
    (data / DATABASE).write_bytes(b"no database at all" * 1000)
    assert "is damaged" in refused("backup", tmp_path / "file", "--data", data)[0]
    assert not (tmp_path / "file").exists()


def test_nothing_is_restored_to_a_folder_in_use(tmp_path: Path, file: Path):
    async def play(store: SqliteStore):
        for more in ((), ("--force",)):
            told = refused("restore", file, "--data", tmp_path / "new", *more)
            assert told[0] == f"{tmp_path / 'new'} is in use by another tapete"
        await store.open_table("D", [b"1"])
        return await logs(store, "B", "D")

    assert with_store(tmp_path / "new", play) == {"D": [b"1"]}


def test_tables_are_replaced_only_by_force(tmp_path: Path, file: Path):
    new = tmp_path / "new"
    with_store(new, lambda store: store.open_table("B", [b"mine"]))
    assert "--force" in refused("restore", file, "--data", new)[0]
    assert restored(new) == {"B": [b"mine"]}
    tapete("restore", file, "--data", new, "--force")
    assert restored(new) == FILLED


def test_a_folder_where_a_server_ran_without_tables_takes_a_backup(tmp_path: Path, file: Path):
    with_store(tmp_path / "new", lambda store: store.probe())
    tapete("restore", file, "--data", tmp_path / "new")
    assert restored(tmp_path / "new") == FILLED


def test_what_a_killed_server_left_does_not_get_into_what_is_restored(tmp_path: Path, file: Path):
    new = tmp_path / "new"
    with_store(new, fill)
    # The log that a killed server leaves, of a database with other pages.
    db = apsw.Connection(str(new / DATABASE))
    db.execute("pragma wal_autocheckpoint = 0; update entries set body = x'ff'").fetchall()
    left = (new / f"{DATABASE}-wal").read_bytes()
    db.close()
    (new / f"{DATABASE}-wal").write_bytes(left)
    tapete("restore", file, "--data", new, "--force")
    assert restored(new) == FILLED


def test_a_damaged_database_is_replaced_by_force(data: Path, file: Path):
    (data / DATABASE).write_bytes(b"no database at all" * 1000)
    assert "--force" in refused("restore", file, "--data", data)[0]
    tapete("restore", file, "--data", data, "--force")
    assert restored(data) == FILLED


def spoil_index(path: Path) -> None:
    """Let an index differ from its table, which shows only where the two are compared."""
    db = apsw.Connection(str(path))
    db.execute("insert into persons (guest, table_id, name) select 'g', id, 'n' from tables")
    db.pragma("writable_schema", True)
    where = "from sqlite_schema where name = 'persons_guest'"
    row = db.execute(f"select * {where}").fetchall()[0]
    db.execute(f"delete {where}")
    db.close()
    db = apsw.Connection(str(path))
    db.execute("update persons set guest = 'other'")
    db.pragma("writable_schema", True)
    db.execute("insert into sqlite_schema values (?, ?, ?, ?, ?)", row)
    db.close()


def test_what_is_no_sound_backup_is_refused_and_nothing_changes(
    tmp_path: Path, data: Path, file: Path
):
    sound = file.read_bytes()
    (tmp_path / "text").write_text("no database at all" * 1000)
    (tmp_path / "half").write_bytes(sound[: len(sound) // 2])
    (tmp_path / "empty").touch()
    for name, pragma in (("newer", "user_version = 3"), ("other", "application_id = 1")):
        (tmp_path / name).write_bytes(sound)
        db = apsw.Connection(str(tmp_path / name))
        db.pragma(*pragma.split(" = "))
        db.close()
    (tmp_path / "index").write_bytes(sound)
    spoil_index(tmp_path / "index")
    reasons = {
        "index": "is damaged or no database",
        "text": "is damaged or no database",
        "half": "is damaged or no database",
        "empty": "holds no tables",
        "newer": "is of version 3, this tapete knows up to 2",
        "other": "is another program's database",
        "missing": "there is no file",
    }
    for name, reason in reasons.items():
        told = refused("restore", tmp_path / name, "--data", data, "--force")
        assert reason in told[0]
        assert str(tmp_path / name) in told[0]
    assert restored(data) == FILLED


def test_a_backup_of_an_older_version_is_restored_and_upgraded(tmp_path: Path):
    build(tmp_path / "old")
    tapete("backup", tmp_path / "file", "--data", tmp_path / "old")
    tapete("restore", tmp_path / "file", "--data", tmp_path / "new")
    found = with_store(tmp_path / "new", lambda store: logs(store, "BCDFGHJ", "KLMNPQR"))
    assert {code: len(log) for code, log in found.items()} == {"BCDFGHJ": 4, "KLMNPQR": 1}


def test_the_folders_own_database_is_not_restored_onto_itself(data: Path):
    told = refused("restore", data / DATABASE, "--data", data, "--force")
    assert "the database itself" in told[0]
    assert restored(data) == FILLED
