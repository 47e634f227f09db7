"""The program `tapete`: `tapete COMMAND --help` says what each command does."""

import argparse
import os
import sys
from collections.abc import Sequence

from tapete.cli import backup, play, record, replay, rules_page, serve, show, simulate, verify
from tapete.core.errors import TapeteError
from tapete.core.version import __version__

COMMANDS = (serve, play, rules_page, record, replay, show, verify, simulate, backup)
INTERRUPTED = 130
"""The exit status after Ctrl-C, as shells have it."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; return its exit status."""
    args = make_parser().parse_args(argv)
    try:
        return run_whole(args)
    except TapeteError as error:
        print(f"tapete: {error}", file=sys.stderr)
        return 1
    except BrokenPipeError:
        # Whoever read our output has enough (`| head`).
        drop_output()
        return 0
    except OSError as error:
        drop_output()
        print(f"tapete: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return INTERRUPTED


def run_whole(args: argparse.Namespace) -> int:
    """Run one command to its last written line, so that a full disk can still be told of."""
    status: int = args.run(args)
    if sys.stdout is not None:
        sys.stdout.flush()
    return status


def drop_output() -> None:
    """Send what is left of the output nowhere, so that Python does not complain at its exit."""
    if sys.stdout is not None:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def make_parser() -> argparse.ArgumentParser:
    """Return the parser of all commands."""
    parser = argparse.ArgumentParser(prog="tapete", description=__doc__)
    parser.add_argument("--version", action="version", version=f"tapete {__version__}")
    commands = parser.add_subparsers(metavar="COMMAND", required=True)
    for command in COMMANDS:
        command.add_parser(commands)
    return parser


if __name__ == "__main__":
    sys.exit(main())
