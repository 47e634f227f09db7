"""Hands and the seats that hold them."""

from typing import Any

from tapete.core.game import NONE
from tapete.games.hands_down.cards import KINDS, PAIR


def holds_pair(p: Any) -> bool:
    """Say whether a player holds two of one number (HD-5); the Joker has no second (HD-6)."""
    # Counts laid over each other: only one of two or more has a bit above the lowest.
    found = 0
    for card in range(1, KINDS):
        found |= p.hand[card]
    return found >= PAIR


def add(p: Any, card: int) -> None:
    """Put a card into a hand."""
    p.hand[card] += 1
    p.count += 1


def remove(p: Any, card: int) -> None:
    """Take a card that is there out of a hand."""
    p.hand[card] -= 1
    p.count -= 1


def nth_card(p: Any, n: int) -> int:
    """Return the n-th card of a hand in ascending order, counted from 0."""
    before, card = 0, 0
    for other in range(KINDS):
        before += p.hand[other]
        card += int(n >= before)
    return card


def left_of(s: Any, seat: int) -> int:
    """Return the next seat in turn order."""
    # A division would cost more than much of a turn.
    return seat + 1 if seat + 1 < s.seats else 0


def is_runner(s: Any, seat: int) -> bool:
    """Say whether a seat takes part in the acting seat's races: another one with cards (HD-8)."""
    return 0 <= seat < s.seats and seat != s.turn and s.players[seat].count > 0


def num_runners(s: Any) -> int:
    """Return how many other seats hold cards."""
    count = 0
    for seat in range(s.seats):
        if is_runner(s, seat):
            count += 1
    return count


def next_runner(s: Any, seat: int) -> int:
    """Return the first runner after a seat in turn order, before the acting seat; NONE if none."""
    following = left_of(s, seat)
    while following != s.turn:
        if s.players[following].count > 0:
            return following
        following = left_of(s, following)
    return NONE
