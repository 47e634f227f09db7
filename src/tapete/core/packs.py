"""Packs: how many cards of each number a hand holds, kept in one whole number.

A pack has FIELD_BITS bits for each number from 1 to MAX_NUMBER: a count up to MAX_COUNT and above
it a guard bit, which is 0. Adding two packs puts their cards together and subtracting takes cards
out, as long as no count leaves its range. With all guard bits set, one subtraction tells whether a
pack holds another: where a count is too small, its guard bit is borrowed away. A pack stays below
2^60.
"""

MAX_NUMBER = 12
"""The highest number a card can have."""
FIELD_BITS = 5
MAX_COUNT = 15
"""How many cards of a number a pack can count; the bit above is the guard's."""
GUARDS = sum((MAX_COUNT + 1) << FIELD_BITS * i for i in range(MAX_NUMBER))
EMPTY = 0
"""The pack without cards."""


def single(number: int) -> int:
    """Return the pack of one card with this number (1 to MAX_NUMBER)."""
    return 1 << FIELD_BITS * (number - 1)


def count_of(pack: int, number: int) -> int:
    """Return how many cards of this number (1 to MAX_NUMBER) a pack has."""
    return (pack >> FIELD_BITS * (number - 1)) & MAX_COUNT


def holds(pack: int, part: int) -> bool:
    """Say whether a pack has at least the cards of another."""
    return ((pack | GUARDS) - part) & GUARDS == GUARDS


def size(pack: int) -> int:
    """Return how many cards a pack has."""
    count = 0
    while pack > 0:
        count += pack & MAX_COUNT
        pack >>= FIELD_BITS
    return count


def sums(pack: int, limit: int) -> int:
    """Return the sums up to `limit` that cards of a pack make, bit n for n; 0 is always one."""
    found, number = 1, 0
    within = (2 << limit) - 1
    while pack > 0:
        number += 1
        for _ in range(pack & MAX_COUNT):
            found |= found << number & within
        pack >>= FIELD_BITS
    return found
