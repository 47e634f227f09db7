"""Write what the browser's Match 'Em must agree with the rules about: pairs.jsonl, for vitest.

Run from the top folder: python web/src/games/match-em/pairs.py
"""

import json
import random
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from tapete.core.options import settle
from tapete.games import game
from tapete.games.match_em.cards import NUM_CARDS, WILD_CARD
from tapete.games.match_em.partitions import NUMBERS
from tapete.games.match_em.state import DRAW, WILD
from tapete.table.chance import Sealed
from tapete.table.table import Table

OUT = Path(__file__).with_name("pairs.jsonl")
SEATS = 3
STEPS = 30
HINTS = 36
HOUSES: tuple[Mapping[str, object], ...] = (
    {},
    {"wilds": 8, "copies": 2, "max_value": 5, "no_wild_finish": True, "cards_dealt": 3},
    {"max_value": 12, "copies": 3, "forced_match": "free", "draw_count": 3},
)
PUBLIC = ("seats", "phase", "turn", "turns", "hands", "total", "standing", "played", "pile_count")
HOUSE = ("wins_needed", "draw_count", "no_wild_finish", "starter")


def shown(table: Table, seat: int) -> dict[str, Any]:
    """Return what the board reads of a seat's view."""
    v = table.view(seat)
    players = [{name: getattr(p, name) for name in ("count", "tokens")} for p in v.players]
    return {
        **{name: getattr(v, name) for name in PUBLIC},
        "house": {name: getattr(v.house, name) for name in HOUSE},
        "players": players,
        "held": v.held,
    }


def matches() -> Iterator[tuple[Table, random.Random]]:
    """Yield a table and its chance for each of HOUSES, dealt."""
    chosen = game("match-em")
    for i, house in enumerate(HOUSES):
        values = settle(chosen.options, house)
        table = Table(chosen, SEATS, values, Sealed(bytes([i]) * 32))
        table.start()
        yield table, random.Random(i)


class Mat:
    """What lies at each station, kept from the events."""

    def __init__(self) -> None:
        self.plays: list[dict[str, Any] | None] = [None] * SEATS

    def hear(self, event: Mapping[str, Any]) -> None:
        """Move the cards of one event."""
        if event["type"] in ("deal", "recycle"):
            gone = event["type"] == "deal"
            self.plays = [p if p and p["stands"] and not gone else None for p in self.plays]
        elif event["type"] == "play" and event["cards"] == ["W"]:
            own = self.plays[event["seat"]]
            if own is None or not own["stands"]:
                own = {"numbers": [], "wilds": 0, "stands": True}
            self.plays[event["seat"]] = {**own, "wilds": own["wilds"] + 1}
        elif event["type"] == "play":
            self.plays = [p and {**p, "stands": False} for p in self.plays]
            numbers = sorted(map(int, event["cards"]), reverse=True)
            self.plays[event["seat"]] = {"numbers": numbers, "wilds": 0, "stands": True}


def stations() -> Iterator[list[dict[str, Any]]]:
    """Yield matches, step by step: a view and what lies at the stations then."""
    for table, r in matches():
        mat, steps = Mat(), []
        for _ in range(STEPS):
            steps.append({"view": shown(table, 0), "plays": [*mat.plays]})
            if table.is_over:
                break
            for event in table.act(table.actor, r.choice(table.legal_actions())):
                mat.hear(event.whole)
        yield steps


def cards_of(action: int) -> Counter[int]:
    """Return the cards that an action lays; none for a draw."""
    if action == DRAW:
        return Counter()
    return Counter([WILD_CARD] if action == WILD else NUMBERS[action])


def hints() -> Iterator[dict[str, Any]]:
    """Yield positions with some cards selected, and which more some legal action lays with them."""
    for table, r in matches():
        for _ in range(HINTS // len(HOUSES)):
            if table.is_over:
                break
            v, legal = table.view(table.actor), table.legal_actions()
            hand = [i + 1 for i, count in enumerate(v.held) for _ in range(count)]
            selected = r.sample(hand, min(len(hand), r.randrange(3)))
            plays = [cards_of(action) for action in legal]
            wanted = [Counter([*selected, card]) for card in range(1, NUM_CARDS + 1)]
            helpful = [any(want <= play for play in plays) for want in wanted]
            view = shown(table, table.actor)
            yield {"view": view, "selected": selected, "legal": legal, "helpful": helpful}
            table.act(table.actor, r.choice(legal))


def lines() -> Iterator[dict[str, Any]]:
    """Yield every pair by what it is about."""
    yield {"ways": ["+".join(map(str, numbers)) for numbers in NUMBERS], "wild": WILD, "draw": DRAW}
    yield from ({"stations": steps} for steps in stations())
    yield from ({"hint": hint} for hint in hints())


if __name__ == "__main__":
    text = "".join(json.dumps(line, separators=(",", ":")) + "\n" for line in lines())
    OUT.write_text(text, encoding="utf-8")
