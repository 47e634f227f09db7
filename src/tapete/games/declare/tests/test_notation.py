"""Declare in words: notation there and back, sentences in both languages, reasons of refusals."""

import random
import re
from pathlib import Path

import pytest

from tapete.core.errors import TapeteError
from tapete.core.game import CHANCE, SPECTATOR, TERMINAL
from tapete.games.declare import GAME, notation, rules, turns
from tapete.games.declare.cards import NUM_CARDS
from tapete.games.declare.events import SHAPES, show
from tapete.games.declare.state import State
from tapete.games.declare.tests.hands import NAMES, cards, fresh, play, table, view_of
from tapete.games.declare.tests.written import SHORT, exhausted, read, shown_by_limit

NUMBERS = set(
    re.findall(r"\*\*(DC-D?\d+)\*\*", (Path(GAME.folder) / "RULES.md").read_text(encoding="utf-8"))
)
OPTIONS = [
    {},
    {"jokers": 2, "run_lengths": "3+4+5", "run_same_suit": True, "declare_max": 7},
    {"allow_trips": True, "mixed_two_pairs": True, "run_lengths": "none", "lap_limit": 5},
]


def random_states(options: dict[str, object], count: int) -> list[State]:
    """Return states of one random match in which a seat must choose."""
    rng = random.Random(str(options))
    s, found, buffer = fresh(rng.randint(2, 6), **options), [], [0] * GAME.num_actions
    while len(found) < count and rules.actor(s) != TERMINAL:
        if rules.actor(s) == CHANCE:
            rules.apply_chance(s, rng.randrange(rules.chance_count(s)))
            continue
        found.append(s.copy())
        # Most declarations are put off, so that rounds get long enough.
        count_ = rules.legal_actions(s, buffer)
        legal = buffer[:count_] if rng.random() < 0.05 else buffer[:count_][-max(1, count_ - 1) :]
        rules.apply(s, rng.choice(legal))
    return found


def legal_of(s: State) -> list[int]:
    """Return the legal actions."""
    buffer = [0] * GAME.num_actions
    return buffer[: rules.legal_actions(s, buffer)]


# Notation


def test_every_card_is_written_and_read_back() -> None:
    texts = [notation.format_card(card) for card in range(NUM_CARDS)]
    assert len(set(texts)) == NUM_CARDS
    assert [notation.parse_card(text) for text in texts] == list(range(NUM_CARDS))
    assert cards("AS AH AD AC 2S KC X1 X2") == [0, 1, 2, 3, 4, 51, 52, 53]


@pytest.mark.parametrize("options", OPTIONS, ids=["sheet", "jokers", "trips"])
def test_every_legal_action_survives_notation(options: dict[str, object]) -> None:
    for s in random_states(options, 150):
        actions = legal_of(s)
        texts = [notation.format_action(s, action) for action in actions]
        assert len(set(texts)) == len(texts)
        assert [notation.parse_action(s, text) for text in texts] == actions


def test_actions_are_written_as_throw_and_source() -> None:
    s = table("7S 7H KD", "5C", floor="2D")
    assert notation.format_action(s, rules.turn_action(0b011, turns.PILE)) == "7S 7H > pile"
    assert notation.format_action(s, rules.turn_action(0b100, 1)) == "KD > 2D"
    assert notation.format_action(s, rules.DECLARE) == "declare"


@pytest.mark.parametrize(
    "text", ["7h 7s > PILE", " 7S  7H>pile ", "7H 7S > pile", "7♥ 7♠ > pile", "7s 7h > mazo"]
)
def test_actions_are_read_leniently(text: str) -> None:
    s = table("7S 7H KD", "5C", floor="2D")
    assert notation.parse_action(s, text) == rules.turn_action(0b011, turns.PILE)


def test_cards_may_be_typed_as_they_are_shown() -> None:
    s = table("TS X1 X2", "5C", floor="TD", jokers=2)
    assert notation.parse_action(s, "10♠ > 10d") == rules.turn_action(0b001, 1)
    assert notation.parse_action(s, "joker comodín > pile") == rules.turn_action(0b110, turns.PILE)
    assert notation.parse_action(s, "declarar") == rules.DECLARE
    with pytest.raises(TapeteError, match="X1 is not on the floor"):
        notation.parse_action(s, "10s > joker")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "expected"),
        ("7S", "expected"),
        ("> pile", "expected"),
        ("pass", "expected"),
        ("7S > ", "a card is"),
        ("7S > floor", "a card is"),
        ("ZZ > pile", "a card is"),
        ("AS > pile", "AS is not in your hand"),
        ("7S 7S > pile", "7S is not in your hand, or you name it twice"),
        ("7S > KS", "KS is not on the floor; there: 2D"),
        ("7S > AS", "AS is not on the floor; there: 2D"),
    ],
)
def test_what_is_no_action_is_refused_saying_what_is(text: str, said: str) -> None:
    s = table("7S 7H KD", "5C", floor="2D")
    with pytest.raises(TapeteError, match=re.escape(said)):
        notation.parse_action(s, text)


