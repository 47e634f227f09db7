"""Records of Declare written by hand, and what is needed to doctor them."""

from collections.abc import Mapping, Sequence
from copy import deepcopy
from typing import Any

from tapete.table.record import format_record, parse_record, replay
from tapete.table.table import Table

PACK = [rank + suit for rank in "A23456789TJQK" for suit in "SHDC"]


def rest(*lying: str, first: str = "") -> list[str]:
    """Return the pack without the cards that lie elsewhere, some named cards first."""
    placed = " ".join([*lying, first]).split()
    return [*first.split(), *(card for card in PACK if card not in placed)]


def turn(seat: int, discard: str, source: str, card: str) -> dict[str, Any]:
    """Return the event of a turn."""
    return {"type": "turn", "seat": seat, "discard": discard.split(), "from": source, "card": card}


def deal(starter: int, hands: Sequence[str], floor: str, first: str) -> dict[str, Any]:
    """Return the event of a deal; the pile begins with the cards named."""
    pile = rest(*hands, floor, first=first)
    dealt = [hand.split() for hand in hands]
    return {"type": "deal", "starter": starter, "hands": dealt, "floor": floor, "pile": pile}


def record(events: list[dict[str, Any]], **more: Any) -> dict[str, Any]:
    """Return a record of two seats."""
    whole = {"record": "tapete/1", "game": "declare", "seats": 2, "options": {}, "events": events}
    return whole | more


SHORT = record(
    [
        # 0: a round that seat 1 starts
        deal(1, ["AS 2S 3S 7H 7D", "KS KH QD JC 9C"], "5D", first="4S 8H"),
        turn(1, "KS KH", "pile", "4S"),
        turn(0, "7H 7D", "pile", "8H"),
        turn(1, "QD", "floor", "7H"),
        # 4: 1+2+3+8 against 4+7+10+9
        {"type": "declare", "seat": 0, "totals": [14, 30], "points": [0, 16]},
        # 5: the next round starts with the declarer
        deal(0, ["9S 9H 9D 2C 6C", "AS AH 2D 3D 4H"], "TC", first="KD"),
        turn(0, "9S 9H", "floor", "TC"),
        turn(1, "2D 3D 4H", "pile", "KD"),
        # 8: 9+2+6+10 against 1+1+10, so 20 + 15 for the declarer, who had none
        {"type": "declare", "seat": 0, "totals": [27, 12], "points": [35, 0]},
        {"type": "out", "seats": [0]},
        {"type": "end"},
    ],
    options={"threshold": 25, "end": "first_out"},
    players=["Ana", "Beto"],
    result={"winners": [1], "ranking": [[1], [0]], "scores": [35, 16]},
)
"""A whole game of two rounds: a declaration that succeeds, one that fails, one seat out."""


def slow(turns: int, **options: object) -> dict[str, Any]:
    """Return an unfinished record in which both seats keep throwing what they drew last."""
    hands = ["AS AH AD AC 2S", "3S 3H 3D 3C 4S"]
    events = [deal(0, hands, "KC", first="")]
    pile = events[0]["pile"]
    thrown = ["2S", "4S", *pile]
    for i in range(turns):
        events.append(turn(i % 2, thrown[i], "pile", pile[i]))
    return record(events, options=options)


def exhausted() -> dict[str, Any]:
    """Return a record whose pile has run out and is made anew; its last turn draws from that."""
    whole = slow(41)
    pile = whole["events"][0]["pile"]
    # In hand are the last two drawn; the last throw lies open; before it go all other cards.
    buried = ["KC", "2S", "4S", *pile[:38]]
    whole["events"] += [{"type": "recycle", "pile": buried}, turn(1, pile[39], "pile", "KC")]
    return whole


def shown_by_limit() -> dict[str, Any]:
    """Return a record of a round that ends by the lap limit, and the next deal."""
    whole = slow(10, lap_limit=5)
    pile = whole["events"][0]["pile"]
    # Four aces against four threes, and the last card drawn by each.
    last = [min("A23456789T".index(pile[i][0]) + 1, 10) for i in (8, 9)]
    totals = [4 + last[0], 12 + last[1]]
    points = [0, totals[1] - totals[0]]
    whole["events"].append({"type": "showdown", "totals": totals, "points": points})
    whole["events"].append(deal(0, ["AS AH AD AC 2S", "3S 3H 3D 3C 4S"], "KC", first=""))
    return whole


def changed(whole: Mapping[str, Any], path: Sequence[str | int], value: Any) -> dict[str, Any]:
    """Return a copy of a record with another value at a path of keys and indexes."""
    copy = deepcopy(dict(whole))
    at: Any = copy
    for key in path[:-1]:
        at = at[key]
    at[path[-1]] = value
    return copy


def unfinished(whole: Mapping[str, Any], events: int) -> dict[str, Any]:
    """Return a copy that stops after so many events."""
    copy = deepcopy(dict(whole))
    copy["events"] = copy["events"][:events]
    copy.pop("result", None)
    return copy


def read(whole: Mapping[str, Any]) -> Table:
    """Replay a record from its line of JSON."""
    return replay(parse_record(format_record(whole)))
