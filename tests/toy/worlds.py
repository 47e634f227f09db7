"""Worlds of Toy: cards that a view hides lie in other hands and in the pile, each way as likely.

Not in a view, and left empty: the news, which only tells of what was. Once hands have been shown
the cards matter no more.
"""

from typing import Any

from tapete.core.piles import insert_sorted, take
from tapete.core.rng import below
from tests.toy.cards import NUM_CARDS
from tests.toy.rules import HAND, Phase, State
from tests.toy.view import View


def deal_again(v: View, s: State, r: Any) -> bool:
    """Write a world of the view into a fresh state; every view has one."""
    set_table(v, s)
    count = gather(v, s)
    for seat in range(v.seats):
        p = s.players[seat]
        for _ in range(held(v, s, seat) - p.count):
            insert_sorted(p.hand, p.count, take(s.pile, count, below(r, count)))
            p.count += 1
            count -= 1
    s.pile_count = count
    return True


def set_table(v: View, s: State) -> None:
    """Copy all that the view shows, the own cards among it."""
    s.house.turns = v.house.turns
    s.house.low_wins = v.house.low_wins
    s.seats = v.seats
    s.phase = v.phase
    s.starter = v.starter
    s.shuffles = 1
    s.thrown_count = v.thrown_count
    for i in range(v.thrown_count):
        s.thrown[i] = v.thrown[i]
    steps = 0
    for seat in range(v.seats):
        p, seen = s.players[seat], v.players[seat]
        p.turns = seen.turns
        p.threw = seen.threw
        p.total = seen.total
        steps += seen.turns
    if v.phase == Phase.DEAL:
        steps = NUM_CARDS - v.pile_count
    s.turn = (v.starter + steps) % v.seats
    for i in range(v.count):
        s.players[v.seat].hand[i] = v.hand[i]
        s.players[v.seat].count = v.count


def gather(v: View, s: State) -> int:
    """Write the hidden cards into the pile; return how many they are."""
    shown = 0
    for i in range(v.count):
        shown |= 1 << v.hand[i]
    for i in range(v.thrown_count):
        shown |= 1 << v.thrown[i]
    count = 0
    for card in range(1, NUM_CARDS + 1):
        if shown >> card & 1 == 0:
            s.pile[count] = card
            count += 1
    return count


def held(v: View, s: State, seat: int) -> int:
    """Return how many cards a seat holds now."""
    if v.phase == Phase.STARTER:
        return 0
    if v.phase == Phase.DEAL:
        after = (seat - v.starter) % v.seats
        return (NUM_CARDS - v.pile_count + v.seats - 1 - after) // v.seats
    return HAND - int(v.phase == Phase.DRAW and seat == s.turn)
