"""tapete: one table for three family card games.

    table = tapete.new_table("declare", seats=3)
    table.start()
    while not table.is_over:
        table.act(table.actor, table.legal_actions()[0])

`tapete.games.games()` names the games; README.md has more.
"""

import secrets
from collections.abc import Mapping

from tapete.core.errors import Refused, TapeteError
from tapete.core.version import __version__
from tapete.games import game
from tapete.table.chance import Sealed
from tapete.table.record import record_of
from tapete.table.table import Table

__all__ = ["Refused", "Table", "TapeteError", "__version__", "game", "new_table", "record_of"]

SECRET = 32
"""Bytes of the secret that fixes a table's chance."""


def new_table(
    name: str,
    *,
    seats: int,
    options: Mapping[str, object] | None = None,
    preset: str = "sheet",
    secret: bytes = b"",
) -> Table:
    """Sit down at a game by name; raise TapeteError for a wrong name, seat count or house rule.

    `options` change single house rules of the preset. The same `secret` (32 bytes) gives the same
    cards; without one they are anybody's guess.
    """
    chosen = game(name)
    values = chosen.settle(seats, options or {}, preset)
    return Table(chosen, seats, values, Sealed(secret or secrets.token_bytes(SECRET)))
