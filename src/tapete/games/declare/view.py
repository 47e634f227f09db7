"""What one seat may know of Declare.

Every number is public but `hand`, the view's own cards, and `total`, what they count. A spectator's
view has `seat` SPECTATOR and an empty hand. Cards are `cards.py` numbers.
"""

from typing import Any

from tapete.core.game import NONE, SPECTATOR
from tapete.core.state import I8, I16, Record, array, record, records, scalar
from tapete.games.declare.cards import NUM_CARDS, total
from tapete.games.declare.options import HouseRules
from tapete.games.declare.rules import actor
from tapete.games.declare.state import HAND, MAX_SEATS, Phase, State

BURIED, IN_PILE_OR_HAND, ON_FLOOR = -3, -1, -2
"""Where a card lies that nobody is known to hold."""


class Opponent(Record):
    """One seat as everybody sees it (the view's own among them)."""

    count: int = scalar(I8)
    """Cards in hand."""
    turns: int = scalar(I8)
    """Turns had in this round."""
    score: int = scalar(I16)
    out: int = scalar(I16)
    """The round in which it went out, 0 while in."""
    total: int = scalar(I16)
    """Its total at the last showing of hands, 0 before the first."""
    points: int = scalar(I16)
    """What that showing added to its score."""
    took: int = scalar(I8)
    """The floor card it last picked up, NONE after one from the pile."""
    threw: list[int] = array(I8, HAND)
    threw_count: int = scalar(I8)


class View(Record):
    """The table of Declare from one seat."""

    house: HouseRules = record(HouseRules)
    seat: int = scalar(I8)
    seats: int = scalar(I8)
    actor: int = scalar(I8)
    phase: int = scalar(I8)
    round: int = scalar(I16)
    starter: int = scalar(I8)
    threshold: int = scalar(I16)
    players: list[Opponent] = records(Opponent, MAX_SEATS)
    hand: list[int] = array(I8, HAND)
    """Own cards, ascending."""
    count: int = scalar(I8)
    total: int = scalar(I16)
    """Own total."""
    floor: list[int] = array(I8, HAND)
    floor_count: int = scalar(I8)
    pile_count: int = scalar(I8)
    buried_count: int = scalar(I8)
    where: list[int] = array(I8, NUM_CARDS)
    """Per card: the seat known to hold it, ON_FLOOR, BURIED, or IN_PILE_OR_HAND."""


def observe(s: State, seat: int, v: View) -> None:
    """Write what `seat` (or SPECTATOR) may know into an empty view."""
    v.seat = seat
    v.seats = s.seats
    v.actor = actor(s)
    v.phase = s.phase
    v.round = s.round
    v.starter = s.starter
    v.threshold = s.threshold
    see_house(s.house, v.house)
    for other in range(s.seats):
        see_player(s.players[other], v.players[other])
    see_cards(s, v)
    if seat != SPECTATOR and s.phase != Phase.DEAL:
        see_hand(s.players[seat], v)


def see_house(house: Any, seen: Any) -> None:
    """Copy the house rules."""
    seen.threshold = house.threshold
    seen.tie = house.tie
    seen.scoring = house.scoring
    seen.false_penalty = house.false_penalty
    seen.declare_max = house.declare_max
    seen.jokers = house.jokers
    seen.run_lengths = house.run_lengths
    seen.run_same_suit = house.run_same_suit
    seen.allow_trips = house.allow_trips
    seen.mixed_two_pairs = house.mixed_two_pairs
    seen.starter = house.starter
    seen.end = house.end
    seen.lap_limit = house.lap_limit


def see_player(p: Any, seen: Any) -> None:
    """Copy what everybody sees of a seat."""
    seen.count = p.count
    seen.turns = p.turns
    seen.score = p.score
    seen.out = p.out
    seen.total = p.total
    seen.points = p.points
    seen.took = p.took
    seen.threw_count = p.threw_count
    for i in range(p.threw_count):
        seen.threw[i] = p.threw[i]


def see_cards(s: State, v: View) -> None:
    """Copy the floor, the sizes of the piles, and where each card is known to lie."""
    v.floor_count = s.floor_count
    v.pile_count = s.pile_count
    v.buried_count = s.buried_count
    holder, where = s.holder, v.where
    for card in range(NUM_CARDS):
        where[card] = holder[card] if holder[card] != NONE else IN_PILE_OR_HAND
    for i in range(s.floor_count):
        v.floor[i] = s.floor[i]
        where[s.floor[i]] = ON_FLOOR
    for i in range(s.buried_count):
        where[s.buried[i]] = BURIED


def see_hand(p: Any, v: View) -> None:
    """Copy the view's own cards."""
    v.count = p.count
    v.total = total(p.hand, p.count)
    for i in range(p.count):
        v.hand[i] = p.hand[i]
