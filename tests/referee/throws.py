"""Which cards Declare lets a player throw together (DC-3, DC-4, DC-D1, DC-D4).

Readings taken where the texts leave a choice:

- The cards of a throw may be written in any order.
- A joker may stand for a missing card at either end of a sequence as well as inside it.
- Two jokers are a pair, and that is the only set of equals with jokers.
- Four of a kind are allowed whatever the options; `allow_trips` adds three, `mixed_two_pairs`
  two different pairs.
- A flush is five cards of one suit, in sequence or not; `run_lengths` doesn't matter to it.
"""

from collections import Counter

RANKS = "A23456789TJQK"
HIGH_ACE = len(RANKS)
JOKER = "X"
FLUSH = 5
LEAST_REAL = 2
RUNS = {"3+5": (3, 5), "3+4+5": (3, 4, 5), "none": ()}


def legal_throw(cards, options):
    """Tells whether different cards, all held, may be thrown together."""
    if len(cards) == 1:
        return True
    real = [card for card in cards if card[0] != JOKER]
    return (
        kinds(cards, real, options)
        or (len(real) == len(cards) == FLUSH and one_suit(real))
        or run(cards, real, options)
    )


def kinds(cards, real, options):
    """Tells whether the cards are a set of equals that may be thrown."""
    if len(cards) == 2 and not real:
        return True
    if len(real) < len(cards):
        return False
    sizes = sorted(Counter(card[0] for card in real).values())
    if sizes in ([2], [4]):
        return True
    if sizes == [3]:
        return options["allow_trips"]
    return sizes == [2, 2] and options["mixed_two_pairs"]


def one_suit(real):
    """Tells whether all real cards are of one suit."""
    return len({card[1] for card in real}) == 1


def run(cards, real, options):
    """Tells whether the cards are a sequence, jokers standing for what is missing."""
    if len(cards) not in RUNS[options["run_lengths"]] or len(real) < LEAST_REAL:
        return False
    if options["run_same_suit"] and not one_suit(real):
        return False
    places = {RANKS.index(card[0]) for card in real}
    if len(places) < len(real):
        return False
    high = {place or HIGH_ACE for place in places}
    return any(max(found) - min(found) < len(cards) for found in (places, high))
