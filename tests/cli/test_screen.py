"""Screens of all kinds: terminals with and without colour, pipes, narrow and old encodings."""

import io
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tapete.cli import screen as screens
from tapete.cli.screen import CLEAR, SEPARATOR, EndOfInput, Screen
from tests.cli.terminal import TtySink, TtyTypist, Typist

SOURCE = Path(__file__).parents[2] / "src"
LONG = "a word and another " * 12


def tty(answers: str = "", *, plain: bool = False) -> tuple[Screen, TtySink]:
    sink, left = TtySink(), iter(answers)
    return Screen(TtyTypist(sink, lambda _shown: next(left, None)), sink, is_plain=plain), sink


def pipe(*lines: str) -> tuple[Screen, io.StringIO]:
    sink, left = io.StringIO(), iter(lines)
    return Screen(Typist(sink, lambda _shown: next(left, None)), sink), sink


@pytest.fixture(autouse=True)
def _terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "40")
    monkeypatch.setenv("LINES", "5")
    monkeypatch.delenv("NO_COLOR", raising=False)


def test_terminal_has_lines_that_fit() -> None:
    screen, sink = tty()
    screen.say(LONG)
    assert max(map(len, sink.getvalue().splitlines())) <= 40
    assert sink.getvalue().split() == LONG.split()


def test_pipe_has_whole_lines() -> None:
    screen, sink = pipe()
    screen.say(LONG)
    assert sink.getvalue() == f"{LONG}\n"


def test_colour_is_on_a_terminal_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    def has_escapes(screen: Screen, sink: io.StringIO) -> bool:
        screen.head("Head")
        screen.say("`code` 7♥")
        return "\033" in sink.getvalue()

    assert has_escapes(*tty())
    assert not has_escapes(*tty(plain=True))
    assert not has_escapes(*pipe())
    monkeypatch.setenv("NO_COLOR", "1")
    assert not has_escapes(*tty())
    monkeypatch.delenv("NO_COLOR")
    monkeypatch.setenv("TERM", "dumb")
    assert not has_escapes(*tty())


def test_clearing_is_a_line_where_the_screen_is_plain() -> None:
    for (screen, sink), shown in ((tty(), CLEAR), (tty(plain=True), f"{SEPARATOR}\n")):
        screen.clear()
        assert sink.getvalue() == shown


def test_pipe_repeats_what_is_typed() -> None:
    screen, sink = pipe(" 7 ")
    assert screen.ask("Move: ") == "7"
    assert sink.getvalue() == "Move: 7\n"


def test_end_of_input_is_told() -> None:
    with pytest.raises(EndOfInput):
        pipe()[0].ask("Move: ")


def test_endless_line_is_cut() -> None:
    assert len(pipe("x" * 100_000)[0].ask("")) == screens.LONGEST_ANSWER


def test_pages_stop_when_asked() -> None:
    screen, sink = tty("xy")
    screen.page([f"line {n}" for n in range(50)], "more? ")
    assert sink.getvalue().count("more? ") == 1
    screen, sink = tty("q")
    screen.page([f"line {n}" for n in range(3)], "more? ")
    assert "more? " not in sink.getvalue()


def test_pipe_gets_all_pages_unasked() -> None:
    screen, sink = pipe()
    screen.page([f"line {n}" for n in range(500)], "more? ")
    assert sink.getvalue().count("\n") == 500
    assert "more? " not in sink.getvalue()


def test_pipe_never_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(screens.time, "sleep", lambda _seconds: pytest.fail("waited"))
    screen, _sink = pipe()
    screen.wait(60)
    screen.pause("Enter: ")


@pytest.mark.parametrize("encoding", ["ascii", "latin-1"])
def test_old_encoding_gets_letters_for_signs(encoding: str, tmp_path: Path) -> None:
    run = subprocess.run(
        [sys.executable, "-m", "tapete", "play", "declare", "--seed", "1", "--lang", "es"],
        env={
            **os.environ,
            "PYTHONPATH": str(SOURCE),
            "PYTHONIOENCODING": encoding,
            "XDG_DATA_HOME": str(tmp_path),
        },
        input=b"1\n\xff\xfe\n",
        capture_output=True,
        check=False,
    )
    shown = run.stdout.decode(encoding)
    assert (run.returncode, run.stderr) == (0, b"")
    assert "Tu mano: " in shown
    hand = shown.split("Tu mano: ")[1].split(" (")[0].split()
    assert all(card[-1] in "SHDC" for card in hand)


def test_what_is_to_be_typed_stays_on_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "30")
    rows = Screen(TtyTypist(TtySink(), lambda _shown: None), TtySink()).wrap(
        "expected `pass`, `fake` or `slap NUMBER`, not this"
    )
    assert all(len(row) <= 30 for row in rows)
    assert any("`slap NUMBER`" in row for row in rows)
    assert " ".join(row.strip() for row in rows).endswith("`slap NUMBER`, not this")
