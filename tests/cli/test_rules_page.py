"""`tapete rules`: the page of a game, with a table's changes marked."""

import io
import re
from contextlib import redirect_stdout
from pathlib import Path

import pytest

from tapete.cli.__main__ import main
from tapete.cli.rules_page import MARK, rules_page
from tapete.core.game import Game
from tapete.core.options import Value
from tapete.games import game, games

pytestmark = pytest.mark.usefixtures("home")
OPTIONS = [(one, name) for one in games() for name in game(one).options]


def page(name: str, *argv: str) -> str:
    with redirect_stdout(io.StringIO()) as shown:
        assert main(["rules", name, *argv]) == 0
    return shown.getvalue()


def marks(lines: list[str]) -> list[str]:
    return [line for line in lines if line.startswith(MARK)]


def other_value(one: Game, name: str) -> Value:
    option = one.options[name]
    return next(value for value in option.values if value != option.default)


def changed_page(one: Game, name: str, language: str) -> list[str]:
    values = {**one.settle(one.min_seats, {}), name: other_value(one, name)}
    return rules_page(one, values, "sheet", language)


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize(("name", "option"), OPTIONS)
def test_changed_option_is_marked_where_the_rules_name_it(
    name: str, option: str, language: str
) -> None:
    lines = changed_page(game(name), option, language)
    summary, *below = [i for i, line in enumerate(lines) if line.startswith(MARK)]
    assert f"`{option}`" in lines[summary]
    assert below
    for at in below:
        paragraph = next(line for line in lines[at - 1 :: -1] if not line.startswith(MARK))
        assert f"`{option}`" in paragraph
        assert f"`{option}`" in lines[at]
    sentence = game(name).options[option]
    assert {"en": sentence.english, "es": sentence.spanish}[language] in lines[below[0]]


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("name", games())
def test_unchanged_table_has_no_marks(name: str, language: str) -> None:
    one = game(name)
    lines = rules_page(one, one.settle(one.min_seats, {}), "sheet", language)
    assert marks(lines) == []
    assert lines[0] == one.title


@pytest.mark.parametrize("name", games())
@pytest.mark.parametrize("language", ["en", "es"])
def test_every_paragraph_of_the_rules_is_there(name: str, language: str) -> None:
    one = game(name)
    source = (one.folder / {"en": "RULES.md", "es": "REGLAS.md"}[language]).read_text()
    page_words = "\n".join(rules_page(one, one.settle(2, {}), "sheet", language)).upper().split()
    source_words = re.sub(r"^#+ |\*\*", "", source, flags=re.MULTILINE).upper().split()
    shown = " ".join(page_words)
    for paragraph in re.split(r"\n\s*\n", re.sub(r"^#+ |\*\*", "", source, flags=re.MULTILINE)):
        assert " ".join(paragraph.upper().split()) in shown
    assert len(page_words) > len(source_words)


def test_paragraph_of_presets_is_not_flooded() -> None:
    lines = page("declare", "--preset", "yaniv-like").split("\n\n")
    (presets,) = [part for part in lines if part.startswith("DC-D12")]
    assert MARK not in presets
    (tie,) = [part for part in lines if part.startswith("DC-D7")]
    assert f"{MARK}At this table: `tie` is declarer_loses (normally declarer_wins)." in tie


def test_rule_that_names_a_preset_beside_its_option_is_marked() -> None:
    parts = page("hands-down", "--preset", "family").split("\n\n")
    (fakes,) = [part for part in parts if part.startswith("HD-D5")]
    assert f"{MARK}At this table: `fake_limit` is 1 (normally none)." in fakes
    assert "`fake_limit_per_pair` is on (normally off)." in fakes


def test_summary_says_how_many_rules_differ() -> None:
    shown = page("declare", "--preset", "least-count-like")
    assert "with the preset `least-count-like`: 6 house rules differ" in " ".join(shown.split())
    assert "everything as on the sheet" in page("declare")


@pytest.mark.parametrize("name", games())
@pytest.mark.parametrize("language", ["en", "es"])
def test_table_of_options_ends_the_page(name: str, language: str) -> None:
    shown = page(name, "--lang", language)
    table = shown[shown.index({"en": "ALL OPTIONS", "es": "TODAS LAS OPCIONES"}[language]) :]
    for option in game(name).options.values():
        row = next(line for line in table.splitlines() if line.startswith(f"{option.name} "))
        assert len(re.split(r"\s{2,}", row)) == 4
        sentence = {"en": option.english, "es": option.spanish}[language]
        assert sentence in " ".join(table.split())


def test_lines_fit_a_pager() -> None:
    assert max(map(len, page("declare", "--preset", "yaniv-like").splitlines())) <= 80


def test_pipe_gets_plain_text() -> None:
    assert "\033" not in page("declare")
    assert "**" not in page("declare")
    assert "\n## " not in page("declare")


@pytest.mark.parametrize(
    ("argv", "why"),
    [
        (["chess"], "there is no game `chess`"),
        (
            ["declare", "--option", "thresh=1"],
            "there is no option `thresh`; Declare has: threshold",
        ),
        (["declare", "--option", "threshold=1"], "`threshold` must be 25, 50, 100, 200, not `1`"),
        (["declare", "--option", "threshold"], "expected an option as NAME=VALUE"),
        (["declare", "--preset", "x"], "there is no preset `x`; Declare has: sheet, yaniv-like"),
        (["declare", "--seats", "7"], "Declare is for 2 to 6 players, not 7"),
        (["chess", "--lang", "es"], "no existe el juego «chess»"),
        (["declare", "--lang", "es", "--option", "jokers=1"], "«jokers» debe ser 0, 2, no «1»"),
    ],
)
def test_wrong_argument_says_what_is_allowed(
    argv: list[str], why: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["rules", *argv]) == 1
    errors = capsys.readouterr().err
    assert why in errors
    assert len(errors.splitlines()) == 1


def test_saved_house_rules_are_marked(home: Path) -> None:
    house = home / "ours.toml"
    house.write_text('game = "declare"\n[options]\nlap_limit = 9\n')
    assert "`lap_limit` is 9 (normally 40)" in page("declare", "--house", str(house))
