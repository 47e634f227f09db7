"""Who wants nothing to move sees nothing move."""

import time
from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page

from tests.browser.conftest import OpenTable
from tests.browser.drivers import play_on
from tests.browser.tables import start
from tests.server.serving import Serving
from tests.shipped import SHIPPED

TURNS = 2
LONGEST = 60.0
WATCH = """() => {
    window.moved = new Set();
    const look = () => {
        for (const motion of document.getAnimations())
            if (motion.effect.getComputedTiming().activeDuration > 1)
                window.moved.add(motion.animationName ?? motion.transitionProperty ?? "script");
        requestAnimationFrame(look);
    };
    look();
}"""
"""Notes in each frame what moves for longer than a millisecond."""


def motions(page: Page, url: str, open_table: OpenTable, name: str) -> list[str]:
    """Return what has moved in a few turns."""
    open_table(page, url, name)
    page.evaluate(WATCH)
    start(page)
    done, end = 0, time.monotonic() + LONGEST
    while done < TURNS:
        done += play_on(page, name)
        assert time.monotonic() < end
    moved: list[str] = page.evaluate("() => [...window.moved]")
    return moved


@pytest.mark.parametrize("name", SHIPPED)
def test_nothing_moves_where_that_is_wanted(
    name: str,
    new_context: Callable[..., BrowserContext],
    server: Serving,
    open_table: OpenTable,
) -> None:
    still = new_context(reduced_motion="reduce").new_page()
    assert motions(still, server.url, open_table, name) == []


def test_things_move_where_nothing_else_is_wanted(
    page: Page, server: Serving, open_table: OpenTable
) -> None:
    assert motions(page, server.url, open_table, "match-em")
