"""Bad lines, reloads, other devices, a server that is killed: a match goes on through all of it."""

import os
import re
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Page, expect

from tapete.server.visit import SILENT_AFTER
from tests.browser.conftest import LINE_TROUBLE, Troubles
from tests.browser.drivers import hand_of, is_turn, play_on, play_to_end, play_turns
from tests.browser.line import Line
from tests.server.serving import Serving

GAME = "match-em"
LOST = re.compile("Connection lost")
OWN = re.compile(r"^\s*Zoe (plays|draws)")
NOTICED_WITHIN = 12.0
"""Seconds; the client takes a line for dead after nine seconds of silence."""
BACK_MS = 15_000
SETTLED_MS = 500
"""Longer than a choice takes from a press to the page that shows what came of it."""
LONGEST = 120.0

OpenTable = Callable[..., str]


@pytest.fixture
def at_table(page: Page, line: Line, open_table: OpenTable, troubles: Troubles) -> Page:
    """A page at a table, over a line, with a match under way."""
    troubles.allow(LINE_TROUBLE)
    begin(page, line.url, open_table)
    return page


def begin(page: Page, url: str, open_table: OpenTable, **options: int) -> str:
    code = open_table(page, url, GAME, options=options)
    page.get_by_role("button", name="Start", exact=True).click()
    expect(page.get_by_role("list", name="Your hand")).to_be_visible()
    play_turns(page, GAME, 1, LONGEST)
    return code


def wait_for_turn(page: Page) -> list[str]:
    """Play until it is one's turn again and nothing is under way any more; return the hand then."""
    end = time.monotonic() + LONGEST
    while time.monotonic() < end:
        if not is_turn(page):
            play_on(page, GAME)
            continue
        hand = hand_of(page)
        page.wait_for_timeout(SETTLED_MS)
        if is_turn(page) and hand_of(page) == hand:
            return hand
    raise AssertionError("it is nobody's turn")


def expect_hand(page: Page, hand: list[str]) -> None:
    """The page shows this hand, and that it is one's turn."""
    expect(page.get_by_role("list", name="Your hand").get_by_role("button")).to_have_count(
        len(hand), timeout=BACK_MS
    )
    expect(page.get_by_role("status").filter(has_text="Your turn")).to_have_count(1)
    assert hand_of(page) == hand


def test_a_cut_line_is_mended_and_the_match_goes_on(at_table: Page, line: Line) -> None:
    hand = wait_for_turn(at_table)
    line.up = line.down = 0.3  # long enough for the loss to be seen
    line.cut()
    lost = at_table.get_by_role("status").filter(has_text=LOST)
    expect(lost).to_have_count(1)
    expect(lost).to_have_count(0, timeout=BACK_MS)
    line.up = line.down = 0.0
    expect_hand(at_table, hand)
    play_turns(at_table, GAME, 3, LONGEST)


def test_a_silent_line_is_noticed_and_mended(at_table: Page, line: Line) -> None:
    hand = wait_for_turn(at_table)
    line.silence()
    begun = time.monotonic()
    lost = at_table.get_by_role("status").filter(has_text=LOST)
    expect(lost).to_have_count(1, timeout=NOTICED_WITHIN * 1000)
    assert time.monotonic() - begun > 1
    line.speak()
    expect(lost).to_have_count(0, timeout=BACK_MS)
    expect_hand(at_table, hand)
    play_turns(at_table, GAME, 3, LONGEST)


def test_a_choice_made_on_a_dead_line_is_made_once(at_table: Page, line: Line) -> None:
    wait_for_turn(at_table)
    before = own_deeds(at_table)
    line.silence()
    assert play_on(at_table, GAME)
    assert own_deeds(at_table) == before
    line.speak()
    deeds = at_table.get_by_role("log").get_by_role("listitem").filter(has_text=OWN)
    expect(deeds).to_have_count(before + 1, timeout=BACK_MS)
    at_table.wait_for_timeout(SETTLED_MS)
    assert own_deeds(at_table) == before + 1
    expect(at_table.get_by_role("alert").filter(has_text=re.compile(r"\w"))).to_have_count(0)
    play_turns(at_table, GAME, 2, LONGEST)


def own_deeds(page: Page) -> int:
    """Return how often the log says that this page's player did something."""
    return page.get_by_role("log").get_by_role("listitem").filter(has_text=OWN).count()


def test_a_slow_uneven_line_carries_a_match_to_its_end(
    phone: Callable[..., Page], line: Line, open_table: OpenTable
) -> None:
    line.up = line.down = 0.1
    line.jitter = 0.1
    page = phone()
    open_table(page, line.url, GAME, options={"wins_needed": 1, "cards_dealt": 3})
    page.get_by_role("button", name="Start", exact=True).click()
    play_to_end(page, GAME, LONGEST * 2)


def test_a_reload_changes_nothing(page: Page, server: Serving, open_table: OpenTable) -> None:
    begin(page, server.url, open_table)
    hand = wait_for_turn(page)
    log = page.get_by_role("log").inner_text()
    page.reload()
    expect_hand(page, hand)
    assert page.get_by_role("log").inner_text().split() == log.split()
    play_turns(page, GAME, 2, LONGEST)


def test_a_match_goes_on_on_another_device(
    page: Page, phone: Callable[..., Page], server: Serving, open_table: OpenTable
) -> None:
    begin(page, server.url, open_table)
    hand = wait_for_turn(page)
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Continue on another device").click()
    link = page.get_by_role("textbox", name="Continue on another device").input_value()
    page.close()
    other = phone()
    other.goto(link)
    expect_hand(other, hand)
    assert "seat=" not in other.url
    play_turns(other, GAME, 2, LONGEST)


def test_a_killed_server_goes_on_where_it_was(
    page: Page, own_server: Serving, open_table: OpenTable, troubles: Troubles
) -> None:
    troubles.allow(LINE_TROUBLE)
    begin(page, own_server.url, open_table)
    hand = wait_for_turn(page)
    own_server.restart()
    expect_hand(page, hand)
    play_turns(page, GAME, 3, LONGEST)


def test_a_phone_that_slept_comes_back_by_itself(
    phone: Callable[..., Page], server: Serving, open_table: OpenTable
) -> None:
    page = phone()
    begin(page, server.url, open_table)
    hand = wait_for_turn(page)
    with asleep(page):
        time.sleep(SILENT_AFTER + 2)
    expect_hand(page, hand)
    play_turns(page, GAME, 2, LONGEST)


@contextmanager
def asleep(page: Page) -> Iterator[None]:
    """Stop the processes of all pages, as a phone does in a pocket; their sockets stay open."""
    browser = page.context.browser
    assert browser is not None
    system = browser.new_browser_cdp_session()
    found = system.send("SystemInfo.getProcessInfo")["processInfo"]
    pages = [one["id"] for one in found if one["type"] == "renderer"]
    assert pages
    for pid in pages:
        os.kill(pid, signal.SIGSTOP)
    try:
        yield
    finally:
        for pid in pages:
            os.kill(pid, signal.SIGCONT)
