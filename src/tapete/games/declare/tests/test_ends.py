"""How rounds and matches end, DC-D8 and DC-D9: one sentence a test."""

import pytest

from tapete.core.game import TERMINAL, WIN
from tapete.games.declare import rules, state
from tapete.games.declare.state import News, Phase
from tapete.games.declare.tests.hands import (
    deal,
    fresh,
    moves,
    news,
    places,
    play,
    points,
    scores,
    sources,
    table,
)

# DC-D8


def test_dc_d8_crossing_is_exceeding() -> None:
    s = table("2S", "3S", "4S", scores=(0, 99, 99))
    play(s, "declare")
    assert scores(s) == [0, 100, 101]
    assert [p.out for p in s.players[:3]] == [0, 0, 1]


def test_dc_d8_the_threshold_is_100() -> None:
    assert fresh(2).threshold == 100


def test_dc_d8_play_goes_on_till_one_is_left() -> None:
    s = table("2S", "3S", "4S", scores=(0, 0, 99))
    play(s, "declare")
    assert s.phase == Phase.DEAL
    s = table("2S", "", "4S", scores=(0, 101, 99), out=(0, 1, 0), round_=2)
    play(s, "declare")
    assert news(s) == [News.DECLARED, News.OUT, News.END]
    assert rules.actor(s) == TERMINAL


def test_dc_d8_those_who_cross_in_one_round_go_out_together() -> None:
    s = table("2S", "9S", "5S", "4S", scores=(0, 99, 0, 99), round_=7)
    play(s, "declare")
    assert [p.out for p in s.players[:4]] == [0, 7, 0, 7]
    assert news(s) == [News.DECLARED, News.OUT]


def test_dc_d8_who_went_out_later_ranks_better_whatever_the_score() -> None:
    s = table("2S", "", "4S", scores=(90, 101, 100), out=(0, 1, 0), round_=2)
    play(s, "declare")
    assert scores(s) == [90, 101, 102]
    assert places(s) == [0, 2, 1]


def test_dc_d8_in_one_round_the_lower_score_ranks_better() -> None:
    s = table("2S", "9S", "4S", scores=(0, 99, 99), round_=2)
    play(s, "declare")
    assert scores(s) == [0, 106, 101]
    assert places(s) == [0, 2, 1]


def test_dc_d8_equal_scores_of_one_round_share_a_place() -> None:
    s = table("2S", "4H", "4S", scores=(0, 99, 99), round_=2)
    play(s, "declare")
    assert places(s) == [0, 1, 1]


def test_dc_d8_the_last_one_standing_takes_the_whole_win() -> None:
    s = table("2S", "9S", scores=(0, 99))
    play(s, "declare")
    assert [rules.returns(s, seat) for seat in (0, 1)] == [WIN, 0]


def test_dc_d8_should_all_cross_at_once_the_lowest_score_wins() -> None:
    s = table("2S", "9S", "4S", scores=(205, 201, 202), threshold=200, scoring="full_hand")
    play(s, "declare")
    assert news(s) == [News.DECLARED, News.OUT, News.END]
    assert places(s) == [0, 2, 1]


def test_dc_d8_should_all_cross_at_once_ties_share() -> None:
    s = table("2S", "9S", "4S", scores=(206, 201, 202), threshold=200, scoring="full_hand")
    play(s, "declare")
    assert scores(s) == [206, 210, 206]
    assert places(s) == [0, 2, 0]
    assert [rules.returns(s, seat) for seat in range(3)] == [WIN // 2, 0, WIN // 2]


# DC-D9


def test_dc_d9_hands_are_shown_when_everybody_still_in_has_had_the_turns() -> None:
    s = table("2S", "", "9S", "KS", out=(0, 1, 0, 0), turns=39)
    play(s, "2S > 2D")
    play(s, "9S > pile")
    assert (news(s), s.phase) == ([News.TURN], Phase.TURN)
    play(s, "KS > pile")
    assert news(s)[:2] == [News.TURN, News.SHOWDOWN]


def test_dc_d9_a_round_goes_on_for_40_turns_each() -> None:
    s = fresh(2)
    deal(s)
    for _ in range(79):
        play(s, next(move for move in moves(s) if move.endswith("> pile")))
    assert (s.round, s.phase) == (1, Phase.TURN)
    play(s, next(move for move in moves(s) if move.endswith("> pile")))
    assert News.SHOWDOWN in news(s)


def at_limit(*hands: str, **options: object) -> state.State:
    """Return a table whose last seat has one turn to go to the lap limit, after playing it.

    That seat throws its KD and takes the two of diamonds.
    """
    s = table(*hands, turn=len(hands) - 1, turns=40, **options)
    s.players[len(hands) - 1].turns = 39
    play(s, "KD > 2D")
    return s


def test_dc_d9_the_lowest_scores_0_the_others_their_difference() -> None:
    s = at_limit("7S", "5S", "9S KD")
    assert [p.total for p in s.players[:3]] == [7, 5, 11]
    assert points(s) == [2, 0, 6]


def test_dc_d9_all_who_tie_for_the_lowest_score_0() -> None:
    assert points(at_limit("5H", "5S", "9S KD")) == [0, 0, 6]


def test_dc_d9_with_full_hand_the_others_score_their_totals() -> None:
    assert points(at_limit("7S", "5S", "9S KD", scoring="full_hand")) == [7, 0, 11]


def test_dc_d9_the_next_round_starts_with_the_lowest() -> None:
    assert at_limit("7S", "5S", "9S KD").starter == 1


def test_dc_d9_among_the_lowest_the_first_from_the_seat_whose_turn_it_was() -> None:
    # Seat 2 has just moved, so that it is seat 0's turn.
    assert at_limit("5H", "5S", "3S KD").starter == 0
    assert at_limit("6H", "5S", "3S KD").starter == 1


def test_dc_d9_a_showdown_puts_out_who_crosses() -> None:
    s = at_limit("7S", "5S", "9S KD", scores=(99, 0, 0))
    assert news(s) == [News.TURN, News.SHOWDOWN, News.OUT]


def test_dc_d9_a_game_of_200_rounds_is_capped_and_the_lowest_score_wins() -> None:
    s = table("7S", "9S", "9H", scores=(50, 20, 40), round_=200)
    play(s, "declare")
    assert news(s) == [News.DECLARED, News.END]
    assert rules.actor(s) == TERMINAL
    assert scores(s) == [50, 22, 42]
    assert places(s) == [2, 0, 1]


def test_dc_d9_at_the_cap_ties_share() -> None:
    s = table("7S", "9S", "9H", scores=(50, 20, 20), round_=200)
    play(s, "declare")
    assert [rules.returns(s, seat) for seat in range(3)] == [0, WIN // 2, WIN // 2]


def test_dc_d9_round_199_is_not_the_last() -> None:
    s = table("7S", "9S", round_=199)
    play(s, "declare")
    assert (s.round, s.phase) == (200, Phase.DEAL)


@pytest.mark.parametrize("limit", [5, 100])
def test_dc_d9_you_may_take_and_throw_in_the_last_lap(limit: int) -> None:
    s = table("2S", "9S", turns=limit - 1, lap_limit=limit)
    assert sources(s) == {"pile", "2D"}
    assert "declare" in moves(s)
