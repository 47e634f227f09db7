"""What every store promises: logs, names, records, and that nothing acknowledged is lost."""

import asyncio
import json
import random
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import apsw
import pytest

from tapete.server.database import DATABASE
from tapete.server.sqlite import SqliteStore
from tapete.server.store import CodeTaken, Finished, GuestRow, StoreError, TableRow
from tests.server.stores import files_with, logs, with_store

LINE = (
    '{"record":"tapete/1","game":"toy","seats":3,"options":{"ñ":true},'
    '"players":["","bot:simple",""],"events":[{"type":"pass","seat":0}],"x_note":1.50}'
)


def finished(persons: list[int | None], record: str = "r1") -> Finished:
    return Finished(record, "toy", LINE, persons)


# Logs


def test_a_table_is_there_after_the_store_was_closed(tmp_path: Path):
    async def play(store: SqliteStore):
        row = await store.open_table("BCD", [b"one", b"two"])
        await store.append(row.id, 3, [b"three"], is_listed=True)
        return row

    opened = with_store(tmp_path, play)
    assert (opened.code, opened.version, opened.is_listed) == ("BCD", 2, False)
    assert with_store(tmp_path, lambda store: logs(store, "BCD")) == {
        "BCD": [b"one", b"two", b"three"]
    }
    found = with_store(tmp_path, lambda store: store.find("BCD"))
    assert found is not None
    assert (found.id, found.version, found.is_listed) == (opened.id, 3, True)
    assert opened.touched < found.touched <= time.time()


def stored(folder: Path, table: int) -> int:
    """Return how many entries of a table any other connection finds."""
    with closing(apsw.Connection(str(folder / DATABASE))) as db:
        return db.execute("select count(*) from entries where table_id = ?", (table,)).get


def test_what_is_to_be_done_meanwhile_is_done_in_the_loop_and_its_rest_once_it_is_stored(
    tmp_path: Path,
):
    async def play(store: SqliteStore):
        rows = [await store.open_table(code, [b"1"]) for code in ("BCD", "BCF", "BCG")]
        done: list[tuple[int, str]] = []

        async def add(row: TableRow) -> None:
            def meanwhile() -> Callable[[], None]:
                assert asyncio.get_running_loop().is_running()
                done.append((row.id, "meanwhile"))
                return then

            def then() -> None:
                assert asyncio.get_running_loop().is_running()
                assert stored(tmp_path, row.id) == 2
                done.append((row.id, "then"))

            await store.append(row.id, 2, [b"2"], is_listed=False, meanwhile=meanwhile)
            assert [what for table, what in done if table == row.id] == ["meanwhile", "then"]

        await add(rows[0])
        await asyncio.gather(*map(add, rows[1:]))
        with pytest.raises(StoreError):
            await add(rows[0])
        assert len(done) == 2 * len(rows)

    with_store(tmp_path, play)


def test_what_goes_wrong_once_it_is_stored_is_raised_where_it_is_awaited_alone(tmp_path: Path):
    def fail() -> None:
        raise ZeroDivisionError

    async def play(store: SqliteStore):
        rows = [await store.open_table(code, [b"1"]) for code in ("BCD", "BCF")]
        told: list[int] = []
        rests: list[Callable[[], None]] = [fail, lambda: told.append(1)]
        done = await asyncio.gather(
            *(
                store.append(row.id, 2, [b"2"], is_listed=False, meanwhile=lambda rest=rest: rest)
                for row, rest in zip(rows, rests, strict=True)
            ),
            return_exceptions=True,
        )
        assert [type(one) for one in done] == [ZeroDivisionError, type(None)]
        assert told == [1]
        await store.append(rows[0].id, 3, [b"3"], is_listed=False)
        assert await logs(store, "BCD") == {"BCD": [b"1", b"2", b"3"]}

    with_store(tmp_path, play)


def test_nothing_is_found_where_nothing_is(tmp_path: Path):
    async def play(store: SqliteStore):
        assert await store.find("BCD") is None
        assert await store.entries(1) == []
        assert await store.listed(10) == []
        assert await store.guest("g") is None
        assert await store.tables_of("g") == []
        assert await store.record("r") is None
        assert await store.records(1) == []
        assert await store.expire(time.time(), time.time()) == (0, 0)

    with_store(tmp_path, play)


def test_a_code_is_one_tables(tmp_path: Path):
    async def play(store: SqliteStore):
        first = await store.open_table("BCD", [b"first"])
        with pytest.raises(CodeTaken):
            await store.open_table("BCD", [b"second"])
        second = await store.open_table("BCF", [b"other"])
        assert first.id != second.id
        return await logs(store, "BCD", "BCF")

    assert with_store(tmp_path, play) == {"BCD": [b"first"], "BCF": [b"other"]}


@pytest.mark.parametrize("first", [1, 2, 4, 5])
def test_a_log_of_another_length_takes_nothing(tmp_path: Path, first: int):
    async def play(store: SqliteStore):
        row = await store.open_table("BCD", [b"one", b"two"])
        with pytest.raises(StoreError, match="somebody else writes it"):
            await store.append(row.id, first, [b"x"], is_listed=True, finished=finished([]))
        assert await store.records(row.id) == []
        assert await store.find("BCD") == row
        await store.append(row.id, 3, [b"three"], is_listed=False)
        return await logs(store, "BCD")

    assert with_store(tmp_path, play) == {"BCD": [b"one", b"two", b"three"]}


