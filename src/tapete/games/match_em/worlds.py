"""Worlds of Match 'Em: whole tables that a view allows, with what it hides dealt again.

The hidden cards lie in the other hands and in the pile, each way of dealing them as likely, if the
view allows it:

- The pile holds no card that the last new pile did not have (ME-8).
- Who draws at a total can't match it in numbers (ME-D3, with `forced_match` strict). Of the cards
  that a seat holds, all but `draw_count` were there at its last miss, and all but `draw_count` a
  turn were there at every miss; in its draw, as many as it held when it missed. Which ones is a
  part of the deal: the first of its cards.
- While no total stands, who has had a turn led wilds, and so holds nothing else (ME-D2); who draws
  then held one wild before (ME-D7).
- Who has drawn and holds one card may play it (ME-D7).

A view counts what has been played but does not say by whom, so no more than that follows from it.

Not in a view: how many rounds the last cut had (taken for one; it only nears their limit), the
cards of a draw that is not told yet, the shuffles and the news, which only tell of what was. After
the end the cards matter no more.
"""

from typing import Any

from tapete.core.packs import EMPTY, MAX_NUMBER, count_of, holds, single
from tapete.core.piles import mix, remove_at
from tapete.core.rng import below
from tapete.games.match_em.cards import NO_CARD, WILD_CARD, spread
from tapete.games.match_em.hands import highest_cutters, receive
from tapete.games.match_em.options import STRICT
from tapete.games.match_em.partitions import MAX_TOTAL
from tapete.games.match_em.state import MAX_SEATS, NO_TOTAL, Phase, State
from tapete.games.match_em.view import View, see_house

TRIES = 1 << 18
"""After so many deals that a view forbids it is taken to contradict itself."""
REACH = (2 << MAX_TOTAL) - 1
"""The sums that matter, a bit each."""


def deal_again(v: View, s: State, r: Any) -> bool:
    """Write a world of the view into a fresh state; say whether one was found in TRIES deals."""
    see_house(v.house, s.house)
    set_table(v, s)
    set_cut(v, s)
    if v.phase == Phase.CUT:
        deal_cut(v, s, r)
        return True
    for i in range(TRIES):
        # Two ways that come to the same: a try by one is likely to do where the other's is not.
        if deal_hands(v, s, r, i & 1 == 0):
            return True
    return False


# What everybody sees


def set_table(v: View, s: State) -> None:
    """Copy all that the view shows, the own cards among it."""
    s.seats = v.seats
    s.phase = v.phase
    s.hands = v.hands
    s.turns = v.turns
    s.starter = v.starter
    s.turn = v.turn
    s.total = v.total
    s.owed = v.owed
    s.kept = pack_of(v.standing)
    s.kept_wilds = v.standing[WILD_CARD - 1]
    s.buried = pack_of(v.played)
    s.buried_wilds = v.played[WILD_CARD - 1]
    s.recycled = pack_of(v.recycled)
    s.recycled_wilds = v.recycled[WILD_CARD - 1]
    s.dealt = v.house.cards_dealt * v.seats
    if v.phase == Phase.DEAL:
        s.dealt = 0
        for seat in range(v.seats):
            s.dealt += v.players[seat].count
    elif v.phase == Phase.CUT and v.hands == 1:
        s.dealt = 0
    for seat in range(v.seats):
        set_player(v.players[seat], s.players[seat])


def set_player(seen: Any, p: Any) -> None:
    """Copy what everybody sees of a seat; its cards are counted as they come."""
    p.tokens = seen.tokens
    p.missed = seen.missed
    p.last_missed = seen.last_missed
    p.missed_with = seen.missed_with


def pack_of(counts: Any) -> int:
    """Return the pack of the number cards that a row counts."""
    pack = EMPTY
    for number in range(1, MAX_NUMBER + 1):
        pack += counts[number - 1] * single(number)
    return pack


def hidden_pack(v: View, s: State) -> int:
    """Return the pack of the hidden number cards: the deck without those that the view shows."""
    pack = EMPTY
    for number in range(1, v.house.max_value + 1):
        pack += v.house.copies * single(number)
    return pack - v.hand - s.kept - s.buried


