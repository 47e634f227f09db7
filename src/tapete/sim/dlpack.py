"""Arrays handed to other libraries where they lie, by DLPack: nothing is copied.

    torch.from_dlpack(tensor)    jax.dlpack.from_dlpack(tensor)    cupy.from_dlpack(tensor)

The structures are those of dlpack.h, version 0.8, which later versions still take.
"""

import ctypes
from ctypes import POINTER, Structure, c_char_p, c_int32, c_int64, c_uint8, c_uint16, c_uint64
from ctypes import c_void_p as pointer
from dataclasses import dataclass
from enum import IntEnum
from typing import Any

import numpy as np

BITS = 8
NAME = b"dltensor"
CODES = {"i": 0, "u": 1, "f": 2}
"""What DLPack calls NumPy's kinds of numbers."""


class Place(IntEnum):
    """Where memory lies (DLDeviceType)."""

    CPU = 1
    CUDA = 2


class Device(Structure):
    """DLDevice."""

    _fields_ = (("place", c_int32), ("index", c_int32))


class Kind(Structure):
    """DLDataType."""

    _fields_ = (("code", c_uint8), ("bits", c_uint8), ("lanes", c_uint16))


class Described(Structure):
    """DLTensor."""

    _fields_ = (
        ("address", pointer),
        ("device", Device),
        ("dimensions", c_int32),
        ("kind", Kind),
        ("shape", POINTER(c_int64)),
        ("strides", POINTER(c_int64)),
        ("offset", c_uint64),
    )


class Managed(Structure):
    """DLManagedTensor."""


GiveBack = ctypes.CFUNCTYPE(None, POINTER(Managed))
Managed._fields_ = (("described", Described), ("context", pointer), ("give_back", GiveBack))
Destroy = ctypes.CFUNCTYPE(None, pointer)

_lent: dict[int, Any] = {}
"""What others hold at the moment, by the address of its description."""

_new_capsule = ctypes.pythonapi.PyCapsule_New
_new_capsule.restype = ctypes.py_object
_new_capsule.argtypes = (pointer, c_char_p, Destroy)
_is_named = ctypes.pythonapi.PyCapsule_IsValid
_is_named.argtypes = (pointer, c_char_p)
_address_in = ctypes.pythonapi.PyCapsule_GetPointer
_address_in.restype = pointer
_address_in.argtypes = (pointer, c_char_p)


@GiveBack
def give_back(managed: Any) -> None:
    """Let go of what was lent; the one who took it calls this."""
    _lent.pop(ctypes.addressof(managed.contents), None)


@Destroy
def destroy(capsule: int) -> None:
    """Let go of what nobody has taken out of its capsule; who takes it renames the capsule."""
    if _is_named(capsule, NAME):
        _lent.pop(_address_in(capsule, NAME), None)


@dataclass(frozen=True, eq=False)
class Tensor:
    """Numbers in memory of a device or of the host, as they lie there."""

    address: int
    shape: tuple[int, ...]
    strides: tuple[int, ...]
    """How far apart neighbours lie along each axis, in numbers, not in bytes."""
    dtype: Any
    owner: Any
    """Kept as long as anybody holds the tensor: whoever frees the memory."""
    place: Place = Place.CUDA
    index: int = 0
    """Which device of its sort."""

    def __dlpack_device__(self) -> tuple[int, int]:
        """Return the sort of device and its index."""
        return int(self.place), self.index

    def __dlpack__(
        self,
        *,
        stream: Any = None,
        max_version: tuple[int, int] | None = None,
        dl_device: tuple[int, int] | None = None,
        copy: bool | None = None,
    ) -> Any:
        """Return a capsule; raise BufferError for a copy or another device, which this has not."""
        if copy or dl_device not in {None, self.__dlpack_device__()}:
            raise BufferError("this memory is handed over where it lies, without a copy")
        managed, *parts = self._described()
        at = ctypes.addressof(managed)
        _lent[at] = (managed, parts, self)
        return _new_capsule(at, NAME, destroy)

    def _described(self) -> tuple[Any, ...]:
        """Return the description, and what it points to."""
        axes = len(self.shape)
        shape, strides = (c_int64 * axes)(*self.shape), (c_int64 * axes)(*self.strides)
        number = np.dtype(self.dtype)
        described = Described(
            self.address,
            Device(int(self.place), self.index),
            axes,
            Kind(CODES[number.kind], number.itemsize * BITS, 1),
            shape,
            strides,
            0,
        )
        return Managed(described, None, give_back), shape, strides


def window(base: Tensor, rows: Any, name: str, columns: int = 0) -> Tensor:
    """Return a field of the records that a base holds; of an array in it the first columns.

    `base` tells where the records lie and how many there are, `rows` is their structured type.
    Raises ValueError for a field that lies askew between the numbers of its width.
    """
    kind, offset, *_ = rows.fields[name]
    number = kind.base
    if rows.itemsize % number.itemsize or offset % number.itemsize:
        raise ValueError(f"{name} does not lie at a multiple of its {number.itemsize} bytes")
    apart = rows.itemsize // number.itemsize
    shape, strides = (base.shape, (apart,))
    if columns:
        shape, strides = (*shape, columns), (*strides, 1)
    return Tensor(base.address + offset, shape, strides, number, base.owner, base.place, base.index)
