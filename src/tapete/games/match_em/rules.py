"""The rules of Match 'Em (RULES.md; numbers ME-…): choices and turns; `hands.py` has the rest."""

from typing import Any

from tapete.core.game import CHANCE, NONE, TERMINAL, WIN, Lot
from tapete.core.news import note
from tapete.core.packs import EMPTY, MAX_NUMBER, holds
from tapete.core.piles import remove_at
from tapete.games.match_em.cards import spread
from tapete.games.match_em.hands import (
    begin_hand,
    cut,
    deal,
    end_hand,
    left_of,
    receive,
    sole_lowest,
)
from tapete.games.match_em.options import FREE
from tapete.games.match_em.partitions import (
    SIZES,
    TOTALS,
    can_make,
    part,
    write_singles,
    write_ways,
)
from tapete.games.match_em.state import (
    CARD_BITS,
    DRAW,
    MAX_TURNS,
    NO_TOTAL,
    NUM_ACTIONS,
    WILD,
    News,
    Phase,
    State,
)


def setup(s: State, seats: int) -> None:
    """Begin a match."""
    s.seats = seats
    s.starter = NONE
    begin_hand(s)


def actor(s: State) -> int:
    """Return the seat on turn, CHANCE or TERMINAL."""
    if s.phase == Phase.PLAY or s.phase == Phase.AFTER_DRAW:
        return s.turn
    return TERMINAL if s.phase == Phase.OVER else CHANCE


def is_legal(s: State, action: int) -> bool:
    """Say whether the seat on turn may do this."""
    if s.phase != Phase.PLAY and s.phase != Phase.AFTER_DRAW:
        return False
    if action < 0 or action >= NUM_ACTIONS:
        return False
    p = s.players[s.turn]
    if action == WILD:
        return may_play_wild(s, p)
    if action == DRAW:
        return may_draw(s, p)
    if not holds(p.hand, part(action)):
        return False
    if TOTALS[action] == s.total:
        return True
    return SIZES[action] == 1 and (s.total == NO_TOTAL or s.phase == Phase.AFTER_DRAW)


def legal_actions(s: State, actions: Any) -> int:
    """Write the legal actions, ascending, into `actions`; return how many."""
    p = s.players[s.turn]
    total = s.total
    if total == NO_TOTAL:
        count = write_singles(p.hand, 1, MAX_NUMBER, actions, 0)
    elif s.phase == Phase.AFTER_DRAW:
        count = write_singles(p.hand, 1, total - 1, actions, 0)
        count = write_ways(p.hand, total, actions, count)
        count = write_singles(p.hand, total + 1, MAX_NUMBER, actions, count)
    else:
        count = write_ways(p.hand, total, actions, 0)
    numbers = count
    if may_play_wild(s, p):
        actions[count] = WILD
        count += 1
    if s.phase == Phase.PLAY:
        # Under `strict` a match in numbers is what forbids drawing, and the list has them all.
        if numbers == 0 or s.house.forced_match == FREE:
            if total != NO_TOTAL or is_stuck(s, p):
                actions[count] = DRAW
                count += 1
    return count


def apply(s: State, action: int) -> None:
    """Do a legal action of the seat on turn."""
    s.news_count = 0
    if action == DRAW:
        begin_draw(s)
        return
    p = s.players[s.turn]
    if action == WILD:
        p.wilds -= 1
        p.count -= 1
        s.kept_wilds += 1
    else:
        lay(s, p, action)
    note(s, News.PLAYED, s.turn, action)
    end_turn(s)


def chance_kind(s: State) -> int:
    """Return the Lot of the chance node."""
    return Lot.EVEN if s.phase == Phase.RECYCLE else Lot.DRAW


def chance_count(s: State) -> int:
    """Return how many equally likely outcomes come next; a recycle has one."""
    return 1 if s.phase == Phase.RECYCLE else s.pile_count


def apply_chance(s: State, outcome: int) -> None:
    """Make the new pile, or give its outcome-th card to whom it is owed."""
    s.news_count = 0
    if s.phase == Phase.RECYCLE:
        recycle(s)
        return
    card = remove_at(s.pile, s.pile_count, outcome)
    s.pile_count -= 1
    if s.phase == Phase.DRAWING:
        draw(s, card)
    elif s.phase == Phase.DEAL:
        deal(s, card)
    else:
        cut(s, card)


def score(s: State, seat: int) -> int:
    """Return how many hands the seat has won."""
    return s.players[seat].tokens


