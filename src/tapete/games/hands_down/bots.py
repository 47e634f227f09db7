"""A sensible hand-written player of Hands Down: plays pairs, bluffs a little, learns who bluffs."""

from typing import Any

from tapete.games.hands_down.state import FAKE, PASS, STANCE, TAKE_FROM, Phase
from tapete.games.hands_down.view import View

FAKES_A_TURN = 2
"""More fakes in a turn only teach the others to wait."""
FAKE_IN = 4
"""With a pair to play, one motion in so many is a fake; without one, all but one in so many."""
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
    if may_bluff(v, legal, count) and wants_to_bluff(highest > FAKE, lot):
        return FAKE
    return highest if highest > FAKE else PASS


def stance(v: View, lot: int) -> int:
    """Return how careful to be in the pending race, 0 to 4, by how often this seat has bluffed."""
    history = v.players[v.turn].history
    fakes = history.fakes + PRIOR_FAKES
    motions = history.fakes + history.slaps + PRIOR_MOTIONS
    share = PERCENT * fakes // motions + lot % BLUR - BLUR // 2
    careful = 0
    for limit in CAUTION:
        if share >= limit:
            careful += 1
    return careful


def may_bluff(v: View, legal: Any, count: int) -> bool:
    """Say whether a fake is legal, and not one too many."""
    if v.all_fakes >= FAKES_A_TURN:
        return False
    for i in range(count):
        if legal[i] == FAKE:
            return True
    return False


def wants_to_bluff(has_pair: bool, lot: int) -> bool:
    """Say whether to fake now: seldom with a pair to play, mostly without one."""
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
