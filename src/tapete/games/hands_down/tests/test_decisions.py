"""Our decisions where the sheet is silent, one a test, named by their numbers."""

from contextlib import suppress

import pytest

from tapete.core.errors import OptionError, RecordError
from tapete.core.game import SPECTATOR, WIN, Lot
from tapete.games import game
from tapete.games.hands_down import bots, races, rules, view
from tapete.games.hands_down.contacts import check_jam, check_slap
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

LAID_WITHOUT_JOKER = ("1 1 2 2 3 3 4 4 5 5", "6 6 7 7 8 8 9 9", "10")


def test_hd_d1_no_card_is_taken_after_the_last_pair() -> None:
    board = Board("10 10", "J", laid=LAID).slaps(10, 1)
    assert board.events[0]["loser"] == 1
    assert (board.told, board.hand(1)) == (["slap", "end"], "J")


def test_option_last_pair_steals_joker_takes_a_card_after_the_last_pair() -> None:
    board = Board("10 10", "J", laid=LAID, last_pair_steals_joker=True).slaps(10, 1).takes("J")
    assert board.told == ["slap", "take", "end"]
    assert board.events[-1]["joker"] == 0
    assert board.scores == [13, 9]


def test_option_last_pair_steals_joker_takes_nothing_where_nobody_lost() -> None:
    board = Board("10 10 J", "", laid=LAID, last_pair_steals_joker=True).slaps(10, NOBODY)
    assert board.told == ["slap", "end"]


def test_hd_d2_of_two_players_the_only_opponent_loses() -> None:
    board = Board("7 7 8", "1 2").does("slap 7")
    assert board.possible == [1, HALF_SLAP]


def test_option_par_time_saves_a_lone_opponent() -> None:
    board = Board("7 7 8", "1 2", "", par_time=300).does("slap 7")
    assert board.possible == [1, NOBODY, HALF_SLAP]
    board.comes(NOBODY)
    assert board.events[0]["loser"] is None
    assert (board.laid(0), board.hand(0), board.told) == ("7", "8", ["slap", "pass"])


def test_option_par_time_saves_nobody_where_two_race() -> None:
    board = Board("7 7 8", "1 2", "3", par_time=300).does("slap 7")
    assert board.possible == [1, 2, JAM, HALF_SLAP]


def test_hd_d3_an_empty_hand_takes_the_last_card_of_the_pile_and_one_of_a_player() -> None:
    board = Board("", "3 4", "5", pile="8").opens(0).draws("8")
    assert (board.phase, board.told) == ("CHOOSE", ["draw"])
    board.does("take 2").takes("5")
    assert (board.hand(0), board.phase) == ("5 8", "DECIDE")


def test_hd_d3_where_there_is_less_than_owed_you_take_what_there_is() -> None:
    board = Board("", "3", "", pile="").opens(0).takes("3")
    assert board.told == ["take", "pass"]
    board = Board("", "J", "", pile="8").opens(0).draws("8").takes("J")
    assert (board.hand(0), board.told) == ("8 J", ["draw", "take", "pass"])
    board = Board("7 7 8", "", "").opens(0)
    assert (board.told, board.phase) == ([], "DECIDE")


def test_hd_d3_taking_from_the_only_one_with_cards_is_no_choice() -> None:
    board = Board("1 2", "", "3 4").opens(0)
    assert (board.phase, board.s.giver) == ("TAKE", 2)


def test_hd_d4_with_nobody_else_holding_cards_nothing_is_taken() -> None:
    board = Board("7 7 8 8", "", "", pile="9").does("slap 7")
    assert board.possible == [NOBODY, HALF_SLAP]
    board.comes(NOBODY)
    assert (board.events[-1]["loser"], board.hand(0), board.laid(0)) == (None, "8 8", "7")
    assert board.legal == ["pass", "slap 8"]


def test_hd_d4_one_opponent_with_cards_is_the_loser() -> None:
    assert Board("7 7 8", "", "4").does("slap 7").possible == [2, HALF_SLAP]


def test_hd_d5_a_fake_needs_two_cards_and_an_opponent_with_cards() -> None:
    assert not Board("7 7 8", "", "").can("fake")
    assert not Board("7", "1 2", "").can("fake")
    assert Board("7 8", "", "1").can("fake")


def test_option_fake_limit_counts_the_fakes_of_a_turn() -> None:
    board = Board("6 8 8", "1 2", "3", fake_limit=2).does("fake").comes(FOOLED)
    assert board.can("fake")
    board.does("fake").comes(FOOLED)
    assert board.legal == ["pass", "slap 8"]
    board.slaps(8, 1).takes("2")
    assert board.told[-1] == "pass"
    assert not Board("6 8 8", "1 2", "3", fake_limit=0).can("fake")


