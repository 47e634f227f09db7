"""The store's one thread: commits that are shared, waiters who give up, whole commits that fail."""

import asyncio
import resource
import time
from pathlib import Path

import apsw
import pytest

from tapete.server.sqlite import SqliteStore
from tapete.server.store import CodeTaken, GuestRow, StoreError
from tests.server.stores import logs, with_store


def slow(_: apsw.Connection) -> None:
    time.sleep(0.1)


def test_what_waits_goes_to_the_disk_in_one_commit_and_wakes_the_loop_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    commits: list[int] = []

    async def play(store: SqliteStore):
        rows = [await store.open_table(f"T{n}", [b"1"]) for n in range(40)]
        await store._writer.run(
            lambda db: db.set_commit_hook(lambda: commits.append(1) is not None)
        )
        held = asyncio.create_task(store._writer.run(slow))
        await asyncio.sleep(0.02)
        commits.clear()
        loop, wakes = asyncio.get_running_loop(), []
        real = loop.call_soon_threadsafe
        monkeypatch.setattr(
            loop, "call_soon_threadsafe", lambda *given: (wakes.append(1), real(*given))[1]
        )
        await asyncio.gather(*(store.append(r.id, 2, [b"2"], is_listed=False) for r in rows))
        await held
        # One for the slow job, one for all appends.
        assert (len(commits), len(wakes)) == (2, 2)
        monkeypatch.undo()
        return await logs(store, *(row.code for row in rows))

    assert with_store(tmp_path, play) == {f"T{n}": [b"1", b"2"] for n in range(40)}


def test_one_that_fails_leaves_the_others_of_its_commit_alone(tmp_path: Path):
    async def play(store: SqliteStore):
        row = await store.open_table("B", [b"1"])
        held = asyncio.create_task(store._writer.run(slow))
        await asyncio.sleep(0.02)
        done = await asyncio.gather(
            store.append(row.id, 2, [b"2"], is_listed=False),
            store.append(row.id, 2, [b"other"], is_listed=False),
            store.open_table("B", [b"x"]),
            store.append(row.id, 3, [b"3", 5], is_listed=False),  # type: ignore[list-item]
            store._writer.run(lambda _: {}["nothing"]),
            store.append(row.id, 3, [b"3"], is_listed=False),
            return_exceptions=True,
        )
        await held
        kinds = [type(one) for one in done]
        assert kinds[:3] == [type(None), StoreError, CodeTaken]
        assert issubclass(kinds[3], StoreError)
        assert kinds[4:] == [KeyError, type(None)]
        return await logs(store, "B")

    assert with_store(tmp_path, play) == {"B": [b"1", b"2", b"3"]}


def test_where_sqlite_gives_up_a_whole_commit_the_others_are_done_again(tmp_path: Path):
    def lose(db: apsw.Connection) -> None:
        db.execute("insert into guests values ('lost', 'lost', 'en', 0)")
        db.execute("rollback")
        raise apsw.IOError("the disk says no")

    async def play(store: SqliteStore):
        row = await store.open_table("B", [b"1"])
        held = asyncio.create_task(store._writer.run(slow))
        await asyncio.sleep(0.02)
        done = await asyncio.gather(
            store.append(row.id, 2, [b"2"], is_listed=False),
            store._writer.run(lose),
            store.append(row.id, 3, [b"3"], is_listed=False),
            store.save_guest(GuestRow("g", "G", "en")),
            return_exceptions=True,
        )
        await held
        assert [type(one) for one in done] == [type(None), StoreError, type(None), type(None)]
        assert await store.guest("lost") is None
        assert await store.guest("g") is not None
        return await logs(store, "B")

    assert with_store(tmp_path, play) == {"B": [b"1", b"2", b"3"]}


def test_who_gives_up_waiting_stops_nobody(tmp_path: Path):
    async def play(store: SqliteStore):
        row = await store.open_table("B", [b"1"])
        waiting = [
            asyncio.create_task(store.append(row.id, seq, [b"%d" % seq], is_listed=False))
            for seq in range(2, 12)
        ]
        await asyncio.sleep(0)
        for task in waiting[::2]:
            task.cancel()
        done = await asyncio.gather(*waiting, return_exceptions=True)
        assert [isinstance(one, asyncio.CancelledError) for one in done] == [True, False] * 5
        assert [one for one in done[1::2] if one is not None] == []
        return await logs(store, "B")

    # Once asked for, an entry is written: the next one counts on it.
    assert with_store(tmp_path, play) == {"B": [b"%d" % seq for seq in range(1, 12)]}


def test_a_loop_that_ends_while_the_writer_works_stops_no_later_one(tmp_path: Path):
    store = SqliteStore.open(tmp_path)

    async def leave():
        task = asyncio.create_task(store._writer.run(slow))
        await asyncio.sleep(0.02)
        task.cancel()

    asyncio.run(leave())

    async def play():
        await store.open_table("B", [b"1"])
        found = await logs(store, "B")
        await store.close()
        return found

    assert asyncio.run(play()) == {"B": [b"1"]}


def test_the_probe_waits_as_long_as_a_write(tmp_path: Path):
    async def play(store: SqliteStore):
        quick = min([await store.probe() for _ in range(5)])
        held = asyncio.create_task(store._writer.run(slow))
        await asyncio.sleep(0.02)
        busy = await store.probe()
        await held
        return quick, busy

    quick, busy = with_store(tmp_path, play)
    assert 0 < quick < 0.05 < busy


def test_the_probe_fails_where_the_disk_takes_no_byte(tmp_path: Path):
    async def play(store: SqliteStore):
        await store.open_table("B", [b"1"])
        limits = resource.getrlimit(resource.RLIMIT_FSIZE)
        resource.setrlimit(resource.RLIMIT_FSIZE, (0, limits[1]))
        try:
            with pytest.raises(StoreError):
                await store.probe()
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, limits)
        return await store.probe()

    assert with_store(tmp_path, play) > 0


def test_closing_writes_what_waits_and_refuses_what_comes_later(tmp_path: Path):
    async def play():
        store = SqliteStore.open(tmp_path)
        row = await store.open_table("B", [b"1"])
        held = asyncio.create_task(store._writer.run(slow))
        waiting = asyncio.create_task(store.append(row.id, 2, [b"2"], is_listed=False))
        await asyncio.sleep(0.02)
        await store.close()
        await asyncio.gather(held, waiting)
        with pytest.raises(StoreError, match="closed"):
            await store.append(row.id, 3, [b"3"], is_listed=False)
        await store.close()

    asyncio.run(play())
    assert with_store(tmp_path, lambda store: logs(store, "B")) == {"B": [b"1", b"2"]}


@pytest.mark.parametrize(("synchronous", "number"), [("FULL", 2), ("NORMAL", 1)])
def test_the_disk_is_waited_for_as_asked(tmp_path: Path, synchronous: str, number: int):
    async def play():
        store = SqliteStore.open(tmp_path, synchronous=synchronous)  # type: ignore[arg-type]
        found = await store._writer.run(
            lambda db: (db.pragma("synchronous"), db.pragma("journal_mode"))
        )
        await store.close()
        return found

    assert asyncio.run(play()) == (number, "wal")
