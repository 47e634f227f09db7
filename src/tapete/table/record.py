"""Game records, one JSON object a game: writing, reading, replaying."""

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from tapete.core.errors import OptionError, RecordError, Refused, TapeteError
from tapete.core.game import CHANCE, Game, Lot, RecordEvent
from tapete.core.options import changed
from tapete.games import games
from tapete.table.chance import Chance, Written
from tapete.table.events import wholes
from tapete.table.table import Table

VERSION = "tapete/1"
EXTRA = "x_"
"""Keys that begin so may be added by a writer and are ignored by a reader."""
KEYS = {"record", "game", "seats", "options", "players", "events", "result"}
NEEDED = ("record", "game", "seats", "options", "events")
MAX_DEPTH = 20
"""No record nests deeper, whatever a writer adds."""


def result_of(game: Game, s: Any) -> dict[str, Any]:
    """Return winners, ranking and scores of a finished match."""
    places = [game.rules.place(s, seat) for seat in range(s.seats)]
    groups = [[i for i, p in enumerate(places) if p == place] for place in sorted(set(places))]
    scores = [game.rules.score(s, seat) for seat in range(s.seats)]
    return {"winners": groups[0], "ranking": groups, "scores": scores}


def record_of(table: Table, players: Sequence[str] = ()) -> dict[str, Any]:
    """Return the record of a table's match as it stands, secrets included."""
    record: dict[str, Any] = {
        "record": VERSION,
        "game": table.game.name,
        "seats": table.seats,
        "options": changed(table.game.options, table.values),
    }
    if players:
        record["players"] = list(players)
    if table.game.races is not None:
        record["x_judge"] = asdict(table.judge_of_all)
    record["events"] = wholes(table.events)
    if table.is_over:
        record["result"] = result_of(table.game, table.state)
    return record


def format_record(record: Mapping[str, Any]) -> str:
    """Write a record as one line of JSON."""
    return json.dumps(record, ensure_ascii=False, separators=(",", ":"))


def parse_record(line: str) -> dict[str, Any]:
    """Read one line of JSON, without extras; raise RecordError for what is no record.

    The events are checked for their shape, not for the rules: `replay` does that.
    """
    value = parse_json(line)
    check_shape(value, dict, "the line")
    record = without_extras(value)
    check_keys(record)
    game = games().get(record["game"])
    if game is None:
        raise RecordError(f"`game` must be one of {', '.join(games())}, not {record['game']!r}")
    check_common(record, game)
    record["events"] = [check_event(game, i, e) for i, e in enumerate(record["events"])]
    if "result" in record:
        check_shape(record["result"], RESULT, "`result`")
    return record


def parse_json(line: str) -> Any:
    """Read JSON strictly; raise RecordError for bad syntax, repeated keys, NaN or deep nesting."""
    try:
        value = json.loads(line, object_pairs_hook=unique_keys, parse_constant=no_constant)
    except RecursionError as error:
        raise RecordError("the line is nested too deeply") from error
    except RecordError:
        raise
    except ValueError as error:
        raise RecordError(f"not JSON: {error}"[:200]) from error
    if is_deeper(value, MAX_DEPTH):
        raise RecordError("the line is nested too deeply")
    return value


