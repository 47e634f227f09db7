"""What a game provides, and the words for it.

A game is a folder under `games/`. Its `rules.py` holds plain functions over a State of whole
numbers, without a clock, a random number or an exception; `actor` says who must act, a seat or
CHANCE, and the caller brings the action or the outcome. Everything outside the folder finds what it
needs in the folder's `GAME`.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from pathlib import Path
from typing import Any, Protocol, TypeAlias

from tapete.core.errors import OptionError
from tapete.core.options import Option, Value, declared, settle
from tapete.core.state import Record

Seat: TypeAlias = int
Card: TypeAlias = int
Action: TypeAlias = int
Outcome: TypeAlias = int
RecordEvent: TypeAlias = dict[str, Any]
"""An event as records write it: a `type` and its keys."""

NONE = -1
"""No seat, no card, no limit."""
CHANCE: Seat = -1
TERMINAL: Seat = -4
SPECTATOR: Seat = -1
"""Who watches without a seat: `observe` takes it in a seat's place."""
WIN = 60
"""What a whole win is worth in `returns`: it divides evenly among up to six winners."""


class Lot(IntEnum):
    """What kind of chance a chance node is."""

    DRAW = 0
    """The next card of a shuffled pile: the outcome-th of `s.pile[: s.pile_count]`."""
    EVEN = 1
    """Any other lot with `chance_count` equally likely outcomes."""
    RACE = 2
    """Reactions: `chance_count` outcomes that are not equally likely; measured or modelled."""


class Rules(Protocol):
    """The functions of a `rules.py`; `s` is the game's State, changed in place.

    A State has the fields `seats`, `house` (the house rules), `pile`, `pile_count`, `shuffles`
    (how often a pile has been shuffled so far), `news` and `news_count` (what the last call did, in
    threes: kind, seat, value; the game's `events.py` puts them into words).
    """

    State: type[Any]

    def setup(self, s: Any, seats: int) -> None:
        """Begin a match; `s` is fresh but for `s.house`, already filled in."""
        ...

    def actor(self, s: Any) -> Seat:
        """Return the seat that must act, CHANCE or TERMINAL."""
        ...

    def is_legal(self, s: Any, action: Action) -> bool:
        """Say whether the actor may do this; any whole number may be asked."""
        ...

    def legal_actions(self, s: Any, actions: Any) -> int:
        """Write the actor's legal actions into a buffer, ascending; return how many."""
        ...

    def apply(self, s: Any, action: Action) -> None:
        """Do a legal action of the actor; an illegal one breaks the state."""
        ...

    def chance_kind(self, s: Any) -> int:
        """Return the Lot of the chance node."""
        ...

    def chance_count(self, s: Any) -> int:
        """Return how many outcomes the chance node has."""
        ...

    def apply_chance(self, s: Any, outcome: Outcome) -> None:
        """Let an outcome below `chance_count` happen."""
        ...

    def score(self, s: Any, seat: Seat) -> int:
        """Return the seat's score as the game counts it."""
        ...

    def place(self, s: Any, seat: Seat) -> int:
        """Return how many seats ended ahead of this one; only after the end."""
        ...

    def returns(self, s: Any, seat: Seat) -> int:
        """Return the seat's share of WIN; only after the end."""
        ...


class Views(Protocol):
    """The functions of a `view.py`."""

    View: type[Any]

    def observe(self, s: Any, seat: Seat, v: Any) -> None:
        """Write what the seat (or SPECTATOR) may know into an empty view."""
        ...


