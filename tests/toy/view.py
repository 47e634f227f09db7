"""What one seat may know of Toy: all but the pile's and the others' cards."""

from typing import Any

from tapete.core.game import SPECTATOR
from tapete.core.state import I8, Record, array, record, records, scalar
from tests.toy.cards import NUM_CARDS
from tests.toy.options import HouseRules
from tests.toy.rules import HAND, MAX_SEATS, Phase, State, actor


class Opponent(Record):
    """One seat as everybody sees it (the view's own among them)."""

    turns: int = scalar(I8)
    threw: int = scalar(I8)
    """The card thrown away in its last turn, 0 if none."""
    total: int = scalar(I8)
    """Its sum, 0 before hands are shown."""


class View(Record):
    """The table of Toy from one seat; a spectator's hand is empty."""

    house: HouseRules = record(HouseRules)
    seat: int = scalar(I8)
    seats: int = scalar(I8)
    actor: int = scalar(I8)
    phase: int = scalar(I8)
    starter: int = scalar(I8)
    players: list[Opponent] = records(Opponent, MAX_SEATS)
    hand: list[int] = array(I8, HAND)
    """Own cards, ascending."""
    count: int = scalar(I8)
    pile_count: int = scalar(I8)
    thrown: list[int] = array(I8, NUM_CARDS)
    thrown_count: int = scalar(I8)


def observe(s: State, seat: int, v: View) -> None:
    """Write what `seat` (or SPECTATOR) may know into an empty view."""
    v.house.turns = s.house.turns
    v.house.low_wins = s.house.low_wins
    v.seat = seat
    v.seats = s.seats
    v.actor = actor(s)
    v.phase = s.phase
    v.starter = s.starter
    v.pile_count = s.pile_count
    v.thrown_count = s.thrown_count
    for i in range(s.thrown_count):
        v.thrown[i] = s.thrown[i]
    for other in range(s.seats):
        see_player(s.players[other], v.players[other])
    if seat != SPECTATOR and s.phase != Phase.DEAL:
        v.count = s.players[seat].count
        for i in range(v.count):
            v.hand[i] = s.players[seat].hand[i]


def see_player(p: Any, seen: Any) -> None:
    """Copy what everybody sees of a seat."""
    seen.turns = p.turns
    seen.threw = p.threw
    seen.total = p.total
