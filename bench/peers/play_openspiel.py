"""OpenSpiel's crazy_eights inside its own C++: no Python between two moves.

Its Python package has two loops of random play in C++. `evaluate_bots` plays a given state to its
end with bots, here its uniform random ones, and takes chance itself, the deal included. The search
bot's evaluator, RandomRolloutEvaluator, plays a copy of a state to its end many times; a bot with
one simulation does nothing else.
"""

import argparse
import time
from functools import partial
from typing import Any

import pyspiel
from rounds import Round, serve

GAMES = 100
"""Whole games between two looks at the clock."""
ROLLOUTS = 500
"""Roll-outs between two looks at the clock."""
COUNTED = 3000
"""Games by which the length of a roll-out, which the evaluator does not tell, is reckoned."""
UCT, MEMORY_MB = 1.0, 10
ROOTS = 8
"""Deals whose first decision is rolled out from."""


def whole_games(game: Any, bots: list[Any], seconds: float) -> Round:
    """Play games from the first card dealt."""
    found = Round()
    while found.cpu_seconds < seconds:
        started = time.process_time()
        states = [finished(game.new_initial_state(), bots, at) for at in range(GAMES)]
        found.cpu_seconds += time.process_time() - started
        found.count += sum(map(decisions, states))
    return found


def finished(state: Any, bots: list[Any], seed: int) -> Any:
    """Let bots play a state to its end."""
    pyspiel.evaluate_bots(state, bots, seed)
    return state


def decisions(state: Any) -> int:
    """Return how many choices of players led to a state."""
    return sum(move.player >= 0 for move in state.full_history())


def rollouts(roots: list[Any], lengths: list[float], searcher: Any, seconds: float) -> Round:
    """Roll out from the first decisions of some deals."""
    found, total = Round(), 0.0
    while found.cpu_seconds < seconds:
        for root, length in zip(roots, lengths, strict=True):
            started = time.process_time()
            searcher.step(root)
            found.cpu_seconds += time.process_time() - started
            total += ROLLOUTS * length
    found.count = round(total)
    return found


def first_decision(game: Any, seed: int) -> Any:
    """Return a state right after a deal."""
    state = game.new_initial_state()
    at = seed
    while state.is_chance_node():
        outcomes = state.chance_outcomes()
        # Any fixed way through the deal will do; the pace does not hang on the cards.
        at = at * 7919 + 104729
        state.apply_action(outcomes[at % len(outcomes)][0])
    return state


def length_of(root: Any, bots: list[Any]) -> float:
    """Return how many decisions uniform play takes from a state to the end, on average."""
    before = decisions(root)
    played = sum(decisions(finished(root.clone(), bots, at)) for at in range(COUNTED // ROOTS))
    return played / (COUNTED // ROOTS) - before


def main() -> None:
    """Set up and serve."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--players", type=int, required=True)
    players = parser.parse_args().players
    game = pyspiel.load_game(f"crazy_eights(players={players})")
    bots = [pyspiel.make_uniform_random_bot(seat, 1 + seat) for seat in range(players)]
    roots = [first_decision(game, seed) for seed in range(1, 1 + ROOTS)]
    lengths = [length_of(root, bots) for root in roots]
    evaluator = pyspiel.RandomRolloutEvaluator(ROLLOUTS, 1)
    searcher = pyspiel.MCTSBot(game, evaluator, UCT, 1, MEMORY_MB, False, 1, False)
    serve(
        {
            "games": partial(whole_games, game, bots),
            "rollouts": partial(rollouts, roots, lengths, searcher),
        }
    )


if __name__ == "__main__":
    main()
