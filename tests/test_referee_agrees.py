"""The referee, which shares no code with the project, accepts what the project records."""

import random
from collections.abc import Callable, Iterator
from contextlib import suppress

import pytest

from tapete.bots.match import play_match
from tapete.core.errors import Refused
from tapete.core.game import Game
from tapete.core.race import Race, Touch
from tapete.games import games
from tapete.table.chance import Sealed
from tapete.table.record import format_record, parse_record, record_of, replay
from tapete.table.table import Table
from tests.driver import random_values
from tests.referee.judge import judge_line
from tests.toy import TOY

GAMES = 40
"""Of each kind below, per game, in a plain test run."""
PROOF = 1_500
TOUCH = 0.05
Records = Callable[[Game, int], Iterator[str]]
# The toy game has no rule sheet that somebody else could have read.
JUDGED = [pytest.param(one, id=name) for name, one in games().items() if one is not TOY]
every_game = pytest.mark.parametrize("game", JUDGED)


def computer_games(game: Game, count: int) -> Iterator[str]:
    """Yield records of computer players under random house rules."""
    for index in range(count):
        rng = random.Random(f"{game.name}/referee/{index}")
        seats = rng.randint(game.min_seats, game.max_seats)
        kinds = [rng.choice(["uniform", "uniform", "simple"]) for _ in range(seats)]
        table = play_match(game, random_values(game, seats, rng), kinds, seed=1, index=index)
        yield format_record(record_of(table, kinds))


def random_games(game: Game, count: int) -> Iterator[str]:
    """Yield records of random steps, unlikely races and touches included."""
    for index in range(count):
        rng = random.Random(f"{game.name}/steps/{index}")
        seats = rng.randint(game.min_seats, game.max_seats)
        table = Table(game, seats, random_values(game, seats, rng), Sealed(rng.randbytes(32)))
        table.start()
        while not table.is_over:
            take_random_step(table, rng)
        yield format_record(record_of(table))


def take_random_step(table: Table, rng: random.Random) -> None:
    """Let the actor choose, a race fall, or somebody touch, at random."""
    if table.is_racing:
        table.measured(random_race(table, rng))
    elif table.game.races and rng.random() < TOUCH:
        with suppress(Refused):  # most touches mean nothing
            table.measured(Touch(rng.randrange(table.seats), since_ms=rng.choice([None, 299, 300])))
    else:
        table.act(table.actor, rng.choice(table.legal_actions()))


def random_race(table: Table, rng: random.Random) -> Race:
    """Measure hands that come down anyhow: close together, together, early, late or never."""
    s = table.state
    runners = table.game.racing.runners(s)
    contacts: list[int | None] = [None] * table.seats
    for seat in runners:
        contacts[seat] = rng.choice([None, 0, rng.randrange(30), rng.randrange(3000)])
    if table.game.racing.is_fake(s):
        contacts = [contact if rng.random() < 0.5 else None for contact in contacts]
    early = [seat for seat in runners if rng.random() < 0.2]
    return Race(tuple(contacts), tuple(early), foul=rng.random() < 0.1, error_ms=rng.randrange(20))


def check(game: Game, records: Records, count: int) -> None:
    """Judge and replay so many records, whole and cut short."""
    rng = random.Random(count)
    for line in records(game, count):
        judge_line(line.encode())
        replay(parse_record(line))
        record = parse_record(line)
        del record["result"]
        record["events"] = record["events"][: rng.randint(2, len(record["events"]) - 1)]
        judge_line(format_record(record).encode())
        replay(record)


@pytest.mark.parametrize("records", [computer_games, random_games])
@every_game
def test_the_referee_accepts_what_is_recorded(game: Game, records: Records):
    check(game, records, GAMES)


@pytest.mark.proof
@pytest.mark.parametrize("records", [computer_games, random_games])
@every_game
def test_the_referee_accepts_thousands_of_games(game: Game, records: Records):
    check(game, records, PROOF)
