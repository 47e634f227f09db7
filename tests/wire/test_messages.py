"""What may go over the wire, and what is refused."""

import typing
from typing import Any

import msgspec
import pytest

from tapete.core.errors import Reason
from tapete.games import games
from tapete.wire import messages
from tapete.wire.messages import (
    MAX_MESSAGE,
    UNSET,
    Ack,
    Act,
    Again,
    AskLook,
    AskMoves,
    Bye,
    Eyes,
    Fault,
    Free,
    FromClient,
    FromServer,
    Hand,
    HandAt,
    Hello,
    Host,
    Look,
    Man,
    Move,
    Moves,
    No,
    Nonce,
    Passed,
    Ping,
    Pong,
    Rename,
    Result,
    RoomInfo,
    RoomReason,
    SeatInfo,
    SetTerms,
    Sit,
    Speak,
    Stand,
    Standing,
    Start,
    Status,
    Sync,
    Terms,
    Told,
    Touch,
    Update,
    You,
)

LONGEST_ID = "i" * 40
LONGEST_NAME = "ñ" * 20
TERMS = Terms(game="declare", seats=4, options={"no_ties": True, "declare_max": 5, "x": "none"})
CLIENTS: list[Any] = [
    Hello(protocol=1, lang="es", token="t" * 100, since=10**9, eyes=5, tell="event"),
    Act(id=LONGEST_ID, seat=5, action=10**6, v=10**9),
    Touch(id=LONGEST_ID, seat=3),
    Hand(seat=3, p=100),
    Sit(id=LONGEST_ID, seat=-1, name=LONGEST_NAME),
    Stand(id=LONGEST_ID, seat=0),
    Man(id=LONGEST_ID, seat=0, kind="uniform"),
    Free(id=LONGEST_ID, seat=0),
    SetTerms(id=LONGEST_ID, terms=TERMS),
    Nonce(id=LONGEST_ID, seat=0, nonce="0f" * 32),
    Start(id=LONGEST_ID),
    Again(id=LONGEST_ID),
    Rename(id=LONGEST_ID, seat=0, name=LONGEST_NAME),
    Host(id=LONGEST_ID, seat=0),
    Eyes(seat=-1),
    Speak(lang="en"),
    AskMoves(),
    AskLook(),
    Ping(n=10**9),
]
STATUS = Status(here=[True, False], covered=[False, True], watching=2, paused=False, left_ms=None)
ROOM = RoomInfo(
    code="BCDFGHJ",
    phase="over",
    match=2,
    terms=TERMS,
    values={"no_ties": True},
    seats=[SeatInfo(kind="person", name="Zoe", guest="g", ready=True)],
    host="g",
    commitment="00",
    tally=[Standing(guest="g", name="Zoe", wins=1)],
    result=Result(winners=[0], ranking=[[0], [1]], scores=[3, 4]),
    record="/api/records/x",
)
YOU = You(guest="g", seats=[0], eyes=0, tokens=["t"])
TOLD = Told(v=3, event={"type": "pass", "seat": 0}, text="Zoe passes.")
SERVERS: list[Any] = [
    Sync(3, YOU, ROOM, STATUS, {"a": [1]}, 0, [1, 2], -1, [TOLD]),
    Update(v=4),
    Update(v=4, events=[TOLD], view={"a": {"0": 2}}, actor=-1, legal=[], room=ROOM, you=YOU),
    Passed(v=4),
    STATUS,
    HandAt(seat=1, p=50),
    Ack(id="i", v=4),
    No(id="i", reason=RoomReason.STALE, rule="", text="Too late."),
    Moves(v=4, moves=[Move(action=1, notation="pass", text="Pass.")]),
    Look(v=4, text="Zoe has three cards."),
    Pong(n=1),
    Fault(text="no JSON"),
    Bye(reason="restart"),
]
OPTIONAL = {
    (Hello, "lang"),
    (Hello, "token"),
    (Hello, "since"),
    (Hello, "eyes"),
    (Hello, "tell"),
    (Sit, "seat"),
    (Sit, "name"),
    (Man, "kind"),
}
BOTH = [("client", FromClient, CLIENTS), ("server", FromServer, SERVERS)]
SAMPLES = [
    pytest.param(union, sample, id=f"{side}-{type(sample).__name__}-{i}")
    for side, union, samples in BOTH
    for i, sample in enumerate(samples)
]


