"""What a graphics processor does: the same matches as the host, and how many decisions a second.

    python bench/cuda.py [--seats 4] [--most 22] [GAME …]

First 10,000 matches of each game, of uniform and of hand-written players, are compared with the
host's bit for bit; a difference ends it. Then 2^16 to 2^22 matches of uniform players are timed by
the clock, launch and waiting included, the results left on the device. Compiling is told apart.
"""

import argparse
import time
from collections.abc import Iterator

from numba import cuda

from tapete.core.game import Game
from tapete.games import game, games
from tapete.sim import play
from tapete.sim.cuda import DeviceCrew, compiled
from tapete.sim.run import ignore, setting_of

COMPARED = 10_000
LEAST = 16
"""The smallest size, as a power of two."""
REPEATS = 3


def compare(g: Game, seats: int) -> None:
    """Compare matches with the host's; raise SystemExit where one differs."""
    for players in ("uniform", "simple"):
        given = {"games": COMPARED, "seats": seats, "players": players, "key": 11}
        there, here = play(g, device="cuda", **given), play(g, **given)
        different = (there.rows != here.rows).sum()
        if different:
            raise SystemExit(f"{g.name}: {different} of {COMPARED:,} matches differ ({players})")
        print(f"{g.name}: {COMPARED:,} matches of {players} players are the host's, bit for bit")


def sizes(g: Game, seats: int, most: int) -> Iterator[str]:
    """Yield a line per number of matches."""
    crew = DeviceCrew(setting_of(g, seats=seats, players="uniform", options=None, key=3))
    for power in range(LEAST, most + 1):
        count, best = 1 << power, 0.0
        for _ in range(REPEATS):
            played = crew.play(count, 0, ignore)
            decisions = int(played.to_host().decisions.sum())
            best = max(best, decisions / played.seconds)
        yield f"{g.name:<11} 2^{power} matches  {best:>16,.0f} decisions a second"


def main() -> None:
    """Compare, then measure."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("games", nargs="*", metavar="GAME")
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--most", type=int, default=22, help="the largest size, a power of two")
    args = parser.parse_args()
    device = cuda.get_current_device()
    print(f"{device.name}, capability {device.compute_capability}")
    for name in args.games or list(games()):
        started = time.perf_counter()
        compiled(game(name))
        print(f"{name}: compiled in {time.perf_counter() - started:.0f} s", flush=True)
        compare(game(name), args.seats)
        for line in sizes(game(name), args.seats, args.most):
            print(line, flush=True)


if __name__ == "__main__":
    main()
