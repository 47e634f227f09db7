"""The games still go as the kept playthroughs have it."""

import pytest

from tapete.games import game, games
from tests.playthroughs import FOLDER, told


@pytest.mark.parametrize("name", list(games()))
def test_the_playthrough_is_the_kept_one(name: str):
    kept = (FOLDER / f"{name}.txt").read_text(encoding="utf-8")
    written = told(game(name)).splitlines()
    assert written == kept.splitlines(), "`python -m tests.playthroughs` writes them anew"
