"""What a simulation has to say for itself while it starts: to standard error unless redirected."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass


@dataclass(frozen=True)
class Notice:
    """One line for people."""

    english: str
    spanish: str


def write(notice: Notice) -> None:
    """Write a notice to standard error, in English."""
    if sys.stderr is not None:
        sys.stderr.write(f"tapete: {notice.english}\n")
        sys.stderr.flush()


_tellers: list[Callable[[Notice], None]] = [write]


def tell(english: str, spanish: str) -> None:
    """Tell people a line."""
    _tellers[-1](Notice(english, spanish))


@contextmanager
def told_by(teller: Callable[[Notice], None]) -> Iterator[None]:
    """Let a function of the caller's tell the notices within."""
    _tellers.append(teller)
    try:
        yield
    finally:
        _tellers.pop()
