"""Pages fit their devices, what is pressed is large enough, and nothing comes from elsewhere."""

import time
from collections.abc import Callable
from itertools import pairwise
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import BrowserContext, Page, Request, expect

from tapete.games import game
from tests.browser.conftest import PHONE, OpenTable
from tests.browser.drivers import play_on
from tests.browser.tables import choose, close, start
from tests.server.serving import Serving
from tests.shipped import SHIPPED

SIZES = {"small phone": (360, 640), "phone": (390, 844), "desktop": (1280, 800)}
TERMS: dict[str, dict[str, Any]] = {
    "match-em": {"options": {"cards_dealt": 8}},
    "declare": {"options": {"jokers": 2}},
    "hands-down": {},
}
TURNS = 2
LONGEST = 60.0
LEAST_TARGET = 40
LEAST_SLICE = 24
"""What is left of a card that the next one overlaps."""
MOST_BYTES = 120_000

MEASURE = """() => {
    const box = (node) => {
        const { left, top, right, bottom } = node.getBoundingClientRect();
        return { name: node.getAttribute("aria-label") ?? node.textContent.trim(),
            left, top, right, bottom, isFree: isFree(node) };
    };
    const isFree = (node) => {
        const { left, top, width, height } = node.getBoundingClientRect();
        const at = (x, y) => document.elementFromPoint(left + x, top + y);
        return [at(Math.min(12, width / 2), 4), at(Math.min(12, width / 2), height - 4)]
            .every((found) => node.contains(found));
    };
    const page = document.scrollingElement;
    const hand = document.querySelector("ul[aria-label='Your hand']");
    return {
        wide: page.scrollWidth - innerWidth,
        high: page.scrollHeight - innerHeight,
        cards: [...(hand?.querySelectorAll(":scope > li > *") ?? [])].map(box),
        controls: [...document.querySelectorAll("main button, header button")]
            .filter((node) => !hand?.contains(node) && node.checkVisibility())
            .map(box),
        size: [innerWidth, innerHeight],
    };
}"""
"""Returns how far a page is too large, and where cards and buttons are, and if one sees them."""


@pytest.fixture(params=sorted(SIZES))
def sized(request: pytest.FixtureRequest, new_context: Callable[..., BrowserContext]) -> Page:
    """A page of one of the sizes that people have."""
    width, height = SIZES[request.param]
    options = {} if request.param == "desktop" else PHONE
    viewport = {"width": width, "height": height}
    context = new_context(**{**options, "viewport": viewport, "reduced_motion": "reduce"})
    return context.new_page()


def test_start_page_and_lobby_are_not_too_wide(
    sized: Page, server: Serving, open_table: OpenTable
) -> None:
    open_table(sized, server.url, "declare", seats=6)
    sized.get_by_text("House rules").click()
    expect(sized.get_by_role("spinbutton").last).to_be_visible()
    assert sized.evaluate(MEASURE)["wide"] <= 0
    sized.goto(server.url)
    expect(sized.get_by_role("button", name="Open a table")).to_have_count(len(SHIPPED))
    assert sized.evaluate(MEASURE)["wide"] <= 0


@pytest.mark.parametrize("name", SHIPPED)
def test_table_and_hand_fit(name: str, sized: Page, server: Serving, open_table: OpenTable) -> None:
    """With as many seats as the game has, in one's own turns and in those of others."""
    open_table(sized, server.url, name, seats=game(name).max_seats, **TERMS[name])
    start(sized)
    done, end = 0, time.monotonic() + LONGEST
    while done < TURNS:
        check_fit(sized)
        done += play_on(sized, name)
        assert time.monotonic() < end


def check_fit(page: Page) -> None:
    """The page scrolls nowhere; the hand is all in sight; fingers hit what they want."""
    found = page.evaluate(MEASURE)
    assert found["wide"] <= 0
    assert found["high"] <= 0
    width, height = found["size"]
    assert found["cards"]
    for card in found["cards"]:
        assert card["isFree"], card
        assert 0 <= card["left"] < card["right"] <= width, card
        assert 0 <= card["top"] < card["bottom"] <= height, card
    for card, following in pairwise(found["cards"]):
        if following["top"] == card["top"]:
            assert following["left"] - card["left"] >= LEAST_SLICE
    for one in found["controls"]:
        assert one["right"] - one["left"] >= LEAST_TARGET, one
        assert one["bottom"] - one["top"] >= LEAST_TARGET, one


def first_load(page: Page, url: str) -> int:
    """Return how many bytes a browser that has nothing takes to show a page."""
    requests: list[Request] = []
    page.on("response", lambda response: requests.append(response.request))
    page.goto(url)
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    page.wait_for_load_state("networkidle")
    sizes = [one.sizes() for one in requests]
    return sum(size["responseBodySize"] + size["responseHeadersSize"] for size in sizes)


@pytest.mark.parametrize("name", ["", *SHIPPED])
def test_first_load_is_small(
    name: str,
    page: Page,
    new_context: Callable[..., BrowserContext],
    server: Serving,
    open_table: OpenTable,
) -> None:
    """Of the start page, and of a table where a match is on, which brings its board."""
    path = ""
    if name:
        path = f"/t/{open_table(page, server.url, name)}"
        start(page)
    fresh = new_context().new_page()
    assert 10_000 < first_load(fresh, server.url + path) < MOST_BYTES


@pytest.mark.parametrize("name", SHIPPED)
def test_nothing_comes_from_elsewhere(name: str, page: Page, server: Serving) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.on("websocket", lambda socket: asked.append(socket.url))
    page.goto(server.url)
    page.get_by_role("button", name=game(name).title).click()
    start(page)
    for title in ("Rules", "Invite others", "Continue on another device", "Finished matches"):
        choose(page, title)
        close(page)
    hosts = {urlsplit(url).netloc for url in asked if not url.startswith("data:")}
    assert hosts == {urlsplit(server.url).netloc}
    assert any(url.startswith("ws:") for url in asked)
