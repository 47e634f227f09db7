"""The rules of Declare (RULES.md; numbers DC-…)."""

from enum import IntEnum
from typing import Any

from tapete.core.game import CHANCE, NONE, TERMINAL, WIN, Lot
from tapete.core.news import NEWS, WIDTH, note
from tapete.core.piles import insert_sorted, remove_at, take
from tapete.core.state import I8, I16, Record, array, record, records, scalar
from tapete.games.declare.cards import JOKER, NUM_CARDS, total
from tapete.games.declare.options import (
    BY_LOT,
    BY_WINNER,
    DECLARER_WINS,
    DIFFERENCE,
    FIRST_OUT,
    STAGED,
    HouseRules,
)
from tapete.games.declare.throws import is_throw, throws

MAX_SEATS = 6
HAND = 5
MAX_ROUNDS = 200
FIRST_DECLARATION = 1
"""How many turns of a round a seat must have had before it may declare (DC-6, DC-D6)."""
STAGES = (25, 50, 100)
"""The thresholds of `end` = staged (DC-D8)."""

DECLARE = 0
"""The action of declaring; every other is 1 + (subset − 1) × SOURCES + source."""
PILE = 0
"""The source of a card: the pile, or 1 + its place on the floor."""
SOURCES = 1 + HAND
SUBSETS = 1 << HAND
NUM_ACTIONS = 1 + (SUBSETS - 1) * SOURCES


class Phase(IntEnum):
    """What must happen next."""

    STARTER = 0
    """A lot names who starts the round."""
    DEAL = 1
    TURN = 2
    PICK_UP = 3
    """The card from the pile for the seat that has thrown."""
    OVER = 4


class News(IntEnum):
    """What the last call did: value."""

    DEALT = 0
    """A round begins: -."""
    TURN = 1
    """A whole turn: the card taken × 2 + 1 if it came from the floor."""
    RECYCLED = 2
    """The buried cards are a new pile: -."""
    DECLARED = 3
    """Hands are shown by this seat: -."""
    SHOWDOWN = 4
    """Hands are shown by the lap limit: -."""
    OUT = 5
    """A set of seats has crossed the threshold: the set."""
    END = 6
    """The game is over: -."""


class Player(Record):
    """One seat."""

    hand: list[int] = array(I8, HAND)
    """Ascending."""
    count: int = scalar(I8)
    turns: int = scalar(I8)
    """Turns had in this round."""
    score: int = scalar(I16)
    total: int = scalar(I16)
    """The hand's total when hands were last shown; NONE if the seat was out."""
    points: int = scalar(I16)
    """What that showing added to the score."""
    out: int = scalar(I16)
    """The round in which the seat went out, counted from 1; 0 while it is in."""
    took: int = scalar(I8)
    """The floor card last picked up, NONE after one from the pile or none yet."""
    threw: list[int] = array(I8, HAND)
    """The last throw of this round, ascending."""
    threw_count: int = scalar(I8)


class State(Record):
    """A match, from the first deal to the last one standing."""

    house: HouseRules = record(HouseRules)
    seats: int = scalar(I8)
    phase: int = scalar(I8)
    round: int = scalar(I16)
    """Rounds begun, the current one included."""
    starter: int = scalar(I8)
    turn: int = scalar(I8)
    dealt: int = scalar(I8)
    """Cards dealt so far in this round."""
    threshold: int = scalar(I16)
    """What must not be exceeded now (DC-D8)."""
    players: list[Player] = records(Player, MAX_SEATS)
    floor: list[int] = array(I8, HAND)
    """The cards that may be picked up, ascending."""
    floor_count: int = scalar(I8)
    pile: list[int] = array(I8, NUM_CARDS)
    """The first pile_count cards; their order means nothing."""
    pile_count: int = scalar(I8)
    buried: list[int] = array(I8, NUM_CARDS)
    buried_count: int = scalar(I8)
    holder: list[int] = array(I8, NUM_CARDS)
    """Per card, the seat that everybody saw pick it up and that holds it still, else NONE."""
    shuffles: int = scalar(I16)
    news: list[int] = array(I16, NEWS * WIDTH)
    news_count: int = scalar(I8)


