"""Worlds of one view, each played on to its end: the loop of every roll-out.

Written as the rules are, for any game (`slots.py`), so that it runs interpreted and compiled.
"""

from typing import Any

from tapete.core.game import CHANCE, NONE, TERMINAL
from tapete.sim.match import decide, happen
from tapete.sim.memory import clear, copy
from tapete.sim.rng import MASK, STEP, bits64
from tapete.sim.slots import actor, apply, deal_again, returns


def roll_out(desks: Any, views: Any, actions: Any, shares: Any, first: int) -> int:
    """Deal worlds of the view, the first one by its index, and play each on once per action.

    Writes each seat's returns into `shares[world, action, seat]`; returns how many worlds were
    dealt, fewer where the view contradicts itself.
    """
    d = desks[0]
    d.decisions = 0
    for i in range(len(shares)):
        # A world has one stream, so that all its actions meet with the same luck.
        d.index = first + i
        d.rng.at = (d.base + d.index * STEP) & MASK
        d.rng.at = bits64(d.rng)
        clear(d.blank)
        if not deal_again(views[0], d.blank, d.rng):
            return i
        dealt = d.rng.at
        for j in range(len(actions)):
            d.rng.at = dealt
            copy(d.state, d.blank)
            if actions[j] != NONE:
                apply(d.state, actions[j])
            play_on(d)
            for seat in range(d.seats):
                shares[i, j, seat] = returns(d.state, seat)
    return len(shares)


def play_on(d: Any) -> None:
    """Play the match at a desk to its end."""
    seat = actor(d.state)
    while seat != TERMINAL:
        if seat == CHANCE:
            happen(d)
        else:
            decide(d, seat)
        seat = actor(d.state)
