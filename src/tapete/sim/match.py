"""One match after another, played to the end by computer players: the loop of every simulation.

Written as the rules are, for any game (`slots.py`), so that it runs interpreted and compiled.
"""

from typing import Any

from tapete.core.game import CHANCE, TERMINAL, Lot, Seat
from tapete.sim.desk import Kind
from tapete.sim.memory import clear, copy
from tapete.sim.race import run_race
from tapete.sim.rng import LOT_BITS, MASK, STEP, below, bits31, bits64
from tapete.sim.slots import (
    actor,
    apply,
    apply_chance,
    chance_count,
    chance_kind,
    choose,
    is_capped,
    legal_actions,
    observe,
    place,
    returns,
    score,
    setup,
)


def play_matches(desks: Any, results: Any, first: int) -> None:
    """Play as many matches as there is room for results, the first one by its index.

    Each is played at the next desk, and the last ones stay there as they ended.
    """
    for i in range(len(results)):
        d = desks[i % len(desks)]
        d.index = first + i
        play_match(d)
        note_result(d, results[i])


def play_lane(d: Any, results: Any, first: int, lane: int, lanes: int) -> None:
    """Play every so-many-th match at one desk, without a break between one and the next.

    Threads that go in step, as those of a graphics processor do, so never wait for the longest of
    their matches, only for each other's moves.
    """
    i = lane
    d.index = first + i
    begin(d)
    while i < len(results):
        seat = actor(d.state)
        if seat == CHANCE:
            happen(d)
        elif seat != TERMINAL:
            decide(d, seat)
        else:
            note_result(d, results[i])
            i += lanes
            d.index = first + i
            begin(d)


def play_match(d: Any) -> None:
    """Play the match of a desk's index to its end."""
    begin(d)
    s = d.state
    seat = actor(s)
    while seat != TERMINAL:
        if seat == CHANCE:
            happen(d)
        else:
            decide(d, seat)
        seat = actor(s)


def begin(d: Any) -> None:
    """Set the desk for the match of its index, with that match's own random numbers."""
    d.rng.at = (d.base + d.index * STEP) & MASK
    d.rng.at = bits64(d.rng)
    d.decisions = 0
    d.steps = 0
    copy(d.state, d.blank)
    setup(d.state, d.seats)


def happen(d: Any) -> None:
    """Let chance act."""
    s = d.state
    d.steps += 1
    if chance_kind(s) == Lot.RACE:
        run_race(d)
    else:
        apply_chance(s, below(d.rng, chance_count(s)))


def decide(d: Any, seat: Seat) -> None:
    """Let a seat's player act."""
    d.steps += 1
    d.decisions += 1
    count = legal_actions(d.state, d.legal)
    lot = bits31(d.rng)
    if d.kinds[seat] == Kind.UNIFORM:
        apply(d.state, d.legal[lot * count >> LOT_BITS])
        return
    clear(d.seen)
    observe(d.state, seat, d.seen)
    apply(d.state, choose(d.seen, d.legal, count, lot))


def note_result(d: Any, result: Any) -> None:
    """Write down how a match ended."""
    s = d.state
    for seat in range(d.seats):
        result.returns[seat] = returns(s, seat)
        result.scores[seat] = score(s, seat)
        result.places[seat] = place(s, seat)
    result.capped = int(is_capped(s))
    result.decisions = d.decisions
    result.steps = d.steps
    result.at = d.rng.at
