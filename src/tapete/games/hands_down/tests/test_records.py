"""Records: played by hand, doctored, hostile, and random ones there and back."""

import copy
import json
from random import Random
from typing import Any

import pytest

from tapete.core.errors import RecordError
from tapete.games.hands_down import races
from tapete.games.hands_down.tests.hand_played import (
    PLAYED,
    draw,
    early,
    end,
    fake,
    foul,
    jam,
    passes,
    record_of_hand,
    slap,
    take,
)
from tapete.games.hands_down.tests.play import play, random_table
from tapete.games.hands_down.words import CARDS
from tapete.table.record import format_record, parse_record, record_of, replay
from tapete.table.table import Table
from tests.referee.common import Fault
from tests.referee.judge import judge_line

Events = list[dict[str, Any]]


def replayed(record: dict[str, Any]) -> Table:
    return replay(parse_record(json.dumps(record)))


@pytest.mark.parametrize("name", PLAYED)
def test_hand_played_record_replays(name: str) -> None:
    record = record_of_hand(name)
    told = [event.whole for event in replayed(record).events]
    assert told[: len(record["events"])] == in_our_order(record["events"])


def in_our_order(events: Events) -> Events:
    """Return the events with each dealt hand in the order in which we write it."""
    order = [*list(CARDS)[1:], "J"]
    hands = [sorted(hand, key=order.index) for hand in events[0]["hands"]]
    return [{**events[0], "hands": hands}, *events[1:]]


@pytest.mark.parametrize("name", PLAYED)
def test_hand_played_record_may_stop_after_any_event(name: str) -> None:
    record = record_of_hand(name)
    record.pop("result", None)
    for count in range(1, len(record["events"])):
        replayed({**record, "events": record["events"][:count]})


# Doctored records: which, the event that is at fault, the change, and a part of the reason.
# A change is a list that takes the place of the event, or values of its keys.

