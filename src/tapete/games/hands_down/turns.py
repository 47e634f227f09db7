"""A turn's course: opening, cards that pass from hand to hand, the turn's end, the match's end."""

from typing import Any

from tapete.core.game import NONE
from tapete.core.news import note
from tapete.games.hands_down.cards import ALL_PAIRS, JOKER, KINDS
from tapete.games.hands_down.hands import (
    add,
    left_of,
    next_runner,
    nth_card,
    num_runners,
    remove,
)
from tapete.games.hands_down.state import (
    CARD,
    OWED,
    OWED_EMPTY,
    SECOND,
    WHY,
    Ending,
    Motion,
    News,
    Phase,
    Why,
)

# The opening


def start_turn(s: Any, seat: int) -> None:
    """Give the turn to a seat and work out what it opens with (HD-4, HD-16, HD-17, HD-D3)."""
    s.turn = seat
    s.paired = 0
    s.fakes = 0
    s.all_fakes = 0
    s.jams = 0
    forgive_touches(s)
    owed = OWED if s.players[seat].count > 0 else OWED_EMPTY
    s.owed_draws = min(owed, s.pile_count)
    s.owed_takes = owed - s.owed_draws
    if s.owed_draws > 0:
        s.phase = Phase.OPEN_DRAW
    else:
        open_takes(s)


def forgive_touches(s: Any) -> None:
    """Let every seat be early again, once (HD-D10)."""
    for seat in range(s.seats):
        s.players[seat].early = 0


def draw_opening(s: Any, card: int) -> None:
    """Give the seat on turn a card of the pile, the second of two perhaps (HD-4, HD-17)."""
    add(s.players[s.turn], card)
    s.owed_draws -= 1
    if s.owed_draws > 0:
        s.drawn = card + 1
        return
    value = card
    if s.drawn > 0:
        value = s.drawn - 1 + SECOND * (card + 1)
    s.drawn = 0
    note(s, News.DREW, s.turn, value)
    open_takes(s)


def open_takes(s: Any) -> None:
    """Ask whom the opening takes from, where there is a choice (HD-16, HD-D3)."""
    others = num_runners(s)
    if s.owed_takes == 0 or others == 0:
        s.owed_takes = 0
        go_on(s)
    elif others == 1:
        owe(s, next_runner(s, s.turn), s.turn, Why.OPENING)
    else:
        s.phase = Phase.CHOOSE


def go_on(s: Any) -> None:
    """Let the seat on turn act, or end a match whose pairs all lie (HD-18, HD-D12)."""
    if s.pairs == ALL_PAIRS:
        end(s, Ending.ALL_PAIRS)
    else:
        s.phase = Phase.DECIDE


# Cards that pass from hand to hand


def owe(s: Any, giver: int, taker: int, why: int) -> None:
    """Ask chance for one card of the giver's hand (HD-D11)."""
    s.giver = giver
    s.taker = taker
    s.why = why
    s.phase = Phase.TAKE


def take_card(s: Any, n: int) -> None:
    """Pass the giver's n-th card on, then go on where it was owed."""
    giver, taker, why = int(s.giver), int(s.taker), int(s.why)
    card = nth_card(s.players[giver], n)
    remove(s.players[giver], card)
    add(s.players[taker], card)
    s.players[giver].gave[taker * KINDS + card] += 1
    s.giver = 0
    s.taker = 0
    s.why = 0
    note(s, News.TOOK, taker, giver + CARD * card + WHY * why)
    after_take(s, why)


def after_take(s: Any, why: int) -> None:
    """Go on after a card has passed."""
    if why == Why.OPENING:
        s.owed_takes -= 1
        open_takes(s)
    elif why == Why.LOST:
        after_pair(s)
    elif why == Why.FAKED:
        take_from_fooled(s)
    elif why == Why.PENALTY:
        end_turn(s)
    else:
        s.phase = Phase.DECIDE if s.motion == Motion.NOTHING else Phase.RACE


def take_from_fooled(s: Any) -> None:
    """Take from the next seat to the left that touched at a fake, or go on deciding (HD-13)."""
    seat = left_of(s, s.turn)
    while seat != s.turn and s.queue >> seat & 1 == 0:
        seat = left_of(s, seat)
    if seat == s.turn:
        s.phase = Phase.DECIDE
    else:
        s.queue ^= 1 << seat
        owe(s, seat, s.turn, Why.FAKED)


# The end of a turn and of the match


def after_pair(s: Any) -> None:
    """Go on after a pair has been laid and paid for (HD-11, HD-18, HD-D12)."""
    if s.pairs == ALL_PAIRS and s.pile_count > 0:
        start_turn(s, left_of(s, s.turn))
    else:
        go_on(s)


def end_turn(s: Any) -> None:
    """Pass the turn to the left, unless the match has stalled (HD-3, HD-D13)."""
    if s.pile_count == 0 and s.paired == 0:
        s.stalls += 1
    if s.stalls >= s.house.stall_limit:
        end(s, Ending.STALLED)
    else:
        start_turn(s, left_of(s, s.turn))


def end(s: Any, reason: int) -> None:
    """End the match; somebody holds the Joker by now."""
    s.phase = Phase.OVER
    note(s, News.ENDED, joker_holder(s), reason)


def joker_holder(s: Any) -> int:
    """Return who holds the Joker, NONE while it lies in the pile."""
    for seat in range(s.seats):
        if s.players[seat].hand[JOKER] > 0:
            return seat
    return NONE