class Notation(Protocol):
    """The functions of a `notation.py`: actions to words and back; words for people."""

    SPANISH_WORDS: Mapping[str, str]
    """Per word of the notation, the Spanish one that `parse_action` understands as well."""

    def format_action(self, s: Any, action: Action) -> str:
        """Write an action of the state's actor in the short notation that `parse_action` reads."""
        ...

    def parse_action(self, s: Any, text: str) -> Action:
        """Read an action of the actor; raise TapeteError saying what was expected."""
        ...

    def describe_action(self, v: Any, action: Action, language: str) -> str:
        """Say an action of the view's seat in a sentence."""
        ...

    def describe_view(self, v: Any, names: Sequence[str], language: str) -> str:
        """Say the whole view in words, a line a subject."""
        ...

    def describe_event(self, event: Mapping[str, Any], names: Sequence[str], language: str) -> str:
        """Say one event, as `show` or a record has it, in a sentence."""
        ...

    def explain(self, s: Any, action: Action) -> tuple[str, str, str]:
        """Return rule number, English and Spanish sentence why the actor may not do this."""
        ...


class Events(Protocol):
    """The functions of an `events.py`: news to record events, who sees what, and back to moves."""

    SHAPES: dict[str, dict[str, Any]]
    """Per type of event, its keys and their shapes (`table.record.check_shape`)."""

    def tell(self, s: Any, news: tuple[int, int, int], facts: "Facts") -> RecordEvent:
        """Return the record event that a news item stands for, the state being just after it."""
        ...

    def show(self, event: RecordEvent, seat: Seat) -> dict[str, Any]:
        """Build what a seat (or SPECTATOR) may see of an event."""
        ...

    def canonical(self, event: RecordEvent) -> RecordEvent:
        """Return the event with every list whose order means nothing sorted."""
        ...

    def read(self, s: Any, event: Mapping[str, Any], reader: "Reader") -> None:
        """Play a recorded event's moves through the reader; raise RecordError if rules forbid."""
        ...


class Bots(Protocol):
    """The functions of a `bots.py`."""

    def choose(self, v: Any, legal: Any, count: int, lot: int) -> Action:
        """Choose among `legal[:count]` from a view alone; `lot` is 31 random bits."""
        ...


class Worlds(Protocol):
    """The functions of a `worlds.py`: from what a seat sees to tables where it may be sitting."""

    def deal_again(self, v: Any, s: Any, r: Any) -> bool:
        """Write a world of the view into a fresh state, drawn by `r`, a core.rng.Rng.

        A world is a state with this very view, in which nothing contradicts what the view says has
        been seen; what the view hides is drawn evenly, as the module's text defines it. Returns
        whether one was found: False only for a view that contradicts itself.
        """
        ...


class Races(Protocol):
    """The functions of a `races.py`, in games where reactions are measured."""

    def ask_stances(self, s: Any, wanted: bool) -> None:
        """Set the switch that asks each runner for a stance before a race."""
        ...

    def chosen_stance(self, s: Any, seat: Seat) -> int:
        """Return the stance that a seat chose for the pending race, NONE if it was not asked."""
        ...

    def acting(self, s: Any) -> Seat:
        """Return the seat whose motion it is."""
        ...

    def runners(self, s: Any) -> tuple[Seat, ...]:
        """Return who takes part, in turn order from the acting seat's left."""
        ...

    def early_seats(self, s: Any, seats: Sequence[Seat]) -> tuple[Seat, ...]:
        """Return those of the seats whose touch before the contact costs them a card."""
        ...

    def runners_after(self, s: Any, early: Sequence[Seat]) -> tuple[Seat, ...]:
        """Return who takes part once these have paid for touching early."""
        ...

    def is_fake(self, s: Any) -> bool:
        """Say whether the pending motion is a fake; nobody but the acting seat may know."""
        ...

    def par_ms(self, s: Any) -> int:
        """Return the par time in whole ms, 0 where it is off."""
        ...

    def may_jam(self, s: Any) -> bool:
        """Say whether the paddles may jam once more."""
        ...

    def outcomes(self, s: Any, verdict: Any) -> list[Outcome]:
        """Return the outcomes that a core.race.Verdict comes to, in order."""
        ...

    def touch_outcome(self, s: Any, touch: Any) -> Outcome:
        """Return the outcome of a core.race.Touch with no race pending, or raise Refused."""
        ...

    def touches(self, s: Any) -> list[Outcome]:
        """Return the outcomes of every touch that would count now."""
        ...

    def stance(self, v: Any, lot: int) -> int:
        """Return how careful the hand-written player is in a race to come, a sim.reflex.Stance."""
        ...


