"""`tapete record`: games of computer players, written as records."""

import argparse
import os
import sys
from contextlib import nullcontext
from dataclasses import dataclass

from tapete.bots import KINDS
from tapete.bots.match import play_match
from tapete.cli.arguments import whole_number
from tapete.cli.parallel import in_order, progress
from tapete.cli.ruleset import add_rule_arguments, settle_rules
from tapete.core.errors import TapeteError
from tapete.core.options import Value
from tapete.games import game
from tapete.table.record import format_record, record_of
from tapete.table.seal import seal_of

BATCH = 8
"""Games that one process plays at a time."""
MOST_GAMES = 100_000_000
MOST_SEED = 2**63 - 1


@dataclass(frozen=True)
class Batch:
    """Some games to play, small enough to send to another process."""

    name: str
    values: dict[str, Value]
    kinds: tuple[str, ...]
    seed: int
    first: int
    count: int


def add_parser(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the command to the program."""
    p = commands.add_parser("record", help="play games of computer players and write records")
    p.add_argument("game")
    p.add_argument("--seats", type=whole_number(1, 99), default=4)
    p.add_argument("--games", type=whole_number(1, MOST_GAMES), default=1)
    p.add_argument("--seed", type=whole_number(0, MOST_SEED), default=0)
    add_rule_arguments(p)
    p.add_argument(
        "--players",
        default="uniform",
        metavar="KIND[,KIND…]",
        help=f"one kind for all seats or one each: {', '.join(KINDS)}",
    )
    p.add_argument("--jobs", type=whole_number(1, 1024), default=os.cpu_count() or 1)
    p.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Play and write the games in order to standard output."""
    if sys.stdout is None:
        raise TapeteError("records are written to standard output, which is closed")
    rules = settle_rules(args)
    kinds = parse_kinds(args.players, args.seats)
    firsts = range(0, args.games, BATCH)
    batches = (
        Batch(
            rules.game.name, rules.values, kinds, args.seed, first, min(BATCH, args.games - first)
        )
        for first in firsts
    )
    # Records on the same terminal are progress enough, and a bar among them would be in the way.
    bar = nullcontext(ignore) if sys.stdout.isatty() else progress("games", args.games)
    with bar as advance:
        for lines in in_order(play_batch, batches, min(args.jobs, len(firsts))):
            sys.stdout.write(lines)
            advance(lines.count("\n"))
    sys.stdout.flush()
    return 0


def ignore(_count: int) -> None:
    """Stand in for a bar where there is none."""


def parse_kinds(text: str, seats: int) -> tuple[str, ...]:
    """Read the kinds of players, one for all seats or one a seat."""
    kinds = tuple(text.split(","))
    if len(kinds) == 1:
        kinds *= seats
    if len(kinds) != seats:
        raise TapeteError(f"expected one kind of player or {seats}, got {len(kinds)}")
    for kind in kinds:
        if kind not in KINDS:
            raise TapeteError(f"a computer player is one of {', '.join(KINDS)}, not {kind!r}")
    return kinds


def play_batch(batch: Batch) -> str:
    """Play some games and return their records, a line each."""
    chosen = game(batch.name)
    lines: list[str] = []
    for index in range(batch.first, batch.first + batch.count):
        table = play_match(chosen, batch.values, batch.kinds, seed=batch.seed, index=index)
        record = record_of(table, [f"bot:{kind}" for kind in batch.kinds])
        record["x_seal"] = seal_of(table)
        lines.append(format_record(record) + "\n")
    return "".join(lines)
