"""What a person reads and types, at a terminal, through a pipe or with a screen reader."""

import codecs
import io
import os
import re
import shutil
import sys
import textwrap
import time
from collections.abc import Sequence
from typing import TextIO

from tapete.cli.keys import drop_typed

WIDEST = 96
"""Longer lines are hard to read, however wide the terminal is."""
PIPE_WIDTH = 80
LONGEST_ANSWER = 200
"""What is typed beyond so many characters is of no use to anybody."""
SEPARATOR = "-" * 40
CLEAR = "\033[2J\033[3J\033[H"
"""Empties the screen and what was scrolled off it."""
BOLD, DIM, RED, RESET = "\033[1m", "\033[2m", "\033[31m", "\033[0m"
RED_CARD = re.compile(r"\w+[♥♦]")
CODE = re.compile(r"`([^`\n]*)`")
FIRM_BLANK = "\u00a0"
SIGNS = str.maketrans(
    {"♠": "S", "♥": "H", "♦": "D", "♣": "C", "★": "*", "…": "...", "«": '"', "»": '"', "·": "-"}
)
"""What stands for a sign that a terminal cannot show."""


class EndOfInput(Exception):
    """Nobody types any more."""


class Screen:
    """A place to write lines to and to ask at.

    Meaning is in the words alone; colour and moving the cursor only decorate a terminal.
    """

    def __init__(self, source: TextIO, sink: TextIO, *, is_plain: bool = False) -> None:
        self.source = source
        self._sink = sink
        self._given_back: list[str] = []
        self.is_tty = source.isatty() and sink.isatty()
        self.is_plain = is_plain or not self.is_tty or os.environ.get("TERM") == "dumb"
        self.has_colour = not self.is_plain and not os.environ.get("NO_COLOR")

    @property
    def width(self) -> int:
        """Return how many characters fit a line."""
        columns = shutil.get_terminal_size((PIPE_WIDTH, 24)).columns if self.is_tty else PIPE_WIDTH
        return min(columns, WIDEST)

    @property
    def height(self) -> int:
        """Return how many lines fit the terminal."""
        return shutil.get_terminal_size((PIPE_WIDTH, 24)).lines

    def say(self, text: str = "") -> None:
        """Write lines, wrapped to a terminal; in a pipe each stays one line."""
        for line in text.split("\n"):
            for part in self.wrap(line) if self.is_tty else [line]:
                self._sink.write(self._decorate(part) + "\n")
        self._sink.flush()

    def head(self, text: str) -> None:
        """Write a line that opens something new."""
        self.say()
        self.say(f"{BOLD}{text}{RESET}" if self.has_colour else text)

    def draw(self, text: str) -> None:
        """Write without ending the line."""
        self._sink.write(text)
        self._sink.flush()

    def redraw(self, text: str) -> None:
        """Write a line in place of the last drawn one; only where the screen is not plain."""
        self.draw(f"\r{text}\033[K")

    def ask(self, prompt: str) -> str:
        """Return what is typed, without blanks around it; raise EndOfInput at the end."""
        rows = self.wrap(prompt) if self.is_tty else [prompt.rstrip()]
        self.draw("\n".join(map(self._decorate, rows)) + prompt[len(prompt.rstrip()) :])
        line = self._given_back.pop() if self._given_back else self.source.readline()
        if not self.source.isatty():
            self.draw(f"{line.strip()[:LONGEST_ANSWER]}\n")
        if not line:
            raise EndOfInput
        return line.strip()[:LONGEST_ANSWER]

    def give_back(self, line: str) -> None:
        """Let the next question have what was typed at this one."""
        self._given_back.append(f"{line}\n")

    def pause(self, prompt: str) -> None:
        """Wait for Enter on a terminal, so that nothing passes too fast to be read."""
        if self.is_tty:
            self.ask(prompt)

    def page(self, lines: Sequence[str], prompt: str) -> None:
        """Write many lines, a screenful at a time on a terminal."""
        rows = [row for line in lines for row in self.wrap(line)] if self.is_tty else list(lines)
        size = max(self.height - 1, 1) if self.is_tty else len(rows) + 1
        for start in range(0, len(rows), size):
            if start and self.ask(prompt):
                return
            self.say("\n".join(rows[start : start + size]))

    def clear(self) -> None:
        """Take from sight what stands there; a separating line where the screen is plain."""
        self.draw(f"{SEPARATOR}\n" if self.is_plain else CLEAR)

    def wait(self, seconds: float) -> None:
        """Let some time pass on a terminal; none in a pipe. What is typed meanwhile is dropped."""
        if self.is_tty:
            time.sleep(seconds)
            drop_typed(self.source)

    def wrap(self, line: str) -> list[str]:
        """Return a line in parts that fit, the later ones indented a little more."""
        indent = " " * (len(line) - len(line.lstrip()))
        # What is to be typed stays on one line: its blanks are no places to break.
        whole = CODE.sub(lambda code: code[0].replace(" ", FIRM_BLANK), line.strip())
        rows = textwrap.wrap(
            whole,
            self.width,
            initial_indent=indent,
            subsequent_indent=f"{indent}  ",
            break_on_hyphens=False,
        )
        return [row.replace(FIRM_BLANK, " ") for row in rows] or [""]

    def _decorate(self, text: str) -> str:
        if not self.has_colour:
            return text
        text = CODE.sub(rf"{BOLD}\1{RESET}", text)
        return RED_CARD.sub(lambda card: f"{RED}{card[0]}{RESET}", text)


def real_screen(*, is_plain: bool) -> Screen:
    """Return the screen of this process, whatever its encodings can show."""
    codecs.register_error("tapete.signs", spell_signs)
    for stream, errors in ((sys.stdin, "replace"), (sys.stdout, "tapete.signs")):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=errors)
    return Screen(sys.stdin, sys.stdout, is_plain=is_plain)


def spell_signs(error: UnicodeError) -> tuple[str, int]:
    """Put letters for signs that an encoding lacks."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    text = error.object[error.start : error.end].translate(SIGNS)
    return text.encode("ascii", "replace").decode(), error.end
