"""The games that come with the program; the toy one is known to the tests alone."""

from tapete.games import games

SHIPPED = [name for name, game in games().items() if "tests" not in game.folder.parts]
