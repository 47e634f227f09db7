"""Every house rule of Declare, every value that it takes."""

from pathlib import Path

import pytest

from tapete.core.errors import OptionError
from tapete.games.declare import GAME, rules
from tapete.games.declare.state import News, Phase
from tapete.games.declare.tests.hands import (
    deal,
    fresh,
    may_throw,
    moves,
    news,
    places,
    play,
    points,
    scores,
    table,
    throws_from,
)

DEFAULTS = {
    "threshold": 100,
    "tie": "declarer_wins",
    "scoring": "difference",
    "false_penalty": 20,
    "declare_max": "none",
    "jokers": 0,
    "run_lengths": "3+5",
    "run_same_suit": False,
    "allow_trips": False,
    "mixed_two_pairs": False,
    "starter": "winner",
    "end": "last_standing",
    "lap_limit": 40,
}


def test_options_and_their_defaults() -> None:
    assert GAME.settle(4, {}) == DEFAULTS


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("threshold", 99),
        ("threshold", "100"),
        ("tie", "nobody"),
        ("scoring", 0),
        ("false_penalty", 51),
        ("false_penalty", -1),
        ("declare_max", 6),
        ("declare_max", -1),
        ("jokers", 1),
        ("run_lengths", "4"),
        ("run_same_suit", 1),
        ("allow_trips", "on"),
        ("mixed_two_pairs", None),
        ("starter", "left"),
        ("end", "never"),
        ("lap_limit", 4),
        ("lap_limit", 101),
        ("trips", True),
    ],
)
def test_options_refuse_what_is_not_allowed(name: str, value: object) -> None:
    with pytest.raises(OptionError, match=name):
        GAME.settle(4, {name: value})


def test_options_say_what_they_do_in_two_languages() -> None:
    for option in GAME.options.values():
        assert option.english.endswith("."), option.name
        assert option.spanish.endswith("."), option.name
        assert option.english != option.spanish


@pytest.mark.parametrize("page", ["RULES.md", "REGLAS.md"])
def test_options_stand_in_the_rule_pages(page: str) -> None:
    text = (Path(GAME.folder) / page).read_text(encoding="utf-8")
    for option in GAME.options.values():
        assert f"`{option.name}`" in text
        for value in option.values:
            if isinstance(value, str):
                assert f"`{value}`" in text, option.name


# threshold


@pytest.mark.parametrize("threshold", [25, 50, 100, 200])
def test_option_threshold(threshold: int) -> None:
    s = table("2S", "3S", "4S", scores=(0, threshold - 1, threshold - 1), threshold=threshold)
    play(s, "declare")
    assert [p.out for p in s.players[:3]] == [0, 0, 1]


# tie


def test_option_tie_declarer_wins() -> None:
    s = table("7S 3S", "TS", "9H 8H", tie="declarer_wins")
    play(s, "declare")
    assert points(s) == [0, 0, 7]


def test_option_tie_declarer_loses() -> None:
    s = table("7S 3S", "TS", "9H 8H", tie="declarer_loses")
    play(s, "declare")
    assert points(s) == [20, 0, 0]


# scoring


@pytest.mark.parametrize(
    ("hands", "wanted"),
    [
        (("TS", "9S 7H", "9H 8H"), [0, 6, 7]),
        (("TS", "8S", "9H 6H"), [22, 0, 0]),
    ],
)
def test_option_scoring_difference(hands: tuple[str, ...], wanted: list[int]) -> None:
    s = table(*hands, scoring="difference")
    play(s, "declare")
    assert points(s) == wanted


def test_option_scoring_full_hand_the_declarer_0_each_other_his_total() -> None:
    s = table("TS", "9S 7H", "9H 8H", scoring="full_hand")
    play(s, "declare")
    assert points(s) == [0, 16, 17]


def test_option_scoring_full_hand_after_a_failed_declaration() -> None:
    s = table("TS", "8S", "9H 6H", "8H", scoring="full_hand")
    play(s, "declare")
    assert points(s) == [30, 0, 15, 0]


