"""Which rules, decisions and options have no mutation yet, and which entries are of nothing."""

import re
from collections.abc import Iterable
from pathlib import Path

from tapete.core.game import Game

HEAD = re.compile(r"^(?:[-*]\s+)?\*\*([A-Z]{2}-D?\d+)\b", re.MULTILINE)
"""A paragraph of RULES.md that is a rule: **DC-1** …"""


def subjects(game: Game) -> list[str]:
    """Return all that a game's table must cover: rule numbers, then options as `folder.name`."""
    page = Path(game.folder) / "RULES.md"
    numbers = HEAD.findall(page.read_text(encoding="utf-8"))
    return list(dict.fromkeys(numbers)) + [f"{table_name(game)}.{name}" for name in game.options]


def table_name(game: Game) -> str:
    """Return the name of the game's table and folder."""
    return game.name.replace("-", "_")


def gaps(wanted: Iterable[str], covered: Iterable[str]) -> tuple[list[str], list[str]]:
    """Return what is wanted and not covered, and what is covered though nobody wants it."""
    wanted, covered = list(wanted), set(covered)
    return [one for one in wanted if one not in covered], sorted(covered - set(wanted))
