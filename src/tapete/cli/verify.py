"""`tapete verify`: whether a game's chance is the one it was sealed with."""

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from tapete.cli.lines import read_lines
from tapete.core.errors import RecordError, TapeteError
from tapete.table.record import parse_json, parse_record
from tapete.table.seal import parse_judge, parse_seal, replay_sealed


def add_parser(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the command to the program."""
    p = commands.add_parser("verify", help="check that every shuffle and lot is the sealed one")
    p.add_argument("file", type=Path)
    p.add_argument("--commitment", help="the seal that was shown before the first card (hex)")
    p.add_argument(
        "--nonce",
        action="append",
        default=[],
        metavar="WORDS",
        help="what you mixed into the shuffle; may be given for each person",
    )
    p.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Draw every shuffle and lot of every game again from its secret and compare."""
    number = 0
    for number, text in read_lines(args.file):
        try:
            verify(text, args.commitment, args.nonce)
        except RecordError as error:
            print(f"{args.file}:{number}: {error}", file=sys.stderr)
            return 1
    print(f"{number} games: every shuffle and lot is the one that was sealed")
    return 0


def verify(text: str, commitment: str | None, nonces: Sequence[str] = ()) -> None:
    """Raise RecordError unless a line's chance is the sealed one and the game by the rules.

    Raises TapeteError where it was sealed with another commitment or without one of the nonces.
    """
    record = parse_record(text)
    extras = parse_json(text)
    seal = extras.get("x_seal")
    if seal is None:
        raise RecordError("the record has no `x_seal`: its chance was not sealed")
    sealed = parse_seal(seal)
    if commitment is not None and sealed.commitment.hex() != commitment.strip().lower():
        raise TapeteError(
            f"the record was sealed with {sealed.commitment.hex()}, not with {commitment!r}"
        )
    for words in nonces:
        if os.fsencode(words) not in sealed.nonces:
            raise TapeteError(f"{words!r} was not mixed into the shuffle")
    judge = parse_judge(extras["x_judge"]) if "x_judge" in extras else None
    replay_sealed(record, sealed, judge)
