"""Graphics processors: each kernel compiles for one, and a simulated one plays the same matches.

Neither needs a device. The simulator of Numba has no compiler: there the kernel, its launches and
what it writes are run, with the rules as they are.
"""

import json
import os
import re
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from tapete.cli.__main__ import main
from tapete.core.errors import TapeteError
from tapete.core.game import Game
from tapete.games import games
from tapete.sim import load, play
from tests.toy import TOY

HOPPER = (9, 0)
MATCHES = 7
FIRST = 3
SECONDS = 300
SIMULATED = Path(__file__).with_name("simulated_device.py")
every_game = pytest.mark.parametrize("game", games().values(), ids=games())


@every_game
def test_the_rules_compile_to_code_of_a_device(game: Game):
    text = load("cuda_code").ptx(game, HOPPER)
    assert ".target sm_90" in text
    assert len(re.findall(r"^\.visible \.entry", text, re.MULTILINE)) == 1
    # Whole in itself: nothing is called that is not in it.
    assert not re.findall(r"^\.extern", text, re.MULTILINE)


@every_game
@pytest.mark.parametrize("players", ["uniform", "simple"])
def test_a_simulated_device_plays_the_same_matches(game: Game, players: str):
    seats = game.max_seats
    told = simulated(game.name, seats, players)
    assert told["lanes"] < MATCHES, "each lane is to play more than one match"
    results = play(game, games=MATCHES, seats=seats, players=players, key=5, first=FIRST)
    assert told["rows"] == results.rows.tobytes().hex()
    assert told["progress"] == [4, 3]
    for name in ("returns", "scores", "places", "decisions", "steps", "capped"):
        assert told[name] == getattr(results, name).tolist(), name


def simulated(name: str, seats: int, players: str) -> dict[str, Any]:
    """Play in a process that has a simulated device; return what it tells."""
    given = [name, str(seats), players, str(MATCHES), str(FIRST)]
    run = subprocess.run(
        [sys.executable, str(SIMULATED), *given],
        env={**os.environ, "NUMBA_ENABLE_CUDASIM": "1", "PYTHONPATH": os.pathsep.join(sys.path)},
        capture_output=True,
        text=True,
        check=False,
        timeout=SECONDS,
    )
    assert run.returncode == 0, run.stderr
    return json.loads(run.stdout)


def test_without_a_device_there_is_one_clear_line(capsys: pytest.CaptureFixture[str]):
    from numba import cuda

    if cuda.is_available():
        # With one, the same command plays.
        assert main(["simulate", "toy", "--games", "5", "--device", "cuda"]) == 0
        return
    with pytest.raises(TapeteError, match="no graphics processor"):
        play(TOY, games=5, device="cuda")
    for language, said in (("en", "no graphics processor"), ("es", "ningún procesador gráfico")):
        command = ["simulate", "toy", "--games", "5", "--device", "cuda", "--lang", language]
        assert main(command) == 1
        printed, told = capsys.readouterr()
        assert (printed, len(told.splitlines())) == ("", 1)
        assert said in told


def test_without_numba_cuda_there_is_one_clear_line(monkeypatch: pytest.MonkeyPatch):
    def missing(name: str) -> Any:
        return None if name == "numba_cuda" else find_spec(name)

    monkeypatch.setattr("tapete.sim.find_spec", missing)
    with pytest.raises(TapeteError, match=re.escape('pip install "tapete[cuda]"')):
        play(TOY, games=5, device="cuda")


def test_another_device_is_refused():
    with pytest.raises(TapeteError, match="a device is one of cpu, cuda, not 'tpu'"):
        play(TOY, games=5, device="tpu")
