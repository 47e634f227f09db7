"""Records: written and read back, and hostile ones refused in one clear line."""

import copy
import json
import random
import time
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tapete.bots.match import play_match
from tapete.core.errors import RecordError
from tapete.core.game import Game
from tapete.games import games
from tapete.table.record import format_record, parse_record, record_of, replay
from tests.referee.common import Fault
from tests.referee.judge import judge_line
from tests.toy import TOY

assert TOY.name in games()
every_game = pytest.mark.parametrize("game", [pytest.param(g, id=n) for n, g in games().items()])
ATOMS: list[Any] = [
    None,
    True,
    False,
    0,
    1,
    -1,
    99,
    10**30,
    1.5,
    "",
    "X",
    "1",
    "AS",
    "W",
    "J",
    [],
    {},
    [[]],
    [None],
]
SAMPLES: dict[str, list[dict[str, Any]]] = {}


def samples(game: Game) -> list[dict[str, Any]]:
    """Return a few good records of a game, played once."""
    if game.name not in SAMPLES:
        made: list[dict[str, Any]] = []
        for index in range(3):
            seats = game.min_seats + index % (game.max_seats - game.min_seats + 1)
            values = game.settle(seats, {})
            table = play_match(game, values, ["simple"] * seats, seed=11, index=index)
            made.append(record_of(table))
        SAMPLES[game.name] = made
    return SAMPLES[game.name]


