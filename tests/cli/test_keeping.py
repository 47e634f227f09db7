"""Games that are left, by Ctrl-C, q or the end of the input, and what becomes of their files."""

import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import IO

import pytest

from tapete.cli.saves import read_save
from tapete.table.record import parse_record, replay
from tests.cli.terminal import MOVE_PROMPTS, play_at, records, saves, typed, wanders
from tests.shipped import SHIPPED

pytestmark = pytest.mark.usefixtures("home")
SOLO = ["--seed", "1", "--me", "Zoe"]
INTERRUPTED = 130
SOURCE = Path(__file__).parents[2] / "src"


def program(*argv: str) -> "subprocess.Popen[bytes]":
    command = [sys.executable, "-m", "tapete", "play", *argv]
    pipe = subprocess.PIPE
    env = {**os.environ, "PYTHONPATH": str(SOURCE)}
    return subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, env=env)


def read_until(stream: IO[bytes] | None, end: str) -> str:
    """Return what is printed up to a text, or all if it never comes."""
    assert stream is not None
    shown = b""
    while not shown.endswith(end.encode()) and (byte := stream.read(1)):
        shown += byte
    return shown.decode()


def last_view(shown: str) -> str:
    """Return the last view and menu on a screen."""
    return shown[shown.rindex("Your turn, ") : shown.rindex(MOVE_PROMPTS[0])]


@pytest.mark.parametrize("name", SHIPPED)
def test_interrupted_game_goes_on_where_it_was(name: str) -> None:
    with program(name, *SOLO) as running:
        read_until(running.stdout, MOVE_PROMPTS[0])
        assert running.stdin is not None
        running.stdin.write(b"1\n")
        running.stdin.flush()
        shown = read_until(running.stdout, MOVE_PROMPTS[0])
        running.send_signal(signal.SIGINT)
        rest, errors = running.communicate(timeout=30)
    assert running.returncode == INTERRUPTED
    assert "The game is kept" in rest.decode()
    assert b"Traceback" not in errors
    resumed = play_at([], typed("c"))
    assert last_view(resumed) == last_view(shown)
    assert "A kept game: " in resumed


@pytest.mark.parametrize("name", SHIPPED)
def test_resumed_game_is_recorded_whole(name: str, home: Path) -> None:
    moves = wanders(5)
    for _ in range(2):
        left = iter(range(3))
        play_at(
            [name, *SOLO], lambda shown, n=left: None if next(n, None) is None else moves(shown)
        )
        assert records(home) == []
    play_at([name], moves)
    (path,) = records(home)
    assert replay(parse_record(path.read_text())).is_over
    assert saves(home) == []


@pytest.mark.parametrize("lines", [["q"], [], ["1", "q"]])
def test_leaving_keeps_the_game(lines: Sequence[str], home: Path) -> None:
    assert "The game is kept: `tapete play` goes on with it." in play_at(
        ["declare", *SOLO], typed(*lines)
    )
    (path,) = saves(home)
    assert read_save(path).plan.names[0] == "Zoe"


def test_end_of_input_is_no_failure() -> None:
    with program("declare", *SOLO) as running:
        _shown, errors = running.communicate(b"1\n", timeout=30)
    assert (running.returncode, errors) == (0, b"")


def test_save_follows_every_move(home: Path) -> None:
    doors: list[int] = []

    def answer(_shown: str) -> str | None:
        doors.append(len(read_save(saves(home)[0]).doors))
        return "1" if len(doors) < 5 else None

    play_at(["declare", *SOLO], answer)
    assert doors == sorted(set(doors))
    assert len(doors) == 5


