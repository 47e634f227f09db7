"""The player that takes any legal action, each as likely."""

from typing import Any

LOT_BITS = 31


def choose(_v: Any, legal: Any, count: int, lot: int) -> int:
    """Choose among `legal[:count]` by the lot alone."""
    return int(legal[lot * count >> LOT_BITS])


def stance(_v: Any, lot: int, stances: int) -> int:
    """Choose any of the stances by the lot alone."""
    return lot * stances >> LOT_BITS
