"""Rounds of Declare: the deal, and what comes between two of them (DC-1, DC-9, DC-D2, DC-D8)."""

from typing import Any

from tapete.core.game import NONE
from tapete.core.news import note
from tapete.core.piles import insert_sorted
from tapete.games.declare.cards import JOKER, NUM_CARDS
from tapete.games.declare.options import BY_LOT, BY_WINNER, FIRST_OUT, STAGED
from tapete.games.declare.seats import first_in, left_of, next_in, num_in
from tapete.games.declare.state import HAND, News, Phase, State

MAX_ROUNDS = 200
STAGES = (25, 50, 100)
"""The thresholds of `end` = staged (DC-D8)."""


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
    if s.players[s.turn].count < HAND:
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
        following = best if s.house.starter == BY_WINNER else left_of(s, s.starter)
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
