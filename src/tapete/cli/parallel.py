"""Work spread over processes, its results in order, with a progress bar on a terminal."""

import signal
import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import contextmanager
from typing import TypeVar

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    ProgressColumn,
    Task,
    TextColumn,
    TimeRemainingColumn,
)
from rich.text import Text

Job = TypeVar("Job")
Result = TypeVar("Result")

AHEAD = 4
"""Jobs under way or waiting per process: enough to keep all busy, few enough to stay small."""


def in_order(
    work: Callable[[Job], Result], tasks: Iterable[Job], processes: int
) -> Iterator[Result]:
    """Yield work(task) for each task, in order, computed by so many processes."""
    if processes == 1:
        yield from map(work, tasks)
        return
    with ProcessPoolExecutor(processes, initializer=ignore_interrupts) as pool:
        waiting: deque[Future[Result]] = deque()
        try:
            for task in tasks:
                waiting.append(pool.submit(work, task))
                if len(waiting) >= AHEAD * processes:
                    yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()
        finally:
            for future in waiting:
                future.cancel()


def ignore_interrupts() -> None:
    """Leave Ctrl-C to the process that people see."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


class RateColumn(ProgressColumn):
    """How many are done a second, once that is known."""

    def render(self, task: Task) -> Text:
        """Return the rate as text."""
        speed = task.finished_speed or task.speed
        return Text("" if speed is None else f"{speed:.0f}/s")


@contextmanager
def progress(title: str, total: int | None) -> Iterator[Callable[[int], None]]:
    """Show a bar on a terminal's standard error; the yielded function moves it on by so many."""
    if not sys.stderr.isatty():
        yield lambda _count: None
        return
    columns: list[ProgressColumn] = [
        TextColumn(title),
        BarColumn(),
        MofNCompleteColumn(),
        RateColumn(),
    ]
    if total is not None:
        columns.append(TimeRemainingColumn())
    # Standard output is the command's result: it must not be drawn around the bar.
    with Progress(*columns, console=Console(stderr=True), redirect_stdout=False) as bar:
        task = bar.add_task(title, total=total)
        yield lambda count: bar.update(task, advance=count)
