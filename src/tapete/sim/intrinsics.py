"""The compiled twins of what Numba alone would make too much of.

`clear` and `copy` of `memory.py` are one instruction over a record's bytes; a look into a long
table of `reflex.py` is one into constant memory, where Numba would write out a case a number.
"""

from collections.abc import Sequence
from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.core.extending import intrinsic

from tapete.sim import memory, reflex
from tapete.sim.reflex_tables import EXPONENTIAL, NORMAL, PATH

CELL = ir.IntType(32)
WORD = ir.IntType(64)


@intrinsic
def clear(_context: Any, kept: Any) -> Any:
    """Set every byte of a record to 0."""
    return types.void(kept), write_zeros


def write_zeros(_context: Any, builder: Any, signature: Any, values: Any) -> Any:
    """Emit the code of `clear`."""
    (kept,) = values
    cgutils.memset(builder, kept, ir.Constant(WORD, signature.args[0].size), 0)


@intrinsic
def copy(_context: Any, target: Any, source: Any) -> Any:
    """Copy the bytes of a record over another of its type."""
    return types.void(target, source), write_bytes


def write_bytes(_context: Any, builder: Any, signature: Any, values: Any) -> Any:
    """Emit the code of `copy`."""
    target, source = values
    size = ir.Constant(WORD, signature.args[1].size)
    cgutils.raw_memcpy(builder, target, source, size, 1)


def lookup(name: str, table: Sequence[int]) -> Any:
    """Return the compiled twin of a function that returns the i-th number of a table."""
    row = ir.Constant(ir.ArrayType(CELL, len(table)), [CELL(number) for number in table])

    def read(_context: Any, builder: Any, _signature: Any, values: Any) -> Any:
        """Emit the code."""
        kept = cgutils.global_constant(builder.module, f"tapete.{name}", row)
        place = builder.gep(kept, [WORD(0), values[0]], inbounds=True)
        return builder.sext(builder.load(place), WORD)

    @intrinsic
    def look(_context: Any, _i: Any) -> Any:
        """Return the i-th number."""
        return types.int64(types.int64), read

    return look


TWINS = {
    memory.clear: clear,
    memory.copy: copy,
    reflex.normal_at: lookup("normal", NORMAL),
    reflex.exponential_at: lookup("exponential", EXPONENTIAL),
    reflex.path_at: lookup("path", PATH),
}
"""Per plain function the compiled one that takes its place."""
