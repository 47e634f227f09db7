"""What people may ask of a table, who may, and into which entries it turns."""

import random
import re
from typing import Any

import pytest

from tapete.core.errors import Reason, Refused, TapeteError
from tapete.games import games
from tapete.server import orders
from tapete.server.entries import (
    Acted,
    Added,
    Began,
    Body,
    Changed,
    Hosted,
    Manned,
    Renamed,
    Seated,
    Vacated,
)
from tapete.server.orders import Given, Who, bodies_of, check_terms
from tapete.server.room import Denied, Room
from tapete.wire.messages import (
    Act,
    Again,
    Free,
    Host,
    Man,
    Nonce,
    Rename,
    RoomReason,
    SetTerms,
    Sit,
    Stand,
    Start,
    Terms,
)
from tests.server.test_room import THIRD, Log, begun, opened, picture

NEW = 9
"""The person that whoever sits down will be."""
R = RoomReason
HOST, SECOND_SEAT, STRANGER = (
    Who("g0", frozenset({0})),
    Who("g1", frozenset({1})),
    Who("x", frozenset()),
)


def asked(log: Log, who: Who, message: Any) -> list[Body]:
    """Return the entries of an order, which changes nothing by itself."""
    before = picture(log.room)
    try:
        return bodies_of(log.room, who, message, Given(NEW, lambda: THIRD))
    finally:
        assert picture(log.room) == before


def done(log: Log, who: Who, message: Any) -> list[Body]:
    """Play the entries of an order; return them."""
    bodies = asked(log, who, message)
    for body in bodies:
        log.add(body)
    return bodies


def refused(log: Log, who: Who, message: Any) -> str:
    """Return why an order is refused, by itself or by the room; it says so in two languages."""
    with pytest.raises(TapeteError) as error:
        done(log, who, message)
    assert isinstance(error.value, Denied | Refused)
    assert str(error.value)
    assert error.value.spanish != str(error.value)
    return error.value.reason


def actor_of(room: Room) -> int:
    assert room.table is not None
    return room.table.actor


def owner(seat: int) -> Who:
    return Who(f"g{seat}", frozenset({seat}))


# Choices


def act(log: Log, seat: int, *, behind: int = 0) -> Act:
    return Act("c", seat, log.legal()[0] if log.legal() else 0, log.room.decided - behind)


def test_choice_of_the_own_seat_is_one_entry():
    log = begun("declare", 3)
    seat = actor_of(log.room)
    action = log.legal()[0]
    assert asked(log, owner(seat), act(log, seat)) == [Acted(seat, action)]
    assert asked(log, Who("other", frozenset({seat})), act(log, seat)) == [Acted(seat, action)]


def test_choice_for_anothers_seat_is_refused():
    log = begun("declare", 3)
    seat = actor_of(log.room)
    other = (seat + 1) % 3
    assert refused(log, owner(other), act(log, seat)) == R.NOT_YOUR_SEAT
    assert refused(log, STRANGER, act(log, seat)) == R.NOT_YOUR_SEAT
    assert refused(log, owner(other), act(log, other)) == Reason.NOT_YOUR_TURN
    for nowhere in (-1, 3, 5):
        assert refused(log, owner(seat), act(log, nowhere)) == Reason.NO_SUCH_SEAT


def test_choice_that_was_made_before_the_last_move_is_stale():
    log = begun("declare", 3)
    log.add(Renamed(0, 8))
    seat = actor_of(log.room)
    # A new name is no other choice, so what was chosen before it stands.
    assert asked(log, owner(seat), act(log, seat)) == asked(
        log, owner(seat), Act("c", seat, log.legal()[0], log.room.version)
    )
    assert refused(log, owner(seat), act(log, seat, behind=1)) == R.STALE
    done(log, owner(seat), act(log, seat))
    seat = actor_of(log.room)
    assert refused(log, owner(seat), act(log, seat, behind=1)) == R.STALE


