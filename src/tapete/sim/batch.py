"""Matches stepped from Python: one call steps a whole batch and allocates nothing.

    batch = Batch("match-em", 1024, seats=3)
    batch.reset()
    while …:
        batch.step(actions)          # int64[1024], each one that batch.masks allows
        learn(batch.observations, batch.masks, batch.actors, batch.rewards, batch.dones)

All arrays are the caller's to own: give your own, or take those made here. They are written anew at
each step, so copy what is to last.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from tapete.core.errors import TapeteError
from tapete.core.game import NONE, Game
from tapete.core.options import Value
from tapete.sim.desk import Setting, desk_kind, new_desk
from tapete.sim.engine import stepper
from tapete.sim.jit import as_rows
from tapete.sim.observation import Column, columns, width
from tapete.sim.run import setting_of
from tapete.sim.stepping import RESET

NUMBERS = ("int16", "float32")
"""What observations may be written as."""


@dataclass
class Buffers:
    """Where a batch of n matches writes; None leaves the making to the batch."""

    masks: Any = None
    """uint8[n, num_actions]: 1 for each action that the one to act may do."""
    observations: Any = None
    """int16 or float32[n, width]: the actor's view, laid out as `Batch.columns` says."""
    rewards: Any = None
    """float32[n, seats]: each seat's share of the win in the step that ends a match, else 0."""
    dones: Any = None
    """uint8[n]: 1 in the step that ends a match."""
    actors: Any = None
    """int8[n]: the seat that must act, TERMINAL after the end."""


class Batch:
    """So many matches of one setting; see the module's text.

    The i-th match at first is the i-th of the key; each desk goes on with the match a whole batch
    further on, so what is played hangs on the key and the actions alone.
    """

    def __init__(  # noqa: PLR0913  # what a batch is, each part by its name
        self,
        game: Game | str,
        count: int,
        *,
        seats: int | None = None,
        players: str | Sequence[str] = "caller",
        options: Mapping[str, Value] | None = None,
        preset: str = "sheet",
        key: int = 0,
        masks: bool = True,
        observations: str | None = "int16",
        auto_reset: bool = True,
        stances: bool = True,
        buffers: Buffers | None = None,
    ) -> None:
        """Set up `count` matches; `reset` begins them.

        `players` says who plays each seat: "caller" for the actions given to `step`, else a
        computer player. `masks=False` and `observations=None` leave those out. With `stances`,
        seats are asked how careful they are before a race, in games that have races. Raises
        TapeteError for what is not allowed or for a buffer that does not fit.
        """
        self.setting = setting_of(
            game,
            seats=seats,
            players=players,
            options=options,
            preset=preset,
            key=key,
            asks_stances=stances,
        )
        self.count = count
        if observations not in {*NUMBERS, None}:
            raise TapeteError(f"observations are {', '.join(NUMBERS)} or None, not {observations}")
        self._take(buffers or Buffers(), masks=masks, numbers=observations)
        self._step = stepper(self.setting.game, observations or NUMBERS[0])
        self.desks = desks_of(self.setting, count, auto_reset=auto_reset)
        self._resets = np.full(count, RESET, np.int64)
        self._arrays = (self.masks, self.observations, self.rewards, self.dones, self.actors)

    @property
    def columns(self) -> tuple[Column, ...]:
        """Return what each column of the observations is."""
        return columns(self.setting.game.view.View)

    def reset(self, first: int = 0) -> None:
        """Begin at the match of this index of the key, whatever was under way."""
        self.desks["index"] = np.arange(first, first + self.count, dtype=np.uint64)
        self.desks["has_begun"] = 0
        self._step(self.desks, self._resets, *self._arrays)

    def step(self, actions: Any) -> None:
        """Do an action in each match, int64[count], and write what follows.

        RESET instead of an action begins the desk's next match. Raises TapeteError for an action
        that is not legal: its match is as it was, the others have gone on.
        """
        given = np.ascontiguousarray(actions, np.int64)
        if given.shape != (self.count,):
            raise TapeteError(f"expected {self.count} actions, got an array of {given.shape}")
        self.step_unchecked(given)

    def step_unchecked(self, actions: Any) -> None:
        """Step like `step`, with an array that is known to be int64[count] and contiguous."""
        refusing = self._step(self.desks, actions, *self._arrays)
        if refusing != NONE:
            raise TapeteError(f"action {actions[refusing]} is not legal in match {refusing}")

    def _take(self, given: Buffers, *, masks: bool, numbers: str | None) -> None:
        """Take the caller's buffers, or make what is missing."""
        game, lines = self.setting.game, self.count
        wide = width(game.view.View)
        self.masks = fit(given.masks, "uint8", (lines if masks else 0, game.num_actions))
        self.observations = fit(
            given.observations, numbers or NUMBERS[0], (lines if numbers else 0, wide)
        )
        self.rewards = fit(given.rewards, "float32", (lines, self.setting.seats))
        self.dones = fit(given.dones, "uint8", (lines,))
        self.actors = fit(given.actors, "int8", (lines,))


def fit(array: Any, numbers: str, shape: tuple[int, ...]) -> Any:
    """Return a buffer that is right, or a new one for None; raise TapeteError for a wrong one."""
    if array is None:
        return np.zeros(shape, numbers)
    is_right = isinstance(array, np.ndarray) and array.dtype == numbers and array.shape == shape
    if not is_right or not array.flags.c_contiguous or not array.flags.writeable:
        raise TapeteError(f"expected a buffer {numbers}{list(shape)}, contiguous and writeable")
    return array


def desks_of(setting: Setting, count: int, *, auto_reset: bool) -> Any:
    """Return as many desks as there are matches, in one structured array."""
    desk = new_desk(setting)
    desk.stride = count
    desk.goes_on = int(auto_reset)
    return as_rows([desk.pack()] * count, desk_kind(setting.game))


class Single:
    """One match, stepped with the fewest calls: what a search or a tabular learner needs.

    `mask`, `observation` and `rewards` are rows of the batch of one underneath.
    """

    def __init__(self, game: Game | str, **given: Any) -> None:
        """Set up one match with the arguments of Batch."""
        self.batch = Batch(game, 1, **given)
        self.mask = self.batch.masks[0] if len(self.batch.masks) else None
        self.observation = self.batch.observations[0] if len(self.batch.observations) else None
        self.rewards = self.batch.rewards[0]
        self._actions = np.zeros(1, np.int64)
        self._actor = memoryview(self.batch.actors)
        self._done = memoryview(self.batch.dones)
        self._call = self.batch._step
        self._given = (self.batch.desks, self._actions, *self.batch._arrays)

    @property
    def is_done(self) -> bool:
        """Say whether the last step ended a match."""
        return self._done[0] == 1

    def reset(self, first: int = 0) -> int:
        """Begin at the match of this index of the key; return the seat that must act."""
        self.batch.reset(first)
        return self._actor[0]

    def step(self, action: int) -> int:
        """Do an action; return the seat that must act next, TERMINAL at the end.

        Raises TapeteError for one that is not legal, and the match is as it was.
        """
        self._actions[0] = action
        if self._call(*self._given) != NONE:
            raise TapeteError(f"action {action} is not legal")
        return self._actor[0]
