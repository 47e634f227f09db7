"""Piles without an order: chance takes the i-th card, the last one fills the gap."""

from typing import Any


def take(cards: Any, count: int, index: int) -> int:
    """Take the index-th of `count` cards out of a row; the caller lowers its count by one."""
    card = cards[index]
    cards[index] = cards[count - 1]
    cards[count - 1] = 0
    return int(card)


def insert_sorted(cards: Any, count: int, card: int) -> None:
    """Put a card into an ascending row of `count`; the caller raises its count by one."""
    i = count
    while i > 0 and cards[i - 1] > card:
        cards[i] = cards[i - 1]
        i -= 1
    cards[i] = card


def remove_at(cards: Any, count: int, index: int) -> int:
    """Take the index-th of a row of `count`, keeping its order; the caller lowers its count."""
    card = cards[index]
    for i in range(index, count - 1):
        cards[i] = cards[i + 1]
    cards[count - 1] = 0
    return int(card)
