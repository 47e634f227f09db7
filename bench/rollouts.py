"""How fast roll-outs are: CPU time for 100,000 decisions of uniform players, worlds dealt included.

python bench/rollouts.py                  every game, at the fewest and the most seats
python bench/rollouts.py --game declare   one

Views are those of the seat to move, evenly spread over random matches under the sheet's rules; each
is rolled out in WORLDS worlds per legal action on one thread. The first run on a machine compiles.
"""

import argparse
import random
import statistics
from collections.abc import Iterator
from typing import Any

from tapete.core.game import CHANCE, TERMINAL, Game
from tapete.games import games
from tapete.sim.rollouts import roller, rollouts

MATCHES, VIEWS, WORLDS = 8, 12, 64
DECISIONS = 100_000
MARKS = {"match-em": 20.0}
"""Milliseconds a core; MARK where not given."""
MARK = 60.0


def views_of(game: Game, seats: int, rng: random.Random) -> Iterator[Any]:
    """Yield every view of a seat to move in a random match."""
    s = game.new(seats, game.settle(seats, {}))
    legal = [0] * game.num_actions
    while (seat := game.rules.actor(s)) != TERMINAL:
        if seat == CHANCE:
            count = game.rules.chance_count(s)
            # Of a race's outcomes not all can happen.
            can_happen = getattr(game.rules, "can_happen", lambda *_: True)
            fit = [outcome for outcome in range(count) if can_happen(s, outcome)]
            game.rules.apply_chance(s, rng.choice(fit))
            continue
        v = game.view.View()
        game.view.observe(s, seat, v)
        yield v
        game.rules.apply(s, legal[rng.randrange(game.rules.legal_actions(s, legal))])


def measure(game: Game, seats: int) -> str:
    """Return a line: the mean over all roll-outs, and the views' quantiles."""
    spent, decisions, each = 0.0, 0, []
    for index in range(MATCHES):
        rng = random.Random(f"{game.name}/{seats}/{index}")
        views = list(views_of(game, seats, rng))
        for v in views[:: max(1, len(views) // VIEWS)]:
            found = rollouts(game, v, worlds=WORLDS, key=index, threads=1)
            spent += found.cpu_seconds
            decisions += found.decisions
            if found.decisions:
                each.append(found.cpu_seconds / found.decisions * DECISIONS * 1000)
    mean = spent / decisions * DECISIONS * 1000
    tenths = statistics.quantiles(each, n=10)
    return (
        f"{game.name:<11} {seats} seats  {mean:6.1f} ms per {DECISIONS:,} decisions "
        f"(views: median {tenths[4]:.1f}, nine in ten under {tenths[8]:.1f}, all under "
        f"{max(each):.1f}); mark {MARKS.get(game.name, MARK):.0f}"
    )


def main() -> None:
    """Measure what is asked for."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--game", choices=sorted(games()))
    chosen = parser.parse_args().game
    for name, game in games().items():
        if chosen in (None, name):
            roller(game)
            for seats in (game.min_seats, game.max_seats):
                print(measure(game, seats))


if __name__ == "__main__":
    main()
