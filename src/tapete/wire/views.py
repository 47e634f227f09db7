"""Views as JSON: whole ones, and only what changed between two."""

from typing import Any

from tapete.core.state import Record

Json = dict[str, Any]


def as_json(record: Record) -> Json:
    """Return a record as an object: numbers, rows of numbers, records as objects again."""
    made: Json = {}
    for name, count, kind in record.LAYOUT:
        value = getattr(record, name)
        if kind is None:
            made[name] = list(value) if count else value
        else:
            made[name] = [as_json(one) for one in value] if count else as_json(value)
    return made


def difference(old: Record, new: Record) -> Json:
    """Return what changed: fields by name, places of rows by index, and only those.

    Both must be of one class. An empty object says that nothing did.
    """
    changed: Json = {}
    for name, count, kind in new.LAYOUT:
        was, now = getattr(old, name), getattr(new, name)
        if kind is None:
            part: Any = row_difference(was, now) if count else None
            if not count and was != now:
                changed[name] = now
        else:
            part = records_difference(was, now) if count else difference(was, now)
        if part:
            changed[name] = part
    return changed


def row_difference(was: list[int], now: list[int]) -> dict[int, int]:
    """Return the places of a row whose numbers changed."""
    if was == now:
        return {}
    return {i: b for i, (a, b) in enumerate(zip(was, now, strict=True)) if a != b}


def records_difference(was: list[Record], now: list[Record]) -> dict[int, Json]:
    """Return what changed in a row of records, by place."""
    parts = ((i, difference(a, b)) for i, (a, b) in enumerate(zip(was, now, strict=True)))
    return {i: part for i, part in parts if part}
