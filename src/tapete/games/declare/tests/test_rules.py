"""The rules of the sheet, DC-1 to DC-9: one sentence a test."""

import pytest

from tapete.core.game import SPECTATOR
from tapete.games.declare.cards import total
from tapete.games.declare.events import show
from tapete.games.declare.seats import num_in
from tapete.games.declare.state import News, Phase
from tapete.games.declare.tests.hands import (
    cards,
    deal,
    floor_of,
    fresh,
    hand_of,
    may_throw,
    moves,
    news,
    play,
    points,
    scores,
    sources,
    table,
    view_of,
)

# DC-1


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_dc_1_everybody_is_dealt_five_cards(seats: int) -> None:
    s = fresh(seats)
    deal(s)
    assert [s.players[seat].count for seat in range(seats)] == [5] * seats
    dealt = [card for p in s.players[:seats] for card in p.hand[:5]]
    assert len(set(dealt)) == 5 * seats
    assert set(dealt).isdisjoint(s.pile[: s.pile_count])


@pytest.mark.parametrize(
    ("hand", "count"),
    [("AS", 1), ("2H", 2), ("9C", 9), ("TD", 10), ("JS", 10), ("QH", 10), ("KD", 10)],
)
def test_dc_1_faces_count_ten_the_ace_one_the_others_their_number(hand: str, count: int) -> None:
    assert total(cards(hand), 1) == count


def test_dc_1_a_total_is_the_sum_of_the_hand() -> None:
    assert view_of(table("7S 7H KD 3C 9S", "5C"), 0).total == 36


def test_dc_1_hands_are_secret_in_the_others_views() -> None:
    one = table("7S 7H", "AS 2S 3S", pile="KD KH KC")
    other = table("7S 7H", "KD KH KC", pile="AS 2S 3S")
    assert view_of(one, 0) == view_of(other, 0)
    assert view_of(one, SPECTATOR) == view_of(other, SPECTATOR)
    assert view_of(one, 1) != view_of(other, 1)


def test_dc_1_the_deal_shows_a_seat_its_own_hand_alone() -> None:
    event = {"type": "deal", "starter": 0, "hands": [["7S"], ["AS"]], "floor": "2D", "pile": ["KD"]}
    seen = {"type": "deal", "starter": 0, "counts": [1, 1], "floor": "2D", "pile": 1}
    assert show(event, 0) == seen | {"hand": ["7S"]}
    assert show(event, 1) == seen | {"hand": ["AS"]}
    assert show(event, SPECTATOR) == seen | {"hand": []}


# DC-2


def test_dc_2_a_turn_throws_a_card_and_takes_one_from_the_floor() -> None:
    s = table("7S KD 3C", "5C", floor="2D")
    play(s, "KD > 2D")
    assert hand_of(s, 0) == "2D 3C 7S"
    assert s.turn == 1


def test_dc_2_a_turn_throws_a_card_and_takes_one_from_the_pile() -> None:
    s = table("7S KD 3C", "5C", pile="9H 4S")
    play(s, "KD > pile", draw="9H")
    assert hand_of(s, 0) == "3C 7S 9H"
    assert (s.pile[0], s.pile_count) == (cards("4S")[0], 1)
    assert s.turn == 1


def test_dc_2_after_several_thrown_one_is_picked_up() -> None:
    s = table("7S 7H KD", "5C", floor="2D")
    play(s, "7S 7H > 2D")
    assert hand_of(s, 0) == "2D KD"


def test_dc_2_a_turn_throws_at_least_one_card_and_takes_one() -> None:
    assert moves(table("7S", "5C", floor="2D", turns=0)) == ["7S > pile", "7S > 2D"]


# DC-3


@pytest.mark.parametrize("hand", ["7S 7H", "AS AC", "KD KH"])
def test_dc_3_two_of_a_kind_may_be_thrown(hand: str) -> None:
    assert may_throw(hand)


def test_dc_3_four_of_a_kind_may_be_thrown() -> None:
    assert may_throw("7S 7H 7D 7C")


def test_dc_3_three_of_a_kind_may_never_be_thrown() -> None:
    assert not may_throw("7S 7H 7D")


@pytest.mark.parametrize("hand", ["3S 4H 5D", "9S TH JD", "3S 4H 5D 6C 7S"])
def test_dc_3_a_sequence_of_three_or_five_may_be_thrown(hand: str) -> None:
    assert may_throw(hand)


@pytest.mark.parametrize("hand", ["3S 4S", "3S 4H 5D 6C", "3S 4S 5S 6S"])
def test_dc_3_a_sequence_of_two_or_four_may_not(hand: str) -> None:
    assert not may_throw(hand)


def test_dc_3_a_flush_is_all_five_cards_of_one_suit() -> None:
    assert may_throw("2H 4H 7H 9H KH")
    assert not may_throw("2H 4H 7H 9H KD")


