"""Each game by keyboard and screen reader alone: no mouse, nothing read but roles, names, texts."""

import re
import time
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tapete.games import game
from tests.browser.conftest import OpenTable
from tests.browser.keyboard import (
    ENGLISH,
    hand_in,
    play_on,
    play_to_end,
    press,
    walk_to,
)
from tests.browser.tree import Node, Tree, focused
from tests.server.serving import Serving
from tests.shipped import SHIPPED

LONGEST = 240.0


def choose_one_hand(page: Page) -> None:
    """Match 'Em to one hand, by buttons that arrows move between."""
    walk_to(page, "radio", "3")
    press(page, ["ArrowLeft", "ArrowLeft"])
    expect(page.get_by_role("group", name="Hands to win").get_by_label("1")).to_be_checked()


def choose_25_points(page: Page) -> None:
    """Declare to 25 points, likewise."""
    walk_to(page, "radio", "100")
    press(page, ["ArrowLeft", "ArrowLeft"])
    expect(page.get_by_role("group", name="Points limit").get_by_label("25")).to_be_checked()


def choose_lots(page: Page) -> None:
    """Hands Down by lot, until a few turns bring nothing; the number is typed."""
    walk_to(page, "spinbutton", "Turns without progress")
    page.keyboard.type("4")
    walk_to(page, "button", "More: Turns without progress")
    expect(page.get_by_role("spinbutton", name="Turns without progress")).to_have_value("4")
    walk_to(page, "radio", "As fast as you can", "Shift+Tab")
    press(page, ["ArrowRight", "ArrowRight"])
    expect(page.get_by_role("group", name="Reactions").get_by_label("By lot")).to_be_checked()


HOUSE_RULES = {
    "match-em": choose_one_hand,
    "declare": choose_25_points,
    "hands-down": choose_lots,
}


@pytest.mark.parametrize("name", SHIPPED)
def test_a_match_by_keyboard_alone(name: str, page: Page, server: Serving) -> None:
    page.goto(server.url)
    expect(page.get_by_role("heading", name="Open a table")).to_be_visible()
    walk_to(page, "button", re.compile(f"^{re.escape(game(name).title)} "))
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Start", exact=True)).to_be_visible()
    walk_to(page, "text", "House rules")
    page.keyboard.press("Enter")
    HOUSE_RULES[name](page)
    walk_to(page, "button", "Start", "Shift+Tab")
    page.keyboard.press("Space")
    expect(page.get_by_role("list", name="Your hand")).to_be_visible()
    play_to_end(page, name, LONGEST)
    check_result(page)


def check_result(page: Page) -> None:
    """The window of the end keeps the focus, leads on, and can be closed; all by keyboard."""
    expect(page.get_by_role("dialog").locator(":focus")).to_have_count(1)
    walk_to(page, "link", "Download the record")
    page.keyboard.press("Escape")
    expect(page.locator("dialog")).to_have_count(0)
    walk_to(page, "button", "Result")
    page.keyboard.press("Enter")
    walk_to(page, "button", "Play again")
    page.keyboard.press("Enter")
    expect(page.get_by_role("list", name="Your hand")).to_be_visible()


def begin(page: Page, url: str, open_table: OpenTable, name: str, **terms: Any) -> None:
    open_table(page, url, name, **terms)
    walk_to(page, "button", "Start")
    page.keyboard.press("Enter")
    expect(page.get_by_role("list", name="Your hand")).to_be_visible()


def test_space_slaps(page: Page, server: Serving, open_table: OpenTable) -> None:
    begin(page, server.url, open_table, "hands-down")
    log = page.get_by_role("log")
    end = time.monotonic() + LONGEST
    while not re.search(r"Hands Down!.*\bZoe \d+ ms", log.inner_text()):
        play_on(page, "hands-down")
        assert time.monotonic() < end, log.inner_text()


def test_a_turn_by_tab_and_space(page: Page, server: Serving, open_table: OpenTable) -> None:
    begin(page, server.url, open_table, "declare")
    expect(page.get_by_role("status").filter(has_text="Your turn")).to_have_count(1)
    card = hand_in(Tree.of(page), ENGLISH)[0]
    walk_to(page, "button", card)
    page.keyboard.press("Space")
    assert focused(page) == Node(0, "button", card, "", "[pressed]")
    walk_to(page, "button", ENGLISH.draw, "Shift+Tab")
    page.keyboard.press("Enter")
    expect(
        page.get_by_role("list", name="Your hand").get_by_role("button", name=card)
    ).to_be_hidden()
    assert len(hand_in(Tree.of(page), ENGLISH)) == 5


@pytest.mark.parametrize("name", SHIPPED)
def test_keys_read_hand_and_table(
    name: str, page: Page, server: Serving, open_table: OpenTable
) -> None:
    begin(page, server.url, open_table, name, reflex="lots")
    expect(page.get_by_role("status").filter(has_text="Your turn")).to_have_count(1)
    spoken = page.locator("p[aria-live=polite]")
    page.keyboard.press("h")
    expect(spoken).to_have_text(re.compile("^Your hand: "))
    told = re.split(r"[,:.;] ?(?:and )?| and ", spoken.inner_text())
    assert not set(hand_in(Tree.of(page), ENGLISH)) - set(told)
    page.keyboard.press("t")
    for text in ("Blas: ", "Cora: ", "Pile: "):
        expect(spoken).to_contain_text(text)


def test_keys_open_windows_and_lead_back(
    page: Page, server: Serving, open_table: OpenTable
) -> None:
    begin(page, server.url, open_table, "match-em")
    walk_to(page, "button", "Menu", "Shift+Tab")
    for key, title in {"s": "Scores", "r": "Rules: Match 'Em", "?": "Keys and help"}.items():
        page.keyboard.press(key)
        expect(page.get_by_role("dialog", name=title)).to_be_visible()
        page.keyboard.press("Escape")
        expect(page.locator("dialog")).to_have_count(0)
        assert focused(page) == Node(0, "button", "Menu", "", "")
    page.keyboard.press("l")
    expect(page.get_by_role("log")).to_be_focused()


LISTEN = """
    window.heard = [];
    const note = (mark, node) => window.heard.push(mark + node.textContent.trim());
    new MutationObserver((changes) => {
        for (const { type, target, addedNodes, removedNodes } of changes) {
            if (type === "characterData") note("~", target);
            for (const node of addedNodes) if (node.nodeName === "LI") note("+", node);
            for (const node of removedNodes) if (node.nodeName === "LI") note("-", node);
        }
    }).observe(document.querySelector("[role=log]"), {
        childList: true, subtree: true, characterData: true,
    });
"""
"""Writes down each line that comes to the log, or goes, or changes."""
HEARD = """() => [
    window.heard,
    [...document.querySelectorAll("[role=log] li")].map((line) => line.textContent.trim()),
]"""
ENOUGH_LINES = 8


@pytest.mark.parametrize("name", SHIPPED)
def test_the_log_speaks_once_a_move(
    name: str, page: Page, server: Serving, open_table: OpenTable
) -> None:
    begin(page, server.url, open_table, name, reflex="lots")
    page.evaluate(f"() => {{ {LISTEN} }}")
    end = time.monotonic() + LONGEST
    while page.evaluate("() => window.heard.length") < ENOUGH_LINES:
        play_on(page, name)
        assert time.monotonic() < end
    heard, lines = page.evaluate(HEARD)
    assert heard == [f"+{line}" for line in lines[-len(heard) :]]
