"""Plays matches on Numba's simulated device and prints what they came to, as JSON.

NUMBA_ENABLE_CUDASIM=1 python simulated_device.py GAME SEATS PLAYERS MATCHES FIRST
"""

import json
import sys
from typing import Any

import numpy as np
from numba import cuda

from tapete.games import games
from tapete.sim import binding, kernels, match
from tapete.sim import cuda as device
from tapete.sim.desk import desk_kind
from tapete.sim.dlpack import Place
from tapete.sim.jit import dtype
from tapete.sim.run import setting_of
from tests.toy import TOY


class Plain:
    """A kernel of rules as they are, of few threads, so that each plays more than one match."""

    threads = 3
    blocks = 1

    def __init__(self, game: Any) -> None:
        kind = desk_kind(game)
        drivers = binding.interpreted(match.__name__, game)

        def play_lane(desk: Any, *given: Any) -> None:
            # Rules run on objects; what the thread has is the record's memory.
            drivers.play_lane(kind.unpack(memory_of(desk).tobytes()), *given)

        self._kernel = cuda.jit(kernels.playing(play_lane, copy, dtype(kind)))

    def start(self, blocks: int, blank: Any, results: Any, first: int) -> None:
        self._kernel[blocks, self.threads](blank, results, first)


def copy(target: Any, source: Any) -> None:
    """Copy a record's memory over another's."""
    kept, given = memory_of(target), memory_of(source)
    for name in given.dtype.names:
        kept[name] = given[name]


def memory_of(record: Any) -> Any:
    """Return NumPy's record under one that the simulator made of it."""
    return record._item._ary if hasattr(record, "_item") else record


def main() -> None:
    """Play and print."""
    name, seats, players, matches, first = sys.argv[1:]
    game = {**games(), TOY.name: TOY}[name]
    setting = setting_of(game, seats=int(seats), players=players, options=None, key=5)
    device.LAUNCH = 4
    progress: list[int] = []
    played = device.DeviceCrew(setting, Plain(game)).play(int(matches), int(first), progress.append)
    told: dict[str, Any] = {
        "rows": played.to_host().rows.tobytes().hex(),
        "lanes": Plain.threads,
        "progress": progress,
    }
    for field in ("returns", "scores", "places", "decisions", "steps", "capped"):
        told[field] = taken(getattr(played, field)).tolist()
    sys.stdout.write(json.dumps(told))


def taken(tensor: Any) -> Any:
    """Take a tensor by DLPack; a simulated device's memory is the host's."""
    object.__setattr__(tensor, "place", Place.CPU)
    return np.from_dlpack(tensor)


if __name__ == "__main__":
    main()
