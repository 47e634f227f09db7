"""`tapete replay`: every game of a file through the rules."""

import argparse
import os
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tapete.cli.arguments import whole_number
from tapete.cli.lines import read_lines
from tapete.cli.parallel import in_order, progress
from tapete.core.errors import RecordError
from tapete.table.record import parse_record, replay

BATCH = 8
"""Games that one process replays at a time."""

LONG = 1024 * 1024
"""A line of more characters ends its batch."""

Line = tuple[int, str | RecordError]
"""A line's number and text, or why there is none."""


@dataclass(frozen=True)
class Outcome:
    """What some lines came to: games replayed, faults by line number, whether to go on."""

    games: int
    faults: list[tuple[int, str]]
    is_readable: bool = True


def add_parser(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the command to the program."""
    p = commands.add_parser("replay", help="check every game of a file by the rules")
    p.add_argument("file", type=Path)
    p.add_argument("--jobs", type=whole_number(1, 1024), default=os.cpu_count() or 1)
    p.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Replay a file; name each game that breaks the rules, and stop at what is no record."""
    games, faults = 0, 0
    with progress("games", None) as advance:
        for outcome in in_order(replay_batch, batches(args.file), args.jobs):
            games += outcome.games
            advance(outcome.games)
            for line, fault in outcome.faults:
                faults += 1
                print(f"{args.file}:{line}: {fault}", file=sys.stderr)
            if not outcome.is_readable:
                return 1
    if faults:
        print(f"{games} games, {faults} against the rules")
        return 1
    print(f"{games} games, all by the rules")
    return 0


def batches(path: Path) -> Iterator[list[Line]]:
    """Yield a file's lines, some at a time; one that cannot be read is the last, as its error."""
    batch: list[Line] = []
    number = 0
    try:
        for number, text in read_lines(path):
            batch.append((number, text))
            if len(batch) == BATCH or len(text) > LONG:
                yield batch
                batch = []
    except RecordError as error:
        batch.append((number + 1, error))
    if batch:
        yield batch


def replay_batch(batch: list[Line]) -> Outcome:
    """Replay some games; tell what was found up to the first line that is no record."""
    faults: list[tuple[int, str]] = []
    for done, (number, text) in enumerate(batch):
        try:
            record = text if isinstance(text, RecordError) else parse_record(text)
        except RecordError as error:
            record = error
        if isinstance(record, RecordError):
            return Outcome(done, [*faults, (number, str(record))], is_readable=False)
        try:
            replay(record)
        except RecordError as error:
            faults.append((number, str(error)))
    return Outcome(len(batch), faults)
