"""Views as JSON: whole ones, and only what changed between two.

Fields of 64 bits are left out. They are packed for the rules' speed, other fields of the same view
say what is in them, and a browser's numbers would round them off.
"""

from collections.abc import Callable
from functools import cache
from itertools import compress
from operator import ne
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
    return differ(type(new))(old, new)


@cache
def differ(kind: type[Record]) -> Callable[[Any, Any], Json]:
    """Return the difference of records of a class, written out: it is taken for each eye."""
    lines = ["def differ(old, new):", "    changed = {}"]
    names: dict[str, Any] = {"row": row_difference, "records": records_difference}
    for i, (name, count, inner) in enumerate(told_fields(kind)):
        if inner is None:
            lines.append(f"    if old.{name} != new.{name}:")
            now = f"row(old.{name}, new.{name})" if count else f"new.{name}"
            lines.append(f"        changed[{name!r}] = {now}")
            continue
        names[f"differ{i}"] = differ(inner)
        part = f"records(differ{i}, old.{name}, new.{name})"
        lines.append(f"    part = {part if count else f'differ{i}(old.{name}, new.{name})'}")
        lines.append(f"    if part: changed[{name!r}] = part")
    exec("\n".join([*lines, "    return changed"]), names)  # noqa: S102  (names of our own fields)
    return names["differ"]


def row_difference(was: list[int], now: list[int]) -> dict[int, int]:
    """Return the places of a row whose numbers changed."""
    return dict(compress(enumerate(now), map(ne, was, now)))


def records_difference(
    differ: Callable[[Any, Any], Json], was: list[Record], now: list[Record]
) -> dict[int, Json]:
    """Return what changed in a row of records, by place."""
    parts: dict[int, Json] = {}
    for i, (a, b) in enumerate(zip(was, now, strict=True)):
        if part := differ(a, b):
            parts[i] = part
    return parts
