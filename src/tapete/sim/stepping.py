"""Matches stepped from outside: an action in, and out what the next one to act may see and do.

One call steps a whole batch. Written as the rules are, for any game (`slots.py`); whatever is
written goes into arrays that the caller owns.
"""

from typing import Any

from tapete.core.game import CHANCE, NONE, TERMINAL, WIN, Action, Seat
from tapete.sim.desk import Kind
from tapete.sim.match import begin, decide, happen
from tapete.sim.memory import clear
from tapete.sim.slots import actor, apply, encode, is_legal, legal_actions, observe, returns

RESET: Action = -1
"""Instead of an action: begin the next match."""


def step(  # noqa: PLR0913, PLR0917  # the arrays are the caller's, one a subject
    desks: Any, actions: Any, masks: Any, rows: Any, rewards: Any, dones: Any, actors: Any
) -> int:
    """Do an action at each desk and write what follows; return the last desk that refuses, or NONE.

    `masks` and `rows` without a line are left alone. A desk that refuses stays as it is.
    """
    refusing = NONE
    for i in range(len(desks)):
        d = desks[i]
        if not is_taken(d, actions[i]):
            refusing = i
            continue
        settle(d, rewards[i])
        dones[i] = int(actor(d.state) == TERMINAL)
        if d.goes_on == 1:
            while actor(d.state) == TERMINAL:
                begin_next(d)
                go_on(d)
        actors[i] = actor(d.state)
        if len(masks) > 0:
            write_mask(d, masks[i])
        if len(rows) > 0:
            write_view(d, rows[i])
    return refusing


def is_taken(d: Any, action: Action) -> bool:
    """Do an action and all that follows up to the next one; say no where it is not legal.

    At a match that is over every action is taken and does nothing.
    """
    if action == RESET:
        begin_next(d)
    elif actor(d.state) != TERMINAL:
        if not is_legal(d.state, action):
            return False
        d.steps += 1
        d.decisions += 1
        apply(d.state, action)
    go_on(d)
    return True


def begin_next(d: Any) -> None:
    """Begin the desk's first match, or the one after: a whole batch further on."""
    if d.has_begun == 1:
        d.index += d.stride
    d.has_begun = 1
    begin(d)


def go_on(d: Any) -> None:
    """Play on until the caller must act or the match is over."""
    seat = actor(d.state)
    while seat != TERMINAL:
        if seat == CHANCE:
            happen(d)
        elif d.kinds[seat] == Kind.CALLER:
            return
        else:
            decide(d, seat)
        seat = actor(d.state)


def settle(d: Any, rewards: Any) -> None:
    """Write each seat's share of a win: 0 before the end."""
    is_over = actor(d.state) == TERMINAL
    for seat in range(d.seats):
        rewards[seat] = returns(d.state, seat) / WIN if is_over else 0.0


def write_mask(d: Any, mask: Any) -> None:
    """Write 1 for each action that the one to act may do, else 0."""
    for action in range(len(mask)):
        mask[action] = 0
    if actor(d.state) == TERMINAL:
        return
    for i in range(legal_actions(d.state, d.legal)):
        mask[d.legal[i]] = 1


def write_view(d: Any, row: Any) -> None:
    """Write the view of the one to act; after the end, a spectator's."""
    clear(d.seen)
    observe(d.state, viewer(d), d.seen)
    encode(d.seen, row)


def viewer(d: Any) -> Seat:
    """Return whose view is written: the actor's, or NONE, which is a spectator, after the end."""
    seat = actor(d.state)
    return NONE if seat == TERMINAL else seat
