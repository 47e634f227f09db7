"""Roll-outs: the same compiled and interpreted, on any number of threads, and right on average."""

import random
from collections.abc import Iterator
from functools import cache
from typing import Any

import numpy as np
import pytest

from tapete.core.errors import TapeteError
from tapete.core.game import CHANCE, NONE, SPECTATOR, TERMINAL, WIN, Game
from tapete.games import game, games
from tapete.sim import rolling
from tapete.sim.binding import interpreted
from tapete.sim.desk import desk_kind, new_desk
from tapete.sim.jit import as_rows
from tapete.sim.rollouts import actions_of, roller, rollouts, setting_of
from tests.driver import legal, observed, play
from tests.toy import TOY

assert TOY.name in games()
every_game = pytest.mark.parametrize("game", [pytest.param(g, id=n) for n, g in games().items()])
WORLDS = 3
KEY = 7


def views_to_move(game: Game, seats: int, salt: str) -> Iterator[tuple[Any, Any]]:
    """Yield states of random matches with the view of the seat that must act."""
    rng = random.Random(f"{game.name}/{seats}/{salt}")
    while True:
        s = game.new(seats, game.settle(seats, {}))
        for _ in play(game, s, rng):
            seat = game.rules.actor(s)
            if seat >= 0 and rng.random() < 0.1:
                yield s, observed(game, s, seat)


def by_hand(game: Game, v: Any, players: str, action: int) -> tuple[Any, int]:
    """Return the shares and the decisions of an action's interpreted roll-outs."""
    shares = np.zeros((WORLDS, 1, game.max_seats), np.int8)
    desk = desk_kind(game).unpack(new_desk(setting_of(game, v, players, KEY)).pack())
    roll_out = interpreted(rolling.__name__, game).roll_out
    assert roll_out([desk], [v], [action], shares, 0) == WORLDS
    return shares[:, :, : v.seats], desk.decisions


# One test for all sizes: each process compiles for itself, or reads what another has kept.
@every_game
def test_compiled_roll_outs_are_the_interpreted_ones(game: Game):
    for seats in range(game.min_seats, game.max_seats + 1):
        several = views_to_move(game, seats, "same")
        for players in ("uniform", "simple"):
            _, v = next(several)
            legal_ones = actions_of(game, v, None)
            for action in {legal_ones[0], legal_ones[-1]}:
                given = {"players": players, "key": KEY, "action": action}
                found = rollouts(game, v, worlds=WORLDS, threads=1, **given)
                shares, decisions = by_hand(game, v, players, action)
                assert np.array_equal(found.shares, shares)
                assert found.decisions == decisions


@every_game
def test_threads_change_nothing(game: Game):
    _, v = next(views_to_move(game, game.max_seats, "threads"))
    one = rollouts(game, v, worlds=200, key=KEY, threads=1)
    two = rollouts(game, v, worlds=200, key=KEY, threads=2)
    assert np.array_equal(one.shares, two.shares)
    assert one.decisions == two.decisions
    other = rollouts(game, v, worlds=200, key=KEY + 1, threads=2)
    assert not np.array_equal(one.shares, other.shares)


@every_game
def test_each_legal_action_is_tried_and_each_world_pays_a_win(game: Game):
    s, v = next(views_to_move(game, game.min_seats, "legal"))
    found = rollouts(game, v, worlds=50, key=KEY)
    assert list(found.actions) == legal(game, s)
    assert found.shares.shape == (50, len(found.actions), game.min_seats)
    # Every so many winners share a WIN without a rest.
    assert (found.shares.sum(axis=2) == WIN).all()
    assert found.decisions > 0


def test_one_action_is_rolled_out_as_among_all():
    _, v = next(views_to_move(game("declare"), 3, "one"))
    every = rollouts(game("declare"), v, worlds=20, key=KEY)
    place = len(every.actions) // 2
    one = rollouts(game("declare"), v, worlds=20, key=KEY, action=every.actions[place])
    assert one.actions == (every.actions[place],)
    assert np.array_equal(one.shares[:, 0], every.shares[:, place])


def test_in_another_seats_turn_the_world_is_played_on():
    one = game("hands-down")
    s, _ = next(views_to_move(one, 3, "other"))
    v = observed(one, s, (s.turn + 1) % 3)
    assert rollouts(one, v, worlds=20).actions == (NONE,)
    for _ in play(one, s, random.Random(3)):
        if one.rules.actor(s) == CHANCE:
            assert rollouts(one, observed(one, s, 0), worlds=20).actions == (NONE,)
            return


