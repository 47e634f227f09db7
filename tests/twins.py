"""A game's rules run twice: interpreted at random, then compiled over the very same moves.

The interpreted run keeps what the rules said and did at every step; the compiled one compares as it
goes and stops at the first byte or number that differs, before it can act on a broken state.
"""

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import IntEnum
from types import SimpleNamespace
from typing import Any

import numba
import numpy as np

from tapete.core.game import CHANCE, SPECTATOR, TERMINAL, Game, Lot
from tapete.sim.jit import as_rows, compiled, dtype
from tests.driver import MAX_STEPS, observed, possible_moves, random_move, random_values, take

LOOK = 6
"""One step in so many is looked at closely: a view, a choice, and actions asked one by one."""
PROBES = 6
"""How many actions are asked one by one."""
NOBODY = -2
"""The viewer of a step that is not looked at."""
SAME = -1
"""What `follow` returns where nothing differs."""
RACE = int(Lot.RACE)


class Column(IntEnum):
    """What a step's row in the plan holds."""

    IS_CHANCE = 0
    MOVE = 1
    VIEWER = 2
    LOT = 3
    PROBE = 4
    """The first of PROBES actions, legal or not."""


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


PARTS = len(Part)


@dataclass
class Log:
    """What one interpreted match did; `answers` is all that the rules were asked, in order."""

    seats: int
    house: bytes
    """A state in which nothing but the house rules is filled in."""
    asks_stances: bool = False
    plan: list[list[int]] = field(default_factory=list[list[int]])
    states: list[bytes] = field(default_factory=list[bytes])
    answers: list[int] = field(default_factory=list[int])
    views: list[bytes] = field(default_factory=list[bytes])


# Interpreted


def play_logged(game: Game, seats: int, rng: random.Random) -> Log:
    """Play a random match under random house rules and log it."""
    s = game.new(seats, random_values(game, seats, rng))
    fresh = game.rules.State()
    fresh.house = s.house
    log = Log(seats, fresh.pack())
    log.states.append(s.pack())
    if game.races is not None:
        game.races.ask_stances(s, rng.random() < 0.5)
    for i in range(MAX_STEPS):
        log.states.append(s.pack())
        if game.rules.actor(s) == TERMINAL:
            break
        moves = ask(game, s, log)
        closely = look(game, s, moves, rng, log) if i % LOOK == 0 else [NOBODY] + [0] * (1 + PROBES)
        step = random_move(game, s, moves, rng)
        log.plan.append([step.seat == CHANCE, step.move, *closely])
        take(game, s, step)
    for seat in range(seats):
        answer = (game.rules.score, game.rules.place, game.rules.returns)
        log.answers += [ask_of(s, seat) for ask_of in answer]
    return log


def ask(game: Game, s: Any, log: Log) -> list[int]:
    """Log who must act and how; return what can be done."""
    seat, moves = game.rules.actor(s), possible_moves(game, s)
    log.answers.append(seat)
    if seat != CHANCE:
        log.answers += [len(moves), *moves]
        return moves
    kind, count = game.rules.chance_kind(s), game.rules.chance_count(s)
    log.answers += [kind, count]
    if kind == RACE:
        log.answers += [int(outcome in moves) for outcome in range(count)]
    return moves


def look(game: Game, s: Any, moves: list[int], rng: random.Random, log: Log) -> list[int]:
    """Log legal and illegal actions, a view and a choice; return what the plan must know."""
    seat = game.rules.actor(s)
    viewer = rng.choice([*range(s.seats), SPECTATOR])
    if seat >= 0 and rng.random() < 0.5:
        viewer = seat
    lot = rng.getrandbits(31)
    probes = [rng.randrange(-2, game.num_actions + 2) for _ in range(PROBES)]
    v = observed(game, s, viewer)
    log.answers += [int(game.rules.is_legal(s, action)) for action in probes]
    log.views.append(v.pack())
    if viewer == seat >= 0:
        log.answers.append(game.bots.choose(v, moves, len(moves), lot))
    return [viewer, lot, *probes]


# Compiled


@dataclass(frozen=True)
class Twin:
    """A game's compiled functions, and the one that follows a log by them."""

    game: Game
    setup: Callable[..., None]
    follow: Callable[..., int]


def make_twin(game: Game, *, boundscheck: bool = False, **planted: str) -> Twin:
    """Compile a game; `rules`, `view` or `bots` name modules to put in the place of its own."""
    homes = {kind: getattr(game, kind).__name__ for kind in ("rules", "view", "bots")} | planted
    rules, view, bots = (compiled(homes[kind], boundscheck=boundscheck) for kind in homes)
    compile_ = numba.njit(boundscheck=boundscheck)
    can_happen = getattr(rules, "can_happen", compile_(always))
    answers = compile_(make_answers(rules, can_happen))
    look_again = compile_(make_look(rules, view, bots))
    return Twin(game, rules.setup, compile_(make_follow(rules, answers, look_again)))


def always(_s: Any, _outcome: int) -> bool:
    """Say that any outcome can happen, in games without races."""
    return True