def test_option_scoring_full_hand_a_tied_declarer_who_wins() -> None:
    s = table("TS", "TH", "9H 6H", scoring="full_hand")
    play(s, "declare")
    assert points(s) == [0, 10, 15]


# false_penalty


@pytest.mark.parametrize("penalty", [0, 1, 30, 50])
def test_option_false_penalty(penalty: int) -> None:
    s = table("TS", "8S", "9H 6H", false_penalty=penalty)
    play(s, "declare")
    assert points(s) == [penalty + 2, 0, 0]
    s = table("TS", "8S", "9H 6H", false_penalty=penalty, scoring="full_hand")
    play(s, "declare")
    assert points(s) == [penalty + 10, 0, 15]


# declare_max


@pytest.mark.parametrize(
    ("most", "just", "above"),
    [(5, "5S", "6S"), (7, "7S", "8S"), (10, "KS", "TS AS"), (20, "KS TS", "KS TS AS")],
)
def test_option_declare_max(most: int, just: str, above: str) -> None:
    assert "declare" in moves(table(just, "9H", declare_max=most))
    assert "declare" not in moves(table(above, "9H", declare_max=most))


def test_option_declare_max_none() -> None:
    assert "declare" in moves(table("KS KH KD QS QH", "9H", declare_max="none"))


# jokers


@pytest.mark.parametrize(("jokers", "pack"), [(0, 52), (2, 54)])
def test_option_jokers(jokers: int, pack: int) -> None:
    s = fresh(4, jokers=jokers)
    rules.apply_chance(s, 0)
    assert s.pile_count == pack


# run_lengths


@pytest.mark.parametrize(
    ("lengths", "three", "four", "five"),
    [("3+5", True, False, True), ("3+4+5", True, True, True), ("none", False, False, False)],
)
def test_option_run_lengths(lengths: str, three: bool, four: bool, five: bool) -> None:
    assert may_throw("3S 4H 5D", run_lengths=lengths) == three
    assert may_throw("3S 4H 5D 6C", run_lengths=lengths) == four
    assert may_throw("3S 4H 5D 6C 7S", run_lengths=lengths) == five


def test_option_run_lengths_none_leaves_a_flush_in_sequence() -> None:
    assert may_throw("3S 4S 5S 6S 7S", run_lengths="none")


# run_same_suit


def test_option_run_same_suit() -> None:
    assert not may_throw("3S 4H 5S", run_same_suit=True)
    assert may_throw("3S 4S 5S", run_same_suit=True)
    assert may_throw("3S 4H 5S", run_same_suit=False)


def test_option_run_same_suit_asks_no_suit_of_a_joker() -> None:
    assert may_throw("3S X1 5S", run_same_suit=True, jokers=2)
    assert not may_throw("3S X1 5H", run_same_suit=True, jokers=2)


# allow_trips


def test_option_allow_trips() -> None:
    assert may_throw("7S 7H 7D", allow_trips=True)
    assert not may_throw("7S 7H 7D", allow_trips=False)
    assert "7S 7D 7C" in throws_from("7S 7H 7D 7C", allow_trips=True)


# mixed_two_pairs


def test_option_mixed_two_pairs() -> None:
    assert may_throw("7S 7H 9D 9C", mixed_two_pairs=True)
    assert not may_throw("7S 7H 9D 9C", mixed_two_pairs=False)
    assert not may_throw("7S 7H 7D 9C", mixed_two_pairs=True)


def test_option_mixed_two_pairs_are_of_real_cards() -> None:
    assert not may_throw("7S 7H X1 X2", mixed_two_pairs=True, jokers=2)


# starter


def test_option_starter_winner() -> None:
    s = table("9S", "KS", "2S", turn=2, started=1, starter="winner")
    play(s, "declare")
    assert (s.starter, s.phase) == (2, Phase.DEAL)


