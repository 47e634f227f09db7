"""The rules of the sheet, one a test, named by their numbers."""

from collections import Counter

from tapete.core.game import TERMINAL, WIN
from tapete.games import game
from tapete.games.hands_down import rules
from tapete.games.hands_down.state import (
    EARLY,
    FOOLED,
    HALF_SLAP,
    JAM,
    NO_PAIR,
    NOBODY,
    TOUCHED_FAKE,
    Phase,
)
from tapete.games.hands_down.tests.board import LAID, Board, over, places
from tapete.games.hands_down.words import CARDS


def test_hd_1_most_points_win_whatever_the_numbers() -> None:
    board = over("1 1 2 2 3", "10 10 9", "9 8", joker=1)
    assert board.scores == [5, 5, 2]
    board = over("1 1 2 2 3 3", "10 10 9", "9 8", joker=1)
    assert places(board) == [0, 1, 2]
    assert [rules.returns(board.s, seat) for seat in range(3)] == [WIN, 0, 0]


def test_hd_2_single_cards_go_round_from_the_dealers_left() -> None:
    hands_down = game("hands-down")
    s = hands_down.new(3, hands_down.settle(3, {}))
    rules.apply_chance(s, 1)
    assert Counter(s.pile[: s.pile_count]) == Counter([0, *list(range(1, 11)) * 4])
    receivers = []
    while s.phase == Phase.DEAL:
        before = [p.count for p in s.players]
        rules.apply_chance(s, 0)
        receivers += [i for i, p in enumerate(s.players) if p.count > before[i]]
    assert receivers == [2, 0, 1] * 4
    assert s.pile_count == 41 - 12


def test_hd_3_dealers_left_begins_and_turns_pass_to_the_left() -> None:
    hands_down = game("hands-down")
    s = hands_down.new(3, hands_down.settle(3, {}))
    rules.apply_chance(s, 1)
    turns = []
    while len(turns) < 4:
        if s.phase == Phase.DECIDE:
            turns.append(s.turn)
            rules.apply(s, rules.PASS)
        else:
            rules.apply_chance(s, 0)
    assert turns == [2, 0, 1, 2]


def test_hd_4_a_turn_opens_with_one_card_from_the_pile() -> None:
    board = Board("3 5", "8 9", pile="6 7").opens(0).draws("7")
    assert (board.hand(0), board.phase, board.s.pile_count) == ("3 5 7", "DECIDE", 1)


def test_hd_5_three_alike_hold_one_pair_and_four_alike_two() -> None:
    board = Board("7 7 7 7 2 2 2 9", "1 1 1 3 4", "5")
    assert [a for a in board.legal if a.startswith("slap")] == ["slap 2", "slap 7"]
    board.slaps(7, 1).takes("1")
    assert (board.hand(0), board.laid(0)) == ("1 2 2 2 7 7 9", "7")
    board.slaps(7, 1).takes("3").slaps(2, 1).takes("4")
    assert (board.hand(0), board.laid(0)) == ("1 2 3 4 9", "2 7 7")


def test_hd_6_the_joker_has_no_second_and_is_never_laid() -> None:
    hands_down = game("hands-down")
    s = hands_down.new(2, hands_down.settle(2, {}))
    rules.apply_chance(s, 0)
    assert s.pile[: s.pile_count].count(CARDS["J"]) == 1
    board = Board("J 4", "J 4", "2 2")
    assert board.legal == ["pass", "fake"]


def test_hd_7_a_pair_is_slapped_for_and_all_others_race() -> None:
    board = Board("7 7 8", "1", "2 3", "4")
    assert board.legal == ["pass", "fake", "slap 7"]
    assert not board.can("slap 8")
    board.does("slap 7")
    assert board.phase == "RACE"
    assert board.possible == [1, 2, 3, JAM, HALF_SLAP]


def test_hd_8_without_cards_you_take_no_part() -> None:
    board = Board("7 7 8", "", "2 3", "4")
    assert not board.could(EARLY + 1)
    assert board.could(EARLY + 2)
    board.does("slap 7")
    assert board.possible == [2, 3, JAM, HALF_SLAP]
    board = Board("7 7 8", "", "2 3", "4").does("fake")
    assert board.possible == [FOOLED, FOOLED + 4, FOOLED + 8, FOOLED + 12, TOUCHED_FAKE]


def test_hd_9_the_last_gives_a_card() -> None:
    board = Board("7 7 8", "1", "2 3", "4").slaps(7, 2)
    assert board.events[-1]["loser"] == 2
    board.takes("3")
    assert [board.hand(seat) for seat in range(4)] == ["3 8", "1", "2", "4"]


def test_hd_10_a_jam_does_not_count_and_you_may_slap_again() -> None:
    board = Board("7 7 8 8", "1", "2 3").slaps(7, JAM)
    assert (board.phase, board.s.turn, board.s.pairs) == ("DECIDE", 0, 0)
    assert [board.hand(seat) for seat in range(3)] == ["7 7 8 8", "1", "2 3"]
    assert board.legal == ["pass", "fake", "slap 7", "slap 8"]


def test_hd_11_the_pair_is_laid_then_a_card_taken_and_the_turn_goes_on() -> None:
    board = Board("7 7 8", "1", "8 3").slaps(7, 2)
    assert (board.laid(0), board.hand(0), board.phase) == ("7", "8", "TAKE")
    board.takes("8")
    assert board.told == ["slap", "take"]
    assert (board.hand(0), board.s.turn, board.legal) == ("8 8", 0, ["pass", "fake", "slap 8"])


