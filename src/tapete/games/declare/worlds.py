"""Worlds of Declare: whole tables that a view allows, with what it hides dealt again.

Everybody has seen who picked up which card from the floor, so those stay where they are. The other
cards that the view does not show lie in the other hands and in the pile, each way as likely.

Not in a view, and left empty: the hands as they were last shown, the shuffles and the news, which
only tell of what was. Between rounds and after the end the cards matter no more; hands that were
shown by then are dealt like all others, whatever they counted.
"""

from typing import Any

from tapete.core.game import NONE
from tapete.core.piles import insert_sorted, take
from tapete.core.rng import below
from tapete.games.declare.cards import JOKER, NUM_CARDS
from tapete.games.declare.seats import next_in, num_in
from tapete.games.declare.state import HAND, Phase, State
from tapete.games.declare.view import BURIED, IN_PILE_OR_HAND, View, see_house


def deal_again(v: View, s: State, r: Any) -> bool:
    """Write a world of the view into a fresh state; every view has one."""
    see_house(v.house, s.house)
    set_table(v, s)
    set_cards(v, s)
    if s.round > 0:
        deal_hidden(v, s, r)
    return True


def set_table(v: View, s: State) -> None:
    """Copy all that everybody sees, but for the cards."""
    s.seats = v.seats
    s.phase = v.phase
    s.round = v.round
    s.starter = v.starter
    s.threshold = v.threshold
    for seat in range(v.seats):
        set_player(v.players[seat], s.players[seat])
        s.dealt += v.players[seat].count
    if v.phase in (Phase.TURN, Phase.PICK_UP):
        s.dealt = HAND * num_in(s)
    s.turn = seat_due(v, s)


def set_player(seen: Any, p: Any) -> None:
    """Copy what everybody sees of a seat; its cards are counted as they come."""
    p.turns = seen.turns
    p.score = seen.score
    p.out = seen.out
    p.total = seen.total
    p.points = seen.points
    p.took = seen.took
    p.threw_count = seen.threw_count
    for i in range(seen.threw_count):
        p.threw[i] = seen.threw[i]


def seat_due(v: View, s: State) -> int:
    """Return whose turn it is; where chance must act, by what has been dealt or played."""
    if v.phase == Phase.TURN:
        return v.actor
    steps = 0
    if v.phase == Phase.DEAL:
        steps = s.dealt
    elif v.phase == Phase.PICK_UP:
        for seat in range(v.seats):
            steps += v.players[seat].turns * (v.players[seat].out == 0)
    seat = int(v.starter)
    for _ in range(steps % num_in(s)):
        seat = next_in(s, seat)
    return seat


def set_cards(v: View, s: State) -> None:
    """Put the cards that the view shows in their places."""
    for i in range(v.floor_count):
        s.floor[i] = v.floor[i]
    s.floor_count = v.floor_count
    for card in range(NUM_CARDS):
        s.holder[card] = NONE
        where = v.where[card]
        if where == BURIED:
            s.buried[s.buried_count] = card
            s.buried_count += 1
        elif where >= 0:
            s.holder[card] = where
            if where != v.seat or v.phase == Phase.DEAL:
                give(s.players[where], card)
    for i in range(v.count):
        give(s.players[v.seat], v.hand[i])


def deal_hidden(v: View, s: State, r: Any) -> None:
    """Deal the hidden cards to the hands that lack some; the pile keeps the rest."""
    count = gather(v, s)
    for seat in range(v.seats):
        p = s.players[seat]
        while p.count < v.players[seat].count:
            give(p, take(s.pile, count, below(r, count)))
            count -= 1
    s.pile_count = count


def gather(v: View, s: State) -> int:
    """Write the hidden cards into the pile; return how many they are."""
    shown = shown_cards(v, s)
    count = 0
    for card in range(JOKER + v.house.jokers):
        if v.where[card] == IN_PILE_OR_HAND and shown >> card & 1 == 0:
            s.pile[count] = card
            count += 1
    return count


def shown_cards(v: View, s: State) -> int:
    """Return the cards, a bit each, that `where` does not place though the view has them."""
    shown = 0
    for i in range(v.count):
        shown |= 1 << v.hand[i]
    if v.phase == Phase.PICK_UP:
        p = s.players[s.turn]
        for i in range(p.threw_count):
            shown |= 1 << p.threw[i]
    return shown


def give(p: Any, card: int) -> None:
    """Put a card into a hand."""
    insert_sorted(p.hand, p.count, card)
    p.count += 1
