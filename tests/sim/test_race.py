"""Simulated races are those that computer players run at a table, draw for draw."""

import random
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from tapete.bots.computer import Computer
from tapete.bots.races import model_race
from tapete.core.game import CHANCE, TERMINAL, Game, Lot
from tapete.core.race import Judge
from tapete.games import games
from tapete.sim import race
from tapete.sim.binding import Way, bind, itself
from tapete.sim.desk import KINDS, Kind, Setting, new_desk
from tapete.sim.rng import Rng, below, bits31, stream
from tapete.table.table import Table
from tests.driver import possible_moves, random_move, random_values, take

RACES = 1000
"""Per game and number of seats."""
racing = pytest.mark.parametrize(
    ("game", "seats"),
    [
        pytest.param(one, seats, id=f"{name}-{seats}")
        for name, one in games().items()
        if one.races is not None
        for seats in range(one.min_seats, one.max_seats + 1)
    ],
)


class Drawn:
    """A table's chance that draws like a simulation."""

    def __init__(self, r: Rng) -> None:
        self._r = r

    def bits(self) -> int:
        return bits31(self._r)

    def lot(self, count: int) -> int:
        return below(self._r, count)


class Watched(Table):
    """A table that goes no further than to the end of a race, and notes its outcomes."""

    def __init__(self, *args: Any, **given: Any) -> None:
        super().__init__(*args, **given)
        self.happened: list[int] = []

    def _settle(self) -> None:
        rules = self.game.rules
        while rules.actor(self.state) == CHANCE and self.state.motion != 0:
            if rules.chance_kind(self.state) == Lot.RACE:
                return
            self._happen(self.chance.lot(rules.chance_count(self.state)))

    def _happen(self, outcome: int) -> None:
        self.happened.append(outcome)
        self.game.rules.apply_chance(self.state, outcome)


def pending_races(game: Game, seats: int, asks: bool) -> list[Any]:
    """Return settings and states of random matches in which a race is pending."""
    rng = random.Random(f"{game.name}/{seats}/{asks}/races")
    found: list[Any] = []
    while len(found) < RACES:
        values = random_values(game, seats, rng)
        s = game.new(seats, values)
        game.racing.ask_stances(s, asks)
        while game.rules.actor(s) != TERMINAL:
            moves = possible_moves(game, s)
            if game.rules.actor(s) == CHANCE and game.rules.chance_kind(s) == Lot.RACE:
                found.append((values, s.copy()))
            take(game, s, random_move(game, s, moves, rng))
    return rng.sample(found, RACES)


def simulated(game: Game, setting: Setting, state: Any, r: Rng) -> list[int]:
    """Return the outcomes of a simulated race, and leave the stream where it ends."""
    happened: list[int] = []
    desk = new_desk(setting)
    desk.rng, desk.state = r, state.copy()

    def find(function: Any) -> Any:
        if function.__name__ != "apply_chance":
            return function

        def apply_chance(s: Any, outcome: int) -> None:
            happened.append(outcome)
            function(s, outcome)

        return apply_chance

    bind(race.__name__, game, Way(itself, find, lambda _name: SimpleNamespace())).run_race(desk)
    return happened


def at_a_table(game: Game, setting: Setting, state: Any, r: Rng) -> list[int]:
    """Return the outcomes of the same race at a table, likewise."""
    table = Watched(game, setting.seats, setting.values, Drawn(r), judge=Judge())
    table.state = state.copy()
    computers = {
        seat: Computer(game, KINDS[kind], r, setting.levels[seat])
        for seat, kind in enumerate(setting.players)
    }
    table.measured(model_race(table, computers, r))
    return table.happened


@racing
@pytest.mark.parametrize("asks", [False, True], ids=["unasked", "asked"])
def test_a_simulated_race_is_the_one_at_a_table(game: Game, seats: int, asks: bool):
    rng = random.Random(seats)
    kinds: set[int] = set()
    for index, (values, state) in enumerate(pending_races(game, seats, asks)):
        players = tuple(rng.choice((Kind.UNIFORM, Kind.SIMPLE)) for _ in range(seats))
        # The quickest are the ones that touch early.
        levels = tuple(rng.choice((0, 1, 2, 3, 3, 3)) for _ in range(seats))
        setting = Setting(game, seats, values, players, 0, levels)
        ours, theirs = stream(index, seats), stream(index, seats)
        outcomes = simulated(game, setting, state, ours)
        assert outcomes == at_a_table(game, setting, state, theirs), (index, state)
        assert ours.at == theirs.at
        kinds |= {len(outcomes)}
    # Early touches among them, paid for before the end.
    assert kinds > {1}


def clumped(contacts: list[int]) -> Any:
    """Return a desk at which these contacts, in ms, have been drawn; seat 0 acts."""
    game = next(one for one in games().values() if one.races is not None)
    seats = len(contacts)
    setting = Setting(game, seats, game.settle(seats, {}), (Kind.UNIFORM,) * seats, 0)
    desk = new_desk(setting)
    desk.contacts[:seats] = contacts
    desk.state.seats = seats
    return desk, bind(race.__name__, game, Way(itself, itself, lambda _name: SimpleNamespace()))


@pytest.mark.parametrize(
    ("contacts", "running", "last"),
    [
        ([0, 200, 300, 250], 0b1110, 0b0100),
        ([0, 200, 300, 291], 0b1110, 0b1100),
        ([0, 200, 300, 290], 0b1110, 0b0100),
        ([0, 290, 300, 291], 0b1110, 0b1100),
        ([0, 291, 300, 291], 0b1110, 0b1110),
        ([0, 300, 300, 100], 0b1010, 0b0010),
        ([0, 2501, 2600, 100], 0b1110, 0b0110),
        ([0, 2500, 100, 100], 0b1110, 0b0010),
        ([0, 300, 300, 300], 0b0100, 0b0100),
        ([0, 300, 300, 300], 0b0000, 0b0000),
    ],
)
def test_who_was_last(contacts: list[int], running: int, last: int):
    desk, driver = clumped(contacts)
    assert driver.lasts(desk, running) == last


def test_par_time_saves_one_alone():
    desk, driver = clumped([0, 300])
    desk.state.house.par_time = 300
    assert driver.lasts(desk, 0b10) == 0
    desk.state.house.par_time = 299
    assert driver.lasts(desk, 0b10) == 0b10


def test_a_stance_that_was_asked_for_counts():
    game = next(one for one in games().values() if one.races is not None)
    setting = Setting(game, 2, game.settle(2, {}), (Kind.UNIFORM, Kind.UNIFORM), 0)
    found: list[list[int]] = []
    for stance in range(5):
        values, state = setting.values, game.new(2, setting.values)
        rng = random.Random(3)
        game.racing.ask_stances(state, True)
        while game.rules.chance_kind(state) != Lot.RACE or game.rules.actor(state) != CHANCE:
            moves = possible_moves(game, state)
            step = random_move(game, state, moves, rng)
            is_asked = len(moves) == 5 and moves[0] == game.num_actions - 5
            take(game, state, replace(step, move=moves[stance]) if is_asked else step)
        assert values == setting.values
        found.append([x for i in range(60) for x in simulated(game, setting, state, stream(i))])
    assert len({tuple(one) for one in found}) > 1