def make_answers(rules: SimpleNamespace, can_happen: Any) -> Callable[..., tuple[int, int]]:
    """Return the function that compares who must act and how; plain, to be compiled."""
    actor, legal_actions = rules.actor, rules.legal_actions
    chance_kind, chance_count = rules.chance_kind, rules.chance_count

    def answers_differ(s: Any, answers: Any, legal: Any) -> tuple[int, int]:  # noqa: PLR0911
        """Return the Part that differs, or SAME, and how many answers were compared."""
        if actor(s) != answers[0]:
            return Part.ACTOR, 0
        if answers[0] == CHANCE:
            kind, count = chance_kind(s), chance_count(s)
            if kind != answers[1] or count != answers[2]:
                return Part.CHANCE, 0
            if kind != RACE:
                return SAME, 3
            for outcome in range(count):
                if can_happen(s, outcome) != (answers[3 + outcome] == 1):
                    return Part.CHANCE, 0
            return SAME, 3 + count
        count = legal_actions(s, legal)
        if count != answers[1]:
            return Part.LEGAL_ACTIONS, 0
        for i in range(count):
            if legal[i] != answers[2 + i]:
                return Part.LEGAL_ACTIONS, 0
        return SAME, 2 + count

    return answers_differ


def make_look(
    rules: SimpleNamespace, view: SimpleNamespace, bots: SimpleNamespace
) -> Callable[..., tuple[int, int]]:
    """Return the function that looks closely at a step; plain, to be compiled."""
    is_legal, observe, choose = rules.is_legal, view.observe, bots.choose

    def looks_differ(s: Any, step: Any, answers: Any, legal: Any, seen: Any) -> tuple[int, int]:
        """Return the Part that differs, or SAME, and how many answers were compared."""
        rows, raw, expected, seat, count = seen
        for i in range(PROBES):
            if is_legal(s, step[Column.PROBE + i]) != (answers[i] == 1):
                return Part.IS_LEGAL, 0
        raw[:] = 0
        viewer = step[Column.VIEWER]
        observe(s, viewer, rows[0])
        if bytes_differ(raw, expected):
            return Part.VIEW, 0
        if seat < 0 or viewer != seat:
            return SAME, PROBES
        if choose(rows[0], legal, count, step[Column.LOT]) != answers[PROBES]:
            return Part.CHOICE, 0
        return SAME, PROBES + 1

    return looks_differ


@numba.njit
def bytes_differ(ours: Any, theirs: Any) -> bool:
    """Say whether two rows of bytes differ."""
    for i in range(len(theirs)):  # noqa: SIM110  (compiled)
        if ours[i] != theirs[i]:
            return True
    return False


def make_follow(rules: SimpleNamespace, answers_differ: Any, looks_differ: Any) -> Any:
    """Return the function that does a log's moves and compares; plain, to be compiled."""
    apply, apply_chance, actor = rules.apply, rules.apply_chance, rules.actor
    score, place, returns = rules.score, rules.place, rules.returns

    def follow(rows: Any, raw: Any, log: Any, legal: Any, seen: Any) -> int:  # noqa: PLR0911
        """Return SAME, or step × PARTS + the Part that differs at it."""
        plan, states, answers, views = log
        s, at, looks = rows[0], 0, 0
        for i in range(len(plan)):
            if bytes_differ(raw, states[i]):
                return i * PARTS + Part.STATE
            seat = actor(s)
            part, compared = answers_differ(s, answers[at:], legal)
            if part != SAME:
                return i * PARTS + part
            count = answers[at + 1]
            at += compared
            if plan[i, Column.VIEWER] != NOBODY:
                close = (seen[0], seen[1], views[looks], seat, count)
                part, compared = looks_differ(s, plan[i], answers[at:], legal, close)
                if part != SAME:
                    return i * PARTS + part
                at += compared
                looks += 1
            if plan[i, Column.IS_CHANCE]:
                apply_chance(s, plan[i, Column.MOVE])
            else:
                apply(s, plan[i, Column.MOVE])
        if bytes_differ(raw, states[len(plan)]):
            return len(plan) * PARTS + Part.STATE
        for seat in range(s.seats):
            theirs = answers[at + 3 * seat :]
            if score(s, seat) != theirs[0] or place(s, seat) != theirs[1]:
                return len(plan) * PARTS + Part.RESULT
            if returns(s, seat) != theirs[2]:
                return len(plan) * PARTS + Part.RESULT
        return SAME

    return follow


def difference(twin: Twin, log: Log) -> str:
    """Return where the compiled rules part from a log, "" where they do not."""
    game = twin.game
    rows = as_rows([log.house], game.rules.State)
    raw = bytes_of(rows)
    twin.setup(rows[0], log.seats)
    if raw.tobytes() != log.states[0]:
        return "setup gives another state"
    # The switch for stances is the table's, outside the rules.
    raw[:] = np.frombuffer(log.states[1], np.uint8)
    seen = np.zeros(1, dtype(game.view.View))
    size = len(log.views)
    arrays = (
        np.array(log.plan, np.int64),
        matrix(log.states[1:]),
        np.array(log.answers, np.int64),
        matrix(log.views),
    )
    legal = np.zeros(game.num_actions, np.int64)
    found = int(twin.follow(rows, raw, arrays, legal, (seen, bytes_of(seen))))
    if found == SAME:
        return ""
    step, part = divmod(found, PARTS)
    return f"{Part(part).name} differs at step {step} of {len(log.plan)} ({size} views)"


def bytes_of(rows: Any) -> Any:
    """Return the bytes of one row, sharing its memory."""
    return rows.view(np.uint8).reshape(-1)


def matrix(packed: list[bytes]) -> Any:
    """Return packed records as rows of bytes."""
    return np.frombuffer(b"".join(packed), np.uint8).reshape(len(packed), -1)
