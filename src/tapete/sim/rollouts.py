"""Determinised roll-outs: how good each action is in worlds where a view's seat may be sitting.

A world is a whole table with what the view hides dealt again (a game's `worlds.py`); players as
programs play it on to its end. All actions are tried in the same worlds with the same random
numbers, so that differences between them are steadier than the means themselves.
"""

import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np
from numba import types

from tapete.core.errors import TapeteError
from tapete.core.game import NONE, TERMINAL, WIN, Action, Game, Seat
from tapete.core.state import Record
from tapete.sim import engine, rolling
from tapete.sim.cpu import num_cores
from tapete.sim.desk import Kind, Setting, desk_kind, new_desk
from tapete.sim.jit import as_rows
from tapete.sim.kept import once
from tapete.sim.rng import stream
from tapete.sim.run import kinds_of

WORLDS = 1000
SLICE = 64
"""Worlds that a thread plays on in one call."""


@dataclass(frozen=True)
class Rollouts:
    """What the roll-outs from one view came to."""

    seat: Seat
    """The view's."""
    actions: tuple[Action, ...]
    """What was tried; NONE where the world was played on as it was."""
    shares: Any
    """int8[world, action, seat]: the returns, in parts of WIN."""
    decisions: int
    """Choices made by the players of the roll-outs."""
    cpu_seconds: float

    @property
    def mean(self) -> Any:
        """Return per action the share of a win that the view's seat got on average."""
        return self._own.mean(axis=0)

    @property
    def error(self) -> Any:
        """Return per action the standard error of the mean; NaN for a single world."""
        return spread(self._own)

    def difference(self, one: int, other: int) -> tuple[float, float]:
        """Return by how much one action's mean is above another's, by place, and its error."""
        apart = self._own[:, one] - self._own[:, other]
        return float(apart.mean()), float(spread(apart))

    @property
    def _own(self) -> Any:
        return self.shares[:, :, self.seat] / WIN


def spread(samples: Any) -> Any:
    """Return the standard errors of means over the first axis."""
    count = len(samples)
    return samples.std(axis=0, ddof=1) / np.sqrt(count) if count > 1 else samples[0] * np.nan


def rollouts(  # noqa: PLR0913  # what a roll-out is, each part by its name
    game: Game,
    view: Record,
    *,
    worlds: int = WORLDS,
    action: Action | None = None,
    players: str | Sequence[str] = "uniform",
    key: int = 0,
    threads: int | None = None,
) -> Rollouts:
    """Try an action, or each legal one, in so many worlds of a seat's view.

    Where the seat is not to act, the worlds are played on as they are. `players` is one of KINDS
    for all seats or one a seat; `key` gives each world its random numbers, so that neither the
    number of threads nor their order changes anything. Raises TapeteError for a view without a
    seat, of a match that is over or that contradicts itself, and for an action that is not legal.
    """
    actions = actions_of(game, view, action)
    desk = new_desk(setting_of(game, view, players, key)).pack()
    shares = np.zeros((worlds, len(actions), game.max_seats), np.int8)
    given = (as_rows([view.pack()], type(view)), np.array(actions, np.int64))
    roll = roller(game)

    def one(first: int) -> tuple[int, int, float]:
        desks = as_rows([desk], desk_kind(game))
        part = shares[first : first + SLICE]
        started = time.thread_time()
        found = roll(desks, *given, part, first)
        return len(part) - found, int(desks[0]["decisions"]), time.thread_time() - started

    with ThreadPoolExecutor(threads or num_cores(), "tapete") as pool:
        parts = list(pool.map(one, range(0, worlds, SLICE)))
    if any(missing for missing, _, _ in parts):
        raise no_world()
    decisions, cpu_seconds = (sum(column) for column in list(zip(*parts, strict=True))[1:])
    seat: Any = view
    return Rollouts(seat.seat, actions, shares[:, :, : seat.seats], decisions, cpu_seconds)


def actions_of(game: Game, view: Any, action: Action | None) -> tuple[Action, ...]:
    """Return what to try from a view; raise TapeteError where there is nothing to."""
    if view.seat < 0 or view.actor == TERMINAL:
        raise TapeteError(
            "roll-outs start from a seat's view of a match that goes on",
            "las simulaciones parten de la vista de un asiento en una partida sin acabar",
        )
    if view.actor != view.seat and action is None:
        return (NONE,)
    legal = legal_of(game, view) if view.actor == view.seat else []
    if action is None:
        return tuple(legal)
    if action not in legal:
        raise TapeteError(
            f"expected one of the seat's legal actions, {legal}, not {action!r}",
            f"se esperaba una acción legal del asiento, {legal}, no {action!r}",
        )
    return (action,)


def legal_of(game: Game, view: Any) -> list[Action]:
    """Return the legal actions of a view's seat, which are the same in all its worlds."""
    world, legal = game.rules.State(), [0] * game.num_actions
    if not game.worlds.deal_again(view, world, stream(0, "legal")):
        raise no_world()
    return legal[: game.rules.legal_actions(world, legal)]


def no_world() -> TapeteError:
    """Return the refusal of a view that no table has."""
    return TapeteError(
        "the view contradicts itself: no table was found that looks like this",
        "la vista se contradice: no se ha encontrado ninguna mesa que se vea así",
    )


def setting_of(game: Game, view: Any, players: str | Sequence[str], key: int) -> Setting:
    """Return the setting of the roll-outs; their house rules are the view's own."""
    kinds = kinds_of(players, view.seats)
    if Kind.CALLER in kinds:
        raise TapeteError("nobody can be called in a roll-out: it plays itself")
    return Setting(game, view.seats, game.settle(view.seats, {}), kinds, key)


@once
def roller(game: Game, *, boundscheck: bool = False) -> Any:
    """Return `rolling.roll_out`, compiled: desks[1], views[1], actions[k], shares[n, k, seats]."""
    kinds = (
        engine.rows_of(desk_kind(game)),
        engine.rows_of(game.view.View),
        engine.plain(types.int64),
        engine.plain(types.int8, 3),
        types.int64,
    )
    signature = types.int64(*kinds)
    return engine.made(game, rolling.roll_out, signature, boundscheck=boundscheck)