Change = Events | dict[str, Any]
DOCTORED: dict[str, tuple[str, int, Change, str]] = {
    "no deal": ("jams", 0, [], "no card is drawn here"),
    "a second deal": ("jams", 1, PLAYED["jams"][2][:1], "cards are dealt once"),
    "no such dealer": ("jams", 0, {"dealer": 4}, "the dealer must be a seat from 0 to 3"),
    "another dealer": ("jams", 1, {"seat": 1}, "seat 0"),
    "a hand of three": ("jams", 0, {"hands": [["1"] * 3] * 4}, "4 hands of 4 cards"),
    "cards twice": ("jams", 0, {"hands": [["J"] * 4] * 4}, "not the ones that there are"),
    "no such card": ("jams", 0, {"pile": ["11"]}, "a card is 1 to 10 or J"),
    "a card in small": ("jams", 0, {"pile": ["j"]}, "a card is 1 to 10 or J"),
    "no draw": ("jams", 1, [], "does not come here"),
    "not the top card": ("jams", 1, {"cards": ["7"]}, 'cards ["10"]'),
    "two cards drawn": ("jams", 1, {"cards": ["10", "3"]}, 'cards ["10"]'),
    "a draw twice": ("jams", 2, [draw(0, "3")], "no card is drawn here"),
    "a pair not held": ("jams", 2, {"rank": "3"}, "holds no pair of 3"),
    "another's slap": ("jams", 2, {"seat": 1}, "it is seat 0's turn"),
    "no rank": ("jams", 2, {"rank": "J"}, "must be one of"),
    "contacts short": ("jams", 2, {"contacts": [0, 300, 309]}, "must be 4, one a seat"),
    "contact below 0": ("jams", 2, {"contacts": [0, 300, 309, -1]}, "must be 0 ms or more"),
    "own contact": ("jams", 2, {"contacts": [1, 300, 309, 1]}, "own contact is 0"),
    "own contact null": ("jams", 2, {"contacts": [None, 300, 309, 1]}, "own contact is 0"),
    "jam without a slap": ("jams", 2, {"contacts": [0, 300, 309, None]}, "never slapped"),
    "jam by lot": ("jams", 2, {"contacts": [0, None, None, None]}, "never slapped"),
    "equal contacts count": ("jams", 3, [slap(0, 2, [0, 9, 9, 1], 1)], "equal slowest"),
    "not the slowest": ("jams", 2, [slap(0, 1, [0, 300, 309, 120], 1)], "must be 2, not 1"),
    "a fourth jam": ("jams", 6, [jam(0, 1, [0, 300, 305, 100])], "after 3 jams"),
    "neither of the slowest": ("jams", 6, {"loser": 3}, "must be 1 or 2, not 3"),
    "nobody loses": ("jams", 6, {"loser": None}, "must be 1 or 2, not None"),
    "lost by the actor": ("jams", 6, {"loser": 0}, "must be 1 or 2, not 0"),
    "lost by no seat": ("jams", 6, {"loser": 10**30}, "must be 1 or 2"),
    "no take": ("jams", 7, [], "`jam` does not come here"),
    "a card not held": ("jams", 7, {"card": "9"}, "seat 1 does not hold 9"),
    "taken from another": ("jams", 7, {"from": 3, "card": "4"}, "the card comes from seat 1"),
    "taken by another": ("jams", 7, {"seat": 2}, "seat 0"),
    "another why": ("jams", 7, {"why": "faked"}, 'why "lost"'),
    "a second take": ("jams", 8, [take(0, 1, "6", "lost")], "no card is taken here"),
    "another's pass": ("jams", 11, {"seat": 1}, "it is seat 0's turn"),
    "an end": ("jams", 11, [end("stalled", 0)], "end does not come here"),
    "a loser who slapped": ("never slapped", 2, {"loser": 2}, "must be 1 or 3, not 2"),
    "two fakes of one": ("never slapped", 6, [fake(0), fake(0)], "allows 1 fake;"),
    "no fake and no pair left": ("never slapped", 8, [fake(0), fake(0)], "this is a `pass`"),
    "touched out of order": ("never slapped", 10, {"touched": [0, 2, 3]}, "in turn order"),
    "touched twice": ("never slapped", 10, {"touched": [2, 2, 3]}, "in turn order"),
    "touched itself": ("never slapped", 10, {"touched": [1, 2]}, "in turn order"),
    "touched by no seat": ("never slapped", 10, {"touched": [-1]}, "expected a seat"),
    "touched by 99": ("never slapped", 10, {"touched": [99]}, "expected a seat"),
    "taken out of order": ("never slapped", 11, [take(1, 3, "4", "faked")], "from seat 2"),
    "early twice": ("early touches", 4, [early(1, 0)], "cannot pay for an early touch"),
    "early in another's turn": ("early touches", 2, {"turn": 1}, "nobody touches early"),
    "early by the actor": ("early touches", 2, {"seat": 0}, "cannot pay for an early touch"),
    "early before the opening": ("early touches", 1, [early(1, 0)], "nobody touches early"),
    "early with no cards": ("early touches", 13, [early(1, 0)], "cannot pay"),
    "touched with no cards": ("early touches", 13, [fake(0, 1)], "cannot happen"),
    "a contact without cards": (
        "early touches",
        13,
        {"contacts": [0, 200, 190]},
        "seat 1 has no cards",
    ),
    "jam of one": ("early touches", 13, [jam(0, 3, [0, None, 190])], "two others"),
    "lost by one without cards": ("early touches", 13, {"loser": 1}, "must be 2, not 1"),
    "a loser of none": ("early touches", 17, {"loser": 1}, "must be null, not 1"),
    "a fake before nobody": ("early touches", 17, [fake(0)], "nobody else has cards"),
    "half slap without a pair": ("fouls", 5, {"kind": "half-slap"}, "its foul is no-pair"),
    "no pair with a pair": ("fouls", 2, {"kind": "no-pair"}, "cannot happen"),
    "another's foul": ("fouls", 2, {"seat": 1}, "it is seat 0's turn"),
    "no penalty": ("fouls", 3, [], "no card is drawn here"),
    "penalty to the right": ("fouls", 3, {"seat": 2}, "seat 1"),
    "acting after a foul": ("fouls", 4, [slap(0, 2, [0, None, None], 1)], "does not come here"),
    "passing without a turn": ("joker in the pile", 8, [passes(1)], "seat 0"),
    "passing twice": ("joker in the pile", 9, [passes(0)], "a `pass` does not come here"),
    "one card drawn of two": ("joker in the pile", 16, {"cards": ["1"]}, 'cards ["1", "1"]'),
    "no pass with no card": ("joker in the pile", 18, [], "by the rules this is a `pass`"),
    "a pass before the Joker": ("joker in the pile", 60, [passes(0)], "does not come here"),
    "no Joker drawn": ("joker in the pile", 60, [], "does not come here"),
    "the end elsewhere": ("joker in the pile", 61, {"reason": "stalled"}, "all-pairs"),
    "another's Joker": ("joker in the pile", 61, {"joker": 0}, "joker 1"),
    "after the end": ("joker in the pile", 62, [passes(1)], "the game was over"),
    "the last pair's card": (
        "to the last pair",
        78,
        [take(1, 0, "J", "lost"), end("all-pairs", 1)],
        "by the rules this is a `end`",
    ),
    "no card after the last pair": ("stolen joker", 78, [], "end does not come here"),
    "par time by a hair": ("par time and a stall", 62, {"loser": 1}, "must be null, not 1"),
    "too late for par": ("par time and a stall", 63, {"loser": None}, "must be 1, not None"),
    "par time by lot": (
        "par time and a stall",
        62,
        {"contacts": [0, None], "loser": None},
        "must be 1, not None",
    ),
    "stalled too late": ("par time and a stall", 85, [take(1, 0, "2", "opening")], "by the rules"),
    "stalled too soon": ("par time and a stall", 83, [end("stalled", 1)], "does not come here"),
    "a touched fake without fakes": (
        "never slapped",
        6,
        [fake(0), foul(0, "touched-fake")],
        "allows 1 fake;",
    ),
    "taken from oneself": ("from whom", 51, {"from": 1}, "your turn opens by taking"),
    "taken from nobody": ("from whom", 51, {"from": 4}, "expected a seat"),
    "taken from below": ("from whom", 51, {"from": -1}, "expected a seat"),
    "not opened": ("from whom", 51, [passes(1)], "a `pass` does not come here"),
}


