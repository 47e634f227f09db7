"""A sensible hand-written player of Declare: sheds points, keeps pairs, declares when it looks low.

What it knows of the others is what everybody sees: how many cards each holds, which of them came
from the floor, and for how long each has been shedding.
"""

from typing import Any

from tapete.core.game import NONE
from tapete.games.declare.cards import NUM_CARDS, points, rank
from tapete.games.declare.rules import DECLARE, action_source, action_subset
from tapete.games.declare.turns import PILE
from tapete.games.declare.view import View

SCALE = 8
"""Worths and guesses are in eighths of a point, so that small reasons can break ties."""
UNSEEN_CARD = 48
"""What a card from the pile costs (a card counts 6.5 points on average, and may be thrown soon)."""
DEALT_CARD = 50
"""What an unseen card in another hand is guessed to count when the round begins."""
SHED_A_TURN = 5
"""How much less it is guessed to count with each turn of its holder."""
KEPT_CARD = 16
"""What it is guessed to count at least."""
RISK, SURE = 6, 8
"""A total is declared at RISK / SURE of the lowest guess at most."""
PAIR_BONUS = 12
"""What keeping two of a kind is worth, besides half the points of the one that is taken."""

# The numbers were tuned by games of variants against each other, at two to six seats.


def choose(v: View, legal: Any, count: int, lot: int) -> int:
    """Choose an action from what the view's seat can know; the lot breaks ties."""
    if legal[0] == DECLARE and is_low_enough(v):
        return DECLARE
    best, best_worth, ties = DECLARE, 0, 0
    for i in range(count):
        if legal[i] != DECLARE:
            worth = turn_worth(v, legal[i])
            if best == DECLARE or worth > best_worth:
                best, best_worth, ties = int(legal[i]), worth, 1
            elif worth == best_worth:
                ties += 1
                if lot % ties == 0:
                    best = int(legal[i])
    return best


def is_low_enough(v: View) -> bool:
    """Say whether the own total looks low enough beside what the others seem to hold."""
    lowest = NONE
    for seat in range(v.seats):
        if seat != v.seat and v.players[seat].out == 0:
            guess = guessed_total(v, seat)
            if lowest == NONE or guess < lowest:
                lowest = guess
    return SCALE * v.total * SURE <= lowest * RISK


def guessed_total(v: View, seat: int) -> int:
    """Return what a hand may count, in eighths: what was seen to be taken, a guess for the rest."""
    known, unseen = 0, int(v.players[seat].count)
    for card in range(NUM_CARDS):
        if v.where[card] == seat:
            known += SCALE * points(card)
            unseen -= 1
    return known + unseen * max(KEPT_CARD, DEALT_CARD - SHED_A_TURN * v.players[seat].turns)


def turn_worth(v: View, action: int) -> int:
    """Return what a turn is worth, in eighths: points shed and pairs kept, less what it takes."""
    subset, source = action_subset(action), action_source(action)
    taken = NONE if source == PILE else v.floor[source - 1]
    worth = -UNSEEN_CARD if taken == NONE else -SCALE * points(taken)
    for i in range(v.count):
        if subset >> i & 1:
            worth += SCALE * points(v.hand[i])
        elif taken != NONE and rank(v.hand[i]) == rank(taken):
            worth += PAIR_BONUS + SCALE // 2 * points(taken)
        for j in range(i):
            if (subset >> i | subset >> j) & 1 == 0 and rank(v.hand[i]) == rank(v.hand[j]):
                worth += PAIR_BONUS
    return worth
