"""The showing of hands and what it costs (DC-7, DC-8, DC-D7, DC-D9 to DC-D11)."""

from tapete.core.game import NONE
from tapete.core.news import note
from tapete.games.declare.cards import total
from tapete.games.declare.options import DECLARER_WINS, DIFFERENCE
from tapete.games.declare.rounds import end_round
from tapete.games.declare.seats import next_in
from tapete.games.declare.state import HAND, News, State


def declare(s: State) -> None:
    """Show all hands and score the declaration of the seat on turn (DC-7, DC-8)."""
    total_up(s)
    own = s.players[s.turn].total
    best = lowest_total(s, s.turn)
    note(s, News.DECLARED, s.turn, 0)
    if own < best or (own == best and s.house.tie == DECLARER_WINS):
        for seat in range(s.seats):
            add_points(s, seat, 0 if seat == s.turn else loss(s, seat, own))
        end_round(s, s.turn)
    else:
        fail_declaration(s, own, best)
        end_round(s, lowest_from(s, next_in(s, s.turn), best))


def fail_declaration(s: State, own: int, best: int) -> None:
    """Score a declaration that was not the lowest (DC-8, DC-D10, DC-D11)."""
    for seat in range(s.seats):
        if seat == s.turn:
            cost = own - best if s.house.scoring == DIFFERENCE else own
            add_points(s, seat, s.house.false_penalty + cost)
        elif s.house.scoring == DIFFERENCE or s.players[seat].total == best:
            add_points(s, seat, 0)
        else:
            add_points(s, seat, s.players[seat].total)


def show_by_limit(s: State) -> None:
    """Show all hands because the laps are over (DC-D9)."""
    total_up(s)
    best = lowest_total(s, NONE)
    note(s, News.SHOWDOWN, NONE, 0)
    for seat in range(s.seats):
        add_points(s, seat, 0 if s.players[seat].total == best else loss(s, seat, best))
    end_round(s, lowest_from(s, s.turn, best))


def total_up(s: State) -> None:
    """Show and count every hand (DC-6)."""
    for seat in range(s.seats):
        p = s.players[seat]
        p.total = total(p.hand, p.count) if p.out == 0 else NONE
        p.shown_count = p.count
        for i in range(HAND):
            p.shown[i] = p.hand[i]


def loss(s: State, seat: int, best: int) -> int:
    """Return what a seat above the best total scores (DC-7, DC-D9, DC-D10)."""
    own = s.players[seat].total
    return own - best if s.house.scoring == DIFFERENCE else own


def add_points(s: State, seat: int, amount: int) -> None:
    """Score points for a seat that is still in."""
    p = s.players[seat]
    p.points = 0
    if p.out == 0:
        p.points = amount
        p.score += amount


def lowest_total(s: State, without: int) -> int:
    """Return the lowest shown total among the seats still in, one of them left out."""
    best = NONE
    for seat in range(s.seats):
        p = s.players[seat]
        if p.out == 0 and seat != without and (best == NONE or p.total < best):
            best = p.total
    return best


def lowest_from(s: State, first: int, best: int) -> int:
    """Return the first seat in turn order, beginning with `first`, that shows this total."""
    seat = first
    while s.players[seat].total != best or s.players[seat].out > 0:
        seat = next_in(s, seat)
    return seat
