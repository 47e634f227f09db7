"""Rules note what they did: three numbers an item, read once by whoever tells the players."""

from typing import Any

WIDTH = 3
"""Numbers in an item: kind, seat, value."""
NEWS = 12
"""How many items one call can hold; no game needs more."""


def note(s: Any, kind: int, seat: int, value: int) -> None:
    """Add an item to the state's news."""
    at = s.news_count * WIDTH
    s.news[at] = kind
    s.news[at + 1] = seat
    s.news[at + 2] = value
    s.news_count += 1
