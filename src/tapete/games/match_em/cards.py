"""The deck: a card is its number, 1 to 12, or WILD."""

from typing import Any

from tapete.core.packs import MAX_NUMBER, count_of

WILD_CARD = MAX_NUMBER + 1
NUM_CARDS = WILD_CARD
"""How many different cards there are; a row of counts has card − 1 as its index."""
NO_CARD = 0
MAX_COPIES = 8
MAX_WILDS = 8
MAX_DECK = MAX_NUMBER * MAX_COPIES + MAX_WILDS


def spread(cards: Any, pack: int, wilds: int) -> int:
    """Write a pack's cards and the wilds into a row, one by one; return how many they are."""
    count = 0
    for number in range(1, MAX_NUMBER + 1):
        for _ in range(count_of(pack, number)):
            cards[count] = number
            count += 1
    for _ in range(wilds):
        cards[count] = WILD_CARD
        count += 1
    return count


def tally(counts: Any, pack: int, wilds: int) -> None:
    """Write how many there are of each card into a row of NUM_CARDS."""
    for number in range(1, MAX_NUMBER + 1):
        counts[number - 1] = count_of(pack, number)
    counts[WILD_CARD - 1] = wilds
