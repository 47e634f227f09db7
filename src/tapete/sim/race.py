"""A race among computer players: hands drawn from the reflex model, judged as a table judges them.

The same draws in the same order as `bots.races.model_race` and `table.race.adjudicate` make, over
sets of seats (a bit each) in the place of their lists, so that it compiles.
"""

from typing import Any

from tapete.core.game import CHANCE, NONE, Lot, Seat
from tapete.core.race import ERROR_MS, WINDOW_MS
from tapete.sim.desk import Kind
from tapete.sim.memory import clear
from tapete.sim.reflex import (
    DISGUISE,
    MS,
    NEVER,
    Stance,
    draw_contact,
    draw_motion,
    draw_second_contact,
)
from tapete.sim.rng import LOT_BITS, below, bits31
from tapete.sim.slots import (
    acting,
    actor,
    apply_chance,
    chance_count,
    chance_kind,
    chosen_stance,
    early_outcome,
    fake_outcome,
    foul_outcome,
    is_fake,
    may_jam,
    observe,
    par_ms,
    pays_for_touch,
    runs,
    runs_after_paying,
    slap_outcome,
    stance,
)

STANCES = len(Stance)


def run_race(d: Any) -> None:
    """Draw the race that a match waits for and let it happen."""
    s = d.state
    seat = left_of(d, acting(s))
    while seat != acting(s):
        if runs(s, seat):
            d.stances[seat] = stance_of(d, seat)
        seat = left_of(d, seat)
    draw_motion(d.rng, d.motion, int(is_fake(s)), DISGUISE)
    d.early = 0
    seat = left_of(d, acting(s))
    while seat != acting(s):
        if runs(s, seat):
            d.contacts[seat] = contact_of(d, seat)
        seat = left_of(d, seat)
    judge(d, bits31(d.rng))


def left_of(d: Any, seat: Seat) -> Seat:
    """Return the next seat in turn order."""
    return seat + 1 if seat + 1 < d.seats else 0


def stance_of(d: Any, seat: Seat) -> int:
    """Return how careful a seat is: as it has chosen, or as its player is unasked."""
    chosen = chosen_stance(d.state, seat)
    if chosen != NONE:
        return chosen
    lot = bits31(d.rng)
    if d.kinds[seat] != Kind.SIMPLE:
        return int(lot * STANCES >> LOT_BITS)
    clear(d.seen)
    observe(d.state, seat, d.seen)
    return stance(d.seen, lot)


def contact_of(d: Any, seat: Seat) -> int:
    """Draw a seat's contact in whole ms, and note where an early touch came before it."""
    at = draw_contact(d.rng, d.motion, d.levels[seat], d.stances[seat])
    if at < 0:
        d.early |= 1 << seat
        at = draw_second_contact(d.rng, d.levels[seat])
    return NEVER if at == NEVER else at // MS


def judge(d: Any, lot: int) -> None:
    """Let happen what the drawn hands come to (HD-7 to HD-10, HD-13 to HD-15)."""
    s = d.state
    if d.motion.foul == 1:
        apply_chance(s, foul_outcome(s))
    elif is_fake(s):
        apply_chance(s, fake_outcome(touched(d)))
    else:
        judge_slap(d, lot)


def touched(d: Any) -> int:
    """Return the set of the seats that touch at a fake."""
    fooled = 0
    for seat in range(d.seats):
        if runs(d.state, seat) and d.contacts[seat] != NEVER:
            fooled |= 1 << seat
    return fooled


def judge_slap(d: Any, lot: int) -> None:
    """Let early touches be paid for, then the Hands Down happen."""
    s = d.state
    early, running = 0, 0
    for seat in range(d.seats):
        if runs(s, seat):
            is_paying = d.early >> seat & 1 == 1 and pays_for_touch(s, seat)
            if is_paying:
                early |= 1 << seat
            if not is_paying or runs_after_paying(s, seat):
                running |= 1 << seat
    last = lasts(d, running)
    is_clump = last & (last - 1) != 0 and slowest(d, running) <= WINDOW_MS
    is_jam = is_clump and may_jam(s)
    end = slap_outcome(NONE if is_jam else picked(d, last, lot), int(is_jam))
    pay_early(d, early)
    apply_chance(s, end)


def pay_early(d: Any, early: int) -> None:
    """Let a set of seats pay for touching early, in turn order, before the Hands Down goes on."""
    s = d.state
    seat = left_of(d, acting(s))
    while seat != acting(s):
        if early >> seat & 1:
            apply_chance(s, early_outcome(seat))
            while actor(s) == CHANCE and chance_kind(s) != Lot.RACE:
                apply_chance(s, below(d.rng, chance_count(s)))
        seat = left_of(d, seat)


def lasts(d: Any, running: int) -> int:
    """Return the set of those of whom one was last: several where they can't be told apart."""
    late = slowest(d, running)
    if late > WINDOW_MS:
        return those_from(d, running, WINDOW_MS + 1)
    if running & (running - 1) == 0:
        # With one alone the par time may save it (HD-D2); with none there is nobody to save.
        return 0 if par_ms(d.state) > 0 and late <= par_ms(d.state) else running
    second = slowest_but(d, running)
    return those_from(d, running, second if late - second <= ERROR_MS else late)


def slowest(d: Any, running: int) -> int:
    """Return the latest contact among a set of seats, 0 of none."""
    late = 0
    for seat in range(d.seats):
        if running >> seat & 1:
            late = max(late, d.contacts[seat])
    return late


def slowest_but(d: Any, running: int) -> int:
    """Return the second latest contact among a set of at least two seats."""
    late, second = 0, 0
    for seat in range(d.seats):
        if running >> seat & 1:
            if d.contacts[seat] > late:
                late, second = d.contacts[seat], late
            elif d.contacts[seat] > second:
                second = d.contacts[seat]
    return second


def those_from(d: Any, running: int, since: int) -> int:
    """Return those of a set of seats whose contact came then or later."""
    found = 0
    for seat in range(d.seats):
        if running >> seat & 1 and d.contacts[seat] >= since:
            found |= 1 << seat
    return found


def picked(d: Any, seats: int, lot: int) -> Seat:
    """Return one of a set of seats in turn order from the acting one's left; NONE of none."""
    count = 0
    for seat in range(d.seats):
        count += seats >> seat & 1
    nth = lot * count >> LOT_BITS
    seat = left_of(d, acting(d.state))
    while seat != acting(d.state):
        if seats >> seat & 1:
            if nth == 0:
                return seat
            nth -= 1
        seat = left_of(d, seat)
    return NONE
