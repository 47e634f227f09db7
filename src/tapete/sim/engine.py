"""A game's compiled entries: what Python calls to play and to step matches.

Each is compiled for one set of types when it is first asked for, or read from the disk
(`cache.py`). The functions returned take exactly the arrays that their docstrings name, unchecked.
"""

from collections.abc import Callable
from threading import Lock
from typing import Any

import numpy as np
from numba import from_dtype, types

from tapete.core.game import Game
from tapete.sim import match, stepping
from tapete.sim.cache import KeptCode, mark
from tapete.sim.compiler import entry, named, options_of
from tapete.sim.desk import desk_kind, result_kind
from tapete.sim.jit import bound, dtype, target_of
from tapete.sim.kept import once

_compiling = Lock()


@once
def player(game: Game, *, boundscheck: bool = False) -> Callable[..., None]:
    """Return `match.play_matches`, compiled: desks[k], results[n], the first match's index."""
    kinds = (rows_of(desk_kind(game)), rows_of(result_kind(game)), types.int64)
    return made(game, match.play_matches, types.void(*kinds), boundscheck=boundscheck)


@once
def stepper(game: Game, numbers: str, *, boundscheck: bool = False) -> Callable[..., int]:
    """Return `stepping.step`, compiled, for views in `numbers` (int16 or float32)."""
    kinds = (
        rows_of(desk_kind(game)),
        plain(types.int64),
        plain(types.uint8, 2),
        plain(from_dtype(np.dtype(numbers)), 2),
        plain(types.float32, 2),
        plain(types.uint8),
        plain(types.int8),
    )
    return made(game, stepping.step, types.int64(*kinds), boundscheck=boundscheck)


def rows_of(kind: Any) -> Any:
    """Return the type of an array of records."""
    return plain(from_dtype(dtype(kind)))


def plain(kind: Any, dimensions: int = 1) -> Any:
    """Return the type of a whole array, its last index running fastest."""
    return types.Array(kind, dimensions, "C")


def made(game: Game, driver: Callable[..., Any], signature: Any, *, boundscheck: bool) -> Any:
    """Return a driver's function compiled for a game and one signature."""
    names = bound(driver.__module__, game, target_of(boundscheck=boundscheck))
    function = getattr(names, driver.__name__).py_func
    options = options_of(boundscheck=boundscheck)
    compiled = entry(named(function, mark(function, signature, options)), boundscheck=boundscheck)
    name = f"{game.name}-{driver.__name__}"
    compiled.keep(KeptCode(name, game.title, function, options))
    with _compiling:
        # What this returns can be called at once, without Numba looking at the types again.
        return compiled.compile(signature)
