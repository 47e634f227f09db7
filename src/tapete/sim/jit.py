"""The compiled twin of a module of plain functions, and drivers bound to a game.

A rules module stays plain Python; its twin is made by rebuilding each of its functions over a
namespace in which every call is the compiled one. Both live in one process, so that a test can
compare them.
"""

import sys
from functools import cache
from types import FunctionType, SimpleNamespace
from typing import Any

import numpy as np

from tapete.core.game import Game
from tapete.core.state import SCALAR, Record
from tapete.sim import binding, intrinsics
from tapete.sim.compiler import inner
from tapete.sim.kept import once

PACKAGE = "tapete"


@cache
def compiled(module: str, *, boundscheck: bool = False) -> SimpleNamespace:
    """Return the module's names with every function of the project's compiled (lazily, by type).

    The project is this package and the module's own, where that is another one.
    """
    ours = (PACKAGE, module.partition(".")[0])
    names: dict[str, Any] = dict(vars(sys.modules[module]))
    for name, value in list(names.items()):
        if not isinstance(value, FunctionType):
            continue
        if value in intrinsics.TWINS:
            names[name] = intrinsics.TWINS[value]
        elif value.__module__ == module:
            plain = FunctionType(value.__code__, names, name, value.__defaults__)
            names[name] = inner(plain, boundscheck=boundscheck)
        elif value.__module__.partition(".")[0] in ours:
            names[name] = twin(value, boundscheck=boundscheck)
    return SimpleNamespace(**names)


def twin(function: FunctionType, *, boundscheck: bool = False) -> Any:
    """Return the compiled twin of a function of the project's."""
    if function in intrinsics.TWINS:
        return intrinsics.TWINS[function]
    return getattr(compiled(function.__module__, boundscheck=boundscheck), function.__name__)


@once
def bound(module: str, game: Game, *, boundscheck: bool = False) -> SimpleNamespace:
    """Return a driver module's names, compiled, with the game's functions in its slots."""

    def make(function: FunctionType) -> Any:
        return inner(function, boundscheck=boundscheck)

    def find(function: FunctionType) -> Any:
        return twin(function, boundscheck=boundscheck)

    def driver(other: str) -> SimpleNamespace:
        return bound(other, game, boundscheck=boundscheck)

    return binding.bind(module, game, binding.Way(make, find, driver))


@cache
def dtype(kind: type[Record]) -> np.dtype[Any]:
    """Return the NumPy structured type with the record's own layout."""
    formats: list[Any] = []
    for field in kind.FIELDS.values():
        one = field.kind if isinstance(field.kind, str) else dtype(field.kind)
        one = np.dtype(f"<{one}") if isinstance(one, str) else one
        formats.append((one, (field.length,)) if field.length != SCALAR else one)
    names, offsets = list(kind.FIELDS), list(kind.OFFSETS.values())
    layout: Any = {"names": names, "formats": formats, "offsets": offsets, "itemsize": kind.SIZE}
    return np.dtype(layout, align=True)


def as_rows(packed: list[bytes], kind: type[Record]) -> Any:
    """Return packed records as the rows of one writable structured array."""
    return np.frombuffer(bytearray(b"".join(packed)), dtype=dtype(kind))


def row_bytes(rows: Any, i: int) -> bytes:
    """Return the bytes of one row, padding included, as `pack` writes them."""
    # NumPy's own tobytes leaves what it finds between the fields.
    return rows.view(np.uint8).reshape(len(rows), -1)[i].tobytes()
