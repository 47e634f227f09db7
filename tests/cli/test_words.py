"""Every phrase in both languages, every phrase used, every used phrase there."""

import ast
import string
from pathlib import Path

import pytest

from tapete.cli import words
from tapete.cli.phrases import PHRASES
from tapete.cli.words import (
    default_language,
    join_names,
    name_seats,
    number_name,
    say,
)
from tapete.games import game

CLI = Path(words.__file__).parent
NAMES = ["Ana", "Beto", "Inés"]


def gaps(phrase: str) -> set[str | None]:
    return {name for _text, name, _form, _conversion in string.Formatter().parse(phrase) if name}


def words_in_code() -> set[str]:
    """Return every text in the terminal's modules that could name a phrase."""
    found: set[str] = set()
    for file in CLI.glob("*.py"):
        if file.stem != "phrases":
            nodes = ast.walk(ast.parse(file.read_text()))
            found |= {
                n.value for n in nodes if isinstance(n, ast.Constant) and isinstance(n.value, str)
            }
    return found


def said() -> set[str]:
    """Return the names of phrases that are written out where they are said."""
    found: set[str] = set()
    for file in CLI.glob("*.py"):
        for node in ast.walk(ast.parse(file.read_text())):
            if isinstance(node, ast.Call) and node.args and isinstance(node.args[0], ast.Constant):
                function = ast.unparse(node.func).rpartition(".")[2]
                if function in {"say", "_say", "Trouble", "SaveError"}:
                    found.add(node.args[0].value)
    return found


@pytest.mark.parametrize("key", PHRASES)
def test_phrase_is_there_in_both_languages_with_the_same_gaps(key: str) -> None:
    english, spanish = PHRASES[key]
    assert english.strip()
    assert spanish.strip()
    assert gaps(english) == gaps(spanish)


def test_every_phrase_said_exists() -> None:
    assert len(said()) > 50
    assert said() <= set(PHRASES)


def test_every_phrase_is_said() -> None:
    columns = {key for key in PHRASES if key.endswith("_column")}
    assert set(PHRASES) - columns - words_in_code() == set()


@pytest.mark.parametrize(
    ("name", "value", "language"),
    [
        ("LC_ALL", "es_ES.UTF-8", "es"),
        ("LC_MESSAGES", "es_MX.UTF-8", "es"),
        ("LANG", "es", "es"),
        ("LANG", "en_GB.UTF-8", "en"),
        ("LANG", "de_DE.UTF-8", "en"),
        ("LANG", "", "en"),
    ],
)
def test_language_comes_from_the_locale(
    name: str, value: str, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for one in words.LOCALES:
        monkeypatch.delenv(one, raising=False)
    monkeypatch.setenv(name, value)
    assert default_language() == language


def test_first_locale_that_is_set_decides(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "en_US.UTF-8")
    monkeypatch.setenv("LANG", "es_ES.UTF-8")
    assert default_language() == "en"


@pytest.mark.parametrize(
    ("names", "english", "spanish"),
    [
        (["Ana"], "Ana", "Ana"),
        (["Ana", "Beto"], "Ana and Beto", "Ana y Beto"),
        (["Ana", "Beto", "Inés"], "Ana, Beto and Inés", "Ana, Beto e Inés"),
        (["Ana", "Hilario"], "Ana and Hilario", "Ana e Hilario"),
        (["Ana", "Iago"], "Ana and Iago", "Ana y Iago"),
    ],
)
def test_names_are_joined_as_each_language_does(
    names: list[str], english: str, spanish: str
) -> None:
    assert join_names(names, "en") == english
    assert join_names(names, "es") == spanish


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("Take a card from seat 2 (holds 3)", "Take a card from Inés (holds 3)"),
        ("take one from seat 1 or 2", "take one from Beto or Inés"),
        ("Quitar una carta al asiento 1 (tiene 3)", "Quitar una carta a Beto (tiene 3)"),
        ("el asiento 0 no tiene cartas", "Ana no tiene cartas"),
        ("seat 7 must choose", "7 must choose"),
        ("Slap for your pair of 7", "Slap for your pair of 7"),
    ],
)
def test_seats_are_called_by_name(text: str, named: str) -> None:
    assert name_seats(text, NAMES) == named


def test_allowed_values_are_told_in_both_languages() -> None:
    options = game("declare").options
    assert options["allow_trips"].allowed("en") == "on or off"
    assert options["allow_trips"].allowed("es") == "on u off"
    assert options["false_penalty"].allowed("en") == "0 to 50"
    assert options["false_penalty"].allowed("es") == "de 0 a 50"
    assert options["declare_max"].allowed("es") == "none, 5, 7, 10, 20"


def test_unknown_phrase_is_an_error() -> None:
    with pytest.raises(KeyError):
        say("nothing like this", "en")


def test_player_is_named_where_the_notation_numbers_seats() -> None:
    names = ["María", "Ana María", "Beto"]
    assert number_name("take beto", names) == "take 2"
    assert number_name("take Ana María", names) == "take 1"
    assert number_name("slap 7", names) == "slap 7"
    assert number_name("Beto", names) == "Beto"
