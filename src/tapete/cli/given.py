"""House rules as people give them, refused with what is allowed."""

from collections.abc import Sequence
from dataclasses import dataclass

from tapete.cli.trouble import Trouble
from tapete.core.errors import OptionError
from tapete.core.game import Game
from tapete.core.options import Option, Value


@dataclass(frozen=True)
class Allowed:
    """The values that an option allows."""

    option: Option

    def tell(self, language: str) -> str:
        """Return them in a language."""
        return self.option.allowed(language)


def find_option(game: Game, name: str) -> Option:
    """Return a game's option by name; raise Trouble saying which there are."""
    if name not in game.options:
        known = ", ".join(game.options)
        raise Trouble("no_option", name=name, title=game.title, known=known)
    return game.options[name]


def check_value(game: Game, name: str, value: object) -> Value:
    """Return an option's value if it is allowed; raise Trouble saying what is."""
    option = find_option(game, name)
    try:
        return option.check(value)
    except OptionError as error:
        raise bad_value(option, value) from error


def parse_given(game: Game, texts: Sequence[str]) -> dict[str, Value]:
    """Read `NAME=VALUE` arguments; raise Trouble saying what is allowed."""
    given: dict[str, Value] = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals:
            raise Trouble("bad_option", text=text)
        option = find_option(game, name)
        try:
            given[name] = option.parse(value)
        except OptionError as error:
            raise bad_value(option, value) from error
    return given


def bad_value(option: Option, value: object) -> Trouble:
    """Return what is to be said of a value that an option does not allow."""
    return Trouble("bad_value", name=option.name, allowed=Allowed(option), value=value)