def test_means_errors_and_differences_are_those_of_the_shares():
    _, v = next(views_to_move(game("match-em"), 2, "means"))
    found = rollouts(game("match-em"), v, worlds=400, key=KEY)
    own = found.shares[:, :, v.seat] / WIN
    assert found.mean == pytest.approx(own.mean(axis=0))
    assert found.error == pytest.approx(own.std(axis=0, ddof=1) / 20)
    assert found.difference(0, 0) == (0, 0)
    if len(found.actions) > 1:
        apart = found.difference(0, 1)
        assert apart[0] == pytest.approx(found.mean[0] - found.mean[1])
        assert 0 < apart[1] < 0.1
    assert np.isnan(rollouts(game("match-em"), v, worlds=1).error).all()


@cache
def toy_values() -> tuple[Any, dict[int, float]]:
    """Return a view of Toy and, by action, what it is worth in all worlds and all that may fall.

    Worked out in full, for uniform players.
    """
    s = TOY.new(2, TOY.settle(2, {"turns": 1}))
    rng = random.Random(5)
    while TOY.rules.actor(s) != 0:
        if TOY.rules.actor(s) == CHANCE:
            TOY.rules.apply_chance(s, rng.randrange(TOY.rules.chance_count(s)))
        else:
            TOY.rules.apply(s, 0)
    v = observed(TOY, s, 0)
    return v, {action: worth_in_all(s, action) for action in legal(TOY, s)}


def worth_in_all(s: Any, action: int) -> float:
    """Return an action's worth over every pair of cards that the other seat may hold."""
    hidden = [*s.pile[: s.pile_count], *s.players[1].hand]
    worths: list[float] = []
    for i, low in enumerate(hidden):
        for high in hidden[i + 1 :]:
            world = s.copy()
            world.players[1].hand = sorted((low, high))
            left = [card for card in hidden if card not in (low, high)]
            world.pile[: len(left)] = left
            TOY.rules.apply(world, action)
            worths.append(worth(world))
    return sum(worths) / len(worths)


def worth(s: Any) -> float:
    """Return seat 0's share of a win on average, over all that uniform players may do."""
    seat = TOY.rules.actor(s)
    if seat == TERMINAL:
        return TOY.rules.returns(s, 0) / WIN
    moves = range(TOY.rules.chance_count(s)) if seat == CHANCE else legal(TOY, s)
    worths: list[float] = []
    for move in moves:
        after = s.copy()
        (TOY.rules.apply_chance if seat == CHANCE else TOY.rules.apply)(after, move)
        worths.append(worth(after))
    return sum(worths) / len(worths)


def test_means_come_to_what_every_action_is_worth():
    v, worths = toy_values()
    found = rollouts(TOY, v, worlds=20_000, key=KEY)
    for action, mean, error in zip(found.actions, found.mean, found.error, strict=True):
        assert abs(mean - worths[action]) < 4 * error
    assert max(worths.values()) - min(worths.values()) > 8 * found.error.max()


def test_what_cannot_be_rolled_out_is_refused():
    one = game("declare")
    s, v = next(views_to_move(one, 2, "refused"))
    with pytest.raises(TapeteError, match="legal actions"):
        rollouts(one, v, action=one.num_actions)
    with pytest.raises(TapeteError, match="legal actions"):
        rollouts(one, observed(one, s, 1 - v.seat), action=1)
    with pytest.raises(TapeteError, match="from a seat's view"):
        rollouts(one, observed(one, s, SPECTATOR))
    with pytest.raises(TapeteError, match="kind of player"):
        rollouts(one, v, players=("uniform",) * 5)
    with pytest.raises(TapeteError, match="plays itself"):
        rollouts(one, v, players="caller")
    for _ in play(one, s, random.Random(1)):
        pass
    with pytest.raises(TapeteError, match="goes on"):
        rollouts(one, observed(one, s, 0))


def test_a_view_that_contradicts_itself_is_refused(monkeypatch: pytest.MonkeyPatch):
    one = game("match-em")
    monkeypatch.setattr(one.worlds, "TRIES", 50)
    _, v = next(views_to_move(one, 2, "contradiction"))
    v.players[1 - v.seat].count += 60
    with pytest.raises(TapeteError, match="contradicts itself"):
        rollouts(one, v)


@pytest.mark.proof
@every_game
def test_no_row_is_left(game: Game):
    """Whole roll-outs with Numba's bounds checking, which raises where a rule leaves a row."""
    _, v = next(views_to_move(game, game.max_seats, "bounds"))
    actions = np.array(actions_of(game, v, None), np.int64)
    shares = np.zeros((WORLDS, len(actions), game.max_seats), np.int8)
    desks = as_rows([new_desk(setting_of(game, v, "simple", KEY)).pack()], desk_kind(game))
    given = (desks, as_rows([v.pack()], type(v)), actions, shares)
    assert roller(game, boundscheck=True)(*given, 0) == WORLDS