def unique_keys(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Build an object; refuse one that names a key twice."""
    made = dict(pairs)
    if len(made) != len(pairs):
        counts = Counter(key for key, _ in pairs)
        twice = next(key for key, count in counts.items() if count > 1)
        raise RecordError(f"the key {clip(twice)} stands twice in one object")
    return made


def no_constant(name: str) -> Any:
    """Refuse NaN and infinities."""
    raise RecordError(f"{name} is not JSON")


def is_deeper(value: Any, depth: int) -> bool:
    """Say whether a value nests deeper than `depth`."""
    level: list[Any] = [value]
    for _ in range(depth):
        inner: list[Any] = []
        for one in level:
            if isinstance(one, dict):
                inner.extend(one.values())  # pyright: ignore[reportUnknownArgumentType,reportUnknownMemberType]
            elif isinstance(one, list):
                inner.extend(one)  # pyright: ignore[reportUnknownArgumentType]
        if not inner:
            return False
        level = inner
    return True


def without_extras(record: dict[str, Any]) -> dict[str, Any]:
    """Return a record without the `x_` keys at the top."""
    return {key: value for key, value in record.items() if not key.startswith(EXTRA)}


def check_keys(record: dict[str, Any]) -> None:
    """Refuse another version, an unknown or a missing key."""
    if record.get("record") != VERSION:
        raise RecordError(f"`record` must be {VERSION!r}, not {clip(record.get('record'))}")
    for key in record:
        if key not in KEYS:
            raise RecordError(f"unknown key {clip(key)}")
    for key in NEEDED:
        if key not in record:
            raise RecordError(f"the key `{key}` is missing")
    if not isinstance(record["game"], str):
        raise RecordError(f"`game` must be a string, not {kind_of(record['game'])}")


def check_common(record: dict[str, Any], game: Game) -> None:
    """Check seats, options, players and the list of events."""
    if type(record["seats"]) is not int:
        raise RecordError(f"`seats` must be a whole number, not {kind_of(record['seats'])}")
    check_shape(record["options"], dict, "`options`")
    try:
        game.settle(record["seats"], record["options"])
    except OptionError as error:
        raise RecordError(str(error)) from error
    if "players" in record:
        check_shape(record["players"], [str], "`players`")
        if len(record["players"]) != record["seats"]:
            raise RecordError(f"`players` must name {record['seats']} seats")
    check_shape(record["events"], [dict], "`events`")


RESULT = {"winners": [int], "ranking": [[int]], "scores": [int]}


def check_event(game: Game, index: int, event: dict[str, Any]) -> RecordEvent:
    """Return an event without extras; raise RecordError unless it has its type's keys and types."""
    event = without_extras(event)
    shapes = game.events.SHAPES
    shape = shapes.get(event["type"]) if isinstance(event.get("type"), str) else None
    if shape is None:
        known = ", ".join(shapes)
        raise RecordError(f"`type` must be one of {known}, not {clip(event.get('type'))}", index)
    try:
        check_shape({k: v for k, v in event.items() if k != "type"}, shape, f"`{event['type']}`")
    except RecordError as error:
        raise RecordError(str(error), index) from error
    return event


def check_shape(value: Any, shape: Any, where: str) -> None:
    """Raise RecordError unless a value has a shape.

    A shape is a type, None, a set of allowed words, a tuple of alternatives, a list holding the
    shape of its items, or a dict of keys and shapes.
    """
    if isinstance(shape, dict):
        check_object(value, shape, where)  # pyright: ignore[reportUnknownArgumentType]
    elif isinstance(shape, list):
        check_shape(value, list, where)
        for i, one in enumerate(value):
            check_shape(one, shape[0], f"{where} {i}")
    elif isinstance(shape, tuple):
        if not any(has_shape(value, one) for one in shape):  # pyright: ignore[reportUnknownVariableType]
            raise RecordError(f"{where} must be {shape_name(shape)}, not {kind_of(value)}")
    elif isinstance(shape, frozenset):
        if not isinstance(value, str) or value not in shape:
            raise RecordError(f"{where} must be {shape_name(shape)}, not {clip(value)}")
    elif type(value) is not shape and not (shape is None and value is None):
        raise RecordError(f"{where} must be {shape_name(shape)}, not {kind_of(value)}")


def check_object(value: Any, shape: dict[str, Any], where: str) -> None:
    """Raise RecordError unless a value is an object with exactly these keys."""
    check_shape(value, dict, where)
    for key in value:
        if key not in shape:
            raise RecordError(f"{where} has an unknown key {clip(key)}")
    for key, one in shape.items():
        if key not in value:
            raise RecordError(f"{where} lacks the key `{key}`")
        check_shape(value[key], one, f"{where} `{key}`")


def has_shape(value: Any, shape: Any) -> bool:
    """Say whether a value has a shape."""
    try:
        check_shape(value, shape, "")
    except RecordError:
        return False
    return True


NAMES = {
    int: "a whole number",
    str: "a string",
    list: "a list",
    dict: "an object",
    bool: "a boolean",
}


def shape_name(shape: Any) -> str:
    """Name a shape for people."""
    if isinstance(shape, tuple):
        return " or ".join(shape_name(one) for one in shape)  # pyright: ignore[reportUnknownVariableType]
    if isinstance(shape, frozenset):
        return "one of " + ", ".join(sorted(shape))  # pyright: ignore[reportUnknownArgumentType]
    return "null" if shape is None else "a list" if isinstance(shape, list) else NAMES[shape]


def kind_of(value: Any) -> str:
    """Name what came, for people."""
    names = (name for kind, name in NAMES.items() if type(value) is kind)
    return "null" if value is None else next(names, "a number with a fraction")


def clip(value: Any) -> str:
    """Show a value from a record, shortened."""
    shown = repr(value)
    return shown if len(shown) <= 40 else shown[:37] + "…"  # noqa: PLR2004


class Replay:
    """Plays a record's events through the rules; what `events.read` of a game drives."""

    def __init__(self, game: Game, record: Mapping[str, Any], chance: Chance | None = None) -> None:
        """Take a parsed record, and where its chance comes from if not from the record."""
        self._written = Written()
        values = game.settle(record["seats"], record["options"])
        self.table = Table(game, record["seats"], values, chance or self._written)
        self.contacts: list[int | None] = []

    def act(self, action: int, seat: int) -> None:
        """Take an action for a seat, refusing what is not legal."""
        try:
            self.table.choose(seat, action)
        except Refused as error:
            raise RecordError(str(error)) from error

    def lot(self, outcome: int) -> None:
        """Let a lot fall as recorded."""
        self.table.happen(outcome, self.contacts)
        self.contacts = []

    def shuffle(self, order: Sequence[int]) -> None:
        """Take the order of the next shuffled pile from the record."""
        if self._written.order is not None:
            raise RecordError("cards were shuffled just before this")
        self._written.order = list(order)

    def draw(self) -> None:
        """Draw the next card of the recorded pile."""
        s = self.table.state
        rules = self.table.game.rules
        if rules.actor(s) != CHANCE or rules.chance_kind(s) != Lot.DRAW:
            raise RecordError("no card is drawn here")
        self.table.draw()

    def measured(self, contacts: Sequence[int | None]) -> None:
        """Remember the recorded contacts of the race that the next lot resolves."""
        self.contacts = list(contacts)


def replay(record: Mapping[str, Any]) -> Table:
    """Play a parsed record through the rules and return the table as it stands at its end.

    Raises RecordError, naming the event's index and the reason, at the first thing that is not as
    the rules have it.
    """
    return follow(Replay(games()[record["game"]], record), record)


def follow(run: Replay, record: Mapping[str, Any]) -> Table:
    """Play a record's events through a replay; see `replay`."""
    events, compared = record["events"], 0
    for index, event in enumerate(events):
        try:
            if run.table.version <= index:
                read_event(run, event)
            # An event may be told only with the next one (a recycle, with the turn that needs it).
            while compared <= index and compared < run.table.version:
                compare(run.table, events, compared)
                compared += 1
        except RecordError as error:
            raise error if error.event is not None else RecordError(str(error), index) from error
        except TapeteError as error:
            raise RecordError(str(error), index) from error
    check_result(run.table, record, missing=run.table.version - len(events))
    return run.table


def read_event(run: Replay, event: RecordEvent) -> None:
    """Play one recorded event's moves."""
    if run.table.is_over:
        raise RecordError("the game was over before this")
    run.table.game.events.read(run.table.state, event, run)


def compare(table: Table, events: Sequence[RecordEvent], index: int) -> None:
    """Raise RecordError where an event that the rules tell of is recorded otherwise."""
    game, told = table.game, table.events[index].whole
    ours = game.events.canonical(without_extras(told))
    theirs = game.events.canonical(events[index])
    if ours != theirs:
        keys = [key for key in ours if ours[key] != theirs.get(key)]
        expected = ", ".join(f"{key} {json.dumps(ours[key])}" for key in keys)
        raise RecordError(f"by the rules this is a `{ours['type']}` with {expected}"[:300], index)


def check_result(table: Table, record: Mapping[str, Any], missing: int) -> None:
    """Raise RecordError unless result and end belong together."""
    if "result" not in record:
        if table.is_over and missing <= 0:
            raise RecordError("the game has ended, but `result` is missing")
        return
    if not table.is_over or missing > 0:
        raise RecordError("there is a `result`, but the game has not ended")
    expected = result_of(table.game, table.state)
    for key, value in expected.items():
        if record["result"][key] != value:
            raise RecordError(f"`{key}` must be {value}, not {clip(record['result'][key])}")
