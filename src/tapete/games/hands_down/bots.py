"""A sensible hand-written player of Hands Down: plays pairs, bluffs a little, learns who bluffs."""

from typing import Any

from tapete.games.hands_down.state import FAKE, PASS, STANCE, TAKE_FROM, Phase
from tapete.games.hands_down.view import View

FAKES_A_TURN = 2
"""More fakes in a turn only teach the others to wait."""
FAKE_IN = 3
"""With a pair to play, one chance in so many is a fake; without one, all but one in so many."""
ENOUGH_FAKES = 36
"""With this share of fakes, in percent, the others can neither gamble nor wait in peace."""
GULLIBLE = 20
"""While so many percent of the others' chances to be fooled are taken, no share is enough."""
PRIOR_FOOLED, PRIOR_FACED = 1, 5
"""What is believed of the others before the first fake: one of five chances is taken."""
PRIOR_FAKES, PRIOR_MOTIONS = 2, 6
"""What is believed of somebody who has not moved a hand yet: two fakes in six motions."""
PERCENT = 100
CAUTION = (27, 31, 35, 39)
"""From each of these shares of fakes on, in percent, one is a step more careful.

Gambling is best well below a third and waiting well above, whoever races.
"""
BLUR = 7
"""The believed share is blurred by so many percent, lest the others reckon with it."""


def choose(v: View, legal: Any, count: int, lot: int) -> int:
    """Choose an action from what the view's seat can know; the lot decides on bluffs and ties."""
    if v.phase == Phase.STANCE:
        return STANCE + stance(v, lot)
    if v.phase == Phase.CHOOSE:
        return take_from_richest(v, legal, count, lot)
    highest = int(legal[count - 1])
    if may_bluff(v, legal, count) and wants_to_bluff(v, highest > FAKE, lot):
        return FAKE
    return highest if highest > FAKE else PASS


def stance(v: View, lot: int) -> int:
    """Return how careful to be in the pending race, 0 to 4, by how often this seat has bluffed."""
    share = share_of_fakes(v, v.turn) + lot % BLUR - BLUR // 2
    careful = 0
    for limit in CAUTION:
        if share >= limit:
            careful += 1
    return careful


def share_of_fakes(v: View, seat: int) -> int:
    """Return how many of a seat's motions are believed to be fakes, in percent."""
    history = v.players[seat].history
    motions = history.fakes + history.slaps + PRIOR_MOTIONS
    return int(PERCENT * (history.fakes + PRIOR_FAKES) // motions)


def share_of_fooled(v: View) -> int:
    """Return how often the others fall for fakes, whosever they are, in percent."""
    fooled, faced = PRIOR_FOOLED, PRIOR_FACED
    for seat in range(v.seats):
        if seat != v.seat:
            fooled += v.players[seat].history.fooled
            faced += v.players[seat].history.faced
    return int(PERCENT * fooled // faced)


def may_bluff(v: View, legal: Any, count: int) -> bool:
    """Say whether a fake is legal, and not one too many."""
    if v.all_fakes >= FAKES_A_TURN:
        return False
    for i in range(count):
        if legal[i] == FAKE:
            return True
    return False


def wants_to_bluff(v: View, has_pair: bool, lot: int) -> bool:
    """Say whether to fake now: seldom with a pair to play, mostly without one, never too often."""
    if share_of_fakes(v, v.seat) >= ENOUGH_FAKES and share_of_fooled(v) < GULLIBLE:
        return False
    if has_pair:
        return lot % FAKE_IN == 0
    return lot % FAKE_IN > 0


def take_from_richest(v: View, legal: Any, count: int, lot: int) -> int:
    """Take from whoever holds the most cards; the lot breaks ties."""
    best, most, ties = int(legal[0]), 0, 0
    for i in range(count):
        cards = int(v.players[int(legal[i]) - TAKE_FROM].count)
        if cards > most:
            best, most, ties = int(legal[i]), cards, 1
        elif cards == most:
            ties += 1
            if lot % ties == 0:
                best = int(legal[i])
    return best
