"""The folders of games beside this file, and games from elsewhere."""

import importlib
import pkgutil
from functools import cache
from pathlib import Path

from tapete.core.errors import TapeteError
from tapete.core.game import Game

_added: dict[str, Game] = {}


@cache
def _found() -> dict[str, Game]:
    """Load the GAME of every folder beside this file."""
    folders = pkgutil.iter_modules([str(Path(__file__).parent)])
    modules = [importlib.import_module(f"{__package__}.{f.name}") for f in folders if f.ispkg]
    return {module.GAME.name: module.GAME for module in modules}


def games() -> dict[str, Game]:
    """Return every game by name, in alphabetical order."""
    return dict(sorted({**_found(), **_added}.items()))


def game(name: str) -> Game:
    """Return a game by its name; raise TapeteError naming those that exist."""
    if name not in games():
        raise TapeteError(f"there is no game {name!r}; there are: {', '.join(games())}")
    return games()[name]


def add(new: Game) -> None:
    """Make a game known that lives elsewhere (in another package, in a test)."""
    _added[new.name] = new
