"""Records of Declare: what is accepted, what is refused and at which event, and what is hidden."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tapete.core.errors import RecordError
from tapete.core.game import SPECTATOR
from tapete.games.declare.events import SHAPES, canonical, show
from tapete.games.declare.notation import describe_event
from tapete.games.declare.tests.written import (
    PACK,
    SHORT,
    changed,
    deal,
    exhausted,
    read,
    record,
    shown_by_limit,
    slow,
    turn,
    unfinished,
)
from tapete.table.record import parse_record, record_of

HUGE = 10**40


def plain(record: dict[str, Any]) -> dict[str, Any]:
    """Return a record as a reader has it, without extras."""
    return parse_record(json.dumps(record))


def test_hand_written_record_is_accepted_and_written_again_as_it_was() -> None:
    table = read(SHORT)
    assert table.is_over
    written = plain(record_of(table, SHORT["players"]))
    assert [canonical(e) for e in written.pop("events")] == [canonical(e) for e in SHORT["events"]]
    assert written == {key: SHORT[key] for key in SHORT if key != "events"}


@pytest.mark.parametrize("events", range(len(SHORT["events"])))
def test_record_may_stop_after_any_event(events: int) -> None:
    assert not read(unfinished(SHORT, events)).is_over or events > 8


def test_new_pile_stands_before_the_turn_that_draws_from_it() -> None:
    whole = exhausted()
    table = read(whole)
    assert plain(record_of(table)) == whole
    assert read(unfinished(whole, len(whole["events"]) - 1)).version == 42


def test_showdown_comes_with_the_lap_limit() -> None:
    whole = shown_by_limit()
    assert plain(record_of(read(whole))) == whole


def test_order_of_thrown_and_dealt_cards_means_nothing() -> None:
    whole = changed(SHORT, ["events", 7, "discard"], ["4H", "2D", "3D"])
    assert read(whole).is_over
    whole = changed(SHORT, ["events", 5, "hands", 1], ["4H", "AS", "2D", "AH", "3D"])
    assert read(whole).is_over


def test_order_of_those_who_go_out_means_nothing() -> None:
    event = {"type": "out", "seats": [2, 0]}
    assert canonical(event) == canonical({"type": "out", "seats": [0, 2]})
    assert canonical(event) != canonical({"type": "out", "seats": [0, 1]})


def test_order_of_the_pile_means_everything() -> None:
    event = SHORT["events"][0]
    other = {**event, "pile": event["pile"][::-1]}
    assert canonical(event) != canonical(other)


E = "events"
TURN_1 = SHORT["events"][1]
SHOWDOWN = {"type": "showdown", "totals": [14, 40], "points": [0, 26]}
DOCTORED: dict[str, tuple[list[str | int], Any, int | None]] = {
    # the deal
    "no such starter": ([E, 0, "starter"], 2, 0),
    "starter below all": ([E, 0, "starter"], -1, 0),
    "huge starter": ([E, 0, "starter"], HUGE, 0),
    "starter as truth": ([E, 0, "starter"], True, 0),
    "starter who was not the best": ([E, 5, "starter"], 1, 5),
    "no such card dealt": ([E, 0, "hands", 0, 0], "ZZ", 0),
    "joker without jokers": ([E, 0, "hands", 0, 0], "X1", 0),
    "empty card": ([E, 0, "hands", 0, 0], "", 0),
    "card in small letters": ([E, 0, "hands", 0, 0], "as", 0),
    "card with a space": ([E, 0, "hands", 0, 0], "AS ", 0),
    "card dealt twice": ([E, 0, "hands", 0, 0], "2S", 0),
    "hand too short": ([E, 0, "hands", 0], ["AS", "2S", "3S", "7H"], 0),
    "hand empty": ([E, 0, "hands", 0], [], 0),
    "hand missing": ([E, 0, "hands"], [["AS", "2S", "3S", "7H", "7D"]], 0),
    "no hands": ([E, 0, "hands"], [], 0),
    "one hand too many": ([E, 0, "hands"], [*SHORT["events"][0]["hands"], []], 0),
    "floor of two cards": ([E, 0, "floor"], "5D 5C", 0),
    "floor that is dealt too": ([E, 0, "floor"], "AS", 0),
    "floor as a list": ([E, 0, "floor"], ["5D"], 0),
    "pile short of a card": ([E, 0, "pile"], SHORT["events"][0]["pile"][:-1], 0),
    "pile empty": ([E, 0, "pile"], [], 0),
    "whole pack in the pile": ([E, 0, "pile"], PACK, 0),
    # turns
    "seat not on turn": ([E, 1, "seat"], 0, 1),
    "seat 99": ([E, 1, "seat"], 99, 1),
    "seat below all": ([E, 1, "seat"], -1, 1),
    "huge seat": ([E, 1, "seat"], HUGE, 1),
    "nothing thrown": ([E, 1, "discard"], [], 1),
    "card not held": ([E, 1, "discard"], ["AS"], 1),
    "no such card thrown": ([E, 1, "discard"], ["ZZ"], 1),
    "card thrown twice": ([E, 1, "discard"], ["KS", "KS"], 1),
    "no set": ([E, 1, "discard"], ["KS", "QD"], 1),
    "six cards": ([E, 1, "discard"], ["KS", "KH", "QD", "JC", "9C", "5D"], 1),
    "another card from the pile": ([E, 1, "card"], "8H", 1),
    "no such card from the pile": ([E, 1, "card"], "ZZ", 1),
    "not on the floor": ([E, 3, "card"], "5D", 3),
    "own throw picked up": ([E, 3, "card"], "QD", 3),
    "no such card from the floor": ([E, 3, "card"], "ZZ", 3),
    "from nowhere": ([E, 3, "from"], "hand", 3),
    "from the pile instead": ([E, 3, "from"], "pile", 3),
    # declarations
    "declaration out of turn": ([E, 4, "seat"], 1, 4),
    "declaration of seat 99": ([E, 4, "seat"], 99, 4),
    "declaration of a huge seat": ([E, 4, "seat"], HUGE, 4),
    "declaration of seat -1": ([E, 4, "seat"], -1, 4),
    "declaration in the first turn": ([E, 2], SHORT["events"][4], 2),
    "another total": ([E, 4, "totals"], [14, 31], 4),
    "other points": ([E, 8, "points"], [0, 15], 8),
    "points missing": ([E, 8, "points"], [], 8),
    "points of a seat that is not there": ([E, 8, "points"], [35, 0, None], 8),
    "no points though in": ([E, 8, "points"], [35, None], 8),
    "huge points": ([E, 8, "points"], [HUGE, 0], 8),
    "points with a fraction": ([E, 8, "points"], [35.0, 0], 8),
    # the end
    "another one out": ([E, 9, "seats"], [1], 9),
    "both out": ([E, 9, "seats"], [0, 1], 9),
    "out twice": ([E, 9, "seats"], [0, 0], 9),
    "nobody out": ([E, 9, "seats"], [], 9),
    "huge seat out": ([E, 9, "seats"], [HUGE], 9),
    "end before all is told": ([E, 9], {"type": "end"}, 9),
    "end in the middle": ([E, 3], {"type": "end"}, 3),
    "out in the middle": ([E, 3], {"type": "out", "seats": [0]}, 3),
    "showdown in the middle": ([E, 3], SHOWDOWN, 3),
    "new pile though there is one": ([E, 3], {"type": "recycle", "pile": ["5D", "KS", "KH"]}, 3),
    "deal in the middle": ([E, 3], SHORT["events"][5], 3),
    "turn where a deal is due": ([E, 5], TURN_1, 5),
    "declaration where a deal is due": ([E, 5], SHORT["events"][4], 5),
    "new pile where a deal is due": ([E, 5], {"type": "recycle", "pile": []}, 5),
    "turn first": ([E, 0], TURN_1, 0),
    "end first": ([E, 0], {"type": "end"}, 0),
    "another type": ([E, 3], {"type": "slap"}, 3),
    "unknown key": ([E, 3, "why"], 1, 3),
    "winner who is not": (["result", "winners"], [0], None),
    "ranking with no ties": (["result", "ranking"], [[1, 0]], None),
    "other scores": (["result", "scores"], [35, 17], None),
    "another limit": (["options", "threshold"], 50, 9),
    "another scoring": (["options", "scoring"], "full_hand", 4),
}


@pytest.mark.parametrize("name", DOCTORED)
def test_doctored_record_is_refused_at_its_event(name: str) -> None:
    path, value, index = DOCTORED[name]
    with pytest.raises(RecordError) as caught:
        read(changed(SHORT, path, value))
    assert caught.value.event == index


@pytest.mark.parametrize("index", range(len(SHORT[E]) - 1))
def test_missing_event_is_noticed_at_the_next(index: int) -> None:
    whole = changed(SHORT, [E], SHORT[E][:index] + SHORT[E][index + 1 :])
    with pytest.raises(RecordError) as caught:
        read(whole)
    assert caught.value.event == index


def test_missing_end_leaves_no_result() -> None:
    with pytest.raises(RecordError) as caught:
        read(changed(SHORT, [E], SHORT[E][:-1]))
    assert caught.value.event is None


def test_result_missing_after_the_end_is_refused() -> None:
    whole = {key: value for key, value in SHORT.items() if key != "result"}
    with pytest.raises(RecordError) as caught:
        read(whole)
    assert caught.value.event is None


def test_event_after_the_end_is_refused() -> None:
    with pytest.raises(RecordError) as caught:
        read(changed(SHORT, [E], [*SHORT[E], {"type": "end"}]))
    assert caught.value.event == len(SHORT[E])


def test_forbidden_move_names_its_rule() -> None:
    with pytest.raises(RecordError, match="DC-3"):
        read(changed(SHORT, [E, 1, "discard"], ["KS", "QD"]))
    with pytest.raises(RecordError, match="DC-6"):
        read(changed(SHORT, [E, 2], SHORT[E][4]))


def doctored_pile(change: Any) -> dict[str, Any]:
    """Return the record of the run-out pile with another new pile."""
    whole = exhausted()
    return changed(whole, [E, 42, "pile"], change(whole[E][42]["pile"]))


@pytest.mark.parametrize(
    "change",
    [
        lambda pile: pile[:-1],
        lambda pile: [*pile, "AS"],
        lambda pile: [*pile[:-1], pile[0]],
        lambda pile: [*pile[:-1], "ZZ"],
        lambda pile: [card.lower() for card in pile],
        lambda _: [],
    ],
    ids=["one short", "a held card", "one twice", "no card", "small letters", "empty"],
)
def test_new_pile_of_other_cards_is_refused(change: Any) -> None:
    with pytest.raises(RecordError) as caught:
        read(unfinished(doctored_pile(change), 43))
    assert caught.value.event == 42


def test_new_pile_in_another_order_gives_another_card() -> None:
    with pytest.raises(RecordError) as caught:
        read(doctored_pile(lambda pile: pile[::-1]))
    assert caught.value.event == 43


def test_new_pile_that_is_not_told_is_missed() -> None:
    whole = exhausted()
    with pytest.raises(RecordError) as caught:
        read(changed(whole, [E], whole[E][:42] + whole[E][43:]))
    assert caught.value.event == 42


def test_new_pile_before_a_turn_that_does_not_draw_is_refused() -> None:
    whole = exhausted()
    floor = whole[E][41]["discard"][0]
    with pytest.raises(RecordError) as caught:
        read(changed(whole, [E, 43], turn(1, whole[E][43]["discard"][0], "floor", floor)))
    assert caught.value.event == 42


def test_showdown_before_the_lap_limit_or_after_it_is_refused() -> None:
    whole = shown_by_limit()
    for lap_limit in (6, 40):
        with pytest.raises(RecordError) as caught:
            read(changed(whole, ["options", "lap_limit"], lap_limit))
        assert caught.value.event == 11
    with pytest.raises(RecordError) as caught:
        read(changed(slow(11, lap_limit=5), ["players"], ["Ana", "Beto"]))
    assert caught.value.event == 11


HOSTILE = st.one_of(
    st.sampled_from(
        [99, -1, HUGE, -HUGE, 0, 1, 0.5, "", "ZZ", "AS", "X1", "pile", None, True, [], {}]
    ),
    st.lists(st.sampled_from(["AS", "KH", "ZZ", "X2", 0, -1, None, []]), max_size=7),
    st.text(max_size=5),
)


def paths(value: Any, path: tuple[str | int, ...] = ()) -> list[tuple[str | int, ...]]:
    """Return the paths to everything inside a record."""
    inner = value.items() if isinstance(value, dict) else enumerate(value)
    found = []
    for key, one in inner:
        found.append((*path, key))
        if isinstance(one, dict | list):
            found += paths(one, (*path, key))
    return found


SHORTENED = [p for p in paths(SHORT) if not (len(p) > 3 and p[2] == "pile" and int(p[3]) > 1)]


@given(st.sampled_from(SHORTENED), HOSTILE)
def test_hostile_value_anywhere_gives_a_record_error_or_is_what_happened(
    path: Any, value: Any
) -> None:
    whole = changed(SHORT, path, value)
    try:
        table = read(whole)
    except RecordError:
        return
    told = plain(record_of(table))
    assert [canonical(e) for e in told["events"]][: len(whole[E])] == [
        canonical(e) for e in whole[E]
    ]
    assert "result" not in whole or told["result"] == whole["result"]


# What is hidden


def test_draw_from_the_pile_is_shown_to_the_seat_alone() -> None:
    event = turn(1, "KS KH", "pile", "4S")
    hidden = {"type": "turn", "seat": 1, "discard": ["KS", "KH"], "from": "pile"}
    assert show(event, 1) == event
    assert show(event, 0) == hidden
    assert show(event, SPECTATOR) == hidden


def test_card_from_the_floor_is_shown_to_all() -> None:
    event = turn(1, "QD", "floor", "7H")
    assert [show(event, seat) for seat in (0, 1, SPECTATOR)] == [event] * 3


@pytest.mark.parametrize("seat", [0, 1, SPECTATOR])
def test_order_of_a_new_pile_is_hidden_from_all(seat: int) -> None:
    assert show({"type": "recycle", "pile": ["AS", "KH"]}, seat) == {"type": "recycle", "pile": 2}


@pytest.mark.parametrize("seat", [0, 1, SPECTATOR])
def test_deal_hides_the_pile_and_the_others_hands(seat: int) -> None:
    seen = show(SHORT[E][0], seat)
    assert seen["pile"] == 41
    assert seen["hand"] == ([] if seat == SPECTATOR else SHORT[E][0]["hands"][seat])
    assert seen["counts"] == [5, 5]
    assert "hands" not in seen


def test_showing_of_hands_is_public() -> None:
    for event in (SHORT[E][4], shown_by_limit()[E][11], SHORT[E][9], SHORT[E][10]):
        assert [show(event, seat) for seat in (0, 1, SPECTATOR)] == [event] * 3


def test_dc_6_hands_are_shown_to_everybody() -> None:
    event = read(SHORT).events[4]
    hands = [["AS", "2S", "3S", "8H"], ["4S", "7H", "9C", "JC"]]
    assert event.whole["x_hands"] == hands
    assert [event.seen_by(seat)["x_hands"] for seat in (0, 1, SPECTATOR)] == [hands] * 3
    said = describe_event(event.seen_by(1), ["Ana", "Beto"], "en")
    assert "Ana A♠ 2♠ 3♠ 8♥ = 14 (scores 0); Beto 4♠ 7♥ 9♣ J♣ = 30 (scores 16)" in said


def test_every_type_of_event_is_in_the_shapes() -> None:
    events = [*SHORT[E], *exhausted()[E], *shown_by_limit()[E]]
    assert {event["type"] for event in events} == set(SHAPES)
    for event in events:
        assert set(event) == {"type", *SHAPES[event["type"]]}


def test_seat_that_is_out_is_dealt_nothing_and_has_no_total() -> None:
    whole = three_seats()
    table = read(whole)
    assert record_of(table)["events"][-1]["totals"] == [None, 19, 29]


def three_seats() -> dict[str, Any]:
    """Return a record in which seat 0 goes out in the first round and the others play on."""
    hands = ["KS KH QD JC 9C", "AS 2S 3S 7H 7D", "AH 2H 3H 4H 6D"]
    later = ["", "9S 9H 2C 3C 5C", "TH JH 2D 3D 4D"]
    events = [
        deal(0, hands, "5D", first="QS JS TS"),
        turn(0, "KS KH", "pile", "QS"),
        turn(1, "7H 7D", "pile", "JS"),
        turn(2, "6D", "pile", "TS"),
        # 10+10+10+9 against 1+2+3+10 and 1+2+3+4+10
        {"type": "declare", "seat": 0, "totals": [39, 16, 20], "points": [43, 0, 0]},
        {"type": "out", "seats": [0]},
        deal(1, later, "5H", first="9D KC"),
        turn(1, "9S 9H", "pile", "9D"),
        turn(2, "TH", "pile", "KC"),
        # 2+3+5+9 against 10+2+3+4+10
        {"type": "declare", "seat": 1, "totals": [None, 19, 29], "points": [None, 0, 10]},
    ]
    return record(events, seats=3, options={"threshold": 25})
