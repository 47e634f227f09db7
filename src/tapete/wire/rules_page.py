"""A game's page of rules as a table has them, line by line, its changes marked."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, Literal

from msgspec import Struct

from tapete.core.errors import TapeteError
from tapete.core.game import Game
from tapete.core.options import Value, changed
from tapete.wire.rule_words import (
    RULE_PHRASES,
    say_changes,
    say_of_rules,
    say_option,
)

PAGES: Final = {"en": "RULES.md", "es": "REGLAS.md"}
SHEET: Final = "sheet"
NUMBER: Final = re.compile(r"\*\*([A-Z]+-D?\d+)\*\* ")
BOLD: Final = re.compile(r"\*\*(.+?)\*\*")
CODE: Final = re.compile(r"`([^`]+)`")
HEADING: Final = re.compile(r"#+ ")


class Line(Struct, frozen=True, omit_defaults=True):
    """A line of the page: a whole paragraph, unwrapped; names of options stand in backticks."""

    kind: Literal["heading", "rule", "mark", "text"]
    """A mark says what this table does differently; it follows the rule that it changes."""
    text: str
    number: str = ""
    """A rule's own number, such as `HD-D5`; "" for other lines."""


class Page(Struct, frozen=True):
    """The whole page."""

    title: str
    lines: list[Line]


def rules_page(game: Game, values: Mapping[str, Value], preset: str, language: str) -> Page:
    """Return the page for settled values; raise TapeteError where the game has none."""
    title, *paragraphs = read_page(game, language)
    lines = [
        *summary(game, values, preset, language),
        *rules(game, values, paragraphs, language),
        *options(game, values, language),
    ]
    return Page(plain(title), lines)


def read_page(game: Game, language: str) -> list[str]:
    """Return the paragraphs of a game's page of rules, each on one line, its title first."""
    try:
        text = (game.folder / PAGES[language]).read_text(encoding="utf-8")
    except OSError as error:
        phrases = RULE_PHRASES["no_page"]
        raise TapeteError(*(phrase.format(title=game.title) for phrase in phrases)) from error
    return [" ".join(part.split("\n")) for part in re.split(r"\n\s*\n", text.strip())]


def summary(game: Game, values: Mapping[str, Value], preset: str, language: str) -> Iterator[Line]:
    """Yield how this table plays, before the rules."""
    shown = say_of_rules("preset", language, name=preset)
    changes = say_changes(game, values, language)
    key = "rules_here" if changes else "rules_as_sheet"
    key = "rule_here" if len(changes) == 1 else key
    yield Line("text", say_of_rules(key, language, preset=shown, count=len(changes)))
    yield from (Line("mark", change) for change in changes)


def rules(
    game: Game, values: Mapping[str, Value], paragraphs: Sequence[str], language: str
) -> Iterator[Line]:
    """Yield the rules, each followed by the marks of the changed options that it names."""
    said: set[str] = set()
    for paragraph, names in marks(game, paragraphs, changed(game.options, values)):
        yield as_line(paragraph)
        for name in names:
            key = "option_again" if name in said else "option_changed"
            change = say_option(game.options[name], values[name], key, language)
            yield Line("mark", say_of_rules("mark", language, change=change))
            said.add(name)


def marks(
    game: Game, paragraphs: Sequence[str], changes: Mapping[str, Value]
) -> Iterator[tuple[str, list[str]]]:
    """Yield each paragraph with the changed options that it names.

    One that names presets lists their options too: there, only those are marked that no other
    paragraph is about.
    """
    presets = {SHEET, *game.presets}
    named = [set[str](CODE.findall(paragraph)) for paragraph in paragraphs]
    elsewhere = set[str]().union(*(names for names in named if not names & presets))
    for paragraph, names in zip(paragraphs, named, strict=True):
        skipped = elsewhere if names & presets else set[str]()
        yield paragraph, [name for name in changes if name in names - skipped]


def options(game: Game, values: Mapping[str, Value], language: str) -> Iterator[Line]:
    """Yield every option with its value here."""
    yield Line("heading", say_of_rules("all_options", language))
    for name, option in game.options.items():
        yield Line("text", say_option(option, values[name], "option_line", language))


def as_line(paragraph: str) -> Line:
    """Return a paragraph of the page as a line."""
    if HEADING.match(paragraph):
        return Line("heading", plain(paragraph))
    if found := NUMBER.match(paragraph):
        return Line("rule", plain(paragraph[found.end() :]), found[1])
    return Line("text", plain(paragraph))


def plain(paragraph: str) -> str:
    """Return a paragraph without the signs for headings and bold type."""
    return BOLD.sub(r"\1", HEADING.sub("", paragraph))
