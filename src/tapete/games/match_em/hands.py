"""Around a hand of Match 'Em: the cut and the deal before it, the token after it."""

from typing import Any

from tapete.core.game import NONE
from tapete.core.news import note
from tapete.core.packs import EMPTY, single
from tapete.games.match_em.cards import MAX_DECK, NO_CARD, WILD_CARD, spread
from tapete.games.match_em.options import BY_CUT, BY_WINNER
from tapete.games.match_em.state import (
    MAX_CUTS,
    MAX_HANDS,
    MAX_SEATS,
    NO_TOTAL,
    News,
    Phase,
    State,
)

# Before a hand


def begin_hand(s: State) -> None:
    """Clear the table for the next hand and cut, or deal at once (ME-2, ME-D1)."""
    s.hands += 1
    s.turns = 0
    s.total = NO_TOTAL
    s.kept = EMPTY
    s.kept_wilds = 0
    s.buried = EMPTY
    s.buried_wilds = 0
    s.recycled = EMPTY
    s.recycled_wilds = 0
    for seat in range(s.seats):
        clear_player(s.players[seat])
    if s.starter == NONE:
        begin_cut(s)
    else:
        begin_deal(s)


def clear_player(p: Any) -> None:
    """Take a seat's cards and what was known of them."""
    p.hand = EMPTY
    p.wilds = 0
    p.count = 0
    p.missed = 0
    p.last_missed = NO_TOTAL
    p.missed_with = 0


def gather(s: State) -> None:
    """Make the pile the whole deck, freshly shuffled."""
    pack = EMPTY
    for number in range(1, s.house.max_value + 1):
        pack += s.house.copies * single(number)
    s.pile_count = spread(s.pile, pack, s.house.wilds)
    s.shuffles += 1


def begin_cut(s: State) -> None:
    """Let every seat cut."""
    for i in range(s.cut_rounds * MAX_SEATS):
        s.cuts[i] = NO_CARD
    s.cut_rounds = 0
    s.phase = Phase.CUT
    begin_cut_round(s, (1 << s.seats) - 1)


def begin_cut_round(s: State, cutters: int) -> None:
    """Let these seats cut, each a card of the whole deck (ME-D1)."""
    gather(s)
    s.cutters = cutters
    s.turn = next_cutter(s, NONE)


def next_cutter(s: State, seat: int) -> int:
    """Return the next seat after this one that cuts in this round, NONE after the last."""
    for other in range(seat + 1, s.seats):
        if s.cutters >> other & 1:
            return other
    return NONE


def cut(s: State, card: int) -> None:
    """Show the card of a cutting seat; after the last one see who starts or cuts again (ME-D1)."""
    s.cuts[s.cut_rounds * MAX_SEATS + s.turn] = card
    s.turn = next_cutter(s, s.turn)
    if s.turn != NONE:
        return
    left = highest_cutters(s)
    s.cut_rounds += 1
    if left & (left - 1) == 0 or s.cut_rounds == MAX_CUTS:
        s.cutters = left
        s.starter = next_cutter(s, NONE)
        s.cutters = 0
        note(s, News.CUT, s.starter, 0)
        begin_deal(s)
    else:
        begin_cut_round(s, left)


def highest_cutters(s: State) -> int:
    """Return the seats that showed a wild or the highest number in this round, a bit each."""
    wilds, best, highest = 0, 0, NO_CARD
    for seat in range(s.seats):
        card = s.cuts[s.cut_rounds * MAX_SEATS + seat]
        if card == WILD_CARD:
            wilds |= 1 << seat
        elif card > highest:
            best, highest = 1 << seat, card
        elif card == highest and card != NO_CARD:
            best |= 1 << seat
    return wilds | best


def begin_deal(s: State) -> None:
    """Shuffle the whole deck for a hand that `starter` leads (ME-2)."""
    gather(s)
    s.turn = s.starter
    s.dealt = 0
    s.phase = Phase.DEAL


def deal(s: State, card: int) -> None:
    """Deal one card, round the table from the starter (ME-2, ME-D9)."""
    receive(s.players[s.turn], card)
    s.turn = left_of(s, s.turn)
    s.dealt += 1
    if s.dealt == s.house.cards_dealt * s.seats:
        note(s, News.DEALT, s.starter, 0)
        s.phase = Phase.PLAY


def receive(p: Any, card: int) -> None:
    """Put a card into a hand."""
    if card == WILD_CARD:
        p.wilds += 1
    else:
        p.hand += single(card)
    p.count += 1


# After a hand


def sole_lowest(s: State) -> int:
    """Return the seat with the fewest cards, NONE where several have (ME-D8)."""
    best, fewest = NONE, MAX_DECK + 1
    for seat in range(s.seats):
        count = s.players[seat].count
        if count < fewest:
            best, fewest = seat, count
        elif count == fewest:
            best = NONE
    return best


def end_hand(s: State, winner: int) -> None:
    """Give the winner, if there is one, a token; end the match or begin the next hand (ME-9)."""
    if winner != NONE:
        s.players[winner].tokens += 1
    note(s, News.HAND, winner, 0)
    if s.hands == MAX_HANDS or (winner != NONE and s.players[winner].tokens >= s.house.wins_needed):
        note(s, News.END, NONE, 0)
        s.phase = Phase.OVER
        return
    s.starter = next_starter(s, winner)
    begin_hand(s)


def next_starter(s: State, winner: int) -> int:
    """Return who starts the next hand, NONE where the cut decides (ME-D1)."""
    if s.house.starter == BY_CUT:
        return NONE
    if s.house.starter == BY_WINNER and winner != NONE:
        return winner
    return left_of(s, s.starter)


def left_of(s: State, seat: int) -> int:
    """Return the next seat in turn order."""
    # A division would cost more than much of a turn.
    return seat + 1 if seat + 1 < s.seats else 0
