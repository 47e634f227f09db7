"""Piles without an order: chance takes the i-th card, the last one fills the gap."""

from typing import Any

from tapete.core.rng import below


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


def mix(r: Any, cards: Any, first: int, last: int, count: int) -> None:
    """Draw `count` cards, each as likely, out of a row from `first` to `last` - 1, to its front.

    They stand from `first` on, in random order, and the others behind them.
    """
    for i in range(first, first + count):
        j = i + below(r, last - i)
        card = cards[i]
        cards[i] = cards[j]
        cards[j] = card
