"""A game's rules run twice: interpreted at random, then compiled over the very same moves.

The interpreted run keeps what the rules said and did at every step; the compiled one compares as it
goes and stops at the first byte or number that differs, before it can act on a broken state.
"""

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Any

import numba
import numpy as np

from tapete.core.game import CHANCE, SPECTATOR, TERMINAL, Game, Lot
from tapete.core.state import Record
from tapete.sim.jit import as_rows, compiled, dtype
from tests.driver import (
    MAX_STEPS,
    Step,
    observed,
    possible_moves,
    random_move,
    random_values,
    take,
)

LOOK = 6
"""One step in so many is looked at closely: a view, a choice, and actions asked one by one."""
PROBES = 6
"""How many actions are asked one by one."""
NOBODY = -2
"""The viewer of a step that is not looked at."""
SAME = -1
"""What a compiled run without a difference returns."""


class Column(IntEnum):
    """What a step's row in the plan holds."""

    IS_CHANCE = 0
    MOVE = 1
    VIEWER = 2
    LOT = 3
    PROBE = 4
    """The first of PROBES actions, legal or not."""


COLUMNS = Column.PROBE + PROBES


class Part(IntEnum):
    """Where a difference lies."""

    STATE = 0
    ACTOR = 1
    LEGAL_ACTIONS = 2
    CHANCE = 3
    IS_LEGAL = 4
    VIEW = 5
    CHOICE = 6
    RESULT = 7


@dataclass
class Log:
    """What one interpreted match did; `answers` is all that the rules were asked, in order."""

    start: bytes = b""
    """The state before the first step."""
    plan: list[list[int]] = field(default_factory=list[list[int]])
    states: list[bytes] = field(default_factory=list[bytes])
    answers: list[int] = field(default_factory=list[int])
    views: list[bytes] = field(default_factory=list[bytes])


@dataclass(frozen=True)
class Twin:
    """The compiled functions of a game's modules."""

    game: Game
    setup: Callable[..., Any]
    follow: Callable[..., int]


def make_twin(game: Game, *, boundscheck: bool = False, **modules: str) -> Twin:
    """Compile a game; `rules`, `view` or `bots` name modules that take the place of its own."""
    names = {kind: getattr(game, kind).__name__ for kind in ("rules", "view", "bots")} | modules
    rules, view, bots = (compiled(name, boundscheck=boundscheck) for name in names.values())
    compile_ = numba.njit(boundscheck=boundscheck)
    rules.can_happen = getattr(rules, "can_happen", compile_(always))
    bots.stance = getattr(bots, "stance", compile_(no_stance))
    return Twin(game, rules.setup, compile_(make_follow(rules, view, bots, compile_)))


def always(_s: Any, _outcome: int) -> bool:
    """Say that any outcome can happen, in games without races."""
    return True


def no_stance(_v: Any, _lot: int) -> int:
    """Take no stance, in games without races."""
    return 0


def play_logged(game: Game, seats: int, rng: random.Random) -> Log:
    """Play a random match under random house rules, interpreted."""
    s = game.new(seats, random_values(game, seats, rng))
    if game.races is not None:
        game.races.ask_stances(s, rng.random() < 0.5)
    log = Log(start=s.pack())
    for i in range(MAX_STEPS):
        log.states.append(s.pack())
        seat = game.rules.actor(s)
        if seat == TERMINAL:
            break
        moves = ask(game, s, seat, log)
        plan = look(game, s, (seat, moves), rng, log) if i % LOOK == 0 else [NOBODY] + [0] * 7
        step = random_move(game, s, moves, rng)
        log.plan.append([step.seat == CHANCE, step.move, *plan])
        take(game, s, step)
    for one in range(seats):
        rules = game.rules
        log.answers += [rules.score(s, one), rules.place(s, one), rules.returns(s, one)]
    return log


def ask(game: Game, s: Any, seat: int, log: Log) -> list[int]:
    """Log who must act and how; return what can be done."""
    moves = possible_moves(game, s)
    if seat != CHANCE:
        log.answers += [seat, len(moves), *moves]
        return moves
    kind, count = game.rules.chance_kind(s), game.rules.chance_count(s)
    log.answers += [seat, kind, count]
    if kind == Lot.RACE:
        log.answers += [int(outcome in moves) for outcome in range(count)]
    return moves


def look(
    game: Game, s: Any, at: tuple[int, list[int]], rng: random.Random, log: Log
) -> list[int]:
    """Log a view, some legal and illegal actions and a choice; return what the plan must know."""
    seat, moves = at
    viewer = rng.choice([seat] * 4 + [*range(s.seats), SPECTATOR]) if seat >= 0 else rng.randrange(s.seats)
    lot = rng.getrandbits(31)
    probes = [rng.randrange(-2, game.num_actions + 2) for _ in range(PROBES)]
    v = observed(game, s, viewer)
    log.answers += [int(game.rules.is_legal(s, action)) for action in probes]
    log.views.append(v.pack())
    if viewer == seat:
        log.answers.append(game.bots.choose(v, moves, len(moves), lot))
    elif game.races is not None and viewer >= 0:
        log.answers.append(game.bots.stance(v, lot))
    return [viewer, lot, *probes]


def make_follow(rules: Any, view: Any, bots: Any, compile_: Any) -> Callable[..., int]:
    """Return the function that does a log's moves and compares; plain, to be compiled."""
    actor, is_legal, legal_actions = rules.actor, rules.is_legal, rules.legal_actions
