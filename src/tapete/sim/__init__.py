"""Many games at once; the only part that imports Numba.

`play` runs so many matches among computer players and returns arrays; `Batch` and `Single` are
matches that the caller steps. These load Numba, nothing else here does.
"""

from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from tapete.core.errors import TapeteError

if TYPE_CHECKING:
    from tapete.sim.batch import Batch, Buffers, Single
    from tapete.sim.results import Results
    from tapete.sim.run import play

HOMES = {"Batch": "batch", "Buffers": "batch", "Single": "batch", "Results": "results"}
HOMES["play"] = "run"
NEEDED = ("numba", "numpy", "llvmlite")
ON_CUDA = ("cuda", "cuda_code", "kernels")
"""Modules that need numba-cuda as well."""

__all__ = ["Batch", "Buffers", "Results", "Single", "play"]


def __getattr__(name: str) -> Any:
    """Load what needs Numba when it is asked for; raise TapeteError where Numba is missing."""
    if name not in HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(load(HOMES[name]), name)


def load(module: str) -> Any:
    """Return a module of this package; raise TapeteError if what it needs is not installed."""
    if module in ON_CUDA and find_spec("numba_cuda") is None:
        raise TapeteError(
            'a graphics processor needs numba-cuda: pip install "tapete[cuda]"',
            'un procesador gráfico necesita numba-cuda: pip install "tapete[cuda]"',
        )
    try:
        return import_module(f"{__name__}.{module}")
    except ModuleNotFoundError as error:
        if error.name is None or error.name.partition(".")[0] not in NEEDED:
            raise
        raise TapeteError(
            'simulations need Numba and NumPy: pip install "tapete[sim]"',
            'las simulaciones necesitan Numba y NumPy: pip install "tapete[sim]"',
        ) from error