# Reasons


@pytest.mark.parametrize("options", OPTIONS, ids=["sheet", "jokers", "trips"])
def test_every_illegal_action_is_explained_by_a_rule_that_exists(
    options: dict[str, object],
) -> None:
    for s in random_states(options, 15):
        legal = set(legal_of(s))
        for action in range(GAME.num_actions):
            if action not in legal:
                rule, english, spanish = notation.explain(s, action)
                assert rule in NUMBERS
                assert english.strip()
                assert spanish.strip()
                assert english != spanish
                assert "{" not in english + spanish


def reason(move: str, hand: str, **options: object) -> tuple[str, str]:
    """Return rule and English sentence of the refusal of a move."""
    s = table(hand, "9H", **options)
    action = notation.parse_action(s, move)
    assert not rules.is_legal(s, action)
    rule, english, _ = notation.explain(s, action)
    return rule, english


@pytest.mark.parametrize(
    ("hand", "options", "rule", "said"),
    [
        ("7S 8H", {}, "DC-3", "7♠ 8♥: they are neither of one rank"),
        ("7S 7H 7D", {}, "DC-3", "7♠ 7♥ 7♦: never three of a kind"),
        ("3S 4H 5D 6C", {}, "DC-3", "3♠ 4♥ 5♦ 6♣: a sequence of 4 may not be thrown"),
        ("3S 4H 5D", {"run_lengths": "none"}, "DC-3", "`run_lengths` is none"),
        ("KS AH 2D", {}, "DC-4", "A♥ 2♦ K♠: the ace goes before the two or after the king"),
        ("3S 4H 5D", {"run_same_suit": True}, "DC-D4", "a sequence must be of one suit"),
        ("7S 7H 8D 8C", {}, "DC-D4", "no two different pairs"),
        ("7S X1", {"jokers": 2}, "DC-D1", "7♠ Joker: a joker goes with two real cards"),
        ("7S X1 X2", {"jokers": 2}, "DC-D1", "a joker goes with two real cards"),
    ],
)
def test_reason_why_cards_may_not_be_thrown(
    hand: str, options: dict[str, object], rule: str, said: str
) -> None:
    number, english = reason(f"{hand} > pile", hand, **options)
    assert number == rule
    assert said in english


def test_reason_why_not_to_declare() -> None:
    assert reason("declare", "7S", turns=0)[0] == "DC-6"
    rule, english = reason("declare", "7S TS", declare_max=7)
    assert rule == "DC-D6"
    assert english == "you may declare with 7 at most; you have 17"


def test_reason_why_there_is_nothing_to_take() -> None:
    assert reason("7S > pile", "7S", pile="")[0] == "DC-D5"
    s = table("7S", "9H", floor="2D")
    assert notation.explain(s, rules.turn_action(1, 2))[:2] == (
        "DC-5",
        "the floor has 1 card to take",
    )
    assert notation.explain(s, rules.turn_action(2, 0))[:2] == (
        "DC-2",
        "you hold 1 card; throw some of those",
    )


# Sentences

EVENTS = [*SHORT["events"], *exhausted()["events"][-2:], *shown_by_limit()["events"][-2:]]


def test_all_types_of_events_are_tried() -> None:
    assert {event["type"] for event in EVENTS} == set(SHAPES)


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("seat", [0, 1, SPECTATOR, None])
def test_every_event_is_said_as_seen_and_as_recorded(language: str, seat: int | None) -> None:
    for event in EVENTS:
        seen = event if seat is None else show(event, seat)
        said = notation.describe_event(seen, NAMES, language)
        assert re.fullmatch(r"[¡\w].*[.]", said), said
        assert "{" not in said
        assert "None" not in said


