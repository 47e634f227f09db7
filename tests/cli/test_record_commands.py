"""`tapete record`, `replay`, `show` and `verify`, as a shell runs them."""

import errno
import json
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tapete.cli.lines import MAX_LINE
from tapete.games import games
from tapete.table.chance import Sealed
from tapete.table.record import record_of
from tapete.table.seal import seal_of
from tapete.table.table import Table
from tests.referee.__main__ import main as referee
from tests.shipped import SHIPPED

SECONDS = 60


def tapete(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Run the program and return what it printed and its exit status."""
    return subprocess.run(
        [sys.executable, "-m", "tapete", *arguments],
        capture_output=True,
        text=True,
        timeout=SECONDS,
        check=False,
    )


def fault_of(*arguments: str) -> str:
    """Run the program, which must fail with one line and no traceback; return the line."""
    done = tapete(*arguments)
    assert done.returncode == 1, done
    assert len(done.stderr.splitlines()) == 1, done.stderr
    assert "Traceback" not in done.stderr
    return done.stderr


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Return a file of a few games of each game."""
    folder = tmp_path_factory.mktemp("records")
    made: dict[str, Path] = {}
    for name in SHIPPED:
        made[name] = folder / f"{name}.jsonl"
        done = tapete("record", name, "--seats", "3", "--games", "10", "--seed", "5")
        assert done.returncode == 0, done.stderr
        made[name].write_text(done.stdout, encoding="utf-8")
    return made


@pytest.mark.parametrize("name", SHIPPED)
def test_recorded_games_replay_verify_and_satisfy_the_referee(name: str, files: dict[str, Path]):
    assert tapete("replay", str(files[name])).stdout == "10 games, all by the rules\n"
    assert tapete("verify", str(files[name])).returncode == 0
    assert referee([str(files[name])]) == 0


@pytest.mark.parametrize("name", SHIPPED)
def test_the_same_arguments_give_the_same_bytes_with_any_number_of_jobs(name: str):
    arguments = ("record", name, "--seats", "2", "--games", "19", "--seed", "8")
    one, three = (tapete(*arguments, "--jobs", jobs) for jobs in ("1", "3"))
    assert one.stdout == three.stdout
    lines = one.stdout.splitlines()
    assert len(set(lines)) == len(lines) == 19
    other = tapete(*arguments[:-1], "9", "--jobs", "1")
    assert not set(lines) & set(other.stdout.splitlines())
    assert one.stderr == ""


def test_options_presets_and_players_reach_the_record():
    done = tapete(
        "record", "declare", "--seats", "2", "--preset", "yaniv-like", "--option", "jokers=0",
        "--option", "run_same_suit=off", "--players", "simple,uniform",
    )  # fmt: skip
    record = json.loads(done.stdout)
    assert record["players"] == ["bot:simple", "bot:uniform"]
    assert record["options"] == {
        "allow_trips": True,
        "run_lengths": "3+4+5",
        "declare_max": 7,
        "tie": "declarer_loses",
        "scoring": "full_hand",
        "false_penalty": 30,
        "threshold": 200,
    }


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (("record", "whist"), "`whist`; there are: declare, "),
        (("record", "declare", "--seats", "7"), "not 7"),
        (("record", "declare", "--option", "tie=maybe"), "declarer_wins, declarer_loses"),
        (("record", "declare", "--option", "tie"), "NAME=VALUE"),
        (("record", "declare", "--option", "ties=on"), "ties"),
        (("record", "declare", "--preset", "mine"), "sheet, yaniv-like, least-count-like"),
        (("record", "declare", "--players", "genius"), "uniform, simple"),
        (("record", "declare", "--players", "simple,simple"), "expected one kind of player or 4"),
        (("replay", "no-such-file"), "cannot read no-such-file: No such file"),
        (("show", "no-such-file"), "cannot read no-such-file"),
    ],
)
def test_wrong_arguments_give_one_line_saying_what_is_allowed(
    arguments: tuple[str, ...], reason: str
):
    assert reason in fault_of(*arguments)


