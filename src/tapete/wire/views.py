"""Views as JSON: whole ones, and only what changed between two.

Fields of 64 bits are left out. They are packed for the rules' speed, other fields of the same view
say what is in them, and a browser's numbers would round them off.
"""

from functools import cache
from typing import Any

from tapete.core.state import I64, U64, Record

Json = dict[str, Any]


@cache
def told_fields(kind: type[Record]) -> tuple[tuple[str, int, type[Record] | None], ...]:
    """Return the layout of a record without its fields of 64 bits."""
    wide = {name for name, field in kind.FIELDS.items() if field.kind in (I64, U64)}
    return tuple(field for field in kind.LAYOUT if field[0] not in wide)


def as_json(record: Record) -> Json:
    """Return a record as an object: numbers, rows of numbers, records as objects again."""
    made: Json = {}
    for name, count, kind in told_fields(type(record)):
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
    for name, count, kind in told_fields(type(new)):
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
