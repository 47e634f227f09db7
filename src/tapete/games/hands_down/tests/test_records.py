"""Records: played by hand, doctored, hostile, and random ones back and forth."""

import json
from typing import Any

import pytest

from tapete.games.hands_down.tests.hand_played import PLAYED, record_of_hand
from tapete.table.record import parse_record, replay
from tapete.table.table import Table


def replayed(record: dict[str, Any]) -> Table:
    return replay(parse_record(json.dumps(record)))


@pytest.mark.parametrize("name", PLAYED)
def test_hand_played_record_replays(name: str) -> None:
    record = record_of_hand(name)
    table = replayed(record)
    told = [event.whole for event in table.events]
    assert told[: len(record["events"])] == in_our_order(record["events"])


def in_our_order(events: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the events with each dealt hand in the order in which we write it."""
    order = [*map(str, range(1, 11)), "J"]
    hands = [sorted(hand, key=order.index) for hand in events[0]["hands"]]
    return [{**events[0], "hands": hands}, *events[1:]]