def decoded(data: Any, union: Any = FromClient) -> Any:
    """Return a message that was read from what JSON makes of `data`."""
    return msgspec.json.decode(msgspec.json.encode(data), type=union)


def plain(message: Any) -> dict[str, Any]:
    return msgspec.to_builtins(message)


@pytest.mark.parametrize(("union", "samples"), [one[1:] for one in BOTH], ids=["client", "server"])
def test_each_message_has_a_sample(union: Any, samples: list[Any]) -> None:
    assert {type(sample) for sample in samples} == set(typing.get_args(union))


@pytest.mark.parametrize(("union", "sample"), SAMPLES)
def test_message_comes_back_as_it_went(union: Any, sample: Any) -> None:
    assert decoded(sample, union) == sample


@pytest.mark.parametrize("union", [FromClient, FromServer])
def test_tags_tell_messages_apart(union: Any) -> None:
    tags = [member.__struct_config__.tag for member in typing.get_args(union)]
    assert len(set(tags)) == len(tags)
    assert all(isinstance(tag, str) for tag in tags)


@pytest.mark.parametrize("sample", CLIENTS, ids=lambda sample: type(sample).__name__)
def test_unknown_field_is_refused(sample: Any) -> None:
    with pytest.raises(msgspec.ValidationError, match="unknown field"):
        decoded({**plain(sample), "extra": 1})


def test_unknown_field_inside_terms_is_refused() -> None:
    whole = plain(SetTerms(id="i", terms=TERMS))
    with pytest.raises(msgspec.ValidationError, match="unknown field"):
        decoded({**whole, "terms": {**whole["terms"], "extra": 1}})


@pytest.mark.parametrize("sample", CLIENTS, ids=lambda sample: type(sample).__name__)
def test_each_field_refuses_another_type(sample: Any) -> None:
    whole = plain(sample)
    for field in set(whole) - {"t"}:
        for wrong in (None, [[]], 1.5):
            with pytest.raises(msgspec.ValidationError):
                decoded({**whole, field: wrong})


@pytest.mark.parametrize("sample", CLIENTS, ids=lambda sample: type(sample).__name__)
def test_fields_are_required_but_for_these(sample: Any) -> None:
    whole = plain(sample)
    for field in set(whole) - {"t"}:
        left = {name: value for name, value in whole.items() if name != field}
        if (type(sample), field) in OPTIONAL:
            assert isinstance(decoded(left), type(sample))
        else:
            with pytest.raises(msgspec.ValidationError, match="missing required"):
                decoded(left)


@pytest.mark.parametrize("data", [{}, {"t": "x"}, {"t": 1}, [], "act", None, {"id": "i"}])
def test_what_is_no_message_is_refused(data: Any) -> None:
    with pytest.raises(msgspec.ValidationError):
        decoded(data)