def setup(s: State, seats: int) -> None:
    """Begin a match."""
    s.seats = seats
    s.threshold = STAGES[0] if s.house.end == STAGED else s.house.threshold
    clear_table(s)
    s.phase = Phase.STARTER


def actor(s: State) -> int:
    """Return the seat on turn, CHANCE or TERMINAL."""
    if s.phase == Phase.TURN:
        return s.turn
    return TERMINAL if s.phase == Phase.OVER else CHANCE


def is_legal(s: State, action: int) -> bool:
    """Say whether the seat on turn may do this."""
    if s.phase != Phase.TURN or action < 0 or action >= NUM_ACTIONS:
        return False
    if action == DECLARE:
        return may_declare(s)
    p = s.players[s.turn]
    subset = action_subset(action)
    return subset >> p.count == 0 and may_take(s, action_source(action)) and is_throw(s, p, subset)


def legal_actions(s: State, actions: Any) -> int:
    """Write the legal actions, ascending, into `actions`; return how many."""
    count = 0
    if may_declare(s):
        actions[0] = DECLARE
        count = 1
    p = s.players[s.turn]
    found = throws(s, p)
    first = PILE if may_take(s, PILE) else PILE + 1
    for subset in range(1, 1 << p.count):
        if found >> subset & 1:
            for source in range(first, 1 + s.floor_count):
                actions[count] = turn_action(subset, source)
                count += 1
    return count


def apply(s: State, action: int) -> None:
    """Do a legal action of the seat on turn."""
    s.news_count = 0
    if action == DECLARE:
        declare(s)
    else:
        throw(s, action_subset(action))
        pick_up(s, action_source(action))


def chance_kind(s: State) -> int:
    """Return the Lot of the chance node."""
    return Lot.EVEN if s.phase == Phase.STARTER else Lot.DRAW


def chance_count(s: State) -> int:
    """Return how many equally likely outcomes come next."""
    return num_in(s) if s.phase == Phase.STARTER else s.pile_count


def apply_chance(s: State, outcome: int) -> None:
    """Name the starter, or give the outcome-th card of the pile to whom it is owed."""
    s.news_count = 0
    if s.phase == Phase.STARTER:
        start_round(s, nth_in(s, outcome))
        return
    card = take(s.pile, s.pile_count, outcome)
    s.pile_count -= 1
    if s.phase == Phase.DEAL:
        deal(s, card)
    else:
        give(s, card)
        note(s, News.TURN, s.turn, card * 2)
        end_turn(s)


def score(s: State, seat: int) -> int:
    """Return the seat's penalty points."""
    return s.players[seat].score


def place(s: State, seat: int) -> int:
    """Return how many seats rank ahead: out later is better, then the lower score (DC-D8)."""
    ahead = 0
    for other in range(s.seats):
        if is_better(s, other, seat):
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


# Actions


def turn_action(subset: int, source: int) -> int:
    """Return the action of throwing a subset of the hand and taking a card from a source."""
    return 1 + (subset - 1) * SOURCES + source


def action_subset(action: int) -> int:
    """Return which of the ascending hand cards a turn throws, a bit each."""
    return (action - 1) // SOURCES + 1


def action_source(action: int) -> int:
    """Return where a turn takes its card: PILE, or 1 + the place on the floor."""
    return (action - 1) % SOURCES


def may_declare(s: State) -> bool:
    """Say whether the seat on turn may declare (DC-6, DC-D6)."""
    p = s.players[s.turn]
    if p.turns < FIRST_DECLARATION:
        return False
    return s.house.declare_max == NONE or total(p.hand, p.count) <= s.house.declare_max


def may_take(s: State, source: int) -> bool:
    """Say whether a card can be taken from there (DC-2, DC-5, DC-D5)."""
    if source == PILE:
        return s.pile_count + s.buried_count > 0
    return source <= s.floor_count


# A round


def start_round(s: State, starter: int) -> None:
    """Shuffle everything for a deal that this seat starts."""
    s.round += 1
    s.starter = starter
    s.turn = starter
    s.dealt = 0
    clear_table(s)
    s.pile_count = JOKER + s.house.jokers
    for card in range(s.pile_count):
        s.pile[card] = card
    s.shuffles += 1
    s.phase = Phase.DEAL


