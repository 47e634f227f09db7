"""Players that see what a screen reader sees: buttons and lists by role and name, nothing else.

They play to get on, not to win. Whatever they press may be gone by then, since the table goes on
without them: such a press is tried again with what is there next.
"""

import itertools
import re
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Protocol

from playwright.sync_api import Error, Locator, Page

PRESS_MS = 1500
LOOK_MS = 40
GUARD_MS = 650
"""Hands Down's board takes no press in the first moment of a turn."""
LOW_HAND = 20


class Driver(Protocol):
    """A player of one game."""

    def turn(self, page: Page) -> None:
        """Do one thing in the own turn."""
        ...

    def meanwhile(self, page: Page) -> None:
        """Do what there is to do in the turn of another."""
        ...


class MatchEm:
    """Makes the total that the page asks for; else lays its highest card, a wild, or draws."""

    HINT = re.compile(r"^(Lead with|Make \d|Nothing in|No sum|Here a wild)")
    PLAY = re.compile(r"^(Lead|Match|New total|Wild:)")
    DRAW = re.compile(r"^Draw (a card|\d+)$")
    WILD = "wild card"

    def turn(self, page: Page) -> None:
        """Do as the line above the buttons says."""
        clear = page.get_by_role("button", name="Clear", exact=True)
        if clear.count():
            press(clear)
        hint = page.get_by_text(self.HINT).inner_text(timeout=PRESS_MS)
        cards = cards_of(page)
        names = names_of(page)
        chosen = self._choose(hint, names)
        if not chosen:
            press(page.get_by_role("button", name=self.DRAW))
            return
        for i in chosen:
            press(cards[i])
        press(page.get_by_role("button", name=self.PLAY))

    def meanwhile(self, page: Page) -> None:
        """Wait."""
        page.wait_for_timeout(LOOK_MS)

    def _choose(self, hint: str, names: Sequence[str]) -> Sequence[int]:
        """Return the places of the cards to play, none to draw."""
        numbers = {i: int(name) for i, name in enumerate(names) if name.isdigit()}
        if hint.startswith("Make"):
            total = int(re.findall(r"\d+", hint)[0])
            fitting = subset_of(numbers, total)
            return fitting or (list(numbers)[-1:] if "new total" in hint else [])
        if hint.startswith("Lead"):
            return [*range(len(names)), *numbers][-1:]
        wilds = [i for i, name in enumerate(names) if name == self.WILD]
        return wilds[:1] if "play a wild" in hint else []


def subset_of(numbers: dict[int, int], total: int) -> list[int]:
    """Return the keys of the most numbers that make a total, none where they cannot."""
    for count in range(min(len(numbers), total), 0, -1):
        for keys in itertools.combinations(numbers, count):
            if sum(numbers[key] for key in keys) == total:
                return list(keys)
    return []


class Declare:
    """Throws its highest card and draws from the pile; declares with a low hand."""

    TOTAL = re.compile(r"^Hand: (\d+)$")
    SOURCE = re.compile(r"^(Draw from the pile|Take the .* from the floor)")

    def __init__(self, low: int = LOW_HAND) -> None:
        """Declare with this much or less."""
        self._low = low

    def turn(self, page: Page) -> None:
        """Declare, or throw and take."""
        total = self.TOTAL.match(page.get_by_text(self.TOTAL).inner_text(timeout=PRESS_MS))
        if total and int(total[1]) <= self._low:
            press(page.get_by_role("button", name="Declare", exact=True))
            sure = page.get_by_role("button", name=re.compile("^Declare with"))
            if sure.count():
                press(sure)
                return
        card = cards_of(page)[-1]
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
    turn = is_turn(page)
    with letting_go():
        if turn:
            driver.turn(page)
        else:
            driver.meanwhile(page)
        return turn
    return False


def cards_of(page: Page) -> list[Locator]:
    """Return the buttons of the own hand's cards."""
    return page.get_by_role("list", name="Your hand").get_by_role("button").all()


def names_of(page: Page) -> list[str]:
    """Return what the own hand's cards are called, without what is special about them now."""
    cards = page.get_by_role("list", name="Your hand").get_by_role("button")
    # All at once, for they may change at any moment.
    labels: list[str] = cards.evaluate_all("all => all.map(one => one.ariaLabel ?? '')")
    return [label.partition(",")[0] for label in labels]


def hand_of(page: Page) -> list[str]:
    """Return what the own hand's cards are called, sorted."""
    return sorted(names_of(page))


def press(button: Locator) -> None:
    """Press a button as soon as that can be done: with a finger where there is no mouse."""
    if is_touched(button.page):
        button.tap(timeout=PRESS_MS)
    else:
        button.click(timeout=PRESS_MS)


def is_touched(page: Page) -> bool:
    """Say whether the page is on a device that fingers touch."""
    return bool(page.evaluate("() => matchMedia('(pointer: coarse)').matches"))


@contextmanager
def letting_go() -> Iterator[None]:
    """Let a press be that came too late."""
    try:
        yield
    except (Error, IndexError):
        return
