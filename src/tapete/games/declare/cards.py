"""The pack: card = rank × 4 + suit, ranks ace (0) to king (12), then two jokers."""

from typing import Any

SUITS = 4
RANKS = 13
JOKER = 52
"""The first card number that is a joker."""
NUM_CARDS = 54
ACE, KING = 0, 12
FACE_POINTS = 10


def rank(card: int) -> int:
    """Return 0 for an ace up to 12 for a king, 13 for a joker."""
    return card >> 2


def suit(card: int) -> int:
    """Return the suit, 0 to 3; a joker has none and must not be asked."""
    return card & 3


def points(card: int) -> int:
    """Return what a card counts in a hand (DC-1, DC-D1)."""
    if card >= JOKER:
        return 0
    return min(rank(card) + 1, FACE_POINTS)


def total(hand: Any, count: int) -> int:
    """Return the total of a hand's first `count` cards."""
    sum_ = 0
    for i in range(count):
        sum_ += points(hand[i])
    return sum_
