"""A sensible hand-written player of Declare: sheds points, feeds nobody, declares when low."""

from typing import Any

from tapete.core.game import NONE
from tapete.games.declare.cards import points, rank
from tapete.games.declare.rules import DECLARE, HAND, PILE, action_source, action_subset
from tapete.games.declare.view import View

SURE_TOTAL = 4
"""A total this low is declared whenever it may be."""
LATE_TOTAL = 9
"""What is low enough once the round has gone on for LATE_TURNS turns."""
LATE_TURNS = 8
UNSEEN_CARD = 6
"""What a card from the pile counts for on average (6.5), rounded down in its favour."""
SCALE = 8
"""Scores are in eighths of a point, so that small reasons can break ties."""
PAIR_BONUS = 12
"""What keeping two of a kind is worth, in eighths of a point."""
LOW_CARD = 5
"""Cards that count less than this are worth taking."""
GIFT = 4
"""What a low card that the next seat could take costs, in eighths of a point."""


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
    """Say whether the own total is low enough for this moment of the round."""
    turns = v.players[v.seat].turns
    limit = SURE_TOTAL if turns < LATE_TURNS else LATE_TOTAL
    if turns >= v.house.lap_limit - 1:
        return False
    fewest = HAND
    for seat in range(v.seats):
        p = v.players[seat]
        if seat != v.seat and p.out == 0 and p.count < fewest:
            fewest = p.count
    return v.total <= min(limit, 2 * fewest)


def turn_worth(v: View, action: int) -> int:
    """Return what a turn is worth: points shed and pairs kept, less what it takes and gives."""
    subset, source = action_subset(action), action_source(action)
    taken = NONE if source == PILE else v.floor[source - 1]
    worth = -SCALE * UNSEEN_CARD if taken == NONE else -SCALE * points(taken)
    lowest = 10
    for i in range(v.count):
        if subset >> i & 1:
            worth += SCALE * points(v.hand[i])
            lowest = min(lowest, points(v.hand[i]))
        elif taken != NONE and rank(v.hand[i]) == rank(taken):
            worth += PAIR_BONUS + 4 * points(taken)
        for j in range(i):
            if (subset >> i | subset >> j) & 1 == 0 and rank(v.hand[i]) == rank(v.hand[j]):
                worth += PAIR_BONUS
    return worth - (GIFT * (LOW_CARD - lowest) if lowest < LOW_CARD else 0)
