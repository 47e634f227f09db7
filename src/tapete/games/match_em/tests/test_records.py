"""Records of Match 'Em: back to the same state, from any point, and no for whatever is not one."""

import json
from collections.abc import Callable
from copy import deepcopy
from random import Random
from typing import Any

import pytest

from tapete.core.errors import RecordError
from tapete.core.game import SPECTATOR
from tapete.games.match_em import GAME
from tapete.games.match_em.tests.tables import random_table
from tapete.table.record import format_record, parse_record, record_of, replay

SMALL = {"max_value": 5, "copies": 2, "wilds": 8, "cards_dealt": 3, "no_wild_finish": True}
"""A deck that runs out often."""


def small_table(seed: int, **options: Any) -> Any:
    """Return a match in which both piles run out and seats pass."""
    return random_table(seed, 3, GAME.settle(3, {**SMALL, "forced_match": "free", **options}))


def record() -> dict[str, Any]:
    """Return a short record with every kind of event but a pass."""
    return parse_record(format_record(record_of(small_table(10, wins_needed=1))))


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_records_replay_to_the_same_state(seats: int) -> None:
    for seed in range(8):
        played = random_table(seed, seats)
        again = replay(parse_record(format_record(record_of(played))))
        assert again.state.pack() == played.state.pack()


def test_record_may_stop_after_any_event() -> None:
    whole = record()
    del whole["result"]
    kinds = [event["type"] for event in whole["events"]]
    assert set(kinds) == {"cut", "deal", "play", "draw", "recycle", "hand", "end"}
    for stop in range(len(kinds)):
        stopped = replay({**whole, "events": whole["events"][:stop]})
        assert [event.whole["type"] for event in stopped.events][:stop] == kinds[:stop]


def test_order_of_a_hand_and_of_a_play_means_nothing() -> None:
    whole = record()
    for event in whole["events"]:
        if event["type"] == "deal":
            event["hands"] = [hand[::-1] for hand in event["hands"]]
        if event["type"] == "play":
            event["cards"] = event["cards"][::-1]
    assert replay(whole).is_over


def first(whole: dict[str, Any], kind: str, size: int = 0) -> dict[str, Any]:
    """Return the first event of a kind that has at least so many cards."""
    return next(
        event
        for event in whole["events"]
        if event["type"] == kind and len(event.get("cards", "")) >= size
    )


def change(kind: str, **values: Any) -> Callable[[dict[str, Any]], None]:
    return lambda whole: first(whole, kind).update(values)


def drop(kind: str) -> Callable[[dict[str, Any]], None]:
    return lambda whole: whole["events"].remove(first(whole, kind))


def double(kind: str) -> Callable[[dict[str, Any]], None]:
    def twice(whole: dict[str, Any]) -> None:
        event = first(whole, kind)
        whole["events"].insert(whole["events"].index(event), deepcopy(event))

    return twice


