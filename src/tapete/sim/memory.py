"""Whole records emptied and copied: the two things that cost a rule a line a field.

The compiled twins of these are in `intrinsics.py`.
"""

from tapete.core.state import Record


def clear(kept: Record) -> None:
    """Set every number of a record to 0."""
    type(kept).__init__(kept)


def copy(target: Record, source: Record) -> None:
    """Make a record the same as another of its class."""
    target.fill(iter(source.numbers()))
