import pytest

from tapete.server.limits import (
    ALL_MESSAGES,
    GUESSES,
    HANDS,
    MOVES,
    OTHERS,
    PINGS,
    QUESTIONS,
    REFUSALS,
    Buckets,
    Gate,
    Guesses,
    MessageLimits,
    Presences,
    Rate,
    network_of,
)
from tapete.wire.messages import Act, AskLook, AskMoves, Eyes, FromClient, Hand, Ping, Start, Touch

NOW = 1000.0
EXAMPLES = {
    "hand": (Hand(seat=0, p=1), HANDS),
    "act": (Act(id="a", seat=0, action=1, v=1), MOVES),
    "touch": (Touch(id="a", seat=0), MOVES),
    "ping": (Ping(n=1), PINGS),
    "moves?": (AskMoves(), QUESTIONS),
    "look?": (AskLook(), QUESTIONS),
    "start": (Start(id="a"), OTHERS),
    "eyes": (Eyes(seat=0), OTHERS),
}


def how_many_pass(limits: MessageLimits, message: FromClient, now: float, tries: int) -> int:
    return sum(limits.take(message, now) == "pass" for _ in range(tries))


@pytest.mark.parametrize("kind", EXAMPLES)
def test_a_burst_passes_and_then_the_rate(kind: str):
    message, rate = EXAMPLES[kind]
    limits = MessageLimits()
    assert how_many_pass(limits, message, NOW, rate.burst + 1) == rate.burst
    # A moment more than two seconds, for what is lost in the sums.
    later = NOW + 2.0001
    expected = min(rate.burst, int(2 * rate.per_second))
    assert how_many_pass(limits, message, later, expected + 1) == expected


@pytest.mark.parametrize(
    ("kind", "per_second", "burst"),
    [("hand", 90, 120), ("act", 10, 20), ("ping", 2, 10), ("look?", 3, 6), ("start", 5, 20)],
)
def test_the_limits_are_these(kind: str, per_second: float, burst: int):
    assert EXAMPLES[kind][1] == Rate(per_second, burst)


def test_kinds_do_not_use_up_each_other():
    limits = MessageLimits()
    for message, rate in EXAMPLES.values():
        assert how_many_pass(limits, message, NOW, rate.burst) == rate.burst


def test_connections_do_not_use_up_each_other():
    ping, rate = EXAMPLES["ping"]
    limits = MessageLimits()
    how_many_pass(limits, ping, NOW, rate.burst)
    assert limits.take(ping, NOW) == "refuse"
    assert MessageLimits().take(ping, NOW) == "pass"


def test_hands_over_the_limit_are_dropped_without_a_word():
    hand, rate = EXAMPLES["hand"]
    limits = MessageLimits()
    verdicts = [limits.take(hand, NOW) for _ in range(rate.burst + 500)]
    assert verdicts[rate.burst :] == ["drop"] * 500


def test_a_steady_stream_of_hands_is_never_dropped():
    hand, _ = EXAMPLES["hand"]
    limits = MessageLimits()
    assert {limits.take(hand, NOW + n / 60) for n in range(60 * 60)} == {"pass"}


def test_others_are_refused_and_after_repeated_abuse_closed():
    act, rate = EXAMPLES["act"]
    limits = MessageLimits()
    how_many_pass(limits, act, NOW, rate.burst)
    verdicts = [limits.take(act, NOW) for _ in range(REFUSALS.burst + 1)]
    assert verdicts == ["refuse"] * REFUSALS.burst + ["close"]


def test_refusals_are_forgiven_with_time():
    act, rate = EXAMPLES["act"]
    limits = MessageLimits()
    how_many_pass(limits, act, NOW, rate.burst + REFUSALS.burst)
    later = NOW + REFUSALS.burst / REFUSALS.per_second
    assert how_many_pass(limits, act, later, rate.burst) == rate.burst
    assert limits.take(act, later) == "refuse"


