"""The compiled twins of what Numba alone would make too much of.

`clear` and `copy` of `memory.py` are one instruction over a record's bytes; a look into a long
table of `reflex.py` is one into constant memory, where Numba would write out a case a number.
"""

from collections.abc import Callable, Sequence
from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.core.extending import intrinsic

from tapete.core import piles
from tapete.sim import memory, reflex
from tapete.sim.reflex_tables import EXPONENTIAL, NORMAL, PATH

CELL = ir.IntType(32)
WORD = ir.IntType(64)


def twins_of(intrinsic: Callable[..., Any], types: Any) -> dict[Any, Any]:
    """Return per plain function the one that takes its place, in the terms of a target of Numba."""

    @intrinsic
    def clear(_context: Any, kept: Any) -> Any:
        """Set every byte of a record to 0."""
        return types.void(kept), write_zeros

    @intrinsic
    def copy(_context: Any, target: Any, source: Any) -> Any:
        """Copy the bytes of a record over another of its type."""
        return types.void(target, source), write_bytes

    def lookup(name: str, table: Sequence[int]) -> Any:
        """Return the twin of a function that returns the i-th number of a table."""

        def read(_context: Any, builder: Any, _signature: Any, values: Any) -> Any:
            """Emit the code."""
            return read_cell(builder, name, table, values[0])

        @intrinsic
        def look(_context: Any, _i: Any) -> Any:
            """Return the i-th number."""
            return types.int64(types.int64), read

        return look

    return {
        memory.clear: clear,
        memory.copy: copy,
        reflex.normal_at: lookup("normal", NORMAL),
        reflex.exponential_at: lookup("exponential", EXPONENTIAL),
        reflex.path_at: lookup("path", PATH),
    }


def write_zeros(_context: Any, builder: Any, signature: Any, values: Any) -> Any:
    """Emit the code of `clear`."""
    (kept,) = values
    cgutils.memset(builder, kept, ir.Constant(WORD, signature.args[0].size), 0)


def write_bytes(_context: Any, builder: Any, signature: Any, values: Any) -> Any:
    """Emit the code of `copy`."""
    target, source = values
    size = ir.Constant(WORD, signature.args[1].size)
    cgutils.raw_memcpy(builder, target, source, size, 1)


def read_cell(builder: Any, name: str, table: Sequence[int], i: Any) -> Any:
    """Emit a look into a table, which is written down once in the code."""
    row = ir.Constant(ir.ArrayType(CELL, len(table)), [CELL(number) for number in table])
    kept = cgutils.global_constant(builder.module, f"tapete_{name}", row)
    place = builder.gep(kept, [WORD(0), i], inbounds=True)
    return builder.sext(builder.load(place), WORD)


@intrinsic
def remove_at(_context: Any, cards: Any, count: Any, index: Any) -> Any:
    """Take the index-th of a row of `count`, moving those behind it in one go."""
    return types.int64(cards, count, index), move_up


def move_up(context: Any, builder: Any, signature: Any, values: Any) -> Any:
    """Emit the code of `remove_at`."""
    kind, *numbers = signature.args
    cards = context.make_array(kind)(context, builder, values[0]).data
    count, index = (
        context.cast(builder, value, number, types.int64)
        for value, number in zip(values[1:], numbers, strict=True)
    )
    last, next_ = builder.sub(count, WORD(1)), builder.add(index, WORD(1))
    place = builder.gep(cards, [index])
    card = builder.load(place)
    size = context.get_abi_sizeof(context.get_data_type(kind.dtype))
    length = builder.mul(builder.sub(last, index), WORD(size))
    cgutils.raw_memmove(builder, place, builder.gep(cards, [next_]), length, 1)
    builder.store(card.type(0), builder.gep(cards, [last]))
    return builder.sext(card, WORD)


CHECKED = twins_of(intrinsic, types)
"""Those of this processor where every index is checked, which one that moves many cannot be."""
TWINS = {**CHECKED, piles.remove_at: remove_at}
"""Those of this processor."""