@dataclass
class Facts:
    """What a record event needs beyond the state."""

    order: Callable[[], Sequence[Card]]
    """Gives the cards still to be drawn, the next one first; fixes it where it is not fixed yet."""
    contacts: Sequence[int | None] = ()
    """Per seat, the race just resolved: whole ms after the actor's contact, None if never."""


class Reader(Protocol):
    """What a game's `read` drives: the replay of a record through the checked rules."""

    def act(self, action: Action, seat: Seat) -> None:
        """Take an action for a seat, refusing what is not legal."""
        ...

    def lot(self, outcome: Outcome) -> None:
        """Let a lot (EVEN or RACE, or a touch) fall as recorded."""
        ...

    def shuffle(self, order: Sequence[Card]) -> None:
        """Take the order of the next shuffled pile from the record."""
        ...

    def draw(self) -> None:
        """Draw the next card of the recorded pile."""
        ...

    def measured(self, contacts: Sequence[int | None]) -> None:
        """Remember the recorded contacts of the race that the next lot resolves."""
        ...


def no_objection(_seats: int, _values: Mapping[str, Value]) -> tuple[str, str] | None:
    """Allow any combination of options that are allowed one by one."""
    return None


@dataclass(frozen=True)
class Game:
    """All that the rest of the package knows of a game."""

    name: str
    title: str
    min_seats: int
    max_seats: int
    num_actions: int
    house_rules: type[Record]
    rules: Rules
    view: Views
    notation: Notation
    events: Events
    bots: Bots
    worlds: Worlds
    folder: Path
    presets: Mapping[str, Mapping[str, Value]] = field(
        default_factory=dict[str, Mapping[str, Value]]
    )
    """The options that each preset changes; `sheet`, the defaults, is always there."""
    objection: Callable[[int, Mapping[str, Value]], tuple[str, str] | None] = no_objection
    """(seats, values) → why these do not go together, English and Spanish; None if they do."""
    races: Races | None = None
    """The game's `races.py` where reactions are measured; None in a game without a clock."""

    @property
    def options(self) -> dict[str, Option]:
        """The game's house rules by name."""
        return declared(self.house_rules)

    @property
    def racing(self) -> Races:
        """Return the game's races; raise TypeError in a game that has none."""
        if self.races is None:
            raise TypeError(f"{self.name} measures no reactions")
        return self.races

    def settle(
        self, seats: int, given: Mapping[str, object], preset: str = "sheet"
    ) -> dict[str, Value]:
        """Return every option's value; raise OptionError for anything that is not allowed."""
        known = ["sheet", *self.presets]
        if preset not in known:
            raise OptionError(
                f"there is no preset {preset!r}; {self.name} has: {', '.join(known)}",
                f"no existe la variante {preset!r}; {self.name} tiene: {', '.join(known)}",
            )
        if type(seats) is not int or not self.min_seats <= seats <= self.max_seats:
            raise OptionError(
                f"{self.name} is for {self.min_seats} to {self.max_seats} seats, not {seats}",
                f"{self.name} es para {self.min_seats} a {self.max_seats} asientos, no {seats}",
            )
        values = settle(self.options, {**self.presets.get(preset, {}), **given})
        if objection := self.objection(seats, values):
            raise OptionError(*objection)
        return values

    def new(self, seats: int, values: Mapping[str, Value]) -> Any:
        """Return the state of a match that begins, under settled values."""
        s = self.rules.State()
        for name, option in self.options.items():
            setattr(s.house, name, option.encode(values[name]))
        self.rules.setup(s, seats)
        return s