HOSTILE: dict[str, tuple[Callable[[dict[str, Any]], None], str]] = {
    "no cut": (drop("cut"), "no hand begins here"),
    "two cuts": (double("cut"), "nobody cuts here"),
    "cut without a round": (change("cut", cards=[]), r"seats \[0, 1, 2\] must cut again"),
    "cut of nobody": (change("cut", cards=[[]]), r"just the seats \[0, 1, 2\]"),
    "cut of two": (change("cut", cards=[["1", "2", None]]), r"just the seats \[0, 1, 2\]"),
    "cut of four": (change("cut", cards=[["1", "2", "3", "4"]]), r"just the seats \[0, 1, 2\]"),
    "cut with an empty card": (change("cut", cards=[["", "2", "3"]]), "a card is a number"),
    "cut above the deck": (change("cut", cards=[["6", "2", "3"]]), "does not have the cards"),
    "cut of three alike": (change("cut", cards=[["2", "2", "2"]]), "does not have the cards"),
    "cut that stops": (change("cut", cards=[["5", "5", "3"]]), r"seats \[0, 1\] must cut again"),
    "cut that goes on": (
        change("cut", cards=[["5", "4", "3"], ["5", None, None]], starter=0),
        "it was decided already",
    ),
    "cut of another": (change("cut", cards=[["5", "4", "3"]], starter=1), "starter 0"),
    "no deal": (drop("deal"), "here"),
    "two deals": (double("deal"), "no hand begins here"),
    "deal to nobody": (change("deal", hands=[]), "3 hands must have 3 cards each"),
    "deal of two cards": (change("deal", hands=[["1", "2"]] * 3), "must have 3 cards each"),
    "deal of another deck": (change("deal", hands=[["1"] * 3] * 3), "are not the ones"),
    "deal of no cards": (change("deal", pile=["X"] * 9), "a card is a number from 1 to 12 or W"),
    "deal without a pile": (change("deal", pile=[]), "are not the ones"),
    "play of nothing": (change("play", cards=[]), "no total is 0"),
    "play of too much": (change("play", cards=["5", "5", "5"]), "no total is 0 or above 12"),
    "play of an unheld card": (change("play", cards=["12"]), "ME-4: you do not hold 12"),
    "play of a wild with others": (change("play", cards=["W", "1"]), "ME-7"),
    "play of no card": (change("play", cards=["0"]), "a card is a number"),
    "play of a long number": (change("play", cards=["9" * 5000]), "a card is a number"),
    "play out of turn": (change("play", seat=99), "seat from 0 to 2"),
    "play of a negative seat": (change("play", seat=-1), "seat from 0 to 2"),
    "play of a huge seat": (change("play", seat=10**30), "seat from 0 to 2"),
    "draw of other cards": (change("draw", cards=["12", "12"]), "by the rules this is a `draw`"),
    "draw of one card": (change("draw", cards=["1"]), "by the rules this is a `draw`"),
    "draw out of turn": (change("draw", seat=7), "seat from 0 to 2"),
    "two draws": (double("draw"), "no cards are drawn here"),
    "no draw": (drop("draw"), "event"),
    "recycle of nothing": (change("recycle", pile=[]), "are not the ones"),
    "recycle of other cards": (change("recycle", pile=["12"]), "are not the ones"),
    "two recycles": (double("recycle"), "no new pile is made here"),
    "no recycle": (drop("recycle"), "no cards are drawn here"),
    "hand of another": (change("hand", seat=9), "by the rules this is a `hand`"),
    "hand with other tokens": (change("hand", tokens=[3, 0, 0]), "by the rules this is a `hand`"),
    "no hand": (drop("hand"), "by the rules this is a `hand`"),
    "two hands": (double("hand"), "by the rules this is a `end`"),
    "no end": (drop("end"), "the game has not ended"),
    "two ends": (double("end"), "the game was over"),
    "a pass": (
        lambda whole: whole["events"].insert(2, {"type": "pass", "seat": 0}),
        "pass does not come here",
    ),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_record_is_refused_with_its_reason(name: str) -> None:
    harm, reason = HOSTILE[name]
    whole = record()
    harm(whole)
    with pytest.raises(RecordError, match=reason):
        replay(parse_record(json.dumps(whole)))


def test_random_harm_is_refused_or_harmless() -> None:
    random, refused = Random(1), 0
    whole = record()
    before = replay(whole).state.pack()
    for _ in range(300):
        harmed = deepcopy(whole)
        harm_at_random(harmed["events"], random)
        try:
            after = replay(parse_record(json.dumps(harmed)))
        except RecordError:
            refused += 1
        else:
            assert after.state.pack() == before
    assert refused > 200


def harm_at_random(events: list[Any], random: Random) -> None:
    """Change, drop, double, swap or cut off something."""
    at, other = random.randrange(len(events)), random.randrange(len(events))
    match random.randrange(5):
        case 0:
            del events[at]
        case 1:
            events.insert(at, deepcopy(events[other]))
        case 2:
            events[at], events[other] = events[other], events[at]
        case 3:
            del events[at:]
        case _:
            keys = [key for key in events[at] if key != "type"]
            if keys:
                strange = [-1, 2**70, [], ["X"], [None], "W", None, True, ["1"] * 200, [["W"] * 3]]
                events[at][random.choice(keys)] = random.choice(strange)


def test_events_show_each_seat_its_own_cards_only() -> None:
    for event in small_table(7).events:
        for seat in (SPECTATOR, 0, 1, 2):
            seen = event.seen_by(seat)
            match event.whole["type"]:
                case "deal":
                    own = event.whole["hands"][seat] if seat >= 0 else []
                    pile = len(event.whole["pile"])
                    assert seen == {"type": "deal", "hand": own, "counts": [3] * 3, "pile": pile}
                case "draw":
                    assert ("cards" in seen) == (seat == event.whole["seat"])
                    assert seen["count"] == len(event.whole["cards"])
                case "recycle":
                    assert seen == {"type": "recycle", "pile": len(event.whole["pile"])}
                case _:
                    assert seen == event.whole


PASS = {
    "record": "tapete/1",
    "game": "match-em",
    "seats": 2,
    "options": {
        "max_value": 5,
        "copies": 2,
        "wilds": 2,
        "cards_dealt": 3,
        "draw_count": 3,
        "forced_match": "free",
        "no_wild_finish": True,
    },
    "events": [
        {"type": "cut", "cards": [["5", "4"]], "starter": 0},
        {
            "type": "deal",
            "hands": [["1", "4", "W"], ["W", "2", "2"]],
            "pile": ["1", "3", "3", "4", "5", "5"],
        },
        {"type": "play", "seat": 0, "cards": ["4"]},
        {"type": "draw", "seat": 1, "cards": ["1", "3", "3"]},
        {"type": "play", "seat": 1, "cards": ["1"]},
        {"type": "play", "seat": 0, "cards": ["1"]},
        {"type": "draw", "seat": 1, "cards": ["4", "5", "5"]},
        {"type": "play", "seat": 1, "cards": ["W"]},
        {"type": "recycle", "pile": ["4", "1"]},
        {"type": "draw", "seat": 0, "cards": ["4", "1"]},
        {"type": "play", "seat": 0, "cards": ["1"]},
        {"type": "recycle", "pile": ["W", "1"]},
        {"type": "draw", "seat": 1, "cards": ["W", "1"]},
        {"type": "play", "seat": 1, "cards": ["W"]},
        {"type": "draw", "seat": 0, "cards": []},
        {"type": "play", "seat": 0, "cards": ["4"]},
        {"type": "recycle", "pile": ["1", "W"]},
        {"type": "draw", "seat": 1, "cards": ["1", "W"]},
        {"type": "play", "seat": 1, "cards": ["W"]},
        {"type": "draw", "seat": 0, "cards": []},
        {"type": "pass", "seat": 0},
        {"type": "play", "seat": 1, "cards": ["2", "2"]},
    ],
}
"""A game written by hand in which a seat has a wild alone, and nothing to draw."""


def test_record_with_a_pass_replays() -> None:
    assert replay(parse_record(json.dumps(PASS))).state.turn == 0


def test_pass_left_out_is_missed() -> None:
    harmed = deepcopy(PASS)
    del harmed["events"][20]
    with pytest.raises(RecordError, match="event 20: by the rules this is a `pass`"):
        replay(parse_record(json.dumps(harmed)))
