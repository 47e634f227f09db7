"""The games: one folder each, found by looking."""

# Not written here: pytest runs this file once more where it collects a game's own tests, and a game
# that was added before that would be gone.
from tapete.games.found import add, game, games

__all__ = ["add", "game", "games"]
