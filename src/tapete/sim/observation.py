"""A view as one row of numbers, in the order in which the view is laid out.

Every number of a view has its place, the house rules among them. Numbers of 64 bits are left out:
they are packs of cards, which the view counts out in rows as well. Numbers of 32 bits are counts;
they stop at the largest that 16 bits hold.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from types import FunctionType
from typing import Any

from tapete.core.state import I32, I64, SCALAR, U64, Record

MOST = 32767
"""The largest number in a row, and with a minus the smallest."""
WIDE = (I64, U64)


@dataclass(frozen=True)
class Column:
    """Where a field of a view stands in the row."""

    name: str
    """As it is reached from the view: `floor`, `players[2].threw`."""
    first: int
    length: int
    kind: str
    is_row: bool


@cache
def columns(view: type[Record]) -> tuple[Column, ...]:
    """Return where each field of a view stands."""
    found: list[Column] = []
    at = 0
    for name, kind, length in walk(view, ""):
        if kind not in WIDE:
            found.append(Column(name, at, length or 1, kind, length != SCALAR))
            at += length or 1
    return tuple(found)


def walk(kind: type[Record], path: str) -> Iterator[tuple[str, str, int]]:
    """Yield the path, number format and length of every field of numbers, in layout order."""
    for name, field in kind.FIELDS.items():
        if isinstance(field.kind, str):
            yield path + name, field.kind, field.length
        elif field.length == SCALAR:
            yield from walk(field.kind, f"{path}{name}.")
        else:
            for i in range(field.length):
                yield from walk(field.kind, f"{path}{name}[{i}].")


def width(view: type[Record]) -> int:
    """Return how many numbers a row has."""
    last = columns(view)[-1]
    return last.first + last.length


@cache
def encoder(view: type[Record]) -> FunctionType:
    """Return the function (view, row) that writes a view's numbers into a row."""
    lines = ["def encode(v, row):"]
    for column in columns(view):
        if column.is_row:
            lines.append(f"    for i in range({column.length}):")
            lines.append(f"        row[{column.first} + i] = {taken(column, '[i]')}")
        else:
            lines.append(f"    row[{column.first}] = {taken(column, '')}")
    made: dict[str, Any] = {"__name__": __name__}
    # Names of our own fields, written out: a loop over them would not compile.
    exec("\n".join(lines), made)  # noqa: S102
    return made["encode"]


def taken(column: Column, index: str) -> str:
    """Return the expression that reads a number of a field."""
    read = f"v.{column.name}{index}"
    return f"min(max({read}, -{MOST}), {MOST})" if column.kind == I32 else read