def test_hd_12_a_pass_ends_the_turn_and_one_card_forces_it() -> None:
    board = Board("3 5", "8 9", pile="6").does("pass")
    assert (board.told, board.s.turn, board.phase) == (["pass"], 1, "OPEN_DRAW")
    board = Board("7 7", "2 3", "4 5", pile="6").slaps(7, 1).takes("3")
    assert (board.hand(0), board.told) == ("3", ["slap", "take", "pass"])
    assert board.s.turn == 1


def test_hd_13_a_fake_costs_everybody_who_touches_a_card() -> None:
    for hand in ("7 7 8", "6 7 8"):
        board = Board("1", hand, "2 3", "4 5").opens(1).does("take 0").takes("1")
        board.does("fake").comes(FOOLED + 0b1100)
        assert board.events[-1] == {"type": "fake", "seat": 1, "touched": [2, 3]}
        board.takes("3", "5")
        assert board.hand(1) == " ".join(sorted([*hand.split(), "1", "3", "5"]))
        assert (board.s.turn, board.phase) == (1, "DECIDE")


def test_hd_14_the_acting_seats_foul_ends_the_turn_whatever_pairs() -> None:
    for action, outcome, kind in (
        ("slap 7", HALF_SLAP, "half-slap"),
        ("fake", TOUCHED_FAKE, "touched-fake"),
    ):
        board = Board("7 7 8 8", "1 2", "2 3", pile="4").does(action).comes(outcome)
        assert board.events == [{"type": "foul", "seat": 0, "kind": kind}]
        assert (board.s.turn, board.phase, board.hand(0)) == (1, "OPEN_DRAW", "7 7 8 8")


def test_hd_15_an_early_touch_costs_a_card_and_the_turn_goes_on() -> None:
    board = Board("7 7 8", "1 2", "2 3").comes(EARLY + 2)
    assert board.events == [{"type": "early", "seat": 2, "turn": 0}]
    board.takes("2")
    assert board.events[-1] == {"type": "take", "seat": 0, "from": 2, "card": "2", "why": "foul"}
    assert (board.s.turn, board.phase, board.hand(0)) == (0, "DECIDE", "2 7 7 8")


def test_hd_15_an_early_touch_in_a_slaps_motion_comes_before_the_slap() -> None:
    board = Board("7 7 8", "1 2", "3").does("slap 7").comes(EARLY + 1).takes("2")
    assert board.phase == "RACE"
    board.comes(1).takes("1")
    assert board.told == ["early", "take", "slap", "take"]
    assert board.hand(0) == "1 2 8"


def test_hd_16_with_the_pile_gone_a_turn_opens_by_taking_from_whom_you_choose() -> None:
    board = Board("1 2", "3 4", "5", "").opens(0)
    assert board.legal == ["take 1", "take 2"]
    board.does("take 2").takes("5")
    assert board.events[-1]["why"] == "opening"
    assert (board.hand(0), board.phase) == ("1 2 5", "DECIDE")


def test_hd_17_an_empty_hand_draws_two() -> None:
    board = Board("", "3 4", pile="6 7 8").opens(0).draws("8", "6")
    assert board.events == [{"type": "draw", "seat": 0, "cards": ["8", "6"]}]
    assert (board.hand(0), board.phase) == ("6 8", "DECIDE")


def test_hd_17_with_the_pile_gone_an_empty_hand_takes_two_from_one_or_from_each_of_two() -> None:
    board = Board("", "3 4", "5 6").opens(0).does("take 1").takes("3")
    assert board.legal == ["take 1", "take 2"]
    assert board.does("take 1").takes("4").hand(0) == "3 4"
    board = Board("", "3 4", "5 6").opens(0).does("take 1").takes("3").does("take 2").takes("6")
    assert (board.hand(0), board.phase) == ("3 6", "DECIDE")


def test_hd_18_the_last_pair_ends_the_match_and_the_joker_is_two_points() -> None:
    board = Board("10 10", "J", laid=LAID)
    assert board.scores == [10, 9]
    board.slaps(10, 1)
    assert board.told == ["slap", "end"]
    assert board.events[-1] == {"type": "end", "reason": "all-pairs", "joker": 1}
    assert rules.actor(board.s) == TERMINAL
    assert board.scores == [11, 11]


def test_hd_19_a_tie_goes_to_the_higher_numbers_the_joker_counting_20() -> None:
    board = over("1 1 2 3 3 4 7 9", "2 5 6 7 8 10", "4 5 6 8 9 10", joker=1)
    assert board.scores == [8, 8, 6]
    assert [rules.numbers(board.s, seat) for seat in range(3)] == [30, 58, 42]
    assert places(board) == [1, 0, 2]
    assert sum(board.scores) == 22


def test_hd_19_all_numbers_together_are_130() -> None:
    board = over("1 1 2 2 3 3 4 4 5 5", "6 6 7 7 8 8 9 9 10 10", joker=0)
    assert sum(rules.numbers(board.s, seat) for seat in range(2)) == 130
    assert places(board) == [0, 1]


def test_hd_14_no_pair_needs_two_cards_and_no_pair() -> None:
    assert Board("7 8", "1").could(NO_PAIR)
    assert not Board("7 7 8", "1").could(NO_PAIR)
    assert NOBODY not in Board("7 7", "1").does("slap 7").possible
