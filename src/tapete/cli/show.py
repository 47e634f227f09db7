"""`tapete show`: one game of a file, told for people."""

import argparse
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from tapete.cli.arguments import whole_number
from tapete.cli.lines import read_lines
from tapete.cli.words import LANGUAGES, default_language, say
from tapete.core.errors import TapeteError, one_line
from tapete.core.options import format_value
from tapete.games import game
from tapete.table.events import wholes
from tapete.table.record import parse_record, replay

MOST_GAMES = 10**9


def add_parser(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the command to the program."""
    p = commands.add_parser("show", help="tell one recorded game for people")
    p.add_argument("file", type=Path)
    p.add_argument("--game", type=whole_number(1, MOST_GAMES), default=1, help="which, from 1")
    p.add_argument("--lang", choices=LANGUAGES, default=default_language())
    p.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Check the game by the rules, then print it."""
    record = parse_record(nth_line(args.file, args.game))
    # The replayed events tell more than the record keeps (the hands shown at a declaration).
    record["events"] = wholes(replay(record).events)[: len(record["events"])]
    print("\n".join(tell(record, args.lang)))
    return 0


def nth_line(path: Path, wanted: int) -> str:
    """Return the wanted line of a file; raise TapeteError if it has fewer."""
    number = 0
    for number, text in read_lines(path):
        if number == wanted:
            return text
    raise TapeteError(f"{path} holds {number} games; there is no game {wanted}")


def tell(record: dict[str, Any], language: str) -> Iterator[str]:
    """Yield the lines that tell a parsed record."""
    chosen = game(record["game"])
    names = names_of(record, language)
    yield f"{chosen.title}: {', '.join(names)}"
    changes = [f"{name} = {format_value(value)}" for name, value in record["options"].items()]
    if changes:
        yield say("house_rules_changed", language, changes=", ".join(changes))
    yield ""
    for event in record["events"]:
        yield chosen.notation.describe_event(event, names, language)
    yield ""
    yield from tell_result(record, names, language)


def names_of(record: dict[str, Any], language: str) -> list[str]:
    """Return what to call the seats: as recorded, numbered where that would not tell them apart."""
    names = [one_line(name) for name in record.get("players", ())]
    if len(set(names)) == record["seats"]:
        return names
    key = "name_and_seat" if names else "seat_name"
    named = names or [""] * record["seats"]
    return [say(key, language, name=name, n=i) for i, name in enumerate(named, 1)]


def tell_result(record: dict[str, Any], names: Sequence[str], language: str) -> Iterator[str]:
    """Yield the ranking with scores, or that the game is unfinished."""
    if "result" not in record:
        yield say("unfinished", language)
        return
    result = record["result"]
    ahead = 0
    for group in result["ranking"]:
        for seat in group:
            yield f"{ahead + 1}. {names[seat]}: {result['scores'][seat]}"
        ahead += len(group)