def test_events_in_english_and_spanish() -> None:
    events = SHORT["events"]
    wanted = {
        0: (
            "New round. Beto starts. Turned up: 5♦.",
            "Ronda nueva. Empieza Beto. Boca arriba: 5♦.",
        ),
        1: (
            "Beto throws K♠ K♥ and draws from the pile: 4♠.",
            "Beto descarta K♠ K♥ y roba del mazo: 4♠.",
        ),
        3: (
            "Beto throws Q♦ and takes 7♥ from the floor.",
            "Beto descarta Q♦ y toma 7♥ de la mesa.",
        ),
        4: (
            "Ana declares! Totals: Ana 14 (scores 0); Beto 30 (scores 16).",
            "¡Ana declara! Totales: Ana 14 (se anota 0); Beto 30 (se anota 16).",
        ),
        9: ("Over the threshold and out: Ana.", "Rebasa el límite y queda eliminado: Ana."),
        10: ("The game is over.", "Fin de la partida."),
    }
    for index, (english, spanish) in wanted.items():
        assert notation.describe_event(events[index], NAMES, "en") == english
        assert notation.describe_event(events[index], NAMES, "es") == spanish


def test_drawn_card_is_not_said_to_others() -> None:
    seen = show(SHORT["events"][1], 0)
    said = "Beto throws K♠ K♥ and draws from the pile."
    assert notation.describe_event(seen, NAMES, "en") == said


def test_seat_that_is_out_has_no_total_to_say() -> None:
    event = {"type": "showdown", "totals": [None, 4, 9], "points": [None, 0, 5]}
    said = notation.describe_event(event, NAMES, "en")
    assert said.endswith("Totals: Beto 4 (scores 0); Carla 9 (scores 5).")


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("options", OPTIONS, ids=["sheet", "jokers", "trips"])
def test_every_legal_action_is_said_in_its_own_words(
    options: dict[str, object], language: str
) -> None:
    for s in random_states(options, 60):
        v = view_of(s, s.turn)
        said = [notation.describe_action(v, action, language) for action in legal_of(s)]
        # Two jokers look alike to people.
        joker = notation.SHOWN_JOKER[language]
        plain = {text for text in said if joker not in text}
        assert len(plain) == sum(joker not in text for text in said)
        assert all("{" not in text for text in said)


def test_actions_in_english_and_spanish() -> None:
    v = view_of(table("7S 7H TD", "5C", floor="2D"), 0)
    both = [rules.turn_action(0b011, turns.PILE), rules.turn_action(0b100, 1), rules.DECLARE]
    assert [notation.describe_action(v, action, "en") for action in both] == [
        "Throw 7♠ 7♥, draw from the pile",
        "Throw 10♦, take 2♦",
        "Declare with 24",
    ]
    assert [notation.describe_action(v, action, "es") for action in both] == [
        "Descartar 7♠ 7♥ y robar del mazo",
        "Descartar 10♦ y tomar 2♦",
        "Declarar con 24",
    ]


def test_view_in_english_and_spanish() -> None:
    s = table("7S KD", "5C 6C", "", floor="2D", pile="9S 9H", scores=(12, 1, 101), out=(0, 0, 1))
    play(s, "KD > 2D")
    assert notation.describe_view(view_of(s, 0), NAMES, "en").splitlines() == [
        "Round 1. Whoever goes above 100 points is out.",
        "Ana: 2 cards, 12 points, took 2♦ from the floor",
        "Beto: 2 cards, 1 point",
        "Carla: out with 101 points",
        "On the floor: K♦",
        "Pile: 2 cards; buried: 0",
        "Your hand: 2♦ 7♠ (total 9)",
    ]
    assert notation.describe_view(view_of(s, SPECTATOR), NAMES, "es").splitlines() == [
        "Ronda 1. Quien pase de 100 puntos queda eliminado.",
        "Ana: 2 cartas, 12 puntos, tomó 2♦ de la mesa",
        "Beto: 2 cartas, 1 punto",
        "Carla: eliminado con 101 puntos",
        "En la mesa: K♦",
        "Mazo: 2 cartas; enterradas: 0",
    ]


def test_view_before_the_first_deal_says_nothing_of_cards() -> None:
    said = notation.describe_view(view_of(fresh(2), 0), NAMES, "en")
    assert "took" not in said
    assert "♠" not in said


def test_events_of_a_table_are_said_to_every_seat() -> None:
    for event in read(SHORT).events:
        for seat in (0, 1, SPECTATOR):
            assert notation.describe_event(event.seen_by(seat), NAMES, "es")
