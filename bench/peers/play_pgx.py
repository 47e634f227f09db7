"""pgx on the CPU: its step under jit and vmap over a batch, games beginning anew when they end.

Random legal actions and the keys of chance are drawn once and played again and again, so that no
time goes into choosing. Two ways, of which `peers.py` takes the quicker: `step`, one compiled call
a step from Python, and `loop`, all recorded steps in one compiled call. Both keep masks and
observations. One core and one thread; compiling is done before the first round.
"""

import os
from functools import partial
from typing import Any

# Before JAX is loaded: no pool of threads that spin, which CPU time would count.
os.environ["XLA_FLAGS"] = "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1"
os.environ["JAX_PLATFORMS"] = "cpu"
if hasattr(os, "sched_setaffinity"):
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})

import argparse

import jax
import jax.numpy as jnp
import pgx
from pgx.experimental import auto_reset
from rounds import repeated, serve

RECORDED = 100
"""Steps of the batch that are recorded."""
IMPOSSIBLE = -1e9
"""The weight of an action that is not legal."""


class Bench:
    """A batch of one environment, compiled, with actions and keys for its steps."""

    def __init__(self, name: str, batch: int) -> None:
        """Compile, record and warm up."""
        env = pgx.make(name)
        step = jax.vmap(auto_reset(env.step, env.init))
        self.count = RECORDED * batch
        self.one = jax.jit(step)
        self.all = jax.jit(partial(steps, step))
        first, *keys = jax.random.split(jax.random.PRNGKey(1), 1 + 2 * RECORDED)
        self.state = jax.jit(jax.vmap(env.init))(jax.random.split(first, batch))
        split = jax.jit(partial(jax.random.split, num=batch))
        self.keys = [split(key) for key in keys[:RECORDED]]
        self.actions = self.record([split(key) for key in keys[RECORDED:]])
        self.stacked = jnp.stack(self.actions), jnp.stack(self.keys)
        self.step()
        self.loop()

    def record(self, keys: list[Any]) -> list[Any]:
        """Return random legal actions for each step."""
        choose = jax.jit(jax.vmap(chosen))
        state, actions = self.state, []
        for i in range(RECORDED):
            actions.append(choose(state.legal_action_mask, keys[i]))
            state = self.one(state, actions[-1], self.keys[i])
        return jax.block_until_ready(actions)

    def step(self) -> int:
        """Do the recorded steps by a call each; return how many steps of games that is."""
        state = self.state
        for i in range(RECORDED):
            # Waited for: whoever chooses the next actions must see this step's masks.
            state = jax.block_until_ready(self.one(state, self.actions[i], self.keys[i]))
        return self.count

    def loop(self) -> int:
        """Do the recorded steps in one call; return how many steps of games that is."""
        jax.block_until_ready(self.all(self.state, *self.stacked))
        return self.count


def chosen(mask: Any, key: Any) -> Any:
    """Return a random legal action."""
    return jax.random.categorical(key, jnp.where(mask, 0.0, IMPOSSIBLE))


def steps(step: Any, state: Any, actions: Any, keys: Any) -> Any:
    """Return the batch after a row of steps."""

    def once(state: Any, given: Any) -> tuple[Any, None]:
        return step(state, *given), None

    return jax.lax.scan(once, state, (actions, keys))[0]


def main() -> None:
    """Set up and serve."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--env", required=True)
    parser.add_argument("--batch", type=int, required=True)
    args = parser.parse_args()
    bench = Bench(args.env, args.batch)
    serve({"step": partial(repeated, bench.step), "loop": partial(repeated, bench.loop)})


if __name__ == "__main__":
    main()
