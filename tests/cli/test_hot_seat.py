"""Several people at one keyboard: nobody reads another's cards."""

import random
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from tapete.cli import host, screen
from tapete.cli.screen import CLEAR, SEPARATOR
from tapete.cli.telling import Teller
from tapete.cli.turn import Turn
from tapete.core.game import SPECTATOR
from tests.cli.terminal import MOVE_PROMPTS, menu_numbers, play_at, typed
from tests.shipped import SHIPPED

pytestmark = pytest.mark.usefixtures("home")
PEOPLE = ["Zoe", "Luz"]
TABLE = ["--me", "Zoe", "--me", "Luz", "--seats", "3", "--seed", "2", "--fast"]
HAND_OVER = re.compile(r"Hand it to (\w+), then press Enter: ")
TURNS = 30


@dataclass
class Watch:
    """What each part of the screen, from one separator to the next, may not show, and does show."""

    leaks: list[str] = field(default_factory=list[str])
    parts: int = 0


def own_line(table: Any, seat: int, names: Any) -> str:
    """Return the line of a view that tells a seat's own cards."""
    return table.game.notation.describe_view(table.view(seat), names, "en").splitlines()[-1]


def private_events(table: Any, seat: int, names: Any) -> Iterator[str]:
    """Yield what only this seat of the two people may read of the events so far."""
    describe = table.game.notation.describe_event
    for event in table.events:
        mine, *others = (
            describe(event.seen_by(who), names, "en") for who in (seat, 1 - seat, SPECTATOR)
        )
        if mine not in others:
            yield mine


def watched_game(
    name: str, monkeypatch: pytest.MonkeyPatch, *more: str, tty: bool = False
) -> Watch:
    """Play some turns of a game of two people and a computer player, looking for leaks."""
    hosts: list[host.Host] = []
    make = host.Host.__init__

    def remember(self: host.Host, *args: Any, **kwargs: Any) -> None:
        make(self, *args, **kwargs)
        hosts.append(self)

    monkeypatch.setattr(host.Host, "__init__", remember)
    watch, r, turns = Watch(), random.Random(4), iter(range(TURNS))
    lines: dict[int, str] = {}
    part = ""

    def answer(shown: str) -> str | None:
        nonlocal part
        # The last line of a part is asked before the screen is emptied.
        *done, rest = re.split(f"{SEPARATOR}|{re.escape(CLEAR)}", shown)
        for text in done:
            look(part + text)
            part = ""
        part += rest
        table, names = hosts[0].teller.table, hosts[0].teller.names
        if table.is_over:
            return None
        if shown.endswith(MOVE_PROMPTS):
            lines.update({seat: own_line(table, seat, names) for seat in (0, 1)})
            numbers = list(menu_numbers(shown)) or [1]
            return None if next(turns, None) is None else str(r.choice(numbers))
        return ""

    def look(text: str) -> None:
        watch.parts += 1
        table, names = hosts[0].teller.table, hosts[0].teller.names
        turn = re.search(r"Your turn, (\w+)", text)
        reader = PEOPLE.index(turn[1]) if turn else SPECTATOR
        for seat in {0, 1} - {reader}:
            hidden = [*private_events(table, seat, names), lines.get(seat, "\0")]
            mine = lines.get(reader, "")
            watch.leaks += [one for one in hidden if one in text.splitlines() and one != mine]

    play_at([name, *TABLE, *more], answer, tty=tty)
    return watch


@pytest.mark.parametrize("name", SHIPPED)
def test_nobody_reads_anothers_cards(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    watch = watched_game(name, monkeypatch)
    assert watch.parts > TURNS / 2
    assert watch.leaks == []


@pytest.mark.parametrize("name", SHIPPED)
def test_leaking_event_is_caught(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    describe = Teller.describe
    monkeypatch.setattr(
        Teller, "describe", lambda self, event, seat: describe(self, event, 0 if seat else 1)
    )
    assert watched_game(name, monkeypatch).leaks != []


@pytest.mark.parametrize("name", SHIPPED)
def test_leaking_view_is_caught(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    show = Turn.show

    def leak(self: Turn) -> None:
        show(self)
        table, names = self._table, self._teller.names
        self._screen.say(own_line(table, 1 - self._seat, names))

    monkeypatch.setattr(Turn, "show", leak)
    assert watched_game(name, monkeypatch).leaks != []


@pytest.mark.parametrize("name", SHIPPED)
def test_terminal_is_emptied_between_people(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(screen, "drop_typed", lambda _source: None)
    monkeypatch.setattr(screen.time, "sleep", lambda _seconds: None)
    monkeypatch.setenv("COLUMNS", "96")
    watch = watched_game(name, monkeypatch, "--reflex", "lots", tty=True)
    assert watch.parts > TURNS / 2
    assert watch.leaks == []


def test_cards_are_shown_only_to_whom_the_keyboard_was_handed() -> None:
    shown = play_at(["declare", *TABLE], typed("", "1", "", "1", "", "1", "", "1"))
    views = [(m.start(), m[1]) for m in re.finditer(r"Your turn, (\w+)", shown)]
    assert {name for _at, name in views} == set(PEOPLE)
    for at, name in views:
        assert list(HAND_OVER.finditer(shown[:at]))[-1][1] == name


def test_plain_screen_has_a_line_and_no_empty_screenful() -> None:
    shown = play_at(["declare", *TABLE], typed("", "1", "", "1"))
    assert SEPARATOR in shown
    assert "\033" not in shown
    assert "\n\n\n" not in shown


def test_one_person_is_never_asked_to_hand_over() -> None:
    shown = play_at(["declare", "--me", "Zoe", "--seed", "1"], typed("1", "1", "1"))
    assert "Hand it to" not in shown
    assert SEPARATOR not in shown


def test_people_may_fill_the_table() -> None:
    shown = play_at(["match-em", "--me", "A", "--me", "B", "--seed", "1"], typed("", "1"))
    assert "At the table: A, B, Ana (computer), Beto (computer)." in shown
    shown = play_at(["match-em", "--me", "A", "--me", "B", "--seats", "2", "--new"], typed("", "1"))
    assert "At the table: A, B." in shown


@pytest.mark.parametrize(
    ("argv", "why"),
    [
        (["--me", "A", "--me", "A"], "two people are called A"),
        (["--me", " "], "a name has 1 to 24 visible characters"),
        (["--me", "a\nb"], "a name has 1 to 24 visible characters"),
        (["--me", "A", "--me", "B", "--me", "C", "--seats", "2"], "3 people cannot sit at 2 seats"),
    ],
)
def test_people_who_cannot_sit_down_are_told_why(argv: list[str], why: str, home: Path) -> None:
    with pytest.raises(ValueError, match=why):
        play_at(["declare", *argv], typed())
    assert not (home / "data").exists()
