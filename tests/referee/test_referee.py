"""The common part of records, the command line, and sweeps of small changes over whole games."""

import copy
import json
import subprocess
import sys
from pathlib import Path

import pytest

from .common import Fault, parse
from .judge import judge, judge_line
from .writers import HandsDownWriter, declare, match_em

ROOT = Path(__file__).parents[2]
GAMES = {
    "hands-down": HandsDownWriter(5, 3, quiet=True).play(),
    "hands-down, noisy": HandsDownWriter(4, 4).play(),
    "match-em": match_em(11, 3),
    "declare": declare(292, 3),
}
GAME = GAMES["declare"]


def changed(**more):
    """Returns the Declare game with other values; None takes a key away."""
    record = {**GAME, **more}
    return {key: value for key, value in record.items() if value is not None}


def refuses(record, why, index=None):
    with pytest.raises(Fault, match=why) as caught:
        judge(record)
    assert caught.value.index == index


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_a_whole_game_is_accepted_as_a_line(game):
    assert judge_line(json.dumps(game).encode()) == len(game["events"])


def test_what_may_be_there_besides():
    judge(changed(players=["Ana", "", "bot:easy"], x_seal={"secret": "00"}, x_=1))
    judge(changed(options={"threshold": 100, "end": "last_standing"}))
    first = {**GAME["events"][0], "x_ms": 1.5}
    judge(changed(events=[first, *GAME["events"][1:]]))
    judge(changed(events=GAME["events"][:5], result=None) | {"players": ["a", "b", "c"]})


TOP = {
    "version": ({"record": "tapete/2"}, "unknown record version"),
    "version a number": ({"record": 1}, "unknown record version"),
    "no version": ({"record": None}, "lacks 'record'"),
    "no options": ({"options": None}, "lacks 'options'"),
    "no events": ({"events": None}, "lacks 'events'"),
    "unknown key": ({"date": "today"}, "unknown key 'date'"),
    "unknown game": ({"game": "uno"}, "unknown game"),
    "game a list": ({"game": ["declare"]}, "unknown game"),
    "one seat": ({"seats": 1}, "can't play"),
    "seven seats": ({"seats": 7}, "can't play"),
    "seats true": ({"seats": True}, "can't play"),
    "seats a float": ({"seats": 3.0}, "can't play"),
    "seats a string": ({"seats": "3"}, "can't play"),
    "players short": ({"players": ["Ana"]}, "one name a seat"),
    "players numbers": ({"players": [1, 2, 3]}, "no string"),
    "players a string": ({"players": "Ana"}, "one name a seat"),
    "events an object": ({"events": {}}, "no list"),
    "options a list": ({"options": []}, "no object"),
    "unknown option": ({"options": {"stall_limit": 60}}, "unknown option"),
    "option in x_": ({"options": {"x_a": 1}}, "unknown option"),
    "no events at all": ({"events": [], "result": None}, "has its deal"),
    "no result": ({"result": None}, "no result"),
    "result a list": ({"result": []}, "no object"),
    "result in part": ({"result": {"winners": [0]}}, "lacks"),
    "result with more": ({"result": {**GAME["result"], "x_a": 1}}, "unknown key"),
    "result too early": ({"events": GAME["events"][:-1]}, "isn't over"),
}


@pytest.mark.parametrize(("change", "why"), TOP.values(), ids=TOP)
def test_refuses_the_common_part(change, why):
    refuses(changed(**change), why)


def test_refuses_another_result():
    right = GAME["result"]
    scores = [*right["scores"][:-1], right["scores"][-1] + 1]
    assert len(right["ranking"]) == 3
    for wrong in (
        {"winners": right["ranking"][1]},
        {"winners": []},
        {"winners": right["winners"][0]},
        {"winners": [True]},
        {"ranking": right["ranking"][::-1]},
        {"ranking": [seat for group in right["ranking"] for seat in group]},
        {"ranking": right["ranking"][:2]},
        {"scores": scores},
        {"scores": [float(score) for score in right["scores"]]},
        {"scores": scores[:2]},
    ):
        refuses(changed(result={**right, **wrong}), f"result: {next(iter(wrong))}")


OPTIONS = [
    ("hands-down", "last_pair_steals_joker", [False, True], [0, 1, "on", None]),
    ("hands-down", "par_time", [0, 2500], [-1, 2501, True, 1.0, "none"]),
    ("hands-down", "fake_limit", ["none", 0, 20], [-1, 21, "None", None]),
    ("hands-down", "fake_limit_per_pair", [True], [1]),
    ("hands-down", "must_play_pairs", [True], ["true"]),
    ("hands-down", "active_foul", ["end_turn", "end_turn_and_card"], ["card", True]),
    ("hands-down", "stall_limit", [1, 200], [0, 201, "none"]),
    ("hands-down", "slap_window_ms", [], [2500]),
    ("hands-down", "clump_ms", [], [20]),
    ("hands-down", "reflex", [], ["real"]),
    ("match-em", "max_value", [8, 12], [4, 13, "10"]),
    ("match-em", "copies", [4, 8], [1, 9]),
    ("match-em", "wilds", [0, 8], [-1, 9]),
    ("match-em", "starter", ["cut", "winner", "rotate"], ["random"]),
    ("match-em", "forced_match", ["strict", "free"], [True]),
    ("match-em", "no_wild_finish", [True, False], [1]),
    ("match-em", "wins_needed", [1, 5], [0, 6]),
    ("match-em", "cards_dealt", [3, 8], [2, 9]),
    ("match-em", "draw_count", [1, 3], [0, 4]),
    ("declare", "jokers", [0, 2], [1, False, "none"]),
    ("declare", "starter", ["winner", "rotate", "random"], ["cut"]),
    ("declare", "run_same_suit", [True], [0]),
    ("declare", "allow_trips", [True], [0]),
    ("declare", "run_lengths", ["3+5", "3+4+5", "none"], [3, "3"]),
    ("declare", "mixed_two_pairs", [True], ["yes"]),
    ("declare", "declare_max", ["none", 5, 7, 10, 20], [6, 0, "5"]),
    ("declare", "tie", ["declarer_wins", "declarer_loses"], ["shared"]),
    ("declare", "threshold", [25, 50, 100, 200], [75, "100"]),
    ("declare", "end", ["last_standing", "first_out", "staged"], ["end"]),
    ("declare", "lap_limit", [5, 100], [4, 101]),
    ("declare", "false_penalty", [0, 50], [-1, 51]),
    ("declare", "scoring", ["difference", "full_hand"], ["totals"]),
]


