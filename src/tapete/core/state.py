"""A record of whole numbers, declared once: a plain object to read, bytes to keep and compare.

    class Player(Record):
        hand: int = scalar(I64)
        score: int = scalar(I16)

    class State(Record):
        turn: int = scalar(I8)
        pile: list[int] = array(I8, 54)
        players: list[Player] = records(Player, 6)

`State()` is a plain object of ints and lists, all 0. `pack()` gives its bytes: little-endian, each
field at a multiple of its own size, as NumPy's aligned structured types lay them out, so that the
compiled rules read the very same bytes. A number that does not fit its field raises on `pack()`.
"""

import struct
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ClassVar, Self

I8, I16, I32, I64, U64 = "b", "h", "i", "q", "Q"
SIZES = {I8: 1, I16: 2, I32: 4, I64: 8, U64: 8}
SCALAR = 0


@dataclass(frozen=True)
class Field:
    """One field: `kind` is a number format or a Record class, `length` SCALAR or how many."""

    kind: "str | type[Record]"
    length: int = SCALAR
    note: Any = None
    """Whatever the declaring layer wants to remember of the field (an Option, for house rules)."""

    @property
    def alignment(self) -> int:
        """The offset of the field is a multiple of this (bytes)."""
        return SIZES[self.kind] if isinstance(self.kind, str) else self.kind.ALIGNMENT

    @property
    def size(self) -> int:
        """How many bytes one element takes."""
        return SIZES[self.kind] if isinstance(self.kind, str) else self.kind.SIZE


def scalar(kind: str) -> Any:
    """Declare one whole number of the given format."""
    return Field(kind)


def array(kind: str, length: int) -> Any:
    """Declare a fixed row of whole numbers."""
    return Field(kind, length)


def record(kind: "type[Record]") -> Any:
    """Declare one record inside another."""
    return Field(kind)


def records(kind: "type[Record]", length: int) -> Any:
    """Declare a fixed row of records."""
    return Field(kind, length)


class Declared(type):
    """Turns a class body of fields into slots and a byte layout."""

    def __new__(mcs, name: str, bases: tuple[type, ...], body: dict[str, Any]) -> Any:
        """Take the fields out of the class body and lay them out."""
        fields: dict[str, Field] = {}
        for base in bases:
            fields |= getattr(base, "FIELDS", {})
        own = {key: value for key, value in body.items() if isinstance(value, Field)}
        for key in own:
            del body[key]
        body["__slots__"] = tuple(own)
        body["FIELDS"] = fields | own
        cls = super().__new__(mcs, name, bases, body)
        lay_out(cls)  # pyright: ignore[reportArgumentType]
        return cls


def lay_out(cls: "type[Record]") -> None:
    """Give each field its offset, and the class its size, alignment and struct format."""
    offset, alignment, form = 0, 1, ["<"]
    cls.OFFSETS = {}
    for name, field in cls.FIELDS.items():
        pad = -offset % field.alignment
        count = field.length or 1
        cls.OFFSETS[name] = offset + pad
        one = field.kind if isinstance(field.kind, str) else field.kind.FORMAT.lstrip("<")
        form.append(
            f"{pad}x{count}{one}" if isinstance(field.kind, str) else f"{pad}x{one * count}"
        )
        offset += pad + count * field.size
        alignment = max(alignment, field.alignment)
    cls.ALIGNMENT = alignment
    cls.SIZE = offset + -offset % alignment
    form.append(f"{cls.SIZE - offset}x")
    cls.FORMAT = "".join(form)
    cls.STRUCT = struct.Struct(cls.FORMAT)
    cls.LAYOUT = tuple(
        (name, field.length, None if isinstance(field.kind, str) else field.kind)
        for name, field in cls.FIELDS.items()
    )
    if cls.LAYOUT:
        cls.__init__ = maker(cls)  # pyright: ignore[reportAttributeAccessIssue]


def maker(cls: "type[Record]") -> Callable[[Any], None]:
    """Return a record's constructor, written out: a table makes some at each move."""
    lines = ["def __init__(self):"]
    names: dict[str, Any] = {"__name__": __name__}
    for i, (name, count, kind) in enumerate(cls.LAYOUT):
        if kind is None:
            value = f"[0] * {count}" if count else "0"
        else:
            names[f"kind{i}"] = kind
            value = f"[kind{i}() for _ in range({count})]" if count else f"kind{i}()"
        lines.append(f"    self.{name} = {value}")
    exec("\n".join(lines), names)  # noqa: S102  (names of our own fields)
    return names["__init__"]


class Record(metaclass=Declared):
    """A record of whole numbers; see the module's text."""

    FIELDS: ClassVar[dict[str, Field]] = {}
    OFFSETS: ClassVar[dict[str, int]] = {}
    ALIGNMENT: ClassVar[int] = 1
    SIZE: ClassVar[int] = 0
    FORMAT: ClassVar[str] = "<"
    STRUCT: ClassVar[struct.Struct] = struct.Struct("<")
    LAYOUT: "ClassVar[tuple[tuple[str, int, type[Record] | None], ...]]" = ()
    """Per field, its name, its length (or SCALAR) and its Record class, None for numbers."""

    def __init__(self) -> None:
        """Set every number to 0; each class has its own, which `maker` writes."""

    def numbers(self) -> list[int]:
        """Return every number of the record, in layout order."""
        flat: list[int] = []
        self.collect(flat)
        return flat

    def collect(self, flat: list[int]) -> None:
        """Append every number of the record, in layout order."""
        for name, count, kind in self.LAYOUT:
            value = getattr(self, name)
            if kind is None:
                if count:
                    flat += value
                else:
                    flat.append(value)
            elif count:
                for one in value:
                    one.collect(flat)
            else:
                value.collect(flat)

    def fill(self, flat: Any) -> None:
        """Take every number from an iterator, in layout order."""
        for name, count, kind in self.LAYOUT:
            if kind is None:
                setattr(self, name, [next(flat) for _ in range(count)] if count else next(flat))
            elif count:
                for one in getattr(self, name):
                    one.fill(flat)
            else:
                getattr(self, name).fill(flat)

    def pack(self) -> bytes:
        """Return the record's bytes; raise OverflowError for a number too large for its field."""
        try:
            return self.STRUCT.pack(*self.numbers())
        except struct.error as error:
            raise OverflowError(f"{type(self).__name__}: {error}") from error

    @classmethod
    def unpack(cls, data: bytes) -> Self:
        """Return the record that these bytes are; raise struct.error for another length."""
        made = cls()
        made.fill(iter(cls.STRUCT.unpack(data)))
        return made

    def copy(self) -> Self:
        """Return a copy that shares nothing with this one."""
        made = object.__new__(type(self))
        for name, count, kind in self.LAYOUT:
            value = getattr(self, name)
            if kind is None:
                setattr(made, name, value[:] if count else value)
            else:
                setattr(made, name, [one.copy() for one in value] if count else value.copy())
        return made

    def __eq__(self, other: object) -> bool:
        """Say whether both are of one class and hold the same numbers."""
        if not isinstance(other, Record) or type(self) is not type(other):
            return False
        return self.numbers() == other.numbers()

    __hash__ = None  # pyright: ignore[reportAssignmentType]  # records change

    def __repr__(self) -> str:
        """Show every field by name."""
        fields = ", ".join(f"{name}={getattr(self, name)!r}" for name in self.FIELDS)
        return f"{type(self).__name__}({fields})"
