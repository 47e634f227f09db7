"""axe finds nothing: on no page, at no board, in no window, on a phone and on a desktop."""

import time
from collections.abc import Callable
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.conftest import PHONE, OpenTable
from tests.browser.drivers import is_turn, play_on, play_to_end, result_of
from tests.browser.tables import choose, close, start, watch
from tests.server.serving import Serving
from tests.shipped import SHIPPED

WINDOWS = [
    "Scores",
    "Rules",
    "Invite others",
    "Continue on another device",
    "Run the table",
    "Finished matches",
    "Keys and help",
    "Leave the table",
]
TERMS: dict[str, dict[str, Any]] = {
    "match-em": {"options": {"wins_needed": 1, "draw_count": 1}},
    "declare": {"options": {"threshold": 25, "end": "first_out"}},
    "hands-down": {"options": {"stall_limit": 1}},
}
LONGEST = 60.0

Devices = tuple[Page, Page]


@pytest.fixture
def devices(new_context: Callable[..., BrowserContext]) -> Devices:
    """A desktop and a phone on which nothing moves, so that colours are what they come to."""
    desktop = new_context(reduced_motion="reduce")
    return desktop.new_page(), new_context(reduced_motion="reduce", **PHONE).new_page()


def expect_nothing(*pages: Page) -> None:
    """Fail for whatever axe finds."""
    for page in pages:
        found = Axe().run(page)
        assert found.violations_count == 0, found.generate_report()


def test_start_page(devices: Devices, server: Serving) -> None:
    for page in devices:
        page.goto(server.url)
        expect(page.get_by_role("button", name="Open a table")).to_have_count(len(SHIPPED))
    expect_nothing(*devices)


@pytest.mark.parametrize("name", SHIPPED)
def test_lobby_and_table(
    name: str, devices: Devices, server: Serving, open_table: OpenTable
) -> None:
    host, guest = devices
    code = open_table(host, server.url, name, **TERMS[name])
    guest.goto(f"{server.url}/t/{code}")
    for page in devices:
        page.get_by_text("House rules").click()
    expect_nothing(*devices)
    guest.get_by_role("button", name="Take a seat", exact=True).click()
    expect(guest.get_by_role("button", name="Stand up")).to_be_visible()
    start(host)
    expect(guest.get_by_role("list", name="Your hand")).to_be_visible()
    for actor, other in (devices, reversed(devices)):
        come_to_turn(actor, other, name)
        expect_nothing(*devices)


def come_to_turn(actor: Page, other: Page, name: str) -> None:
    """Play until it is the turn of one of two people."""
    end = time.monotonic() + LONGEST
    while not is_turn(actor):
        play_on(other, name)
        assert time.monotonic() < end


def test_windows(devices: Devices, server: Serving, open_table: OpenTable) -> None:
    """All on the phone, where they have least room; the widest of them on the desktop, too."""
    desktop, phone = devices
    for page, titles in {phone: WINDOWS, desktop: ["Rules"]}.items():
        open_table(page, server.url, "declare", options={"jokers": 2})
        start(page)
        choose(page)
        expect_nothing(page)
        close(page)
        for title in titles:
            window = choose(page, title)
            expect(window.get_by_text("One moment")).to_have_count(0)
            expect_nothing(page)
            close(page)


def test_hands_shown_and_a_refusal(
    devices: Devices, server: Serving, open_table: OpenTable
) -> None:
    for page in devices:
        open_table(page, server.url, "declare")
        start(page)
        expect(page.get_by_role("status").filter(has_text="Your turn")).to_have_count(1)
        page.get_by_role("button", name="Declare", exact=True).click()
        expect(page.get_by_role("alert")).to_contain_text("DC-6")
        expect_nothing(page)
        shown = page.get_by_role("region", name="All hands shown")
        end = time.monotonic() + LONGEST
        while not shown.is_visible():
            play_on(page, "declare")
            assert time.monotonic() < end
        expect_nothing(page)


def test_watchers_and_results(devices: Devices, server: Serving, open_table: OpenTable) -> None:
    host, watcher = devices
    code = open_table(host, server.url, "match-em", **TERMS["match-em"])
    start(host)
    watch(watcher, server.url, code)
    expect_nothing(watcher)
    play_to_end(host, "match-em", LONGEST)
    expect(result_of(watcher)).to_be_visible()
    expect_nothing(*devices)
    for page in devices:
        close(page)
    expect_nothing(*devices)


def test_covered_cards(devices: Devices, server: Serving, open_table: OpenTable) -> None:
    for page in devices:
        open_table(page, server.url, "declare")
        page.get_by_role("button", name="Another player on this device").click()
        expect_nothing(page)
        page.get_by_role("textbox", name="Name of the other player").fill("Yan")
        page.get_by_role("button", name="OK").click()
        page.get_by_role("button", name="Start", exact=True).click()
        expect(page.get_by_role("button", name="I’m ")).to_be_visible()
        expect_nothing(page)
