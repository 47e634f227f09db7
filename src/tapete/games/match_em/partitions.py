"""Every way to make a total of 1 to 12 with number cards: the partitions, in a fixed order.

A partition's place in PARTS is the action of playing those cards. Those of one total stand
together, the single card first: `play 7` is one action, be it a lead, a match or a new total
(ME-D6).
"""

from collections.abc import Iterator
from typing import Any

from tapete.core.packs import GUARDS, MAX_NUMBER, count_of, single

MAX_TOTAL = MAX_NUMBER
"""A total is always announced by one card (ME-3, ME-5)."""


def partitions(total: int, largest: int) -> Iterator[tuple[int, ...]]:
    """Yield every way to write a total as a sum, numbers descending, none above `largest`."""
    if total == 0:
        yield ()
    for number in range(min(total, largest), 0, -1):
        for rest in partitions(total - number, number):
            yield (number, *rest)


NUMBERS = tuple(way for total in range(1, MAX_TOTAL + 1) for way in partitions(total, total))
"""Per partition its numbers, descending; for notation, too uneven for the rules."""
NUM_PARTS = len(NUMBERS)
PARTS = tuple(sum(single(number) for number in way) for way in NUMBERS)
"""Per partition the pack of its cards."""
TOTALS = bytes(sum(way) for way in NUMBERS)
SIZES = bytes(len(way) for way in NUMBERS)
STARTS = (0, *(sum(sum(way) < total for way in NUMBERS) for total in range(1, MAX_TOTAL + 2)))
"""Per total the place of its first partition, the single card; one more marks the end."""


def part(action: int) -> int:
    """Return the pack of the cards that an action plays."""
    return PARTS[action]


def can_make(pack: int, total: int) -> bool:
    """Say whether some cards of a pack add up to a total (ME-4)."""
    guarded = pack | GUARDS
    for i in range(STARTS[total], STARTS[total + 1]):
        if (guarded - PARTS[i]) & GUARDS == GUARDS:
            return True
    return False


def write_ways(pack: int, total: int, actions: Any, count: int) -> int:
    """Append every way in which cards of a pack add up to a total; return the new count."""
    # `holds` written out: this is the innermost loop of the game.
    guarded = pack | GUARDS
    for i in range(STARTS[total], STARTS[total + 1]):
        # Written either way and counted if it fits: a branch would be guessed wrong too often.
        actions[count] = i
        count += int((guarded - PARTS[i]) & GUARDS == GUARDS)
    return count


def write_singles(pack: int, first: int, last: int, actions: Any, count: int) -> int:
    """Append each number from `first` to `last` that a pack has, played alone; return the count."""
    for number in range(first, last + 1):
        actions[count] = STARTS[number]
        count += int(count_of(pack, number) > 0)
    return count