def test_option_fake_limit_per_pair_renews_the_fakes() -> None:
    board = Board("6 6 8 8", "1 2", "3", fake_limit=1, fake_limit_per_pair=True)
    board.does("fake").comes(FOOLED)
    assert not board.can("fake")
    board.slaps(8, 1).takes("2")
    assert board.can("fake")


def test_preset_family_is_one_fake_renewed_by_each_pair() -> None:
    values = game("hands-down").settle(3, {}, "family")
    assert (values["fake_limit"], values["fake_limit_per_pair"]) == (1, True)


def lost(board: Board, contacts: list[int | None]) -> list[int | None]:
    """Return who may be recorded as the loser of a slap for sevens with these contacts."""
    found: list[int | None] = []
    for loser in (None, *range(board.s.seats)):
        with suppress(RecordError):
            check_slap(board.s, {"contacts": contacts, "loser": loser})
            found.append(loser)
    return found


def may_jam(board: Board, contacts: list[int | None]) -> bool:
    try:
        check_jam(board.s, {"contacts": contacts})
    except RecordError:
        return False
    return True


def test_hd_d6_who_never_slapped_is_last() -> None:
    board = Board("7 7 8", "1", "2", "3")
    assert lost(board, [0, None, 2400, 100]) == [1]
    assert lost(board, [0, None, 100, None]) == [1, 3]
    assert lost(board, [0, None, None, None]) == [1, 2, 3]


def test_hd_d7_three_jams_in_a_row_then_a_lot_between_the_slowest_two() -> None:
    board = Board("7 7 8", "1", "2", "3")
    assert lost(board, [0, 300, 305, 100]) == [2]
    for _ in range(3):
        assert may_jam(board, [0, 300, 305, 100])
        board.slaps(7, JAM)
    assert lost(board, [0, 300, 305, 100]) == [1, 2]
    assert lost(board, [0, 300, 300, 100]) == [1, 2]
    assert not may_jam(board, [0, 300, 300, 100])
    board.does("slap 7")
    assert board.possible == [1, 2, 3, HALF_SLAP]


def test_hd_d7_only_a_hands_down_that_counts_breaks_the_row() -> None:
    board = Board("7 7 8 8 9 9", "1", "2").slaps(7, JAM).slaps(8, JAM).does("fake").comes(FOOLED)
    assert board.s.jams == 2
    board.slaps(9, JAM).slaps(9, 1).takes("1")
    assert board.s.jams == 0


def test_hd_d7_equal_slowest_contacts_always_jam() -> None:
    board = Board("7 7 8", "1", "2", "3")
    assert lost(board, [0, 300, 300, 100]) == []
    assert may_jam(board, [0, 300, 300, 100])


def test_hd_d7_who_never_slapped_does_not_jam() -> None:
    board = Board("7 7 8", "1", "2", "3")
    assert not may_jam(board, [0, 300, 301, None])
    assert not may_jam(Board("7 7 8", "1", ""), [0, 300, None])


def test_option_par_time_includes_its_limit_and_saves_nobody_by_lot() -> None:
    board = Board("7 7 8", "1", "", par_time=300)
    assert lost(board, [0, 300, None]) == [None]
    assert lost(board, [0, 301, None]) == [1]
    assert lost(board, [0, None, None]) == [1]


def test_hd_d8_passing_with_a_pair_is_allowed() -> None:
    assert Board("7 7 8", "1 2").can("pass")


def test_option_must_play_pairs_forbids_passing_with_a_pair() -> None:
    board = Board("7 7 8", "1 2", "3 4", must_play_pairs=True)
    assert board.legal == ["fake", "slap 7"]
    assert Board("7 8", "1 2", must_play_pairs=True).can("pass")


def test_hd_d9_a_foul_costs_no_card_and_the_pair_stays() -> None:
    board = Board("7 7 8", "1 2", pile="4").slaps(7, HALF_SLAP)
    assert (board.told, board.hand(0), board.laid(0), board.s.turn) == (["foul"], "7 7 8", "", 1)
    board = Board("7 8", "1 2", pile="4").comes(NO_PAIR)
    assert board.events == [{"type": "foul", "seat": 0, "kind": "no-pair"}]
    assert (board.hand(0), board.s.turn) == ("7 8", 1)


