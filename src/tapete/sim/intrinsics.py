"""The compiled twins of `memory.py`: each is one instruction over the record's bytes."""

from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.core.extending import intrinsic


@intrinsic
def clear(_context: Any, kept: Any) -> Any:
    """Set every byte of a record to 0."""
    return types.void(kept), write_zeros


def write_zeros(_context: Any, builder: Any, signature: Any, values: Any) -> Any:
    """Emit the code of `clear`."""
    (kept,) = values
    cgutils.memset(builder, kept, ir.Constant(ir.IntType(64), signature.args[0].size), 0)


@intrinsic
def copy(_context: Any, target: Any, source: Any) -> Any:
    """Copy the bytes of a record over another of its type."""
    return types.void(target, source), write_bytes


def write_bytes(_context: Any, builder: Any, signature: Any, values: Any) -> Any:
    """Emit the code of `copy`."""
    target, source = values
    size = ir.Constant(ir.IntType(64), signature.args[1].size)
    cgutils.raw_memcpy(builder, target, source, size, 1)
