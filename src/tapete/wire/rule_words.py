"""What is said of house rules wherever rules are shown, in English and Spanish."""

from collections.abc import Mapping
from typing import Final

from tapete.core.game import Game
from tapete.core.options import Option, Value, format_value

LANGUAGES: Final = ("en", "es")
RULE_PHRASES: Final[dict[str, tuple[str, str]]] = {
    "option_contested": (
        "Often argued about: `{name}` is {value} here (elsewhere {others}). {sentence}",
        "Da que hablar: `{name}` es {value} aquí (en otras mesas, {others}). {sentence}",
    ),
    "option_changed": (
        "`{name}` is {value} (normally {default}). {sentence}",
        "`{name}` es {value} (normalmente {default}). {sentence}",
    ),
    "option_again": (
        "`{name}` is {value} (normally {default}).",
        "`{name}` es {value} (normalmente {default}).",
    ),
    "option_line": (
        "`{name}`: {value} (normally {default}; allowed: {allowed}). {sentence}",
        "`{name}`: {value} (normalmente {default}; permitido: {allowed}). {sentence}",
    ),
    "rules_here": (
        "At this table, with {preset}: {count} house rules differ from the sheet.",
        "En esta mesa, con {preset}: {count} reglas de la casa no son las de la hoja.",
    ),
    "rule_here": (
        "At this table, with {preset}: one house rule differs from the sheet.",
        "En esta mesa, con {preset}: una regla de la casa no es la de la hoja.",
    ),
    "rules_as_sheet": (
        "At this table, with {preset}: everything as on the sheet.",
        "En esta mesa, con {preset}: todo como en la hoja.",
    ),
    "preset": ("the preset `{name}`", "la variante `{name}`"),
    "mark": ("At this table: {change}", "En esta mesa: {change}"),
    "all_options": ("All options", "Todas las opciones"),
    "no_page": ("{title} has no page of rules", "{title} no tiene página de reglas"),
}


def say_of_rules(key: str, language: str, /, **values: object) -> str:
    """Return a phrase about rules in a language, its gaps filled."""
    return RULE_PHRASES[key][LANGUAGES.index(language)].format(**values)


def say_sentence(option: Option, language: str) -> str:
    """Return what an option is about, in a sentence."""
    return {"en": option.english, "es": option.spanish}[language]


def say_option(option: Option, value: Value, key: str, language: str) -> str:
    """Say an option's value at a table with the phrase `key`."""
    return say_of_rules(
        key,
        language,
        name=option.name,
        value=format_value(value),
        default=format_value(option.default),
        allowed=option.allowed(language),
        others=", ".join(format_value(v) for v in option.values if v != option.default),
        sentence=say_sentence(option, language),
    )


def say_contested(game: Game, values: Mapping[str, Value], language: str) -> list[str]:
    """Return a line for each house rule that people argue about and this table leaves alone."""
    return [
        say_option(option, option.default, "option_contested", language)
        for name, option in game.options.items()
        if option.is_contested and values[name] == option.default
    ]


def say_changes(game: Game, values: Mapping[str, Value], language: str) -> list[str]:
    """Return a line for each house rule that differs from the game's default."""
    return [
        say_option(option, values[name], "option_changed", language)
        for name, option in game.options.items()
        if values[name] != option.default
    ]