def test_interrupted_write_leaves_the_old_save_whole(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    play_at(["declare", *SOLO], typed("1"))
    before = saves(home)[0].read_text()

    def interrupted(self: Path, *_args: object, **_kwargs: object) -> int:
        self.open("w").close()
        raise KeyboardInterrupt

    monkeypatch.setattr(Path, "write_text", interrupted)
    with pytest.raises(KeyboardInterrupt):
        play_at(["declare"], typed("c", "1"))
    monkeypatch.undo()
    whole = (home / "data/tapete/unfinished").glob("*.json")
    assert [path.read_text() for path in whole] == [before]


def test_new_game_keeps_the_old_one(home: Path) -> None:
    play_at(["declare", *SOLO], typed("1"))
    play_at(["declare", *SOLO], typed("n", "1"))
    assert len(saves(home)) == 2


def test_discarded_game_is_gone(home: Path) -> None:
    play_at(["declare", *SOLO], typed("1"))
    assert "Discarded." in play_at(["declare"], typed("d"))
    shown = play_at(["declare"], typed())
    assert len(saves(home)) == 1
    assert shown.count("A kept game: ") == 1


def test_kept_games_of_other_games_are_not_offered() -> None:
    play_at(["match-em", *SOLO], typed())
    assert "A kept game" not in play_at(["declare", *SOLO], typed())
    assert "A kept game: Match 'Em" in play_at(["match-em"], typed())


def test_file_of_keys_that_knows_no_kept_game_begins_anew(home: Path) -> None:
    play_at(["declare", *SOLO], typed("1"))
    shown = play_at(["declare", *SOLO], typed("2", "1"))
    made = [json.loads(path.read_text())["doors"] for path in saves(home)]
    own = [next(door for door in doors if door[1] == 0) for doors in made]
    assert shown.count("Your turn, Zoe.") == 3
    assert own[0] != own[1]


def test_kept_game_has_its_own_players_and_rules() -> None:
    play_at(["declare", *SOLO, "--option", "threshold=50", "--seats", "3"], typed())
    shown = play_at(["declare", "--me", "Luz"], typed("c", "o"))
    assert "Zoe, Ana and Beto" in shown
    assert re.search(r"threshold +50 +100", shown)


def test_date_and_moves_are_told() -> None:
    play_at(["declare", *SOLO, "--seats", "2"], typed("1"))
    kept = re.search(
        r"Zoe and Ana; left on \d{4}-\d\d-\d\d \d\d:\d\d, moves so far: (\d+)\.",
        play_at([], typed()),
    )
    assert kept is not None
    assert int(kept[1]) >= 2


CHANGES: dict[str, Callable[[str], str]] = {
    "empty": lambda _text: "",
    "cut": lambda text: text[: len(text) // 2],
    "list": lambda _text: "[]",
    "deep": lambda _text: "[" * 100_000,
    "version": lambda text: altered(text, save="tapete-save/9"),
    "game": lambda text: altered(text, game="chess"),
    "names": lambda text: altered(text, names=["Zoe"]),
    "kinds": lambda text: altered(text, kinds=["person", "oracle", "simple", "simple"]),
    "value": lambda text: altered(text, values={"threshold": 3}),
    "nonce": lambda text: altered(text, nonces=["xyz"]),
    "lacking": lambda text: text.replace('"doors"', '"windows"'),
    "illegal move": lambda text: altered(text, doors=[["act", 3, 999]]),
    "no door": lambda text: altered(text, doors=[["window", None]]),
    "empty door": lambda text: altered(text, doors=[[]]),
    "type of a move": lambda text: altered(text, doors=[["act", "0", [1]]]),
    "race without races": lambda text: altered(
        text, doors=[["race", ["real", 2500, None], [0], [], False, 9]]
    ),
    "judge": lambda text: altered(text, doors=[["race", [], None, None, None, None]]),
    "touch": lambda text: altered(text, doors=[["touch", ["lots", 1, 1], {}, "x"]]),
}


def altered(text: str, **changes: object) -> str:
    """Return a save's text with something wrong in it."""
    return json.dumps({**json.loads(text), **changes})


@pytest.mark.parametrize("change", CHANGES)
def test_broken_save_is_set_aside_with_one_line(change: str, home: Path) -> None:
    play_at(["declare", *SOLO], typed("1"))
    (path,) = saves(home)
    path.write_text(CHANGES[change](path.read_text()))
    shown = play_at(["declare", *SOLO], typed())
    assert shown.count("cannot be read: ") == 1
    assert f"It is set aside as {path.name}.broken." in shown.splitlines()[0]
    assert "Your turn, Zoe." in shown
    assert path.with_name(f"{path.name}.broken") in saves(home)
    assert "cannot be read" not in play_at(["declare", *SOLO], typed())


def test_broken_save_is_told_of_in_spanish(home: Path) -> None:
    play_at(["declare", *SOLO], typed("1"))
    saves(home)[0].write_text("{")
    assert "no se puede leer: no es JSON. Queda apartada" in play_at(["--lang", "es"], typed())


def test_folder_that_cannot_be_written_is_one_line(home: Path) -> None:
    (home / "data").write_text("in the way")
    with program("declare", *SOLO) as running:
        _shown, errors = running.communicate(b"1\n", timeout=30)
    assert running.returncode == 1
    assert errors.decode().startswith("tapete: cannot write ")
    assert len(errors.decode().splitlines()) == 1
