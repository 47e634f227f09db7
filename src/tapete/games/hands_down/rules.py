"""The rules of Hands Down (RULES.md; numbers HD-…); `state.py` lists the nodes."""

from typing import Any

from tapete.core.game import CHANCE, TERMINAL, WIN, Lot
from tapete.core.news import note
from tapete.core.piles import take
from tapete.games.hands_down.cards import ALL_PAIRS, COPIES, JOKER, KINDS, NUM_CARDS
from tapete.games.hands_down.hands import add, holds_pair, is_runner, left_of
from tapete.games.hands_down.motions import (
    begin_motion,
    can_fake_end,
    can_only_pass,
    can_slap_end,
    can_touch_early,
    foul,
    may_fake,
    may_pass,
    may_slap,
    resolve,
    take_stance,
    touch_early,
)
from tapete.games.hands_down.state import (
    DEALT,
    EARLY,
    FAKE,
    JOKER_NUMBER,
    JOKER_POINTS,
    MAX_SEATS,
    NO_PAIR,
    NUM_ACTIONS,
    PASS,
    RACE_OUTCOMES,
    SLAP,
    STANCE,
    STANCES,
    TAKE_FROM,
    Foul,
    Motion,
    News,
    Phase,
    State,
    Why,
)
from tapete.games.hands_down.turns import draw_opening, end_turn, owe, start_turn, take_card


def setup(s: State, seats: int) -> None:
    """Begin a match."""
    s.seats = seats
    s.phase = Phase.DEALER


def actor(s: State) -> int:
    """Return the seat that must choose, CHANCE or TERMINAL."""
    if s.phase in (Phase.DECIDE, Phase.CHOOSE):
        return s.turn
    if s.phase == Phase.STANCE:
        return s.runner
    return TERMINAL if s.phase == Phase.OVER else CHANCE


def is_legal(s: State, action: int) -> bool:
    """Say whether the actor may do this."""
    if action < 0 or action >= NUM_ACTIONS:
        return False
    if s.phase == Phase.CHOOSE:
        return TAKE_FROM <= action < STANCE and is_runner(s, action - TAKE_FROM)
    if s.phase == Phase.STANCE:
        return action >= STANCE
    if s.phase != Phase.DECIDE or action >= TAKE_FROM:
        return False
    if action == PASS:
        return may_pass(s)
    return may_fake(s) if action == FAKE else may_slap(s, action_rank(action))


def legal_actions(s: State, actions: Any) -> int:
    """Write the actor's legal actions, ascending, into `actions`; return how many."""
    count = 0
    if s.phase == Phase.CHOOSE:
        for seat in range(s.seats):
            actions[count] = TAKE_FROM + seat
            count += int(is_runner(s, seat))
        return count
    if s.phase == Phase.STANCE:
        for stance in range(STANCES):
            actions[stance] = STANCE + stance
        return STANCES
    return legal_motions(s, actions) if s.phase == Phase.DECIDE else 0


def legal_motions(s: State, actions: Any) -> int:
    """Write what the seat on turn may decide, ascending, into `actions`; return how many."""
    count = 0
    if may_pass(s):
        actions[count] = PASS
        count += 1
    if may_fake(s):
        actions[count] = FAKE
        count += 1
    for rank in range(1, KINDS):
        # Written either way and counted if it may be: a branch would be guessed wrong too often.
        actions[count] = slap_action(rank)
        count += int(may_slap(s, rank))
    return count


def apply(s: State, action: int) -> None:
    """Do a legal action of the actor."""
    s.news_count = 0
    if action >= STANCE:
        take_stance(s, action - STANCE)
    elif action >= TAKE_FROM:
        owe(s, action - TAKE_FROM, s.turn, Why.OPENING)
    elif action == PASS:
        pass_turn(s)
        pass_who_must(s)
    elif action == FAKE:
        begin_motion(s, Motion.FAKE, 0)
    else:
        begin_motion(s, Motion.SLAP, action_rank(action))


def chance_kind(s: State) -> int:
    """Return the Lot of the chance node."""
    if s.phase in (Phase.DEAL, Phase.OPEN_DRAW):
        return Lot.DRAW
    return Lot.RACE if s.phase == Phase.RACE else Lot.EVEN


def chance_count(s: State) -> int:
    """Return how many outcomes the chance node has; of a race's, not all `can_happen`."""
    if s.phase == Phase.DEALER:
        return s.seats
    if s.phase == Phase.TAKE:
        return s.players[s.giver].count
    return RACE_OUTCOMES if s.phase == Phase.RACE else s.pile_count