def hidden_wilds(v: View, s: State) -> int:
    """Return how many wilds are hidden."""
    return v.house.wilds - v.wilds - s.kept_wilds - s.buried_wilds


# The cut


def set_cut(v: View, s: State) -> None:
    """Put back the last round of the last cut, and who cuts now (ME-D1)."""
    was_cut = 0
    for seat in range(v.seats):
        s.cuts[seat] = v.players[seat].cut
        was_cut |= int(v.players[seat].cut != NO_CARD)
    if v.phase == Phase.CUT:
        s.cutters = highest_cutters(s) if was_cut else (1 << v.seats) - 1
    s.cut_rounds = was_cut


def deal_cut(v: View, s: State, r: Any) -> None:
    """Draw the cards of this round's cut that are not turned up yet."""
    count = spread(s.pile, hidden_pack(v, s), hidden_wilds(v, s))
    for seat in range(v.turn):
        if s.cutters >> seat & 1:
            card = remove_at(s.pile, count, below(r, count))
            count -= 1
            s.cuts[s.cut_rounds * MAX_SEATS + seat] = card
    s.pile_count = count


# The deal


def deal_hands(v: View, s: State, r: Any, is_forced: bool) -> bool:
    """Deal the hidden cards once, each way as likely; say whether the view allows it.

    What the pile can't have goes to the hands at once where this is forced.
    """
    pack, wilds, wanted = hidden_pack(v, s), hidden_wilds(v, s), 0
    for seat in range(v.seats):
        wilds -= sure_wilds(v, seat)
        wanted += unsure(v, seat)
    is_new_pile = s.recycled != EMPTY or s.recycled_wilds > 0
    must, must_wilds = EMPTY, 0
    if is_new_pile and is_forced:
        must = excess(pack, s.recycled)
        must_wilds = max(0, wilds - s.recycled_wilds)
    first = put(s.pile, 0, must, must_wilds)
    count = put(s.pile, first, pack - must, wilds - must_wilds)
    if wanted < first or wanted > count:
        return False
    mix(r, s.pile, first, count, wanted - first)
    if is_new_pile and not (
        may_stay(s, wanted, count) and is_even(s, r, (must, must_wilds), wanted)
    ):
        return False
    mix(r, s.pile, 0, wanted, wanted)
    if not fit(v, s):
        return False
    hand_out(v, s, count)
    return True


def put(cards: Any, count: int, pack: int, wilds: int) -> int:
    """Append a pack's cards and the wilds to a row of `count`; return how many there are then."""
    for number in range(1, MAX_NUMBER + 1):
        for _ in range(count_of(pack, number)):
            cards[count] = number
            count += 1
    for _ in range(wilds):
        cards[count] = WILD_CARD
        count += 1
    return count


def sure_wilds(v: View, seat: int) -> int:
    """Return how many wilds another seat must hold: while no total stands, who has had a turn."""
    if v.total != NO_TOTAL or not is_hidden(v, seat):
        return 0
    if is_drawing(v, seat):
        return 1
    if turns_of(v, seat) > 0:
        return v.players[seat].count
    return 0


def unsure(v: View, seat: int) -> int:
    """Return how many of a seat's cards are to be dealt among those that may lie elsewhere."""
    if not is_hidden(v, seat):
        return 0
    return v.players[seat].count - sure_wilds(v, seat)


def is_hidden(v: View, seat: int) -> bool:
    """Say whether the view does not show a seat's cards: another's, or in a deal anybody's."""
    return seat != v.seat or v.phase == Phase.DEAL


def is_drawing(v: View, seat: int) -> bool:
    """Say whether a seat is drawing, or has drawn and not played yet."""
    return seat == v.turn and v.phase in (Phase.RECYCLE, Phase.DRAWING, Phase.AFTER_DRAW)


def turns_of(v: View, seat: int) -> int:
    """Return how many turns a seat has ended in this hand."""
    after = (seat - v.starter) % v.seats
    return (v.turns + v.seats - 1 - after) // v.seats


def excess(pack: int, limit: int) -> int:
    """Return the pack of what one pack has of each number beyond what another has."""
    found = EMPTY
    for number in range(1, MAX_NUMBER + 1):
        found += max(0, count_of(pack, number) - count_of(limit, number)) * single(number)
    return found


