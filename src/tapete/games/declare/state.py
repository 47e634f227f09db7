"""The state of a match of Declare, declared once."""

from enum import IntEnum

from tapete.core.news import NEWS, WIDTH
from tapete.core.state import I8, I16, Record, array, record, records, scalar
from tapete.games.declare.cards import NUM_CARDS
from tapete.games.declare.options import HouseRules

MAX_SEATS = 6
HAND = 5


class Phase(IntEnum):
    """What must happen next."""

    STARTER = 0
    """A lot names who starts the round."""
    DEAL = 1
    TURN = 2
    PICK_UP = 3
    """The card from the pile for the seat that has thrown."""
    OVER = 4


class News(IntEnum):
    """What the last call did: value."""

    DEALT = 0
    """A round begins: -."""
    TURN = 1
    """A whole turn: the card taken × 2 + 1 if it came from the floor."""
    RECYCLED = 2
    """The buried cards are a new pile: -."""
    DECLARED = 3
    """Hands are shown by this seat: -."""
    SHOWDOWN = 4
    """Hands are shown by the lap limit: -."""
    OUT = 5
    """A set of seats has crossed the threshold: the set."""
    END = 6
    """The game is over: -."""


class Player(Record):
    """One seat."""

    hand: list[int] = array(I8, HAND)
    """Ascending."""
    count: int = scalar(I8)
    turns: int = scalar(I8)
    """Turns had in this round."""
    score: int = scalar(I16)
    total: int = scalar(I16)
    """The hand's total when hands were last shown; NONE if the seat was out."""
    points: int = scalar(I16)
    """What that showing added to the score."""
    shown: list[int] = array(I8, HAND)
    """The hand as it was last shown, ascending."""
    shown_count: int = scalar(I8)
    out: int = scalar(I16)
    """The round in which the seat went out, counted from 1; 0 while it is in."""
    took: int = scalar(I8)
    """The floor card last picked up, NONE after one from the pile or none yet."""
    threw: list[int] = array(I8, HAND)
    """The last throw of this round, ascending."""
    threw_count: int = scalar(I8)


class State(Record):
    """A match, from the first deal to the last one standing."""

    house: HouseRules = record(HouseRules)
    seats: int = scalar(I8)
    phase: int = scalar(I8)
    round: int = scalar(I16)
    """Rounds begun, the current one included."""
    starter: int = scalar(I8)
    turn: int = scalar(I8)
    dealt: int = scalar(I8)
    """Cards dealt so far in this round."""
    threshold: int = scalar(I16)
    """What must not be exceeded now (DC-D8)."""
    players: list[Player] = records(Player, MAX_SEATS)
    floor: list[int] = array(I8, HAND)
    """The cards that may be picked up, ascending."""
    floor_count: int = scalar(I8)
    pile: list[int] = array(I8, NUM_CARDS)
    """The first pile_count cards; their order means nothing."""
    pile_count: int = scalar(I8)
    buried: list[int] = array(I8, NUM_CARDS)
    buried_count: int = scalar(I8)
    holder: list[int] = array(I8, NUM_CARDS)
    """Per card, the seat that everybody saw pick it up and that holds it still, else NONE."""
    shuffles: int = scalar(I16)
    news: list[int] = array(I16, NEWS * WIDTH)
    news_count: int = scalar(I8)
