"""One's turn cannot be missed, a no says why, and declaring is never a slip of the finger."""

import re
import time
from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, expect

from tapete.games import game
from tests.browser.conftest import OpenTable
from tests.browser.drivers import DRIVERS, Declare, hand_of, is_turn, play_on
from tests.browser.keyboard import come_to_next_turn
from tests.browser.tables import start, take_seat
from tests.server.serving import Serving
from tests.shipped import SHIPPED

LONGEST = 60.0
NEVER = -1
DISARMED_MS = 8000
"""Longer than a declaration waits for its second tap."""


def own_turn(page: Page) -> Locator:
    return page.get_by_role("status").filter(has_text="Your turn")


@pytest.mark.parametrize("name", SHIPPED)
def test_a_turn_cannot_be_missed(
    name: str,
    page: Page,
    new_context: Callable[..., BrowserContext],
    server: Serving,
    open_table: OpenTable,
) -> None:
    other = new_context().new_page()
    code = open_table(page, server.url, name, seats=2, computers=False, reflex="lots")
    take_seat(other, server.url, code, "Yan")
    start(page)
    expect(other.get_by_role("list", name="Your hand")).to_be_visible()
    for _ in range(2):
        acting, waiting = (page, other) if is_turn(page) else (other, page)
        expect_turn(acting, game(name).title)
        expect_wait(waiting, "Zoe" if acting is page else "Yan", game(name).title)
        pass_on(acting, waiting, name)


def expect_turn(page: Page, title: str) -> None:
    """The page says so in words and colour, in the window's title, and aloud."""
    expect(own_turn(page)).to_have_count(1)
    expect(page).to_have_title(f"● Your turn – {title} – tapete")
    banner = page.get_by_text("Your turn", exact=True).locator("visible=true").first
    expect(banner).to_be_in_viewport()
    assert banner.evaluate("(text) => getComputedStyle(text.parentElement).backgroundColor") == (
        page.evaluate(AMBER)
    )


def expect_wait(page: Page, name: str, title: str) -> None:
    """The page says who must choose, and nothing of one's own turn."""
    expect(page.get_by_text(f"{name} to play", exact=True)).to_be_in_viewport()
    expect(own_turn(page)).to_have_count(0)
    expect(page).to_have_title(f"{title} – tapete")


AMBER = """() => {
    const probe = document.createElement("i");
    probe.style.color = "var(--amber)";
    document.body.append(probe);
    const colour = getComputedStyle(probe).color;
    probe.remove();
    return colour;
}"""


def pass_on(page: Page, waiting: Page, name: str) -> None:
    """Play until the turn is the other's."""
    end = time.monotonic() + LONGEST
    while not is_turn(waiting):
        play_on(page, name)
        assert time.monotonic() < end


def expect_no(page: Page, rule: str) -> None:
    """The table refuses and names the rule; nothing has changed; the no can be put away."""
    alert = page.get_by_role("alert")
    expect(alert).to_contain_text(re.compile(rf"\b{rule}"))
    expect(own_turn(page)).to_have_count(1)
    alert.get_by_role("button", name="Close").click()
    expect(alert).to_be_empty()


def test_match_em_says_why_not(page: Page, server: Serving, open_table: OpenTable) -> None:
    open_table(page, server.url, "match-em")
    start(page)
    hint = page.get_by_text(re.compile(r"^Make \d+\.$"))
    expect(own_turn(page)).to_have_count(1)
    while not hint.count():
        come_to_next_turn(page, "match-em", LONGEST)
    hand = hand_of(page)
    page.get_by_role("button", name="Draw 2").click()
    expect_no(page, "ME-")
    assert hand_of(page) == hand


def test_declare_says_why_not(page: Page, server: Serving, open_table: OpenTable) -> None:
    open_table(page, server.url, "declare")
    start(page)
    expect(own_turn(page)).to_have_count(1)
    hand = hand_of(page)
    page.get_by_role("button", name="Declare", exact=True).click()
    expect_no(page, "DC-6")
    assert hand_of(page) == hand


def test_hands_down_says_why_not(page: Page, server: Serving, open_table: OpenTable) -> None:
    open_table(page, server.url, "hands-down", reflex="lots")
    start(page)
    expect(own_turn(page)).to_have_count(1)
    hand = page.get_by_role("list", name="Your hand")
    single = hand.get_by_role("button", name=re.compile(r"^\d+(, new)?$"))
    while not single.count():
        come_to_next_turn(page, "hands-down", LONGEST)
    cards = hand_of(page)
    single.first.click()
    expect_no(page, "HD-")
    assert hand_of(page) == cards


def test_declaring_needs_a_second_tap(
    phone: Callable[..., Page],
    page: Page,
    server: Serving,
    open_table: OpenTable,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(DRIVERS, "declare", Declare(low=NEVER))
    other, page = page, phone()
    code = open_table(page, server.url, "declare", computers=False, seats=2)
    take_seat(other, server.url, code, "Yan")
    start(page)
    declare = page.get_by_role("button", name="Declare", exact=True)
    sure = page.get_by_role("button", name=re.compile(r"^Declare with \d+\? Tap again$"))
    for acting, waiting in [(other, page), (page, other), (other, page)]:
        pass_on(acting, waiting, "declare")  # until it is the second turn at least
    declare.tap()
    expect(sure).to_be_visible()
    expect(declare).to_be_visible(timeout=DISARMED_MS)
    declare.tap()
    page.get_by_role("list", name="Your hand").get_by_role("button").first.tap()
    expect(declare).to_be_visible()
    expect(page.get_by_role("region", name="All hands shown")).to_have_count(0)
    declare.tap()
    sure.tap()
    expect(page.get_by_role("region", name="All hands shown")).to_be_visible()
