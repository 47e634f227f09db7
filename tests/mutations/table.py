"""The tables of mutations, and what is wrong with an entry before anything runs."""

import re
import tomllib
from dataclasses import dataclass, fields
from pathlib import Path

SHOWN = 60
"""How many characters of a change the report shows of each side."""


class TableError(ValueError):
    """A table that cannot be read; the message names table and entry."""


@dataclass(frozen=True)
class Mutation:
    """One broken rule and the test that must notice."""

    rule: str
    """A rule's number (DC-7) or an option (declare.threshold)."""
    file: str
    old: str
    new: str
    test: str
    """A pytest node; its function's name contains the rule's number or the option."""

    @property
    def short(self) -> str:
        """The first line that changes, as it was and as it is made."""
        old, new = self.old.splitlines() or [""], self.new.splitlines() or [""]
        at = next((i for i, (a, b) in enumerate(zip(old, new, strict=False)) if a != b), None)
        at = min(len(old), len(new)) if at is None else at
        before, after = ("".join(side[at : at + 1]).strip() for side in (old, new))
        return f"{clip(before) or '(nothing)'} → {clip(after) or '(nothing)'}"


def clip(text: str) -> str:
    """Return the text's beginning, as long as the report shows."""
    return text if len(text) <= SHOWN else text[: SHOWN - 1] + "…"


def read_table(file: Path) -> list[Mutation]:
    """Return a table's mutations; raise TableError for unknown keys and types."""
    try:
        table = tomllib.loads(file.read_text(encoding="utf-8"))
    except tomllib.TOMLDecodeError as error:
        raise TableError(f"{file.name}: {error}") from error
    if set(table) - {"mutation"}:
        raise TableError(f"{file.name}: only [[mutation]] entries are expected")
    return [read_entry(file.name, i, entry) for i, entry in enumerate(table.get("mutation", []), 1)]


def read_entry(table: str, place: int, entry: dict[str, object]) -> Mutation:
    """Return the place-th entry of a table, counted from 1."""
    wanted = [field.name for field in fields(Mutation)]
    if sorted(entry) != sorted(wanted) or not all(isinstance(v, str) for v in entry.values()):
        raise TableError(f"{table}, entry {place}: expected texts {', '.join(wanted)}")
    return Mutation(**{key: str(value) for key, value in entry.items()})


def naming_fault(mutation: Mutation) -> str:
    """Return why the named test is not the rule's own, "" if it is."""
    function = mutation.test.rpartition("::")[2].partition("[")[0]
    own = re.sub(r"\W", "_", mutation.rule.rpartition(".")[2]).lower()
    if re.search(rf"(^|_){own}(_|$)", function):
        return ""
    return f"{function} does not name {own}"


def text_fault(mutation: Mutation, root: Path) -> str:
    """Return why the mutation cannot be applied to a tree, "" if it can."""
    file = root / mutation.file
    if not file.is_file():
        return f"no file {mutation.file}"
    if mutation.old == mutation.new:
        return "it changes nothing"
    count = file.read_text(encoding="utf-8").count(mutation.old)
    return "" if count == 1 else f"its text is found {count} times"
