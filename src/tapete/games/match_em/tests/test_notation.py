"""Words: every action there and back, sentences in both languages, refusals with the numbers."""

from random import Random
from typing import Any

import pytest

from tapete.core.errors import Reason, Refused, TapeteError
from tapete.core.game import CHANCE
from tapete.games.match_em import GAME, notation, rules, view
from tapete.games.match_em.state import DRAW, WILD
from tapete.games.match_em.tests.tables import begin, draw, play, random_table, table
from tapete.table.chance import Sealed
from tapete.table.table import Table

NAMES = ["Ana", "Beto", "Carla", "Dani"]


def seen(s: Any, seat: int) -> Any:
    v = view.View()
    view.observe(s, seat, v)
    return v


def test_every_action_there_and_back() -> None:
    s = begin(2)
    for action in range(GAME.num_actions):
        assert notation.parse_action(s, notation.format_action(s, action)) == action


@pytest.mark.parametrize(
    ("text", "action"),
    [("5+5", "5+5"), (" 2 + 7 ", "7+2"), ("7 2", "7+2"), ("w", "wild"), ("WILD", "wild")],
)
def test_actions_are_read_as_people_write_them(text: str, action: str) -> None:
    s = begin(2)
    assert notation.format_action(s, notation.parse_action(s, text)) == action


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "expected cards"),
        ("+", "expected cards"),
        ("pass", "expected cards"),
        ("0", "expected cards"),
        ("13", "expected cards"),
        ("٣", "expected cards"),
        ("9" * 9999, "expected cards"),
        ("wild 5", "expected cards"),
        ("w+5", "ME-7"),
        ("w w", "ME-7"),
        ("9+4", r"ME-4: 9\+4 is 13"),
    ],
)
def test_what_is_no_action_is_refused(text: str, reason: str) -> None:
    with pytest.raises(TapeteError, match=reason):
        notation.parse_action(begin(2), text)


@pytest.mark.parametrize(("spanish", "text"), [("Robar", "draw"), ("comodín", "wild")])
def test_spanish_words_are_understood(spanish: str, text: str) -> None:
    s = begin(2)
    assert notation.parse_action(s, spanish) == notation.parse_action(s, text)


SAID: list[tuple[Any, str, str, str]] = [
    (table("7 W", "1"), "7", "Lead 7", "Salir con 7"),
    (table("W W", "1"), "wild", "no total stands", "no hay total"),
    (table("5 5", "1", standing="10"), "5+5", "Match 10 with 5+5", "Igualar el 10 con 5+5"),
    (table("5 6", "1", standing="10"), "6", "Play 6 as the new total", "Jugar 6 como nuevo total"),
    (table("5 W", "1", standing="10"), "wild", "stays 10", "sigue en 10"),
    (table("5 6", "1", standing="10"), "draw", "Draw 2 cards", "Robar 2 cartas"),
    (table("5 6", "1", standing="9", draw_count=1), "draw", "Draw a card", "Robar una carta"),
]


@pytest.mark.parametrize(("s", "text", "english", "spanish"), SAID)
def test_actions_in_sentences(s: Any, text: str, english: str, spanish: str) -> None:
    v, action = seen(s, 0), notation.parse_action(s, text)
    assert english in notation.describe_action(v, action, "en")
    assert spanish in notation.describe_action(v, action, "es")


def test_view_in_sentences() -> None:
    s = table("5 6 W", "1", standing="4+5 W", played="2 2 W W", pile="3 3 3")
    s.players[1].tokens = 1
    assert notation.describe_view(seen(s, 0), NAMES, "en").splitlines() == [
        "Hand 1. Whoever first wins 3 hands wins the match.",
        "Ana: 3 cards, 0 tokens",
        "Beto: 1 card, 1 token",
        "Total to match: 9 (5+4, 1 wild)",
        "Pile: 3 cards. Played before: 2 2 2 wilds",
        "Your hand: 5 6 1 wild",
    ]
    spanish = notation.describe_view(seen(s, -1), NAMES, "es").splitlines()
    assert spanish[3:] == [
        "Total que hay que igualar: 9 (5+4, 1 comodín)",
        "Mazo: 3 cartas. Jugadas antes: 2 2 2 comodines",
    ]


def test_view_without_a_total() -> None:
    s = table("W W", "1", wins_needed=1)
    assert "No total stands.\n" in notation.describe_view(seen(s, 0), NAMES, "en")
    play(s, "wild")
    said = notation.describe_view(seen(s, 1), NAMES, "es")
    assert "No hay ningún total; en el tapete: 1 comodín" in said
    assert "Quien la gane gana la partida" in said


