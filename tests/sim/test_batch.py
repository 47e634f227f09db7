"""Stepped matches: the compiled step is the interpreted one, and writes where the caller says."""

import random
import tracemalloc
from typing import Any

import numpy as np
import pytest

from tapete.core.errors import TapeteError
from tapete.core.game import TERMINAL, WIN, Game
from tapete.games import games
from tapete.sim import Batch, Buffers, Single, stepping
from tapete.sim.batch import desks_of
from tapete.sim.binding import interpreted
from tapete.sim.desk import desk_kind
from tapete.sim.jit import row_bytes
from tapete.sim.observation import columns, width
from tapete.sim.stepping import RESET
from tests.driver import observed, random_values
from tests.toy import TOY

COUNT = 5
STEPS = 150
every_game = pytest.mark.parametrize("game", games().values(), ids=games())


def legal_choices(masks: Any, r: random.Random) -> Any:
    """Draw an action for each match, any where there is none."""
    return np.array([r.choice(list(np.flatnonzero(mask)) or [0]) for mask in masks], np.int64)


class Plain:
    """The interpreted step over plain desks, beside a batch."""

    def __init__(self, batch: Batch, *, auto_reset: bool) -> None:
        game = batch.setting.game
        packed = desks_of(batch.setting, 1, auto_reset=auto_reset)
        self.desks = [desk_kind(game).unpack(row_bytes(packed, 0)) for _ in range(batch.count)]
        for i, desk in enumerate(self.desks):
            desk.stride, desk.index = batch.count, i
        self.arrays = [np.zeros_like(array) for array in batch._arrays]
        self._step = interpreted(stepping.__name__, game).step

    def step(self, actions: Any) -> int:
        return self._step(self.desks, actions, *self.arrays)


@every_game
@pytest.mark.parametrize("auto_reset", [True, False], ids=["on", "once"])
def test_a_compiled_step_is_the_interpreted_one(game: Game, auto_reset: bool):
    for seats in range(game.min_seats, game.max_seats + 1):
        r = random.Random(f"{game.name}/{seats}")
        others = [r.choice(("caller", "simple", "uniform")) for _ in range(seats - 1)]
        options = random_values(game, seats, r)
        batch = Batch(
            game,
            COUNT,
            players=["caller", *others],
            options=options,
            key=seats,
            auto_reset=auto_reset,
            stances=seats > 2,
        )
        batch.reset()
        plain = Plain(batch, auto_reset=auto_reset)
        plain.step(np.full(COUNT, RESET))
        for _ in range(STEPS):
            for ours, theirs in zip(batch._arrays, plain.arrays, strict=True):
                assert np.array_equal(ours, theirs)
            actions = legal_choices(batch.masks, r)
            batch.step(actions)
            assert plain.step(actions) == -1
        for i, desk in enumerate(plain.desks):
            assert row_bytes(batch.desks, i) == desk.pack()


@every_game
def test_what_is_written_is_what_the_state_says(game: Game):
    r = random.Random(game.name)
    batch = Batch(game, COUNT, seats=game.max_seats, key=5)
    batch.reset()
    ends = 0
    for _ in range(400):
        for i in range(COUNT):
            state = game.rules.State.unpack(
                row_bytes(np.ascontiguousarray(batch.desks["state"]), i)
            )
            seat = game.rules.actor(state)
            assert batch.actors[i] == seat >= 0
            legal = [a for a in range(game.num_actions) if game.rules.is_legal(state, a)]
            assert list(np.flatnonzero(batch.masks[i])) == legal
            assert list(batch.observations[i]) == flat(game, observed(game, state, seat))
        batch.step(legal_choices(batch.masks, r))
        ends += int(batch.dones.sum())
        for reward, done in zip(batch.rewards, batch.dones, strict=True):
            assert reward.sum() == pytest.approx(float(done))
    assert ends > 0


def flat(game: Game, view: Any) -> list[int]:
    """Return a view's numbers by the names of its columns, read one by one."""
    found = [0] * width(game.view.View)
    for column in columns(game.view.View):
        value = eval(f"v.{column.name}", {"v": view})  # noqa: S307  (names of our own)
        found[column.first : column.first + column.length] = value if column.is_row else [value]
    return found


@every_game
def test_observations_leave_out_no_number_but_packs(game: Game):
    view = game.view.View
    wide = [field for _name, field in walk(view) if field.kind in {"q", "Q"}]
    assert width(view) == len(view().numbers()) - len(wide)


def walk(kind: Any) -> list[tuple[str, Any]]:
    found: list[tuple[str, Any]] = []
    for name, field in kind.FIELDS.items():
        if isinstance(field.kind, str):
            found += [(name, field)] * (field.length or 1)
        else:
            found += walk(field.kind) * (field.length or 1)
    return found


def test_float_observations_are_the_same_numbers():
    whole, floats = Batch(TOY, 3), Batch(TOY, 3, observations="float32")
    for batch in (whole, floats):
        batch.reset()
    assert floats.observations.dtype == np.float32
    assert np.array_equal(whole.observations, floats.observations)


