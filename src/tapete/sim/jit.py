"""The compiled twin of a module of plain functions, and drivers bound to a game.

A rules module stays plain Python; its twin is made by rebuilding each of its functions over a
namespace in which every call is the compiled one. Both live in one process, so that a test can
compare them.
"""

import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache, partial
from types import FunctionType, SimpleNamespace
from typing import Any

import numpy as np

from tapete.core.game import Game
from tapete.core.state import SCALAR, Record
from tapete.sim import binding, intrinsics
from tapete.sim.compiler import inner
from tapete.sim.kept import once

PACKAGE = "tapete"


@dataclass(frozen=True, eq=False)
class Target:
    """What code is compiled for."""

    inner: Callable[[FunctionType], Any]
    """Compiles a function for compiled callers."""
    twins: Mapping[Any, Any]
    """Per plain function the compiled one that takes its place."""
    table: Callable[[tuple[int, ...]], Any] = tuple
    """Makes of a tuple of numbers what is quickest to look into."""


def row(numbers: tuple[int, ...]) -> Any:
    """Return numbers as an array, which lies in memory; of a tuple Numba writes a case each."""
    return np.array(numbers, np.int64)


CPU = Target(inner, intrinsics.TWINS, row)
CHECKED = Target(partial(inner, boundscheck=True), intrinsics.CHECKED, row)
"""With every index checked against its array."""


def target_of(*, boundscheck: bool) -> Target:
    """Return the target that this processor's code is compiled for."""
    return CHECKED if boundscheck else CPU


def compiled(module: str, *, boundscheck: bool = False) -> SimpleNamespace:
    """Return the module's names with every function of the project's compiled (lazily, by type)."""
    return rebuilt(module, target_of(boundscheck=boundscheck))


@cache
def rebuilt(module: str, target: Target) -> SimpleNamespace:
    """Return the module's names with every function of the project's compiled for a target.

    The project is this package and the module's own, where that is another one.
    """
    ours = (PACKAGE, module.partition(".")[0])
    names: dict[str, Any] = dict(vars(sys.modules[module]))
    for name, value in list(names.items()):
        if is_table(value):
            names[name] = target.table(value)
        if not isinstance(value, FunctionType):
            continue
        if value in target.twins:
            names[name] = target.twins[value]
        elif value.__module__ == module:
            names[name] = target.inner(
                FunctionType(value.__code__, names, name, value.__defaults__)
            )
        elif value.__module__.partition(".")[0] in ours:
            names[name] = twin(value, target)
    return SimpleNamespace(**names)


def is_table(value: Any) -> bool:
    """Say whether a name stands for a row of whole numbers."""
    return isinstance(value, tuple) and value != () and all(type(one) is int for one in value)


def twin(function: FunctionType, target: Target) -> Any:
    """Return the compiled twin of a function of the project's."""
    if function in target.twins:
        return target.twins[function]
    return getattr(rebuilt(function.__module__, target), function.__name__)


@once
def bound(module: str, game: Game, target: Target = CPU) -> SimpleNamespace:
    """Return a driver module's names, compiled, with the game's functions in its slots."""

    def find(function: FunctionType) -> Any:
        return twin(function, target)

    def driver(other: str) -> SimpleNamespace:
        return bound(other, game, target)

    return binding.bind(module, game, binding.Way(target.inner, find, driver))


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
