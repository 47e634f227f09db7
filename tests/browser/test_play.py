"""Each game in a browser against computer players, from the start page to the last card."""

import json
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tapete.games import game
from tapete.table.record import parse_record, replay
from tests.browser.drivers import hand_of, play_to_end, result_of
from tests.server.serving import Serving
from tests.shipped import SHIPPED

SHORT = {
    "match-em": {"wins_needed": 1, "cards_dealt": 3},
    "declare": {"threshold": 25},
    "hands-down": {},
}
"""House rules that make for short matches."""
LONGEST = 240.0


@pytest.mark.parametrize("name", SHIPPED)
def test_two_clicks_lead_to_the_first_card(name: str, page: Page, server: Serving) -> None:
    page.goto(server.url)
    page.get_by_role("button", name=game(name).title).click()
    page.get_by_role("button", name="Start", exact=True).click()
    hand = page.get_by_role("list", name="Your hand")
    expect(hand.get_by_role("listitem").first).to_be_visible()
    expect(page.get_by_role("heading", level=1)).to_have_text(game(name).title)


@pytest.mark.parametrize("name", SHIPPED)
def test_a_match_to_its_end(
    name: str, phone: Callable[..., Page], server: Serving, open_table: Callable[..., str]
) -> None:
    page = phone()
    code = open_table(page, server.url, name, options=SHORT[name])
    page.get_by_role("button", name="Start", exact=True).click()
    expect(page.get_by_role("list", name="Your hand")).to_be_visible()
    play_to_end(page, name, LONGEST)
    expect(result_of(page)).to_contain_text(re.compile(r"You win!|wins|win together"))
    check_record(page, server.url, code, name)


def check_record(page: Page, url: str, code: str, name: str) -> None:
    """The match can be had as a record, which replays, and says what the page says."""
    (link,) = page.request.get(f"{url}/api/tables/{code}/records").json()
    href = result_of(page).get_by_role("link", name="Download the record").get_attribute("href")
    assert href == link["url"]
    line = page.request.get(f"{url}{href}").text()
    assert replay(parse_record(line)).game is game(name)
    winners = json.loads(line)["result"]["winners"]
    assert ("You win!" in result_of(page).inner_text()) == (winners == [0])


def test_start_page_is_had_again_after_a_match(
    page: Page, server: Serving, open_table: Callable[..., str]
) -> None:
    open_table(page, server.url, "match-em", options=SHORT["match-em"])
    page.get_by_role("button", name="Start", exact=True).click()
    play_to_end(page, "match-em", LONGEST)
    result_of(page).get_by_role("button", name="Play again").click()
    expect(result_of(page)).to_be_hidden()
    expect(page.get_by_role("list", name="Your hand")).to_be_visible()
    assert hand_of(page)
