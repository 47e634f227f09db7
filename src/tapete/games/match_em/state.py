"""The state of a match of Match 'Em, and the numbers that its rules are made of."""

from enum import IntEnum

from tapete.core.news import NEWS, WIDTH
from tapete.core.state import I8, I16, I64, Record, array, record, records, scalar
from tapete.games.match_em.cards import MAX_DECK
from tapete.games.match_em.options import HouseRules
from tapete.games.match_em.partitions import NUM_PARTS

MAX_SEATS = 4
MAX_TURNS = 300
"""After so many turns a hand is capped (ME-D8)."""
MAX_HANDS = 50
"""After so many hands a match is capped (ME-D8)."""
MAX_CUTS = 64
"""The rounds of cutting that a state can hold; the first of those left starts after so many.

Two seats with the deck that ties most, 18 cards with 8 wilds, get there once in 10^8 cuts.
"""

WILD = NUM_PARTS
"""The action of playing a wild; below it are the places in PARTS of the cards played."""
DRAW = NUM_PARTS + 1
NUM_ACTIONS = NUM_PARTS + 2
NO_TOTAL = 0
CARD_BITS = 4
"""How wide a card is where a draw is told: the first card stands highest."""


class Phase(IntEnum):
    """What must happen next."""

    CUT = 0
    """A card for the cutting seat `turn`."""
    DEAL = 1
    """A card for the seat `turn`."""
    PLAY = 2
    """The seat on turn leads, matches, plays a wild or draws."""
    RECYCLE = 3
    """The pile is out and the seat on turn is owed cards: the played ones are shuffled."""
    DRAWING = 4
    """A card from the pile for the seat on turn."""
    AFTER_DRAW = 5
    """The seat on turn has drawn and must play."""
    OVER = 6


class News(IntEnum):
    """What the last call did: value."""

    CUT = 0
    """The cut is decided, this seat starts: -."""
    DEALT = 1
    """A hand begins: -."""
    PLAYED = 2
    """Cards are laid: the action."""
    DRAWN = 3
    """Cards are drawn: up to three, CARD_BITS each."""
    PASSED = 4
    """Nothing could be played: -."""
    RECYCLED = 5
    """The played cards are a new pile: -."""
    HAND = 6
    """This seat, or NONE, has won the hand: -."""
    END = 7
    """The match is over: -."""


class Player(Record):
    """One seat."""

    hand: int = scalar(I64)
    """The pack of its number cards."""
    wilds: int = scalar(I8)
    count: int = scalar(I8)
    """Cards in hand, wilds included."""
    tokens: int = scalar(I8)
    missed: int = scalar(I16)
    """The totals at which it has drawn in this hand, a bit each."""
    last_missed: int = scalar(I8)
    """The last of them, NO_TOTAL before the first."""
    missed_with: int = scalar(I8)
    """How many cards it held then, before drawing."""


class State(Record):
    """A match, from the first cut to the last token."""

    house: HouseRules = record(HouseRules)
    seats: int = scalar(I8)
    phase: int = scalar(I8)
    hands: int = scalar(I8)
    """Hands begun, the current one included."""
    turns: int = scalar(I16)
    """Turns ended in this hand."""
    starter: int = scalar(I8)
    """NONE until the cut has named one."""
    turn: int = scalar(I8)
    dealt: int = scalar(I8)
    """Cards dealt so far in this hand."""
    players: list[Player] = records(Player, MAX_SEATS)
    total: int = scalar(I8)
    """What must be matched, NO_TOTAL where the seat on turn leads."""
    kept: int = scalar(I64)
    """The pack of the last play of numbers, which shows the total."""
    kept_wilds: int = scalar(I8)
    """The wilds played on it."""
    buried: int = scalar(I64)
    """The pack of the numbers played before."""
    buried_wilds: int = scalar(I8)
    recycled: int = scalar(I64)
    """What the pile was last made of in this hand, EMPTY while it is the dealt one."""
    recycled_wilds: int = scalar(I8)
    owed: int = scalar(I8)
    """Cards that the seat on turn has still to draw."""
    drawn: int = scalar(I16)
    """Those drawn and not yet told, CARD_BITS each."""
    cutters: int = scalar(I8)
    """The seats that cut in this round, a bit each."""
    cut_rounds: int = scalar(I8)
    """Rounds of cutting completed."""
    cuts: list[int] = array(I8, MAX_CUTS * MAX_SEATS)
    """Per round and seat the card shown, NO_CARD where it did not cut."""
    pile: list[int] = array(I8, MAX_DECK)
    """The first pile_count cards, ascending, so that equal tables are equal states."""
    pile_count: int = scalar(I8)
    shuffles: int = scalar(I16)
    news: list[int] = array(I16, NEWS * WIDTH)
    news_count: int = scalar(I8)
