"""What the drivers of games call by these names and each game fills in with its own.

Drivers are plain functions, written once for all games: `jit.py` puts a game's functions in the
place of these, compiled or as they are.
"""

from typing import Any

from tapete.core.game import Action, Outcome, Seat


def unfilled(*_asked: Any) -> Any:
    """Refuse to be called: a driver runs for a game only."""
    raise NotImplementedError("a driver is to be bound to a game first")


# rules.py


def setup(s: Any, seats: int) -> None:
    """Begin a match."""
    unfilled(s, seats)


def actor(s: Any) -> Seat:
    """Return the seat that must act, CHANCE or TERMINAL."""
    return unfilled(s)


def is_legal(s: Any, action: Action) -> bool:
    """Say whether the actor may do this."""
    return unfilled(s, action)


def legal_actions(s: Any, actions: Any) -> int:
    """Write the actor's legal actions; return how many."""
    return unfilled(s, actions)


def apply(s: Any, action: Action) -> None:
    """Do a legal action of the actor."""
    unfilled(s, action)


def chance_kind(s: Any) -> int:
    """Return the Lot of the chance node."""
    return unfilled(s)


def chance_count(s: Any) -> int:
    """Return how many outcomes the chance node has."""
    return unfilled(s)


def apply_chance(s: Any, outcome: Outcome) -> None:
    """Let an outcome happen."""
    unfilled(s, outcome)


def score(s: Any, seat: Seat) -> int:
    """Return the seat's score."""
    return unfilled(s, seat)


def place(s: Any, seat: Seat) -> int:
    """Return how many seats ended ahead."""
    return unfilled(s, seat)


def returns(s: Any, seat: Seat) -> int:
    """Return the seat's share of WIN."""
    return unfilled(s, seat)


def is_capped(s: Any) -> bool:
    """Say whether the match was ended by a limit; a game without limits leaves it out."""
    return unfilled(s)


# view.py and bots.py


def observe(s: Any, seat: Seat, v: Any) -> None:
    """Write what a seat may know into an empty view."""
    unfilled(s, seat, v)


def choose(v: Any, legal: Any, count: int, lot: int) -> Action:
    """Choose as the game's hand-written player does."""
    return unfilled(v, legal, count, lot)


def encode(v: Any, row: Any) -> None:
    """Write a view's numbers into a row; made by `observation.py`."""
    unfilled(v, row)


# worlds.py


def deal_again(v: Any, s: Any, r: Any) -> bool:
    """Write a world of the view into a fresh state; say whether one was found."""
    return unfilled(v, s, r)


# races.py, in games where reactions are measured


def stance(v: Any, lot: int) -> int:
    """Return the stance of the game's hand-written player."""
    return unfilled(v, lot)


def chosen_stance(s: Any, seat: Seat) -> int:
    """Return the stance chosen for the pending race, NONE if not asked."""
    return unfilled(s, seat)


def acting(s: Any) -> Seat:
    """Return the seat whose motion it is."""
    return unfilled(s)


def is_fake(s: Any) -> bool:
    """Say whether the pending motion is a fake."""
    return unfilled(s)


def par_ms(s: Any) -> int:
    """Return the par time in whole ms, 0 where it is off."""
    return unfilled(s)


def may_jam(s: Any) -> bool:
    """Say whether the paddles may jam once more."""
    return unfilled(s)


def runs(s: Any, seat: Seat) -> bool:
    """Say whether a seat takes part in the pending race."""
    return unfilled(s, seat)


def runs_after_paying(s: Any, seat: Seat) -> bool:
    """Say whether a seat still takes part once it has paid for touching early."""
    return unfilled(s, seat)


def pays_for_touch(s: Any, seat: Seat) -> bool:
    """Say whether a seat's touch before the contact costs it a card."""
    return unfilled(s, seat)


def foul_outcome(s: Any) -> Outcome:
    """Return the outcome of the acting seat's own foul."""
    return unfilled(s)


def fake_outcome(touched: int) -> Outcome:
    """Return the outcome of a fake at which a set of seats touched."""
    return unfilled(touched)


def slap_outcome(loser: Seat, jammed: int) -> Outcome:
    """Return the outcome of a Hands Down: who lost it, NONE if nobody, or 1 for a jam."""
    return unfilled(loser, jammed)


def early_outcome(seat: Seat) -> Outcome:
    """Return the outcome of a seat's early touch."""
    return unfilled(seat)
