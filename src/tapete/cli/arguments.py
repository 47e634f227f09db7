"""Arguments that several commands share."""

import argparse
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tapete.core.errors import OptionError
from tapete.core.game import Game
from tapete.core.options import Value


@dataclass(frozen=True)
class Setting:
    """A table to be: the game, its seats and its settled house rules."""

    game: Game
    seats: int
    values: Mapping[str, Value]


def whole_number(low: int, high: int) -> "type[int]":
    """Return an argparse type: a whole number from low to high."""

    def read(text: str) -> int:
        if not text.lstrip("-").isdecimal() or not low <= int(text) <= high:
            raise argparse.ArgumentTypeError(f"expected {low} to {high}, got {text!r}")
        return int(text)

    return read  # pyright: ignore[reportReturnType]  # argparse takes any callable


def parse_options(game: Game, texts: Sequence[str]) -> dict[str, Value]:
    """Read `NAME=VALUE` arguments; raise OptionError saying what is allowed."""
    given: dict[str, Value] = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals:
            raise OptionError(f"expected NAME=VALUE, got {text!r}")
        if name not in game.options:
            known = ", ".join(game.options) or "none"
            raise OptionError(f"there is no option {name!r}; {game.name} has: {known}")
        given[name] = game.options[name].parse(value)
    return given
