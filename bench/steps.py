"""Decisions a second of uniform play: interpreted, and compiled beside it in the same run.

    python bench/steps.py [--seconds 3] [--seats 4] [GAME …]

A step is one decision: its legal list, the choice, its application, and whatever chance follows.
Both runs play the same matches from the same keys; the script checks that they make the same
decisions. Figures are per second of CPU time of one core; the ratio is the one to quote.
"""

import argparse
import platform
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numba
import numpy as np

from tapete.core.game import TERMINAL, Game, Lot
from tapete.games import game, games
from tapete.sim import rng
from tapete.sim.jit import as_rows, compiled

KEY = 2024
RACE = int(Lot.RACE)


def always(_s: Any, _outcome: int) -> bool:
    """Stand in for `can_happen` in a game without races."""
    return True


def playout_of(names: Any, can_happen: Any, below: Any) -> Callable[[Any, Any, Any], int]:
    """Return a function that plays a state to its end uniformly and counts the decisions."""
    actor, legal_actions, apply = names.actor, names.legal_actions, names.apply
    kind, count, happen = names.chance_kind, names.chance_count, names.apply_chance

    def playout(s: Any, legal: Any, r: Any) -> int:
        decisions = 0
        while True:
            seat = actor(s)
            if seat == TERMINAL:
                return decisions
            if seat >= 0:
                apply(s, legal[below(r, legal_actions(s, legal))])
                decisions += 1
            else:
                outcome = below(r, count(s))
                while kind(s) == RACE and not can_happen(s, outcome):
                    outcome = below(r, count(s))
                happen(s, outcome)

    return playout


@dataclass
class Run:
    """Matches played, decisions made, CPU seconds used."""

    matches: int = 0
    decisions: int = 0
    seconds: float = 0.0

    @property
    def rate(self) -> float:
        """Return decisions a second."""
        return self.decisions / self.seconds


def interpreted(g: Game, seats: int, seconds: float) -> Run:
    """Play matches on plain objects for about so many seconds."""
    playout = playout_of(g.rules, getattr(g.rules, "can_happen", always), rng.below)
    legal, run = [0] * g.num_actions, Run()
    while run.seconds < seconds:
        s, r = g.new(seats, g.settle(seats, {})), rng.stream(KEY, run.matches)
        started = time.process_time()
        run.decisions += playout(s, legal, r)
        run.seconds += time.process_time() - started
        run.matches += 1
    return run


def machine_code(g: Game, seats: int, matches: int) -> Run:
    """Play so many of the same matches compiled; compiling is not counted."""
    rules, random = compiled(g.rules.__name__), compiled(rng.__name__)
    can_happen = getattr(rules, "can_happen", numba.njit(always))
    one = numba.njit(playout_of(rules, can_happen, random.below))

    @numba.njit
    def all_of(states: Any, legal: Any, streams: Any) -> int:
        total = 0
        for i in range(len(states)):
            total += one(states[i], legal, streams[i])
        return total

    fresh = g.new(seats, g.settle(seats, {})).pack()
    legal = np.zeros(g.num_actions, np.int64)

    def arrays(count: int) -> tuple[Any, Any]:
        streams = [rng.stream(KEY, i).pack() for i in range(count)]
        states = as_rows([fresh] * count, g.rules.State)
        return states, as_rows(streams, rng.Rng)

    states, streams = arrays(1)
    all_of(states, legal, streams)
    states, streams = arrays(matches)
    started = time.process_time()
    decisions = all_of(states, legal, streams)
    return Run(matches, int(decisions), time.process_time() - started)


def main() -> None:
    """Measure and print a table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="*", metavar="GAME", default=list(games()))
    parser.add_argument("--seconds", type=float, default=3.0)
    parser.add_argument("--seats", type=int, default=4)
    args = parser.parse_args()
    print(f"{platform.machine()}, Python {platform.python_version()}, Numba {numba.__version__}")
    head = ("seats", "interpreted/s", "compiled/s", "ratio", "decisions/match")
    print(f"{'game':12}" + "".join(f"{word:>16}" for word in head))
    for name in args.names:
        g = game(name)
        slow = interpreted(g, args.seats, args.seconds)
        fast = machine_code(g, args.seats, slow.matches)
        if slow.decisions != fast.decisions:
            raise SystemExit(
                f"{name}: {slow.decisions} decisions interpreted, {fast.decisions} compiled"
            )
        print(
            f"{name:12}{args.seats:16}{slow.rate:16,.0f}{fast.rate:16,.0f}"
            f"{fast.rate / slow.rate:16.0f}{slow.decisions / slow.matches:16.0f}"
        )


if __name__ == "__main__":
    main()