def test_counts_stop_at_what_sixteen_bits_hold():
    game = next(one for one in games().values() if one.races is not None)
    batch = Single(game, seats=2).batch
    batch.reset()
    history = batch.desks["state"]["players"]["history"]
    history["slaps"] = 1 << 20
    batch.step(legal_choices(batch.masks, random.Random(1)))
    assert batch.observations.max() == 32767


def test_an_illegal_action_is_refused_and_its_match_stays():
    batch = Batch(TOY, 3, seats=2)
    batch.reset()
    before = [row_bytes(batch.desks, i) for i in range(3)]
    wrong = [TOY.num_actions, 0, 0]
    with pytest.raises(TapeteError, match=f"action {wrong[0]} is not legal in match 0"):
        batch.step(wrong)
    after = [row_bytes(batch.desks, i) for i in range(3)]
    assert [x == y for x, y in zip(before, after, strict=True)] == [True, False, False]
    with pytest.raises(TapeteError, match="expected 3 actions"):
        batch.step([0])


def test_a_match_that_is_over_waits_for_a_reset():
    single = Single(TOY, seats=2, auto_reset=False)
    seat = single.reset()
    while seat != TERMINAL:
        assert not single.is_done
        assert single.rewards.sum() == 0
        seat = single.step(int(np.flatnonzero(single.mask)[0]))
    assert single.is_done
    assert single.rewards.sum() == 1
    assert single.mask.sum() == 0
    assert single.step(0) == TERMINAL
    assert single.step(RESET) >= 0
    assert single.batch.desks["index"][0] == 1


def test_desks_go_on_with_the_match_a_batch_further_on():
    batch = Batch(TOY, 4, seats=2, key=9)
    batch.reset(first=10)
    while not batch.dones[2]:
        batch.step(legal_choices(batch.masks, random.Random(1)))
    assert batch.desks["index"][2] == 16
    other = Batch(TOY, 1, seats=2, key=9)
    other.reset(first=16)
    assert np.array_equal(batch.observations[2], other.observations[0])


def test_computer_players_play_their_seats():
    batch = Batch(TOY, 8, players=["caller", "uniform", "simple"])
    batch.reset()
    for _ in range(60):
        assert set(batch.actors) == {0}
        batch.step(legal_choices(batch.masks, random.Random(2)))
    assert batch.desks["decisions"].min() >= 0


def test_the_caller_owns_the_buffers():
    buffers = Buffers(
        masks=np.full((2, TOY.num_actions), 9, np.uint8),
        observations=np.full((2, width(TOY.view.View)), 9, np.int16),
        rewards=np.full((2, 2), 9, np.float32),
        dones=np.full(2, 9, np.uint8),
        actors=np.full(2, 9, np.int8),
    )
    batch = Batch(TOY, 2, buffers=buffers)
    batch.reset()
    assert batch.masks is buffers.masks
    assert set(buffers.masks.ravel()) <= {0, 1}
    assert set(buffers.actors) <= {0, 1}
    assert not buffers.rewards.any()
    assert not buffers.dones.any()
    assert buffers.observations[0, columns(TOY.view.View)[-1].first] != 9


@pytest.mark.parametrize(
    "wrong",
    [
        np.zeros((2, TOY.num_actions), np.int8),
        np.zeros((3, TOY.num_actions), np.uint8),
        np.zeros((TOY.num_actions, 2), np.uint8).T,
        [[0] * TOY.num_actions] * 2,
    ],
    ids=["type", "shape", "order", "list"],
)
def test_a_buffer_that_does_not_fit_is_refused(wrong: Any):
    with pytest.raises(TapeteError, match="expected a buffer uint8"):
        Batch(TOY, 2, buffers=Buffers(masks=wrong))


@pytest.mark.parametrize("given", [{"seats": 9}, {"players": "nobody"}, {"observations": "int8"}])
def test_what_is_not_allowed_is_refused(given: dict[str, Any]):
    with pytest.raises(TapeteError):
        Batch(TOY, 2, **given)


def test_masks_and_observations_can_be_left_out():
    batch = Batch(TOY, 2, masks=False, observations=None)
    batch.reset()
    assert len(batch.masks) == len(batch.observations) == 0
    assert set(batch.actors) <= {0, 1}


@every_game
def test_a_step_allocates_nothing(game: Game):
    batch = Batch(game, 64, seats=3, key=3)
    batch.reset()
    r = random.Random(4)
    # The first calls make what stays.
    for _ in range(3):
        batch.step_unchecked(legal_choices(batch.masks, r))
    actions = [legal_choices(batch.masks, r)]
    tracemalloc.start()
    try:
        before = tracemalloc.get_traced_memory()[0]
        tracemalloc.reset_peak()
        batch.step_unchecked(actions[0])
        assert tracemalloc.get_traced_memory()[1] - before < 512
    finally:
        tracemalloc.stop()


def test_the_sum_of_rewards_is_one_win():
    batch = Batch(TOY, 30, seats=3)
    batch.reset()
    r = random.Random(8)
    shares: set[float] = set()
    for _ in range(40):
        batch.step(legal_choices(batch.masks, r))
        shares |= set(batch.rewards.ravel().tolist())
    in_parts = {round(share * WIN) for share in shares}
    assert {0, WIN} < in_parts <= {0, WIN, WIN // 2, WIN // 3}
