"""A person's turn: what can be typed, and what is said of what cannot."""

import json
import re
from collections.abc import Sequence
from pathlib import Path

import pytest

from tapete.cli import screen
from tapete.cli.menu import menu_lines
from tapete.games import game
from tests.cli.terminal import MOVE_PROMPTS, menu_numbers, play_at, saves, typed
from tests.shipped import SHIPPED

pytestmark = pytest.mark.usefixtures("home")
SOLO = ["--seed", "1", "--me", "Zoe"]


def turn_of(name: str, *lines: str, more: Sequence[str] = ()) -> str:
    """Return what the first person's turn comes to, typing these lines."""
    return play_at([name, *SOLO, *more], typed(*lines))


def doors(home: Path) -> list[list[object]]:
    (path,) = saves(home)
    return json.loads(path.read_text())["doors"]


def own_doors(home: Path) -> list[list[object]]:
    return [door for door in doors(home) if door[:2] == ["act", 0]]


@pytest.mark.parametrize("name", SHIPPED)
def test_moves_are_numbered_from_one_without_gaps(name: str) -> None:
    numbers = sorted(menu_numbers(turn_of(name)))
    assert numbers
    assert numbers == list(range(1, len(numbers) + 1))


@pytest.mark.parametrize("name", SHIPPED)
def test_number_and_short_notation_make_the_same_move(
    name: str, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown = turn_of(name, "?", "1")
    notation = re.search(r"or the move itself, such as `(.+)`", shown)
    assert notation is not None
    last = max(menu_numbers(shown.split("Type the number")[0]))
    made = []
    for move in (str(last), notation[1]):
        monkeypatch.setenv("XDG_DATA_HOME", str(home / f"data-{len(made)}" / "data"))
        turn_of(name, move)
        made.append(own_doors_in(home / f"data-{len(made)}")[:1])
    assert made[0] == made[1] != []


def own_doors_in(home: Path) -> list[list[object]]:
    return [door for door in doors(home) if door[:2] == ["act", 0]]


@pytest.mark.parametrize(
    ("name", "move", "english", "spanish"),
    [
        ("declare", "declare", "DC-6", "DC-6: se puede declarar desde tu segundo turno"),
        ("hands-down", "take 1", "HD-16", "se quitan cartas al empezar el turno"),
        ("match-em", "wild", "ME-", "comodín"),
    ],
)
def test_refused_move_names_the_rule_and_changes_nothing(
    name: str, move: str, english: str, spanish: str, home: Path
) -> None:
    shown = turn_of(name, move)
    assert "That is not allowed. " in shown
    assert english in shown.split("That is not allowed. ")[1]
    assert own_doors(home) == []
    assert spanish in turn_of(name, move, more=["--lang", "es", "--new"])


def test_refusal_has_the_numbers() -> None:
    def answer(shown: str) -> str | None:
        if (total := re.search(r"Total to match: (\d+)", shown)) is None:
            return "1"
        hand = re.search(r"Your hand: ([\d ]+)", shown)
        assert hand is not None
        card = next((c for c in hand[1].split() if c != total[1]), None)
        return None if f"={card}" in shown else f"={card}"

    shown = play_at(["match-em", *SOLO], answer)
    assert re.search(r"ME-4: the total is \d+; \d+ does not match it", shown)


@pytest.mark.parametrize("name", SHIPPED)
@pytest.mark.parametrize("text", ["0", "9999", "x" * 500, "7" * 5000, "1.5", "-1", ">", "ñ♠ > ¿?"])
def test_what_is_no_move_is_told_so(name: str, text: str, home: Path) -> None:
    shown = turn_of(name, text)
    assert "is no move: " in shown or "There is no move " in shown
    assert shown.count(MOVE_PROMPTS[0]) == 2
    assert own_doors(home) == []


@pytest.mark.parametrize("name", SHIPPED)
def test_what_is_no_move_is_told_so_in_spanish(name: str) -> None:
    shown = turn_of(name, "xyz", more=["--lang", "es"])
    assert re.search(r"Eso no es una jugada: se esperaban? .*, no 'xyz'", shown)


def test_number_beside_the_list_that_is_a_card_says_how_to_play_it() -> None:
    assert "To play the card, type `=10`." in turn_of("match-em", "10")
    assert "To play the card" not in turn_of("declare", "99")


@pytest.mark.parametrize(
    ("answer", "plays"), [("", "listed"), ("={n}", "card"), ("x", "nothing"), ("y", "nothing")]
)
def test_number_that_is_also_a_card_is_asked_about_on_a_terminal(
    answer: str, plays: str, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(screen, "drop_typed", lambda _source: None)
    asked: list[str] = []

    def answers(shown: str) -> str | None:
        if question := re.search(r"Move (\d+) is: Lead (\d+)\. Enter to make it, =\1", shown):
            asked[:] = question.groups()
            return answer.format(n=asked[0])
        if asked:
            return None
        leads = re.findall(r"(\d+)\. Lead (\d+)", shown)
        cards = {card for _n, card in leads}
        return next((n for n, card in leads if n != card and n in cards), "")

    for seed in range(9):
        play_at(
            ["match-em", "--me", "A", "--seed", str(seed), "--fast", "--new"], answers, tty=True
        )
        if asked:
            break
    moves = [door for path in saves(home)[-1:] for door in json.loads(path.read_text())["doors"]]
    made = game("match-em").notation.format_action(None, moves[0][2]) if moves else "nothing"
    assert made == {"listed": asked[1], "card": asked[0], "nothing": "nothing"}[plays]


def test_questions_are_answered() -> None:
    shown = turn_of("declare", "?", "s", "l", "o", "r", "m", "")
    assert "q: quit; the game is kept" in shown
    assert "Scores: Zoe 0, Ana 0, Beto 0, Carla 0." in shown
    assert "What happened lately:\nNew round." in shown
    assert "The options of this table:" in shown
    assert "lap_limit" in shown
    assert "DC-D12" in shown
    assert shown.count("You may:") == 2


def test_questions_change_nothing(home: Path) -> None:
    turn_of("declare", "?", "s", "l", "o", "r", "m", "")
    before = doors(home)
    turn_of("declare", "c")
    assert doors(home) == before


def test_log_shows_own_secrets_and_no_others() -> None:
    shown = turn_of("declare", "1", "l")
    log = shown.split("What happened lately:")[1]
    assert re.search(r"Zoe throws .* draws from the pile: ", log)
    assert not re.search(r"(Ana|Beto|Carla) throws .* draws from the pile: ", log)


def test_forty_moves_are_grouped_by_what_they_share() -> None:
    sources = ["draw from the pile", *(f"take {n}♦ from the floor" for n in range(2, 6))]
    moves = [f"Throw {n}♠, {source}" for n in range(2, 10) for source in sources]
    lines = menu_lines(moves, 80, "en")
    assert len(moves) == 40
    assert len(lines) == 8
    assert lines[1].startswith("Throw 3♠: 6 draw from the pile; 7 take 2♦ from the floor; 8 take")


def test_lone_move_among_groups_keeps_its_sentence() -> None:
    moves = ["Declare with 7", "Tirar 2 y robar", "Tirar 2 y tomar 3"]
    assert menu_lines(moves, 80, "es") == ["1. Declare with 7", "Tirar 2: 2 robar; 3 tomar 3"]


def test_many_short_moves_stand_in_columns_that_fit() -> None:
    lines = menu_lines([f"Match 12 with {n}" for n in range(40)], 80, "en")
    assert len(lines) == 14
    assert max(map(len, lines)) <= 80
    assert lines[0].startswith("1. Match 12 with 0")
    assert lines[1].startswith("2. Match 12 with 1")


def test_few_moves_stand_one_a_line() -> None:
    assert menu_lines(["Pass", "Fake a slap"], 80, "en") == ["1. Pass", "2. Fake a slap"]
