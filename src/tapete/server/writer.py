"""The one thread that uses the database: whatever waits goes to the disk in one commit."""

import asyncio
import logging
import queue
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from threading import Thread
from typing import Any, Final, TypeVar

import apsw

from tapete.server.database import truncate_log
from tapete.server.store import Meanwhile, StoreError

LOG = logging.getLogger(__name__)
T = TypeVar("T")
MOST_TOGETHER: Final = 500
"""Jobs of one commit at most, so that none waits long for its neighbours."""
RETRY_S: Final = 1.0
"""How soon a log is truncated again that a reader held."""


@dataclass(eq=False)
class Job:
    """Something to do within a transaction, and who waits for it."""

    work: Callable[[apsw.Connection], Any]
    loop: asyncio.AbstractEventLoop
    future: asyncio.Future[Any] = field(init=False)
    erases: bool
    """Whether it deletes what must not be found in the files any more."""
    meanwhile: Meanwhile | None = None
    """What the loop is to do while the disk writes."""
    then: Callable[[], None] | None = None
    """What that left to do as soon as it has."""
    result: Any = None
    error: Exception | None = None

    def __post_init__(self) -> None:
        self.future = self.loop.create_future()

    def settle(self) -> None:
        """Tell whoever waits, unless they gave up."""
        if self.future.done():
            return
        if self.error is None:
            self.error = self._finish()
        if self.error is None:
            self.future.set_result(self.result)
        else:
            self.future.set_exception(self.error)

    def _finish(self) -> Exception | None:
        """Do what was left for when it is stored; return what went wrong."""
        try:
            if self.then is not None:
                self.then()
        except Exception as error:  # noqa: BLE001 - raised again where the job is awaited
            return error
        return None


class Writer:
    """Runs jobs in the order in which they came, each all or nothing, many to a commit.

    A job that fails leaves the others of its commit alone. A job is done even where whoever awaited
    it was cancelled meanwhile.
    """

    def __init__(self, db: apsw.Connection, ended: Callable[[], None]) -> None:
        """Take the connection over; call `ended` from the thread once it is closed."""
        self._db, self._ended = db, ended
        self._jobs: queue.SimpleQueue[Job | None] = queue.SimpleQueue()
        self._is_closed = False
        self._is_over = False
        self._owes_erasing = False
        self._thread = Thread(target=self._live, name="tapete-store", daemon=True)
        self._thread.start()

    async def run(
        self,
        work: Callable[[apsw.Connection], T],
        *,
        erases: bool = False,
        meanwhile: Meanwhile | None = None,
    ) -> T:
        """Return what a job returns once it is on the disk; raise what it raises.

        `meanwhile` is called by the loop while the disk writes, at most once; a job that fails
        before that is over without it. What it returns is called once the job is on the disk.
        """
        if self._is_closed:
            raise StoreError("the store is closed", "el almacén está cerrado")
        job = Job(work, asyncio.get_running_loop(), erases, meanwhile)
        self._jobs.put(job)
        return await job.future

    async def close(self) -> None:
        """Do the jobs that wait, then close the database; later ones are refused."""
        self._is_closed = True
        self._jobs.put(None)
        await asyncio.to_thread(self._thread.join)

    def _live(self) -> None:
        try:
            while not self._is_over:
                jobs = self._take()
                self._do(jobs)
                deliver(jobs)
        finally:
            self._db.close()
            self._ended()

    def _do(self, jobs: Sequence[Job]) -> None:
        """Do jobs, whatever happens: the thread outlives it, and whoever waits is told."""
        try:
            if jobs:
                self._commit(jobs)
        except Exception as error:  # noqa: BLE001 - raised again where the jobs are awaited
            for job in jobs:
                job.error = refusal(error)
        if self._owes_erasing or any(job.erases for job in jobs):
            self._erase()

    def _take(self) -> list[Job]:
        """Wait for a job; return it with all that wait behind it."""
        jobs: list[Job] = []
        try:
            while len(jobs) < MOST_TOGETHER:
                job = self._jobs.get_nowait() if jobs else self._wait()
                if job is None:
                    self._is_over = True
                    break
                jobs.append(job)
        except queue.Empty:
            pass  # That was the last one, or none came while a log waits to be truncated.
        return jobs

    def _wait(self) -> Job | None:
        return self._jobs.get(timeout=RETRY_S if self._owes_erasing else None)

    def _commit(self, jobs: Sequence[Job]) -> None:
        """Do jobs in one transaction; one by one where SQLite gives that up as a whole."""
        try:
            self._db.execute("begin immediate")
            for job in jobs:
                self._attempt(job)
            announce(jobs)
            self._db.execute("commit")
        except Exception as error:
            if self._db.in_transaction:
                self._db.execute("rollback")
            if len(jobs) == 1:
                raise
            LOG.warning("a commit of %d was given up: %s", len(jobs), error)
            for job in jobs:
                self._do([job])

    def _attempt(self, job: Job) -> None:
        """Do a job within the transaction; undo it alone where it fails."""
        job.error = None
        self._db.execute("savepoint job")
        try:
            job.result = job.work(self._db)
        except Exception as error:
            if not self._db.in_transaction:
                raise
            self._db.execute("rollback to job")
            job.error = refusal(error)
        self._db.execute("release job")

    def _erase(self) -> None:
        """Empty the write-ahead log after a deletion, later where a backup reads it just now."""
        try:
            self._owes_erasing = not truncate_log(self._db)
        except apsw.Error as error:
            # What was deleted is deleted, so its job has not failed; this is tried again.
            self._owes_erasing = True
            LOG.warning("the write-ahead log cannot be emptied: %s", error)


def refusal(error: Exception) -> Exception:
    """Return the database's no in words, and any other error as it is."""
    if isinstance(error, apsw.FullError):
        return caused(StoreError("the disk is full", "el disco está lleno"), error)
    if isinstance(error, apsw.Error):
        english, spanish = f"cannot be kept: {error}", f"no se puede guardar: {error}"
        return caused(StoreError(english, spanish), error)
    return error


def caused(told: StoreError, error: Exception) -> StoreError:
    """Return an error with what it came from."""
    told.__cause__ = error
    return told


def announce(jobs: Sequence[Job]) -> None:
    """Have loops do what they can do while the disk writes."""
    tell([job for job in jobs if job.meanwhile is not None and job.error is None], pass_time)


def pass_time(jobs: Sequence[Job]) -> None:
    """Do what can be done while the disk writes, once where a commit is tried again."""
    for job in jobs:
        if job.meanwhile is not None:
            meanwhile, job.meanwhile = job.meanwhile, None
            job.then = meanwhile()


def deliver(jobs: Sequence[Job]) -> None:
    """Wake everybody who waits for one of the jobs."""
    tell(jobs, settle)


def tell(jobs: Sequence[Job], what: Callable[[Sequence[Job]], None]) -> None:
    """Have each loop do something for its jobs, all at once."""
    for loop in {job.loop for job in jobs}:
        theirs = [job for job in jobs if job.loop is loop]
        try:
            loop.call_soon_threadsafe(what, theirs)
        except RuntimeError:
            continue  # The loop has closed: nobody waits there any more.


def settle(jobs: Sequence[Job]) -> None:
    """Tell everybody who waits for one of the jobs."""
    for job in jobs:
        job.settle()