def may_stay(s: State, first: int, count: int) -> bool:
    """Say whether the cards from `first` on were all in the last new pile (ME-8)."""
    wilds = wilds_in(s.pile, first, count)
    return holds(s.recycled, numbers_in(s.pile, first, count)) and wilds <= s.recycled_wilds


def is_even(s: State, r: Any, must: Any, count: int) -> bool:
    """Accept the cards that leave the pile so often that each set of them is as likely.

    A set holds `must`, a pack and wilds, and others drawn evenly. One with g cards of a number of
    which m must be in it comes up in C(g, m) ways too many, for any m of its g might be those.
    """
    pack = numbers_in(s.pile, 0, count)
    for number in range(1, MAX_NUMBER + 1):
        if not is_first(r, count_of(pack, number), count_of(must[0], number)):
            return False
    return is_first(r, wilds_in(s.pile, 0, count), must[1])


def numbers_in(cards: Any, first: int, count: int) -> int:
    """Return the pack of the number cards in a row from `first` to `count` - 1."""
    pack = EMPTY
    for i in range(first, count):
        if cards[i] != WILD_CARD:
            pack += single(cards[i])
    return pack


def wilds_in(cards: Any, first: int, count: int) -> int:
    """Return how many wilds there are in a row from `first` to `count` - 1."""
    wilds = 0
    for i in range(first, count):
        wilds += int(cards[i] == WILD_CARD)
    return wilds


def is_first(r: Any, count: int, part: int) -> bool:
    """Say yes once in C(count, part) times."""
    for i in range(part):
        if below(r, count - i) >= part - i:
            return False
    return True


# What a hand can't be


def fit(v: View, s: State) -> bool:
    """Say whether the cards in front of the pile, dealt seat after seat, are possible hands."""
    first = 0
    for seat in range(v.seats):
        count = unsure(v, seat)
        if count > 0 and not fits(v, s, seat, first):
            return False
        first += count
    return True


def fits(v: View, s: State, seat: int, first: int) -> bool:
    """Say whether the cards that stand there may be a seat's (ME-D3, ME-D7)."""
    p = s.players[seat]
    count = v.players[seat].count
    if count == 1 and v.phase == Phase.AFTER_DRAW and seat == v.turn:
        if v.house.no_wild_finish and s.pile[first] == WILD_CARD:
            return False
    if p.missed == 0 or v.house.forced_match != STRICT:
        return True
    held, dealt = held_at_miss(v, seat), held_since_deal(v, seat)
    sums = 1
    for i in range(held):
        card = s.pile[first + i]
        if card != WILD_CARD:
            sums |= sums << card & REACH
        if i < dealt and sums & p.missed:
            return False
    return sums >> p.last_missed & 1 == 0


def held_at_miss(v: View, seat: int) -> int:
    """Return how many of a seat's cards were surely in its hand at its last miss."""
    if is_drawing(v, seat):
        return v.players[seat].missed_with
    return max(0, v.players[seat].count - v.house.draw_count)


def held_since_deal(v: View, seat: int) -> int:
    """Return how many of a seat's cards were surely dealt to it."""
    draws = turns_of(v, seat) + int(is_drawing(v, seat))
    return max(0, v.players[seat].count - v.house.draw_count * draws)


def hand_out(v: View, s: State, count: int) -> None:
    """Give out the cards in front of the pile; the others, `count` in all, are the new one."""
    at = 0
    for seat in range(v.seats):
        p = s.players[seat]
        if is_hidden(v, seat):
            for _ in range(sure_wilds(v, seat)):
                receive(p, WILD_CARD)
            for _ in range(unsure(v, seat)):
                receive(p, s.pile[at])
                at += 1
        else:
            p.hand = v.hand
            p.wilds = v.wilds
            p.count = v.players[seat].count
    pack, wilds = numbers_in(s.pile, at, count), wilds_in(s.pile, at, count)
    s.pile_count = spread(s.pile, pack, wilds)
    for i in range(s.pile_count, count):
        s.pile[i] = NO_CARD
