"""`tapete rules`: a game's rules as a table has them, its changes marked."""

import argparse
import re
from collections.abc import Iterator, Mapping, Sequence

from tapete.cli.arguments import whole_number
from tapete.cli.ruleset import SHEET, add_rule_arguments, settle_rules
from tapete.cli.screen import Screen, real_screen
from tapete.cli.trouble import Trouble, told_in
from tapete.cli.words import (
    LANGUAGES,
    default_language,
    say,
    say_allowed,
    say_changes,
    say_sentence,
)
from tapete.core.game import Game
from tapete.core.options import Value, changed, format_value

PAGES = {"en": "RULES.md", "es": "REGLAS.md"}
MARK = "  » "
BOLD = re.compile(r"\*\*(.+?)\*\*")
CODE = re.compile(r"`([^`]+)`")
HEADING = re.compile(r"#+ ")
INDENT = " " * 4


def add_parser(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the command to the program."""
    p = commands.add_parser("rules", help="print a game's rules, with a table's changes marked")
    p.add_argument("game", metavar="GAME")
    p.add_argument(
        "--seats", type=whole_number(1, 99), help="for how many players, where that matters"
    )
    add_rule_arguments(p)
    p.add_argument("--lang", choices=LANGUAGES, default=default_language())
    p.add_argument("--plain", action="store_true", help="no colour")
    p.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print the page."""
    with told_in(args.lang):
        rules = settle_rules(args)
        page = rules_page(rules.game, rules.values, rules.preset, args.lang)
    show(real_screen(is_plain=args.plain), page)
    return 0


def show(screen: Screen, lines: Sequence[str]) -> None:
    """Write the lines of a page, wrapped in a pipe too: there it goes to a pager."""
    for line in lines:
        screen.say("\n".join(screen.wrap(line)))


def rules_page(game: Game, values: Mapping[str, Value], preset: str, language: str) -> list[str]:
    """Return the page in lines: a paragraph each, then the marks of the options that it names."""
    changes = changed(game.options, values)
    paragraphs = read_page(game, language)
    lines = [BOLD.sub(r"\1", HEADING.sub("", paragraphs[0])), ""]
    lines += [*summary(game, values, preset, language), ""]
    said: set[str] = set()
    for paragraph, marked in marks(game, paragraphs[1:], changes):
        lines.append(format_paragraph(paragraph))
        for name in marked:
            key = "option_again" if name in said else "option_changed"
            change = say_option(game, values, name, key, language)
            lines.append(MARK + say("mark", language, change=change))
            said.add(name)
        lines.append("")
    lines += [say("all_options", language).upper(), ""]
    return lines + option_lines(game, values, language)


def read_page(game: Game, language: str) -> list[str]:
    """Return the paragraphs of a game's page of rules, each on one line."""
    try:
        text = (game.folder / PAGES[language]).read_text(encoding="utf-8")
    except OSError as error:
        raise Trouble("no_page", title=game.title) from error
    return [" ".join(part.split("\n")) for part in re.split(r"\n\s*\n", text.strip())]


def format_paragraph(paragraph: str) -> str:
    """Return a paragraph as plain text; a heading stands in capitals."""
    if HEADING.match(paragraph):
        return HEADING.sub("", paragraph).upper()
    return BOLD.sub(r"\1", paragraph)


def summary(game: Game, values: Mapping[str, Value], preset: str, language: str) -> Iterator[str]:
    """Yield how this table plays, before the rules."""
    shown = say("preset", language, name=preset)
    lines = say_changes(game, values, language)
    key = "rules_here" if lines else "rules_as_sheet"
    key = "rule_here" if len(lines) == 1 else key
    yield say(key, language, preset=shown, count=len(lines))
    yield from (MARK + line for line in lines)


def marks(
    game: Game, paragraphs: Sequence[str], changes: Mapping[str, Value]
) -> Iterator[tuple[str, list[str]]]:
    """Yield each paragraph with the changed options that it names.

    One that names presets lists their options too: there, only those are marked that no other
    paragraph is about.
    """
    presets = {SHEET, *game.presets}
    named = [set(CODE.findall(paragraph)) for paragraph in paragraphs]
    elsewhere = set().union(*(names for names in named if not names & presets))
    for paragraph, names in zip(paragraphs, named, strict=True):
        skipped = elsewhere if names & presets else set[str]()
        yield paragraph, [name for name in changes if name in names - skipped]


def say_option(game: Game, values: Mapping[str, Value], name: str, key: str, language: str) -> str:
    """Say an option's value here."""
    option = game.options[name]
    return say(
        key,
        language,
        name=name,
        value=format_value(values[name]),
        default=format_value(option.default),
        sentence=say_sentence(option, language),
    )


def option_lines(game: Game, values: Mapping[str, Value], language: str) -> list[str]:
    """Return the table of all options: name, here, normally, allowed, and a sentence."""
    heads = ("option", "here", "default", "allowed")
    rows = [[say(f"{head}_column", language) for head in heads]]
    for name, option in game.options.items():
        shown = [format_value(values[name]), format_value(option.default)]
        rows.append([name, *shown, say_allowed(option, language)])
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)][:-1]
    lines = [format_row(rows[0], widths)]
    for row, option in zip(rows[1:], game.options.values(), strict=True):
        lines += [format_row(row, widths), INDENT + say_sentence(option, language)]
    return lines


def format_row(cells: Sequence[str], widths: Sequence[int]) -> str:
    """Write a row of the table of options, all but its last cell padded."""
    padded = [cell.ljust(width) for cell, width in zip(cells, widths, strict=False)]
    return "  ".join([*padded, cells[-1]])
