"""A match of computer players from its first card to its end."""

import hashlib
from collections.abc import Mapping, Sequence

from tapete.bots.computer import Computer
from tapete.bots.races import model_race
from tapete.core.game import Game
from tapete.core.options import Value
from tapete.sim.rng import stream
from tapete.table.chance import Sealed
from tapete.table.table import Table


def secret_of(seed: int, index: int) -> bytes:
    """Return the secret of one game among many that a seed gives."""
    return hashlib.sha256(f"secret/{seed}/{index}".encode()).digest()


def play_match(
    game: Game, values: Mapping[str, Value], kinds: Sequence[str], *, seed: int, index: int
) -> Table:
    """Play the index-th match of a seed among computer players, one kind a seat.

    The same arguments give the same match everywhere.
    """
    seats = len(kinds)
    table = Table(game, seats, values, Sealed(secret_of(seed, index)))
    computers = {
        seat: Computer(game, kind, stream(seed, index, "seat", seat))
        for seat, kind in enumerate(kinds)
    }
    hands = stream(seed, index, "hands")
    table.start()
    while not table.is_over:
        if table.is_racing:
            table.measured(model_race(table, computers, hands))
        else:
            seat = table.actor
            table.act(seat, computers[seat].choose(table, seat))
    return table
