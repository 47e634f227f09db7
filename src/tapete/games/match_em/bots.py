"""A sensible hand-written player of Match 'Em: sheds cards, keeps its wilds, stays flexible."""

from tapete.core.packs import EMPTY, sums
from tapete.games.match_em.partitions import SIZES, TOTALS, part
from tapete.games.match_em.state import DRAW, WILD
from tapete.games.match_em.view import View

GOES_OUT = 1 << 20
"""What the last card is worth."""
SHED = 24
"""What each card laid is worth."""
REACH = 10
"""What each total is worth that the cards left could match."""
REPEAT = 12
"""What it is worth on top if they could match the total that now stands."""
HEIGHT = 3
"""What each point of a new total or a lead is worth: high cards are hard to lay otherwise."""
WILD_COST = 70
"""What a wild is worth in hand."""
WILDS_ALONE = 100
"""What it costs to be left with nothing but wilds where one may not be the last card."""
DRAW_COST = 200
"""What drawing costs: more than any play does."""


def choose(v: View, legal: list[int], count: int, lot: int) -> int:
    """Choose an action from what the view's seat can know; the lot breaks ties."""
    best, best_worth, ties = int(legal[0]), worth(v, legal[0]), 1
    for i in range(1, count):
        this = worth(v, legal[i])
        if this > best_worth:
            best, best_worth, ties = int(legal[i]), this, 1
        elif this == best_worth:
            ties += 1
            if lot % ties == 0:
                best = int(legal[i])
    return best


def worth(v: View, action: int) -> int:
    """Return what an action is worth: cards shed, and what those left can do."""
    if action == DRAW:
        return -DRAW_COST
    if action == WILD:
        return rest_worth(v, v.hand, v.wilds - 1, v.total) + SHED - WILD_COST
    total = int(TOTALS[action])
    value = rest_worth(v, v.hand - part(action), v.wilds, total) + SHED * SIZES[action]
    return value if total == v.total else value + HEIGHT * total


def rest_worth(v: View, hand: int, wilds: int, total: int) -> int:
    """Return what it is worth to be left with a hand and wilds while a total stands."""
    if hand == EMPTY and wilds == 0:
        return GOES_OUT
    if hand == EMPTY and v.house.no_wild_finish:
        return -WILDS_ALONE
    reach = sums(hand, v.house.max_value) >> 1
    value = REPEAT if total > 0 and reach >> (total - 1) & 1 else 0
    while reach > 0:
        value += REACH * (reach & 1)
        reach >>= 1
    return value
