"""Write what the browser's Hands Down must agree with the rules about: pairs.jsonl, for vitest.

Run from the top folder: python web/src/games/hands-down/pairs.py
"""

import json
import random
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from tapete.bots.computer import Computer
from tapete.bots.races import model_race
from tapete.core.errors import Refused
from tapete.core.options import settle
from tapete.core.race import Touch
from tapete.games import game
from tapete.games.hands_down.notation import format_action
from tapete.games.hands_down.state import EARLY, NUM_ACTIONS
from tapete.sim.rng import stream
from tapete.table.chance import Sealed
from tapete.table.table import Table

OUT = Path(__file__).with_name("pairs.jsonl")
MATCHES = ((2, {}), (3, {"active_foul": "end_turn_and_card"}), (4, {"fake_limit": 3}))
STEPS = 24
EARLY_TOUCHES = 0.15
PUBLIC = ("seats", "phase", "turn", "pairs", "pile_count", "owed_takes", "joker")
LAST = ("came", "seat", "rank", "loser", "fooled")
PLAYER = ("count", "points", "early")


def shown(table: Table, seat: int) -> dict[str, Any]:
    """Return what the board reads of a seat's view."""
    v = table.view(seat)
    return {
        **{name: getattr(v, name) for name in PUBLIC},
        "last": {name: getattr(v.last, name) for name in LAST},
        "players": [{name: getattr(p, name) for name in PLAYER} for p in v.players],
        "hand": v.hand,
    }


def counts(table: Table, seat: int) -> bool:
    """Say whether a touch of this seat would mean anything now."""
    races = table.game.racing
    if table.is_racing:
        return seat in races.runners(table.state)
    return EARLY + seat in races.touches(table.state)


class Marks:
    """What each seat shows of the last motion, kept from the events."""

    def __init__(self, seats: int) -> None:
        self.came: list[str | None] = [None] * seats
        self.early: set[int] = set()

    def hear(self, event: Mapping[str, Any]) -> None:
        """Take one event."""
        kind = event["type"]
        if kind in ("slap", "jam", "fake", "foul"):
            self.came = [None] * len(self.came)
        if kind in ("slap", "jam", "fake", "foul", "pass"):
            self.early = set()
        if kind == "slap" and event["loser"] is not None:
            self.came[event["loser"]] = "last"
        if kind in ("jam", "foul"):
            self.came[event["seat"]] = kind
        if kind == "early":
            self.early.add(event["seat"])
        for seat in event["touched"] if kind == "fake" else ():
            self.came[seat] = "fooled"

    def shown(self, *, is_racing: bool) -> list[str | None]:
        """Return them; while a hand comes down there is nothing to show of the motion before."""
        came = [None] * len(self.came) if is_racing else self.came
        return ["early" if seat in self.early else mark for seat, mark in enumerate(came)]


def step(table: Table, computers: Mapping[int, Computer], r: random.Random) -> list[Any]:
    """Play on by one choice, race or early touch; return the events."""
    if table.is_racing:
        return table.measured(model_race(table, computers, stream(r.randrange(10**6), "hands")))
    if r.random() < EARLY_TOUCHES:
        try:
            return table.measured(Touch(r.randrange(table.seats), 1000))
        except Refused:
            return []
    return table.act(table.actor, computers[table.actor].choose(table, table.actor))


def match(number: int, seats: int, house: Mapping[str, object]) -> Iterator[dict[str, Any]]:
    """Yield the first steps of a match as every seat sees them."""
    chosen = game("hands-down")
    values = settle(chosen.options, house)
    table = Table(chosen, seats, values, Sealed(bytes([number]) * 32))
    r, marks = random.Random(number), Marks(seats)
    computers = {
        seat: Computer(chosen, "uniform", stream(number, "seat", seat)) for seat in range(seats)
    }
    table.start()
    for i in range(STEPS):
        eyes = i % seats
        legal = table.legal_actions() if table.actor == eyes else []
        kept = marks.shown(is_racing=table.is_racing)
        known = {"counts": counts(table, eyes), "marks": kept, "legal": legal}
        yield {"eyes": eyes, "view": shown(table, eyes), **known}
        if table.is_over:
            break
        for event in step(table, computers, r):
            marks.hear(event.whole)


def lines() -> Iterator[dict[str, Any]]:
    """Yield every pair by what it is about."""
    yield {"actions": [format_action(None, action) for action in range(NUM_ACTIONS)]}
    for number, (seats, house) in enumerate(MATCHES):
        yield from ({"step": step} for step in match(number, seats, house))


if __name__ == "__main__":
    text = "".join(json.dumps(line, separators=(",", ":")) + "\n" for line in lines())
    OUT.write_text(text, encoding="utf-8")