def doctor(name: str, index: int, change: Change) -> dict[str, Any]:
    record = copy.deepcopy(record_of_hand(name))
    events = record["events"]
    if isinstance(change, dict):
        events[index].update(change)
    else:
        events[index : index + 1] = change
    return record


@pytest.mark.parametrize("what", DOCTORED)
def test_doctored_record_is_refused(what: str) -> None:
    name, index, change, reason = DOCTORED[what]
    with pytest.raises(RecordError) as refused:
        replayed(doctor(name, index, change))
    more = isinstance(change, list) and len(change) > 1
    assert refused.value.event in ({index, index + 1} if more else {index})
    assert reason in str(refused.value)


def test_doctored_result_is_refused() -> None:
    record = record_of_hand("stolen joker")
    for key, value in (("winners", [0]), ("scores", [11, 12]), ("ranking", [[0, 1]])):
        with pytest.raises(RecordError, match=key):
            replayed({**record, "result": {**record["result"], key: value}})
    with pytest.raises(RecordError, match="missing"):
        replayed({key: value for key, value in record.items() if key != "result"})
    with pytest.raises(RecordError, match="has not ended"):
        replayed({**record, "events": record["events"][:-1]})


HOSTILE: tuple[Any, ...] = (
    *(-1, 99, 10**30, -(10**30), 1.5, True, None, "", "X", "1", [], [[]], {}, [-1], ["J"]),
    *([10**30, None], [0] * 4, [None] * 4, "half-slap", "faked", {"a": 1}),
)


def is_accepted(line: str) -> bool:
    try:
        replay(parse_record(line))
    except RecordError:
        return False
    return True


def is_accepted_outside(line: str) -> bool:
    """Say what the referee says, which was written from the texts alone."""
    try:
        judge_line(line.encode())
    except Fault:
        return False
    return True


def test_hostile_values_are_refused_as_an_outsider_refuses_them() -> None:
    random, accepted = Random("hostile"), 0
    for _ in range(1500):
        record = copy.deepcopy(record_of_hand(random.choice(list(PLAYED))))
        event = random.choice(record["events"])
        event[random.choice(list(event))] = random.choice(HOSTILE)
        line = json.dumps(record)
        assert is_accepted(line) == is_accepted_outside(line), line
        accepted += is_accepted(line)
    assert 0 < accepted < 150


def after_stances(table: Table) -> bytes:
    """Return the state's bytes without the switch that records know nothing of."""
    races.ask_stances(table.state, wanted=False)
    return table.state.pack()


def test_random_records_replay_to_the_same_state() -> None:
    for seed in range(60):
        table = play(random_table(seed), Random(seed))
        line = format_record(record_of(table))
        assert is_accepted_outside(line)
        again = replay(parse_record(line))
        assert format_record(record_of(again)) == line
        for one in (table, again):
            one.state.news_count, one.state.news = 0, [0] * len(one.state.news)
        assert after_stances(again) == after_stances(table)


@pytest.mark.proof
@pytest.mark.parametrize("part", range(8))
def test_many_random_records_replay_to_the_same_state(part: int) -> None:
    for seed in range(1000 + 250 * part, 1250 + 250 * part):
        table = play(random_table(seed), Random(seed), pass_in=1 + seed % 4)
        line = format_record(record_of(table))
        assert is_accepted_outside(line)
        again = replay(parse_record(line))
        assert format_record(record_of(again)) == line
