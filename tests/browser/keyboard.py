"""Players with nothing but a keyboard and a screen reader: they read the tree and press keys.

Their words are a language's, so that one can play in English at a table where another plays in
Spanish. Keys that come too late do nothing: the next look at the tree shows what is to be done.
"""

import re
import time
from collections.abc import Callable
from dataclasses import dataclass

from playwright.sync_api import Page

from tests.browser.drivers import LOW_HAND, subset_of
from tests.browser.tree import Node, Tree, focused

DIGITS = "1234567890"
FURTHEST = 80
"""So many presses of Tab lead round any page."""
SETTLING_MS = 60

Keys = list[str]


@dataclass(frozen=True)
class Words:
    """What a language calls what the players look for."""

    your_turn: re.Pattern[str]
    over: str
    log: str
    hand: re.Pattern[str]
    wild: str
    lead: str
    total: str
    new_total: str
    play_wild: str
    draw: re.Pattern[str]
    take: re.Pattern[str]
    pair: re.Pattern[str]
    landed: str


ENGLISH = Words(
    your_turn=re.compile(r"^Your turn"),
    over="The match is over",
    log="What happened",
    hand=re.compile(r"^Your hand$"),
    wild="wild card",
    lead="Lead with",
    total="Make",
    new_total="new total",
    play_wild="play a wild",
    draw=re.compile(r"^Draw from the pile"),
    take=re.compile(r"^From "),
    pair=re.compile(r"with your pair of"),
    landed="SLAP!",
)
SPANISH = Words(
    your_turn=re.compile(r"^Te toca"),
    over="La partida ha terminado",
    log="Qué ha pasado",
    hand=re.compile(r"^(Tu mano|Tus cartas)$"),
    wild="comodín",
    lead="Sal con",
    total="Suma",
    new_total="nuevo total",
    play_wild="juega un comodín",
    draw=re.compile(r"^Robar del mazo"),
    take=re.compile(r"^A "),
    pair=re.compile(r"con tu par de"),
    landed="¡PALMADA!",
)


def match_em(tree: Tree, words: Words) -> Keys:
    """Make the total that is asked for; else lay the highest card, a wild, or draw."""
    cards = hand_in(tree, words)
    numbers = {i: int(name) for i, name in enumerate(cards) if name.isdigit()}
    told = " ".join(tree.texts("paragraph"))
    chosen: list[int] = []
    if words.lead in told:
        chosen = [*range(len(cards)), *numbers][-1:]
    elif words.play_wild in told:
        chosen = [i for i, name in enumerate(cards) if name == words.wild][:1]
    elif asked := re.search(rf"\b{words.total} (\d+)", told):
        chosen = subset_of(numbers, int(asked[1]))
        if not chosen and words.new_total in told:
            chosen = list(numbers)[-1:]
    within = [DIGITS[i] for i in chosen if i < len(DIGITS)]
    # What is still chosen would be told of in place of what is asked for.
    return ["Escape", *within, "Enter"] if within else ["Escape", "d"]


def declare(tree: Tree, words: Words) -> Keys:
    """Throw the highest card and draw; declare with a low hand, twice, unless the table says no."""
    totals = [int(node.text.split()[-1]) for node in tree.nodes if is_total(node)]
    is_refused = bool(tree.under("alert", "").nodes)
    if totals and totals[0] <= LOW_HAND and not is_refused:
        return ["d"]
    source = "p" if tree.named("button", words.draw) else "6"
    return ["Escape", DIGITS[len(hand_in(tree, words)) - 1], source]


def is_total(node: Node) -> bool:
    """Say whether this is where Declare's board tells what the own hand counts."""
    return node.role == "strong" and bool(re.match(r"(Hand|Mano): \d+$", node.text))


def hands_down(tree: Tree, words: Words) -> Keys:
    """Take a card, slap for a pair, or pass."""
    if tree.named("button", words.take):
        return ["1"]
    return ["Enter"] if tree.named("button", words.pair) else ["p"]


PLAYERS: dict[str, Callable[[Tree, Words], Keys]] = {
    "match-em": match_em,
    "declare": declare,
    "hands-down": hands_down,
}


def play_on(page: Page, game: str, words: Words = ENGLISH) -> bool:
    """Do whatever is next; say whether it was something in the own turn."""
    tree = Tree.of(page)
    if is_turn(tree, words):
        press(page, PLAYERS[game](tree, words))
        page.wait_for_timeout(SETTLING_MS)
        return True
    if any(name.startswith(words.landed) for name in tree.names("button")):
        press(page, ["Space"])
    return False


def play_to_end(page: Page, game: str, within: float, words: Words = ENGLISH) -> None:
    """Take part until the page tells of the end; fails where that takes longer."""
    end = time.monotonic() + within
    while not is_over(Tree.of(page), words):
        play_on(page, game, words)
        assert time.monotonic() < end, "the match has not ended"


def come_to_next_turn(page: Page, game: str, within: float, words: Words = ENGLISH) -> None:
    """Take one turn and wait for the next one, when nothing is on its way any more.

    That is so once Cora, who comes last, has moved since the last key was pressed.
    """
    end, known = time.monotonic() + within, None
    while time.monotonic() < end:
        tree = Tree.of(page)
        told = tree.under("log", words.log).texts("listitem")
        moves = sum(line.startswith("Cora ") for line in told)
        if not is_turn(tree, words):
            continue
        if known is not None and moves > known:
            return
        known = moves
        press(page, PLAYERS[game](tree, words))
    raise AssertionError("it is never one's turn again")


def is_turn(tree: Tree, words: Words) -> bool:
    """Say whether a live region says that it is one's turn."""
    return any(words.your_turn.match(text) for text in tree.texts("status"))


def is_over(tree: Tree, words: Words) -> bool:
    """Say whether the window that tells of the end is open."""
    return words.over in tree.names("dialog")


def hand_in(tree: Tree, words: Words) -> list[str]:
    """Return what the own hand's cards are called, without what is special about them now."""
    for name in tree.named("list", words.hand):
        cards = tree.under("list", name)
        return [node.name.partition(",")[0] for node in cards.nodes if node.role in CARDS]
    return []


CARDS = ("button", "img")


def press(page: Page, keys: Keys) -> None:
    """Press keys one after the other."""
    for key in keys:
        page.keyboard.press(key)


def walk_to(page: Page, role: str, name: str | re.Pattern[str], key: str = "Tab") -> None:
    """Press Tab, or Shift+Tab, until the focus is on something of that role and name."""
    pattern = re.compile(f"^{re.escape(name)}$") if isinstance(name, str) else name
    met: list[str] = []
    for _ in range(FURTHEST):
        page.keyboard.press(key)
        node = focused(page)
        if node is None:
            continue
        if node.role == role and pattern.search(node.name or node.text):
            return
        met.append(f"{node.role} {node.name or node.text}")
    raise AssertionError(f"{role} {name!r} is not among {met}")