def test_an_append_to_no_table_is_refused(tmp_path: Path):
    async def play(store: SqliteStore):
        with pytest.raises(StoreError):
            await store.append(7, 1, [b"one"], is_listed=False)

    with_store(tmp_path, play)


def test_an_append_is_kept_with_its_record_or_not_at_all(tmp_path: Path):
    async def play(store: SqliteStore):
        row = await store.open_table("BCD", [b"one"])
        await store.append(row.id, 2, [b"two"], is_listed=False, finished=finished([None]))
        with pytest.raises(StoreError):
            # Two records cannot have one id.
            await store.append(row.id, 3, [b"x", b"y"], is_listed=True, finished=finished([None]))
        kept = await store.find("BCD")
        assert kept is not None
        assert (kept.version, kept.is_listed) == (2, False)
        assert len(await store.records(row.id)) == 1
        return await logs(store, "BCD")

    assert with_store(tmp_path, play) == {"BCD": [b"one", b"two"]}


def test_listed_tables_come_in_the_order_of_their_last_change(tmp_path: Path):
    async def play(store: SqliteStore):
        rows = [await store.open_table(code, [b"1"]) for code in ("B", "C", "D", "F")]
        for at in (0, 1, 2):
            await store.append(rows[at].id, 2, [b"2"], is_listed=True)
        await store.append(rows[0].id, 3, [b"3"], is_listed=True)
        await store.append(rows[1].id, 3, [b"3"], is_listed=False)
        codes = [[row.code for row in await store.listed(limit)] for limit in (1, 9)]
        assert codes == [["B"], ["B", "D"]]

    with_store(tmp_path, play)


# Names


def test_a_guest_is_kept_and_changed(tmp_path: Path):
    ana, changed = GuestRow("g1", "Ana", "es"), GuestRow("g1", "Annie", "en")

    async def play(store: SqliteStore):
        await store.save_guest(ana)
        before = await store.guest("g1")
        await store.save_guest(changed)
        return before, await store.guest("g1"), await store.guest("g2")

    assert with_store(tmp_path, play) == (ana, changed, None)


def test_a_person_is_a_guest_under_a_name_at_a_table(tmp_path: Path):
    async def play(store: SqliteStore):
        one, two = [(await store.open_table(code, [b"1"])).id for code in "BC"]
        sat = [("g1", one, "Ana"), ("g1", one, "Beto"), ("g1", two, "Ana"), ("g2", one, "Ana")]
        persons = [await store.name_person(*key) for key in sat]
        assert len(set(persons)) == len(sat)
        assert [await store.name_person(*key) for key in sat] == persons
        names = await store.names([*persons, 999])
        assert names == {**dict(zip(persons, ("Ana", "Beto", "Ana", "Ana"), strict=True)), 999: ""}
        with pytest.raises(StoreError):
            await store.name_person("g1", 99, "Ana")

    with_store(tmp_path, play)


def test_a_guest_finds_their_tables(tmp_path: Path):
    async def play(store: SqliteStore):
        rows = [await store.open_table(code, [b"1"]) for code in "BCD"]
        for at, name in ((0, "Ana"), (0, "Anita"), (1, "Ana")):
            await store.name_person("g1", rows[at].id, name)
        await store.name_person("g2", rows[2].id, "Beto")
        await store.append(rows[0].id, 2, [b"2"], is_listed=False)
        return [row.code for row in await store.tables_of("g1")]

    assert with_store(tmp_path, play) == ["B", "C"]


# Records


def test_a_record_has_its_peoples_names_and_is_otherwise_as_written(tmp_path: Path):
    async def play(store: SqliteStore):
        row = await store.open_table("BCD", [b"1"])
        ana = await store.name_person("g1", row.id, 'Ana "Ñ" \\')
        beto = await store.name_person("g2", row.id, "Beto")
        await store.append(row.id, 2, [b"2"], is_listed=False, finished=finished([ana, None, beto]))
        full = await store.record("r1")
        await store.forget("g2")
        return full, await store.record("r1")

    full, later = with_store(tmp_path, play)
    assert full is not None
    assert (full.id, full.game) == ("r1", "toy")
    assert time.time() - 60 < full.finished <= time.time()
    before, after = LINE.split('["","bot:simple",""]')
    assert full.line == before + r'["Ana \"Ñ\" \\","bot:simple","Beto"]' + after
    assert later is not None
    assert json.loads(later.line)["players"] == ['Ana "Ñ" \\', "bot:simple", "-"]


def test_records_of_a_table_come_oldest_first(tmp_path: Path):
    async def play(store: SqliteStore):
        rows = [await store.open_table(code, [b"1"]) for code in "BC"]
        for seq, record in ((2, "z"), (3, "a"), (4, "k")):
            done = finished([None, None, None], record)
            await store.append(rows[0].id, seq, [b"x"], is_listed=False, finished=done)
        return [[one.id for one in await store.records(row.id)] for row in rows]

    assert with_store(tmp_path, play) == [["z", "a", "k"], []]


