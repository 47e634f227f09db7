"""Words: every action there and back, every refusal explained, everything said in two languages."""

from random import Random
from typing import Any

import pytest

from tapete.core.errors import Reason, Refused, TapeteError
from tapete.core.game import SPECTATOR
from tapete.games.hands_down import notation, rules
from tapete.games.hands_down.tests.board import Board
from tapete.games.hands_down.tests.play import play, random_table
from tapete.table.table import Table

NAMES = ("Ana", "Beto", "Carla", "Inés")


def test_every_action_survives_notation() -> None:
    def each(table: Table) -> None:
        for action in table.legal_actions():
            text = notation.format_action(table.state, action)
            assert notation.parse_action(table.state, text.upper()) == action

    for seed in range(10):
        play(random_table(seed), Random(seed), each)


def test_every_action_has_words_of_its_own() -> None:
    texts = {notation.format_action(None, action) for action in range(rules.NUM_ACTIONS)}
    assert len(texts) == rules.NUM_ACTIONS


@pytest.mark.parametrize("text", ["", "slap 11", "slap J", "slap 0", "take 4", "fake 1", "pas"])
def test_unknown_words_are_refused(text: str) -> None:
    with pytest.raises(TapeteError, match="expected `pass`, `fake` or `slap NUMBER`"):
        notation.parse_action(Board("7 7 8", "1").s, text)


def test_spanish_words_are_understood() -> None:
    board = Board("7 7 8", "1")
    for spanish, text in (("Paso", "pass"), ("amagar", "fake"), ("palmada 7", "slap 7")):
        assert notation.parse_action(board.s, spanish) == notation.parse_action(board.s, text)
    with pytest.raises(TapeteError) as refused:
        notation.parse_action(board.s, "palmadas")
    assert refused.value.spanish.startswith("se esperaba `paso`, `amago` o `palmada NÚMERO`")


def test_one_of_a_thing_is_said_in_the_singular() -> None:
    v = Board("7 7 8", "1", pile="4").game.view.View()
    board = Board("7 7 8", "1", pile="4")
    board.game.view.observe(board.s, 1, v)
    said = notation.describe_view(v, NAMES, "en")
    assert "It is Ana's turn." in said
    assert "Beto: 1 card, 0 points, pairs laid: none" in said
    assert "Pile: 1 card\n" in said


def test_slap_alone_without_a_pair_is_refused() -> None:
    with pytest.raises(TapeteError, match="no pair"):
        notation.parse_action(Board("7 8", "1").s, "slap")


def test_every_illegal_action_is_explained_at_every_decision() -> None:
    def each(table: Table) -> None:
        actor = table.actor
        if actor < 0:
            return
        legal = table.legal_actions()
        for action in range(rules.NUM_ACTIONS):
            if action not in legal:
                with pytest.raises(Refused) as refused:
                    table.choose(actor, action)
                assert refused.value.reason == Reason.NOT_ALLOWED
                assert refused.value.rule.startswith("HD-")
                assert refused.value.english != refused.value.spanish

    for seed in range(6):
        play(random_table(seed), Random(seed), each)


def explained(board: Board, text: str) -> str:
    action = notation.parse_action(board.s, text)
    assert not rules.is_legal(board.s, action)
    rule, english, _spanish = notation.explain(board.s, action)
    return f"{rule}: {english}"