def can_happen(s: State, outcome: int) -> bool:
    """Say whether an outcome, a touch's among them, is possible now (HD-D7, HD-D9, HD-D10)."""
    if outcome < 0:
        return False
    if s.phase == Phase.DECIDE and outcome == NO_PAIR:
        return not holds_pair(s.players[s.turn])
    if s.phase == Phase.DECIDE or (s.phase == Phase.RACE and outcome >= EARLY):
        is_touch = EARLY <= outcome < EARLY + MAX_SEATS and s.motion != Motion.FAKE
        return is_touch and can_touch_early(s, outcome - EARLY)
    if s.phase == Phase.RACE:
        return can_slap_end(s, outcome) if s.motion == Motion.SLAP else can_fake_end(s, outcome)
    return actor(s) == CHANCE and outcome < chance_count(s)


def apply_chance(s: State, outcome: int) -> None:
    """Let an outcome happen: below `chance_count`, or a touch where one `can_happen`."""
    s.news_count = 0
    if s.phase == Phase.DEALER:
        start_deal(s, outcome)
    elif s.phase in (Phase.DEAL, Phase.OPEN_DRAW):
        draw(s, outcome)
    elif s.phase == Phase.TAKE:
        take_card(s, outcome)
    elif outcome == NO_PAIR:
        foul(s, Foul.NO_PAIR)
    elif outcome >= EARLY:
        touch_early(s, outcome - EARLY)
    else:
        resolve(s, outcome)
    pass_who_must(s)


def score(s: State, seat: int) -> int:
    """Return the seat's points: 1 a pair, and 2 for the Joker once it is laid (HD-18)."""
    p = s.players[seat]
    points = 0
    for rank in range(1, KINDS):
        points += p.laid[rank]
    if s.phase == Phase.OVER:
        points += JOKER_POINTS * p.hand[JOKER]
    return points


def numbers(s: State, seat: int) -> int:
    """Return the sum of the numbers of the seat's pairs, the Joker counting 20 (HD-19)."""
    p = s.players[seat]
    sum_ = 0
    for rank in range(1, KINDS):
        sum_ += rank * p.laid[rank]
    if s.phase == Phase.OVER:
        sum_ += JOKER_NUMBER * p.hand[JOKER]
    return sum_


def place(s: State, seat: int) -> int:
    """Return how many seats are ahead: by points, then by numbers (HD-18, HD-19)."""
    own_points, own_numbers = score(s, seat), numbers(s, seat)
    ahead = 0
    for other in range(s.seats):
        points = score(s, other)
        if points > own_points or (points == own_points and numbers(s, other) > own_numbers):
            ahead += 1
    return ahead


def returns(s: State, seat: int) -> int:
    """Return the seat's share of WIN; a double tie shares (HD-D13)."""
    if place(s, seat) > 0:
        return 0
    winners = 0
    for other in range(s.seats):
        if place(s, other) == 0:
            winners += 1
    return WIN // winners


def is_capped(s: State) -> bool:
    """Say whether the match was ended by stalling, its pairs not all laid (HD-D13)."""
    return s.phase == Phase.OVER and s.pairs < ALL_PAIRS


# Actions


def slap_action(rank: int) -> int:
    """Return the action of slapping for a pair of this rank."""
    return SLAP + rank - 1


def action_rank(action: int) -> int:
    """Return the rank of the pair that an action slaps for."""
    return action - SLAP + 1


# The deal and the course of turns


def start_deal(s: State, dealer: int) -> None:
    """Shuffle all cards for the dealer (HD-2)."""
    s.dealer = dealer
    s.turn = left_of(s, dealer)
    s.pile_count = NUM_CARDS
    for i in range(NUM_CARDS):
        s.pile[i] = JOKER if i == 0 else 1 + (i - 1) // COPIES
    s.shuffles += 1
    s.phase = Phase.DEAL


def draw(s: State, index: int) -> None:
    """Give the index-th card of the pile to the seat that is due for one."""
    card = take(s.pile, s.pile_count, index)
    s.pile_count -= 1
    if s.phase == Phase.OPEN_DRAW:
        draw_opening(s, card)
    else:
        deal(s, card)


def deal(s: State, card: int) -> None:
    """Deal one card, round the table from the dealer's left, who opens the play (HD-2, HD-3)."""
    add(s.players[s.turn], card)
    s.dealt += 1
    s.turn = left_of(s, s.turn)
    if s.dealt == DEALT * s.seats:
        note(s, News.DEALT, s.dealer, 0)
        start_turn(s, left_of(s, s.dealer))


def pass_turn(s: State) -> None:
    """End the turn by a pass (HD-12)."""
    note(s, News.PASSED, s.turn, 0)
    end_turn(s)


def pass_who_must(s: State) -> None:
    """Let whoever can only pass do so at once (HD-D16)."""
    while s.phase == Phase.DECIDE and can_only_pass(s):
        pass_turn(s)
