"""Playing at a terminal of text: what is printed on one side, what is typed on the other."""

import io
import random
import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from pathlib import Path

from tapete.cli.__main__ import make_parser
from tapete.cli.play import play
from tapete.cli.screen import EndOfInput, Screen
from tapete.cli.turn import Quit

Answer = Callable[[str], str | None]
"""What is typed, given all that has been printed since the last answer; None ends the input."""
MOVE_PROMPTS = ("Move, or ? for help: ", "Jugada, o ? para ayuda: ")


class Typist(io.TextIOBase):
    """A standard input that reads the screen before it types."""

    def __init__(self, sink: io.StringIO, answer: Answer) -> None:
        self._sink, self._answer, self._read = sink, answer, 0

    def readline(self, _size: int | None = -1) -> str:
        shown = self._sink.getvalue()[self._read :]
        self._read = self._sink.tell()
        typed = self._answer(shown)
        return "" if typed is None else f"{typed}\n"


class TtyTypist(Typist):
    """The same as a terminal."""

    def isatty(self) -> bool:
        return True


class TtySink(io.StringIO):
    """A standard output that is a terminal."""

    def isatty(self) -> bool:
        return True


def play_at(argv: Iterable[str], answer: Answer, *, tty: bool = False) -> str:
    """Run `tapete play` in this process to its end or the end of the input; return the screen."""
    sink = TtySink() if tty else io.StringIO()
    source = (TtyTypist if tty else Typist)(sink, answer)
    args = make_parser().parse_args(["play", *argv])
    with suppress(EndOfInput, Quit):
        play(args, Screen(source, sink, is_plain=args.plain))
    return sink.getvalue()


def typed(*lines: str) -> Answer:
    """Type these lines and then no more."""
    rest = iter(lines)
    return lambda _shown: next(rest, None)


def wanders(seed: int) -> Answer:
    """Make moves by number at random; press Enter at every other question."""
    r = random.Random(seed)

    def answer(shown: str) -> str:
        if not shown.endswith(MOVE_PROMPTS):
            return ""
        return str(r.randint(1, max(menu_numbers(shown), default=1)))

    return answer


def menu_numbers(shown: str) -> Iterator[int]:
    """Yield the numbers of the moves in the last menu."""
    menu = re.split(r"You may:|Puedes:", shown)[-1]
    yield from (int(n) for n in re.findall(r"(?:^|[:;] |   )(\d+)[. ]", menu, re.MULTILINE))


def records(home: Path) -> list[Path]:
    """Return the records of finished games."""
    return sorted((home / "data/tapete/records").glob("*.jsonl"))


def saves(home: Path) -> list[Path]:
    """Return whatever lies beside the kept games, and they themselves."""
    return sorted((home / "data/tapete/unfinished").glob("*"))
