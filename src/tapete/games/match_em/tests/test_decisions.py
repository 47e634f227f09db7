"""The decisions where the sheet is silent, by number."""

from itertools import pairwise

import pytest

from tapete.core.game import NONE, TERMINAL, WIN
from tapete.games.match_em import GAME, rules
from tapete.games.match_em.state import MAX_CUTS, Phase
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


def test_me_d1_tied_highest_cut_again_among_themselves() -> None:
    s = begin(4)
    draw(s, "9 4 9 8")
    assert (s.phase, s.turn, s.starter) == (Phase.CUT, 0, NONE)
    draw(s, "3 10")
    rounds = [["9", "4", "9", "8"], ["3", None, "10", None]]
    assert told(s) == [{"type": "cut", "cards": rounds, "starter": 2}]


def test_me_d1_wilds_cut_again_with_the_highest() -> None:
    s = begin(4)
    draw(s, "W 4 9 W")
    draw(s, "2 5 W")
    assert s.phase == Phase.CUT
    draw(s, "8 7")
    rounds = [["W", "4", "9", "W"], ["2", None, "5", "W"], [None, None, "8", "7"]]
    assert told(s) == [{"type": "cut", "cards": rounds, "starter": 2}]


def test_me_d1_wilds_alone_cut_again() -> None:
    s = begin(2)
    draw(s, "W W")
    draw(s, "1 2")
    assert told(s)[0]["starter"] == 1


def test_me_d1_each_round_cuts_the_whole_deck_freshly_shuffled() -> None:
    s = begin(2)
    first = s.shuffles
    draw(s, "9 9")
    assert (s.pile_count, s.shuffles) == (54, first + 1)
    draw(s, "9 10")
    assert (s.pile_count, s.shuffles) == (54, first + 2)


def test_me_d1_one_cut_a_hand() -> None:
    s = table("9", "1 1", standing="9")
    play(s, "9")
    assert (s.phase, s.starter) == (Phase.CUT, NONE)


def test_me_d1_cut_that_never_ends_is_stopped() -> None:
    s = begin(2)
    for _ in range(MAX_CUTS - 1):
        draw(s, "W W")
        assert s.phase == Phase.CUT
    draw(s, "W W")
    assert (told(s)[0]["starter"], len(told(s)[0]["cards"])) == (0, MAX_CUTS)


def test_me_d2_wild_cannot_lead() -> None:
    s = table("4 W", "5")
    assert legal(s) == ["4"]
    assert not rules.is_legal(s, rules.WILD)


def test_me_d2_hand_of_wilds_leads_one_and_the_next_player_leads() -> None:
    s = table("W W", "5 6 W", "1 2")
    assert legal(s) == ["wild"]
    play(s, "wild")
    assert (s.total, s.turn) == (0, 1)
    assert legal(s) == ["5", "6"]
    play(s, "6")
    assert s.total == 6


def test_me_d3_match_in_hand_forbids_drawing() -> None:
    s = table("4 5", "1", standing="9", pile="1 2")
    assert legal(s) == ["5+4"]
    assert not rules.is_legal(s, rules.DRAW)


def test_me_d3_wild_is_voluntary_and_no_match() -> None:
    s = table("4 W", "1", standing="9", pile="1 2")
    assert legal(s) == ["wild", "draw"]
    assert rules.is_legal(s, rules.DRAW)


def test_me_d3_leader_does_not_draw() -> None:
    s = table("4 W", "1", pile="1 2", forced_match="free")
    assert not rules.is_legal(s, rules.DRAW)
    assert "draw" not in legal(s)


def test_me_d4_after_drawing_no_second_draw_and_one_number_for_a_new_total() -> None:
    s = table("1 2", "1", standing="10", pile="8 4 W 3")
    play(s, "draw")
    draw(s, "8 W")
    assert set(legal(s)) == {"1", "2", "8", "8+2", "wild"}
    assert not rules.is_legal(s, rules.DRAW)


def test_me_d4_nobody_draws_twice() -> None:
    s = table("1 2", "1", standing="10", pile="3 3 4 4")
    play(s, "draw")
    draw(s, "3 3")
    assert not rules.is_legal(s, rules.DRAW)
    assert "draw" not in legal(s)


def test_me_d4_new_total_though_a_match_was_drawn() -> None:
    s = table("1 2", "1", standing="10", pile="8 4")
    play(s, "draw")
    draw(s, "4 8")
    play(s, "4")
    assert (s.total, hand(s, 0)) == (4, "1 2 8")


def test_me_d4_both_cards_are_drawn_always() -> None:
    s = table("1 2", "1", standing="10", pile="10 4")
    play(s, "draw")
    draw(s, "10")
    assert s.phase == Phase.DRAWING


def test_me_d5_draw_is_split_by_the_recycle() -> None:
    s = table("1", "5", standing="9", pile="3", played="2 7")
    play(s, "draw")
    draw(s, "3")
    assert told(s) == [{"type": "draw", "seat": 0, "cards": ["3"]}]
    recycle(s)
    assert told(s)[0]["pile"] == ["2", "7"]
    draw(s, "7")
    assert told(s) == [{"type": "draw", "seat": 0, "cards": ["7"]}]
    assert (hand(s, 0), pile(s), s.phase) == ("1 3 7", "2", Phase.AFTER_DRAW)