EVENTS: list[tuple[dict[str, Any], str, str]] = [
    (
        {"type": "cut", "cards": [["W", "5"], ["4", "5"]], "starter": 1},
        "Cut: Ana a wild, Beto 5; again: Ana 4, Beto 5. Beto starts.",
        "Corte: Ana un comodín, Beto 5; otra vez: Ana 4, Beto 5. Empieza Beto.",
    ),
    ({"type": "play", "seat": 0, "cards": ["7"]}, "Ana plays 7.", "Ana juega 7."),
    (
        {"type": "play", "seat": 0, "cards": ["5", "4"]},
        "Ana plays 5+4 = 9.",
        "Ana juega 5+4 = 9.",
    ),
    ({"type": "play", "seat": 1, "cards": ["W"]}, "Beto plays a wild.", "Beto juega un comodín."),
    ({"type": "draw", "seat": 0, "count": 2}, "Ana draws 2 cards.", "Ana roba 2 cartas."),
    ({"type": "draw", "seat": 0, "count": 1}, "Ana draws a card.", "Ana roba una carta."),
    (
        {"type": "draw", "seat": 0, "cards": ["4", "W"]},
        "Ana draws 2 cards: 4 wild.",
        "Ana roba 2 cartas: 4 comodín.",
    ),
    (
        {"type": "draw", "seat": 0, "cards": []},
        "Ana can't draw: both piles are out.",
        "Ana no puede robar: no queda ninguna carta.",
    ),
    ({"type": "pass", "seat": 0}, "Ana can't play and passes.", "Ana no puede jugar y pasa."),
    (
        {"type": "hand", "seat": 1, "tokens": [0, 1]},
        "Beto wins the hand. Tokens: Ana 0, Beto 1.",
        "Beto gana la mano. Fichas: Ana 0, Beto 1.",
    ),
    (
        {"type": "hand", "seat": None, "tokens": [0, 1]},
        "The hand is stopped and nobody wins it. Tokens: Ana 0, Beto 1.",
        "La mano se detiene y nadie la gana. Fichas: Ana 0, Beto 1.",
    ),
]


@pytest.mark.parametrize(("event", "english", "spanish"), EVENTS)
def test_events_in_sentences(event: dict[str, Any], english: str, spanish: str) -> None:
    assert notation.describe_event(event, NAMES, "en") == english
    assert notation.describe_event(event, NAMES, "es") == spanish


def test_all_events_have_words_for_whoever_sees_them() -> None:
    kinds = set()
    for event in random_table(3, 4).events:
        kinds.add(event.whole["type"])
        for form in (event.whole, event.seen_by(-1), event.seen_by(2)):
            english, spanish = (notation.describe_event(form, NAMES, lang) for lang in ("en", "es"))
            assert english.endswith(".")
            assert english != spanish
    assert {"cut", "deal", "play", "draw", "hand", "end"} <= kinds


def after_drawing(s: Any) -> Any:
    play(s, "draw")
    draw(s, "1 2")
    return s


REFUSALS: list[tuple[Any, str, str, str]] = [
    (table("4 5 1", "1", standing="10"), "5+4", "ME-4", "the total is 10; 5+4 is 9"),
    (table("4 5 1", "1", standing="10"), "5", "ME-4", "the total is 10; 5 does not match it"),
    (table("4 5 W", "1", standing="9"), "6+3", "ME-4", "you do not hold 6+3; your hand: 4 5 W"),
    (table("4 5 1", "1"), "5+4", "ME-3", "5+4 are 2 cards"),
    (table("4 5 1", "1", standing="10"), "wild", "ME-7", "you hold no wild"),
    (table("4 W", "1"), "wild", "ME-D2", "lead one of 4"),
    (table("W", "1", standing="9", no_wild_finish=True), "wild", "ME-D7", "the last card"),
    (table("4 5 1", "1", standing="9"), "draw", "ME-D3", "the total is 9, and you hold 5+4"),
    (table("4 5 1", "1"), "draw", "ME-3", "who leads does not draw"),
    (
        after_drawing(table("4 5 1", "1", standing="12", pile="1 2")),
        "5+4",
        "ME-D4",
        "the total is 12; 5+4 is 9",
    ),
    (after_drawing(table("4 5", "1", standing="12", pile="1 2")), "draw", "ME-D4", "have drawn"),
]


@pytest.mark.parametrize(("s", "text", "rule", "reason"), REFUSALS)
def test_refusals_name_rule_and_numbers(s: Any, text: str, rule: str, reason: str) -> None:
    action = notation.parse_action(s, text)
    assert not rules.is_legal(s, action)
    said = notation.explain(s, action)
    assert said[0] == rule
    assert reason in said[1]
    assert said[1] != said[2]


def test_every_illegal_action_of_a_match_has_its_reason() -> None:
    random, s = Random(5), begin(3, no_wild_finish=True)
    for _ in range(400):
        actor = rules.actor(s)
        if actor == CHANCE:
            rules.apply_chance(s, random.randrange(rules.chance_count(s)))
            continue
        legal = [a for a in range(GAME.num_actions) if rules.is_legal(s, a)]
        for action in range(GAME.num_actions):
            if action not in legal:
                rule, english, spanish = notation.explain(s, action)
                assert rule.startswith("ME-")
                assert english
                assert spanish
        rules.apply(s, random.choice(legal))


def test_table_refuses_with_the_rule_and_stays_as_it_is() -> None:
    made = Table(GAME, 2, GAME.settle(2, {}), Sealed(b"x"))
    made.start()
    before = made.state.pack()
    for action in (WILD, DRAW):
        with pytest.raises(Refused, match="ME-") as refusal:
            made.act(made.actor, action)
        assert refusal.value.reason == Reason.NOT_ALLOWED
        assert refusal.value.spanish != refusal.value.english
    assert made.state.pack() == before