@pytest.mark.parametrize("hand", ["2H 4H", "2H 4H 7H", "2H 4H 7H 9H"])
def test_dc_3_fewer_than_five_of_a_suit_are_no_flush(hand: str) -> None:
    assert not may_throw(hand)


@pytest.mark.parametrize("hand", ["7S 8H", "7S 7H 8D", "7S 7H 7D 8C", "7S 7H 7D 7C 8S", "3S 4H 6D"])
def test_dc_3_other_cards_may_not_be_thrown_together(hand: str) -> None:
    assert not may_throw(hand)


# DC-4


@pytest.mark.parametrize("hand", ["AS 2H 3D", "AS 2H 3D 4C 5S"])
def test_dc_4_the_ace_goes_before_the_two(hand: str) -> None:
    assert may_throw(hand)


@pytest.mark.parametrize("hand", ["QS KH AD", "TS JH QD KC AS"])
def test_dc_4_the_ace_goes_after_the_king(hand: str) -> None:
    assert may_throw(hand)


@pytest.mark.parametrize("hand", ["KS AH 2D", "QS KH AD 2C 3S", "JS QH KD AC 2S"])
def test_dc_4_never_both(hand: str) -> None:
    assert not may_throw(hand)


# DC-5


def test_dc_5_any_card_of_the_previous_throw_may_be_taken() -> None:
    s = table("3S 4H 5D 9C", "KS KD", floor="2D")
    play(s, "3S 4H 5D > 2D")
    assert sources(s) == {"pile", "3S", "4H", "5D"}
    play(s, "KS > 4H")
    assert hand_of(s, 1) == "4H KD"


def test_dc_5_only_of_the_previous_throw() -> None:
    s = table("3S 9C", "KS KD", "8S 8D", floor="2D")
    play(s, "9C > pile")
    play(s, "KS > pile")
    assert floor_of(s) == "KS"
    assert sources(s) == {"pile", "KS"}


# DC-6


def test_dc_6_you_may_declare_instead_of_a_turn() -> None:
    s = table("2S", "KS", floor="3D", turns=1)
    assert "declare" in moves(s)
    play(s, "declare")
    assert news(s)[0] == News.DECLARED
    assert s.players[0].turns == 0, "a new round has begun"


def test_dc_6_all_show_their_hands() -> None:
    s = table("2S", "KS", "7S 7H", turns=1)
    play(s, "declare")
    assert [p.total for p in s.players[:3]] == [2, 10, 14]


def test_dc_6_not_in_the_first_round_of_turns() -> None:
    s = table("2S 3S", "KS KH", "5S 6H", turns=0)
    for move in ("3S > pile", "KH > pile", "6H > pile"):
        assert "declare" not in moves(s)
        play(s, move)
    assert "declare" in moves(s)


# DC-7


def test_dc_7_the_declarer_scores_0_each_other_his_total_less_the_declarers() -> None:
    s = table("7S 3S", "9S 7H", "9H 8H")
    play(s, "declare")
    assert [p.total for p in s.players[:3]] == [10, 16, 17]
    assert points(s) == [0, 6, 7]


def test_dc_7_points_add_up_from_round_to_round() -> None:
    s = table("7S 3S", "9S 7H", "9H 8H", scores=(5, 40, 50))
    play(s, "declare")
    assert scores(s) == [5, 46, 57]


# DC-8


def test_dc_8_a_declarer_who_is_not_lowest_scores_20_and_the_difference_the_others_0() -> None:
    s = table("7S 3S", "8S", "9H 6H")
    play(s, "declare")
    assert [p.total for p in s.players[:3]] == [10, 8, 15]
    assert points(s) == [22, 0, 0]


def test_dc_8_the_difference_is_to_the_lowest_of_all() -> None:
    s = table("7S 3S", "8S", "3H", "TH", turn=0)
    play(s, "declare")
    assert points(s) == [27, 0, 0, 0]


# DC-9


@pytest.mark.parametrize("threshold", [25, 50, 100])
def test_dc_9_who_crosses_the_threshold_is_eliminated(threshold: int) -> None:
    s = table("2S", "4S", "9S", scores=(0, 0, threshold), threshold=threshold)
    play(s, "declare")
    assert news(s)[:2] == [News.DECLARED, News.OUT]
    assert [p.out for p in s.players[:3]] == [0, 0, 1]
    deal(s)
    assert [p.count for p in s.players[:3]] == [5, 5, 0]
    assert num_in(s) == 2


def test_dc_9_the_eliminated_are_passed_over() -> None:
    s = table("2S 3S", "", "9S 8S", out=(0, 1, 0), turns=0)
    play(s, "3S > pile")
    assert s.turn == 2
    play(s, "9S > pile")
    assert (s.turn, s.phase) == (0, Phase.TURN)
