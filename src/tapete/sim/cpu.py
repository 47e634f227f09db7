"""Matches by the million on all cores: slices of them, each played by whichever thread is free.

A match hangs on its key alone, so neither the number of threads nor their order changes anything.
"""

import os
import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from queue import SimpleQueue
from typing import Any

import numpy as np

from tapete.sim.desk import Setting, desk_kind, new_desk, result_kind
from tapete.sim.engine import player
from tapete.sim.jit import as_rows, dtype

SLICE = 256
"""Matches that a thread plays in one call: some milliseconds, so that Ctrl-C is quick."""
AHEAD = 4
"""Slices under way or waiting per thread."""


def num_cores() -> int:
    """Return how many cores this process may use."""
    affinity = getattr(os, "sched_getaffinity", None)
    return len(affinity(0)) if affinity else os.cpu_count() or 1


class Crew:
    """Threads that play matches of one setting, each at a desk of its own."""

    def __init__(self, setting: Setting, threads: int) -> None:
        """Set up the desks; the first of a game on a machine compiles it."""
        self._play = player(setting.game)
        self._results = dtype(result_kind(setting.game))
        self._desks: SimpleQueue[Any] = SimpleQueue()
        self._pool = ThreadPoolExecutor(threads, "tapete")
        self._threads = threads
        packed = new_desk(setting).pack()
        for _ in range(threads):
            self._desks.put(as_rows([packed], desk_kind(setting.game)))

    def room(self, count: int) -> Any:
        """Return results yet to be filled in."""
        return np.zeros(count, self._results)

    def fill(self, results: Any, first: int, progress: Callable[[int], None]) -> tuple[int, float]:
        """Play a match for each result, by their index; return how many there are, and CPU seconds.

        `progress` is told how many more. After a KeyboardInterrupt it is fewer: those that all
        come before any that is missing.
        """
        spent: dict[int, float] = {}
        waiting: deque[tuple[int, Future[float]]] = deque()

        def wait() -> None:
            at, future = waiting[0]
            # Noted by place: an interrupt may come before or after any of these lines.
            spent[at] = future.result()
            waiting.popleft()
            progress(len(results[at : at + SLICE]))

        try:
            for at in range(0, len(results), SLICE):
                slice_ = self._pool.submit(self._slice, results[at : at + SLICE], first + at)
                waiting.append((at, slice_))
                if len(waiting) >= AHEAD * self._threads:
                    wait()
            while waiting:
                wait()
        except KeyboardInterrupt:
            spent |= ended(waiting)
        return min(len(spent) * SLICE, len(results)), sum(spent.values())

    def _slice(self, results: Any, first: int) -> float:
        """Play a slice at a free desk; return the CPU seconds that it took."""
        desk = self._desks.get()
        started = time.thread_time()
        try:
            self._play(desk, results, first)
        finally:
            self._desks.put(desk)
        return time.thread_time() - started

    def close(self) -> None:
        """Send the threads home."""
        self._pool.shutdown(cancel_futures=True)


def ended(waiting: "deque[tuple[int, Future[float]]]") -> dict[int, float]:
    """Call off what has not begun; return what the rest took, as far as nothing is missing."""
    for _, future in reversed(waiting):
        future.cancel()
    spent: dict[int, float] = {}
    for at, future in waiting:
        if future.cancelled():
            break
        spent[at] = future.result()
    return spent
