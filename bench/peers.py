"""Other libraries, and C by hand, beside this one in the same run: the ratios that are aimed at.

    python bench/peers.py [c] [openspiel] [rlcard] [pgx] [alone] [--rounds 20] [--seconds 0.3]

The peers come from PyPI into an environment of their own (`--environment`, by default build/peers,
which Git ignores), once; delete the folder to be rid of them. Each part lets its sides take turns,
round by round, and keeps the best round of each, for a busy machine only ever makes one worse. All
figures are a second of CPU time, without compiling. Ctrl-C ends it at any time.
"""

import argparse
import json
import os
import platform
import subprocess
import sys
import time
import venv
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import numba
import numpy as np
from beside_c import c_matches, compiled_c
from simulate import some_actions, walk

from tapete.games import game, games
from tapete.sim import Batch, Single, play

HERE = Path(__file__).parent
SCRIPTS = HERE / "peers"
ENVIRONMENT = HERE.parent / "build" / "peers"
PACKAGES = ("open_spiel==2.0.2", "rlcard==1.2.0", "pgx==2.6.0", "jax==0.10.2", "numpy==2.4.6")
"""The peers in the releases that these scripts were written for."""
INSTALLED = "peers.txt"
"""A file in the environment that says what was installed, once all of it was."""
BATCH = 1024
RECORDED = 100
"""Steps of a batch that are recorded, here as in `play_pgx.py`."""
FIRST = 512
"""Matches by which a round's length is reckoned."""
MATCH_EM = "match-em"
Measure = Callable[[float], tuple[int, float]]
"""Is given about how many CPU seconds to take; returns how much was done and what it took."""
Sides = dict[str, Measure]


@dataclass(frozen=True)
class Mark:
    """What is aimed at: `ours` at least so many times as fast as the quickest of `peers`.

    Without peers, at least so many a second.
    """

    ours: str
    peers: tuple[str, ...]
    least: float


# Our own sides


def whole(name: str, seats: int) -> Measure:
    """Return a measure of whole random matches on one thread."""
    first = play(name, games=FIRST, seats=seats, threads=1)
    pace = FIRST / first.cpu_seconds
    at = FIRST

    def measure(seconds: float) -> tuple[int, float]:
        nonlocal at
        count = max(FIRST, round(pace * seconds))
        results = play(name, games=count, seats=seats, first=at, threads=1)
        at += count
        return int(results.decisions.sum()), results.cpu_seconds

    return measure


def repeated(work: Callable[[], tuple[int, float]], seconds: float) -> tuple[int, float]:
    """Do some work over and over; it returns how much it did and the CPU seconds."""
    count, spent = 0, 0.0
    while spent < seconds:
        more, took = work()
        count += more
        spent += took
    return count, spent


def batched(name: str, seats: int) -> Measure:
    """Return a measure of a batch stepped by recorded actions, with masks and observations."""
    batch = Batch(name, BATCH, seats=seats)
    batch.reset()
    rng = np.random.default_rng(1)
    recorded: list[Any] = []
    for _ in range(RECORDED):
        recorded.append(np.argmax(batch.masks * rng.random(batch.masks.shape, np.float32), 1))
        batch.step(recorded[-1])

    def steps() -> tuple[int, float]:
        batch.reset()
        started = time.process_time()
        for actions in recorded:
            batch.step(actions)
        return BATCH * RECORDED, time.process_time() - started

    return partial(repeated, steps)


def single(name: str, seats: int, given: Mapping[str, Any]) -> Measure:
    """Return a measure of one match stepped from Python by recorded actions."""
    recorded = some_actions(game(name), seats)
    one = Single(name, seats=seats, **given)

    def steps() -> tuple[int, float]:
        started = time.process_time()
        walk(one, recorded)
        return len(recorded), time.process_time() - started

    return partial(repeated, steps)


# The peers


def environment(folder: Path) -> Path:
    """Return the Python of the peers' environment, made first where it is not there or is old."""
    python = folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    kept, wanted = folder / INSTALLED, "\n".join(PACKAGES)
    if kept.exists() and kept.read_text() == wanted:
        return python
    if folder.exists() and any(folder.iterdir()) and not (folder / "pyvenv.cfg").exists():
        raise SystemExit(f"{folder} is no environment of Python's; it is left as it is")
    say(f"installing {', '.join(PACKAGES)} from PyPI into {folder}, once: about 700 MB")
    venv.create(folder, clear=True, with_pip=True)
    subprocess.run([python, "-m", "pip", "install", *PACKAGES], check=True)  # noqa: S603
    kept.write_text(wanted)
    return python


