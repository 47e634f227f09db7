"""Writes `web/src/wire/messages.ts`, the messages as the web client's compiler knows them.

    python -m tapete.wire.typescript            write the file
    python -m tapete.wire.typescript --check    fail where it is not what would be written

The text is laid out as the client's formatter leaves it.
"""

import ast
import inspect
import sys
import textwrap
import typing
from collections.abc import Iterator, Mapping, Sequence
from enum import EnumType
from pathlib import Path
from types import ModuleType, UnionType
from typing import Any, Final

from msgspec import NODEFAULT, json
from msgspec import inspect as info

from tapete.wire import messages

TARGET: Final = Path(__file__).parents[3] / "web" / "src" / "wire" / "messages.ts"
HEADER: Final = "// Generated from {path} by `python -m tapete.wire.typescript`: do not edit."
WIDTH: Final = 100
"""Characters in a line, as `web/biome.json` has it."""
INDENT: Final = "  "
PLAIN: Final[Mapping[type[info.Type], str]] = {
    info.AnyType: "unknown",
    info.BoolType: "boolean",
    info.IntType: "number",
    info.NoneType: "null",
    info.StrType: "string",
}


def typescript(module: ModuleType, source: str) -> str:
    """Return the TypeScript of everything that a module of messages defines, in its order.

    `source` is the module's text. Raises TypeError for what has no counterpart in TypeScript.
    """
    names = [name for name, _doc in documented(ast.parse(source)) if "." not in name]
    writer = Writer(module, names, dict(documented(ast.parse(source))))
    path = f"src/{module.__name__.replace('.', '/')}.py"
    return "\n".join([HEADER.format(path=path), *writer.lines(), ""])


class Writer:
    """Turns what a module defines into lines."""

    def __init__(self, module: ModuleType, names: Sequence[str], docs: Mapping[str, str]) -> None:
        """Take the names to write, in order, and what is written under each and its fields."""
        self._values = {name: getattr(module, name) for name in names}
        self._docs = docs
        self._literals = {
            frozenset(typing.get_args(value)): name
            for name, value in self._values.items()
            if typing.get_origin(value) is typing.Literal
        }

    def lines(self) -> Iterator[str]:
        """Yield the lines of every definition, each after an empty one."""
        for name, value in self._values.items():
            if lines := list(self._definition(name, value)):
                yield from ("", *comment(self._docs[name]), *lines)

    def _definition(self, name: str, value: Any) -> Iterator[str]:
        head = f"export type {name} ="
        if isinstance(value, int | str):
            yield f"export const {name} = {quoted(value)};"
        elif isinstance(value, EnumType):
            yield from choice(head, [quoted(str(member)) for member in value])
        elif isinstance(value, UnionType):
            yield from choice(head, [member.__name__ for member in typing.get_args(value)])
        elif isinstance(found := info.type_info(value), info.StructType):
            yield from self._struct(name, found)
        elif isinstance(found, info.LiteralType):
            yield from choice(head, [quoted(one) for one in found.values])
        else:
            yield from choice(head, self._members(found))

    def _struct(self, name: str, struct: info.StructType) -> Iterator[str]:
        if struct.cls.__subclasses__():
            return
        if struct.array_like:
            places = [f"{place.encode_name}: {self._type(place.type)}" for place in struct.fields]
            yield from row(f"export type {name} = [", places)
            return
        yield f"export interface {name} {{"
        if struct.tag_field is not None:
            yield f"{INDENT}{struct.tag_field}: {quoted(struct.tag)};"
        for field in struct.fields:
            doc = " ".join(filter(None, [self._docs.get(f"{name}.{field.name}"), default(field)]))
            head = f"{INDENT}{field.encode_name}{'' if field.required else '?'}:"
            yield from (
                *comment(doc.replace("None", "null"), INDENT),
                *choice(head, self._members(field.type), INDENT),
            )
        yield "}"

    def _members(self, of: info.Type) -> list[str]:
        """Return the types of which something is one."""
        if isinstance(of, info.LiteralType):
            name = self._literals.get(frozenset(of.values))
            return [name] if name else [quoted(one) for one in of.values]
        if isinstance(of, info.UnionType):
            return [member for one in of.types for member in self._members(one)]
        return [self._type(of)]

    def _type(self, of: info.Type) -> str:
        match of:
            case info.ListType():
                item = " | ".join(self._members(of.item_type))
                return f"({item})[]" if " | " in item else f"{item}[]"
            case info.DictType():
                return f"Record<string, {' | '.join(self._members(of.value_type))}>"
            case info.StructType():
                return of.cls.__name__
            case info.UnionType() | info.LiteralType():
                return " | ".join(self._members(of))
            case _:
                return plain(of)


