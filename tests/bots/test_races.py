"""Races of computer players, with stances that are asked for and without."""

import pytest

from tapete.bots.computer import Computer
from tapete.bots.races import model_race
from tapete.core.game import Game
from tapete.games import games
from tapete.sim.reflex import Stance
from tapete.sim.rng import stream
from tapete.table.chance import Sealed
from tapete.table.record import format_record, parse_record, record_of, replay
from tapete.table.table import Table

RACING = [pytest.param(game, id=name) for name, game in games().items() if game.races]
SEATS = 4


def asking_table(game: Game, secret: int) -> tuple[Table, dict[int, Computer]]:
    """Return a table that asks for stances, dealt, and its computer players."""
    sealed = Sealed(bytes([secret]) * 32)
    table = Table(game, SEATS, game.settle(SEATS, {}), sealed, stances=True)
    computers = {i: Computer(game, "simple", stream(secret, i)) for i in range(SEATS)}
    table.start()
    return table, computers


def play_to_race(table: Table, computers: dict[int, Computer], stance: Stance | None) -> None:
    """Choose until a race is pending, each runner in this stance (its own if None)."""
    while not table.is_racing and not table.is_over:
        seat = table.actor
        legal = table.legal_actions()
        choice = computers[seat].choose(table, seat)
        is_stance = len(legal) == len(Stance) and table.game.racing.acting(table.state) != seat
        table.act(seat, legal[stance] if is_stance and stance is not None else choice)


@pytest.mark.parametrize("game", RACING)
def test_a_match_with_stances_replays_without_them(game: Game):
    table, computers = asking_table(game, 1)
    hands = stream(2)
    asked = 0
    while not table.is_over:
        play_to_race(table, computers, None)
        if table.is_racing:
            runners = game.racing.runners(table.state)
            asked += all(game.racing.chosen_stance(table.state, i) >= 0 for i in runners)
            table.measured(model_race(table, computers, hands))
    assert asked > 20
    again = replay(parse_record(format_record(record_of(table))))
    game.racing.ask_stances(again.state, wanted=True)
    ours, theirs = table.state.copy(), again.state.copy()
    for s in (ours, theirs):
        s.pile[: s.pile_count] = sorted(s.pile[: s.pile_count])
    assert ours.pack() == theirs.pack()


@pytest.mark.parametrize("game", RACING)
def test_the_chosen_stance_is_the_one_that_runs(game: Game):
    means: dict[Stance, float] = {}
    for stance in (Stance.GAMBLE, Stance.WAIT):
        contacts: list[int] = []
        for secret in range(20):
            table, computers = asking_table(game, secret)
            play_to_race(table, computers, stance)
            if table.is_over or game.racing.is_fake(table.state):
                continue
            race = model_race(table, computers, stream(3, secret))
            runners = game.racing.runners(table.state)
            contacts += [c for i in runners if (c := race.contacts[i]) is not None]
        means[stance] = sum(contacts) / len(contacts)
    assert means[Stance.GAMBLE] < means[Stance.WAIT] - 50