@contextmanager
def peer(folder: Path, script: str, *words: str) -> Iterator[Callable[[str], Measure]]:
    """Run a peer's script; give a function that makes a measure of what it is asked for by name."""
    command = [environment(folder), SCRIPTS / script, *words]
    say(f"starting {script} {' '.join(words)}")
    # In a session of its own, so that Ctrl-C is ours to answer.
    process = subprocess.Popen(  # noqa: S603
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, start_new_session=True
    )
    try:
        heard(process, script)
        yield lambda what: partial(asked, process, script, what)
    finally:
        process.kill()
        process.wait()


def asked(
    process: "subprocess.Popen[str]", script: str, what: str, seconds: float
) -> tuple[int, float]:
    """Ask a peer for a round."""
    assert process.stdin
    process.stdin.write(json.dumps({"what": what, "seconds": seconds}) + "\n")
    process.stdin.flush()
    said = heard(process, script)
    return said["count"], said["cpu_seconds"]


def heard(process: "subprocess.Popen[str]", script: str) -> dict[str, Any]:
    """Return a peer's next line; end with its name where it has died."""
    assert process.stdout
    line = process.stdout.readline()
    if not line:
        raise SystemExit(f"{script} has ended; its own message stands above")
    return json.loads(line)


# The parts


def by_hand(stack: ExitStack, args: argparse.Namespace) -> tuple[Sides, list[Mark]]:
    """Match 'Em beside the same loop in C; ends where the two play different games."""
    library = stack.enter_context(compiled_c(args.cc, say))
    sides: Sides = {}
    marks: list[Mark] = []
    for seats in range(game(MATCH_EM).min_seats, game(MATCH_EM).max_seats + 1):
        ours, theirs = f"{MATCH_EM}, {seats} seats", f"C, {seats} seats"
        sides |= {theirs: c_matches(library, seats), ours: whole(MATCH_EM, seats)}
        marks.append(Mark(ours, (theirs,), 0.7))
    return sides, marks


def openspiel(stack: ExitStack, args: argparse.Namespace) -> tuple[Sides, list[Mark]]:
    """Whole random matches beside OpenSpiel's crazy_eights inside C++."""
    words = ("--players", str(args.players))
    ask = stack.enter_context(peer(args.environment, "play_openspiel.py", *words))
    theirs, rolled = "OpenSpiel, whole games", "OpenSpiel, roll-outs after the deal"
    sides = {theirs: ask("games"), rolled: ask("rollouts")}
    sides |= {name: whole(name, args.seats) for name in games()}
    return sides, [
        Mark(MATCH_EM, (theirs,), 8),
        Mark(MATCH_EM, (rolled,), 4),
        Mark("declare", (theirs,), 2.5),
        Mark("hands-down", (theirs,), 4),
    ]


def rlcard(stack: ExitStack, args: argparse.Namespace) -> tuple[Sides, list[Mark]]:
    """Whole random matches beside RLCard's UNO."""
    ask = stack.enter_context(peer(args.environment, "play_rlcard.py"))
    theirs = {"RLCard UNO, environment": ask("env"), "RLCard UNO, bare engine": ask("engine")}
    sides = theirs | {MATCH_EM: whole(MATCH_EM, args.seats)}
    return sides, [Mark(MATCH_EM, ("RLCard UNO, environment",), 100)]


def pgx(stack: ExitStack, args: argparse.Namespace) -> tuple[Sides, list[Mark]]:
    """Batches with masks and observations beside pgx's under jit and vmap."""
    ours = {f"{name}, batch of {BATCH}": batched(name, args.seats) for name in games()}
    sides: Sides = {}
    marks: list[Mark] = []
    for name, least in (("leduc_holdem", 1.5), ("sparrow_mahjong", 30)):
        words = ("--env", name, "--batch", str(BATCH))
        ask = stack.enter_context(peer(args.environment, "play_pgx.py", *words))
        ways = {f"pgx {name}, {way}": ask(way) for way in ("step", "loop")}
        sides |= ways
        marks += [Mark(one, tuple(ways), least) for one in ours]
    return sides | ours, marks