def test_choice_without_a_match_is_refused():
    log = opened("declare", 3)
    assert refused(log, HOST, Act("c", 0, 0, log.room.version)) == R.NO_MATCH
    log.begin()
    log.finish(random.Random(1))
    assert refused(log, HOST, Act("c", 0, 0, 1)) == Reason.GAME_OVER


# Sitting down


def test_first_free_seat_is_an_empty_one_then_a_computers():
    log = opened("declare", 4, 1)
    log.add(Manned(1, "simple"))
    assert done(log, STRANGER, Sit("c")) == [Seated(2, "x", NEW)]
    assert done(log, Who("y", frozenset()), Sit("c")) == [Seated(3, "y", NEW)]
    assert done(log, Who("z", frozenset()), Sit("c")) == [Seated(1, "z", NEW)]
    assert refused(log, Who("w", frozenset()), Sit("c")) == R.NO_FREE_SEAT


def test_named_seat_must_be_free():
    log = opened("declare", 4, 2)
    log.add(Manned(2, "simple"))
    assert asked(log, STRANGER, Sit("c", 3)) == [Seated(3, "x", NEW)]
    assert asked(log, STRANGER, Sit("c", 2)) == [Seated(2, "x", NEW)]
    assert refused(log, STRANGER, Sit("c", 1)) == R.SEAT_TAKEN
    assert refused(log, STRANGER, Sit("c", 4)) == Reason.NO_SUCH_SEAT


def test_late_comers_get_a_freed_seat_only():
    log = begun("declare", 3, 2)
    assert refused(log, STRANGER, Sit("c")) == R.NO_FREE_SEAT
    assert refused(log, STRANGER, Sit("c", 2)) == R.SEAT_TAKEN
    done(log, SECOND_SEAT, Stand("c", 1))
    assert done(log, STRANGER, Sit("c")) == [Seated(1, "x", NEW)]
    log.finish(random.Random(1))
    assert asked(log, Who("y", frozenset()), Sit("c")) == [Seated(2, "y", NEW)]


def test_device_has_several_seats_where_no_hand_is_slapped():
    assert asked(opened("declare", 3, 1), HOST, Sit("c")) == [Seated(1, "g0", NEW)]
    log = opened("hands-down", 3, 1)
    assert refused(log, HOST, Sit("c")) == R.ALREADY_SEATED
    assert asked(log, STRANGER, Sit("c")) == [Seated(1, "x", NEW)]


# Leaving, and who hosts


@pytest.mark.parametrize("log", [opened("declare", 3), begun("declare", 3)], ids=["lobby", "match"])
def test_leaving_frees_the_own_seat(log: Log):
    assert asked(log, SECOND_SEAT, Stand("c", 1)) == [Vacated(1)]
    assert refused(log, SECOND_SEAT, Stand("c", 0)) == R.NOT_YOUR_SEAT
    assert refused(log, HOST, Stand("c", 1)) == R.NOT_YOUR_SEAT


def test_leaving_host_hands_the_table_on():
    log = opened("declare", 3)
    assert done(log, HOST, Stand("c", 0)) == [Vacated(0), Hosted("g1")]
    assert log.room.host == "g1"
    assert done(log, owner(2), Stand("c", 2)) == [Vacated(2)]
    assert done(log, SECOND_SEAT, Stand("c", 1)) == [Vacated(1), Hosted("")]
    assert not STRANGER.hosts(log.room)
    done(log, STRANGER, Sit("c"))
    assert log.room.host == "x"


def test_host_of_two_seats_may_leave_one():
    log = opened("declare", 3, 2)
    done(log, HOST, Sit("c"))
    both = Who("g0", frozenset({0, 2}))
    assert done(log, both, Stand("c", 0)) == [Vacated(0)]
    assert log.room.host == "g0"
    assert asked(log, both, Stand("c", 2)) == [Vacated(2), Hosted("g1")]