def hostile_files(good: str) -> dict[str, bytes]:
    """Return contents that no reader should trip over, and what each is called."""
    record = json.loads(good)
    doubled = json.loads(good)
    deal = next(event for event in doubled["events"] if event["type"] == "deal")
    deal["hands"][0] = deal["hands"][1]
    return {
        "empty": b"",
        "blank": b"\n",
        "binary": bytes(range(256)) * 20,
        "truncated": good.encode()[: len(good) // 2],
        "wrong type": json.dumps({**record, "events": {}}).encode(),
        "unknown key": json.dumps({**record, "more": 1}).encode(),
        "duplicate cards": json.dumps(doubled).encode(),
        "after the end": json.dumps({**record, "events": record["events"] * 2}).encode(),
        "deep": b'{"x":' + b"[" * 1_000_000,
        "bom": b"\xef\xbb\xbf" + good.encode(),
        "nul": b"\0" * 1000,
    }


@pytest.mark.parametrize("name", SHIPPED)
def test_hostile_files_give_one_clear_line(name: str, files: dict[str, Path], tmp_path: Path):
    good = files[name].read_text(encoding="utf-8").splitlines()[0]
    for kind, content in hostile_files(good).items():
        path = tmp_path / "hostile.jsonl"
        path.write_bytes(content)
        started = time.monotonic()
        assert "hostile.jsonl" in fault_of("replay", "--jobs", "1", str(path)), kind
        assert time.monotonic() - started < SECONDS / 2


def test_a_line_of_a_hundred_megabytes_is_refused_at_once(tmp_path: Path):
    path = tmp_path / "long.jsonl"
    with path.open("wb") as file:
        file.write(b'{"record": "tapete/1", "x_long": "')
        for _ in range(100):
            file.write(b"a" * 1_000_000)
        file.write(b'"}\n')
    assert f"longer than {MAX_LINE} bytes" in fault_of("replay", str(path))


def test_a_fault_names_line_event_and_reason_and_reading_goes_on(
    files: dict[str, Path], tmp_path: Path
):
    lines = files["declare"].read_text(encoding="utf-8").splitlines()
    for bad in (2, 6):
        record = json.loads(lines[bad])
        turn = next(i for i, e in enumerate(record["events"]) if e["type"] == "turn")
        record["events"][turn]["seat"] = (record["events"][turn]["seat"] + 1) % 3
        lines[bad] = json.dumps(record)
    path = tmp_path / "two.jsonl"
    path.write_text("\n".join(lines), encoding="utf-8")
    done = tapete("replay", str(path))
    assert done.returncode == 1
    faults = done.stderr.splitlines()
    assert [fault.split(":")[1] for fault in faults] == ["3", "7"]
    assert all("event 1: it is not seat" in fault for fault in faults)
    assert done.stdout == "10 games, 2 against the rules\n"


@pytest.mark.parametrize("name", SHIPPED)
@pytest.mark.parametrize("language", ["en", "es"])
def test_show_tells_a_game_for_people(name: str, language: str, files: dict[str, Path]):
    done = tapete("show", str(files[name]), "--game", "3", "--lang", language)
    record = json.loads(files[name].read_text(encoding="utf-8").splitlines()[2])
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert lines[0] == f"{games()[name].title}: bot:uniform 1, bot:uniform 2, bot:uniform 3"
    assert len(lines) >= len(record["events"]) + 3
    assert "there is no game 11" in fault_of("show", str(files[name]), "--game", "11")


def test_verify_finds_another_commitment_and_a_missing_seal(files: dict[str, Path], tmp_path: Path):
    path = files["declare"]
    assert "not with 'abcd'" in fault_of("verify", str(path), "--commitment", "abcd")
    record = json.loads(path.read_text(encoding="utf-8").splitlines()[0])
    del record["x_seal"]
    bare = tmp_path / "bare.jsonl"
    bare.write_text(json.dumps(record), encoding="utf-8")
    assert "no `x_seal`" in fault_of("verify", str(bare))


def test_verify_finds_words_that_were_left_out_of_the_shuffle(tmp_path: Path):
    declare = games()["declare"]
    sealed = Sealed(bytes(32), ["piña".encode(), b"second"])
    table = Table(declare, 2, declare.settle(2, {}), sealed)
    table.start()
    path = tmp_path / "mixed.jsonl"
    record = {**record_of(table), "x_seal": seal_of(table)}
    path.write_text(json.dumps(record), encoding="utf-8")
    done = tapete("verify", str(path), "--nonce", "second", "--nonce", "piña")
    assert done.returncode == 0, done.stderr
    assert "'third' was not mixed" in fault_of("verify", str(path), "--nonce", "third")


def test_names_cannot_write_what_they_like_to_the_terminal(tmp_path: Path):
    names = ["a\nb\x1b[2J", "\ud800"]
    record = {"record": "tapete/1", "game": "declare", "seats": 2, "options": {}, "events": []}
    path = tmp_path / "named.jsonl"
    path.write_text(json.dumps({**record, "players": names}), encoding="utf-8")
    done = tapete("show", str(path))
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[0] == r"Declare: a\nb\x1b[2J, \ud800"


def test_output_that_cannot_be_written_gives_one_line(files: dict[str, Path]):
    for arguments in (("record", "declare", "--jobs", "1"), ("replay", str(files["declare"]))):
        command = [sys.executable, "-m", "tapete", *arguments]
        with Path(os.devnull).open(encoding="utf-8") as unwritable:
            done = subprocess.run(
                command,
                stdout=unwritable,
                stderr=subprocess.PIPE,
                text=True,
                timeout=SECONDS,
                check=False,
            )
        assert done.returncode == 1
        assert done.stderr == f"tapete: {OSError(errno.EBADF, os.strerror(errno.EBADF))}\n"


def test_records_without_an_output_are_refused():
    command = ["sh", "-c", 'exec "$@" >&-', "sh", sys.executable, "-m", "tapete"]
    done = subprocess.run(
        [*command, "record", "declare"],
        stderr=subprocess.PIPE,
        text=True,
        timeout=SECONDS,
        check=False,
    )
    assert done.returncode == 1
    assert done.stderr == "tapete: records are written to standard output, which is closed\n"


def test_output_that_nobody_reads_on_is_no_error():
    command = [sys.executable, "-m", "tapete", "record", "declare", "--games", "200", "--jobs", "1"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as program:
        assert program.stdout is not None
        assert program.stderr is not None
        assert program.stdout.read(10) == b'{"record":'
        program.stdout.close()
        assert program.stderr.read() == b""
        assert program.wait(SECONDS) == 0
