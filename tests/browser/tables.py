"""What people do at a table besides playing, each in the taps that it takes."""

import re

from playwright.sync_api import Locator, Page, expect

from tests.browser.drivers import press


def start(page: Page) -> None:
    """Begin the match; ends with the own hand in sight."""
    press(page.get_by_role("button", name="Start", exact=True))
    expect(page.get_by_role("list", name="Your hand")).to_be_visible()


def take_seat(page: Page, url: str, code: str, name: str) -> None:
    """Come to a table by its link and sit down before the match."""
    page.goto(f"{url}/t/{code}")
    page.get_by_role("textbox", name="Your name").fill(name)
    press(page.get_by_role("button", name="Take a seat", exact=True))
    expect(page.get_by_role("button", name="Stand up")).to_be_visible()


def watch(page: Page, url: str, code: str) -> None:
    """Come to a running match without a seat."""
    page.goto(f"{url}/t/{code}")
    expect(page.get_by_text("You are watching.")).to_be_visible()


def choose(page: Page, *entries: str) -> Locator:
    """Go through the menu, one window after the other; return the last one."""
    press(page.get_by_role("button", name="Menu"))
    window = page.get_by_role("dialog")
    for entry in entries:
        press(window.get_by_role("button", name=entry, exact=True))
        window = page.get_by_role("dialog", name=re.compile(f"^{entry.split()[0]}"))
        expect(window).to_be_visible()
    return window


def leave(page: Page) -> None:
    """Leave the table for good; ends on the start page."""
    press(choose(page, "Leave the table").get_by_role("button", name="Leave", exact=True))
    expect(page.get_by_role("heading", name="Open a table")).to_be_visible()


def close(page: Page) -> None:
    """Close the window that is open."""
    press(page.get_by_role("dialog").get_by_role("button", name="Close"))
    expect(page.locator("dialog")).to_have_count(0)


def seat_of(window: Locator, name: str) -> Locator:
    """Return the line about whoever has that name among the host's."""
    return window.get_by_role("listitem").filter(has_text=name)
