"""Measured hands at a table: the door `measured`, and what `races.py` makes of verdicts."""

from typing import Any

import pytest

from tapete.core.errors import Reason, Refused
from tapete.core.race import Judge, Race, Touch, Verdict
from tapete.games import game
from tapete.games.hands_down import races
from tapete.games.hands_down.state import (
    EARLY,
    FOOLED,
    HALF_SLAP,
    JAM,
    MAX_JAMS,
    NO_PAIR,
    NOBODY,
    TOUCHED_FAKE,
)
from tapete.games.hands_down.tests.board import Board
from tapete.table.chance import Sealed
from tapete.table.table import Table


def seated(board: Board, **judge: Any) -> Table:
    """Return a table at which the board's match is played on."""
    hands_down = game("hands-down")
    seats = board.s.seats
    values = hands_down.settle(seats, {})
    table = Table(hands_down, seats, values, Sealed(bytes(32)), judge=Judge(**judge))
    table.state = board.s
    return table


def told(table: Table) -> list[str]:
    return [event.whole["type"] for event in table.events]


def test_verdicts_become_outcomes() -> None:
    s = Board("7 7 8", "1 2", "3").does("slap 7").s
    assert races.outcomes(s, Verdict(loser=2)) == [2]
    assert races.outcomes(s, Verdict()) == [NOBODY]
    assert races.outcomes(s, Verdict(jam=True, early=(1,))) == [EARLY + 1, JAM]
    assert races.outcomes(s, Verdict(early=(1, 2), loser=1)) == [EARLY + 1, EARLY + 2, 1]
    assert races.outcomes(s, Verdict(foul=True)) == [HALF_SLAP]
    s = Board("7 7 8", "1 2", "3").does("fake").s
    assert races.outcomes(s, Verdict(touched=(2, 1))) == [FOOLED + 0b110]
    assert races.outcomes(s, Verdict()) == [FOOLED]
    assert races.outcomes(s, Verdict(foul=True)) == [TOUCHED_FAKE]


def test_runners_stand_in_turn_order_from_the_left() -> None:
    board = Board("1 2", "3", "4 5", "").opens(2).does("take 0").takes("1")
    assert races.runners(board.s) == (0, 1)
    assert races.runners_after(board.s, (0,)) == (1,)
    assert races.early_seats(board.s, (3, 1, 0)) == (0, 1)
    board.comes(EARLY + 1).takes("3")
    assert races.early_seats(board.s, (1, 0)) == (0,)
    assert races.acting(board.s) == 2


def test_jams_are_counted() -> None:
    board = Board("7 7 8", "1 2", "3")
    for _ in range(MAX_JAMS):
        assert races.may_jam(board.s)
        board.slaps(7, JAM)
    assert not races.may_jam(board.s)
    board.does("slap 7")
    assert JAM not in board.possible


def test_a_measured_slap_names_the_last() -> None:
    table = seated(Board("7 7 8 8", "1 2", "3 4", "").does("slap 7"))
    table.measured(Race((0, 310, 395, None)))
    slap = table.events[0].whole
    assert (slap["loser"], slap["contacts"]) == (2, [0, 310, 395, None])
    assert told(table) == ["slap", "take"]
    assert table.actor == 0


def test_measured_early_touches_come_first_and_may_empty_a_hand() -> None:
    table = seated(Board("7 7 8 8", "1", "3 4", "5 6").does("slap 7"))
    table.measured(Race((0, 500, 395, 200), early=(3, 1)))
    assert told(table) == ["early", "take", "early", "take", "slap", "take"]
    assert [table.events[i].whole["seat"] for i in (0, 2)] == [1, 3]
    slap = table.events[4].whole
    # Seat 1 was slowest, but has no card left to race with.
    assert (slap["loser"], slap["contacts"]) == (2, [0, None, 395, 200])


def test_hd_d10_a_foul_comes_before_all_touches() -> None:
    s = Board("7 7 8 8", "1 2", "3 4").does("slap 7").s
    assert races.outcomes(s, Verdict(foul=True, early=(1,))) == [HALF_SLAP]
    table = seated(Board("7 7 8 8", "1 2", "3 4").does("slap 7"))
    table.measured(Race((0, 500, 395), early=(1,), foul=True))
    assert told(table)[0] == "foul"
    assert "early" not in told(table)


def test_whoever_touches_in_a_fake_is_fooled_early_or_late() -> None:
    table = seated(Board("7 7 8 8", "1 2", "3 4", "5 6").does("fake"))
    table.measured(Race((0, None, 120, 300), early=(3,)))
    assert table.events[0].whole["touched"] == [2, 3]


