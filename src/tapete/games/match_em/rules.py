"""The rules of Match 'Em (RULES.md; numbers ME-…)."""

from enum import IntEnum
from typing import Any

from tapete.core.game import CHANCE, NONE, TERMINAL, WIN, Lot
from tapete.core.news import NEWS, WIDTH, note
from tapete.core.packs import EMPTY, MAX_NUMBER, holds, single
from tapete.core.piles import remove_at
from tapete.core.state import I8, I16, I64, Record, array, record, records, scalar
from tapete.games.match_em.cards import MAX_DECK, NO_CARD, WILD_CARD, spread
from tapete.games.match_em.options import BY_CUT, BY_WINNER, FREE, HouseRules
from tapete.games.match_em.partitions import (
    NUM_PARTS,
    SIZES,
    TOTALS,
    can_make,
    part,
    write_singles,
    write_ways,
)

MAX_SEATS = 4
MAX_TURNS = 300
"""After so many turns a hand is capped (ME-D8)."""
MAX_HANDS = 50
"""After so many hands a match is capped (ME-D8)."""
MAX_CUTS = 64
"""The rounds of cutting that a state can hold; the first of those left starts after so many.

Two seats with the deck that ties most, 18 cards with 8 wilds, get there once in 10^8 cuts.
"""

WILD = NUM_PARTS
"""The action of playing a wild; below it are the places in PARTS of the cards played."""
DRAW = NUM_PARTS + 1
NUM_ACTIONS = NUM_PARTS + 2
NO_TOTAL = 0
CARD_BITS = 4
"""How wide a card is where a draw is told: the first card stands highest."""


class Phase(IntEnum):
    """What must happen next."""

    CUT = 0
    """A card for the cutting seat `turn`."""
    DEAL = 1
    """A card for the seat `turn`."""
    PLAY = 2
    """The seat on turn leads, matches, plays a wild or draws."""
    RECYCLE = 3
    """The pile is out and the seat on turn is owed cards: the played ones are shuffled."""
    DRAWING = 4
    """A card from the pile for the seat on turn."""
    AFTER_DRAW = 5
    """The seat on turn has drawn and must play."""
    OVER = 6


class News(IntEnum):
    """What the last call did: value."""

    CUT = 0
    """The cut is decided, this seat starts: -."""
    DEALT = 1
    """A hand begins: -."""
    PLAYED = 2
    """Cards are laid: the action."""
    DRAWN = 3
    """Cards are drawn: up to three, CARD_BITS each."""
    PASSED = 4
    """Nothing could be played: -."""
    RECYCLED = 5
    """The played cards are a new pile: -."""
    HAND = 6
    """This seat, or NONE, has won the hand: -."""
    END = 7
    """The match is over: -."""


class Player(Record):
    """One seat."""

    hand: int = scalar(I64)
    """The pack of its number cards."""
    wilds: int = scalar(I8)
    count: int = scalar(I8)
    """Cards in hand, wilds included."""
    tokens: int = scalar(I8)
    missed: int = scalar(I16)
    """The totals at which it has drawn in this hand, a bit each."""
    last_missed: int = scalar(I8)
    """The last of them, NO_TOTAL before the first."""
    missed_with: int = scalar(I8)
    """How many cards it held then, before drawing."""


class State(Record):
    """A match, from the first cut to the last token."""

    house: HouseRules = record(HouseRules)
    seats: int = scalar(I8)
    phase: int = scalar(I8)
    hands: int = scalar(I8)
    """Hands begun, the current one included."""
    turns: int = scalar(I16)
    """Turns ended in this hand."""
    starter: int = scalar(I8)
    """NONE until the cut has named one."""
    turn: int = scalar(I8)
    dealt: int = scalar(I8)
    """Cards dealt so far in this hand."""
    players: list[Player] = records(Player, MAX_SEATS)
    total: int = scalar(I8)
    """What must be matched, NO_TOTAL where the seat on turn leads."""
    kept: int = scalar(I64)
    """The pack of the last play of numbers, which shows the total."""
    kept_wilds: int = scalar(I8)
    """The wilds played on it."""
    buried: int = scalar(I64)
    """The pack of the numbers played before."""
    buried_wilds: int = scalar(I8)
    recycled: int = scalar(I64)
    """What the pile was last made of in this hand, EMPTY while it is the dealt one."""
    recycled_wilds: int = scalar(I8)
    owed: int = scalar(I8)
    """Cards that the seat on turn has still to draw."""
    drawn: int = scalar(I16)
    """Those drawn and not yet told, CARD_BITS each."""
    cutters: int = scalar(I8)
    """The seats that cut in this round, a bit each."""
    cut_rounds: int = scalar(I8)
    """Rounds of cutting completed."""
    cuts: list[int] = array(I8, MAX_CUTS * MAX_SEATS)
    """Per round and seat the card shown, NO_CARD where it did not cut."""
    pile: list[int] = array(I8, MAX_DECK)
    """The first pile_count cards, ascending, so that equal tables are equal states."""
    pile_count: int = scalar(I8)
    shuffles: int = scalar(I16)
    news: list[int] = array(I16, NEWS * WIDTH)
    news_count: int = scalar(I8)


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
    s.turn = (s.turn + 1) % s.seats
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
        s.turn = (s.turn + 1) % s.seats
        s.phase = Phase.PLAY


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
    return (s.starter + 1) % s.seats
