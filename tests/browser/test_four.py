"""Four browsers at one table, each another kind of device, until the last card of each game."""

import re
import time
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tapete.games import game
from tests.browser import drivers, keyboard
from tests.browser.conftest import OpenTable
from tests.browser.keyboard import SPANISH
from tests.server.serving import Serving
from tests.shipped import SHIPPED

TERMS: dict[str, dict[str, Any]] = {
    "match-em": {"options": {"wins_needed": 1, "cards_dealt": 3, "draw_count": 1}},
    "declare": {"options": {"threshold": 25, "end": "first_out"}},
    "hands-down": {"options": {"stall_limit": 1}},
}
"""What makes for short matches."""
LONGEST = 240.0
NAMES = ["Zoe", "Yan", "Xul", "Wim"]

Step = Callable[[Page, str], object]


def join_by_code(page: Page, url: str, code: str, name: str) -> None:
    """Come from the start page with the code that somebody has called out."""
    page.goto(url)
    page.get_by_role("textbox", name="Table code").fill(code[:3].lower() + "-" + code[3:].lower())
    drivers.press(page.get_by_role("button", name="Go to the table"))
    sit(page, name, "Your name", "Take a seat")


def join_by_link(page: Page, url: str, code: str, name: str) -> None:
    """Come by the link that somebody has sent, to a page in Spanish."""
    page.goto(f"{url}/t/{code}")
    sit(page, name, "Tu nombre", "Sentarme")


def sit(page: Page, name: str, field: str, button: str) -> None:
    # The start page, which may still be there, asks for a name too.
    expect(page.get_by_role("button", name=button, exact=True)).to_be_visible()
    page.get_by_role("textbox", name=field).fill(name)
    drivers.press(page.get_by_role("button", name=button, exact=True))
    expect(page.get_by_role("textbox", name=field)).to_be_hidden()
    expect(page.get_by_text(name, exact=True)).to_be_visible()


def by_spanish_keys(page: Page, name: str) -> None:
    keyboard.play_on(page, name, SPANISH)


STEPS: list[Step] = [drivers.play_on, drivers.play_on, by_spanish_keys, keyboard.play_on]
"""How each plays: with a mouse, with a finger, by keys in Spanish, by keys in English."""


@pytest.mark.parametrize("name", SHIPPED)
def test_four_browsers_at_one_table(
    name: str,
    new_context: Callable[..., BrowserContext],
    phone: Callable[..., Page],
    server: Serving,
    open_table: OpenTable,
) -> None:
    host, touched = new_context().new_page(), phone()
    spanish, keyed = new_context(locale="es-ES").new_page(), new_context().new_page()
    pages = [host, touched, spanish, keyed]
    code = open_table(host, server.url, name, computers=False, seats=4, **TERMS[name])
    join_by_code(touched, server.url, code, NAMES[1])
    join_by_link(spanish, server.url, code, NAMES[2])
    join_by_code(keyed, server.url, code, NAMES[3])
    for one in NAMES:
        expect(host.get_by_text(one, exact=True)).to_be_visible()
    host.get_by_role("button", name="Start", exact=True).click()
    play_all(pages, name)
    check_results(pages, name)


def play_all(pages: list[Page], name: str) -> None:
    """Everybody takes part until all pages tell of the end."""
    end = time.monotonic() + LONGEST
    while not all(page.get_by_role("dialog").is_visible() for page in pages):
        for page, step in zip(pages, STEPS, strict=True):
            step(page, name)
        assert time.monotonic() < end, "the match has not ended"


def check_results(pages: list[Page], name: str) -> None:
    """All pages tell of the same end, each in its language and from its own seat."""
    told = [page.get_by_role("dialog").inner_text() for page in pages]
    scores = [re.findall(r"^\d+\t.*$", text, re.MULTILINE) for text in told]
    assert len(scores[0]) == len(NAMES)
    for other in scores[1:]:
        assert [points(row) for row in other] == [points(row) for row in scores[0]]
    assert all(game(name).title in text for text in told)
    assert "La partida ha terminado" in told[2]
    winners = [any(word in text for word in ("You win!", "¡Has ganado!")) for text in told]
    assert sum(winners) == ("win together" not in told[0])


def points(row: str) -> tuple[str, ...]:
    """Return place, name and score of a row, without the mark of who one is."""
    return tuple(re.split(r"\s+", re.sub(r"\b(you|tú)\b", "", row).strip()))
