"""The referee's front door: one record in, nothing or a Fault out."""

from .common import Fault, check_result, check_top, parse, replay
from .declare import Declare
from .hands_down import HandsDown
from .match_em import MatchEm

GAMES = {"hands-down": HandsDown, "match-em": MatchEm, "declare": Declare}


def judge(record):
    """Checks a parsed record from top to result and raises Fault at its first fault."""
    check_top(record, GAMES)
    game = GAMES[record["game"]](record["seats"], record["options"])
    replay(game, record["events"])
    if game.over and "result" not in record:
        raise Fault("the game is over, but there is no result")
    if not game.over and "result" in record:
        raise Fault("a result, but the game isn't over")
    if game.over:
        check_result(record["result"], game)


def judge_line(line):
    """Checks one line of a file, in bytes, and returns how many events its game has."""
    record = parse(line)
    judge(record)
    return len(record["events"])