def test_host_frees_any_seat_and_so_does_nobody_else():
    log = begun("declare", 4, 3)
    assert asked(log, HOST, Free("c", 1)) == [Vacated(1)]
    assert asked(log, HOST, Free("c", 3)) == [Vacated(3)]
    assert asked(log, HOST, Free("c", 0)) == [Vacated(0), Hosted("g1")]
    assert refused(log, SECOND_SEAT, Free("c", 2)) == R.NOT_HOST
    assert refused(log, HOST, Free("c", 4)) == Reason.NO_SUCH_SEAT
    done(log, HOST, Free("c", 1))
    assert refused(log, HOST, Free("c", 1)) == R.NOT_SEATED


def test_host_mans_seats_without_people():
    log = opened("declare", 3, 2)
    assert done(log, HOST, Man("c", 2, "uniform")) == [Manned(2, "uniform")]
    assert done(log, HOST, Man("c", 2)) == [Manned(2, "simple")]
    assert refused(log, HOST, Man("c", 1)) == R.SEAT_TAKEN
    assert refused(log, HOST, Man("c", 3)) == Reason.NO_SUCH_SEAT
    assert refused(log, SECOND_SEAT, Man("c", 2)) == R.NOT_HOST


def test_host_names_another():
    log = opened("declare", 4, 3)
    log.add(Manned(3, "simple"))
    assert refused(log, SECOND_SEAT, Host("c", 1)) == R.NOT_HOST
    assert refused(log, HOST, Host("c", 3)) == R.NOT_SEATED
    assert refused(log, HOST, Host("c", -1)) == Reason.NO_SUCH_SEAT
    assert done(log, HOST, Host("c", 2)) == [Hosted("g2")]
    assert refused(log, HOST, Host("c", 2)) == R.NOT_HOST


def test_hosts_seat_hosts_from_any_device():
    log = opened("declare", 3)
    assert Who("other", frozenset({0})).hosts(log.room)
    assert Who("g0", frozenset()).hosts(log.room)
    assert not Who("other", frozenset({1, 2})).hosts(log.room)
    assert not Who("other", frozenset({5})).hosts(log.room)
    log.add(Hosted(""))
    log.add(Vacated(1))
    assert not Who("", frozenset({1})).hosts(log.room)


# Terms, nonces, names


def test_host_changes_terms_between_matches():
    log = opened("declare", 3)
    terms = Terms(game="match-em", seats=4)
    assert refused(log, SECOND_SEAT, SetTerms("c", terms)) == R.NOT_HOST
    log.begin()
    assert refused(log, HOST, SetTerms("c", terms)) == R.MATCH_RUNNING
    log.finish(random.Random(1))
    assert done(log, HOST, SetTerms("c", terms)) == [Changed(terms)]


@pytest.mark.parametrize(
    "terms",
    [
        {"game": "whist", "seats": 4},
        {"game": "hands-down", "seats": 6},
        {"game": "declare", "seats": 3, "preset": "nobody's"},
        {"game": "declare", "seats": 3, "options": {"unheard": True}},
        {"game": "declare", "seats": 3, "options": {"declare_max": "many"}},
    ],
    ids=str,
)
def test_terms_that_no_game_allows_are_refused_in_words(terms: dict[str, Any]):
    log = opened("declare", 3)
    with pytest.raises(Denied) as error:
        check_terms(Terms(**terms))
    assert error.value.reason == R.BAD_TERMS
    with pytest.raises(Denied, match=re.escape(str(error.value))):
        asked(log, HOST, SetTerms("c", Terms(**terms)))


def test_own_seat_takes_a_nonce_between_matches_and_a_name_at_any_time():
    log = opened("declare", 3)
    assert asked(log, SECOND_SEAT, Nonce("c", 1, "ab")) == [Added(1, "ab")]
    assert refused(log, SECOND_SEAT, Nonce("c", 0, "ab")) == R.NOT_YOUR_SEAT
    assert refused(log, SECOND_SEAT, Rename("c", 0, "Eva")) == R.NOT_YOUR_SEAT
    log.begin()
    assert refused(log, SECOND_SEAT, Nonce("c", 1, "ab")) == R.MATCH_RUNNING
    assert asked(log, SECOND_SEAT, Rename("c", 1, "Eva")) == [Renamed(1, NEW)]


