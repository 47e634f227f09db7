"""A desk: all that one match in play needs, in one record, so that a batch is one array.

What a driver reads and writes while a match goes on lies here: the state, the random numbers, the
legal actions, a view, who sits where. A desk is set up once and played at over and over.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum
from typing import Any

from tapete.core.game import Game
from tapete.core.options import Value
from tapete.core.state import I8, I16, I32, U64, Declared, Record, array, record, scalar
from tapete.sim.kept import once
from tapete.sim.reflex import Level, Motion
from tapete.sim.rng import Rng, make_key


class Kind(IntEnum):
    """Who plays a seat; the first two are the computer players that `bots` has too."""

    UNIFORM = 0
    """Any legal action, each as likely."""
    SIMPLE = 1
    """The game's own hand-written player."""
    CALLER = 2
    """Whoever steps the match from outside."""


KINDS = ("uniform", "simple")
"""The computer players by name, in the order of Kind."""


@dataclass(frozen=True)
class Setting:
    """How matches are played: the same for all of a run."""

    game: Game
    seats: int
    values: Mapping[str, Value]
    """House rules, settled."""
    players: tuple[Kind, ...]
    """One a seat."""
    key: int
    """Every match has its own random numbers from this and its index."""
    levels: tuple[int, ...] = ()
    """How quick each seat's hand is, a `reflex.Level`; MEDIUM where not given."""
    asks_stances: bool = False
    """Whether stances are actions; otherwise each player has its own without being asked."""

    @property
    def base(self) -> int:
        """Return the 64-bit key that the matches' own ones are made from."""
        return make_key(self.key, "sim")


@once
def desk_kind(game: Game) -> type[Record]:
    """Return the class of a game's desks."""
    seats = game.max_seats
    fields = {
        "rng": record(Rng),
        "base": scalar(U64),
        "index": scalar(U64),
        "stride": scalar(U64),
        "has_begun": scalar(I8),
        "goes_on": scalar(I8),
        "seats": scalar(I8),
        "kinds": array(I8, seats),
        "levels": array(I8, seats),
        "decisions": scalar(I32),
        "steps": scalar(I32),
        "motion": record(Motion),
        "early": scalar(I32),
        "stances": array(I8, seats),
        "contacts": array(I32, seats),
        "legal": array(I16, game.num_actions),
        "seen": record(game.view.View),
        "state": record(game.rules.State),
        "blank": record(game.rules.State),
    }
    return Declared("Desk", (Record,), fields)


@once
def result_kind(game: Game) -> type[Record]:
    """Return the class of what is kept of a finished match."""
    seats = game.max_seats
    fields = {
        "at": scalar(U64),
        "decisions": scalar(I32),
        "steps": scalar(I32),
        "scores": array(I16, seats),
        "returns": array(I8, seats),
        "places": array(I8, seats),
        "capped": scalar(I8),
    }
    return Declared("Result", (Record,), fields)


def new_desk(setting: Setting) -> Any:
    """Return a desk that is ready to begin a match."""
    game, seats = setting.game, setting.seats
    desk: Any = desk_kind(game)()
    desk.base = setting.base
    desk.seats = seats
    desk.kinds[:seats] = [int(kind) for kind in setting.players]
    desk.levels[:seats] = [int(level) for level in setting.levels or (Level.MEDIUM,) * seats]
    for name, option in game.options.items():
        setattr(desk.blank.house, name, option.encode(setting.values[name]))
    if game.races is not None:
        game.races.ask_stances(desk.blank, setting.asks_stances)
    return desk
