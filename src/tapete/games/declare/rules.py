"""The rules of Declare (RULES.md; numbers DC-…)."""

from typing import Any

from tapete.core.game import CHANCE, NONE, TERMINAL, WIN, Lot
from tapete.core.news import note
from tapete.core.piles import take
from tapete.games.declare.cards import total
from tapete.games.declare.options import FIRST_OUT, STAGED
from tapete.games.declare.rounds import STAGES, clear_table, deal, give, start_round
from tapete.games.declare.seats import is_better, nth_in, num_in
from tapete.games.declare.showing import declare
from tapete.games.declare.state import HAND, News, Phase, State
from tapete.games.declare.throws import is_throw, throws
from tapete.games.declare.turns import PILE, end_turn, pick_up, throw

FIRST_DECLARATION = 1
"""How many turns of a round a seat must have had before it may declare (DC-6, DC-D6)."""
DECLARE = 0
"""The action of declaring; every other is 1 + (subset − 1) × SOURCES + source."""
SOURCES = 1 + HAND
SUBSETS = 1 << HAND
NUM_ACTIONS = 1 + (SUBSETS - 1) * SOURCES
WORD = 32
"""How many bits a set of throws has."""
DE_BRUIJN = 0x077CB531
PLACES = bytes(
    next(i for i in range(WORD) if (DE_BRUIJN << i) >> (WORD - 5) & WORD - 1 == bits)
    for bits in range(WORD)
)
"""Per five bits of the product of DE_BRUIJN and 1 << i, i."""


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
    while found > 0:
        # The lowest bit alone, times a number whose every five bits are different, tells its place.
        subset = PLACES[((found & -found) * DE_BRUIJN >> WORD - 5) & WORD - 1]
        found &= found - 1
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


def is_capped(s: State) -> bool:
    """Say whether the game was ended by the limit of rounds, its winner not left alone (DC-D9)."""
    if s.phase != Phase.OVER or num_in(s) <= 1:
        return False
    return s.house.end != FIRST_OUT or num_in(s) == s.seats


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