@pytest.mark.parametrize(
    "data",
    [
        {"t": "act", "id": "", "seat": 0, "action": 0, "v": 0},
        {"t": "act", "id": "i" * 41, "seat": 0, "action": 0, "v": 0},
        {"t": "act", "id": "a b", "seat": 0, "action": 0, "v": 0},
        {"t": "act", "id": "a\nb", "seat": 0, "action": 0, "v": 0},
        {"t": "act", "id": "i", "seat": 6, "action": 0, "v": 0},
        {"t": "act", "id": "i", "seat": -2, "action": 0, "v": 0},
        {"t": "act", "id": "i", "seat": "0", "action": 0, "v": 0},
        {"t": "act", "id": "i", "seat": True, "action": 0, "v": 0},
        {"t": "act", "id": "i", "seat": 0, "action": 2**80, "v": 0.5},
        {"t": "hand", "seat": 0, "p": 101},
        {"t": "hand", "seat": 0, "p": -1},
        {"t": "hello", "protocol": 1, "lang": "fr"},
        {"t": "hello", "protocol": 1, "token": "t" * 101},
        {"t": "sit", "id": "i", "name": ""},
        {"t": "sit", "id": "i", "name": "n" * 21},
        {"t": "man", "id": "i", "seat": 0, "kind": "strongest"},
        {"t": "nonce", "id": "i", "seat": 0, "nonce": "0"},
        {"t": "nonce", "id": "i", "seat": 0, "nonce": "0G"},
        {"t": "nonce", "id": "i", "seat": 0, "nonce": "AB"},
        {"t": "nonce", "id": "i", "seat": 0, "nonce": "00" * 33},
        {"t": "terms", "id": "i", "terms": {"game": "x", "seats": 1}},
        {"t": "terms", "id": "i", "terms": {"game": "x", "seats": 7}},
        {"t": "terms", "id": "i", "terms": {"game": "x" * 41, "seats": 2}},
        {"t": "terms", "id": "i", "terms": {"game": "x", "seats": 2, "clock": 31}},
        {"t": "terms", "id": "i", "terms": {"game": "x", "seats": 2, "reflex": "slow"}},
        {"t": "terms", "id": "i", "terms": {"game": "x", "seats": 2, "options": {"a": 1.5}}},
    ],
    ids=str,
)
def test_value_out_of_bounds_is_refused(data: dict[str, Any]) -> None:
    with pytest.raises(msgspec.ValidationError):
        decoded(data)


@pytest.mark.parametrize("sample", CLIENTS, ids=lambda sample: type(sample).__name__)
def test_longest_messages_fit(sample: Any) -> None:
    assert len(msgspec.json.encode(sample)) <= MAX_MESSAGE


def test_terms_with_every_house_rule_fit() -> None:
    for game in games().values():
        options = {
            name: max(rule.values, key=lambda v: len(str(v))) for name, rule in game.options.items()
        }
        message = SetTerms(LONGEST_ID, Terms(game=game.name, seats=6, options=options))
        assert len(msgspec.json.encode(message)) <= MAX_MESSAGE // 2


def test_update_says_only_what_changed() -> None:
    assert msgspec.json.encode(Update(v=4)) == b'{"t":"up","v":4}'
    assert decoded(Update(v=4), FromServer).view is UNSET
    assert msgspec.json.encode(Update(v=4, actor=-1)) == b'{"t":"up","v":4,"actor":-1}'


def test_reasons_of_table_and_room_are_different_words() -> None:
    assert {str(one) for one in Reason}.isdisjoint(str(one) for one in RoomReason)


def test_every_class_is_in_a_union_or_part_of_one() -> None:
    structs = {
        value
        for value in vars(messages).values()
        if isinstance(value, type)
        and issubclass(value, msgspec.Struct)
        and value.__module__ == messages.__name__
        and not value.__subclasses__()
    }
    tagged = {one for one in structs if one.__struct_config__.tag is not None}
    assert tagged == {*typing.get_args(FromClient), *typing.get_args(FromServer)}
    parts = {type(part) for samples in (CLIENTS, SERVERS) for part in parts_of(samples)}
    assert structs <= parts


def parts_of(value: Any) -> list[Any]:
    """Return a message, and every struct in it."""
    if isinstance(value, msgspec.Struct):
        fields = [getattr(value, name) for name in value.__struct_fields__]
        return [value, *parts_of(fields)]
    return [part for one in value for part in parts_of(one)] if isinstance(value, list) else []
