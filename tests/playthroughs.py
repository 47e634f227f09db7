"""One match of each game as text: every query on its way, to be read in the diff.

python -m tests.playthroughs      write the files anew, on purpose
"""

import json
import random
from collections.abc import Iterator
from pathlib import Path

from tapete.bots.computer import Computer
from tapete.bots.races import model_race
from tapete.core.game import SPECTATOR, Game
from tapete.games import games
from tapete.sim.rng import stream
from tapete.table.chance import Sealed
from tapete.table.record import record_of
from tapete.table.table import Table
from tests.toy import TOY

assert TOY.name in games()
FOLDER = Path(__file__).parent / "playthroughs"
SEATS = 3
NAMES = ("Ana", "Ben", "Carla")
VIEW_EVERY = 25
"""Choices between two printed views."""
MOST_EVENTS = 120
"""What comes after is played but not printed, but for the result."""


def told(game: Game) -> str:
    """Return the playthrough of a game."""
    lines = list(lines_of(game))
    ends = [i for i, line in enumerate(lines) if line.startswith(f"{MOST_EVENTS + 1}. ")]
    kept = [*lines[: ends[0]], "…", lines[-1]] if ends else lines
    return "\n".join(kept) + "\n"


def lines_of(game: Game) -> Iterator[str]:
    """Yield the lines of a playthrough."""
    rng = random.Random(game.name)
    table = Table(game, SEATS, game.settle(SEATS, {}), Sealed(b"playthrough" + bytes(21)))
    kinds = ("simple", "simple", "uniform")
    players = {i: Computer(game, kind, stream(1, i)) for i, kind in enumerate(kinds)}
    hands = stream(1, "hands")
    yield f"# {game.title}, {SEATS} seats, {', '.join(kinds)}"
    told_so_far = 0
    table.start()
    choices = 0
    while True:
        for event in table.events[told_so_far:]:
            yield f"{event.version}. {json.dumps(event.whole, ensure_ascii=False)}"
            for seat in (rng.randrange(SEATS), SPECTATOR):
                yield f"     {seat:2}: {json.dumps(event.seen_by(seat), ensure_ascii=False)}"
            yield f"     {game.notation.describe_event(event.seen_by(SPECTATOR), NAMES, 'es')}"
        told_so_far = table.version
        if table.is_over:
            break
        if table.is_racing:
            race = model_race(table, players, hands)
            yield f"race {race}"
            table.measured(race)
            continue
        if choices % VIEW_EVERY == 0:
            yield from views_of(table, rng.randrange(SEATS))
        choices += 1
        seat = table.actor
        words = [game.notation.format_action(table.state, a) for a in table.legal_actions()]
        action = players[seat].choose(table, seat)
        yield f"seat {seat} may: {' | '.join(words)}"
        yield f"seat {seat}: {game.notation.describe_action(table.view(seat), action, 'en')}"
        table.act(seat, action)
    yield json.dumps(record_of(table)["result"])


def views_of(table: Table, seat: int) -> Iterator[str]:
    """Yield a seat's view in numbers and in words, and a spectator's."""
    v = table.view(seat)
    yield f"view of seat {seat}: {v!r}"
    for viewer, language in ((seat, "en"), (SPECTATOR, "es")):
        words = table.game.notation.describe_view(table.view(viewer), NAMES, language)
        yield from (f"    {line}" for line in words.splitlines())


def write_all() -> None:
    """Write the playthrough of every game."""
    FOLDER.mkdir(exist_ok=True)
    for name, game in games().items():
        (FOLDER / f"{name}.txt").write_text(told(game), encoding="utf-8")


if __name__ == "__main__":
    write_all()
