"""Everything in Spanish, and another language in the middle of a match."""

import re
import time
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tapete.games import game
from tests.browser import keyboard
from tests.browser.conftest import OpenTable
from tests.browser.drivers import play_turns
from tests.browser.keyboard import ENGLISH, SPANISH, Words, come_to_next_turn, is_over
from tests.browser.tables import choose, close, start
from tests.browser.tree import Tree
from tests.browser.words import foreign_words
from tests.server.serving import Serving
from tests.shipped import SHIPPED

TERMS: dict[str, dict[str, Any]] = {
    "match-em": {"options": {"wins_needed": 1, "draw_count": 1}},
    "declare": {"options": {"threshold": 25, "end": "first_out"}},
    "hands-down": {"options": {"stall_limit": 1}, "reflex": "lots"},
}
LONGEST = 120.0
WINDOWS = [
    "Puntos",
    "Reglas",
    "Invitar a otros",
    "Seguir en otro dispositivo",
    "Llevar la mesa",
    "Partidas terminadas",
    "Teclas y ayuda",
    "Dejar la mesa",
]


@pytest.fixture
def spanish(new_context: Callable[..., BrowserContext]) -> Page:
    """A page of somebody whose browser wants Spanish."""
    return new_context(locale="es-MX").new_page()


def expect_spanish(page: Page) -> None:
    assert page.evaluate("() => document.documentElement.lang") == "es"
    assert foreign_words(page, "es", "en") == set()


def test_the_start_page_is_in_spanish(spanish: Page, server: Serving) -> None:
    spanish.goto(server.url)
    expect(spanish.get_by_role("heading", name="Abre una mesa")).to_be_visible()
    expect(spanish.get_by_role("button", name="Abrir una mesa")).to_have_count(len(SHIPPED))
    expect_spanish(spanish)


@pytest.mark.parametrize("name", SHIPPED)
def test_lobby_windows_and_rules_are_in_spanish(
    name: str, spanish: Page, server: Serving, open_table: OpenTable
) -> None:
    open_table(spanish, server.url, name, **TERMS[name])
    spanish.get_by_text("Reglas de la casa").click()
    expect(spanish.get_by_role("spinbutton").last).to_be_visible()
    expect_spanish(spanish)
    spanish.get_by_role("button", name="Empezar", exact=True).click()
    expect(spanish.get_by_role("list", name=SPANISH.hand)).to_be_visible()
    for title in WINDOWS:
        spanish.get_by_role("button", name="Menú").click()
        spanish.get_by_role("dialog").get_by_role("button", name=title, exact=True).click()
        expect(
            spanish.get_by_role("dialog", name=re.compile(f"^{title.split()[0]}"))
        ).to_be_visible()
        expect(spanish.get_by_role("dialog").get_by_text("Un momento…")).to_have_count(0)
        expect_spanish(spanish)
        spanish.keyboard.press("Escape")


@pytest.mark.parametrize("name", SHIPPED)
def test_a_match_is_in_spanish_to_its_end(
    name: str, spanish: Page, server: Serving, open_table: OpenTable
) -> None:
    open_table(spanish, server.url, name, **TERMS[name])
    spanish.get_by_role("button", name="Empezar", exact=True).click()
    end = time.monotonic() + LONGEST
    while not is_over(Tree.of(spanish), SPANISH):
        if keyboard.play_on(spanish, name, SPANISH):
            expect_spanish(spanish)
        assert time.monotonic() < end, "the match has not ended"
    expect_spanish(spanish)
    expect(spanish.get_by_role("dialog")).to_contain_text(game(name).title)


def test_a_no_is_in_spanish(spanish: Page, server: Serving, open_table: OpenTable) -> None:
    open_table(spanish, server.url, "declare", options={"declare_max": 5})
    spanish.get_by_role("button", name="Empezar", exact=True).click()
    expect(spanish.get_by_role("status").filter(has_text="Te toca")).to_have_count(1)
    spanish.get_by_role("button", name="Declarar").click()
    expect(spanish.get_by_role("alert")).to_contain_text(re.compile("^DC-\\d: "))
    expect_spanish(spanish)


@pytest.mark.parametrize("name", SHIPPED)
def test_the_language_can_change_in_a_match(
    name: str, page: Page, server: Serving, open_table: OpenTable
) -> None:
    open_table(page, server.url, name, reflex="lots")
    start(page)
    come_to_next_turn(page, name, LONGEST)
    hand, before = cards_of(page, ENGLISH), log_of(page)
    choose(page).get_by_role("button", name="Español").click()
    page.keyboard.press("Escape")
    expect(page.get_by_role("status").filter(has_text="Te toca")).to_have_count(1)
    expect_retold(page, before)
    told = log_of(page)
    expect_spanish(page)
    assert len(told) == len(before)
    assert not set(told) & set(before)
    assert len(cards_of(page, SPANISH)) == len(hand)
    page.reload()
    expect(page.get_by_role("status").filter(has_text="Te toca")).to_have_count(1)
    assert log_of(page) == told
    page.get_by_role("button", name="Menú").click()
    page.get_by_role("dialog").get_by_role("button", name="English").click()
    close(page)
    expect_retold(page, told)
    assert (cards_of(page, ENGLISH), log_of(page)) == (hand, before)
    play_turns(page, name, 1, LONGEST)


def expect_retold(page: Page, told: list[str]) -> None:
    """The log comes in another language, as long as it was."""
    first = page.get_by_role("log").get_by_role("listitem").first
    expect(first).not_to_have_text(told[0])
    assert len(log_of(page)) == len(told)


def cards_of(page: Page, words: Words) -> list[str]:
    return keyboard.hand_in(Tree.of(page), words)


def log_of(page: Page) -> list[str]:
    """Return the lines of the log."""
    lines = page.get_by_role("log").get_by_role("listitem").all_text_contents()
    return [line.strip() for line in lines]
