"""`tapete play`: a game in the terminal, line by line."""

import argparse
from pathlib import Path

from tapete.bots import KINDS
from tapete.cli.arguments import whole_number
from tapete.cli.host import Host
from tapete.cli.lobby import Lobby
from tapete.cli.offers import Offers
from tapete.cli.ruleset import add_rule_arguments
from tapete.cli.screen import EndOfInput, Screen, real_screen
from tapete.cli.session import Session, new_session
from tapete.cli.trouble import told_in
from tapete.cli.turn import Quit
from tapete.cli.words import LANGUAGES, default_language, say
from tapete.core.race import MAX_CLUMP_MS, MAX_WINDOW_MS, REFLEXES, WINDOW_MS, Judge

MOST_SEATS = 99
MOST_SEED = 2**62


def add_parser(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the command to the program."""
    p = commands.add_parser("play", help="play a game in the terminal")
    p.add_argument("game", nargs="?", metavar="GAME", help="which; asked for if not given")
    p.add_argument("--seats", type=whole_number(1, MOST_SEATS), metavar="N", help="how many play")
    p.add_argument(
        "--me", action="append", metavar="NAME", help="a person; several share the keyboard"
    )
    add_rule_arguments(p)
    p.add_argument("--save-house", metavar="NAME|FILE", help="save this table's house rules")
    p.add_argument("--opponents", choices=KINDS, default="simple", help="the computer players")
    p.add_argument("--new", action="store_true", help="do not ask about kept games")
    p.add_argument("--lang", choices=LANGUAGES, default=default_language())
    p.add_argument("--plain", action="store_true", help="no colour, nothing moves: words alone")
    p.add_argument("--fast", action="store_true", help="computer players do not seem to think")
    p.add_argument(
        "--seed",
        type=whole_number(0, MOST_SEED),
        metavar="N",
        help="known cards, for a demonstration",
    )
    p.add_argument("--records", type=Path, metavar="DIR", help="where finished games go")
    add_judge_arguments(p)
    p.set_defaults(run=run)


def add_judge_arguments(p: argparse.ArgumentParser) -> None:
    """Add the arguments about how races are decided."""
    p.add_argument("--reflex", choices=REFLEXES, help="how races are decided")
    p.add_argument(
        "--slap-window-ms",
        type=whole_number(1, MAX_WINDOW_MS),
        default=WINDOW_MS,
        metavar="MS",
        help="who has not slapped by then never slapped",
    )
    p.add_argument(
        "--clump-ms",
        type=whole_number(0, MAX_CLUMP_MS),
        metavar="MS",
        help="hands no further apart than this cannot be told apart",
    )


def run(args: argparse.Namespace) -> int:
    """Play, and keep the game wherever it is left."""
    screen = real_screen(is_plain=args.plain)
    try:
        with told_in(args.lang):
            play(args, screen)
    except (Quit, EndOfInput):
        return 0
    return 0


def play(args: argparse.Namespace, screen: Screen) -> None:
    """Play one match after another until people have enough."""
    lobby, judge = Lobby(args, screen), judge_of(args, screen)
    lobby.check()
    kept = None if args.new else Offers(args, screen).choose(judge)
    session = kept or new_session(lobby.open_table(), judge)
    while True:
        play_match(session, args, screen, is_new=session is not kept)
        if not wants_more(args, screen):
            return
        session = new_session(lobby.again(session.plan), judge)


def judge_of(args: argparse.Namespace, screen: Screen) -> Judge:
    """Return how races are decided: really on a terminal, by lot in a pipe."""
    reflex = (args.reflex or "real") if screen.is_tty else "lots"
    return Judge(reflex, args.slap_window_ms, args.clump_ms)


def play_match(session: Session, args: argparse.Namespace, screen: Screen, *, is_new: bool) -> None:
    """Play one match to its end; where people leave it, say that it is kept."""
    host = Host(session, screen, args.lang, is_fast=args.fast)
    if session.game.races is not None and session.table.judge.reflex == "lots":
        screen.say(say("by_lot", args.lang))
    if not is_new:
        host.teller.skip()
    try:
        host.run()
    except (Quit, EndOfInput, KeyboardInterrupt):
        screen.say(f"\n{say('kept', args.lang)}")
        raise
    host.finish(args.records)


def wants_more(args: argparse.Namespace, screen: Screen) -> bool:
    """Ask whether to play again; the end of the input is a no."""
    try:
        answer = screen.ask(say("ask_again", args.lang))
    except EndOfInput:
        return False
    return answer.lower().startswith(say("yes", args.lang))
