"""The house rules that arguments, saved files and presets come to."""

import argparse
from dataclasses import dataclass

from tapete.cli.given import parse_given
from tapete.cli.houses import House, load_house
from tapete.cli.trouble import Trouble
from tapete.core.game import Game
from tapete.core.options import Value
from tapete.games import games

DEFAULT_SEATS = 4
SHEET = "sheet"


@dataclass(frozen=True)
class RuleSet:
    """A game under settled house rules."""

    game: Game
    values: dict[str, Value]
    preset: str


def add_rule_arguments(p: argparse.ArgumentParser) -> None:
    """Add the arguments that choose house rules."""
    p.add_argument("--preset", default=SHEET, metavar="NAME", help="a named set of house rules")
    p.add_argument(
        "--option", action="append", default=[], metavar="NAME=VALUE", help="one house rule"
    )
    p.add_argument("--house", metavar="NAME|FILE", help="house rules that were saved")


def settle_rules(args: argparse.Namespace) -> RuleSet:
    """Return the house rules that the arguments come to; raise Trouble for a wrong one."""
    house = load_house(args.house) if args.house else None
    game = find_game(args.game)
    return make_rules(args, game, house, args.seats or default_seats(game))


def find_game(name: str) -> Game:
    """Return a game by its name; raise Trouble naming those that exist."""
    if name not in games():
        raise Trouble("no_game", name=name, known=", ".join(games()))
    return games()[name]


def make_rules(args: argparse.Namespace, game: Game, house: House | None, seats: int) -> RuleSet:
    """Return a game's house rules: preset, then saved ones, then single options on top."""
    if house is not None and house.game is not game:
        names = {"theirs": house.game.title, "ours": game.title}
        raise Trouble("other_game", house=args.house, **names)
    presets = (SHEET, *(name for name in game.presets if name != SHEET))
    if args.preset not in presets:
        raise Trouble("no_preset", name=args.preset, title=game.title, known=", ".join(presets))
    check_seats(game, seats)
    given = {**(house.options if house else {}), **parse_given(game, args.option)}
    return RuleSet(game, game.settle(seats, given, args.preset), args.preset)


def check_seats(game: Game, seats: int) -> None:
    """Raise Trouble unless the game can be played by so many."""
    if not game.min_seats <= seats <= game.max_seats:
        limits = {"low": game.min_seats, "high": game.max_seats}
        raise Trouble("bad_seats", title=game.title, seats=seats, **limits)


def default_seats(game: Game, people: int = 1) -> int:
    """Return how many sit down if nobody says."""
    return min(max(DEFAULT_SEATS, game.min_seats, people), game.max_seats)