def test_a_flood_is_closed_even_of_what_is_dropped():
    hand, _ = EXAMPLES["hand"]
    limits = MessageLimits()
    verdicts = [limits.take(hand, NOW) for _ in range(ALL_MESSAGES.burst + 1)]
    assert "close" not in verdicts[:-1]
    assert verdicts[-1] == "close"


def test_wrong_codes_are_counted_and_forgiven():
    guesses = Guesses()
    for _ in range(GUESSES.burst):
        assert guesses.may_try("1.2.3.4", NOW)
        guesses.was_wrong("1.2.3.4", NOW)
    assert not guesses.may_try("1.2.3.4", NOW)
    assert guesses.may_try("1.2.3.5", NOW)
    assert not guesses.may_try("1.2.3.4", NOW + 5.9)
    assert guesses.may_try("1.2.3.4", NOW + 6.1)


def test_ten_wrong_codes_a_minute():
    guesses = Guesses()
    allowed = 0
    for tick in range(10 * 60 * 10):
        if guesses.may_try("1.2.3.4", NOW + tick / 10):
            guesses.was_wrong("1.2.3.4", NOW + tick / 10)
            allowed += 1
    assert 10 + 9 * 10 <= allowed <= 10 + 10 * 10


def test_right_codes_cost_nothing():
    guesses = Guesses()
    assert all(guesses.may_try("1.2.3.4", NOW) for _ in range(1000))


def test_one_customer_has_one_network():
    guesses = Guesses()
    for last in range(GUESSES.burst):
        guesses.was_wrong(f"2001:db8:0:1::{last:x}", NOW)
    assert not guesses.may_try("2001:db8:0:1:ffff::1", NOW)
    assert guesses.may_try("2001:db8:0:2::1", NOW)


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("192.168.1.20", "192.168.1.20"),
        ("::ffff:192.168.1.20", "192.168.1.20"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"),
        ("fe80::1%eth0", "fe80::"),
        ("", ""),
        ("unix", "unix"),
    ],
)
def test_what_an_address_is_counted_as(address: str, network: str):
    assert network_of(address) == network


def test_memory_is_bounded_and_the_oldest_is_forgotten():
    buckets = Buckets(Rate(0.001, 1), most=100)
    assert buckets.take("first", NOW)
    for n in range(50):
        assert buckets.take(n, NOW)
    assert not buckets.take("first", NOW)  # Seen again, so it is not the oldest any more.
    for n in range(50, 149):
        buckets.take(n, NOW)
    assert len(buckets) == 100
    assert not buckets.take("first", NOW)
    assert buckets.take(0, NOW)


def test_asking_leaves_nothing_behind():
    buckets = Buckets(Rate(1, 1))
    assert all(buckets.has_one(n, NOW) for n in range(100))
    assert len(buckets) == 0


def test_presences_count_in_and_out():
    presences = Presences(2)
    assert [presences.enter("a") for _ in range(3)] == [True, True, False]
    assert presences.enter("b")
    presences.leave("a")
    assert presences.enter("a")
    assert not presences.enter("a")
    for key in "aab":
        presences.leave(key)
    assert len(presences) == 0


def test_a_guest_has_so_many_connections_at_a_table():
    gate = Gate(per_guest_and_table=2, per_address=100)
    assert [gate.enter("1.1.1.1", "ann", "T") for _ in range(3)] == [True, True, False]
    assert gate.enter("1.1.1.1", "ann", "U")
    assert gate.enter("1.1.1.1", "bob", "T")
    gate.leave("1.1.1.1", "ann", "T")
    assert gate.enter("2.2.2.2", "ann", "T")
    assert not gate.enter("3.3.3.3", "ann", "T")


def test_an_address_has_so_many_connections():
    gate = Gate(per_guest_and_table=1, per_address=3)
    # The second one is refused for its guest and must not count for the address.
    assert [gate.enter("1.1.1.1", guest, "T") for guest in "aabcd"] == [
        True,
        False,
        True,
        True,
        False,
    ]
    assert gate.enter("1.1.1.2", "d", "T")
    gate.leave("1.1.1.1", "a", "T")
    assert gate.enter("1.1.1.1", "e", "T")
