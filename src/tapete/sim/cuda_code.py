"""The rules compiled for graphics processors: the same plain functions, by numba-cuda.

`Compiled` is for the device at hand; `ptx` compiles for any, and needs none.
"""
# pyright: reportMissingImports=false, reportAttributeAccessIssue=false
# pyright: reportPrivateImportUsage=false
# It reads the target that Numba still has of its own, which numba-cuda takes the place of.

from functools import cache
from types import FunctionType
from typing import Any

from numba import cuda
from numba.cuda import types
from numba.cuda.compiler import compile_cuda
from numba.cuda.dispatcher import CUDADispatcher
from numba.cuda.extending import intrinsic
from numba.cuda.np.numpy_support import from_dtype

from tapete.core.game import Game
from tapete.sim import intrinsics, kernels, match, memory
from tapete.sim.compiler import widened
from tapete.sim.desk import desk_kind, result_kind
from tapete.sim.jit import Target, bound, dtype
from tapete.sim.kept import once

Capability = tuple[int, int]
"""What a device can do, major and minor: (9, 0) is Hopper."""
OPTIMISED = {"opt": 3, "fastmath": False}


class Inner(CUDADispatcher):
    """A compiled function that compiled functions call, on devices of one capability.

    Numba's own asks the device at hand what it can do; this one can be compiled without any.
    """

    def __init__(self, function: FunctionType, capability: Capability) -> None:
        super().__init__(function, {"device": True, "opt": True})
        self._capability = capability

    def compile_device(self, args: Any, return_type: Any = None) -> Any:
        """Compile for whole words whatever the width of the numbers, so that one variant serves."""
        kinds = tuple(widened(kind, types) for kind in args)
        if kinds not in self.overloads:
            with self._compiling_counter:
                made = compile_cuda(
                    self.py_func,
                    return_type,
                    kinds,
                    nvvm_options=OPTIMISED,
                    cc=self._capability,
                )
            self.overloads[kinds] = made
            made.target_context.insert_user_function(made.entry_point, made.fndesc, [made.library])
        return self.overloads[kinds]


@cache
def target_for(capability: Capability) -> Target:
    """Return the target of devices of a capability."""
    return Target(
        lambda function: Inner(function, capability), intrinsics.twins_of(intrinsic, types)
    )


@once
def kernel(game: Game, capability: Capability) -> FunctionType:
    """Return the kernel that plays a game's matches, to be compiled for a capability."""
    target = target_for(capability)
    play_lane = bound(match.__name__, game, target).play_lane
    return kernels.playing(play_lane, target.twins[memory.copy], from_dtype(dtype(desk_kind(game))))


def signature(game: Game) -> Any:
    """Return the types of the kernel's arguments."""
    desks, results = (
        types.Array(from_dtype(dtype(kind)), 1, "C")
        for kind in (desk_kind(game), result_kind(game))
    )
    return types.void(desks, results, types.int64)


def ptx(game: Game, capability: Capability) -> str:
    """Return a game's kernel as the assembly text of devices of a capability."""
    text, _returned = cuda.compile(
        kernel(game, capability), signature(game), device=False, abi="numba", cc=capability
    )
    return text if isinstance(text, str) else text.decode()


class Compiled:
    """A game's kernel compiled for the device at hand, a `cuda.Kernel`."""

    threads = 128

    def __init__(self, game: Game) -> None:
        """Compile it."""
        capability = tuple(cuda.get_current_device().compute_capability)
        types_given = signature(game)
        self._kernel: Any = cuda.jit(kernel(game, capability))
        self._kernel.compile(types_given)
        variant = self._kernel.overloads[types_given.args]
        self.blocks: int = max(1, variant.max_cooperative_grid_blocks(self.threads))

    def start(self, blocks: int, blank: Any, results: Any, first: int) -> None:
        """Begin to play a match for each result, at copies of the blank desk."""
        self._kernel[blocks, self.threads](blank, results, first)
