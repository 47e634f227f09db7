"""The games still go as the kept playthroughs have it."""

import pytest

from tapete.core.game import Game
from tapete.games import games
from tests.playthroughs import FOLDER, told

EVERY = [pytest.param(game, id=name) for name, game in games().items()]


@pytest.mark.parametrize("game", EVERY)
def test_the_playthrough_is_the_kept_one(game: Game):
    kept = (FOLDER / f"{game.name}.txt").read_text(encoding="utf-8")
    assert told(game).splitlines() == kept.splitlines(), "python -m tests.playthroughs writes anew"
