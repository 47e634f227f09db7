"""`tapete rules`: a game's rules as a table has them, its changes marked."""

import argparse
from collections.abc import Mapping, Sequence

from tapete.cli.arguments import whole_number
from tapete.cli.ruleset import add_rule_arguments, settle_rules
from tapete.cli.screen import Screen, real_screen
from tapete.cli.trouble import told_in
from tapete.cli.words import LANGUAGES, default_language, say
from tapete.core.game import Game
from tapete.core.options import Value, format_value
from tapete.wire.rule_words import say_of_rules, say_sentence
from tapete.wire.rules_page import Line, plain, read_page, rules, summary

MARK = "  » "
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
    title, *paragraphs = read_page(game, language)
    lines = [plain(title), "", *map(format_line, summary(game, values, preset, language))]
    for line in rules(game, values, paragraphs, language):
        lines += [format_line(line)] if line.kind == "mark" else ["", format_line(line)]
    lines += ["", say_of_rules("all_options", language).upper(), ""]
    return lines + option_lines(game, values, language)


def format_line(line: Line) -> str:
    """Return a line as plain text; a heading stands in capitals, a rule behind its number."""
    if line.kind == "heading":
        return line.text.upper()
    if line.kind == "mark":
        return MARK + line.text
    return f"{line.number} {line.text}" if line.number else line.text


def option_lines(game: Game, values: Mapping[str, Value], language: str) -> list[str]:
    """Return the table of all options: name, here, normally, allowed, and a sentence."""
    heads = ("option", "here", "default", "allowed")
    rows = [[say(f"{head}_column", language) for head in heads]]
    for name, option in game.options.items():
        shown = [format_value(values[name]), format_value(option.default)]
        rows.append([name, *shown, option.allowed(language)])
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)][:-1]
    lines = [format_row(rows[0], widths)]
    for row, option in zip(rows[1:], game.options.values(), strict=True):
        lines += [format_row(row, widths), INDENT + say_sentence(option, language)]
    return lines


def format_row(cells: Sequence[str], widths: Sequence[int]) -> str:
    """Write a row of the table of options, all but its last cell padded."""
    padded = [cell.ljust(width) for cell, width in zip(cells, widths, strict=False)]
    return "  ".join([*padded, cells[-1]])
