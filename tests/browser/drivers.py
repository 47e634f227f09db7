"""Players that see what a screen reader sees: buttons and lists by role and name, nothing else.

They play to get on, not to win. Whatever they press may be gone by then, since the table goes on
without them: such a press is tried again with what is there next.
"""

import re
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol

from playwright.sync_api import Error, Locator, Page

PRESS_MS = 1500
LOOK_MS = 40
GUARD_MS = 650
"""Hands Down's board takes no press in the first moment of a turn."""
LOW_HAND = 5


class Driver(Protocol):
    """A player of one game."""

    def turn(self, page: Page) -> None:
        """Do one thing in the own turn."""
        ...

    def meanwhile(self, page: Page) -> None:
        """Do what there is to do in the turn of another."""
        ...


class MatchEm:
    """Plays any one card, or two, that the button calls a play; else draws."""

    PLAY = re.compile(r"^(Lead|Match|New total|Wild:)")
    DRAW = re.compile(r"^Draw (a card|\d+)$")

    def turn(self, page: Page) -> None:
        """Try the cards one after the other."""
        play = page.get_by_role("button", name=self.PLAY)
        for card in cards_of(page):
            press(card)
            if play.count():
                press(play)
                return
            press(card)
        press(page.get_by_role("button", name=self.DRAW))

    def meanwhile(self, page: Page) -> None:
        """Wait."""
        page.wait_for_timeout(LOOK_MS)


class Declare:
    """Throws its first card and draws from the pile; declares with a low hand."""

    TOTAL = re.compile(r"^Hand: (\d+)$")
    SOURCE = re.compile(r"^(Draw from the pile|Take the .* from the floor)")

    def turn(self, page: Page) -> None:
        """Declare, or throw and take."""
        total = self.TOTAL.match(page.get_by_text(self.TOTAL).inner_text(timeout=PRESS_MS))
        if total and int(total[1]) <= LOW_HAND:
            press(page.get_by_role("button", name="Declare", exact=True))
            sure = page.get_by_role("button", name=re.compile("^Declare with"))
            if sure.count():
                press(sure)
                return
        card = cards_of(page)[0]
        if card.get_attribute("aria-pressed", timeout=PRESS_MS) != "true":
            press(card)
        press(page.get_by_role("button", name=self.SOURCE).first)

    def meanwhile(self, page: Page) -> None:
        """Wait."""
        page.wait_for_timeout(LOOK_MS)


class HandsDown:
    """Slaps for every pair, passes without one, and slaps when a hand has landed."""

    SLAP = re.compile("with your pair of")

    def turn(self, page: Page) -> None:
        """Slap, take a card, or pass."""
        page.wait_for_timeout(GUARD_MS)
        take = page.get_by_role("button", name=re.compile("^From "))
        slap = page.get_by_role("button", name=self.SLAP)
        if take.count():
            press(take.first)
        elif slap.count():
            press(slap)
        else:
            press(page.get_by_role("button", name="Pass", exact=True))

    def meanwhile(self, page: Page) -> None:
        """Slap if a hand is down."""
        landed = page.get_by_role("button", name=re.compile("^SLAP!"))
        if landed.count():
            press(landed)
        page.wait_for_timeout(LOOK_MS)


DRIVERS: dict[str, Driver] = {
    "match-em": MatchEm(),
    "declare": Declare(),
    "hands-down": HandsDown(),
}


def is_turn(page: Page) -> bool:
    """Say whether the page says that it is one's turn."""
    return page.get_by_role("status").filter(has_text="Your turn").count() > 0


def result_of(page: Page) -> Locator:
    """Return the window that tells how the match ended."""
    return page.get_by_role("dialog", name="The match is over")


def play_turns(page: Page, game: str, turns: int, within: float) -> None:
    """Take part until one has had so many turns; fails where that takes longer."""
    end = time.monotonic() + within
    done = 0
    while done < turns:
        done += play_on(page, game)
        assert time.monotonic() < end, f"{done} of {turns} turns"


def play_to_end(page: Page, game: str, within: float) -> None:
    """Take part until the page tells of the end; fails where that takes longer."""
    end = time.monotonic() + within
    while not result_of(page).is_visible():
        play_on(page, game)
        assert time.monotonic() < end, "the match has not ended"


def play_on(page: Page, game: str) -> bool:
    """Do whatever is next; say whether it was something in the own turn."""
    driver = DRIVERS[game]
    if not is_turn(page):
        driver.meanwhile(page)
        return False
    with letting_go():
        driver.turn(page)
        return True
    return False


def cards_of(page: Page) -> list[Locator]:
    """Return the buttons of the own hand's cards."""
    return page.get_by_role("list", name="Your hand").get_by_role("button").all()


def hand_of(page: Page) -> list[str]:
    """Return what the own hand's cards are called, in order."""
    texts = [card.get_attribute("aria-label") or "" for card in cards_of(page)]
    return sorted(text.partition(",")[0] for text in texts)


def press(button: Locator) -> None:
    """Press a button as soon as that can be done."""
    button.click(timeout=PRESS_MS)


@contextmanager
def letting_go() -> Iterator[None]:
    """Let a press be that came too late."""
    try:
        yield
    except (Error, IndexError):
        return
