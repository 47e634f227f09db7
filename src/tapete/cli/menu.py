"""Numbered moves, laid out so that forty of them can still be read."""

import re
from collections.abc import Sequence
from itertools import groupby

from tapete.cli.words import say

SPLIT = re.compile(r", | and | y | e ")
"""Where a move's sentence falls into what several moves share and what tells them apart."""
FEW = 8
"""So many moves stand well one a line."""
GAP = 3

Numbered = tuple[int, str]
"""A move's number and its sentence."""


def menu_lines(moves: Sequence[str], width: int, language: str) -> list[str]:
    """Return lines that number the moves from 1: grouped by their beginnings, or in columns."""
    groups = [(head, list(them)) for head, them in groupby(enumerate(moves, 1), head_of)]
    if len(groups) < len(moves):
        return [group_line(head, them, language) for head, them in groups]
    lines = [say("move_line", language, n=n, move=move) for n, move in enumerate(moves, 1)]
    return lines if len(moves) <= FEW else columns(lines, width)


def head_of(numbered: Numbered) -> str:
    """Return what a move begins with."""
    return SPLIT.split(numbered[1], maxsplit=1)[0]


def group_line(head: str, moves: Sequence[Numbered], language: str) -> str:
    """Return the line of moves that begin alike: `Throw 7♠: 1 draw …; 2 take …`."""
    if len(moves) == 1:
        n, move = moves[0]
        return say("move_line", language, n=n, move=move)
    items = [
        say("group_item", language, n=n, move=SPLIT.split(move, maxsplit=1)[1]) for n, move in moves
    ]
    return f"{head}: {'; '.join(items)}"


def columns(lines: Sequence[str], width: int) -> list[str]:
    """Return the lines side by side, reading down."""
    widest = max(map(len, lines)) + GAP
    count = max(width // widest, 1)
    rows = -(-len(lines) // count)
    return [
        "".join(line.ljust(widest) for line in lines[row::rows]).rstrip() for row in range(rows)
    ]