# Beginning


def test_computers_take_the_empty_seats_when_a_match_begins():
    log = opened("declare", 4, 2)
    log.add(Manned(2, "uniform"))
    assert refused(log, STRANGER, Start("c")) == R.NOT_SEATED
    assert done(log, SECOND_SEAT, Start("c")) == [Manned(3, "simple"), Began(THIRD)]
    assert [chair.kind for chair in log.room.chairs] == ["person"] * 2 + ["computer"] * 2
    assert [chair.computer for chair in log.room.chairs][2:] == ["uniform", "simple"]
    assert refused(log, HOST, Start("c")) == R.MATCH_RUNNING


@pytest.mark.parametrize("message", [Start("c"), Again("c")])
def test_another_match_begins_with_the_same_people(message: Any):
    log = begun("toy", 3)
    log.finish(random.Random(1))
    chairs = [chair.guest for chair in log.room.chairs]
    assert done(log, SECOND_SEAT, message) == [Began(THIRD)]
    assert [chair.guest for chair in log.room.chairs] == chairs
    assert (log.room.phase, log.room.begun) == ("playing", 2)


def test_host_without_a_seat_can_begin():
    log = opened("toy", 3)
    log.add(Hosted("x"))
    assert asked(log, STRANGER, Start("c")) == [Began(THIRD)]


# All together


def random_order(room: Room, who: Who, rng: random.Random) -> Any:
    """Return any order, sensible or not."""
    seat = rng.choice([*who.seats, *range(-1, len(room.chairs) + 1)])
    moves: list[Any] = []
    if room.table is not None and (legal := room.table.legal_actions()):
        moves = [Act("c", room.table.actor, rng.choice([*legal, 0]), room.version)] * 5
    terms = Terms(game=rng.choice(list(games())), seats=rng.randint(2, 4))
    return rng.choice(
        [
            *moves,
            Sit("c", rng.choice([-1, seat])),
            Stand("c", seat),
            Man("c", seat),
            Free("c", seat),
            Host("c", seat),
            Rename("c", seat, "Eva"),
            Nonce("c", seat, "abcd"),
            SetTerms("c", terms),
            Start("c"),
            Again("c"),
        ]
    )


@pytest.mark.parametrize("seed", range(6))
def test_any_orders_are_refused_or_fit_the_room(seed: int):
    rng, log = random.Random(seed), opened("declare", 3)
    taken, kinds = 0, set[type[Body]]()
    for _ in range(300):
        guest = f"g{rng.randrange(5)}"
        who = Who(guest, frozenset(log.room.seats_of(guest)))
        try:
            bodies = asked(log, who, random_order(log.room, who, rng))
        except (Denied, Refused):
            continue
        try:
            for body in bodies:
                log.add(body)
        except (Denied, Refused):
            # The room's no to a choice; no other entry is refused once its order was not.
            assert [type(body) for body in bodies] == [Acted]
            continue
        taken += 1
        kinds.update(type(body) for body in bodies)
        assert log.room.host == "" or log.room.seats_of(log.room.host) or Changed in kinds
        assert log.room.host or not any(chair.kind == "person" for chair in log.room.chairs)
    assert taken > 25
    assert len(kinds) >= 6


def test_full_log_takes_no_more_than_the_running_match(monkeypatch: pytest.MonkeyPatch):
    log = begun("toy", 2)
    monkeypatch.setattr(orders, "MOST_ENTRIES", log.room.version)
    assert log.room.table is not None
    actor = log.room.table.actor
    who = (HOST, SECOND_SEAT)[actor]
    assert refused(log, HOST, Rename("r", 0, "Ana")) == R.TOO_FAST
    assert done(log, who, Act("a", actor, log.room.table.legal_actions()[0], log.room.version))
    assert done(log, SECOND_SEAT, Stand("s", 1))
