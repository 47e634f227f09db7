"""Arrays handed over by DLPack: where they lie, as they are, kept while anybody holds them."""

import ctypes
import gc
import weakref
from typing import Any

import numpy as np
import pytest

from tapete.core.state import I8, I16, I32, U64, Record, array, scalar
from tapete.sim import dlpack
from tapete.sim.dlpack import Place, Tensor, window
from tapete.sim.jit import dtype


class Row(Record):
    at = scalar(U64)
    count = scalar(I32)
    scores = array(I16, 3)
    shares = array(I8, 5)


ROWS = dtype(Row)


def rows_of(count: int) -> Any:
    rows = np.zeros(count, ROWS)
    rows["at"] = np.arange(count, dtype=np.uint64) << np.uint64(60)
    rows["count"] = -np.arange(count)
    rows["scores"] = np.arange(3 * count).reshape(count, 3) - 100
    rows["shares"] = np.arange(5 * count).reshape(count, 5)
    return rows


def base_of(rows: Any, owner: Any = None) -> Tensor:
    return Tensor(rows.ctypes.data, rows.shape, (1,), np.uint8, owner or rows, Place.CPU)


@pytest.mark.parametrize(
    ("name", "columns"), [("at", 0), ("count", 0), ("scores", 3), ("scores", 2), ("shares", 5)]
)
def test_others_see_the_field_itself(name: str, columns: int):
    rows = rows_of(7)
    taken = np.from_dlpack(window(base_of(rows), ROWS, name, columns))
    expected = rows[name][:, :columns] if columns else rows[name]
    assert taken.dtype == expected.dtype
    assert taken.tolist() == expected.tolist()
    # Without a copy: what is written here is read there.
    rows[name] = 1
    assert taken.tolist() == np.ones_like(expected).tolist()


def test_a_field_that_lies_askew_is_refused():
    packed = np.dtype([("mark", "i1"), ("count", "<i4")])
    with pytest.raises(ValueError, match="count does not lie at a multiple of its 4 bytes"):
        window(base_of(np.zeros(3, packed)), packed, "count")


class Owner:
    """Something that can be seen to go."""


def test_the_owner_stays_as_long_as_anybody_holds_the_array():
    rows, owner = rows_of(3), Owner()
    gone = weakref.ref(owner)
    taken = np.from_dlpack(window(base_of(rows, owner), ROWS, "count"))
    part = taken[1:]
    del owner, taken
    gc.collect()
    assert gone() is not None
    assert part.tolist() == [-1, -2]
    del part
    gc.collect()
    assert gone() is None
    assert not dlpack._lent


def test_what_nobody_takes_is_let_go():
    rows, owner = rows_of(3), Owner()
    gone = weakref.ref(owner)
    capsule = base_of(rows, owner).__dlpack__()
    del owner
    gc.collect()
    assert gone() is not None
    del capsule
    gc.collect()
    assert gone() is None
    assert not dlpack._lent


@pytest.mark.parametrize("asked", [{"copy": True}, {"dl_device": (2, 0)}, {"dl_device": (1, 1)}])
def test_a_copy_or_another_device_is_refused(asked: dict[str, Any]):
    with pytest.raises(BufferError, match="where it lies"):
        base_of(rows_of(3)).__dlpack__(**asked)
    assert not dlpack._lent


def test_a_device_is_told_as_it_is():
    tensor = Tensor(4096, (5, 2), (20, 1), np.int16, None, Place.CUDA, 3)
    assert tensor.__dlpack_device__() == (2, 3)
    capsule = tensor.__dlpack__(stream=1, max_version=(1, 0), dl_device=(2, 3), copy=False)
    at = dlpack._address_in(id(capsule), dlpack.NAME)
    told = ctypes.cast(at, ctypes.POINTER(dlpack.Managed)).contents.described
    assert (told.address, told.offset, told.dimensions) == (4096, 0, 2)
    assert (told.device.place, told.device.index) == (2, 3)
    assert (told.kind.code, told.kind.bits, told.kind.lanes) == (0, 16, 1)
    assert (told.shape[:2], told.strides[:2]) == ([5, 2], [20, 1])
