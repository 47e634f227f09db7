"""RLCard's UNO for two: its environment, and below it the bare engine.

`env.step` returns what the next player may see and do, as a learner needs it; the engine gives only
a list of legal actions. Both are pure Python. The action is drawn with the standard library, which
is quicker than RLCard's own random agent.
"""

import random
from functools import partial
from typing import Any

import rlcard
from rounds import repeated, serve


def env_game(env: Any, rng: random.Random) -> int:
    """Play a game through the environment; return its steps."""
    state, _ = env.reset()
    steps = 0
    while not env.is_over():
        state, _ = env.step(rng.choice(list(state["legal_actions"])))
        steps += 1
    return steps


def engine_game(env: Any, rng: random.Random) -> int:
    """Play a game on the engine alone; return its steps."""
    engine = env.game
    engine.init_game()
    steps = 0
    while not engine.is_over():
        engine.step(rng.choice(engine.get_legal_actions()))
        steps += 1
    return steps


def main() -> None:
    """Set up and serve."""
    env, rng = rlcard.make("uno", config={"seed": 1}), random.Random(1)
    serve(
        {
            "env": partial(repeated, partial(env_game, env, rng)),
            "engine": partial(repeated, partial(engine_game, env, rng)),
        }
    )


if __name__ == "__main__":
    main()
