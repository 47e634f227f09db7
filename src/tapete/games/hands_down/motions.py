"""Slaps, fakes, fouls and touches: what is allowed, what can happen, and what follows."""

from typing import Any

from tapete.core.game import NONE
from tapete.core.news import note
from tapete.games.hands_down.cards import ALL_PAIRS, PAIR
from tapete.games.hands_down.hands import holds_pair, is_runner, left_of, next_runner, num_runners
from tapete.games.hands_down.options import END_TURN_AND_CARD
from tapete.games.hands_down.state import (
    FOOLED,
    FREE_HAND,
    HALF_SLAP,
    JAM,
    LOSERS,
    MAX_FAKES,
    MAX_JAMS,
    MAX_SEATS,
    NOBODY,
    TOUCHED_FAKE,
    Came,
    Foul,
    Motion,
    News,
    Phase,
    Why,
)
from tapete.games.hands_down.turns import (
    after_pair,
    end_turn,
    forgive_touches,
    owe,
    take_from_fooled,
)

# What the acting seat may do


def may_pass(s: Any) -> bool:
    """Say whether the acting seat may end its turn (HD-12, HD-D8)."""
    return s.house.must_play_pairs == 0 or not holds_pair(s.players[s.turn])


def may_fake(s: Any) -> bool:
    """Say whether the acting seat may fake (HD-13, HD-D5, HD-D16)."""
    if s.players[s.turn].count < FREE_HAND or s.all_fakes >= MAX_FAKES or num_runners(s) == 0:
        return False
    return s.house.fake_limit == NONE or s.fakes < s.house.fake_limit


def may_slap(s: Any, rank: int) -> bool:
    """Say whether the acting seat holds a pair of this rank (HD-7)."""
    return s.players[s.turn].hand[rank] >= PAIR


def can_only_pass(s: Any) -> bool:
    """Say whether the acting seat has no choice but to pass (HD-12, HD-D16)."""
    return not holds_pair(s.players[s.turn]) and not may_fake(s)


# What can happen


def can_touch_early(s: Any, seat: int) -> bool:
    """Say whether a touch of this seat would be paid for (HD-15, HD-D10)."""
    return is_runner(s, seat) and s.players[seat].early == 0


def can_slap_end(s: Any, outcome: int) -> bool:
    """Say whether a pending slap can come to this outcome."""
    if outcome < MAX_SEATS:
        return is_runner(s, outcome)
    runners = num_runners(s)
    if outcome == NOBODY:
        return runners == 0 or (runners == 1 and s.house.par_time > 0)
    if outcome == JAM:
        return runners > 1 and s.jams < MAX_JAMS
    return outcome == HALF_SLAP


def can_fake_end(s: Any, outcome: int) -> bool:
    """Say whether a pending fake can come to this outcome."""
    if outcome < FOOLED or outcome >= TOUCHED_FAKE:
        return outcome == TOUCHED_FAKE
    for seat in range(MAX_SEATS):
        if (outcome - FOOLED) >> seat & 1 and not is_runner(s, seat):
            return False
    return True


# Motions


def begin_motion(s: Any, motion: int, rank: int) -> None:
    """Start a slap or a fake; nobody else can tell which yet (HD-D16)."""
    s.motion = motion
    s.rank = rank
    ask_next(s, s.turn)


def ask_next(s: Any, seat: int) -> None:
    """Ask the first runner after a seat for its stance, where stances are asked; else race."""
    following = next_runner(s, seat) if s.asks_stances else NONE
    s.runner = 0 if following == NONE else following
    s.phase = Phase.RACE if following == NONE else Phase.STANCE


def take_stance(s: Any, stance: int) -> None:
    """Note how careful a runner is and ask the next."""
    s.players[s.runner].stance = stance + 1
    ask_next(s, s.runner)


def resolve(s: Any, outcome: int) -> None:
    """Let the pending motion come to its end."""
    if outcome == HALF_SLAP:
        foul(s, Foul.HALF_SLAP)
    elif outcome == TOUCHED_FAKE:
        foul(s, Foul.TOUCHED_FAKE)
    elif outcome == JAM:
        jam(s)
    elif outcome >= FOOLED:
        fake(s, outcome - FOOLED)
    elif outcome == NOBODY:
        lay(s, NONE)
    else:
        lay(s, outcome)


def finish_motion(s: Any, came: int, rank: int) -> None:
    """Forget the motion's secrets and note in public what it came to."""
    s.motion = Motion.NOTHING
    s.rank = 0
    s.last.came = came
    s.last.seat = s.turn
    s.last.rank = rank
    s.last.loser = NONE
    s.last.fooled = 0
    for seat in range(s.seats):
        s.players[seat].stance = 0
    forgive_touches(s)


def lay(s: Any, loser: int) -> None:
    """Count a Hands Down: the pair is laid, the loser gives a card (HD-11, HD-D1, HD-D4)."""
    rank = int(s.rank)
    count_race(s)
    finish_motion(s, Came.TO_A_PAIR, rank)
    s.last.loser = loser
    p = s.players[s.turn]
    p.hand[rank] -= PAIR
    p.count -= PAIR
    p.laid[rank] += 1
    s.pairs += 1
    s.paired = 1
    s.stalls = 0
    s.jams = 0
    if s.house.fake_limit_per_pair:
        s.fakes = 0
    note(s, News.SLAPPED, s.turn, LOSERS * rank + loser + 1)
    if loser != NONE:
        s.players[loser].history.lost += 1
    if loser != NONE and (s.pairs < ALL_PAIRS or s.house.last_pair_steals_joker):
        owe(s, loser, s.turn, Why.LOST)
    else:
        after_pair(s)


def jam(s: Any) -> None:
    """Let a Hands Down not count (HD-10, HD-D7)."""
    rank = int(s.rank)
    count_race(s)
    finish_motion(s, Came.TO_A_JAM, rank)
    s.jams += 1
    note(s, News.JAMMED, s.turn, rank)
    s.phase = Phase.DECIDE


def count_race(s: Any) -> None:
    """Note the acting seat's slap and who ran in it."""
    s.players[s.turn].history.slaps += 1
    for seat in range(s.seats):
        if is_runner(s, seat):
            s.players[seat].history.raced += 1


def fake(s: Any, fooled: int) -> None:
    """Take a card from everybody who touched at a fake (HD-13)."""
    for seat in range(s.seats):
        if is_runner(s, seat):
            s.players[seat].history.faced += 1
            s.players[seat].history.fooled += fooled >> seat & 1
    s.players[s.turn].history.fakes += 1
    finish_motion(s, Came.TO_A_FAKE, 0)
    s.last.fooled = fooled
    s.fakes += 1
    s.all_fakes += 1
    s.queue = fooled
    note(s, News.FAKED, s.turn, fooled)
    take_from_fooled(s)


# Fouls and touches


def foul(s: Any, kind: int) -> None:
    """End the turn by the acting seat's foul, perhaps at the price of a card (HD-14, HD-D9)."""
    finish_motion(s, Came.TO_A_FOUL, 0)
    s.players[s.turn].history.fouls += 1
    note(s, News.FOULED, s.turn, kind)
    if s.house.active_foul == END_TURN_AND_CARD:
        owe(s, s.turn, left_of(s, s.turn), Why.PENALTY)
    else:
        end_turn(s)


def touch_early(s: Any, seat: int) -> None:
    """Let a seat pay for an early touch; the turn or the pending slap goes on (HD-15)."""
    s.players[seat].early = 1
    s.players[seat].history.early += 1
    note(s, News.TOUCHED, seat, s.turn)
    owe(s, seat, s.turn, Why.FOUL)
