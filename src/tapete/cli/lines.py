"""Files of records, read a line at a time without ever trusting them."""

from collections.abc import Iterator
from pathlib import Path

from tapete.core.errors import RecordError, TapeteError

MAX_LINE = 32 * 1024 * 1024
"""Bytes; the longest game that the rules allow stays well below."""


def read_lines(path: Path) -> Iterator[tuple[int, str]]:
    """Yield each line of a file with its number from 1.

    Raises TapeteError if the file cannot be read or has no line, RecordError for a line that is
    too long, empty or not UTF-8.
    """
    try:
        with path.open("rb") as file:
            number = 0
            while raw := file.readline(MAX_LINE + 1):
                number += 1
                yield number, decode_line(raw)
    except OSError as error:
        raise TapeteError(f"cannot read {path}: {error.strerror}") from error
    if number == 0:
        raise TapeteError(f"{path} holds no games")


def decode_line(raw: bytes) -> str:
    """Return a raw line as text without its end."""
    if len(raw) > MAX_LINE:
        raise RecordError(f"the line is longer than {MAX_LINE} bytes")
    try:
        text = raw.decode("utf-8").rstrip("\r\n")
    except UnicodeDecodeError as error:
        raise RecordError(f"the line is not UTF-8 (byte {error.start})") from error
    if not text.strip():
        raise RecordError("the line is empty")
    return text