def place(s: State, seat: int) -> int:
    """Return how many seats have more tokens (ME-1, ME-D8)."""
    ahead = 0
    for other in range(s.seats):
        if s.players[other].tokens > s.players[seat].tokens:
            ahead += 1
    return ahead


def returns(s: State, seat: int) -> int:
    """Return the seat's share of WIN."""
    if place(s, seat) > 0:
        return 0
    winners = 0
    for other in range(s.seats):
        if place(s, other) == 0:
            winners += 1
    return WIN // winners


def is_capped(s: State) -> bool:
    """Say whether the match was ended by the limit of hands, nobody having won it (ME-D8)."""
    if s.phase != Phase.OVER:
        return False
    for seat in range(s.seats):
        if s.players[seat].tokens >= s.house.wins_needed:
            return False
    return True


# What may be done


def is_stuck(s: State, p: Any) -> bool:
    """Say whether all that a seat holds is a wild that may not be its last card (ME-D7)."""
    return s.house.no_wild_finish == 1 and p.count == 1 and p.wilds == 1


def may_play_wild(s: State, p: Any) -> bool:
    """Say whether a seat may play a wild (ME-7, ME-D2, ME-D7)."""
    if p.wilds == 0 or is_stuck(s, p):
        return False
    return s.total != NO_TOTAL or p.hand == EMPTY


def may_draw(s: State, p: Any) -> bool:
    """Say whether a seat may draw (ME-5, ME-D3, ME-D4, ME-D7)."""
    if s.phase != Phase.PLAY:
        return False
    if s.total == NO_TOTAL:
        return is_stuck(s, p)
    return s.house.forced_match == FREE or not can_make(p.hand, s.total)


# A turn


def lay(s: State, p: Any, action: int) -> None:
    """Lay number cards, which bury the play that stood and show the total (ME-3 to ME-6)."""
    s.buried += s.kept
    s.buried_wilds += s.kept_wilds
    s.kept = part(action)
    s.kept_wilds = 0
    s.total = TOTALS[action]
    p.hand -= s.kept
    p.count -= SIZES[action]


def begin_draw(s: State) -> None:
    """Begin the draw of the seat on turn (ME-5, ME-D4, ME-D5)."""
    p = s.players[s.turn]
    if s.total != NO_TOTAL:
        p.missed |= 1 << s.total
        p.last_missed = s.total
        p.missed_with = p.count
    s.owed = s.house.draw_count
    if s.pile_count > 0:
        s.phase = Phase.DRAWING
    elif has_buried(s):
        s.phase = Phase.RECYCLE
    else:
        end_draw(s)


def draw(s: State, card: int) -> None:
    """Give a card to the seat on turn; with the pile out the played cards come next (ME-D5)."""
    receive(s.players[s.turn], card)
    s.drawn = s.drawn << CARD_BITS | card
    s.owed -= 1
    if s.owed > 0 and s.pile_count > 0:
        return
    if s.owed > 0 and has_buried(s):
        tell_drawn(s)
        s.phase = Phase.RECYCLE
    else:
        end_draw(s)


def end_draw(s: State) -> None:
    """Let the seat on turn play, or pass for it where it can't (ME-D4, ME-D7)."""
    tell_drawn(s)
    s.owed = 0
    s.phase = Phase.AFTER_DRAW
    if is_stuck(s, s.players[s.turn]):
        note(s, News.PASSED, s.turn, 0)
        end_turn(s)


def tell_drawn(s: State) -> None:
    """Tell of the cards drawn so far."""
    note(s, News.DRAWN, s.turn, s.drawn)
    s.drawn = 0


def has_buried(s: State) -> bool:
    """Say whether played cards are there for a new pile."""
    return s.buried != EMPTY or s.buried_wilds > 0


def recycle(s: State) -> None:
    """Make the played cards the new pile; the play that shows the total stays (ME-8, ME-D5)."""
    s.pile_count = spread(s.pile, s.buried, s.buried_wilds)
    s.recycled = s.buried
    s.recycled_wilds = s.buried_wilds
    s.buried = EMPTY
    s.buried_wilds = 0
    s.shuffles += 1
    note(s, News.RECYCLED, s.turn, 0)
    s.phase = Phase.DRAWING


def end_turn(s: State) -> None:
    """Pass the turn to the left, or end the hand (ME-1, ME-2, ME-D8)."""
    s.turns += 1
    if s.players[s.turn].count == 0:
        end_hand(s, s.turn)
    elif s.turns == MAX_TURNS:
        end_hand(s, sole_lowest(s))
    else:
        s.turn = left_of(s, s.turn)
        s.phase = Phase.PLAY
