"""House rules, declared once: engine, terminal, simulator and forms all read the same line.

    class HouseRules(Record):
        jokers: int = choice(0, 2, default=0, english="…", spanish="…")
        tie: int = choice("declarer_wins", "declarer_loses", default="declarer_wins", …)
        allow_trips: int = switch(default=False, …)
        lap_limit: int = whole(5, 100, default=40, …)

People and records write `true`/`false`, whole numbers and words; the rules read whole numbers: a
switch is 0 or 1, a number itself, a word its place among words alone, or NONE where numbers are
allowed beside it.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from tapete.core.errors import OptionError
from tapete.core.state import I16, Field, Record

NO_LIMIT = -1
"""How the rules read the word that stands beside numbers (`none`)."""

Value = bool | int | str
"""A house rule as people and records write it."""


ALLOWED = {"en": ("on or off", "{} to {}"), "es": ("on u off", "de {} a {}")}
"""What a switch allows, and a range."""


@dataclass(frozen=True)
class Option:
    """A house rule: its name is the field's, given when the table of options is read."""

    values: tuple[Value, ...]
    default: Value
    english: str
    spanish: str
    name: str = ""
    is_contested: bool = False
    """Whether people are known to disagree about it, so that it is told before the first card."""

    @property
    def is_switch(self) -> bool:
        """Say whether it is on or off."""
        return self.values == (False, True)

    def allowed(self, language: str = "en") -> str:
        """Name the allowed values for people: `on or off`, `5 to 100`, `none, 5, 7`."""
        switched, span = ALLOWED[language]
        if self.is_switch:
            return switched
        numbers = [value for value in self.values if isinstance(value, int)]
        words = [value for value in self.values if isinstance(value, str)]
        is_range = len(numbers) > 2 and numbers == list(range(numbers[0], numbers[-1] + 1))  # noqa: PLR2004
        shown = [span.format(numbers[0], numbers[-1])] if is_range else [str(n) for n in numbers]
        return ", ".join(words + shown)

    def check(self, value: object) -> Value:
        """Return the value if it is allowed; raise OptionError, saying what is, if not."""
        for one in self.values:
            if type(one) is type(value) and one == value:
                return one
        shown = format_value(value) if isinstance(value, bool | int | str) else repr(value)
        raise self._refusal(shown)

    def parse(self, text: str) -> Value:
        """Read a value as people type it (`on`, `off`, a number, a word)."""
        for one in self.values:
            if format_value(one) == text.strip():
                return one
        raise self._refusal(repr(text))

    def _refusal(self, shown: str) -> OptionError:
        return OptionError(
            f"{self.name} must be {self.allowed()}, not {shown}",
            f"{self.name} debe ser {self.allowed('es')}, no {shown}",
        )

    def encode(self, value: Value) -> int:
        """Return the whole number that the rules read for an allowed value."""
        if not isinstance(value, str):
            return int(value)
        words = [one for one in self.values if isinstance(one, str)]
        return words.index(value) if len(words) == len(self.values) else NO_LIMIT


def format_value(value: Value) -> str:
    """Write a value as people type it; `parse` reads it back."""
    return ("off", "on")[value] if isinstance(value, bool) else str(value)


def switch(*, default: bool, english: str, spanish: str) -> Any:
    """Declare a house rule that is on or off."""
    return Field(I16, note=Option((False, True), default, english, spanish))


def whole(low: int, high: int, *, default: int, english: str, spanish: str) -> Any:
    """Declare a house rule that is a whole number, both ends allowed."""
    return Field(I16, note=Option(tuple(range(low, high + 1)), default, english, spanish))


def choice(
    *values: Value, default: Value, english: str, spanish: str, contested: bool = False
) -> Any:
    """Declare a house rule that is one of a few words or numbers."""
    return Field(I16, note=Option(values, default, english, spanish, is_contested=contested))


def declared(house_rules: type[Record]) -> dict[str, Option]:
    """Return the declared options by name, in order."""
    return {
        name: replace(o, name=name)
        for name, field in house_rules.FIELDS.items()
        if isinstance(o := field.note, Option)
    }


def settle(options: Mapping[str, Option], given: Mapping[str, object]) -> dict[str, Value]:
    """Return every option's value, its default where none is given; raise OptionError if wrong."""
    for name in given:
        if name not in options:
            known = ", ".join(options) or "-"
            raise OptionError(
                f"there is no option {name!r}; this game has: {known}",
                f"no existe la opción {name!r}; este juego tiene: {known}",
            )
    return {n: o.check(given[n]) if n in given else o.default for n, o in options.items()}


def changed(options: Mapping[str, Option], values: Mapping[str, Value]) -> dict[str, Value]:
    """Return only the values that differ from the game's defaults, as records write them."""
    return {name: values[name] for name, o in options.items() if values[name] != o.default}
