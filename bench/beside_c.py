"""Match 'Em in C by hand (`match_em.c`), compiled and called; first it must play the same games."""

import ctypes
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np

from tapete.core.options import Value
from tapete.games import game
from tapete.sim import play
from tapete.sim.desk import Setting

SOURCE = Path(__file__).with_name("match_em.c")
OPTIONS = ("-O3", "-march=native", "-std=c11", "-shared", "-fPIC")
NAME = "match-em"
COMPARED = 2000
"""Matches compared a number of seats and set of house rules."""
FIRST = 512
"""Matches by which a round's length is reckoned."""
RULES: tuple[dict[str, Value], ...] = (
    {},
    {"forced_match": "free", "starter": "winner", "no_wild_finish": True},
    {"starter": "rotate", "draw_count": 3, "cards_dealt": 3, "max_value": 12, "copies": 2},
    {"no_wild_finish": True, "wilds": 8, "max_value": 7, "wins_needed": 1},
)
"""House rules under which the two are compared, the sheet's first."""


@contextmanager
def compiled_c(compiler: str, say: Callable[[str], None]) -> Iterator[Any]:
    """Give the C version as a library; end where it plays other games than the package."""
    with tempfile.TemporaryDirectory() as folder:
        made = Path(folder) / "match_em.so"
        command = [compiler, *OPTIONS, str(SOURCE), "-o", str(made)]
        say(" ".join(command[:-1]) + " …")
        try:
            subprocess.run(command, check=True)  # noqa: S603
        except FileNotFoundError as error:
            raise SystemExit(f"there is no {compiler} here; --cc names another compiler") from error
        library = ctypes.CDLL(str(made))
        library.play_matches.argtypes = (
            *(ctypes.c_uint64, ctypes.c_int, ctypes.c_void_p),
            *(ctypes.c_uint64, ctypes.c_int64, ctypes.c_void_p),
        )
        library.play_matches.restype = None
        compare(library, say)
        yield library


def compare(library: Any, say: Callable[[str], None]) -> None:
    """End the program unless both play the same matches, to the last random number."""
    one, count = game(NAME), 0
    for seats in range(one.min_seats, one.max_seats + 1):
        for rules in RULES:
            ours = play(one, games=COMPARED, seats=seats, options=rules, key=seats)
            theirs = np.zeros_like(ours.rows)
            call(library, ours.setting, 0, theirs)
            differing = np.flatnonzero(ours.rows != theirs)
            if len(differing):
                raise SystemExit(
                    f"C plays match {differing[0]} of {seats} seats otherwise under {rules}: "
                    f"{theirs[differing[0]]}, not {ours.rows[differing[0]]}"
                )
            count += COMPARED
    say(f"{count:,} matches come out alike in C, each in every number")


def call(library: Any, setting: Setting, first: int, rows: Any) -> float:
    """Let C play a match for each row; return the CPU seconds."""
    house = house_of(setting.game.options, setting.values)
    started = time.thread_time()
    library.play_matches(
        setting.base, setting.seats, house.ctypes.data, first, len(rows), rows.ctypes.data
    )
    return time.thread_time() - started


def house_of(options: Mapping[str, Any], values: Mapping[str, Value]) -> Any:
    """Return the house rules as C has them: a byte each, in the order of their declaration."""
    return np.array([one.encode(values[name]) for name, one in options.items()], np.int8)


def c_matches(library: Any, seats: int) -> Callable[[float], tuple[int, float]]:
    """Return a measure of whole random matches in C, as `peers.py` takes them."""
    first = play(NAME, games=FIRST, seats=seats)
    setting, kind = first.setting, first.rows.dtype
    pace = FIRST / call(library, setting, 0, np.zeros(FIRST, kind))
    at = FIRST

    def measure(seconds: float) -> tuple[int, float]:
        nonlocal at
        rows = np.zeros(max(FIRST, round(pace * seconds)), kind)
        spent = call(library, setting, at, rows)
        at += len(rows)
        return int(rows["decisions"].sum()), spent

    return measure
