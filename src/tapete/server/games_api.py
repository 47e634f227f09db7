"""What can be played, and by which rules, as JSON."""

from typing import Annotated, Any, Final

import msgspec
from litestar import get
from litestar.params import FromPath, FromQuery, QueryParameter
from litestar.status_codes import HTTP_400_BAD_REQUEST, HTTP_404_NOT_FOUND
from msgspec import Struct

from tapete.core.game import Game
from tapete.core.options import Option, Value
from tapete.games import games
from tapete.server.handed import Spoken
from tapete.server.problems import Problem
from tapete.wire.rules_page import SHEET, Page, rules_page

USUAL_SEATS: Final = 4


class OptionInfo(Struct, frozen=True):
    """A house rule as it is declared."""

    name: str
    values: list[Value]
    default: Value
    contested: bool
    """Whether people are known to disagree about it."""
    english: str
    spanish: str


class GameInfo(Struct, frozen=True):
    """A game that can be played here."""

    name: str
    title: str
    min_seats: int
    max_seats: int
    has_races: bool
    """Whether hands are slapped in it."""
    presets: dict[str, dict[str, Value]]
    """By name, what each changes; `sheet` changes nothing."""
    options: list[OptionInfo]


@get("/api/games", sync_to_thread=False)
def list_games() -> list[GameInfo]:
    """Return every game with its options and presets."""
    return [game_info(game) for game in games().values()]


def game_info(game: Game) -> GameInfo:
    """Return what forms need to know of a game."""
    return GameInfo(
        name=game.name,
        title=game.title,
        min_seats=game.min_seats,
        max_seats=game.max_seats,
        has_races=game.races is not None,
        presets={SHEET: {}, **{name: dict(values) for name, values in game.presets.items()}},
        options=[option_info(option) for option in game.options.values()],
    )


def option_info(option: Option) -> OptionInfo:
    """Return what forms need to know of an option."""
    return OptionInfo(
        name=option.name,
        values=list(option.values),
        default=option.default,
        contested=option.is_contested,
        english=option.english,
        spanish=option.spanish,
    )


@get("/api/games/{name:str}/rules", sync_to_thread=False)
def game_rules(
    name: FromPath[str],
    spoken: Spoken,
    preset: FromQuery[str] = SHEET,
    seats: FromQuery[int | None] = None,
    given: Annotated[str, QueryParameter(name="options", description="an object, as JSON")] = "{}",
) -> Page:
    """Return a game's rules with the changes of a preset and options marked."""
    game = games().get(name)
    if game is None:
        raise Problem(
            HTTP_404_NOT_FOUND,
            "no_game",
            f"there is no game {name!r}; there are: {', '.join(games())}",
            f"no existe el juego {name!r}; hay: {', '.join(games())}",
        )
    usual = min(max(USUAL_SEATS, game.min_seats), game.max_seats)
    values = game.settle(usual if seats is None else seats, read_options(given), preset)
    return rules_page(game, values, preset, spoken)


def read_options(text: str) -> dict[str, Any]:
    """Read options that came as an object in JSON."""
    try:
        return msgspec.json.decode(text, type=dict[str, bool | int | str])
    except msgspec.DecodeError as error:
        raise Problem(
            HTTP_400_BAD_REQUEST,
            "bad_request",
            f"`options` must be an object in JSON: {error}",
            f"`options` debe ser un objeto en JSON: {error}",
        ) from error
