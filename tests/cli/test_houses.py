"""House rules saved under a name and used again."""

from pathlib import Path

import pytest

from tapete.cli.__main__ import main
from tapete.cli.houses import load_house, save_house
from tapete.core.errors import TapeteError
from tapete.games import game, games
from tests.cli.terminal import play_at, typed

pytestmark = pytest.mark.usefixtures("home")


def write(home: Path, text: str) -> str:
    path = home / "house.toml"
    path.write_text(text)
    return str(path)


@pytest.mark.parametrize("name", games())
def test_every_value_of_every_option_comes_back(name: str) -> None:
    one = game(name)
    for option in one.options.values():
        for value in option.values[:3] + option.values[-1:]:
            values = {**one.settle(one.min_seats, {}), option.name: value}
            save_house(one, values, "friday")
            house = load_house("friday")
            assert house.game is one
            assert {**one.settle(one.min_seats, {}), **house.options} == values


def test_saved_rules_are_played_again(home: Path) -> None:
    change = ["--option", "threshold=50", "--preset", "yaniv-like"]
    shown = play_at(["declare", *change, "--save-house", "viernes"], typed())
    assert "The house rules are saved as" in shown
    assert (home / "config/tapete/houses/viernes.toml").is_file()
    again = play_at(["--house", "viernes", "--new"], typed())
    assert "Declare. At the table" in again
    assert "- `threshold` is 50 (normally 100)." in again
    assert "- `jokers` is 2 (normally 0)." in again


def test_single_option_comes_before_saved_rules(home: Path) -> None:
    house = write(home, 'game = "declare"\n[options]\nthreshold = 50\njokers = 2\n')
    shown = play_at(["--house", house, "--option", "threshold=25"], typed())
    assert "- `threshold` is 25 (normally 100)." in shown
    assert "- `jokers` is 2 (normally 0)." in shown


def test_path_is_written_where_it_says(home: Path) -> None:
    path = home / "deep/er/ours.toml"
    play_at(["declare", "--option", "jokers=2", "--save-house", str(path)], typed())
    assert load_house(str(path)).options == {"jokers": 2}


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "`game` must be one of declare"),
        ("game = 3", "`game` must be one of declare"),
        ('game = "chess"', "`game` must be one of declare"),
        (
            'game = "declare"\n[options]\nthresh = 50',
            "there is no option `thresh`; Declare has: thr",
        ),
        (
            'game = "declare"\n[options]\nthreshold = 51',
            "`threshold` must be 25, 50, 100, 200, not",
        ),
        ('game = "declare"\n[options]\nthreshold = "50"', "`threshold` must be 25, 50, 100, 200"),
        ('game = "declare"\n[options]\nthreshold = 50.0', "`threshold` must be 25, 50, 100, 200"),
        (
            'game = "declare"\n[options]\nallow_trips = 1',
            "`allow_trips` must be on or off, not `1`",
        ),
        ('game = "declare"\noptions = 3', "`options` must be a table of options"),
        ('game = "declare"\nname = "x"', "unknown key `name`; expected: game, options"),
        ("game = ", "is no TOML file"),
        ('game = "declare"\ngame = "declare"', "is no TOML file"),
        ("\0", "is no TOML file"),
    ],
)
def test_file_that_is_none_is_refused(text: str, why: str, home: Path) -> None:
    path = write(home, text)
    with pytest.raises(TapeteError) as caught:
        load_house(path)
    assert why in str(caught.value)
    assert str(caught.value).startswith(path)


def test_file_that_is_no_text_is_refused(home: Path) -> None:
    (home / "house.toml").write_bytes(b"\xff\xfe")
    with pytest.raises(TapeteError, match="is no TOML file"):
        load_house(str(home / "house.toml"))


def test_missing_rules_say_which_are_saved() -> None:
    save_house(game("declare"), game("declare").settle(2, {}), "monday")
    with pytest.raises(TapeteError, match="no house rules `friday`; saved: monday"):
        load_house("friday")


@pytest.mark.parametrize("name", ["", "..", "a b", "x" * 61, "ñ.json"])
def test_name_that_is_none_is_refused(name: str) -> None:
    with pytest.raises(TapeteError, match="house rules are named with letters"):
        load_house(name)


def test_rules_of_another_game_are_refused(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    house = write(home, 'game = "match-em"\n[options]\nwilds = 0\n')
    assert main(["play", "declare", "--house", house]) == 1
    assert f"the house rules {house} are for Match 'Em, not for Declare" in capsys.readouterr().err
    assert main(["play", "declare", "--house", house, "--lang", "es"]) == 1
    assert f"las reglas de la casa {house} son para Match 'Em" in capsys.readouterr().err
