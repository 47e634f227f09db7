"""Single key presses with the moment they came, on POSIX and Windows terminals."""

import os
import sys
import time
import unicodedata
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Protocol, TextIO

from tapete.core.game import Seat

ESCAPE = "\x1b"
"""Begins what an arrow or function key sends: that is no letter."""
READ_BYTES = 64
POLL_SECONDS = 0.002
SPARE_KEYS = "aslkdjfhgqpwoeiruty"
"""For people whose initials are taken or are no plain letter."""


@dataclass(frozen=True)
class Press:
    """A key, in lower case, and its moment in seconds of a monotonic clock."""

    key: str
    at: float


class Keys(Protocol):
    """Where presses come from."""

    def read(self, until: float) -> list[Press]:
        """Return the next presses, or none once the clock has reached `until`."""
        ...


@contextmanager
def live_keys(source: TextIO) -> Iterator[Keys]:
    """Read single keys from a terminal; what was typed before is dropped, and all is put back."""
    if os.name == "nt":
        yield WindowsKeys()
        return
    import termios
    import tty

    number = source.fileno()
    before = termios.tcgetattr(number)
    try:
        tty.setcbreak(number, termios.TCSANOW)
        termios.tcflush(number, termios.TCIFLUSH)
        yield PosixKeys(number)
    finally:
        termios.tcflush(number, termios.TCIFLUSH)
        termios.tcsetattr(number, termios.TCSANOW, before)


def drop_typed(source: TextIO) -> None:
    """Forget what was typed at a terminal before anything was asked."""
    if os.name == "nt":
        while WindowsKeys().read(0.0):
            pass
        return
    import termios

    termios.tcflush(source.fileno(), termios.TCIFLUSH)


class PosixKeys:
    """The keys of a POSIX terminal in cbreak mode."""

    def __init__(self, number: int) -> None:
        self._number = number

    def read(self, until: float) -> list[Press]:
        """Return the next presses, or none once the clock has reached `until`."""
        import select

        wait = max(0.0, until - time.monotonic())
        if not select.select([self._number], [], [], wait)[0]:
            return []
        data = os.read(self._number, READ_BYTES)
        if not data:
            time.sleep(max(0.0, until - time.monotonic()))
        return presses(data.decode(errors="ignore"), time.monotonic())


class WindowsKeys:
    """The keys of a Windows console."""

    def read(self, until: float) -> list[Press]:
        """Return the next presses, or none once the clock has reached `until`."""
        if sys.platform != "win32":
            raise NotImplementedError
        import msvcrt

        while True:
            at = time.monotonic()
            if msvcrt.kbhit():
                return presses(msvcrt.getwch(), at)
            if at >= until:
                return []
            time.sleep(POLL_SECONDS)


def presses(text: str, at: float) -> list[Press]:
    """Return the presses that a terminal's text stands for."""
    return [] if text.startswith(ESCAPE) else [Press(key.lower(), at) for key in text]


def assign_keys(names: Sequence[str]) -> dict[str, Seat]:
    """Return a different key for each name, its first plain letter if that is free."""
    assigned: dict[str, Seat] = {}
    for seat, name in enumerate(names):
        letters = unicodedata.normalize("NFKD", name.lower())[:1] + SPARE_KEYS
        key = next(k for k in letters if k.isascii() and k.isalpha() and k not in assigned)
        assigned[key] = seat
    return assigned
