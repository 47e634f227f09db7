"""Whole games through a pipe, each game, each language, told and recorded as they should be."""

import json
import re
from pathlib import Path

import pytest

from tapete.cli.phrases import PHRASES
from tapete.cli.verify import verify
from tapete.games import game, games
from tapete.table.record import parse_record, replay
from tests.cli.terminal import play_at, records, saves, typed, wanders
from tests.toy import TOY

pytestmark = pytest.mark.usefixtures("home")
NAMES = sorted({*games(), TOY.name})
SHORT = {"declare": ["--option", "threshold=25"], "match-em": ["--option", "wins_needed=1"]}
"""Options that make a game end sooner."""
ENGLISH = re.compile(
    r"\b(the|and|you|your|of|with|from|wins?|cards?|turn|total to)\b", re.IGNORECASE
)


def whole_game(name: str, *more: str, seed: int = 3) -> str:
    return play_at([name, "--seed", str(seed), *SHORT.get(name, []), *more], wanders(seed))


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("seats", [2, 4])
def test_game_is_played_to_its_end_and_recorded(name: str, seats: int, home: Path) -> None:
    shown = whole_game(name, "--seats", str(min(seats, game(name).max_seats)))
    (path,) = records(home)
    text = path.read_text()
    table = replay(parse_record(text))
    verify(text, json.loads(text)["x_seal"]["commitment"])
    assert table.is_over
    assert json.loads(text)["x_seal"]["commitment"] in shown
    assert f"tapete verify {path}" in shown
    assert "Ranking:\n1. " in shown
    assert saves(home) == []


@pytest.mark.parametrize("name", NAMES)
def test_everything_public_is_told(name: str, home: Path) -> None:
    shown = whole_game(name, "--me", "Zoe")
    record = parse_record(records(home)[0].read_text())
    table = replay(record)
    names = ["Zoe", "Ana", "Beto", "Carla"][: table.seats]
    for event in table.events:
        assert game(name).notation.describe_event(event.seen_by(0), names, "en") in shown


@pytest.mark.parametrize("name", NAMES)
def test_spanish_game_has_no_english_words(name: str) -> None:
    shown = whole_game(name, "--lang", "es", "--me", "Zoe")
    assert "Clasificación:" in shown
    # Values and names of options and commands are not words of a language.
    prose = re.sub(r"`[^`]*`|«[^»]*»|--\w+|es \w+ \(normalmente \w+\)|/\S+|Hands Down", "", shown)
    prose = prose.replace("Match 'Em", "")
    assert ENGLISH.findall(prose) == []


@pytest.mark.parametrize("name", NAMES)
def test_english_words_are_found_in_an_english_game(name: str) -> None:
    assert len(set(ENGLISH.findall(whole_game(name)))) > 3


@pytest.mark.parametrize("name", NAMES)
def test_spanish_game_speaks_no_english_phrase(name: str) -> None:
    shown = whole_game(name, "--lang", "es")
    chunks = [
        (key, chunk)
        for key, (english, spanish) in PHRASES.items()
        for chunk in re.split(r"\{\w+\}", english)
        if len(chunk.strip()) > 5 and chunk not in spanish
    ]
    assert [(key, chunk) for key, chunk in chunks if chunk in shown] == []


def test_same_seed_gives_the_same_game(home: Path) -> None:
    first, second = whole_game("declare"), whole_game("declare")
    one, other = (path.read_text() for path in records(home))
    assert one == other
    assert first.replace("\n", "")[:2000] == second.replace("\n", "")[:2000]


def test_seed_says_that_the_cards_can_be_known() -> None:
    assert "with --seed 3 anybody can work the cards out" in whole_game("declare")


def test_without_seed_cards_and_words_are_new(home: Path) -> None:
    for _ in range(2):
        play_at(["declare", "--option", "threshold=25", "--new"], wanders(1))
    one, other = (json.loads(path.read_text())["x_seal"] for path in records(home))
    assert one["secret"] != other["secret"]
    assert len(one["nonces"]) == 1
    assert one["nonces"] != other["nonces"]


def test_records_go_where_they_are_wanted(home: Path) -> None:
    whole_game("declare", "--records", str(home / "mine"))
    assert len(list((home / "mine").glob("declare-*.jsonl"))) == 1
    assert records(home) == []


def test_playing_again_has_a_seal_of_its_own(home: Path) -> None:
    moves = wanders(3)
    games_left = iter("yn")

    def answer(shown: str) -> str:
        return next(games_left) if "Play again?" in shown else moves(shown) or ""

    shown = play_at(["declare", "--seed", "3", *SHORT["declare"]], answer)
    assert len(set(re.findall(r"Seal: (\w{64})", shown))) == 2
    assert len(records(home)) == 2


def test_menu_offers_every_game_and_two_enters_start_one() -> None:
    shown = play_at(["--seed", "1"], typed(""))
    for one in games().values():
        assert f"{one.title}, {one.min_seats} to {one.max_seats} players" in shown
    assert "Your turn" in shown


@pytest.mark.parametrize(
    ("text", "why"),
    [("9", "Expected a number"), ("x", "Expected a number"), ("1 99", "players, not 99")],
)
def test_menu_says_why_it_does_not_understand(text: str, why: str) -> None:
    assert why in play_at([], typed(text))


def test_menu_takes_game_and_seats() -> None:
    first = next(iter(games().values()))
    shown = play_at(["--seed", "1", "--me", "Zoe"], typed("1 2"))
    assert f"{first.title}. At the table: Zoe (you), Ana (computer)." in shown


def test_house_rules_stand_before_the_first_card() -> None:
    changes = ["--preset", "yaniv-like", "--option", "tie=declarer_wins"]
    shown = play_at(["declare", *changes], typed())
    before = shown[: shown.index("New round")]
    assert "- `threshold` is 200 (normally 100)." in before
    assert "- `tie`" not in before
    assert "Often argued about: `tie` is declarer_wins here (elsewhere declarer_loses)." in before
    assert "`o` shows every option" in before
    assert before.index("threshold") < before.index("Seal:")


def test_a_contested_rule_that_is_changed_is_told_once() -> None:
    shown = play_at(["declare", "--option", "tie=declarer_loses"], typed())
    before = shown[: shown.index("New round")]
    assert "- `tie` is declarer_loses (normally declarer_wins)." in before
    assert "Often argued about" not in before


def test_two_at_a_race_are_told_that_speed_is_idle() -> None:
    told = "whoever is not on turn loses every race"
    assert told in play_at(["hands-down", "--seats", "2"], typed())
    for more in (["--seats", "3"], ["--seats", "2", "--option", "par_time=300"]):
        assert told not in play_at(["hands-down", "--new", *more], typed())
