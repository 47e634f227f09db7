"""Drivers bound to a game: its functions in the place of the slots that drivers call."""

import sys
from collections.abc import Callable
from dataclasses import dataclass
from types import FunctionType, SimpleNamespace
from typing import Any

from tapete.core.game import Game
from tapete.sim import observation, slots
from tapete.sim.kept import once
from tapete.sim.race import run_race

PACKAGE = "tapete"
DRIVERS = {f"{PACKAGE}.sim.{name}" for name in ("match", "race", "stepping")}
"""The modules that are written over slots."""
RULES = ("rules", "view", "bots", "worlds", "races")
"""Where a game has what fills the slots, each name in one place or the same in all."""


@dataclass(frozen=True)
class Way:
    """How the functions of a bound driver run."""

    make: Callable[[FunctionType], Any]
    """Is given each function of the driver, rebuilt over the bound names."""
    find: Callable[[FunctionType], Any]
    """Is given each function from elsewhere, a game's among them."""
    driver: Callable[[str], SimpleNamespace]
    """Is given the name of another driver."""


def bind(module: str, game: Game, way: Way) -> SimpleNamespace:
    """Return a driver module's names bound to a game."""
    names: dict[str, Any] = dict(vars(sys.modules[module]))
    for name, value in list(names.items()):
        if not isinstance(value, FunctionType):
            continue
        home = value.__module__
        if home == module:
            names[name] = way.make(FunctionType(value.__code__, names, name, value.__defaults__))
        elif home == slots.__name__:
            names[name] = filled(game, value, way)
        elif home in DRIVERS:
            names[name] = taken(game, value, way)
        elif home.partition(".")[0] == PACKAGE:
            names[name] = way.find(value)
    return SimpleNamespace(**names)


def filled(game: Game, slot: FunctionType, way: Way) -> Any:
    """Return what a game has for a slot; the slot itself, uncalled, where it needs nothing."""
    name = slot.__name__
    if name == slots.encode.__name__:
        return way.make(observation.encoder(game.view.View))
    for home in RULES:
        function = getattr(getattr(game, home), name, None)
        if isinstance(function, FunctionType):
            return way.find(function)
    return way.make(never) if name == slots.is_capped.__name__ else slot


def taken(game: Game, function: FunctionType, way: Way) -> Any:
    """Return a function of another driver; races do not exist in a game without them."""
    name = function.__name__
    if name == run_race.__name__ and game.races is None:
        return way.make(no_race)
    return getattr(way.driver(function.__module__), name)


def never(_s: Any) -> bool:
    """Say that no limit ended the match, in a game that has none."""
    return False


def no_race(_d: Any) -> None:
    """Do nothing: the game has no races."""


def itself(function: FunctionType) -> FunctionType:
    """Return the function as it is."""
    return function


@once
def interpreted(module: str, game: Game) -> SimpleNamespace:
    """Return a driver module's names bound to a game's plain functions."""
    return bind(module, game, Way(itself, itself, lambda other: interpreted(other, game)))
