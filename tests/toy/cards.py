"""The pack: twelve cards, each its own number."""

from typing import Any

NUM_CARDS = 12
COURT = 11
"""The lowest card that may not be thrown away (TOY-3)."""


def is_court(card: int) -> bool:
    """Say whether a card must be kept (TOY-3)."""
    return card >= COURT


def total(hand: Any, count: int) -> int:
    """Return the sum of a hand's first `count` cards."""
    sum_ = 0
    for i in range(count):
        sum_ += hand[i]
    return sum_