def alone(_stack: ExitStack, args: argparse.Namespace) -> tuple[Sides, list[Mark]]:
    """One match stepped from Python, with nothing beside it."""
    sides: Sides = {}
    marks: list[Mark] = []
    for name in games():
        bare, full = f"{name}, one, bare", f"{name}, one, mask and observation"
        sides[bare] = single(name, args.seats, {"masks": False, "observations": None})
        sides[full] = single(name, args.seats, {})
        marks += [Mark(bare, (), 400_000), Mark(full, (), 100_000)]
    return sides, marks


PARTS = {"c": by_hand, "openspiel": openspiel, "rlcard": rlcard, "pgx": pgx, "alone": alone}


def measured(sides: Sides, rounds: int, seconds: float) -> dict[str, float]:
    """Let all sides take turns; return the best rate of each."""
    best = dict.fromkeys(sides, 0.0)
    for at in range(rounds):
        say(f"round {at + 1} of {rounds}", end="\r")
        for name, measure in sides.items():
            count, spent = measure(seconds)
            best[name] = max(best[name], count / spent)
    say(f"{rounds} rounds done    ")
    return best


HEAD = ("ours", "beside", "ours/s", "peer/s", "ratio", "mark", "")


def row(best: Mapping[str, float], mark: Mark) -> tuple[str, ...]:
    """Return a line of the table: ours, the peer, both rates, the ratio, the mark, if it is met."""
    ours = best[mark.ours]
    if not mark.peers:
        met = "met" if ours >= mark.least else "missed"
        return mark.ours, "-", f"{ours:,.0f}", "-", "-", f"{mark.least:,.0f}/s", met
    name = max(mark.peers, key=lambda one: best[one])
    ratio = ours / best[name]
    rates = f"{ours:,.0f}", f"{best[name]:,.0f}"
    met = "met" if ratio >= mark.least else "missed"
    return mark.ours, name, *rates, f"{ratio:.2f}", f"{mark.least:g}", met


def show(part: str, best: Mapping[str, float], marks: Sequence[Mark]) -> None:
    """Print a part's table, and below it what no mark names."""
    print(f"\n{part}, a second of CPU time\n")
    for cells in (HEAD, ("---",) * len(HEAD), *(row(best, mark) for mark in marks)):
        print("| " + " | ".join(cells) + " |")
    named = {name for mark in marks for name in (mark.ours, *mark.peers)}
    for name in best:
        if name not in named:
            print(f"\nFor scale: {name}, {best[name]:,.0f}/s.")
    sys.stdout.flush()


def say(text: str, end: str = "\n") -> None:
    """Say on the side what is going on."""
    print(f"peers: {text}", end=end, file=sys.stderr, flush=True)


def arguments() -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "parts", nargs="*", metavar="PART", help=f"of {', '.join(PARTS)}; all by default"
    )
    parser.add_argument("--seats", type=int, default=4, help="of our matches (not beside C: all)")
    parser.add_argument("--players", type=int, default=5, help="of OpenSpiel's crazy_eights")
    parser.add_argument("--rounds", type=int, default=20)
    parser.add_argument("--seconds", type=float, default=0.3, help="CPU time of a round")
    parser.add_argument("--environment", type=Path, default=ENVIRONMENT, metavar="FOLDER")
    parser.add_argument("--cc", default="gcc", help="the C compiler")
    args = parser.parse_args()
    unknown = set(args.parts) - PARTS.keys()
    if unknown:
        parser.error(f"no such part: {', '.join(unknown)}")
    return args


def main() -> None:
    """Measure and print tables."""
    args = arguments()
    load = f", load {os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else ""
    versions = f"Numba {numba.__version__}, NumPy {np.__version__}"
    print(f"{platform.machine()}, Python {platform.python_version()}, {versions}{load}", flush=True)
    for part in args.parts or PARTS:
        with ExitStack() as stack:
            sides, marks = PARTS[part](stack, args)
            show(part, measured(sides, args.rounds, args.seconds), marks)


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        raise SystemExit("\npeers: stopped") from None
