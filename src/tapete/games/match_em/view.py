"""What one seat may know of Match 'Em.

Every number is public but `hand`, `wilds` and `held`, the view's own cards. A spectator's view has
`seat` SPECTATOR and no cards. Rows of NUM_CARDS count cards by their number, with card − 1 as the
index and the wilds last.
"""

from typing import Any

from tapete.core.game import SPECTATOR
from tapete.core.state import I8, I16, I64, Record, array, record, records, scalar
from tapete.games.match_em.cards import NUM_CARDS, tally
from tapete.games.match_em.options import HouseRules
from tapete.games.match_em.rules import actor
from tapete.games.match_em.state import MAX_SEATS, Phase, State


class Opponent(Record):
    """One seat as everybody sees it (the view's own among them)."""

    count: int = scalar(I8)
    """Cards in hand."""
    tokens: int = scalar(I8)
    missed: int = scalar(I16)
    """The totals at which it has drawn in this hand, bit n for total n."""
    last_missed: int = scalar(I8)
    """The last of them, 0 before the first."""
    missed_with: int = scalar(I8)
    """How many cards it held then, before drawing."""
    cut: int = scalar(I8)
    """The card it showed in the last round of the last cut, 0 where it did not cut."""


class View(Record):
    """The table of Match 'Em from one seat."""

    house: HouseRules = record(HouseRules)
    seat: int = scalar(I8)
    seats: int = scalar(I8)
    actor: int = scalar(I8)
    phase: int = scalar(I8)
    turn: int = scalar(I8)
    """Whose turn it is; in a cut or a deal, who gets the next card."""
    turns: int = scalar(I16)
    """Turns ended in this hand."""
    hands: int = scalar(I8)
    """Hands begun, the current one included."""
    starter: int = scalar(I8)
    """NONE while the cut goes on."""
    players: list[Opponent] = records(Opponent, MAX_SEATS)
    hand: int = scalar(I64)
    """The pack of the own number cards."""
    wilds: int = scalar(I8)
    """Own wilds."""
    held: list[int] = array(I8, NUM_CARDS)
    """Own cards counted."""
    total: int = scalar(I8)
    """What must be matched, 0 where the seat on turn leads."""
    standing: list[int] = array(I8, NUM_CARDS)
    """The play that shows the total, with the wilds on it."""
    played: list[int] = array(I8, NUM_CARDS)
    """The cards played before it since the deal or the last new pile."""
    recycled: list[int] = array(I8, NUM_CARDS)
    """What the last new pile of this hand was made of; none before the first."""
    pile_count: int = scalar(I8)
    owed: int = scalar(I8)
    """Cards that the seat on turn has still to draw."""


def observe(s: State, seat: int, v: View) -> None:
    """Write what `seat` (or SPECTATOR) may know into an empty view."""
    v.seat = seat
    v.seats = s.seats
    v.actor = actor(s)
    v.phase = s.phase
    v.turn = s.turn
    v.turns = s.turns
    v.hands = s.hands
    v.starter = s.starter
    v.total = s.total
    v.pile_count = s.pile_count
    v.owed = s.owed
    see_house(s.house, v.house)
    tally(v.standing, s.kept, s.kept_wilds)
    tally(v.played, s.buried, s.buried_wilds)
    tally(v.recycled, s.recycled, s.recycled_wilds)
    for other in range(s.seats):
        see_player(s.players[other], v.players[other])
        if s.cut_rounds > 0:
            # The cards of a round are turned up at one moment, so an open round shows none.
            v.players[other].cut = s.cuts[(s.cut_rounds - 1) * MAX_SEATS + other]
    if seat != SPECTATOR and s.phase != Phase.DEAL:
        see_hand(s.players[seat], v)


def see_house(house: Any, seen: Any) -> None:
    """Copy the house rules."""
    seen.wins_needed = house.wins_needed
    seen.cards_dealt = house.cards_dealt
    seen.draw_count = house.draw_count
    seen.forced_match = house.forced_match
    seen.no_wild_finish = house.no_wild_finish
    seen.starter = house.starter
    seen.max_value = house.max_value
    seen.copies = house.copies
    seen.wilds = house.wilds


def see_player(p: Any, seen: Any) -> None:
    """Copy what everybody sees of a seat."""
    seen.count = p.count
    seen.tokens = p.tokens
    seen.missed = p.missed
    seen.last_missed = p.last_missed
    seen.missed_with = p.missed_with


def see_hand(p: Any, v: View) -> None:
    """Copy the view's own cards."""
    v.hand = p.hand
    v.wilds = p.wilds
    tally(v.held, p.hand, p.wilds)
