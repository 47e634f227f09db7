"""Each house rule changes what it says it does."""

import pytest

from tapete.core.errors import OptionError
from tapete.core.game import NONE, TERMINAL
from tapete.games.match_em import GAME, rules
from tapete.games.match_em.state import Phase
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


@pytest.mark.parametrize("wins", [1, 2, 5])
def test_option_wins_needed(wins: int) -> None:
    for before in range(wins):
        s = table("9", "1 1", standing="9", wins_needed=wins)
        s.players[0].tokens = before
        play(s, "9")
        assert (rules.actor(s) == TERMINAL) == (before == wins - 1)


@pytest.mark.parametrize("dealt", [3, 8])
def test_option_cards_dealt(dealt: int) -> None:
    s = begin(3, cards_dealt=dealt)
    deal_any(s)
    assert [p.count for p in s.players[:3]] == [dealt] * 3
    assert s.pile_count == 54 - 3 * dealt


@pytest.mark.parametrize("count", [1, 2, 3])
def test_option_draw_count(count: int) -> None:
    s = table("1", "5", standing="9", pile="2 2 2 2", draw_count=count)
    play(s, "draw")
    draw(s, "2 " * count)
    assert s.phase == Phase.AFTER_DRAW
    assert told(s)[0]["cards"] == ["2"] * count


def test_option_forced_match_free_allows_drawing_with_a_match() -> None:
    s = table("4 5", "1", standing="9", pile="1 2", forced_match="free")
    assert legal(s) == ["5+4", "draw"]
    assert rules.is_legal(s, rules.DRAW)


def test_option_no_wild_finish_forbids_a_wild_as_the_last_card() -> None:
    s = table("W", "5 5", standing="9", pile="9 1 2", no_wild_finish=True)
    assert legal(s) == ["draw"]
    assert not rules.is_legal(s, rules.WILD)
    play(s, "draw")
    draw(s, "9 1")
    assert set(legal(s)) == {"9", "1", "wild"}


def test_option_no_wild_finish_passes_where_nothing_can_be_drawn() -> None:
    s = table("W", "5 5", "1", standing="9", no_wild_finish=True)
    play(s, "draw")
    assert told(s) == [
        {"type": "draw", "seat": 0, "cards": []},
        {"type": "pass", "seat": 0},
    ]
    assert (s.turn, s.phase, s.turns, hand(s, 0)) == (1, Phase.PLAY, 1, "W")


def test_option_no_wild_finish_lets_a_leader_with_one_wild_draw() -> None:
    s = table("W", "5 5", pile="W W 4", no_wild_finish=True)
    assert legal(s) == ["draw"]
    play(s, "draw")
    draw(s, "4 W")
    assert legal(s) == ["4"]
    s = table("W", "5 5", pile="W W 4", no_wild_finish=True)
    play(s, "draw")
    draw(s, "W W")
    assert legal(s) == ["wild"]


def test_option_no_wild_finish_lets_a_leader_with_one_wild_recycle_and_pass() -> None:
    s = table("W", "5 5", played="3", no_wild_finish=True)
    play(s, "draw")
    recycle(s)
    draw(s, "3")
    assert legal(s) == ["3"]
    s = table("W", "5 5", no_wild_finish=True)
    play(s, "draw")
    assert [event["type"] for event in told(s)] == ["draw", "pass"]
    assert (s.total, s.turn) == (0, 1)


def test_option_starter_winner_leads_the_next_hand() -> None:
    s = table("1 1", "1 1", "9", standing="9", turn=2, starter="winner")
    s.starter = 0
    play(s, "9")
    assert (s.phase, s.starter) == (Phase.DEAL, 2)
    deal_any(s)
    assert s.turn == 2


@pytest.mark.parametrize("starter", ["winner", "rotate"])
def test_option_starter_after_a_hand_that_nobody_won_is_the_last_ones_left(starter: str) -> None:
    s = table("1 1", "1 1", "9 1 1", standing="9", turn=2, starter=starter)
    s.starter, s.turns = 2, 299
    play(s, "9")
    assert told(s)[1]["seat"] is None
    assert (s.phase, s.starter) == (Phase.DEAL, 0)


def test_option_starter_rotate_is_the_last_ones_left() -> None:
    s = table("1 1", "9", "1 1", standing="9", turn=1, starter="rotate")
    play(s, "9")
    assert (s.phase, s.starter) == (Phase.DEAL, 2)


@pytest.mark.parametrize("starter", ["cut", "winner", "rotate"])
def test_option_starter_first_hand_is_cut(starter: str) -> None:
    s = begin(3, starter=starter)
    assert (s.phase, s.starter) == (Phase.CUT, NONE)


@pytest.mark.parametrize("highest", [5, 12])
def test_option_max_value(highest: int) -> None:
    s = begin(2, max_value=highest)
    assert pile(s).replace(" W", "").split() == [
        str(n) for n in range(1, highest + 1) for _ in range(5)
    ]


@pytest.mark.parametrize("copies", [2, 8])
def test_option_copies(copies: int) -> None:
    s = begin(2, copies=copies)
    assert [pile(s).split().count(str(n)) for n in range(1, 11)] == [copies] * 10


@pytest.mark.parametrize("wilds", [0, 8])
def test_option_wilds(wilds: int) -> None:
    s = begin(2, wilds=wilds)
    assert pile(s).split().count("W") == wilds


def test_deck_too_small_is_refused_with_its_numbers() -> None:
    small = {"max_value": 5, "copies": 2, "wilds": 6, "cards_dealt": 4}
    with pytest.raises(
        OptionError, match=r"at least 5.*3 seats with 4 cards each leave 4 of the 16"
    ):
        GAME.settle(3, small)
    GAME.settle(3, small | {"wilds": 7})