def fault_of(record: Any) -> RecordError | None:
    """Return why a record is refused, None where it is not; anything else raised is a defect."""
    try:
        replay(parse_record(json.dumps(record)))
    except RecordError as error:
        return error
    return None


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Return the path of everything inside a record."""
    found = [path] if path else []
    if isinstance(value, dict):
        for key in value:
            found += places(value[key], (*path, key))
    elif isinstance(value, list):
        for i, one in enumerate(value):
            found += places(one, (*path, i))
    return found


def put(record: Any, path: tuple[Any, ...], value: Any) -> None:
    """Replace what stands at a path."""
    for step in path[:-1]:
        record = record[step]
    record[path[-1]] = value


@every_game
def test_good_records_are_accepted(game: Game):
    for record in samples(game):
        assert fault_of(record) is None


@every_game
def test_any_value_put_anywhere_is_refused_in_one_line_or_harmless(game: Game):
    rng = random.Random(game.name)
    for record in samples(game):
        every = places(record)
        for _ in range(250):
            path, atom = rng.choice(every), rng.choice(ATOMS)
            doctored = copy.deepcopy(record)
            put(doctored, path, atom)
            fault = fault_of(doctored)
            assert fault is None or "\n" not in str(fault)


def is_refused_by_referee(record: dict[str, Any]) -> bool:
    """Say whether the referee, which knows the three games, finds a fault."""
    try:
        judge_line(json.dumps(record).encode())
    except Fault:
        return True
    return False


@every_game
def test_events_dropped_doubled_or_exchanged_are_refused(game: Game):
    rng = random.Random(game.name)
    refused = tried = 0
    for record in samples(game):
        events = record["events"]
        for _ in range(60):
            i, j = sorted(rng.sample(range(len(events)), 2))
            if events[i] == events[j]:
                continue
            for doctored in (
                events[:i] + events[i + 1 :],
                events[: i + 1] + events[i:],
                [*events[:i], events[j], *events[i + 1 : j], events[i], *events[j + 1 :]],
            ):
                # A fake that nobody fell for may be left out or told twice; not much else may.
                if game is not TOY and not is_refused_by_referee({**record, "events": doctored}):
                    continue
                tried += 1
                refused += fault_of({**record, "events": doctored}) is not None
    assert refused == tried > 300


@every_game
def test_the_fault_names_its_event(game: Game):
    record = samples(game)[0]
    for index in range(0, len(record["events"]), 5):
        events = [*record["events"][:index], {"type": "nonsense"}, *record["events"][index:]]
        fault = fault_of({**record, "events": events})
        assert fault is not None
        assert str(fault).startswith(f"event {index}: ")


@every_game
def test_extras_are_ignored_and_everything_else_unknown_is_refused(game: Game):
    record = copy.deepcopy(samples(game)[0])
    record["x_anything"] = {"deep": [1, 2.5, None]}
    record["events"][0]["x_time"] = 12.5
    assert fault_of(record) is None
    assert "unknown key 'extra'" in str(fault_of({**record, "extra": 1}))
    record["events"][0]["extra"] = 1
    assert "unknown key 'extra'" in str(fault_of(record))


@every_game
def test_a_wrong_result_is_refused(game: Game):
    record = samples(game)[0]
    seats = record["seats"]
    result = record["result"]
    for key, wrong in (
        ("winners", [seat for seat in range(seats) if seat not in result["winners"]]),
        ("ranking", result["ranking"][::-1] if len(result["ranking"]) > 1 else []),
        ("scores", [score + 1 for score in result["scores"]]),
    ):
        assert f"`{key}`" in str(fault_of({**record, "result": {**result, key: wrong}}))
    without = {key: value for key, value in record.items() if key != "result"}
    assert "`result` is missing" in str(fault_of(without))
    unfinished = {**record, "events": record["events"][:-1]}
    assert "has not ended" in str(fault_of(unfinished))


@every_game
def test_nothing_may_follow_the_end(game: Game):
    record = samples(game)[0]
    more = {**record, "events": [*record["events"], record["events"][-1]]}
    assert "was over before" in str(fault_of(more))


@every_game
def test_default_options_may_be_written(game: Game):
    record = samples(game)[0]
    defaults = {name: option.default for name, option in game.options.items()}
    assert fault_of({**record, "options": defaults}) is None


def toy(**changes: Any) -> str:
    """Return a line that is a record of the toy game but for what is changed."""
    record = {"record": "tapete/1", "game": "toy", "seats": 2, "options": {}, "events": []}
    return json.dumps({**record, **changes})


BAD_LINES = {
    "": "not JSON",
    "{": "not JSON",
    "[]": "the line must be an object, not a list",
    "17": "the line must be an object, not a whole number",
    '"tapete"': "the line must be an object, not a string",
    "null": "the line must be an object, not null",
    '{"record": "tapete/1", "record": "tapete/1"}': "'record' stands twice",
    '{"record": "tapete/1", "a": NaN}': "NaN is not JSON",
    "[" * 100_000: "nested too deeply",
    '{"x_deep": ' + "[" * 900 + "]" * 900 + "}": "nested too deeply",
    '{"record": ' + "9" * 5000 + "}": "not JSON",
    '{"record": 1e999}': "`record` must be",
    toy(record="tapete/2"): "`record` must be 'tapete/1'",
    toy(game="whist"): "`game` must be one of",
    toy(game=[]): "`game` must be a string",
    toy(seats=True): "`seats` must be a whole number, not a boolean",
    toy(seats=2.0): "`seats` must be a whole number",
    toy(seats=99): "seats, not 99",
    toy(options=[]): "`options` must be an object",
    toy(options={"a": 1}): "there is no option 'a'",
    toy(events=[[]]): "`events` 0 must be an object",
    toy(events=[{}]): "event 0: `type` must be one of",
    toy(events=[{"type": []}]): "event 0: `type` must be one of",
    toy(players=["a"]): "must name 2 seats",
    toy().replace(', "events": []', ""): "`events` is missing",
    toy(game="w" * 1_000_000): "`game` must be one of",
    toy(seats=10**4000): "seats, not 1000",
    toy(options={"a" * 1_000_000: 1}): "there is no option 'aaa",
    toy(game="declare", options={"tie": list(range(100_000))}): "tie must be",
    toy(game="declare", options={"tie": "\n\x1b[2J\ud800"}): r"not \n\x1b[2J\ud800",
    "{" + "".join(f'"x_{i}": 0, ' for i in range(100_000)) + '"x_99999": 1}': "stands twice",
}


@pytest.mark.parametrize(("line", "reason"), BAD_LINES.items(), ids=range(len(BAD_LINES)))
def test_what_is_no_record_is_refused_saying_why(line: str, reason: str):
    started = time.process_time()
    with pytest.raises(RecordError) as fault:
        replay(parse_record(line))
    assert reason in str(fault.value)
    assert len(str(fault.value)) < 400
    assert str(fault.value).isprintable()
    assert time.process_time() - started < 5


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4)
    ),
    max_leaves=12,
)


@given(st.one_of(st.text(max_size=60), JSON.map(json.dumps)))
def test_any_line_at_all_gives_a_record_error_or_a_record(line: str):
    try:
        parse_record(line)
    except RecordError as error:
        assert "\n" not in str(error)  # noqa: PT017  # any other exception fails the test


@every_game
@settings(max_examples=150)
@given(data=st.data())
def test_any_event_of_the_right_shape_gives_a_record_error_or_fits(game: Game, data: st.DataObject):
    record = data.draw(st.sampled_from(samples(game)))
    index = data.draw(st.integers(0, len(record["events"]) - 1))
    kind = data.draw(st.sampled_from(sorted(game.events.SHAPES)))
    event = {"type": kind}
    for key, shape in game.events.SHAPES[kind].items():
        event[key] = data.draw(of_shape(shape))
    doctored = {**record, "events": [*record["events"][:index], event]}
    doctored.pop("result")
    fault = fault_of(doctored)
    assert fault is None or fault.event is not None or "`result` is missing" in str(fault)


CARDS = [f"{n}" for n in range(15)] + ["J", "W", "AS", "TD", "KH", "X1", "X3", "", "as", "٣"]


def of_shape(shape: Any) -> st.SearchStrategy[Any]:
    """Return values of a shape, likely and unlikely ones."""
    if isinstance(shape, list):
        return st.lists(of_shape(shape[0]), max_size=6)
    if isinstance(shape, tuple):
        return st.one_of(*map(of_shape, shape))
    if isinstance(shape, frozenset):
        return st.sampled_from(sorted(shape))
    simple = {
        int: st.one_of(st.integers(-2, 6), st.just(10**20), st.just(-(2**63))),
        str: st.sampled_from(CARDS),
        None: st.none(),
        bool: st.booleans(),
    }
    return simple[shape]


@every_game
def test_a_record_line_is_json_on_one_line(game: Game):
    for record in samples(game):
        line = format_record(record)
        assert "\n" not in line
        assert json.loads(line) == record
