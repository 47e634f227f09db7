"""The rules of the sheet, by number."""

from typing import Any

import pytest

from tapete.core.game import TERMINAL, WIN
from tapete.games.match_em import rules
from tapete.games.match_em.rules import Phase
from tapete.games.match_em.tests.tables import (
    begin,
    deal_any,
    draw,
    hand,
    legal,
    pile,
    play,
    recycle,
    table,
    told,
)


def test_me_1_first_without_cards_wins_the_hand() -> None:
    s = table("4 5", "1 1", "9", standing="9")
    play(s, "4+5")
    assert told(s)[1] == {"type": "hand", "seat": 0, "tokens": [1, 0, 0]}
    assert s.hands == 2


def test_me_1_one_card_left_wins_nothing_yet() -> None:
    s = table("4 5 3", "1 1", standing="9")
    play(s, "4+5")
    assert [event["type"] for event in told(s)] == ["play"]
    assert (s.hands, s.turn) == (1, 1)


def test_me_1_third_hand_won_wins_the_match() -> None:
    s = table("9", "1 1", "2 2", standing="9")
    s.players[0].tokens, s.players[2].tokens = 2, 1
    play(s, "9")
    assert [event["type"] for event in told(s)] == ["play", "hand", "end"]
    assert rules.actor(s) == TERMINAL
    assert [rules.returns(s, seat) for seat in range(3)] == [WIN, 0, 0]
    assert [rules.place(s, seat) for seat in range(3)] == [0, 2, 1]
    assert [rules.score(s, seat) for seat in range(3)] == [3, 0, 1]


def test_me_1_second_hand_won_does_not() -> None:
    s = table("9", "1 1", standing="9")
    s.players[0].tokens = 1
    play(s, "9")
    assert rules.actor(s) != TERMINAL


def test_me_2_five_cards_each_round_the_table_from_the_starter() -> None:
    s = begin(3)
    draw(s, "2 9 4")
    assert s.phase == Phase.DEAL
    draw(s, "1 2 3  1 2 3  1 2 3  1 2 3  5 6 7")
    assert [hand(s, seat) for seat in range(3)] == ["3 3 3 3 7", "1 1 1 1 5", "2 2 2 2 6"]
    assert s.pile_count == 54 - 15
    assert told(s)[0]["hands"][1] == ["1", "1", "1", "1", "5"]
    assert rules.actor(s) == 1


def test_me_2_highest_cut_starts() -> None:
    s = begin(4)
    draw(s, "2 4 9 8")
    assert told(s) == [{"type": "cut", "cards": [["2", "4", "9", "8"]], "starter": 2}]


def test_me_2_all_cards_are_shuffled_before_each_hand() -> None:
    s = table("9", "1 1", standing="9", starter="winner")
    shuffles = s.shuffles
    play(s, "9")
    assert (s.pile_count, s.shuffles) == (54, shuffles + 1)
    deal_any(s)
    assert s.pile_count == 44


def test_me_2_play_passes_to_the_left() -> None:
    s = table("9 1", "9 1", "9 1", standing="9", turn=1)
    play(s, "9")
    assert s.turn == 2
    play(s, "9")
    assert s.turn == 0


def test_me_3_starter_leads_any_one_card() -> None:
    s = table("1 2 3 3 W", "5")
    assert legal(s) == ["1", "2", "3"]
    play(s, "3")
    assert told(s) == [{"type": "play", "seat": 0, "cards": ["3"]}]
    assert s.total == 3


def test_me_4_match_is_one_card_or_several_that_add_up() -> None:
    s = table("1 2 3 6 7 9", "5 5", standing="9")
    assert set(legal(s)) == {"9", "7+2", "6+3", "6+2+1"}


def test_me_4_one_match_a_play() -> None:
    s = table("4 4 5 5", "1", standing="9")
    play(s, "5+4")
    assert (hand(s, 0), s.turn) == ("4 5", 1)


def test_me_4_other_sums_are_refused() -> None:
    s = table("4 5 8", "1", standing="10")
    for action in range(rules.WILD):
        assert not rules.is_legal(s, action)


def test_me_5_who_cannot_match_draws_two_and_may_match_or_set_a_new_total() -> None:
    s = table("1 6", "5", standing="10", pile="3 3 4 8")
    assert legal(s) == ["draw"]
    play(s, "draw")
    draw(s, "3 8")
    assert told(s) == [{"type": "draw", "seat": 0, "cards": ["3", "8"]}]
    assert hand(s, 0) == "1 3 6 8"
    assert set(legal(s)) == {"1", "3", "6", "8", "6+3+1"}
    play(s, "8")
    assert s.total == 8


def test_me_5_may_still_match_after_drawing() -> None:
    s = table("1 6", "5", standing="10", pile="3 3 4 8")
    play(s, "draw")
    draw(s, "4 8")
    play(s, "6+4")
    assert (hand(s, 0), s.total, s.turn) == ("1 8", 10, 1)


def test_me_6_next_player_matches_the_new_total() -> None:
    s = table("10 1", "5 5 1", "8 8", "4 2 1", pile="6 9 9")
    play(s, "10", "5+5", "draw")
    draw(s, "6 9")
    play(s, "6")
    assert legal(s) == ["4+2"]
    play(s, "4+2")
    assert s.total == 6


def test_me_7_wild_matches_alone_and_the_total_stays() -> None:
    s = table("9 2 W", "9 1", "3", standing="9")
    assert set(legal(s)) == {"9", "wild"}
    play(s, "wild")
    assert told(s) == [{"type": "play", "seat": 0, "cards": ["W"]}]
    assert (hand(s, 0), s.total) == ("2 9", 9)
    assert legal(s) == ["9"]


def test_me_7_who_holds_no_wild_plays_none() -> None:
    s = table("9 2", "9 1", standing="9")
    assert not rules.is_legal(s, rules.WILD)
    assert "wild" not in legal(s)


def test_me_8_played_cards_become_the_pile_but_the_last_play_stays() -> None:
    s = table("1 1", "5", standing="4+5", played="2 3 10 W")
    play(s, "draw")
    recycle(s)
    assert told(s) == [{"type": "recycle", "pile": ["2", "3", "10", "W"]}]
    assert (pile(s), s.total) == ("2 3 10 W", 9)
    draw(s, "3 W")
    play(s, "1")
    assert pile(s) == "2 10"


def test_me_8_every_play_goes_to_the_played_cards() -> None:
    s = table("9 8", "4 5 8", "7 W W", "1 1", pile="")
    play(s, "9", "5+4", "wild", "draw")
    recycle(s)
    assert pile(s) == "9"


@pytest.mark.parametrize("winner", [0, 2])
def test_me_9_winner_of_a_hand_takes_a_token(winner: int) -> None:
    hands = ["8 8"] * 3
    hands[winner] = "9"
    s: Any = table(*hands, standing="9", turn=winner)
    play(s, "9")
    assert [p.tokens for p in s.players[:3]] == [int(seat == winner) for seat in range(3)]