def test_me_d5_kept_play_is_the_last_of_numbers_with_its_wilds() -> None:
    s = table("9 1", "4 5 W W 1", "1 1", pile="", played="2 2")
    play(s, "9", "5+4")
    s.turn = 1
    play(s, "wild")
    s.turn = 1
    play(s, "wild", "draw")
    recycle(s)
    assert pile(s) == "2 2 9"


def test_me_d5_wilds_led_without_a_total_are_kept_too() -> None:
    s = table("W W", "9 1", "2", played="", pile="")
    play(s, "wild", "9", "draw")
    recycle(s)
    assert pile(s) == "W"


def test_me_d5_draws_what_there_is_and_plays() -> None:
    s = table("1", "5", standing="9", pile="3")
    play(s, "draw")
    draw(s, "3")
    assert told(s) == [{"type": "draw", "seat": 0, "cards": ["3"]}]
    assert legal(s) == ["1", "3"]


def test_me_d5_nothing_to_draw_and_still_plays() -> None:
    s = table("1", "5", standing="9")
    play(s, "draw")
    assert told(s) == [{"type": "draw", "seat": 0, "cards": []}]
    assert legal(s) == ["1"]


def test_me_d5_no_recycle_before_a_card_is_needed() -> None:
    s = table("1 1", "5", standing="9", pile="3 4", played="2 2")
    play(s, "draw")
    draw(s, "3 4")
    assert (s.pile_count, s.phase) == (0, Phase.AFTER_DRAW)


def test_me_d6_every_way_to_match_is_offered() -> None:
    s = table("1 1 2 3 4 5 6", "1", standing="7")
    assert set(legal(s)) == {"6+1", "5+2", "5+1+1", "4+3", "4+2+1", "3+2+1+1"}


def test_me_d6_single_card_of_the_total_is_one_action() -> None:
    s = table("1 4", "1", standing="7", pile="7 2")
    play(s, "draw")
    draw(s, "7 2")
    found = legal(s)
    assert found.count("7") == 1
    buffer = [NONE] * GAME.num_actions
    count = rules.legal_actions(s, buffer)
    assert all(a < b for a, b in pairwise(buffer[:count]))


def test_me_d7_last_card_may_be_a_wild() -> None:
    s = table("W", "5 5", standing="9")
    play(s, "wild")
    assert told(s)[1] == {"type": "hand", "seat": 0, "tokens": [1, 0]}


def test_me_d8_hand_is_stopped_after_300_turns_and_fewest_cards_win() -> None:
    s = table("9 1 1", "1 1", "1 1 1", standing="9")
    s.turns = 298
    play(s, "9")
    assert s.hands == 1
    s = table("9 1 1", "1 1 1", "1 1 1", standing="9")
    s.turns = 299
    play(s, "9")
    assert told(s)[1:] == [{"type": "hand", "seat": 0, "tokens": [1, 0, 0]}]


def test_me_d8_tie_of_a_stopped_hand_wins_nobody_a_token() -> None:
    s = table("9 1 1", "1 1", "1 1 1", standing="9")
    s.turns = 299
    play(s, "9")
    assert told(s)[1] == {"type": "hand", "seat": None, "tokens": [0, 0, 0]}
    assert s.hands == 2


def test_me_d8_300th_play_may_go_out() -> None:
    s = table("9", "1", standing="9", turn=0)
    s.turns = 299
    play(s, "9")
    assert told(s)[1] == {"type": "hand", "seat": 0, "tokens": [1, 0]}


def test_me_d8_pass_is_a_turn_too() -> None:
    s = table("W", "1 1", standing="9", no_wild_finish=True)
    s.turns = 299
    play(s, "draw")
    assert [event["type"] for event in told(s)] == ["draw", "pass", "hand"]


def test_me_d8_match_is_stopped_after_50_hands_and_ties_share() -> None:
    s = table("9", "1 1", "1 1", "1 1", standing="9")
    s.hands = 49
    s.players[1].tokens = 2
    s.players[0].tokens = 1
    play(s, "9")
    assert (s.hands, s.phase) == (50, Phase.CUT)
    s = table("9", "1 1", "1 1", "1 1", standing="9")
    s.hands = 50
    s.players[1].tokens = 2
    s.players[0].tokens = 1
    play(s, "9")
    assert rules.actor(s) == TERMINAL
    assert [rules.returns(s, seat) for seat in range(4)] == [WIN // 2, WIN // 2, 0, 0]
    assert [rules.place(s, seat) for seat in range(4)] == [0, 0, 2, 2]


@pytest.mark.parametrize(
    ("name", "low", "high", "default"),
    [
        ("wins_needed", 1, 5, 3),
        ("cards_dealt", 3, 8, 5),
        ("draw_count", 1, 3, 2),
        ("max_value", 5, 12, 10),
        ("copies", 2, 8, 5),
        ("wilds", 0, 8, 4),
    ],
)
def test_me_d9_numbers_of_the_game(name: str, low: int, high: int, default: int) -> None:
    option = GAME.options[name]
    assert (option.values[0], option.values[-1], option.default) == (low, high, default)


def test_me_d9_default_deck_is_of_54_cards() -> None:
    s = begin(2)
    counted = [pile(s).split().count(card) for card in [*map(str, range(1, 11)), "W"]]
    assert counted == [5] * 10 + [4]
    deal_any(s)
    assert s.players[0].count == 5