def plain(of: info.Type) -> str:
    """Return the name of a type that has no parts; raise TypeError where there is none."""
    if type(of) not in PLAIN:
        raise TypeError(f"expected a type that TypeScript has, got {of}")
    return PLAIN[type(of)]


def documented(tree: ast.Module | ast.ClassDef, within: str = "") -> Iterator[tuple[str, str]]:
    """Yield each name that is defined, a class's fields as `Class.field`, and its doc."""
    after = [*tree.body[1:], None]
    for node, follower in zip(tree.body, after, strict=True):
        if isinstance(node, ast.ClassDef):
            yield node.name, ast.get_docstring(node) or ""
            yield from documented(node, f"{node.name}.")
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            yield within + node.target.id, written_under(follower)


def written_under(node: ast.stmt | None) -> str:
    """Return the text that a statement is, "" if it is none."""
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
        return inspect.cleandoc(str(node.value.value))
    return ""


def default(field: info.Field) -> str:
    """Return the note of what an absent field means, "" where that is nothing in particular."""
    if field.default is not NODEFAULT:
        return f"Absent: {quoted(field.default)}."
    if field.default_factory is not NODEFAULT:
        return f"Absent: {json.encode(field.default_factory()).decode()}."
    return ""


def quoted(value: object) -> str:
    """Return a literal of TypeScript."""
    text = json.encode(value).decode()
    return f"'{text[1:-1]}'" if isinstance(value, str) else text


def choice(head: str, members: Sequence[str], indent: str = "") -> Iterator[str]:
    """Yield a definition as one of several types, one a line where they do not fit in one."""
    line = f"{head} {' | '.join(members)};"
    if len(line) <= WIDTH:
        yield line
        return
    yield head
    *first, last = (f"{indent}{INDENT}| {member}" for member in members)
    yield from (*first, f"{last};")


def row(head: str, places: Sequence[str]) -> Iterator[str]:
    """Yield a definition as an array, a place a line where they do not fit in one."""
    line = f"{head}{', '.join(places)}];"
    if len(line) <= WIDTH:
        yield line
        return
    yield from (head, *(f"{INDENT}{place}," for place in places), "];")


def comment(text: str, indent: str = "") -> Iterator[str]:
    """Yield a doc comment, its paragraphs filled; nothing for no text."""
    if not text:
        return
    line = f"{indent}/** {text} */"
    if len(line) <= WIDTH and "\n" not in text:
        yield line
        return
    yield f"{indent}/**"
    for i, paragraph in enumerate(text.split("\n\n")):
        if i:
            yield f"{indent} *"
        yield from textwrap.wrap(
            " ".join(paragraph.split()),
            WIDTH,
            initial_indent=f"{indent} * ",
            subsequent_indent=f"{indent} * ",
            break_long_words=False,
        )
    yield f"{indent} */"


def main(arguments: Sequence[str]) -> str | None:
    """Write or check the file; return what is wrong."""
    text = typescript(messages, inspect.getsource(messages))
    if list(arguments) == ["--check"]:
        is_fresh = TARGET.is_file() and TARGET.read_text(encoding="utf-8") == text
        return None if is_fresh else f"{TARGET} is stale: run python -m tapete.wire.typescript"
    if arguments:
        return f"expected --check or nothing, got {' '.join(arguments)}"
    if not TARGET.parent.is_dir():
        return f"there is no folder {TARGET.parent}: this needs a checkout"
    TARGET.write_text(text, encoding="utf-8")
    return None


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