# Forgetting


def test_a_forgotten_guest_has_no_name_anywhere_and_others_keep_theirs(tmp_path: Path):
    async def play(store: SqliteStore):
        row = await store.open_table("BCD", [b"1"])
        for guest in ("g1", "g2"):
            await store.save_guest(GuestRow(guest, guest.upper(), "en"))
        persons = [await store.name_person(g, row.id, n) for g, n in (("g1", "A"), ("g2", "B"))]
        await store.forget("g1")
        assert await store.guest("g1") is None
        assert await store.guest("g2") == GuestRow("g2", "G2", "en")
        assert await store.names(persons) == dict(zip(persons, ("", "B"), strict=True))
        assert await store.tables_of("g1") == []
        assert await store.name_person("g1", row.id, "A") not in persons

    with_store(tmp_path, play)


def test_a_forgotten_name_is_in_no_byte_of_any_file(tmp_path: Path):
    """Enough guests for pages to split and merge; the names are long enough to be told apart."""
    chance = random.Random(3)
    guests = [f"g{n}" for n in range(240)]
    gone = set(chance.sample(guests, 80))

    def name(guest: str, at: str) -> str:
        return f"{'Zoë-gone' if guest in gone else 'Kept'}-{guest}-{at}{'x' * chance.randrange(40)}"

    async def fill(store: SqliteStore):
        rows = [await store.open_table(f"T{n}", [b"e" * 300]) for n in range(5)]
        for guest in chance.sample(guests, len(guests)):
            await store.save_guest(GuestRow(guest, name(guest, "early"), "es"))
            for row in chance.sample(rows, 3):
                await store.name_person(guest, row.id, name(guest, row.code))
        for guest in chance.sample(guests, len(guests)):
            await store.save_guest(GuestRow(guest, name(guest, "late"), "es"))

    async def play(store: SqliteStore):
        await fill(store)
        assert f"{DATABASE}-wal" in files_with(tmp_path, "Zoë-gone")
        for guest in chance.sample(sorted(gone), len(gone)):
            await store.forget(guest)
        assert files_with(tmp_path, "Zoë-gone") == []
        assert files_with(tmp_path, "Kept-") == [DATABASE]

    with_store(tmp_path, play)
    assert files_with(tmp_path, "Zoë-gone") == []


def test_a_name_is_forgotten_as_soon_as_a_reader_lets_go_of_the_log(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("tapete.server.writer.RETRY_S", 0.01)

    async def play(store: SqliteStore):
        await store.save_guest(GuestRow("g1", "Zoë-gone", "es"))
        reader = apsw.Connection(str(tmp_path / DATABASE), flags=apsw.SQLITE_OPEN_READONLY)
        reader.execute("begin; select * from guests").fetchall()
        await asyncio.wait_for(store.forget("g1"), 3)
        assert files_with(tmp_path, "Zoë-gone") == [f"{DATABASE}-wal"]
        reader.execute("commit")
        reader.close()
        await until(lambda: files_with(tmp_path, "Zoë-gone") == [])

    with_store(tmp_path, play)


async def until(is_so: Callable[[], bool]) -> None:
    """Wait for something that takes moments."""
    end = time.monotonic() + 20
    while not is_so():
        assert time.monotonic() < end
        await asyncio.sleep(0.02)


def test_old_tables_and_guests_expire_with_all_that_is_theirs(tmp_path: Path):
    async def sit(store: SqliteStore, code: str, guest: str):
        row = await store.open_table(code, [b"1"])
        await store.save_guest(GuestRow(guest, f"name-of-{guest}", "en"))
        person = await store.name_person(guest, row.id, f"name-of-{guest}")
        done = finished([person, None, None], f"r-{guest}")
        await store.append(row.id, 2, [b"2"], is_listed=True, finished=done)
        return row.id, person

    async def play(store: SqliteStore):
        new_table, new_person = await sit(store, "NEW", "new")
        guest = await store.name_person("old", new_table, "name-of-old")
        old_table, old_person = await sit(store, "OLD", "old")
        middle = time.time()
        await store.append(new_table, 3, [b"3"], is_listed=True)
        await store.save_guest(GuestRow("new", "name-of-new", "en"))
        assert await store.expire(middle, middle) == (1, 1)
        assert await store.entries(old_table) == []
        assert await store.record("r-old") is None
        assert await store.guest("old") is None
        names = await store.names([old_person, guest, new_person])
        assert names == {old_person: "", guest: "", new_person: "name-of-new"}
        assert await logs(store, "OLD", "NEW") == {"NEW": [b"1", b"2", b"3"]}
        assert await store.record("r-new") is not None
        assert files_with(tmp_path, "name-of-old") == []
        # Logs elsewhere may hold the old number: nobody else gets it.
        again, person = await sit(store, "OLD", "third")
        assert again not in {old_table, new_table}
        assert person not in {old_person, guest, new_person}

    with_store(tmp_path, play)
