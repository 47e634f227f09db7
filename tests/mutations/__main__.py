"""`python -m tests.mutations [--game NAME] [--jobs N] [--report FILE]`: status 0 if all die."""

import argparse
import os
import sys
from pathlib import Path

from tapete.games import games
from tests.mutations.coverage import gaps, subjects, table_name
from tests.mutations.report import format_report, summary
from tests.mutations.runner import Runner, Verdict
from tests.mutations.table import TableError, read_table

TABLES = Path(__file__).parent
ROOT = TABLES.parent.parent


def main() -> int:
    """Run the tables, print the report, and say whether every rule's mutation was killed."""
    options = parse_arguments()
    chosen = [g for g in games().values() if options.game in (None, g.name, table_name(g))]
    if not chosen:
        print(f"there is no game {options.game}; there are: {', '.join(games())}", file=sys.stderr)
        return 1
    try:
        tables = [TABLES / f"{table_name(game)}.toml" for game in chosen]
        mutations = [one for file in tables if file.exists() for one in read_table(file)]
    except TableError as error:
        print(error, file=sys.stderr)
        return 1
    wanted = [one for game in chosen for one in subjects(game)]
    missing, unknown = gaps(wanted, [mutation.rule for mutation in mutations])
    judged = Runner(ROOT, options.jobs, tell=Progress()).run(mutations)
    report = format_report(judged, missing, unknown)
    if options.report:
        options.report.parent.mkdir(parents=True, exist_ok=True)
        options.report.write_text(report, encoding="utf-8")
    print(report)
    print(summary(judged, missing, unknown))
    is_done = all(one.verdict == Verdict.KILLED for one in judged)
    return 0 if is_done and judged and not missing and not unknown else 1


def parse_arguments() -> argparse.Namespace:
    """Return the options of the command line."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutations", description=__doc__)
    parser.add_argument("--game", help="only this game's table")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="tests at a time")
    parser.add_argument("--report", type=Path, help="write the page to this file too")
    return parser.parse_args()


class Progress:
    """Shows each step on stderr, numbered."""

    def __init__(self) -> None:
        self.step = 0

    def __call__(self, line: str) -> None:
        """Show one step."""
        self.step += 1
        print(f"{self.step:4} {line}", file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
