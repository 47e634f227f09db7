"""Numbered moves, laid out so that forty of them can still be read."""

from collections.abc import Sequence
from itertools import groupby

from tapete.cli.words import say

SPLIT = ", "
"""Where a move's sentence falls into what several moves share and what tells them apart."""
FEW = 8
"""So many moves stand well one a line."""
GAP = 3


def menu_lines(moves: Sequence[str], width: int, language: str) -> list[str]:
    """Return lines that number the moves from 1: grouped by their beginnings, or in columns."""
    parted = [move.partition(SPLIT) for move in moves]
    groups = [(head, list(them)) for head, them in groupby(enumerate(parted, 1), head_of)]
    if len(groups) < len(moves):
        return [line for head, them in groups for line in group_lines(head, them, language)]
    lines = [say("move_line", language, n=n, move=move) for n, move in enumerate(moves, 1)]
    return lines if len(moves) <= FEW else columns(lines, width)


def head_of(numbered: tuple[int, tuple[str, str, str]]) -> str:
    """Return what a move begins with."""
    return numbered[1][0]


def group_lines(
    head: str, moves: Sequence[tuple[int, tuple[str, str, str]]], language: str
) -> list[str]:
    """Return the line of moves that begin alike: `Throw 7♠: 1 draw …; 2 take …`."""
    if len(moves) == 1:
        n, (_head, comma, tail) = moves[0]
        return [say("move_line", language, n=n, move=f"{head}{comma}{tail}")]
    items = [say("group_item", language, n=n, move=tail) for n, (_, _, tail) in moves]
    return [f"{head}: {'; '.join(items)}"]


def columns(lines: Sequence[str], width: int) -> list[str]:
    """Return the lines side by side, reading down."""
    widest = max(map(len, lines)) + GAP
    count = max(width // widest, 1)
    rows = -(-len(lines) // count)
    return [
        "".join(line.ljust(widest) for line in lines[row::rows]).rstrip() for row in range(rows)
    ]
