"""`tapete simulate`: what it prints, writes, shows on a terminal, and keeps at Ctrl-C."""

import json
import os
import pty
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from pyarrow import parquet

from tapete.cli.__main__ import main
from tapete.core.game import WIN
from tapete.sim import play
from tapete.sim.run import CHUNK
from tests.cli.test_progress import on_a_terminal
from tests.toy import TOY

SECONDS = 300
SHIPPED = "match-em"
MANY = 10**9
"""More games than any test waits for."""
COMMAND = [sys.executable, "-m", "tapete", "simulate"]


def simulate(*more: str, game: str = TOY.name) -> int:
    return main(["simulate", game, "--lang", "en", *more])


def test_json_says_what_programs_need(capsys: pytest.CaptureFixture[str]):
    given = ("--games", "400", "--seats", "3", "--players", "simple,uniform,uniform", "--key", "5")
    assert simulate(*given, "--json", "--threads", "1") == 0
    said = json.loads(capsys.readouterr().out)
    results = play(TOY, games=400, players=["simple", "uniform", "uniform"], key=5)
    assert list(said) == ["games", "decisions", "cpu_seconds", "seconds", "wins"]
    assert said["games"] == 400
    assert said["decisions"] == results.decisions.sum()
    assert said["wins"] == results.wins
    assert said["cpu_seconds"] > 0
    assert said["seconds"] > 0


def test_the_summary_says_who_wins(capsys: pytest.CaptureFixture[str]):
    given = ("--games", "2000", "--players", "simple,uniform", "--seats", "2")
    assert simulate(*given) == 0
    printed, said = capsys.readouterr()
    assert said == ""
    results = play(TOY, games=2000, players=["simple", "uniform"])
    assert printed.startswith(f"Toy, 2 seats: 2,000 games, {results.decisions.sum():,} decisions")
    for seat, kind in enumerate(("simple", "uniform")):
        share = f"{100 * results.wins[seat]:.2f}"
        assert re.search(rf"^ *{seat} +{kind} +{share} % +± \d\.\d\d %$", printed, re.MULTILINE)
    assert f"Decisions a game: {results.decisions.mean():.0f} on average" in printed
    assert f"all {results.decisions.max()}." in printed
    assert "Ended by a limit: 0.00 % of the games." in printed


def test_the_summary_in_spanish(capsys: pytest.CaptureFixture[str]):
    assert simulate("--games", "2000", "--seats", "2", "--lang", "es") == 0
    printed = capsys.readouterr().out
    assert printed.startswith("Toy, 2 asientos: 2.000 partidas, ")
    assert re.search(r"uniform +\d\d,\d\d % +± \d,\d\d %", printed)


def test_house_rules_count(capsys: pytest.CaptureFixture[str]):
    name = next(iter(TOY.options))
    option = TOY.options[name]
    value = next(value for value in option.values if value != option.default)
    assert simulate("--games", "300", "--seats", "2", "--option", f"{name}={value}", "--json") == 0
    said = json.loads(capsys.readouterr().out)
    ours, plain = (play(TOY, games=300, seats=2, options=o) for o in ({name: value}, {}))
    assert said["decisions"] == ours.decisions.sum() != plain.decisions.sum()


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (("--seats", "9"), "Toy is for 2 to 3 players, not 9"),
        (("--players", "nobody"), "a computer player is one of"),
        (("--players", "simple,simple,uniform", "--seats", "2"), "one kind of player or 2"),
        (("--option", "jam=1"), "no option"),
        (("--out", "/dev/null/x.parquet"), "/dev/null/x.parquet"),
    ],
)
def test_a_wrong_argument_is_told(
    given: tuple[str, ...], said: str, capsys: pytest.CaptureFixture[str]
):
    assert simulate("--games", "5", *given) == 1
    printed, told = capsys.readouterr()
    assert printed == ""
    assert said in told
    assert len(told.splitlines()) == 1


