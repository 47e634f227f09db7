"""The decisions that close the sheet's holes, DC-D1 to DC-D7: one sentence a test."""

import pytest

from tapete.games.declare import rules, turns
from tapete.games.declare.cards import total
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
    shown,
    sources,
    table,
    throws_from,
    view_of,
)

# DC-D1


def test_dc_d1_one_pack_without_jokers() -> None:
    s = fresh(2)
    rules.apply_chance(s, 0)
    assert sorted(s.pile[: s.pile_count]) == list(range(52))


def test_dc_d1_two_jokers_are_worth_0() -> None:
    s = fresh(2, jokers=2)
    rules.apply_chance(s, 0)
    assert sorted(s.pile[: s.pile_count]) == sorted([*range(52), *cards("X1 X2")])
    assert total(cards("X1 X2 4S"), 3) == 4


@pytest.mark.parametrize("hand", ["3S X1 5D", "X1 QS KD", "AS 2H X2", "AS X1 3D", "KS AH X1"])
def test_dc_d1_a_joker_stands_for_any_one_missing_card_of_a_sequence(hand: str) -> None:
    assert may_throw(hand, jokers=2)


@pytest.mark.parametrize("hand", ["3S X1 6D", "KS X1 2D", "3S 3H X1", "3S 4H X1 7D 8C"])
def test_dc_d1_one_joker_stands_for_one_card_only(hand: str) -> None:
    assert not may_throw(hand, jokers=2)


def test_dc_d1_two_jokers_stand_for_two_cards() -> None:
    assert may_throw("3S X1 5D X2 7C", jokers=2)
    assert may_throw("3S X1 X2 6D", jokers=2, run_lengths="3+4+5")


def test_dc_d1_a_sequence_has_at_least_two_real_cards() -> None:
    assert not may_throw("3S X1 X2", jokers=2)


def test_dc_d1_two_jokers_are_a_pair() -> None:
    assert may_throw("X1 X2", jokers=2)


def test_dc_d1_a_joker_alone_may_be_thrown() -> None:
    assert may_throw("X1", jokers=2)


def test_dc_d1_never_in_a_flush() -> None:
    assert not may_throw("2H 4H 7H 9H X1", jokers=2)


@pytest.mark.parametrize("hand", ["7S X1", "7S 7H X1", "7S 7H 7D X1", "7S 7H X1 X2"])
def test_dc_d1_never_with_other_sets(hand: str) -> None:
    assert not may_throw(hand, jokers=2, allow_trips=True, mixed_two_pairs=True)


# DC-D2


def test_dc_d2_one_card_is_turned_up_at_the_start() -> None:
    s = fresh(3)
    rules.apply_chance(s, 0)
    for _ in range(15):
        rules.apply_chance(s, 0)
    assert (s.phase, s.floor_count) == (Phase.DEAL, 0)
    rules.apply_chance(s, 0)
    assert (s.phase, s.floor_count, s.pile_count) == (Phase.TURN, 1, 52 - 15 - 1)
    assert news(s) == [News.DEALT]


@pytest.mark.parametrize("lot", [0, 1, 2])
def test_dc_d2_round_1_starts_at_random(lot: int) -> None:
    s = fresh(3)
    assert rules.chance_count(s) == 3
    deal(s, lot)
    assert (s.starter, s.turn) == (lot, lot)


def test_dc_d2_the_next_round_starts_with_the_declarer() -> None:
    s = table("9S", "KS", "2S", "TH", turn=2)
    play(s, "declare")
    assert s.starter == 2


def test_dc_d2_after_a_failed_declaration_the_lowest_hand_starts() -> None:
    s = table("4S", "KS", "9S", "3H", turn=2)
    play(s, "declare")
    assert s.starter == 3


def test_dc_d2_among_the_lowest_the_first_in_turn_order_after_the_declarer() -> None:
    s = table("3S", "3H", "9S", "KH", "3D", turn=2)
    play(s, "declare")
    assert s.starter == 4
    s = table("3S", "3H", "9S", "KH", "KD", turn=2)
    play(s, "declare")
    assert s.starter == 0


