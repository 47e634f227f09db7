"""The hand-written player: finishes, beats uniform, and sees a view alone."""

from random import Random

import pytest

from tapete.core.game import CHANCE, TERMINAL, Lot
from tapete.games.hands_down import bots, races, rules, view
from tapete.games.hands_down.tests.board import Board
from tapete.games.hands_down.tests.play import random_table
from tapete.sim.reflex import Level, race_of
from tapete.sim.rng import stream
from tapete.table.table import Table


def match(seed: int, sensible: tuple[int, ...], seats: int, given: dict[str, object]) -> Table:
    """Play a match: these seats sensibly, the others at random, races by the reflex model."""
    table = random_table(seed, seats, given)
    races.ask_stances(table.state, wanted=True)
    random, r = Random(seed), stream(seed, "reflexes")
    table.start()
    while table.actor != TERMINAL:
        if table.actor == CHANCE:
            assert rules.chance_kind(table.state) == Lot.RACE
            measured = race_of(
                r,
                actor=races.acting(table.state),
                runners=races.runners(table.state),
                is_fake=races.is_fake(table.state),
                levels=[Level.MEDIUM] * seats,
                stances=[max(p.stance - 1, 0) for p in table.state.players[:seats]],
                seats=seats,
            )
            table.measured(measured)
            continue
        seat, legal = table.actor, table.legal_actions()
        action = random.choice(legal)
        if seat in sensible:
            v = view.View()
            view.observe(table.state, seat, v)
            action = bots.choose(v, legal, len(legal), random.getrandbits(31))
        table.act(seat, action)
    return table


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_sensible_players_finish(seats: int) -> None:
    for seed in range(25):
        table = match(seed, tuple(range(seats)), seats, {})
        assert table.events[-1].whole["reason"] == "all-pairs"


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_sensible_player_beats_random_ones(seats: int) -> None:
    games = 60
    won = 0
    for seed in range(games):
        own = seed % seats
        table = match(seed, (own,), seats, {})
        won += rules.returns(table.state, own) == 60
    assert won > games * 2 / (seats + 1)


def observed(board: Board, seat: int) -> view.View:
    v = view.View()
    view.observe(board.s, seat, v)
    return v


def test_stance_follows_how_often_the_actor_has_faked() -> None:
    board = Board("7 7 8", "1 2", "3")
    history = board.s.players[0].history
    careful = []
    for slaps, fakes in ((40, 2), (30, 14), (20, 20)):
        history.slaps, history.fakes = slaps, fakes
        v = observed(board, 1)
        careful.append([bots.stance(v, lot) for lot in range(7)])
    assert set(careful[0]) == {0}
    assert len(set(careful[1])) > 1
    assert set(careful[2]) == {4}


def test_pairs_are_played_the_highest_first() -> None:
    board = Board("7 7 9 9 8", "1 2", "3")
    v = observed(board, 0)
    legal = [0] * rules.NUM_ACTIONS
    count = rules.legal_actions(board.s, legal)
    chosen = {bots.choose(v, legal, count, lot) for lot in range(8)}
    assert chosen == {rules.FAKE, rules.slap_action(9)}


def test_cards_are_taken_from_who_holds_most() -> None:
    board = Board("7 9", "1 2", "3 4 5", "6 7 8").opens()
    v = observed(board, 0)
    legal = [0] * rules.NUM_ACTIONS
    count = rules.legal_actions(board.s, legal)
    chosen = {bots.choose(v, legal, count, lot) for lot in range(8)}
    assert chosen == {rules.TAKE_FROM + 2, rules.TAKE_FROM + 3}
