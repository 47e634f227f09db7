"""Worlds of Hands Down: whole tables that a view allows, with what it hides dealt again.

What a seat gave away it knows to be there, as far as that is certain:

- A card given to a seat is there still, unless it was laid in a pair, taken back, or has passed on
  to a third seat. How many cards have is public while the pile lasts (races lost, fakes, early
  touches and fouls each cost one); which of them, if any of the known ones, is a lot. Once openings
  take from hands it is not public any more, so that at three seats nothing stays certain.
- What was given away and is neither laid nor taken back is in some hand, not in the pile.
- A pair that jammed stays in the acting hand for the rest of the turn (HD-10).
- Under `must_play_pairs` who has passed kept no pair (HD-D8).
- Who is asked to act may do more than pass (HD-D16).

The other hidden cards lie in the other hands and in the pile, each way of dealing them as likely.
A pending motion is drawn together with the cards: every pair that the acting hand may slap for, and
a fake where one is allowed, are as likely, so that a hand with more to choose from is met more
often. Stances that others have chosen are drawn evenly.

Not in a view: the first card of an opening that draws two and the news, which only tell of what
was, and what the other seats gave each other, which only their own views show.
"""

from typing import Any

from tapete.core.game import NONE
from tapete.core.piles import take
from tapete.core.rng import below
from tapete.games.hands_down.cards import COPIES, JOKER, KINDS, NUM_CARDS, PAIR
from tapete.games.hands_down.hands import add, holds_pair, left_of, next_runner
from tapete.games.hands_down.motions import may_fake, may_slap
from tapete.games.hands_down.options import END_TURN_AND_CARD
from tapete.games.hands_down.state import (
    DEALT,
    OWED,
    OWED_EMPTY,
    STANCES,
    Came,
    Motion,
    Phase,
    State,
    Why,
)
from tapete.games.hands_down.view import View, see_house, see_last

FACE_TO_FACE = 2
"""With so many seats there is no third one."""
TRIES = 1 << 18
"""After so many deals that a view forbids it is taken to contradict itself."""


def deal_again(v: View, s: State, r: Any) -> bool:
    """Write a world of the view into a fresh state; say whether one was found in TRIES deals."""
    see_house(v.house, s.house)
    set_table(v, s)
    for seat in range(v.seats):
        set_player(v, s, seat)
    if v.phase == Phase.DEALER:
        return True
    s.shuffles = 1
    for _ in range(TRIES):
        if deal_hidden(v, s, r) and is_possible(v, s) and set_motion(v, s, r):
            set_stances(v, s, r)
            return True
    return False


# What everybody sees


def set_table(v: View, s: State) -> None:
    """Copy all that everybody sees of the table."""
    s.asks_stances = v.asks_stances
    s.seats = v.seats
    s.phase = v.phase
    s.dealer = v.dealer
    s.turn = v.turn
    s.pairs = v.pairs
    s.paired = v.paired
    s.fakes = v.fakes
    s.all_fakes = v.all_fakes
    s.jams = v.jams
    s.stalls = v.stalls
    s.owed_takes = v.owed_takes
    s.giver = v.giver
    s.taker = v.taker
    s.why = v.why
    s.queue = v.queue
    see_last(v.last, s.last)
    if v.phase == Phase.STANCE:
        s.runner = v.actor
    if v.phase == Phase.OPEN_DRAW:
        # Who draws two began with none, and after the first it holds one and is owed one.
        is_empty = v.players[v.turn].count == 0
        s.owed_draws = min(OWED_EMPTY, v.pile_count) if is_empty else OWED
    s.dealt = DEALT * v.seats
    if v.phase in (Phase.DEALER, Phase.DEAL):
        s.dealt = 0
        for seat in range(v.seats):
            s.dealt += v.players[seat].count


def set_player(v: View, s: State, seat: int) -> None:
    """Copy what the view shows of a seat, with its cards where they are the view's own."""
    p, seen = s.players[seat], v.players[seat]
    p.early = seen.early
    for card in range(KINDS):
        p.laid[card] = seen.laid[card]
    set_history(seen.history, p.history)
    if seat == v.seat:
        p.stance = v.stance
        p.count = v.count
        for card in range(KINDS):
            p.hand[card] = v.hand[card]
        for i in range(v.seats * KINDS):
            p.gave[i] = v.gave[i]
    elif v.seat >= 0:
        for card in range(KINDS):
            p.gave[v.seat * KINDS + card] = v.took[seat * KINDS + card]