def test_dc_d2_a_starter_who_is_out_passes_it_to_the_left() -> None:
    s = table("4S", "2S", "KS", "TH", turn=1, started=1, scores=(0, 0, 95, 0), starter="rotate")
    play(s, "declare")
    assert s.players[2].out == 1
    assert s.starter == 3


# DC-D3


def test_dc_d3_a_turn_is_one_throw_and_one_pick_up_in_one_move() -> None:
    s = table("7S KD", "5C", floor="2D")
    play(s, "KD > 2D")
    assert news(s) == [News.TURN]
    assert (s.turn, s.players[0].turns, floor_of(s)) == (1, 2, "KD")


def test_dc_d3_you_cannot_pick_up_your_own_throw() -> None:
    s = table("7S 7H", "5C", floor="2D")
    assert sources(s) == {"pile", "2D"}


def test_dc_d3_the_untaken_floor_cards_are_buried() -> None:
    s = table("7S", "9C 9D", floor="3S 4H 5D")
    play(s, "7S > 4H")
    assert shown(sorted(s.buried[: s.buried_count]), s.buried_count) == "3S 5D"
    assert sources(s) == {"pile", "7S"}


def test_dc_d3_a_draw_from_the_pile_buries_the_whole_floor() -> None:
    s = table("7S", "9C 9D", floor="3S 4H", buried="KD")
    play(s, "7S > pile")
    assert sorted(s.buried[: s.buried_count]) == cards("3S 4H KD")


# DC-D4


def test_dc_d4_sequences_need_no_suit() -> None:
    assert may_throw("3S 4H 5D")
    assert may_throw("3S 4S 5S")


def test_dc_d4_two_different_pairs_may_not_be_thrown_together() -> None:
    assert not may_throw("7S 7H 8D 8C")


# DC-D5


def test_dc_d5_the_buried_cards_are_shuffled_into_a_new_pile_and_the_floor_stays() -> None:
    s = table("7S", "9C", floor="KS KD", pile="", buried="2S 3S 4S")
    shuffles = s.shuffles
    rules.apply(s, rules.turn_action(1, turns.PILE))
    assert news(s) == [News.RECYCLED]
    assert s.shuffles == shuffles + 1
    assert sorted(s.pile[: s.pile_count]) == cards("2S 3S 4S")
    assert (floor_of(s), s.buried_count) == ("KS KD", 0)
    rules.apply_chance(s, s.pile.index(cards("3S")[0]))
    assert hand_of(s, 0) == "3S"
    assert sorted(s.buried[: s.buried_count]) == cards("KS KD")


def test_dc_d5_no_new_pile_while_the_pile_has_cards() -> None:
    s = table("7S", "9C", floor="KS", pile="5C", buried="2S 3S")
    play(s, "7S > pile")
    assert hand_of(s, 0) == "5C"
    assert news(s) == [News.TURN]
    assert s.pile_count == 0, "it is made only when a card is needed"


def test_dc_d5_with_none_buried_you_take_from_the_floor() -> None:
    s = table("7S", "9C", floor="KS KD", pile="", turns=0)
    assert moves(s) == ["7S > KS", "7S > KD"]
    assert not rules.is_legal(s, rules.turn_action(1, turns.PILE))


# DC-D6


def test_dc_d6_you_may_declare_from_your_second_turn_on_at_the_start_of_a_turn() -> None:
    s = table("7S 8H", "9C", turns=0)
    assert not rules.is_legal(s, rules.DECLARE)
    play(s, "7S > 2D")
    assert not rules.is_legal(s, rules.DECLARE), "the other seat's first turn"
    play(s, "9C > pile")
    assert rules.is_legal(s, rules.DECLARE)


def test_dc_d6_a_new_round_begins_with_first_turns_again() -> None:
    s = table("7S", "9C")
    play(s, "declare")
    deal(s)
    assert not rules.is_legal(s, rules.DECLARE)


@pytest.mark.parametrize("hand", ["AS", "KS KH KD QS QH"])
def test_dc_d6_at_any_total(hand: str) -> None:
    assert "declare" in moves(table(hand, "9C"))


# DC-D7


