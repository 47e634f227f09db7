"""Command line: ``python -m tests.referee FILE…`` checks every line of every file."""

import sys
from pathlib import Path

from .common import Fault
from .judge import judge_line


def check_file(path):
    """Prints the first fault of each bad line and returns (games, events, bad)."""
    games = events = bad = 0
    with Path(path).open("rb") as lines:
        for number, line in enumerate(lines, 1):
            games += 1
            try:
                events += judge_line(line)
            except Fault as fault:
                bad += 1
                gap = ":" if fault.index is None else ""
                sys.stdout.write(f"{path}:{number}{gap} {fault}\n")
    return games, events, bad


def main(paths):
    """Checks all files and returns the exit status: 1 when any line is bad, 2 on misuse."""
    if not paths:
        sys.stderr.write("usage: python -m tests.referee FILE...\n")
        return 2
    try:
        counts = [check_file(path) for path in paths]
    except OSError as error:
        sys.stderr.write(f"{error}\n")
        return 2
    games, events, bad = map(sum, zip(*counts, strict=True))
    sys.stdout.write(f"{games} games, {events} events, {bad} bad\n")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
