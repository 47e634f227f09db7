"""What may be thrown together (DC-3, DC-4, DC-D1, DC-D4).

A throw is a subset of a hand of at most five ascending cards: bit i stands for the i-th card. A set
of throws is one number with bit `subset` for each.
"""

from typing import Any

from tapete.games.declare.cards import JOKER, RANKS, rank, suit
from tapete.games.declare.options import NO_RUNS, RUNS_3_4_5

SINGLES = (0, 0x2, 0x6, 0x16, 0x116, 0x10116)
"""The set of the one-card throws of a hand of 0 to 5 cards."""
TRIPLES = sum(1 << n for n in (7, 11, 13, 14, 19, 21, 22, 25, 26, 28))
FOURS = sum(1 << n for n in (15, 23, 27, 29, 30))
FIVE = 31
MIN_REAL_CARDS = 2
"""How many real cards a sequence with jokers holds at least (DC-D1)."""


def sizes_of_ranks(alike: int, subset: int) -> list[int]:
    """Return how many cards of each rank a subset has; bit i of `alike`: cards i, i + 1 match."""
    group, sizes = 0, [0] * 5
    for i in range(5):
        sizes[group] += subset >> i & 1
        group += 1 - (alike >> i & 1)
    return sorted(size for size in sizes if size)


def sets_of(*sizes: int) -> tuple[int, ...]:
    """Return, for each way in which neighbours match, the set of subsets with ranks so often."""
    return tuple(
        sum(1 << n for n in range(1, FIVE + 1) if sizes_of_ranks(alike, n) == list(sizes))
        for alike in range(16)
    )


PAIRS, THREE_ALIKE, FOUR_ALIKE, TWO_PAIRS = sets_of(2), sets_of(3), sets_of(4), sets_of(2, 2)
"""Which subsets are such, by which neighbours in the ascending hand are of one rank, a bit each."""


def throws(s: Any, p: Any) -> int:
    """Return the set of all throws that a player's hand allows under the table's house rules."""
    if p.count > 0 and p.hand[p.count - 1] >= JOKER:
        return throws_with_jokers(s, p)
    alike, ranks, suits = 0, 0, 0
    for i in range(p.count):
        card = p.hand[i]
        alike |= (ranks >> rank(card) & 1) << i
        ranks |= 1 << rank(card)
        suits |= 1 << suit(card)
    # Cards ascend, so a rank that was there before is the one before.
    alike >>= 1
    found = SINGLES[int(p.count)] | PAIRS[alike] | FOUR_ALIKE[alike]
    if s.house.allow_trips:
        found |= THREE_ALIKE[alike]
    if s.house.mixed_two_pairs:
        found |= TWO_PAIRS[alike]
    if p.count >= 3 and s.house.run_lengths != NO_RUNS:
        found |= runs(s, p, ranks)
    if p.count == 5 and is_flush(5, suits & (suits - 1) == 0):
        found |= 1 << FIVE
    return found


def runs(s: Any, p: Any, ranks: int) -> int:
    """Return the set of the sequences in a hand of three real cards or more."""
    found = 0
    # Bit r: there are cards of three ranks in a row from rank r on, and so for four and five.
    spread = with_high_ace(ranks)
    three = spread & spread >> 1 & spread >> 2
    four, five = three & three >> 1, three & three >> 1 & three >> 2
    if s.house.run_lengths != RUNS_3_4_5:
        four = 0
    lowest = 0
    while three >> lowest > 0:
        if three >> lowest & 1:
            found |= runs_from(p, lowest, 3)
        if four >> lowest & 1:
            found |= runs_from(p, lowest, 4)
        if five >> lowest & 1:
            found |= runs_from(p, lowest, 5)
        lowest += 1
    return found if s.house.run_same_suit == 0 else those_allowed(s, p, found)


def runs_from(p: Any, lowest: int, size: int) -> int:
    """Return the set of the sequences of so many real cards, suits aside, from a rank on."""
    found = 1
    for wanted in range(lowest, lowest + size):
        longer = 0
        for i in range(p.count):
            if rank(p.hand[i]) == wanted or rank(p.hand[i]) + RANKS == wanted:
                # Adds the i-th card to every subset in the set.
                longer |= found << (1 << i)
        found = longer
    return found