def set_history(seen: Any, history: Any) -> None:
    """Copy what a seat has done in races."""
    history.slaps = seen.slaps
    history.fakes = seen.fakes
    history.fouls = seen.fouls
    history.raced = seen.raced
    history.lost = seen.lost
    history.faced = seen.faced
    history.fooled = seen.fooled
    history.early = seen.early


# The deal


def deal_hidden(v: View, s: State, r: Any) -> bool:
    """Deal the hidden cards once; False where the lots of what has passed on can't all be so."""
    gather(v, s)
    for seat in range(v.seats):
        if seat != v.seat:
            clear_hand(s.players[seat])
    if not keep_shown(v, s) or not keep_passed(v, s, r):
        return False
    for seat in range(v.seats):
        while s.players[seat].count < v.players[seat].count:
            add(s.players[seat], take(s.pile, s.pile_count, below(r, s.pile_count)))
            s.pile_count -= 1
    return True


def gather(v: View, s: State) -> None:
    """Make the pile all hidden cards."""
    s.pile_count = 0
    for card in range(KINDS):
        hidden = 1 if card == JOKER else COPIES
        for seat in range(v.seats):
            hidden -= PAIR * v.players[seat].laid[card]
        for _ in range(hidden - v.hand[card]):
            s.pile[s.pile_count] = card
            s.pile_count += 1


def clear_hand(p: Any) -> None:
    """Empty a hand."""
    p.count = 0
    for card in range(KINDS):
        p.hand[card] = 0


def hold(v: View, s: State, seat: int, card: int) -> bool:
    """Give a seat a certain card out of the pile; say whether it was there and had room."""
    if s.players[seat].count >= v.players[seat].count:
        return False
    for i in range(s.pile_count):
        if s.pile[i] == card:
            add(s.players[seat], take(s.pile, s.pile_count, i))
            s.pile_count -= 1
            return True
    return False


def keep_shown(v: View, s: State) -> bool:
    """Give to hands what was shown to lie there: the Joker at the end, a pair that has jammed."""
    if v.joker != NONE and v.joker != v.seat and not hold(v, s, v.joker, JOKER):
        return False
    if v.jams > 0 and v.last.came == Came.TO_A_JAM and v.turn != v.seat:
        return hold(v, s, v.turn, v.last.rank) and hold(v, s, v.turn, v.last.rank)
    return True


def keep_passed(v: View, s: State, r: Any) -> bool:
    """Give to hands what has passed into them from the view's and is there still."""
    for seat in range(v.seats):
        if seat != v.seat and not keep_known(v, s, r, seat):
            return False
    if v.pile_count > 0:
        for card in range(KINDS):
            if not keep_in_hands(v, s, r, card):
                return False
    return True


def keep_known(v: View, s: State, r: Any, seat: int) -> bool:
    """Give a seat the cards that it is known to hold, but for a lot of those that may be gone."""
    known = 0
    for card in range(KINDS):
        known += max(0, sure_count(v, seat, card))
    gone = min(known, may_be_gone(v, seat))
    for card in range(KINDS):
        kept = 0
        for _ in range(sure_count(v, seat, card)):
            if below(r, known) < gone:
                gone -= 1
            else:
                kept += 1
            known -= 1
        while s.players[seat].hand[card] < kept:
            if not hold(v, s, seat, card):
                return False
    return True


def sure_count(v: View, seat: int, card: int) -> int:
    """Return how many of a card a seat must hold, unless some have passed on to third seats."""
    passed = v.gave[seat * KINDS + card] - v.took[seat * KINDS + card]
    return passed - PAIR * v.players[seat].laid[card]