@pytest.mark.parametrize("neighbour", ["1 2", ""])
def test_option_active_foul_gives_a_card_to_the_left(neighbour: str) -> None:
    board = Board("7 8 8", neighbour, "3", active_foul="end_turn_and_card", pile="4 5")
    board.slaps(8, HALF_SLAP).takes("7")
    assert board.events[-1] == {
        "type": "take",
        "seat": 1,
        "from": 0,
        "card": "7",
        "why": "penalty",
    }
    assert (board.hand(0), board.s.turn, board.phase) == ("8 8", 1, "OPEN_DRAW")


def test_hd_d10_one_early_foul_a_player_between_two_motions() -> None:
    board = Board("7 7 8", "1 2 3", "2 3").comes(EARLY + 1).takes("1")
    assert not board.could(EARLY + 1)
    assert board.could(EARLY + 2)
    board.does("fake").comes(FOOLED)
    assert board.could(EARLY + 1)
    board.comes(EARLY + 1).takes("2")
    board.slaps(7, JAM)
    assert board.could(EARLY + 1)


def test_hd_d10_nobody_is_early_before_the_turn_has_opened_or_in_a_fake() -> None:
    board = Board("7 8", "1 2", "3 4", pile="5").opens(0)
    assert not board.could(EARLY + 1)
    board.draws("5").does("fake")
    assert not board.could(EARLY + 1)
    board.comes(FOOLED).does("pass")
    assert board.s.turn == 1
    assert not board.could(EARLY + 1)


def test_hd_d10_an_early_touchers_last_card_takes_it_out_of_the_race() -> None:
    board = Board("7 7 8", "1", "3 4").does("slap 7").comes(EARLY + 1).takes("1")
    assert board.possible == [2, HALF_SLAP]
    board = Board("7 7 8", "1", "").does("slap 7").comes(EARLY + 1).takes("1")
    assert board.possible == [NOBODY, HALF_SLAP]


def test_hd_d11_any_card_of_the_loser_may_be_the_one() -> None:
    board = Board("7 7 8", "1 3 3 J", "4").slaps(7, 1)
    assert rules.chance_kind(board.s) == Lot.EVEN
    taken = []
    for outcome in range(rules.chance_count(board.s)):
        copy = Board("7 7 8", "1 3 3 J", "4").slaps(7, 1).comes(outcome)
        taken.append(copy.events[1]["card"])
    assert sorted(taken) == ["1", "3", "3", "J"]


def test_hd_d11_only_the_two_concerned_see_the_card() -> None:
    board = Board("7 7 8", "1", "3").slaps(7, 1).takes("1")
    show = board.game.events.show
    seen = [show(board.events[1], seat).get("card") for seat in (0, 1, 2, SPECTATOR)]
    assert seen == ["1", "1", None, None]


def test_hd_d12_with_the_joker_in_the_pile_the_next_player_opens_with_it() -> None:
    board = Board("10 10", "", "", pile="J", laid=LAID_WITHOUT_JOKER).slaps(10, NOBODY)
    assert (board.told, board.s.turn) == (["slap"], 1)
    board.draws("J")
    assert board.told == ["slap", "draw", "end"]
    assert board.events[-1] == {"type": "end", "reason": "all-pairs", "joker": 1}


