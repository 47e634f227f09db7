"""The rules of Toy (RULES.md; numbers TOY-…)."""

from enum import IntEnum
from typing import Any

from tapete.core.game import CHANCE, NONE, TERMINAL, WIN, Lot
from tapete.core.news import NEWS, WIDTH, note
from tapete.core.piles import insert_sorted, remove_at, take
from tapete.core.state import I8, I16, Record, array, record, records, scalar
from tests.toy.cards import NUM_CARDS, is_court, total
from tests.toy.options import HouseRules

MAX_SEATS = 3
HAND = 2
KEEP = 0
"""The action of keeping both cards; 1 + i throws the i-th card away."""
NUM_ACTIONS = 1 + HAND


class Phase(IntEnum):
    """What must happen next."""

    STARTER = 0
    DEAL = 1
    TURN = 2
    DRAW = 3
    """The new card for the seat that has thrown one away."""
    OVER = 4


class News(IntEnum):
    """What the last call did: value."""

    DEALT = 0
    """The match begins: -."""
    TURN = 1
    """A whole turn: the card drawn, 0 if none."""
    SHOWN = 2
    """Hands are shown: -."""
    END = 3
    """The match is over: -."""


class Player(Record):
    """One seat."""

    hand: list[int] = array(I8, HAND)
    """Ascending."""
    count: int = scalar(I8)
    turns: int = scalar(I8)
    threw: int = scalar(I8)
    """The card thrown away in its last turn, 0 if none."""
    total: int = scalar(I8)
    """The hand's sum once it is shown."""


class State(Record):
    """A match: one deal."""

    house: HouseRules = record(HouseRules)
    seats: int = scalar(I8)
    phase: int = scalar(I8)
    starter: int = scalar(I8)
    turn: int = scalar(I8)
    players: list[Player] = records(Player, MAX_SEATS)
    pile: list[int] = array(I8, NUM_CARDS)
    pile_count: int = scalar(I8)
    thrown: list[int] = array(I8, NUM_CARDS)
    """The cards thrown away, the oldest first."""
    thrown_count: int = scalar(I8)
    shuffles: int = scalar(I8)
    news: list[int] = array(I16, NEWS * WIDTH)
    news_count: int = scalar(I8)


def setup(s: State, seats: int) -> None:
    """Begin a match."""
    s.seats = seats
    s.phase = Phase.STARTER
    s.pile_count = NUM_CARDS
    for i in range(NUM_CARDS):
        s.pile[i] = i + 1
    s.shuffles = 1


def actor(s: State) -> int:
    """Return the seat on turn, CHANCE or TERMINAL."""
    if s.phase == Phase.TURN:
        return s.turn
    return TERMINAL if s.phase == Phase.OVER else CHANCE


def is_legal(s: State, action: int) -> bool:
    """Say whether the seat on turn may do this (TOY-2, TOY-3)."""
    if s.phase != Phase.TURN or action < 0 or action >= NUM_ACTIONS:
        return False
    return action == KEEP or (s.pile_count > 0 and not is_court(s.players[s.turn].hand[action - 1]))


def legal_actions(s: State, actions: Any) -> int:
    """Write the legal actions, ascending, into `actions`; return how many."""
    actions[0] = KEEP
    count = 1
    for i in range(HAND):
        if s.pile_count > 0 and not is_court(s.players[s.turn].hand[i]):
            actions[count] = 1 + i
            count += 1
    return count


def apply(s: State, action: int) -> None:
    """Do a legal action of the seat on turn (TOY-2)."""
    s.news_count = 0
    p = s.players[s.turn]
    if action == KEEP:
        p.threw = 0
        end_turn(s, 0)
        return
    p.threw = remove_at(p.hand, p.count, action - 1)
    p.count -= 1
    s.thrown[s.thrown_count] = p.threw
    s.thrown_count += 1
    s.phase = Phase.DRAW


def chance_kind(s: State) -> int:
    """Return the Lot of the chance node."""
    return Lot.EVEN if s.phase == Phase.STARTER else Lot.DRAW


def chance_count(s: State) -> int:
    """Return how many equally likely outcomes come next."""
    return s.seats if s.phase == Phase.STARTER else s.pile_count


def apply_chance(s: State, outcome: int) -> None:
    """Name the starter, or give the outcome-th card of the pile to the seat on turn."""
    s.news_count = 0
    if s.phase == Phase.STARTER:
        s.starter = outcome
        s.turn = outcome
        s.phase = Phase.DEAL
        return
    card = take(s.pile, s.pile_count, outcome)
    s.pile_count -= 1
    p = s.players[s.turn]
    insert_sorted(p.hand, p.count, card)
    p.count += 1
    if s.phase == Phase.DRAW:
        end_turn(s, card)
    else:
        s.turn = (s.turn + 1) % s.seats
        if s.players[s.turn].count == HAND:
            s.phase = Phase.TURN
            note(s, News.DEALT, s.starter, 0)


def score(s: State, seat: int) -> int:
    """Return the seat's sum, 0 before hands are shown."""
    return s.players[seat].total


def place(s: State, seat: int) -> int:
    """Return how many seats have a better sum (TOY-4, TOY-D2)."""
    ahead = 0
    for other in range(s.seats):
        if s.house.low_wins:
            if s.players[other].total < s.players[seat].total:
                ahead += 1
        elif s.players[other].total > s.players[seat].total:
            ahead += 1
    return ahead


def returns(s: State, seat: int) -> int:
    """Return the seat's share of WIN (TOY-4)."""
    winners = 0
    for other in range(s.seats):
        if place(s, other) == 0:
            winners += 1
    return WIN // winners if place(s, seat) == 0 else 0


def end_turn(s: State, drawn: int) -> None:
    """Pass on, or show all hands after everybody's last turn (TOY-4, TOY-D1)."""
    note(s, News.TURN, s.turn, drawn)
    s.players[s.turn].turns += 1
    s.turn = (s.turn + 1) % s.seats
    s.phase = Phase.TURN
    if s.players[s.turn].turns == s.house.turns:
        for seat in range(s.seats):
            s.players[seat].total = total(s.players[seat].hand, HAND)
        note(s, News.SHOWN, NONE, 0)
        note(s, News.END, NONE, 0)
        s.phase = Phase.OVER