def may_be_gone(v: View, seat: int) -> int:
    """Return how many cards of a seat have gone, or may have gone, to third seats."""
    if v.seats == FACE_TO_FACE:
        return 0
    if v.pile_count == 0:
        return NUM_CARDS
    history = v.players[seat].history
    gone = history.lost + history.fooled + history.early
    if v.house.active_foul == END_TURN_AND_CARD:
        gone += history.fouls
    # What is counted and not paid yet.
    gone -= v.queue >> seat & 1
    if v.phase == Phase.TAKE and v.giver == seat and v.why != Why.OPENING:
        gone -= 1
    for card in range(KINDS):
        gone -= v.took[seat * KINDS + card]
    return gone


def keep_in_hands(v: View, s: State, r: Any, card: int) -> bool:
    """Give to hands, whichever they are, what has passed into them of a card and not left them."""
    sure = 0
    for seat in range(v.seats):
        if seat != v.seat:
            sure += sure_count(v, seat, card) - s.players[seat].hand[card]
    for _ in range(sure):
        seat = seat_with_room(v, s, r)
        if seat == NONE or not hold(v, s, seat, card):
            return False
    return True


def seat_with_room(v: View, s: State, r: Any) -> int:
    """Return the seat of one of the places in hands that are free, each as likely; NONE if none."""
    room = 0
    for seat in range(v.seats):
        room += v.players[seat].count - s.players[seat].count
    nth = below(r, room)
    for seat in range(v.seats):
        nth -= v.players[seat].count - s.players[seat].count
        if nth < 0 and room > 0:
            return seat
    return NONE


# What can't be


def is_possible(v: View, s: State) -> bool:
    """Say whether the hands dealt could have done what was done (HD-10, HD-D8, HD-D16)."""
    if v.turn != v.seat:
        has_pair = holds_pair(s.players[v.turn])
        if v.jams > 0 and not has_pair:
            return False
        if v.phase == Phase.DECIDE and not has_pair and not may_fake(s):
            return False
    for seat in range(v.seats):
        if seat != v.seat and has_passed_bare(v, s, seat) and holds_pair(s.players[seat]):
            return False
    return True


def has_passed_bare(v: View, s: State, seat: int) -> bool:
    """Say whether a seat's last turn surely ended by a pass that no pair allows (HD-D8)."""
    if v.house.must_play_pairs == 0 or seat == v.turn or not has_played(v, s, seat):
        return False
    for other in range(v.seats):
        # Who fouls need not play its pairs, and may give the next one a card that makes a pair.
        gives = v.house.active_foul == END_TURN_AND_CARD and left_of(s, other) == seat
        if (other == seat or gives) and v.players[other].history.fouls > 0:
            return False
    return True


def has_played(v: View, s: State, seat: int) -> bool:
    """Say whether a seat surely has had a turn."""
    history = v.players[seat].history
    if v.phase == Phase.DEAL:
        return False
    if history.slaps + history.fakes + history.fouls > 0:
        return True
    first = left_of(s, v.dealer)
    return (seat - first) % v.seats < (v.turn - first) % v.seats


# What the acting hand is about


def set_motion(v: View, s: State, r: Any) -> bool:
    """Draw the pending motion among as many as any hand has; False where this hand has fewer."""
    s.motion = Motion.NOTHING
    s.rank = 0
    if v.turn == v.seat:
        s.motion = v.motion
        s.rank = v.rank
        return True
    if v.pending == 0:
        return True
    nth = below(r, s.players[v.turn].count // PAIR + 1)
    for rank in range(1, KINDS):
        if may_slap(s, rank):
            if nth == 0:
                s.motion = Motion.SLAP
                s.rank = rank
                return True
            nth -= 1
    # Early touches come in while a slap is pending, never a fake.
    if nth == 0 and v.phase != Phase.TAKE and may_fake(s):
        s.motion = Motion.FAKE
        return True
    return False


def set_stances(v: View, s: State, r: Any) -> None:
    """Draw the stances of the other runners that have been asked for theirs."""
    if v.asks_stances == 0 or v.pending == 0:
        return
    until = s.runner if v.phase == Phase.STANCE else NONE
    seat = next_runner(s, s.turn)
    while seat != NONE and seat != until:
        if seat != v.seat:
            s.players[seat].stance = 1 + below(r, STANCES)
        seat = next_runner(s, seat)