@pytest.mark.parametrize("motion", ["slap 7", "fake"])
def test_hd_8_touches_of_who_takes_no_part_are_ignored_whatever_the_motion(motion: str) -> None:
    # A refusal of the one but not of the other would tell a fake from a slap.
    table = seated(Board("7 7 8 8", "1 2", "").does(motion))
    table.measured(Race((0, 200, None), early=(2, 2, 99)))
    assert "early" not in told(table)
    assert told(table)[0] == motion.split(maxsplit=1)[0]


def test_hd_14_while_a_hand_comes_down_nobody_chooses() -> None:
    table = seated(Board("7 7 8 8", "1 2", "3 4").does("fake"))
    with pytest.raises(Refused, match="no seat chooses now") as refused:
        table.act(0, 0)
    assert refused.value.reason == Reason.NOT_YOUR_TURN


def test_a_measurement_that_is_none_is_refused_before_a_lot_is_drawn() -> None:
    table = seated(Board("7 7 8 8", "1 2", "3 4").does("slap 7"))
    before, bits = table.state.pack(), Sealed(bytes(32)).bits()
    for contacts in ((0, 1.5, 2), (0, "a", 2), (0, -1, 2), (0, 1), (0, 1, 2, 3)):
        with pytest.raises(Refused) as refused:
            table.measured(Race(contacts))  # pyright: ignore[reportArgumentType]
        assert refused.value.reason == Reason.BAD_MEASUREMENT
    assert table.state.pack() == before
    assert table.chance.bits() == bits


def test_measured_jams_follow_the_error() -> None:
    table = seated(Board("7 7 8 8", "1 2", "3 4").does("slap 7"))
    table.measured(Race((0, 300, 309), error_ms=9))
    assert told(table) == ["jam"]


def test_by_lot_nothing_is_measured() -> None:
    table = seated(Board("7 7 8 8", "1 2", "3 4").does("slap 7"), reflex="lots")
    table.measured(Race((0, 300, 309)))
    slap = table.events[0].whole
    assert slap["contacts"] == [0, None, None]
    assert slap["loser"] in (1, 2)


def test_an_early_touch_at_the_table_is_paid_for() -> None:
    table = seated(Board("7 7 8", "1 2", "3 4"))
    assert races.touch_outcome(table.state, Touch(1, since_ms=300)) == EARLY + 1
    table.measured(Touch(1))
    assert told(table) == ["early", "take"]


def test_hd_d10_a_touch_in_the_grace_after_a_resolution_is_free() -> None:
    s = Board("7 7 8", "1 2", "3 4").s
    assert races.touch_outcome(s, Touch(1, since_ms=300)) == EARLY + 1
    with pytest.raises(Refused, match="299 ms after a resolution; 300 are free"):
        races.touch_outcome(s, Touch(1, since_ms=299))


@pytest.mark.parametrize(
    ("board", "touch", "rule"),
    [
        (Board("7 7 8", "1 2", "3"), Touch(1, since_ms=299), "HD-D10"),
        (Board("7 7 8", "", "3"), Touch(1), "HD-8"),
        (Board("7 7 8", "1 2", "3").comes(EARLY + 1).takes("1"), Touch(1), "HD-D10"),
        (Board("7 7 8", "1 2", "3"), Touch(0), "HD-D9"),
        (Board("7 8", "1 2", "3", pile="4").opens(0), Touch(1), "HD-D10"),
        (Board("7 7 8", "1 2", "3").does("fake"), Touch(1), ""),
        (Board("7 7 8", "1 2", "3").does("slap 7"), Touch(1), ""),
    ],
)
def test_touches_that_cost_nothing_are_refused(board: Board, touch: Touch, rule: str) -> None:
    before = board.s.pack()
    table = seated(board)
    with pytest.raises(Refused) as refused:
        table.measured(touch)
    assert (refused.value.reason, refused.value.rule) == (Reason.NOTHING_TO_MEASURE, rule)
    assert table.state.pack() == before


def test_a_touch_by_nobody_is_refused() -> None:
    for seat in (-1, 3, 10**9, None, "1", 1.0, True):
        with pytest.raises(Refused) as refused:
            races.touch_outcome(Board("7 7 8", "1 2", "3").s, Touch(seat))  # pyright: ignore[reportArgumentType]
        assert refused.value.reason == Reason.NO_SUCH_SEAT


def test_hd_d9_the_acting_seats_own_touch_without_a_pair_is_a_foul() -> None:
    assert races.touch_outcome(Board("7 8", "1 2").s, Touch(0)) == NO_PAIR


def test_refusals_do_not_tell_a_fake_from_a_slap() -> None:
    said = []
    for motion in ("fake", "slap 7"):
        with pytest.raises(Refused) as refused:
            races.touch_outcome(Board("7 7 8", "1 2").does(motion).s, Touch(1))
        said.append((refused.value.english, refused.value.spanish))
    assert said[0] == said[1]
