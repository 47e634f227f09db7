"""`tapete.sim.play`: so many matches of one setting, and what they came to."""

import time
from collections.abc import Callable, Iterator, Mapping, Sequence

from tapete.core.errors import TapeteError
from tapete.core.game import Game
from tapete.core.options import Value
from tapete.games import game as find_game
from tapete.sim.cpu import Crew, crew_of
from tapete.sim.desk import KINDS, Kind, Setting
from tapete.sim.results import Results

CHUNK = 1 << 16
"""Matches whose results are in memory at a time where they are handed on in chunks."""
MOST_SEATS_ALIKE = 1
Progress = Callable[[int], None]


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
    progress: Progress | None = None,
) -> Results:
    """Play so many matches on so many threads (all cores) and return what they came to.

    `players` is one of KINDS for all seats or one a seat; `options` are house rules on top of a
    preset; `key` gives every match its random numbers, together with its index, counted from
    `first`. `progress` is told how many more have been played. Ctrl-C ends it early with the
    matches played so far, which `is_whole` tells. Raises TapeteError for what is not allowed.
    """
    setting = setting_of(
        game, seats=seats, players=players, options=options, preset=preset, key=key
    )
    with crew_of(setting, threads) as crew:
        return play_some(crew, setting, first, games, progress or ignore)


def chunks(
    setting: Setting, games: int, *, threads: int | None = None, progress: Progress | None = None
) -> Iterator[Results]:
    """Yield the results of so many matches a chunk at a time; Ctrl-C ends it after a short one."""
    with crew_of(setting, threads) as crew:
        for first in range(0, games, CHUNK):
            count = min(CHUNK, games - first)
            results = play_some(crew, setting, first, count, progress or ignore)
            yield results
            if not results.is_whole:
                return


def play_some(crew: Crew, setting: Setting, first: int, games: int, progress: Progress) -> Results:
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
