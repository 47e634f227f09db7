"""A sensible player of Toy: throws away a card from the wrong half of the pack."""

from typing import Any

from tests.toy.cards import NUM_CARDS
from tests.toy.view import View

LAST = 1 << 30
"""The bit that decides what to do with a card of the middle."""


def choose(v: View, legal: Any, count: int, lot: int) -> int:
    """Choose among `legal[:count]`: the worst card goes if a new one is likely to be better."""
    best = int(legal[0])
    worst = NUM_CARDS // 2 + (1 if lot & LAST else 0)
    for i in range(1, count):
        worth = v.hand[legal[i] - 1]
        if v.house.low_wins:
            worth = NUM_CARDS + 1 - worth
        if worth < worst:
            best, worst = int(legal[i]), worth
    return best
