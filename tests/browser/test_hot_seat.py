"""Two people, one device: while it goes round, no hand is in the page but the holder's."""

import json
import re
import time
from collections import Counter
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenTable
from tests.browser.drivers import play_on, press, result_of
from tests.browser.tables import choose
from tests.server.serving import Serving

PEOPLE = ("Zoe", "Yan")
TERMS: dict[str, dict[str, Any]] = {
    "match-em": {"options": {"wins_needed": 1, "cards_dealt": 8}},
    "declare": {},
}
LONGEST = 120.0
TAKE = re.compile("^I’m ")
ROUNDS = 3
"""How often each has the device."""

RECORD = r"""
    window.seen = [];
    const ready = () => [...document.querySelectorAll("button")]
        .map((button) => button.textContent.trim())
        .find((text) => text.startsWith("I’m "));
    const labels = (box) => [...document.querySelectorAll(box + " [aria-label]")]
        .map((card) => card.getAttribute("aria-label").split(",")[0])
        .sort();
    const drawn = () => [...document.querySelectorAll("[role=log] li")]
        .filter((line) => /\bdraws\b[^.]*: /.test(line.textContent))
        .map((line) => line.textContent.split(" ")[0]);
    const look = () => {
        const cover = (ready() ?? "").slice("I’m ".length);
        const hand = labels("ul[aria-label='Your hand']");
        const deal = document.body.textContent.match(/Round (\d+)/)?.[1] ?? "";
        const now = JSON.stringify({ cover, hand, deal, told: [...new Set(drawn())] });
        if (window.seen.at(-1) !== now) window.seen.push(now);
    };
    look();
    new MutationObserver(look).observe(document.body, {
        childList: true, subtree: true, attributes: true, characterData: true,
    });
"""
"""Writes down every state of the page: who is waited for, which hand is there, whose draws."""


@pytest.fixture(params=sorted(TERMS))
def game(request: pytest.FixtureRequest) -> str:
    """The name of a game that can be played on one device."""
    name: str = request.param
    return name


@pytest.fixture
def shared(page: Page, server: Serving, open_table: OpenTable, game: str) -> Page:
    """A device that two people share, with a match under way and one of them waited for."""
    open_table(page, server.url, game, **TERMS[game])
    page.get_by_role("button", name="Another player on this device").click()
    page.get_by_role("textbox", name="Name of the other player").fill(PEOPLE[1])
    page.get_by_role("button", name="OK").click()
    expect(page.get_by_text(PEOPLE[1], exact=True)).to_be_visible()
    page.get_by_role("button", name="Start", exact=True).click()
    expect(page.get_by_role("button", name=TAKE)).to_be_visible()
    return page


def test_no_hand_is_in_the_page_but_the_holders(shared: Page, game: str) -> None:
    shared.evaluate(f"() => {{ {RECORD} }}")
    play_round(shared, game, times=ROUNDS * len(PEOPLE))
    seen = [json.loads(state) for state in shared.evaluate("() => window.seen")]
    held = hands_of(seen)
    for name in PEOPLE:
        own = [one for one in held if one.holder == name]
        assert len(own) >= ROUNDS
        for before, after in pairwise(own):
            assert before.deal != after.deal or is_continued(before.last, after.first)
    if game == "declare":  # where each card is there but once
        for before, after in pairwise(held):
            assert before.deal != after.deal or not before.last & after.first


def play_round(page: Page, game: str, times: int) -> None:
    """Let the device go round until it has been taken so often, and once more be waited for."""
    end = time.monotonic() + LONGEST
    taken = 0
    while taken < times or not page.get_by_role("button", name=TAKE).count():
        if page.get_by_role("button", name=TAKE).count():
            press(page.get_by_role("button", name=TAKE))
            taken += 1
        play_on(page, game)
        assert time.monotonic() < end
        assert not result_of(page).is_visible(), "the match was too short to see anything"


@dataclass
class Held:
    """Which hands the page had while somebody held the device."""

    holder: str
    hands: list[Counter[str]] = field(default_factory=list[Counter[str]])
    deals: list[str] = field(default_factory=list[str])

    @property
    def first(self) -> Counter[str]:
        return self.hands[0]

    @property
    def last(self) -> Counter[str]:
        return self.hands[-1]

    @property
    def deal(self) -> tuple[str, ...]:
        """Return in which deals these hands were."""
        return tuple(sorted(set(self.deals)))


def hands_of(seen: list[dict[str, Any]]) -> list[Held]:
    """Return who held the device and which hands were there; fails where there was any besides."""
    held = [Held("")]
    for state in seen:
        if state["cover"]:
            held.append(Held(state["cover"]))
            assert state["hand"] == state["told"] == []
        elif state["hand"]:
            assert set(state["told"]) <= {held[-1].holder}
            held[-1].hands.append(Counter(state["hand"]))
            held[-1].deals.append(state["deal"])
    assert not held[0].hands
    return [one for one in held if one.hands]


def is_continued(before: Counter[str], after: Counter[str]) -> bool:
    """Say whether a hand can be the other one after a single move."""
    return before <= after or after <= before or (before - after).total() == 1


def test_cards_can_be_covered_at_any_time(shared: Page, game: str) -> None:
    del game
    body = shared.locator("body")
    hand = shared.get_by_role("list", name="Your hand")
    name = shared.get_by_role("button", name=TAKE).inner_text()
    shared.get_by_role("button", name=TAKE).click()
    expect(hand).to_be_visible()
    shared.keyboard.press("h")
    expect(body).to_contain_text("Your hand: ")
    press(choose(shared).get_by_role("button", name="Cover the cards"))
    expect(hand).to_have_count(0)
    expect(body).not_to_contain_text("Your hand: ")
    shared.get_by_role("button", name=name).click()
    expect(hand).to_be_visible()