def test_option_starter_rotate() -> None:
    s = table("9S", "KS", "2S", turn=2, started=0, starter="rotate")
    play(s, "declare")
    assert (s.starter, s.phase) == (1, Phase.DEAL)


def test_option_starter_random() -> None:
    s = table("9S", "", "2S", "KS", turn=2, out=(0, 1, 0, 0), starter="random")
    play(s, "declare")
    assert (s.phase, rules.chance_count(s)) == (Phase.STARTER, 3)
    rules.apply_chance(s, 1)
    assert s.starter == 2, "the second of seats 0, 2 and 3"


@pytest.mark.parametrize("starter", ["winner", "rotate", "random"])
def test_option_starter_leaves_round_1_to_a_lot(starter: str) -> None:
    s = fresh(3, starter=starter)
    assert (s.phase, rules.chance_count(s)) == (Phase.STARTER, 3)
    rules.apply_chance(s, 2)
    assert s.starter == 2


# end


def test_option_end_last_standing() -> None:
    s = table("2S", "3S", "4S", scores=(0, 0, 99), end="last_standing")
    play(s, "declare")
    assert (s.players[2].out, s.phase) == (1, Phase.DEAL)


def test_option_end_first_out_ends_the_game_with_the_first_who_crosses() -> None:
    s = table("2S", "3S", "4S", "5S", scores=(50, 0, 99, 0), end="first_out")
    play(s, "declare")
    assert news(s) == [News.DECLARED, News.OUT, News.END]
    assert scores(s) == [50, 1, 101, 3]
    assert places(s) == [2, 0, 3, 1]


def test_option_end_first_out_ties_share() -> None:
    s = table("2S", "3S", "4S", scores=(1, 0, 99), end="first_out")
    play(s, "declare")
    assert places(s) == [0, 0, 2]


def test_option_end_first_out_goes_on_while_nobody_crosses() -> None:
    s = table("2S", "3S", "4S", scores=(0, 0, 98), end="first_out")
    play(s, "declare")
    assert (scores(s), s.phase) == ([0, 1, 100], Phase.DEAL)


def test_option_end_staged_begins_at_25_whatever_the_threshold() -> None:
    assert fresh(3, end="staged", threshold=200).threshold == 25
    assert fresh(3, end="staged").threshold == 25


def test_option_end_staged_rises_to_50_then_100() -> None:
    s = table("2S", "3S", "4S", "5S", scores=(0, 20, 24, 20), end="staged")
    play(s, "declare")
    assert [p.out for p in s.players[:4]] == [0, 0, 1, 0]
    assert s.threshold == 50
    s = table("2S", "3S", "", "5S", scores=(0, 20, 26, 50), out=(0, 0, 1, 0), end="staged")
    s.threshold = 50
    play(s, "declare")
    assert s.threshold == 100


def test_option_end_staged_stays_at_100() -> None:
    s = table("2S", "3S", "4S", "", scores=(0, 20, 99, 51), out=(0, 0, 0, 1), end="staged")
    s.threshold = 100
    play(s, "declare")
    assert (s.players[2].out, s.threshold) == (1, 100)


def test_option_end_staged_rises_one_stage_a_round_however_many_go_out() -> None:
    s = table("2S", "9S", "8S", "3S", scores=(0, 20, 20, 0), end="staged")
    play(s, "declare")
    assert [p.out for p in s.players[:4]] == [0, 1, 1, 0]
    assert s.threshold == 50


def test_option_end_staged_stays_while_nobody_goes_out() -> None:
    s = table("2S", "3S", "4S", scores=(0, 20, 23), end="staged")
    play(s, "declare")
    assert s.threshold == 25


# lap_limit


@pytest.mark.parametrize("limit", [5, 40, 100])
def test_option_lap_limit(limit: int) -> None:
    s = fresh(2, lap_limit=limit)
    deal(s)
    turns = 0
    while News.SHOWDOWN not in news(s):
        play(s, next(move for move in moves(s) if move.endswith("> pile")))
        turns += 1
    assert turns == 2 * limit
