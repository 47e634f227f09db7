"""Races with real key presses, on a pseudo-terminal."""

import os
import pty
import re
import select
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.cli.terminal import MOVE_PROMPTS, saves

pytestmark = pytest.mark.usefixtures("home")
SOURCE = Path(__file__).parents[2] / "src"
QUICK = """
import sys
from tapete.cli import motion
from tapete.cli.__main__ import main
motion.HOVER = {hover}
motion.HOVER_FRAME = 0.05
motion.AFTER_FAKE = {after_fake}
sys.exit(main(sys.argv[1:]))
"""
"""The program with hands that do not hover long."""
SHORT_HOVER, LONG_HOVER = (0.05, 0.1), (600.0, 600.0)
RACE = ["play", "hands-down", "--me", "Zoe", "--slap-window-ms", "60000", "--fast"]
PATIENCE = 30.0
"""Seconds after which a test gives up; a slow machine needs a part of them."""


class Terminal:
    """A program on a pseudo-terminal."""

    def __init__(self, number: int, process: "subprocess.Popen[bytes]") -> None:
        self.process = process
        self.shown = ""
        self._number = number
        self._read = 0

    def wait_for(self, *patterns: str) -> str:
        """Read on until one of the patterns is there after all that was waited for; return it."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            for pattern in patterns:
                if found := re.search(pattern, self.shown[self._read :]):
                    self._read += found.end()
                    return found[0]
            if select.select([self._number], [], [], 0.05)[0]:
                try:
                    self.shown += os.read(self._number, 4096).decode(errors="replace")
                except OSError:  # on Linux, how the other end says that it has closed
                    break
        raise AssertionError(f"{patterns} did not come; the screen:\n{self.shown[-2000:]}")

    def press(self, keys: str) -> None:
        os.write(self._number, keys.encode())


@contextmanager
def terminal(
    *argv: str, hover: Sequence[float] = SHORT_HOVER, after_fake: float = 0.2
) -> Iterator[Terminal]:
    """Start the program on a terminal of its own."""
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-c", QUICK.format(hover=tuple(hover), after_fake=after_fake), *argv],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        start_new_session=True,
        env={**os.environ, "PYTHONPATH": str(SOURCE), "TERM": "xterm"},
    )
    os.close(theirs)
    try:
        yield Terminal(ours, process)
    finally:
        process.kill()
        process.wait(timeout=PATIENCE)
        os.close(ours)


def next_race(screen: Terminal) -> str:
    """Go on, with moves and patience, to the next hand of another that lands."""
    while True:
        seen = screen.wait_for(r"SLAP!", re.escape(MOVE_PROMPTS[0]), r"Enter to go on: ")
        if seen == "SLAP!":
            return seen
        screen.press("1\n")


def hovering(screen: Terminal) -> None:
    """Pass until a hand of another hovers."""
    while screen.wait_for(r"the hand hovers", re.escape(MOVE_PROMPTS[0])) != "the hand hovers":
        screen.press("1\n")


def test_slap_is_measured_from_a_key_press() -> None:
    with terminal(*RACE, "--seed", "4") as screen:
        next_race(screen)
        time.sleep(0.5)
        screen.press(" ")
        told = screen.wait_for(r"Zoe \d+ ms")
        assert 200 <= int(told.split()[1]) < 60_000


def test_early_touch_costs_a_card() -> None:
    with terminal(*RACE, "--seed", "4", "--new", hover=LONG_HOVER) as screen:
        hovering(screen)
        time.sleep(0.5)  # beyond the grace after the turn's opening
        screen.press(" ")
        screen.wait_for(r"Zoe touches early in \w+'s turn")
        screen.wait_for(r"takes a card from Zoe")


def test_terminal_is_put_back_and_the_game_kept_after_ctrl_c(home: Path) -> None:
    with terminal(*RACE, "--seed", "4", hover=LONG_HOVER) as screen:
        hovering(screen)
        screen.process.send_signal(signal.SIGINT)
        screen.wait_for(r"The game is kept")
        assert screen.process.wait(timeout=PATIENCE) == 130
    assert len(saves(home)) == 1


def test_two_people_have_a_key_each() -> None:
    more = ["--me", "Luz", "--seats", "3", "--seed", "4"]
    with terminal(*RACE, *more, after_fake=2.0) as screen:
        screen.wait_for(r"Hand it to Zoe, then press Enter: ")
        screen.press("\n")
        fake = screen.wait_for(r"\d+\. Fake a slap")
        screen.wait_for(re.escape(MOVE_PROMPTS[0]))
        screen.press(f"{fake.split('.')[0]}\n")
        screen.wait_for(r"press Enter to hide your cards: ")
        screen.press("\n")
        screen.wait_for(r"\x1b\[2J")
        screen.wait_for(r"Everybody to the keys\. Zoe: z, Luz: l\.")
        screen.wait_for(r"Press Enter when all are ready: ")
        screen.press("\n")
        screen.wait_for(r"Zoe  >")
        screen.press("l")
        screen.wait_for(r"Zoe fakes and fools (Ana and )?Luz")


def test_plain_terminal_moves_no_cursor() -> None:
    with terminal(*RACE, "--seed", "4", "--plain") as screen:
        next_race(screen)
        screen.press(" ")
        screen.wait_for(r"Zoe \d+ ms")
        assert "\x1b" not in screen.shown
        assert "\r" not in screen.shown.replace("\r\n", "")


def test_by_lot_nobody_needs_a_key() -> None:
    with terminal(*RACE, "--seed", "4", "--reflex", "lots") as screen:
        screen.wait_for(r"Races are drawn by lot")
        screen.wait_for(re.escape(MOVE_PROMPTS[0]))
        assert "the hand hovers" not in screen.shown
