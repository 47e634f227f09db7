"""The log of a table: everything that ever changed it, in order, as the store keeps it.

Playing a table's entries again gives the same table, with the same cards and versions. Entries hold
no names: a `person` is a number whose name the store keeps apart, so that it can be deleted.
"""

from typing import Literal, TypeAlias

from msgspec import Struct

from tapete.wire.messages import Terms

By: TypeAlias = Literal["person", "computer", "clock"]
"""Who chose: the seat's person, a computer player, or one for a person whose time was over."""


class EntryBase(Struct, forbid_unknown_fields=True, tag_field="t", frozen=True):
    """What all entries are."""


class Opened(EntryBase, tag="opened", frozen=True):
    """A guest opened the table and hosts it."""

    host: str
    terms: Terms
    secret: str
    """What fixes the first match's chance, hex."""
    key: str
    """From what the seats' tokens are made, hex."""


class Changed(EntryBase, tag="changed", frozen=True):
    """The host changed the terms; people keep their seats where these still exist."""

    terms: Terms


class Seated(EntryBase, tag="seated", frozen=True):
    """A person took a seat."""

    seat: int
    guest: str
    person: int


class Renamed(EntryBase, tag="renamed", frozen=True):
    """The person in a seat goes by another name."""

    seat: int
    person: int


class Vacated(EntryBase, tag="vacated", frozen=True):
    """A seat is free again; in a running match a computer player chooses for it meanwhile."""

    seat: int


class Manned(EntryBase, tag="manned", frozen=True):
    """A computer player took a seat."""

    seat: int
    kind: str


class Hosted(EntryBase, tag="hosted", frozen=True):
    """Another guest hosts the table, "" for nobody (whoever sits down next does)."""

    guest: str


class Added(EntryBase, tag="added", frozen=True):
    """A seat's person added a nonce (hex) to the next match's chance."""

    seat: int
    nonce: str


class Began(EntryBase, tag="began", frozen=True):
    """A match began, dealt from the secret, the terms and the nonces so far."""

    following: str
    """The secret of the match after this one, hex."""


class Acted(EntryBase, tag="acted", frozen=True):
    """A seat chose an action."""

    seat: int
    action: int
    by: By = "person"


class Raced(EntryBase, tag="raced", frozen=True):
    """Hands were measured: the fields of a `core.race.Race`."""

    contacts: list[int | None]
    early: list[int]
    foul: bool
    error_ms: int


class Touched(EntryBase, tag="touched", frozen=True):
    """A seat touched while no hand came down, `since_ms` after the last resolution."""

    seat: int
    since_ms: int | None


Body: TypeAlias = (
    Opened
    | Changed
    | Seated
    | Renamed
    | Vacated
    | Manned
    | Hosted
    | Added
    | Began
    | Acted
    | Raced
    | Touched
)


class Entry(Struct, forbid_unknown_fields=True, frozen=True):
    """One line of a table's log."""

    seq: int
    """The version that it makes, from 1 without gaps."""
    at: int
    """When, in ms since 1970; nothing depends on it."""
    body: Body
    guest: str = ""
    """Whose command it came from, "" for the table's own doing."""
    command: str = ""
    """The command's id: with `guest` it tells a re-sent command."""
