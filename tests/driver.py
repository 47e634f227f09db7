"""Random matches of any game, step by step, for the tests that every game must pass."""

import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from tapete.core.game import CHANCE, TERMINAL, Game, Lot

MAX_STEPS = 200_000
"""No match of any game takes so many steps; more is a stall."""
TOUCHES = 0.05
"""How often somebody touches early where that is possible."""


@dataclass(frozen=True)
class Step:
    """One move: an action of a seat, or an outcome of chance (seat is CHANCE then)."""

    seat: int
    move: int


def random_values(game: Game, seats: int, rng: random.Random) -> dict[str, Any]:
    """Return settled house rules, each drawn among its values, that go together."""
    while True:
        values = {name: rng.choice(option.values) for name, option in game.options.items()}
        if not game.objection(seats, values):
            return game.settle(seats, values)


def possible_outcomes(game: Game, s: Any) -> list[int]:
    """Return what can fall at a chance node; touches are for `random_touch`."""
    count = game.rules.chance_count(s)
    if game.rules.chance_kind(s) != Lot.RACE:
        return list(range(count))
    return [outcome for outcome in range(count) if game.rules.can_happen(s, outcome)]


def possible_moves(game: Game, s: Any) -> list[int]:
    """Return the actor's legal actions, or what can fall where chance must act."""
    return possible_outcomes(game, s) if game.rules.actor(s) == CHANCE else legal(game, s)


def random_move(game: Game, s: Any, moves: list[int], rng: random.Random) -> Step:
    """Draw the next step among the possible moves, or now and then a touch."""
    touches = game.races.touches(s) if game.races and game.rules.actor(s) != CHANCE else []
    if touches and rng.random() < TOUCHES:
        return Step(CHANCE, rng.choice(touches))
    return Step(game.rules.actor(s), rng.choice(moves))


def legal(game: Game, s: Any) -> list[int]:
    """Return the actor's legal actions."""
    buffer = [0] * game.num_actions
    return buffer[: game.rules.legal_actions(s, buffer)]


def take(game: Game, s: Any, step: Step) -> None:
    """Do a step."""
    if step.seat == CHANCE:
        game.rules.apply_chance(s, step.move)
    else:
        game.rules.apply(s, step.move)


def play(game: Game, s: Any, rng: random.Random) -> Iterator[Step]:
    """Play a match to its end, yielding each step just before it is done."""
    for _ in range(MAX_STEPS):
        if game.rules.actor(s) == TERMINAL:
            return
        step = random_move(game, s, possible_moves(game, s), rng)
        yield step
        take(game, s, step)
    raise AssertionError(f"{game.name} did not end within {MAX_STEPS} steps")


def observed(game: Game, s: Any, seat: int) -> Any:
    """Return the view of a seat."""
    v = game.view.View()
    game.view.observe(s, seat, v)
    return v
