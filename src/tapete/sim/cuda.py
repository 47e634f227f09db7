"""Matches by the million on a graphics processor: one thread a match, the same rules and keys.

    results = play("match-em", games=1 << 20, seats=3, key=7)
    scores = torch.from_dlpack(results.scores)      # int16[games, seats], still on the device

A match comes out bit for bit as on the host.
"""

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
from numba import cuda

from tapete.core.errors import TapeteError
from tapete.core.game import Game
from tapete.core.options import Value
from tapete.sim.desk import Setting, desk_kind, new_desk, result_kind
from tapete.sim.dlpack import Place, Tensor, window
from tapete.sim.jit import as_rows, dtype
from tapete.sim.kept import once
from tapete.sim.notices import tell
from tapete.sim.results import Results
from tapete.sim.run import check_count, ignore, setting_of

LAUNCH = 1 << 20
"""Matches of one launch: some hundredths of a second, so that Ctrl-C is quick."""
SECONDS_OF_COMPILING = 60


def play(  # noqa: PLR0913  # what a simulation is, each part by its name
    game: Game | str,
    *,
    games: int,
    seats: int | None = None,
    players: str | Sequence[str] = "uniform",
    options: Mapping[str, Value] | None = None,
    preset: str = "sheet",
    key: int = 0,
    first: int = 0,
    progress: Callable[[int], None] | None = None,
) -> "DeviceResults":
    """Play so many matches and leave what they came to on the device.

    The arguments are those of `sim.play`. Raises TapeteError where there is no device, and for
    what is not allowed.
    """
    setting = setting_of(
        game, seats=seats, players=players, options=options, preset=preset, key=key
    )
    check_count("games", games, 1)
    check_count("the first match", first, 0)
    return DeviceCrew(setting).play(games, first, progress or ignore)


@dataclass(frozen=True)
class DeviceResults:
    """Matches of one setting on the device, in the order of their index.

    Each array can be taken by whoever speaks DLPack, where it lies; the shapes are those of
    `results.Results`.
    """

    setting: Setting
    rows: Any
    """The device's array of result records."""
    first: int = 0
    asked: int = 0
    """How many were wanted: more than there are where Ctrl-C came between."""
    seconds: float = 0.0
    cpu_seconds: float = 0.0
    """What the host spent."""

    def __len__(self) -> int:
        """Return how many matches there are."""
        return len(self.rows)

    @property
    def returns(self) -> Tensor:
        """Return each seat's share of the win in units of 1/WIN: int8[games, seats]."""
        return self._window("returns", self.setting.seats)

    @property
    def scores(self) -> Tensor:
        """Return each seat's score as the game counts it: int16[games, seats]."""
        return self._window("scores", self.setting.seats)

    @property
    def places(self) -> Tensor:
        """Return how many seats ended ahead of each: int8[games, seats]."""
        return self._window("places", self.setting.seats)

    @property
    def decisions(self) -> Tensor:
        """Return how many choices were made: int32[games]."""
        return self._window("decisions")

    @property
    def steps(self) -> Tensor:
        """Return how many choices and outcomes of chance there were: int32[games]."""
        return self._window("steps")

    @property
    def capped(self) -> Tensor:
        """Return 1 where a limit of the game ended the match: int8[games]."""
        return self._window("capped")

    def to_host(self) -> Results:
        """Return a copy on the host."""
        rows = np.zeros(len(self), dtype(result_kind(self.setting.game)))
        if len(rows):
            self.rows.copy_to_host(rows)
        spent = (self.seconds, self.cpu_seconds)
        return Results(self.setting, rows, self.first, self.asked, *spent)

    def _window(self, name: str, columns: int = 0) -> Tensor:
        # A simulated device's memory is the host's.
        on_host = not hasattr(self.rows, "__cuda_array_interface__")
        told = self.rows.__array_interface__ if on_host else self.rows.__cuda_array_interface__
        address: int = told["data"][0]
        where = (Place.CUDA, getattr(cuda.get_current_device(), "id", 0))
        base = Tensor(address, (len(self),), (1,), np.uint8, self.rows, *where)
        return window(base, dtype(result_kind(self.setting.game)), name, columns)


class DeviceCrew:
    """The threads of a device, playing matches of one setting; `cpu.Crew` is its like."""

    def __init__(self, setting: Setting, kernel: "Kernel | None" = None) -> None:
        """Set up the desk that all threads copy; the first of a game in a process compiles it."""
        self._setting = setting
        self._kernel = compiled(setting.game) if kernel is None else kernel
        self._blank = cuda.to_device(as_rows([new_desk(setting).pack()], desk_kind(setting.game)))
        self._results: Any = dtype(result_kind(setting.game))

    def room(self, count: int) -> Any:
        """Return results on the host, yet to be filled in."""
        return np.zeros(count, self._results)

    def fill(self, results: Any, first: int, progress: Callable[[int], None]) -> tuple[int, float]:
        """Play a match for each result, as `cpu.Crew.fill` does."""
        if len(results) == 0:
            return 0, 0.0
        played = self.play(len(results), first, progress)
        results[: len(played)] = played.to_host().rows
        return len(played), played.cpu_seconds

    def play(self, count: int, first: int, progress: Callable[[int], None]) -> DeviceResults:
        """Play matches by their index; return those played when Ctrl-C comes."""
        rows = cuda.device_array(count, self._results)
        started, began = time.perf_counter(), time.process_time()
        done = 0
        try:
            while done < count:
                part = rows[done : done + LAUNCH]
                self._launch(part, first + done)
                # Noted before anybody is told, for an interrupt may come there.
                done += len(part)
                progress(len(part))
        except KeyboardInterrupt:
            cuda.synchronize()
        spent = (time.perf_counter() - started, time.process_time() - began)
        return DeviceResults(self._setting, rows[:done], first, count, *spent)

    def close(self) -> None:
        """Leave the device."""

    def _launch(self, part: Any, first: int) -> None:
        """Play a match for each result of a part, to the end."""
        wanted = -(-len(part) // self._kernel.threads)
        # More blocks than the device runs at once would only wait.
        self._kernel.start(min(wanted, self._kernel.blocks), self._blank, part, first)
        cuda.synchronize()


class Kernel(Protocol):
    """What plays matches on a device."""

    threads: int
    """Threads of a block."""
    blocks: int
    """Blocks that the device runs at once."""

    def start(self, blocks: int, blank: Any, results: Any, first: int) -> None:
        """Begin to play a match for each result, at copies of the blank desk."""
        ...


@once
def compiled(game: Game) -> Kernel:
    """Return a game's kernel for the device at hand; raise TapeteError where there is none."""
    if not cuda.is_available():
        raise TapeteError(
            "no graphics processor that CUDA reaches was found; without one, play on the host",
            "no se ha encontrado ningún procesador gráfico con CUDA; sin él, simula en el "
            "procesador",
        )
    tell(
        f"compiling {game.title} for the graphics processor: about {SECONDS_OF_COMPILING} s",
        f"compilando {game.title} para el procesador gráfico: unos {SECONDS_OF_COMPILING} s",
    )
    # Numba's simulator of a device has no compiler that this could load.
    from tapete.sim.cuda_code import Compiled

    return Compiled(game)
