"""The bar of long commands, seen on a real pseudo-terminal."""

import os
import pty
import re
import subprocess
import sys
from pathlib import Path

GAMES = 40
SECONDS = 60


def on_a_terminal(*arguments: str, is_output_too: bool = False) -> tuple[int, str, bytes]:
    """Run the program with standard error a terminal; return status, what it shows, and output."""
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "tapete", *arguments]
    environment = {**os.environ, "TERM": "xterm", "COLUMNS": "100"}
    program = subprocess.Popen(
        command,
        stdout=theirs if is_output_too else subprocess.PIPE,
        stderr=theirs,
        env=environment,
    )
    os.close(theirs)
    shown = read_all(ours) if is_output_too else b""
    output = b"" if is_output_too else program.communicate(timeout=SECONDS)[0]
    shown = shown or read_all(ours)
    os.close(ours)
    return program.wait(SECONDS), shown.decode(), output


def read_all(terminal: int) -> bytes:
    """Read a terminal until nobody writes to it any more."""
    shown = b""
    while True:
        try:
            part = os.read(terminal, 65536)
        except OSError:
            return shown
        if not part:
            return shown
        shown += part


def record(*more: str) -> tuple[str, ...]:
    return ("record", "declare", "--seats", "2", "--games", str(GAMES), "--jobs", "1", *more)


def test_record_shows_a_bar_and_keeps_its_output_clean():
    status, shown, output = on_a_terminal(*record())
    plain = subprocess.run(
        [sys.executable, "-m", "tapete", *record()],
        capture_output=True,
        timeout=SECONDS,
        check=True,
    )
    assert status == 0
    assert output == plain.stdout
    assert f"{GAMES}/{GAMES}" in shown
    assert re.search(r"\d+/s", shown)
    assert "Traceback" not in shown
    assert "tapete/1" not in shown
    assert plain.stderr == b""


def test_record_on_the_terminal_itself_has_no_bar_in_it():
    status, shown, _ = on_a_terminal(*record(), is_output_too=True)
    assert status == 0
    assert shown.count('"record":"tapete/1"') == GAMES
    assert f"{GAMES}/{GAMES}" not in shown


def test_replay_shows_a_bar_and_its_faults(tmp_path: Path):
    _, _, output = on_a_terminal(*record())
    path = tmp_path / "games.jsonl"
    path.write_bytes(output)
    status, shown, told = on_a_terminal("replay", "--jobs", "1", str(path))
    assert (status, told) == (0, f"{GAMES} games, all by the rules\n".encode())
    assert f"{GAMES}/?" in shown
    path.write_bytes(output.replace(b'"scores":[', b'"scores":[7', 1))
    status, shown, told = on_a_terminal("replay", "--jobs", "1", str(path))
    assert status == 1
    assert "`scores` must be" in shown.replace("\r\n", "")
    assert told == f"{GAMES} games, 1 against the rules\n".encode()
