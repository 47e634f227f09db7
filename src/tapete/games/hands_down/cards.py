"""The cards: a number from 1 to 10 is its own card, 0 is the Joker; a hand counts each kind."""

JOKER = 0
RANKS = 10
COPIES = 4
"""How many cards there are of each number."""
KINDS = 1 + RANKS
NUM_CARDS = RANKS * COPIES + 1
PAIR = 2
ALL_PAIRS = RANKS * COPIES // PAIR
