"""`tapete.sim.play`: so many matches of one setting, and what they came to."""

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, Protocol

import numpy as np

from tapete.core.errors import TapeteError
from tapete.core.game import Game
from tapete.core.options import Value
from tapete.games import game as find_game
from tapete.sim import load
from tapete.sim.cpu import Crew, num_cores
from tapete.sim.desk import KINDS, Kind, Setting
from tapete.sim.engine import player
from tapete.sim.results import Results

DEVICES = ("cpu", "cuda")
"""Where matches are played: on the processor's cores or on a graphics processor."""
CHUNK = {"cpu": 1 << 16, "cuda": 1 << 20}
"""Matches whose results are in memory at a time where they are handed on in chunks."""
MOST_SEATS_ALIKE = 1
Progress = Callable[[int], None]


class Players(Protocol):
    """Whoever plays many matches of one setting, each by its index."""

    def room(self, count: int) -> Any:
        """Return results yet to be filled in."""
        ...

    def fill(self, results: Any, first: int, progress: Progress) -> tuple[int, float]:
        """Play a match for each result; return how many there are, and CPU seconds.

        It is fewer after a KeyboardInterrupt: those that all come before any that is missing.
        """
        ...

    def close(self) -> None:
        """End."""
        ...


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
    threads: int | None = None,
    device: str = "cpu",
    progress: Progress | None = None,
) -> Results:
    """Play so many matches on so many threads (all cores) and return what they came to.

    `players` is one of KINDS for all seats or one a seat; `options` are house rules on top of a
    preset; `key` gives every match its random numbers, together with its index, counted from
    `first`. `device` is one of DEVICES; the matches are the same on each, and `sim.cuda.play`
    leaves them on the device. `progress` is told how many more have been played. Ctrl-C ends it
    early with the matches played so far, which `is_whole` tells. Raises TapeteError for what is not
    allowed.
    """
    check_count("games", games, 0)
    check_count("the first match", first, 0)
    setting = setting_of(
        game, seats=seats, players=players, options=options, preset=preset, key=key
    )
    with crew_of(setting, threads, device) as crew:
        return play_some(crew, setting, first, games, progress or ignore)


def chunks(
    setting: Setting,
    games: int,
    *,
    threads: int | None = None,
    device: str = "cpu",
    progress: Progress | None = None,
) -> Iterator[Results]:
    """Yield the results of so many matches a chunk at a time; Ctrl-C ends it after a short one."""
    with crew_of(setting, threads, device) as crew:
        for first in range(0, games, CHUNK[device]):
            count = min(CHUNK[device], games - first)
            results = play_some(crew, setting, first, count, progress or ignore)
            yield results
            if not results.is_whole:
                return


@contextmanager
def crew_of(setting: Setting, threads: int | None = None, device: str = "cpu") -> Iterator[Players]:
    """Give who plays: so many threads, one a core by default, or a graphics processor's."""
    prepare(setting.game, device)
    crew: Players
    if device == "cuda":
        crew = load("cuda").DeviceCrew(setting)
    else:
        check_count("threads", 1 if threads is None else threads, 1)
        crew = Crew(setting, threads or num_cores())
    try:
        yield crew
    finally:
        crew.close()


def prepare(game: Game, device: str = "cpu") -> None:
    """Compile a game for a device, or read it from the disk; raise TapeteError if there is none."""
    if device not in DEVICES:
        raise TapeteError(
            f"a device is one of {', '.join(DEVICES)}, not {device!r}",
            f"un dispositivo es {' o '.join(DEVICES)}, no {device!r}",
        )
    if device == "cuda":
        load("cuda").compiled(game)
    else:
        player(game)


def check_count(what: str, given: int, least: int) -> None:
    """Raise TapeteError unless a number is whole, NumPy's too, and not below the least."""
    if isinstance(given, bool) or not isinstance(given, int | np.integer) or given < least:
        raise TapeteError(
            f"{what}: expected a whole number from {least} on, got {given!r}",
            f"{what}: se esperaba un número entero desde {least}, no {given!r}",
        )


def play_some(
    crew: Players, setting: Setting, first: int, games: int, progress: Progress
) -> Results:
    """Play matches by their index with a crew; return those played when Ctrl-C comes."""
    rows = crew.room(games)
    started = time.perf_counter()
    count, cpu_seconds = crew.fill(rows, first, progress)
    seconds = time.perf_counter() - started
    return Results(setting, rows[:count], first, games, seconds, cpu_seconds)


def ignore(_more: int) -> None:
    """Take no notice of progress."""


def setting_of(  # noqa: PLR0913  # likewise
    game: Game | str,
    *,
    seats: int | None,
    players: str | Sequence[str],
    options: Mapping[str, Value] | None,
    preset: str = "sheet",
    key: int = 0,
    asks_stances: bool = False,
) -> Setting:
    """Return a checked setting; raise TapeteError for what is not allowed."""
    one = find_game(game) if isinstance(game, str) else game
    if seats is None:
        seats = one.min_seats if isinstance(players, str) else len(players)
    values = one.settle(seats, options or {}, preset)
    return Setting(one, seats, values, kinds_of(players, seats), key, asks_stances=asks_stances)


def kinds_of(players: str | Sequence[str], seats: int) -> tuple[Kind, ...]:
    """Read who plays, one kind for all seats or one a seat; raise TapeteError for others."""
    named = (players,) * seats if isinstance(players, str) else tuple(players)
    if len(named) == MOST_SEATS_ALIKE:
        named *= seats
    if len(named) != seats:
        raise TapeteError(
            f"expected one kind of player or {seats}, got {len(named)}",
            f"se esperaba una clase de jugador o {seats}, no {len(named)}",
        )
    return tuple(map(kind_of, named))


def kind_of(name: str) -> Kind:
    """Return a kind of player by its name; raise TapeteError saying which there are."""
    known = (*KINDS, "caller")
    if name not in known:
        raise TapeteError(
            f"a computer player is one of {', '.join(KINDS)}, not {name!r}",
            f"un jugador automático es {' o '.join(KINDS)}, no {name!r}",
        )
    return Kind(known.index(name))