def test_dc_d7_a_tie_with_the_declarer_is_a_success() -> None:
    s = table("7S 3S", "TS", "9H 8H")
    play(s, "declare")
    assert points(s) == [0, 0, 7]
    assert s.starter == 0


# DC-D10


def test_dc_d10_a_failed_declaration_costs_20_and_all_others_score_0() -> None:
    s = table("7S", "5S", "9H", "6H")
    play(s, "declare")
    assert points(s) == [22, 0, 0, 0]


def test_dc_d10_seats_that_are_out_score_nothing() -> None:
    s = table("7S", "", "9H", "KH", out=(0, 1, 0, 0), scores=(0, 101, 0, 0))
    play(s, "declare")
    assert [p.total for p in s.players[:4]] == [7, -1, 9, 10]
    assert rules.score(s, 1) == 101


# DC-D11


def test_dc_d11_a_tie_is_a_failed_declaration_with_difference_0() -> None:
    s = table("7S 3S", "KS", "9H 8H", tie="declarer_loses")
    play(s, "declare")
    assert points(s) == [20, 0, 0]


def test_dc_d11_the_tied_hand_counts_as_the_lowest_and_starts() -> None:
    s = table("7S 3S", "9H 8H", "KS", tie="declarer_loses")
    play(s, "declare")
    assert s.starter == 2


def test_dc_d11_the_tied_hand_counts_as_the_lowest_and_scores_0() -> None:
    s = table("7S 3S", "9H 8H", "KS", tie="declarer_loses", scoring="full_hand")
    play(s, "declare")
    assert points(s) == [30, 17, 0]


def test_dc_d11_a_declarer_alone_lowest_still_wins() -> None:
    s = table("7S 2S", "9H 8H", "KS", tie="declarer_loses")
    play(s, "declare")
    assert points(s) == [0, 8, 1]


# DC-D12


def test_dc_d12_sheet_has_all_defaults() -> None:
    house = fresh(2, "sheet").house
    assert (house.jokers, house.run_same_suit, house.allow_trips, house.mixed_two_pairs) == (0,) * 4
    assert (house.false_penalty, house.threshold, house.lap_limit) == (20, 100, 40)
    assert house.declare_max == -1


def test_dc_d12_yaniv_like() -> None:
    preset = "yaniv-like"
    s = table("7S", "6S", "9H", "6H", preset=preset)
    assert "declare" in moves(s)
    play(s, "declare")
    assert points(s) == [37, 0, 9, 0]
    assert (s.threshold, s.pile_count) == (200, 54)
    s = table("8S", "9H", preset=preset)
    assert "declare" not in moves(s)
    s = table("6S", "6H", "KS", preset=preset)
    play(s, "declare")
    assert points(s) == [36, 0, 10]
    assert throws_from("3S 4S 5S 6S 6H", preset=preset) == {
        *("3S", "4S", "5S", "6S", "6H", "6S 6H", "3S 4S 5S", "4S 5S 6S", "3S 4S 5S 6S"),
    }
    assert may_throw("6S 6H 6D", preset=preset)
    assert not may_throw("6S 6H 7D 7C", preset=preset)


def test_dc_d12_least_count_like() -> None:
    preset = "least-count-like"
    s = table("KS KH", "6S", "9H", "6H", preset=preset)
    assert "declare" in moves(s)
    play(s, "declare")
    assert points(s) == [60, 0, 9, 0]
    assert (s.threshold, s.pile_count) == (200, 52)
    s = table("6S", "6H", "KS", preset=preset)
    play(s, "declare")
    assert points(s) == [46, 0, 10]
    assert not may_throw("3S 4S 5S", preset=preset)
    assert may_throw("3S 4S 5S 6S 7S", preset=preset), "a flush is no sequence"
    assert may_throw("6S 6H 6D", preset=preset)


@pytest.mark.parametrize("preset", ["sheet", "yaniv-like", "least-count-like"])
def test_dc_d12_a_preset_leaves_the_other_options_as_they_are(preset: str) -> None:
    house = view_of(table("7S", "6S", preset=preset), 0).house
    assert (house.starter, house.end, house.lap_limit, house.mixed_two_pairs) == (0, 0, 40, 0)