def test_parquet_has_a_row_a_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    monkeypatch.setitem(CHUNK, "cpu", 100)
    path = tmp_path / "games.parquet"
    assert simulate("--games", "250", "--seats", "3", "--key", "7", "--out", str(path)) == 0
    assert "250 games" in capsys.readouterr().out
    file = parquet.ParquetFile(path)
    assert file.metadata.num_row_groups == 3
    results = play(TOY, games=250, seats=3, key=7)
    table = file.read()
    assert table.column("match").to_pylist() == list(range(250))
    for name in ("decisions", "steps", "capped"):
        assert table.column(name).to_pylist() == getattr(results, name).tolist()
    for seat in range(3):
        column = table.column(f"win_{seat}").to_pylist()
        assert column == pytest.approx((results.returns[:, seat] / WIN).tolist())
        assert table.column(f"score_{seat}").to_pylist() == results.scores[:, seat].tolist()
        assert table.column(f"place_{seat}").to_pylist() == results.places[:, seat].tolist()
    said = json.loads(file.schema_arrow.metadata[b"tapete"])
    assert said["game"] == TOY.name
    assert said["players"] == ["uniform"] * 3
    assert said["options"] == dict(results.setting.values)
    assert said["key"] == 7
    assert list(tmp_path.iterdir()) == [path]


def test_parquet_without_pyarrow_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    monkeypatch.setitem(sys.modules, "pyarrow.parquet", None)
    assert simulate("--games", "5", "--out", str(tmp_path / "x.parquet")) == 1
    assert 'Parquet files need PyArrow: pip install "tapete[sim]"' in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_a_bar_on_a_terminal_shows_games_a_second_and_time_left():
    status, shown, output = on_a_terminal(
        "simulate", SHIPPED, "--games", "30000", "--json", "--lang", "en"
    )
    assert status == 0
    assert "30000/30000" in shown
    assert re.search(r"\d+/s", shown)
    assert re.search(r"\d:\d\d:\d\d", shown)
    assert json.loads(output)["games"] == 30000


def test_no_bar_in_a_pipe():
    run = subprocess.run(
        [*COMMAND, SHIPPED, "--games", "500", "--json"],
        capture_output=True,
        timeout=SECONDS,
        check=True,
    )
    assert json.loads(run.stdout)["games"] == 500
    assert b"500/500" not in run.stderr


def stopped(path: Path, after: float) -> tuple[int, dict[str, Any], str]:
    """Begin more games than can be played, press Ctrl-C, and return what comes then."""
    ours, theirs = pty.openpty()
    command = [*COMMAND, SHIPPED, "--games", str(MANY), "--lang", "en", "--json", "--out", path]
    program = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=theirs, env={**os.environ, "TERM": "xterm"}
    )
    os.close(theirs)
    shown = ""
    # Not before something has been played.
    while not re.search(r"[1-9]\d*/1000000000", shown):
        shown += os.read(ours, 65536).decode()
    time.sleep(after)
    program.send_signal(signal.SIGINT)
    output = program.communicate(timeout=SECONDS)[0]
    while True:
        try:
            shown += os.read(ours, 65536).decode()
        except OSError:
            break
    os.close(ours)
    return program.returncode, json.loads(output), shown


@pytest.mark.parametrize("after", [0.0, 2.0])
def test_ctrl_c_keeps_what_is_done(tmp_path: Path, after: float):
    path = tmp_path / "games.parquet"
    status, said, shown = stopped(path, after)
    assert status == 130
    assert 0 < said["games"] < MANY
    assert f"stopped after {said['games']:,} of {MANY:,} games" in shown
    assert "Traceback" not in shown
    table = parquet.read_table(path)
    assert table.column("match").to_pylist() == list(range(said["games"]))
    few = play(SHIPPED, games=100, seats=4)
    assert table.column("decisions").to_pylist()[:100] == few.decisions.tolist()