def throws_with_jokers(s: Any, p: Any) -> int:
    """Return the set of all throws of a hand that may hold jokers."""
    found = SINGLES[int(p.count)]
    ranks, equal, jokers = 0, 0, 0
    for i in range(p.count):
        card = p.hand[i]
        if card >= JOKER:
            jokers += 1
        else:
            if ranks >> rank(card) & 1:
                equal += 1
            ranks |= 1 << rank(card)
    if equal > 0 or jokers > 1:
        found |= pairs(p)
    if p.count >= 3 and may_hold_three(s, ranks, equal, jokers):
        found |= those_allowed(s, p, TRIPLES)
    if p.count >= 4 and may_hold_four(s, ranks, equal, jokers):
        found |= those_allowed(s, p, FOURS)
    if p.count == 5 and is_throw(s, p, FIVE):
        found |= 1 << FIVE
    return found


def pairs(p: Any) -> int:
    """Return the set of the pairs in a hand; two jokers are one."""
    found = 0
    for j in range(1, p.count):
        for i in range(j):
            if rank(p.hand[i]) == rank(p.hand[j]):
                found |= 1 << (1 << i | 1 << j)
    return found


def those_allowed(s: Any, p: Any, subsets: int) -> int:
    """Return the set of those in a set of subsets that lie within the hand and are throws."""
    found = 0
    for subset in range(1, 1 << p.count):
        if subsets >> subset & 1 and is_throw(s, p, subset):
            found |= 1 << subset
    return found


def may_hold_three(s: Any, ranks: int, equal: int, jokers: int) -> bool:
    """Say, quickly and never wrongly no, whether three cards might be a throw."""
    if s.house.allow_trips and equal > 1:
        return True
    if s.house.run_lengths == NO_RUNS:
        return False
    spread = with_high_ace(ranks)
    return jokers > 0 or spread & spread >> 1 & spread >> 2 != 0


def may_hold_four(s: Any, ranks: int, equal: int, jokers: int) -> bool:
    """Say, quickly and never wrongly no, whether four cards might be a throw."""
    if equal > 1:
        return True
    if s.house.run_lengths != RUNS_3_4_5:
        return False
    spread = with_high_ace(ranks)
    return jokers > 0 or spread & spread >> 1 & spread >> 2 & spread >> 3 != 0


def with_high_ace(ranks: int) -> int:
    """Return a set of ranks in which an ace also stands after the king (DC-4)."""
    return ranks | (ranks & 1) << RANKS


def is_throw(s: Any, p: Any, subset: int) -> bool:
    """Say whether these cards of a hand may be thrown together; `subset` lies within the hand."""
    size, jokers, distinct, ranks, odd, suits = 0, 0, 0, 0, 0, 0
    for i in range(p.count):
        if subset >> i & 1:
            size += 1
            card = p.hand[i]
            if card >= JOKER:
                jokers += 1
            else:
                distinct += 1 - (ranks >> rank(card) & 1)
                ranks |= 1 << rank(card)
                odd ^= 1 << rank(card)
                suits |= 1 << suit(card)
    if size == 1 or (size == 2 and jokers == 2):
        return True
    one_suit = suits & (suits - 1) == 0
    if size - jokers == distinct and is_sequence(s, ranks, size, jokers):
        return one_suit or s.house.run_same_suit == 0
    if jokers > 0:
        return False
    return is_flush(size, one_suit) or is_kind(s, size, distinct, odd)


def is_flush(size: int, one_suit: bool) -> bool:
    """Say whether real cards are all five of one suit (DC-3)."""
    return size == 5 and one_suit


def is_kind(s: Any, size: int, distinct: int, odd: int) -> bool:
    """Say whether real cards are two, three or four of a kind or two pairs (DC-3, DC-D4).

    `distinct` counts their ranks, `odd` has the bits of the ranks held an odd number of times.
    """
    if size == 3:
        return distinct == 1 and s.house.allow_trips == 1
    if size == 4 and distinct == 2:
        return odd == 0 and s.house.mixed_two_pairs == 1
    return distinct == 1 and size in (2, 4)


def is_sequence(s: Any, ranks: int, size: int, jokers: int) -> bool:
    """Say whether different ranks and jokers make an allowed sequence (DC-3, DC-4, DC-D1)."""
    if s.house.run_lengths == NO_RUNS or size - jokers < MIN_REAL_CARDS:
        return False
    if not (size in (3, 5) or (size == 4 and s.house.run_lengths == RUNS_3_4_5)):
        return False
    return is_within(ranks, size) or (ranks & 1 == 1 and is_within(ranks ^ 1 | 1 << RANKS, size))


def is_within(ranks: int, size: int) -> bool:
    """Say whether a set of ranks lies within `size` ranks in a row."""
    lowest = ranks & -ranks
    return ranks < lowest << size
