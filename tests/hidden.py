"""Each game's own `tests/hidden.py`, found by looking.

It offers `cards(s)`, every card of the game wherever it lies, as a list; `variant(s, seat, rng)`, a
copy of the state that the seat (or SPECTATOR) must not be able to tell from it, or None where there
is none; and `is_public(event)`, whether a record event turns hidden cards up.
"""

import importlib
import importlib.util
from types import ModuleType

from tapete.core.game import Game


def hidden_of(game: Game) -> ModuleType:
    """Return the game's `tests/hidden.py`."""
    package = game.rules.State.__module__.rpartition(".")[0]
    return importlib.import_module(f"{package}.tests.hidden")
