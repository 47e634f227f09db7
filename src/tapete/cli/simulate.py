"""`tapete simulate`: games by the million, and who wins them."""

import argparse
import json
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tapete.bots import KINDS
from tapete.cli.arguments import whole_number
from tapete.cli.parallel import progress
from tapete.cli.ruleset import add_rule_arguments, default_seats, settle_rules
from tapete.cli.trouble import Trouble, told_in
from tapete.cli.words import LANGUAGES, default_language, say
from tapete.sim import load

if TYPE_CHECKING:
    from tapete.sim.desk import Setting
    from tapete.sim.notices import Notice
    from tapete.sim.results import Results, Tally

MOST_GAMES = 10**12
MOST_KEY = 2**63 - 1
MOST_THREADS = 1024
DEVICES = ("cpu", "cuda")
"""As in `sim.run`, which loads Numba."""
INTERRUPTED = 130
"""The exit status after Ctrl-C, as shells have it."""
HALF, NINE_TENTHS, ALL = 0.5, 0.9, 1.0
PERCENT = 100


def add_parser(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the command to the program."""
    p = commands.add_parser("simulate", help="play games by the million and count who wins")
    p.add_argument("game", metavar="GAME")
    p.add_argument("--games", type=whole_number(1, MOST_GAMES), default=10_000)
    p.add_argument("--seats", type=whole_number(1, 99))
    p.add_argument(
        "--players",
        default="uniform",
        metavar="KIND[,KIND…]",
        help=f"one kind for all seats or one each: {', '.join(KINDS)}",
    )
    add_rule_arguments(p)
    p.add_argument("--key", type=whole_number(0, MOST_KEY), default=0, help="the same, again")
    p.add_argument("--threads", type=whole_number(1, MOST_THREADS), help="all cores by default")
    p.add_argument("--device", choices=DEVICES, default=DEVICES[0], help="cuda: a graphics card")
    p.add_argument("--out", type=Path, metavar="FILE.parquet", help="a row a game")
    p.add_argument("--json", action="store_true", help="print numbers for programs")
    p.add_argument("--lang", choices=LANGUAGES, default=default_language())
    p.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Play, keep and tell."""
    with told_in(args.lang):
        setting = setting_of(args)
        tally: Tally = load("results").Tally(setting)
        is_cut_short = simulate(args, setting, tally)
    if is_cut_short:
        counts = {"games": number(tally.games, args.lang), "asked": number(args.games, args.lang)}
        print(f"tapete: {say('sim_cut_short', args.lang, **counts)}", file=sys.stderr)
    print(json.dumps(numbers(tally)) if args.json else "\n".join(summary(tally, args.lang)))
    return INTERRUPTED if is_cut_short else 0


def setting_of(args: argparse.Namespace) -> "Setting":
    """Return what is to be played; raise TapeteError for what is not allowed."""
    rules = settle_rules(args)
    return load("run").setting_of(
        rules.game,
        seats=args.seats or default_seats(rules.game),
        players=args.players.split(","),
        options=rules.values,
        key=args.key,
    )


def simulate(args: argparse.Namespace, setting: "Setting", tally: "Tally") -> bool:
    """Play into the tally and the file; say whether Ctrl-C came before the end."""
    file = None if args.out is None else begin_file(args.out, setting)
    title = say("sim_games", args.lang)
    with teller(args.lang):
        # Before the bar begins to reckon the time left.
        load("run").prepare(setting.game, args.device)
    with Interrupts() as interrupts, progress(title, args.games) as advance:
        try:
            results: Results
            for results in load("run").chunks(
                setting,
                args.games,
                threads=args.threads,
                device=args.device,
                progress=advance,
            ):
                with interrupts.held():
                    tally.add(results)
                    if file is not None:
                        file.write(results)
        except KeyboardInterrupt:
            # It came between two chunks; within one, the chunk is a short one.
            interrupts.has_come = True
    if file is not None:
        file.close()
    return interrupts.has_come


def begin_file(path: Path, setting: "Setting") -> Any:
    """Return a Parquet file to write to; raise Trouble where there can be none."""
    try:
        return load("parquet").ParquetFile(path, setting)
    except OSError as error:
        raise Trouble("cannot_write", path=path, why=error.strerror or str(error)) from error


class Interrupts:
    """Ctrl-C while games are played: at once, but not while what was played is written down."""

    def __init__(self) -> None:
        self.has_come = False
        self._is_held = False
        self._before: Any = None

    def __enter__(self) -> "Interrupts":
        """Take Ctrl-C over."""
        self._before = signal.signal(signal.SIGINT, self._come)
        return self

    def __exit__(self, *_error: object) -> None:
        """Give it back."""
        signal.signal(signal.SIGINT, self._before)

    @contextmanager
    def held(self) -> Iterator[None]:
        """Let it wait for the end of what is done within."""
        self._is_held = True
        try:
            yield
        finally:
            self._is_held = False
        if self.has_come:
            raise KeyboardInterrupt

    def _come(self, *_signal: object) -> None:
        self.has_come = True
        if not self._is_held:
            raise KeyboardInterrupt


@contextmanager
def teller(language: str) -> Iterator[None]:
    """Let the simulator's notices be told in a language."""

    def tell(notice: "Notice") -> None:
        text = {"en": notice.english, "es": notice.spanish}[language]
        print(f"tapete: {text}", file=sys.stderr, flush=True)

    with load("notices").told_by(tell):
        yield


def numbers(tally: "Tally") -> dict[str, Any]:
    """Return what programs are told."""
    return {
        "games": tally.games,
        "decisions": tally.decisions,
        "cpu_seconds": round(tally.cpu_seconds, 6),
        "seconds": round(tally.seconds, 6),
        "wins": tally.wins,
    }


def summary(tally: "Tally", language: str) -> list[str]:
    """Return what people are told, in lines."""
    setting = tally.setting
    counts = {
        "title": setting.game.title,
        "seats": setting.seats,
        "games": number(tally.games, language),
        "decisions": number(tally.decisions, language),
    }
    lines = [say("sim_played", language, **counts), "", *seat_lines(tally, language), ""]
    mean = tally.decisions / max(tally.games, 1)
    lengths = {"mean": number(round(mean), language)}
    for name, part in (("half", HALF), ("nine", NINE_TENTHS), ("most", ALL)):
        lengths[name] = number(tally.length_at(part), language)
    lines.append(say("sim_lengths", language, **lengths))
    lines.append(
        say("sim_capped", language, share=percent(tally.capped / max(tally.games, 1), language))
    )
    rate = tally.decisions / max(tally.cpu_seconds, sys.float_info.epsilon)
    spent = {
        "seconds": number(tally.seconds, language, ".1f"),
        "cpu": number(tally.cpu_seconds, language, ".1f"),
    }
    return [*lines, say("sim_speed", language, **spent, rate=number(round(rate), language))]


def seat_lines(tally: "Tally", language: str) -> list[str]:
    """Return the table of the seats: who played there, the share of the wins, its 95 % interval."""
    heads = [say(f"sim_{head}_column", language) for head in ("seat", "player", "wins", "margin")]
    rows = [heads]
    for seat, kind in enumerate(tally.setting.players):
        share, margin = (percent(x, language) for x in (tally.wins[seat], tally.margins[seat]))
        rows.append([str(seat), kind.name.lower(), share, f"± {margin}"])
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        "  ".join(cell.rjust(width) for cell, width in zip(row, widths, strict=True))
        for row in rows
    ]


def percent(share: float, language: str) -> str:
    """Write a share in percent."""
    return f"{number(share * PERCENT, language, '.2f')} %"


def number(value: float, language: str, form: str = "d") -> str:
    """Write a number in groups of three, with the signs of a language between them."""
    written = f"{value:,{form}}"
    if language == LANGUAGES[0]:
        return written
    return written.translate(str.maketrans(",.", ".,"))
