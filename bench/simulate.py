"""What the simulator does: whole games, stepped games, threads, and what starting costs.

    python bench/simulate.py [PART …] [GAME …] [--seats 4] [--seconds 2]

PART is rates, steps, threads, start or memory; all of them by default. Figures are per second of
CPU time (`threads`: of the clock), the best of REPEATS rounds, for a busy machine only ever makes
them worse. Compiling is never in them but under `start`.
"""

import argparse
import os
import platform
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import numba
import numpy as np

from tapete.core.game import Game
from tapete.games import game, games
from tapete.sim import Batch, Single, play
from tapete.sim.cache import VARIABLE

REPEATS = 7
BATCH = 1024
ACTIONS = 20_000
"""Steps in a round of one match from Python."""
STEPS = 40
"""Steps in a round of a batch."""
FIRST = 2000
"""Matches by which a round's length is reckoned."""
PARTS = ("rates", "steps", "threads", "start", "memory")
FEW, MANY = 100_000, 1_000_000
"""Matches whose memory is compared."""
PEAK = """
import contextlib, io, re, sys
from pathlib import Path
from tapete.cli.__main__ import main
with contextlib.redirect_stdout(io.StringIO()):
    main(["simulate", sys.argv[1], "--games", sys.argv[2], "--seats", "2"])
# Not getrusage, which counts what this process's parent had when it began.
print(re.search(r"VmHWM:\\s+(\\d+)", Path("/proc/self/status").read_text())[1])
"""
START = """
import resource, sys
from tapete.sim import Batch, play
play(sys.argv[1], games=10, seats=3, players="simple", threads=1)
if sys.argv[2] == "steps":
    Batch(sys.argv[1], 4, seats=3).reset()
used = resource.getrusage(resource.RUSAGE_SELF)
print(used.ru_utime + used.ru_stime)
"""
Row = tuple[Any, ...]


def rates(g: Game, seats: int, seconds: float) -> Iterator[Row]:
    """Yield decisions and games a CPU second for each kind of player."""
    for players in ("uniform", "simple"):
        best, count = 0.0, FIRST
        for key in range(REPEATS):
            results = play(g, games=count, seats=seats, players=players, key=key, threads=1)
            best = max(best, int(results.decisions.sum()) / results.cpu_seconds)
            count = max(FIRST, int(seconds / REPEATS * len(results) / results.cpu_seconds))
        a_game = best / float(results.decisions.mean())
        yield g.name, players, f"{best:,.0f}", f"{a_game:,.0f}"


def steps(g: Game, seats: int, _seconds: float) -> Iterator[Row]:
    """Yield steps a CPU second from Python: one match, and a batch."""
    recorded = some_actions(g, seats)
    for name, given in (
        ("alone, bare", {"masks": False, "observations": None}),
        ("alone, mask", {"observations": None}),
        ("alone, mask and int16", {}),
        ("alone, mask and float32", {"observations": "float32"}),
    ):
        single = Single(g, seats=seats, **given)
        yield g.name, name, f"{best_rate(partial(walk, single, recorded), len(recorded)):,.0f}"
    batch = Batch(g, BATCH, seats=seats)
    batch.reset()
    rounds = [some_step(batch) for _ in range(STEPS * REPEATS)]
    yield g.name, f"batch of {BATCH}, mask and int16", f"{BATCH / min(rounds):,.0f}"


def some_actions(g: Game, seats: int) -> list[int]:
    """Return legal actions of one match after another, drawn at random."""
    single, r = Single(g, seats=seats, observations=None), np.random.default_rng(1)
    single.reset()
    recorded: list[int] = []
    for _ in range(ACTIONS):
        recorded.append(int(r.choice(np.flatnonzero(single.mask))))
        single.step(recorded[-1])
    return recorded


def walk(single: Single, recorded: list[int]) -> None:
    """Do recorded actions."""
    single.reset()
    step = single.step
    for action in recorded:
        step(action)


def some_step(batch: Batch) -> float:
    """Step a batch by actions drawn at random; return the CPU seconds of the step alone."""
    r = np.random.default_rng(int(batch.desks["steps"].sum()))
    actions = np.argmax(batch.masks * r.random(batch.masks.shape, np.float32), 1)
    started = time.process_time()
    batch.step(actions)
    return time.process_time() - started


def best_rate(work: Callable[[], None], count: int) -> float:
    """Return how often a second something is done that a round does so many times."""
    best = 0.0
    for _ in range(REPEATS):
        started = time.process_time()
        work()
        best = max(best, count / (time.process_time() - started))
    return best


def threads(g: Game, seats: int, seconds: float) -> Iterator[Row]:
    """Yield how much faster two threads are than one, by the clock and by CPU time."""
    one = play(g, games=FIRST, seats=seats, threads=1)
    count = max(FIRST, int(seconds * FIRST / one.cpu_seconds))
    runs = {n: [play(g, games=count, seats=seats, threads=n) for _ in range(3)] for n in (1, 2)}
    clock = [min(run.seconds for run in runs[n]) for n in (1, 2)]
    spent = [min(run.cpu_seconds for run in runs[n]) for n in (1, 2)]
    yield g.name, f"{clock[0] / clock[1]:.2f}", f"{spent[1] / spent[0]:.2f}", os.getloadavg()[0]


def start(g: Game, _seats: int, _seconds: float) -> Iterator[Row]:
    """Yield the CPU seconds of a whole process, first without and then with kept code."""
    for what in ("play", "steps"):
        with tempfile.TemporaryDirectory() as folder:
            spent = [started(g, what, folder) for _ in range(2)]
        yield g.name, what, *(f"{seconds:.2f} s" for seconds in spent)


def started(g: Game, what: str, folder: str) -> float:
    """Return the CPU seconds of a process that plays a few matches."""
    return float(printed(START, g.name, what, **{VARIABLE: folder}))


def memory(g: Game, _seats: int, _seconds: float) -> Iterator[Row]:
    """Yield the most memory that a process had, in MiB, with few matches and with many."""
    kib = [int(printed(PEAK, g.name, str(count))) for count in (FEW, MANY)]
    yield g.name, *(f"{peak / 1024:.0f} MiB" for peak in kib)


def printed(program: str, *given: str, **environment: str) -> str:
    """Return what a program of our own prints in a process of its own."""
    run = subprocess.run(  # noqa: S603  (as said)
        [sys.executable, "-c", program, *given],
        env={**os.environ, **environment},
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    return run.stdout


HEADS = {
    "rates": ("game", "players", "decisions/s", "games/s"),
    "steps": ("game", "how", "steps/s"),
    "threads": ("game", "times as fast", "CPU time", "load"),
    "start": ("game", "what", "first", "kept"),
    "memory": ("game", f"{FEW:,} matches", f"{MANY:,} matches"),
}


def main() -> None:
    """Measure and print tables."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("words", nargs="*", metavar="PART|GAME", default=[])
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--seconds", type=float, default=2.0)
    args = parser.parse_args()
    parts = [word for word in args.words if word in PARTS] or PARTS
    names = [word for word in args.words if word not in PARTS] or list(games())
    print(f"{platform.machine()}, Python {platform.python_version()}, Numba {numba.__version__}")
    for part in parts:
        print(f"\n{part}: " + ", ".join(HEADS[part][1:]))
        for name in names:
            for row in globals()[part](game(name), args.seats, args.seconds):
                print("  ".join(f"{cell!s:>14}" for cell in row), flush=True)


if __name__ == "__main__":
    main()
