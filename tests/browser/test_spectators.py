"""Whoever comes late, stays or goes: watchers, rematches, hosts, tables of computer players."""

import re
import time
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.conftest import OpenTable
from tests.browser.drivers import hand_of, play_on, play_to_end, result_of
from tests.browser.tables import choose, close, leave, seat_of, start, take_seat, watch
from tests.browser.tree import Tree
from tests.server.serving import Serving
from tests.shipped import SHIPPED

SHORT: dict[str, dict[str, Any]] = {
    "match-em": {"options": {"wins_needed": 1, "cards_dealt": 3, "draw_count": 1}},
    "declare": {"options": {"threshold": 25, "end": "first_out"}},
    "hands-down": {"options": {"stall_limit": 1}, "reflex": "lots"},
}
LONGEST = 120.0
TO_THE_END_MS = 120_000
NAME = "Yan"
DOUBLE_TAP_MS = 600
"""After which a second tap is one of its own."""
DOUBLE_TAP = """async (button) => {
    const row = button.parentElement
    button.click()
    await new Promise(requestAnimationFrame)
    row.querySelector(".main").click()
}"""

NewPage = Callable[[], Page]


@pytest.fixture
def watcher(new_context: Callable[..., BrowserContext]) -> Page:
    """A page on a computer of its own, of somebody who has no seat."""
    return new_context().new_page()


def tell_name(page: Page) -> None:
    page.get_by_role("textbox", name="Your name").fill(NAME)


def test_a_watcher_sees_nobodys_cards(
    page: Page, watcher: Page, server: Serving, open_table: OpenTable
) -> None:
    code = open_table(page, server.url, "declare")
    start(page)
    watch(watcher, server.url, code)
    hidden = set(hand_of(page)) - floor_of(page)
    assert len(hidden) >= 4
    seen = watcher.content()
    for card in floor_of(page):
        assert card in seen
    assert not [card for card in hidden if card in seen]


def floor_of(page: Page) -> set[str]:
    """Return the cards that lie open, or may soon, for the others play on."""
    cards = Tree.of(page).under("list", "Floor").names("button")
    return {re.sub("Take the (.*) from the floor", r"\1", card) for card in cards}


@pytest.mark.parametrize("name", SHIPPED)
def test_a_table_of_computer_players_is_watched_to_its_end(
    name: str, page: Page, server: Serving, open_table: OpenTable
) -> None:
    code = open_table(page, server.url, name, **SHORT[name])
    start(page)
    leave(page)
    watch(page, server.url, code)
    expect(page.get_by_role("list", name="Your hand")).to_have_count(0)
    expect(result_of(page)).to_be_visible(timeout=TO_THE_END_MS)
    expect(result_of(page)).not_to_contain_text("You win")
    expect(result_of(page)).to_contain_text(re.compile("wins?( together)?"))


def test_a_watcher_plays_the_next_match_and_the_tally_is_kept(
    page: Page, watcher: Page, server: Serving, open_table: OpenTable
) -> None:
    code = open_table(page, server.url, "match-em", **SHORT["match-em"])
    start(page)
    watch(watcher, server.url, code)
    tell_name(watcher)
    watcher.get_by_role("button", name="Sit down for the next match").click()
    play_to_end(page, "match-em", LONGEST)
    expect(result_of(page)).to_contain_text(NAME)
    result_of(page).get_by_role("button", name="Play again").click()
    for one in (page, watcher):
        expect(one.get_by_role("list", name="Your hand")).to_be_visible()
    assert "Yan" in " ".join(Tree.of(page).under("list", "Players").texts("text"))
    play_both(page, watcher)
    check_tally(page, matches=2)
    result_of(watcher).get_by_role("button", name="Play again").click()
    for one in (page, watcher):
        expect(result_of(one)).to_be_hidden()
        expect(one.get_by_role("list", name="Your hand")).to_be_visible()


def play_both(*pages: Page) -> None:
    """Two people take part until both pages tell of the end."""
    end = time.monotonic() + LONGEST
    while not all(result_of(page).is_visible() for page in pages):
        for page in pages:
            play_on(page, "match-em")
        assert time.monotonic() < end, "the match has not ended"


def check_tally(page: Page, matches: int) -> None:
    """The evening's wins are as many as there were matches, or more where some were shared."""
    evening = result_of(page).get_by_role("region", name="This evening")
    wins = re.findall(r"(\d+) wins?\b", evening.inner_text())
    assert sum(map(int, wins)) >= matches


def test_a_seat_that_the_host_frees_is_taken_by_a_watcher(
    page: Page, watcher: Page, server: Serving, open_table: OpenTable
) -> None:
    code = open_table(page, server.url, "declare")
    start(page)
    watch(watcher, server.url, code)
    window = choose(page, "Run the table")
    seat_of(window, "Blas").get_by_role("button", name="Free the seat").click()
    tell_name(watcher)
    watcher.get_by_role("button", name=re.compile("^Take the free seat")).click()
    expect(watcher.get_by_role("list", name="Your hand")).to_be_visible()
    taken = hand_of(watcher)
    assert taken
    assert not set(taken) & set(hand_of(page))
    expect(seat_of(window, NAME)).to_be_visible()
    close(page)
    play_until_turn(page, watcher)


def test_a_host_is_asked_once_more_before_somebody_loses_a_seat(
    page: Page, watcher: Page, server: Serving, open_table: OpenTable
) -> None:
    code = open_table(page, server.url, "declare")
    take_seat(watcher, server.url, code, NAME)
    start(page)
    seat = seat_of(choose(page, "Run the table"), NAME)
    free = seat.get_by_role("button", name="Free the seat")
    sure = seat.get_by_role("button", name=f"Free {NAME}’s seat?")
    free.evaluate(DOUBLE_TAP)
    expect(sure).to_be_focused()
    seat.get_by_role("button", name="Cancel").click()
    expect(free).to_be_focused()
    free.click()
    page.wait_for_timeout(DOUBLE_TAP_MS)
    expect(watcher.get_by_role("list", name="Your hand")).to_be_visible()
    sure.click()
    expect(watcher.get_by_role("button", name=re.compile("^Take the free seat"))).to_be_visible()
    expect(sure).to_have_count(0)


def play_until_turn(page: Page, other: Page) -> None:
    """Play until it is the other's turn, too: nobody is frozen."""
    end = time.monotonic() + LONGEST
    while not play_on(other, "declare"):
        play_on(page, "declare")
        assert time.monotonic() < end


def test_a_host_who_leaves_hands_the_table_on(
    page: Page, watcher: Page, server: Serving, open_table: OpenTable
) -> None:
    code = open_table(page, server.url, "declare")
    take_seat(watcher, server.url, code, NAME)
    start(page)
    expect(watcher.get_by_role("list", name="Your hand")).to_be_visible()
    leave(page)
    expect(seat_of(choose(watcher, "Run the table"), "Cora")).to_be_visible()
    close(watcher)
    while not play_on(watcher, "declare"):
        pass


def test_a_host_hands_the_table_to_somebody(
    page: Page, watcher: Page, server: Serving, open_table: OpenTable
) -> None:
    code = open_table(page, server.url, "declare")
    take_seat(watcher, server.url, code, NAME)
    start(page)
    window = choose(page, "Run the table")
    window.get_by_role("button", name=f"Hand the table to {NAME}").click()
    expect(seat_of(choose(watcher, "Run the table"), "Zoe")).to_be_visible()
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Menu").click()
    expect(page.get_by_role("dialog").get_by_role("button", name="Rules")).to_be_visible()
    expect(page.get_by_role("button", name="Run the table")).to_have_count(0)