def test_hd_d13_a_double_tie_is_a_shared_win() -> None:
    board = over("10 9 1", "10 8 2", "J", joker=2)
    board.s.players[2].hand[0] = 0
    assert places(board) == [0, 0, 2]
    assert [rules.returns(board.s, seat) for seat in range(3)] == [WIN // 2, WIN // 2, 0]


def test_hd_d13_turns_count_from_the_one_that_drew_the_last_card() -> None:
    board = Board("1 2", "3 J", pile="4", stall_limit=2).opens(0).draws("4").does("pass")
    assert (board.s.stalls, board.phase) == (1, "TAKE")
    board.takes("1").does("pass")
    assert board.events[-1] == {"type": "end", "reason": "stalled", "joker": 1}
    assert board.scores == [0, 2]


def test_hd_d13_a_pair_sets_the_count_to_nothing() -> None:
    board = Board("1 1 2", "3 J 5 6", stall_limit=2)
    board.s.stalls = 1
    board.slaps(1, 1).takes("3").does("pass")
    assert (board.s.stalls, board.s.turn) == (0, 1)
    assert "end" not in board.told


@pytest.mark.parametrize("limit", [1, 60, 200])
def test_option_stall_limit_is_how_many_turns_may_end_so(limit: int) -> None:
    board = Board("1 2", "3 J", stall_limit=limit)
    turns = 0
    while board.phase != "OVER":
        while board.phase == "TAKE":
            board.takes(board.hand(board.s.giver).split()[0])
        if board.phase == "DECIDE":
            board.does("pass")
        turns += board.told.count("pass")
        board.events, ended = [], board.events
    assert turns == limit
    assert ended[-1]["reason"] == "stalled"


def test_option_stall_limit_does_not_count_while_there_is_a_pile() -> None:
    board = Board("1 2", "3 J", pile="4 5 6", stall_limit=1).does("pass")
    assert (board.s.stalls, board.phase) == (0, "OPEN_DRAW")


def test_hd_d14_a_computer_player_can_take_over_anywhere() -> None:
    for options in ({}, {"must_play_pairs": True}, {"fake_limit": 0}):
        for board in (
            Board("7 7 8", "1 2", "3", **options),
            Board("7 8", "1 2", "3", **options),
            Board("1 2", "3 4", "5").opens(0),
        ):
            v, legal = view.View(), [0] * rules.NUM_ACTIONS
            view.observe(board.s, rules.actor(board.s), v)
            count = rules.legal_actions(board.s, legal)
            for lot in range(12):
                assert rules.is_legal(board.s, bots.choose(v, legal, count, lot))


@pytest.mark.parametrize("name", ["reflex", "slap_window_ms", "clump_ms"])
def test_hd_d15_how_races_are_decided_is_no_house_rule(name: str) -> None:
    with pytest.raises(OptionError):
        game("hands-down").settle(3, {name: 0})


def test_hd_d15_stances_leave_no_trace() -> None:
    asked, plain = Board("7 7 8", "1 2", "3"), Board("7 7 8", "1 2", "3")
    races.ask_stances(asked.s, wanted=True)
    asked.does("slap 7")
    assert (asked.phase, rules.actor(asked.s)) == ("STANCE", 1)
    assert asked.legal == ["gamble", "bold", "even", "careful", "wait"]
    asked.does("wait", "bold")
    assert [p.stance for p in asked.s.players[:3]] == [0, 5, 2]
    asked.comes(1)
    plain.slaps(7, 1)
    races.ask_stances(asked.s, wanted=False)
    assert asked.s == plain.s


def test_hd_d16_the_first_dealer_is_drawn_among_all() -> None:
    hands_down = game("hands-down")
    for seats in (2, 3, 4):
        s = hands_down.new(seats, hands_down.settle(seats, {}))
        assert (rules.chance_kind(s), rules.chance_count(s)) == (Lot.EVEN, seats)
        rules.apply_chance(s, seats - 1)
        assert s.dealer == seats - 1


def test_hd_d16_slap_alone_is_for_the_highest_pair() -> None:
    board = Board("2 2 9 9 10", "1 2").does("slap")
    assert board.s.rank == 9


def test_hd_d16_a_turn_holds_20_fakes_whatever_is_renewed() -> None:
    options = {"fake_limit": 20, "fake_limit_per_pair": True}
    board = Board("6 6 7 8 9", "1 2", "3 4", **options)
    for _ in range(20):
        board.does("fake").comes(FOOLED)
    board.slaps(6, 1).takes("1")
    # Without a pair nothing is left but to pass, which has been done.
    assert board.told[-1] == "pass"
    board = Board("6 6 7 7 9", "1 2", "3 4", **options)
    board.s.all_fakes = 19
    assert board.can("fake")
    board.s.all_fakes = 20
    assert board.legal == ["pass", "slap 6", "slap 7"]


def test_hd_d16_who_can_only_pass_does_so_at_once_and_nobody_is_early() -> None:
    board = Board("7 7 8", "1", "2 3", fake_limit=0).slaps(7, 1).takes("1")
    assert (board.hand(0), board.told) == ("1 8", ["slap", "take", "pass"])
    assert board.s.turn == 1


def test_hd_d16_a_touched_fake_needs_a_fake() -> None:
    assert not Board("7 8", "1").could(TOUCHED_FAKE)
    assert TOUCHED_FAKE not in Board("7 7", "1").does("slap 7").possible
    assert HALF_SLAP not in Board("7 7", "1").does("fake").possible


def test_hd_d16_nothing_tells_a_fake_from_a_slap_or_one_pair_from_another() -> None:
    seen = []
    for motion in ("fake", "slap 7", "slap 8"):
        board = Board("7 7 8 8", "1 2", "3").does(motion)
        assert board.events == []
        views = []
        for seat in (1, 2, SPECTATOR):
            v = view.View()
            view.observe(board.s, seat, v)
            views.append(v.pack())
        seen.append(views)
    assert seen[0] == seen[1] == seen[2]
    assert board.s.phase == Phase.RACE
