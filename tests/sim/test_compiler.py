"""Code compiled whole and code compiled for other callers, side by side in one process."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numba.np import arrayobj

from tapete.sim import compiler

SECONDS = 500
ROOT = Path(__file__).parent.parent.parent
# In a process of its own, for what is compiled first decides whose functions are found.
PROGRAM = """
import random
from tapete.games import game
from tapete.sim.engine import player
from tests.twins import difference, make_twin, play_logged
one = game("declare")
if {is_first}:
    player(one)
twin = make_twin(one)
player(one)
for index in range(5):
    log = play_logged(one, 2, random.Random(index))
    print(difference(twin, log) or "alike")
"""


@pytest.mark.parametrize("is_first", [True, False])
def test_other_code_does_not_find_what_an_entry_has_taken_in(is_first: bool):
    run = subprocess.run(
        [sys.executable, "-c", PROGRAM.format(is_first=is_first)],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT / "src")},
        capture_output=True,
        text=True,
        check=False,
        timeout=SECONDS,
    )
    assert (run.returncode, run.stdout.split()) == (0, ["alike"] * 5), run.stderr


def test_no_index_is_looked_at_for_whether_it_counts_from_the_end(monkeypatch: pytest.MonkeyPatch):
    met: list[Any] = []

    def spy(*given: Any) -> Any:
        met.append(given[2])
        return plain(*given)

    plain = compiler.index_as_it_is
    monkeypatch.setattr(compiler, "index_as_it_is", spy)
    before = arrayobj.fix_integer_index
    third = compiler.entry(at)
    assert third(np.arange(5), 3) == 3
    assert met, "Numba makes indices of something else: rules run slower"
    assert arrayobj.fix_integer_index is before


def test_where_indices_are_checked_one_from_the_end_is_an_error():
    with pytest.raises(IndexError):
        compiler.entry(at, boundscheck=True)(np.arange(5), -1)


def at(row: Any, i: int) -> int:
    return row[i]