@pytest.mark.parametrize(("game", "name", "good", "bad"), OPTIONS)
def test_options(game, name, good, bad):
    for value in bad:
        refuses(changed(game=game, options={name: value}), rf"option '{name}'")
    for value in good:
        with pytest.raises(Fault) as caught:
            judge(changed(game=game, options={name: value}, events=[], result=None))
        assert caught.value.reason == "a record has its deal"


def test_match_em_needs_five_cards_after_the_deal():
    few = {"max_value": 5, "copies": 2, "wilds": 1}
    enough = {**few, "cards_dealt": 3}
    refuses(changed(game="match-em", options=enough, seats=2, events=[]), "has its deal")
    refuses(changed(game="match-em", options=few, seats=2, events=[]), "are left after the deal")
    refuses(changed(game="match-em", options=enough, events=[]), "are left after the deal")


LINES = {
    "empty": (b"\n", "not JSON"),
    "half": (b'{"record": ', "not JSON"),
    "two": (b"{} {}", "not JSON"),
    "list": (b"[]", "a JSON object"),
    "not UTF-8": (b'{"record": "\xff"}', "not JSON"),
    "duplicate key": (b'{"a": 1, "a": 1}', "duplicate key 'a'"),
    "duplicate key within": (b'{"events": [{"x": 1, "x": 2}]}', "duplicate key 'x'"),
    "NaN": (b'{"x_a": NaN}', "NaN"),
    "deep": (b"[" * 100_000, "not JSON"),
}


@pytest.mark.parametrize(("line", "why"), LINES.values(), ids=LINES)
def test_refuses_a_line(line, why):
    with pytest.raises(Fault, match=why):
        parse(line)


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_refuses_every_event_with_a_key_more_less_or_of_another_type(game):
    for index, event in enumerate(game["events"]):
        for key in event:
            less = {name: value for name, value in event.items() if name != key}
            odd = {**event, key: {"odd": 1}}
            for wrong in (less, odd, {**event, "more": 1}, [event]):
                events = [*game["events"][:index], wrong, *game["events"][index + 1 :]]
                with pytest.raises(Fault) as caught:
                    judge({**game, "events": events})
                assert caught.value.index == index


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_refuses_a_game_with_an_event_dropped_or_doubled(game):
    for index, event in enumerate(game["events"]):
        if event["type"] == "jam":
            continue  # a jam may be there or not, and twice
        for number in (0, 2):
            events = [*game["events"][:index], *[event] * number, *game["events"][index + 1 :]]
            with pytest.raises(Fault):
                judge({**game, "events": events})


def leaves(value, path=()):
    """Yields the path to every number and string within lists and objects."""
    if isinstance(value, dict | list):
        for key, part in value.items() if isinstance(value, dict) else enumerate(value):
            yield from leaves(part, (*path, key))
    elif value is not None:
        yield path


def put(record, path, value):
    """Returns a copy of a record with another value at a path."""
    record = copy.copy(record)
    first, *rest = path
    record[first] = put(record[first], rest, value) if rest else value
    return record


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_refuses_a_game_with_any_value_changed(game):
    for path in leaves({"events": game["events"], "result": game["result"]}):
        if "contacts" in path:
            continue  # how fast somebody was is nobody's to check
        old = game
        for key in path:
            old = old[key]
        new = old + 1 if isinstance(old, int) else "2" if old == "1" else "1"
        if path[0] == "events" and game["events"][path[1]]["type"] == "cut":
            new = None  # another card may well have been shown
        for wrong in (new, None, float(old) if isinstance(old, int) else 1):
            with pytest.raises(Fault):
                judge(put(game, path, wrong))


def run(*paths):
    """Runs the referee as its users do and returns the finished process."""
    command = [sys.executable, "-m", "tests.referee", *map(str, paths)]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)


def test_the_command_line_names_the_first_fault_of_each_bad_line(tmp_path):
    good, bad = tmp_path / "good.jsonl", tmp_path / "bad.jsonl"
    good.write_text("".join(json.dumps(game) + "\n" for game in GAMES.values()))
    early = changed(events=[GAME["events"][1], *GAME["events"]])
    bad.write_text("\n".join(map(json.dumps, (early, GAME, changed(seats=9)))))
    fine, faulty = run(good), run(good, bad)
    events = sum(len(game["events"]) for game in GAMES.values())
    assert (fine.returncode, fine.stdout) == (0, f"4 games, {events} events, 0 bad\n")
    first, second, summary = faulty.stdout.splitlines()
    assert faulty.returncode == 1
    assert first == f"{bad}:1 event 0: turn, where deal must come"
    assert second == f"{bad}:3: 9 seats can't play declare"
    assert summary.startswith("7 games, ")
    assert summary.endswith(", 2 bad")


def test_the_command_line_asks_for_files_that_are_there(tmp_path):
    assert run().returncode == 2
    assert run(tmp_path / "none").returncode == 2