@pytest.mark.parametrize(
    ("board", "text", "why"),
    [
        (Board("7 8 8", "1"), "slap 7", "HD-5: a pair is two cards of one number; you hold 1 of 7"),
        (Board("7 8 8", "1", must_play_pairs=True), "pass", "HD-D8: at this table pairs must be"),
        (Board("8 8", ""), "fake", "HD-D5: nobody else has cards"),
        (Board("8 8", "1", fake_limit=0), "fake", "HD-D5: this table allows 0 fakes; you have"),
        (Board("8 9", "1"), "take 1", "HD-16: cards are taken at the opening"),
        (Board("8 9", "1"), "wait", "HD-7: no other hand is coming down"),
        (Board("8 9", "1", "2").opens(), "pass", "HD-16: your turn opens by taking a card from"),
        (Board("8 9", "1", "2", "").opens(), "take 3", "HD-16: seat 3 has no cards; take one from"),
        (Board("8 9", "1", "2").opens(), "take 0", "HD-16: your turn opens by taking a card from"),
        (Board("8 9", "1", "2").opens(), "take 3", "HD-16: your turn opens by taking a card from"),
    ],
)
def test_refusals_name_rule_and_numbers(board: Board, text: str, why: str) -> None:
    assert explained(board, text).startswith(why)


def test_the_technical_limit_of_fakes_is_named() -> None:
    board = Board("8 8 9", "1", fake_limit=20, fake_limit_per_pair=True)
    board.s.fakes, board.s.all_fakes = 3, 20
    assert explained(board, "fake") == "HD-D16: a turn holds 20 fakes at most; you have made 20"


@pytest.mark.parametrize("language", ["en", "es"])
def test_everything_is_said(language: str) -> None:
    said: set[str] = set()

    def each(table: Table) -> None:
        s = table.state
        for seat in (SPECTATOR, *range(s.seats)):
            v = table.view(seat)
            assert notation.describe_view(v, NAMES, language)
            if table.events:
                event: Any = table.events[-1]
                assert notation.describe_event(event.seen_by(seat), NAMES, language)
                said.add(event.whole["type"])
        if table.actor >= 0:
            v = table.view(table.actor)
            words = [notation.describe_action(v, a, language) for a in table.legal_actions()]
            assert len(set(words)) == len(words)

    for seed in range(6):
        play(random_table(seed), Random(seed), each)
    assert said >= {"deal", "draw", "take", "slap", "fake", "early", "foul", "pass", "end"}


def test_events_are_told_to_people() -> None:
    board = Board("7 7 8 8", "1 2", "3 4", "5 6").does("slap 8").comes(2).takes("4")
    board.does("fake").comes(rules_fooled(1, 3)).takes("1", "6")
    tell = notation.describe_event
    assert tell(board.events[0], NAMES, "en") == "Hands Down! Ana lays a pair of 8; Carla loses."
    assert tell(board.events[1], NAMES, "es") == ("Ana le quita una carta a Carla, que perdió: 4.")
    assert tell(board.events[2], NAMES, "en") == "Ana fakes and fools Beto and Inés."
    assert tell(board.events[2], NAMES, "es") == "Ana amaga y pican Beto e Inés."
    measured = {**board.events[0], "contacts": [0, 310, 395, None]}
    assert "(Beto 310 ms, Carla 395 ms); Carla loses." in tell(measured, NAMES, "en")
    unslapped = {**board.events[0], "contacts": [0, 310, None, None]}
    assert "(Beto 310 ms); Carla has not slapped and loses." in tell(unslapped, NAMES, "en")
    assert "(Beto 310 ms); Carla no ha dado la palmada y pierde." in tell(unslapped, NAMES, "es")


def rules_fooled(*seats: int) -> int:
    return 8 + sum(1 << seat for seat in seats)


def test_the_view_is_said_to_its_seat_alone() -> None:
    board = Board("7 7 8", "1 2", "3", pile="4 5").does("slap 7")
    v = board.game.view.View()
    board.game.view.observe(board.s, 0, v)
    said = notation.describe_view(v, NAMES, "en")
    assert "You are slapping for a pair of 7." in said
    assert "Your hand: 7 7 8" in said
    v = board.game.view.View()
    board.game.view.observe(board.s, 1, v)
    said = notation.describe_view(v, NAMES, "es")
    assert "¡Baja la mano de Ana!" in said
    assert "7" not in said.replace("Mazo: 2", "")