def clear_table(s: State) -> None:
    """Take all cards off the table and out of the hands."""
    s.floor_count = 0
    s.buried_count = 0
    for card in range(NUM_CARDS):
        s.pile[card] = 0
        s.buried[card] = 0
        s.holder[card] = NONE
    for seat in range(s.seats):
        clear_player(s.players[seat])


def clear_player(p: Any) -> None:
    """Empty a seat's hand for a new deal."""
    for i in range(HAND):
        p.hand[i] = 0
    p.count = 0
    p.turns = 0
    p.took = NONE


def forget_throws(s: State) -> None:
    """Forget the last round's throws: not before the first card is dealt, as its last is told."""
    for seat in range(s.seats):
        s.players[seat].threw_count = 0
        for i in range(HAND):
            s.players[seat].threw[i] = 0


def deal(s: State, card: int) -> None:
    """Deal one card: round the table from the starter, the last one to the floor (DC-1, DC-D2)."""
    if s.dealt == 0:
        forget_throws(s)
    if s.dealt < HAND * num_in(s):
        give(s, card)
        s.turn = next_in(s, s.turn)
        s.dealt += 1
        return
    s.floor[0] = card
    s.floor_count = 1
    s.phase = Phase.TURN
    note(s, News.DEALT, s.starter, 0)


def give(s: State, card: int) -> None:
    """Put a card into the hand of the seat on turn."""
    p = s.players[s.turn]
    insert_sorted(p.hand, p.count, card)
    p.count += 1


# A turn


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


# The showing of hands


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
    """Count every hand."""
    for seat in range(s.seats):
        p = s.players[seat]
        p.total = total(p.hand, p.count) if p.out == 0 else NONE


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


# Between rounds


def end_round(s: State, best: int) -> None:
    """Put out who has crossed, then end the game or begin the next round (DC-9, DC-D8)."""
    crossed = cross(s)
    if crossed > 0:
        note(s, News.OUT, NONE, crossed)
    is_over = num_in(s) <= 1 or (crossed > 0 and s.house.end == FIRST_OUT)
    if is_over or s.round == MAX_ROUNDS:
        note(s, News.END, NONE, 0)
        s.phase = Phase.OVER
    elif s.house.starter == BY_LOT:
        s.phase = Phase.STARTER
    else:
        following = best if s.house.starter == BY_WINNER else (s.starter + 1) % s.seats
        start_round(s, first_in(s, following))


def cross(s: State) -> int:
    """Mark the seats above the threshold as out, return their set, and raise a stage (DC-D8)."""
    crossed = 0
    for seat in range(s.seats):
        p = s.players[seat]
        if p.out == 0 and p.score > s.threshold:
            p.out = s.round
            crossed |= 1 << seat
    if crossed > 0 and s.house.end == STAGED:
        s.threshold = next_stage(s.threshold)
    return crossed


def next_stage(threshold: int) -> int:
    """Return the stage after this threshold; the last stays."""
    for stage in STAGES:
        if stage > threshold:
            return stage
    return threshold


def is_better(s: State, a: int, b: int) -> bool:
    """Say whether seat a ranks ahead of seat b (DC-D8).

    This serves every `end`: whoever is in has fewer points than those who crossed with the others.
    """
    out_a, out_b = s.players[a].out, s.players[b].out
    if out_a == out_b:
        return s.players[a].score < s.players[b].score
    return out_a == 0 or (out_b > 0 and out_a > out_b)


# Seats


def num_in(s: State) -> int:
    """Return how many seats are still in."""
    count = 0
    for seat in range(s.seats):
        if s.players[seat].out == 0:
            count += 1
    return count


def nth_in(s: State, n: int) -> int:
    """Return the n-th seat still in, counted from 0."""
    seat = first_in(s, 0)
    for _ in range(n):
        seat = next_in(s, seat)
    return seat


def first_in(s: State, seat: int) -> int:
    """Return this seat, or the next in turn order that is still in."""
    return seat if s.players[seat].out == 0 else next_in(s, seat)


def next_in(s: State, seat: int) -> int:
    """Return the next seat in turn order that is still in."""
    following = (seat + 1) % s.seats
    while s.players[following].out > 0:
        following = (following + 1) % s.seats
    return following
