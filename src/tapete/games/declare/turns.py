"""One turn of Declare: a throw and a card (DC-2, DC-5, DC-D3, DC-D5)."""

from tapete.core.game import NONE
from tapete.core.news import note
from tapete.core.piles import insert_sorted, remove_at
from tapete.games.declare.rounds import give
from tapete.games.declare.seats import next_in
from tapete.games.declare.showing import show_by_limit
from tapete.games.declare.state import HAND, News, Phase, State

PILE = 0
"""The source of a card: the pile, or 1 + its place on the floor."""


def throw(s: State, subset: int) -> None:
    """Take the thrown cards out of the hand of the seat on turn (DC-2)."""
    p = s.players[s.turn]
    p.threw_count = 0
    for i in range(HAND - 1, -1, -1):
        if subset >> i & 1:
            card = remove_at(p.hand, p.count, i)
            p.count -= 1
            insert_sorted(p.threw, p.threw_count, card)
            p.threw_count += 1
            s.holder[card] = NONE


def pick_up(s: State, source: int) -> None:
    """Take a card from the floor, or ask chance for one from the pile (DC-2, DC-5, DC-D3)."""
    p = s.players[s.turn]
    if source == PILE:
        if s.pile_count == 0:
            recycle(s)
        p.took = NONE
        s.phase = Phase.PICK_UP
        return
    card = remove_at(s.floor, s.floor_count, source - 1)
    s.floor_count -= 1
    p.took = card
    s.holder[card] = s.turn
    give(s, card)
    note(s, News.TURN, s.turn, card * 2 + 1)
    end_turn(s)


def recycle(s: State) -> None:
    """Make the buried cards the new pile; the floor stays (DC-D5)."""
    for i in range(s.buried_count):
        s.pile[i] = s.buried[i]
        s.buried[i] = 0
    s.pile_count = s.buried_count
    s.buried_count = 0
    s.shuffles += 1
    note(s, News.RECYCLED, s.turn, 0)


def end_turn(s: State) -> None:
    """Bury the old floor, lay out the throw as the new one and pass on (DC-D3, DC-D9)."""
    for i in range(s.floor_count):
        s.buried[s.buried_count] = s.floor[i]
        s.buried_count += 1
    p = s.players[s.turn]
    for i in range(HAND):
        s.floor[i] = p.threw[i] if i < p.threw_count else 0
    s.floor_count = p.threw_count
    for i in range(p.threw_count, HAND):
        p.threw[i] = 0
    p.turns += 1
    s.phase = Phase.TURN
    s.turn = next_in(s, s.turn)
    # Seats play in turn, so the next one is the last to reach the limit.
    if s.players[s.turn].turns >= s.house.lap_limit:
        show_by_limit(s)
