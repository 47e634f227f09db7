"""The kernels: what every thread of a graphics processor does with the drivers of games.

A kernel is made of the functions that it calls, compiled by `cuda_code.py` or, in Numba's simulator
of a graphics processor, as they are.
"""
# pyright: reportCallIssue=false
# It takes what stands for Numba's own compiler at its word.

from collections.abc import Callable
from types import FunctionType
from typing import Any

from numba import cuda


def playing(play_lane: Callable[..., Any], copy: Callable[..., Any], desk: Any) -> FunctionType:
    """Return the kernel (blank[1], results[n], the first match's index) that plays matches.

    `desk` is the type of a desk; each thread has one of its own, out of the others' reach, which
    the hardware lays out so that neighbours read side by side.
    """

    def play(blank: Any, results: Any, first: int) -> None:
        lane = cuda.grid(1)
        if lane < len(results):
            room = cuda.local.array(1, desk)
            copy(room[0], blank[0])
            play_lane(room[0], results, first, lane, cuda.gridsize(1))

    assert isinstance(play, FunctionType)  # noqa: S101  (what Numba compiles)
    return play
