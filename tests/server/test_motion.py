"""Slaps and fakes timed by the server, on a clock of the test's own."""

from collections.abc import Iterable, Mapping

import pytest

from tapete.bots import motion as eye
from tapete.bots.computer import Computer
from tapete.core.game import Seat
from tapete.core.race import Judge, Race
from tapete.games import game
from tapete.server import motion
from tapete.server.motion import FRAME, LAG_MS, Motion, since_ms
from tapete.sim.rng import stream
from tapete.table.chance import Sealed
from tapete.table.table import Table

HANDS_DOWN = game("hands-down")
SEATS = 4
START = 1000.0
SEEDS = range(40)
EVERYBODY = frozenset(range(SEATS))


def racing_table(text: str, reflex: str = "real", secret: int = 0) -> Table:
    """Return a table whose first actor has chosen this; one that can slap and fake."""
    for i in range(secret, secret + 100):
        values = HANDS_DOWN.settle(SEATS, {})
        judge = Judge(reflex)  # pyright: ignore[reportArgumentType]
        table = Table(HANDS_DOWN, SEATS, values, Sealed(bytes([i])), judge=judge)
        table.start()
        slaps = [a for a in table.legal_actions() if "slap" in words_of(table, a)]
        if slaps:
            table.act(table.actor, slaps[-1] if text == "slap" else parse(table, text))
            assert table.is_racing
            return table
    raise AssertionError("no table with a pair")


def words_of(table: Table, action: int) -> str:
    return HANDS_DOWN.notation.format_action(table.state, action)


def parse(table: Table, text: str) -> int:
    return HANDS_DOWN.notation.parse_action(table.state, text)


def acting_of(table: Table) -> Seat:
    return HANDS_DOWN.racing.acting(table.state)


def players(seats: Iterable[Seat], seed: int = 0) -> dict[Seat, Computer]:
    return {seat: Computer(HANDS_DOWN, "simple", stream(seed, seat)) for seat in seats}


def begun(
    text: str, people: Iterable[Seat] = EVERYBODY, *, seed: int = 0, reflex: str = "real"
) -> Motion:
    """Return a motion that starts at START; who is no person is a computer player."""
    people = set(people)
    computers = players(EVERYBODY - people, seed)
    return Motion(racing_table(text, reflex), computers, people, stream(seed), START)


def runners_of(one: Motion) -> list[Seat]:
    return [seat for seat in range(SEATS) if seat != one.plan.acting]


def wakings(one: Motion, until: float = float("inf")) -> list[float]:
    """Return when a keeper would wake up, up to a moment."""
    now, times = START, [START]
    while (at := one.next_at(now)) is not None and at < until:
        assert at > now
        times.append(at)
        now = at
    return times


def seen(one: Motion, times: Iterable[float]) -> list[tuple[float, Mapping[Seat, int], bool]]:
    return [(at, one.heights(at), one.is_done(at)) for at in times]


@pytest.mark.parametrize("reflex", ["real", "relaxed"])
@pytest.mark.parametrize("people", [(), (0, 1, 2, 3), (0, 2)])
@pytest.mark.parametrize("seed", SEEDS)
def test_fake_is_a_slap_until_it_turns(seed: int, people: tuple[Seat, ...], reflex: str) -> None:
    slap = begun("slap", people, seed=seed, reflex=reflex)
    fake = begun("fake", people, seed=seed, reflex=reflex)
    turn = fake.plan.turn
    assert turn <= slap.plan.contact
    common = wakings(slap, turn)
    assert common == wakings(fake, turn)
    assert seen(slap, common) == seen(fake, common)
    finely = [START + i / 997 for i in range(round((turn - START) * 997))]
    assert [slap.frames(at) for at in finely] == [fake.frames(at) for at in finely]


@pytest.mark.parametrize("seed", SEEDS)
def test_same_touches_are_taken_until_a_fake_turns(seed: int) -> None:
    slap, fake = begun("slap", {1, 2}, seed=seed), begun("fake", {1, 2}, seed=seed)
    times = wakings(fake, fake.plan.turn)
    touches = [(at, (i + seed) % (SEATS + 1)) for i, at in enumerate(times)]
    taken = [(slap.touch(seat, at), fake.touch(seat, at)) for at, seat in touches]
    assert [one for one, _other in taken] == [other for _one, other in taken]
    assert any(one for one, _other in taken)
    assert seen(slap, times) == seen(fake, times)


def test_slap_and_fake_draw_the_same_of_the_stream() -> None:
    left = []
    for text in ("slap", "fake"):
        table, r = racing_table(text), stream(5)
        Motion(table, players(range(SEATS)), set(), r, START)
        left.append(r.at)
    assert left[0] == left[1] != stream(5).at


def test_fakes_differ_from_slaps_after_the_turn() -> None:
    fake = begun("fake")
    late = fake.plan.turn + 0.1
    assert fake.frames(late) < fake.frames(fake.plan.turn)
    assert begun("slap").frames(late + 1) == 100


def test_frames_go_down_thirty_times_a_second_and_reach_the_contact() -> None:
    slap = begun("slap")
    times = [at for at in wakings(slap) if slap.plan.begun <= at <= slap.plan.contact]
    heights = [slap.frames(at) for at in times]
    assert times[-1] == slap.plan.contact
    assert heights[-1] == 100
    assert heights == sorted(heights)
    assert len(set(heights)) == len(heights) > 4
    assert times[1] - times[0] == pytest.approx(FRAME)


def test_fake_ends_some_time_after_its_turn_and_lies_up_again() -> None:
    fake = begun("fake")
    end = fake.plan.turn + eye.AFTER_FAKE
    assert not fake.is_done(end - 0.01)
    assert fake.is_done(end)
    assert fake.frames(end) == 0
    assert wakings(fake)[-1] == end
    assert max(fake.frames(at) for at in wakings(fake)) < 100


def test_computers_hand_hovers_for_a_while_that_changes() -> None:
    waits = {begun("slap", (), seed=seed).plan.begun - START for seed in SEEDS}
    assert len(waits) == len(SEEDS)
    least, most = eye.HOVER
    assert all(least <= wait <= most for wait in waits)
    assert max(waits) - min(waits) > (most - least) / 2


def test_persons_hand_comes_down_at_once() -> None:
    assert begun("slap").plan.begun == START


def test_contact_counts_from_the_frame_that_shows_it() -> None:
    slap = begun("slap")
    first, second, third = runners_of(slap)
    contact = slap.plan.contact
    assert slap.touch(first, contact + 0.25)
    assert slap.touch(second, contact)
    assert slap.race().contacts[first] == 250
    assert slap.race().contacts[second] == 0
    assert slap.race().contacts[third] is None
    assert slap.race().contacts[slap.plan.acting] == 0
    assert slap.race().early == ()


def test_touch_before_the_contact_is_early_and_needs_another() -> None:
    slap = begun("slap")
    seat, *_others = runners_of(slap)
    contact = slap.plan.contact
    assert slap.touch(seat, contact - 0.01)
    assert not slap.touch(seat, contact - 0.005)
    assert slap.heights(contact - 0.001)[seat] == 100
    assert slap.heights(contact)[seat] == 0
    assert (slap.race().early, slap.race().contacts[seat]) == ((seat,), None)
    assert slap.touch(seat, contact + 0.4)
    assert slap.heights(contact + 0.4)[seat] == 100
    assert (slap.race().early, slap.race().contacts[seat]) == ((seat,), 400)


def test_only_the_first_slap_counts() -> None:
    slap = begun("slap")
    seat, *_others = runners_of(slap)
    assert slap.touch(seat, slap.plan.contact + 0.2)
    assert not slap.touch(seat, slap.plan.contact + 0.3)
    assert slap.race().contacts[seat] == 200


@pytest.mark.parametrize("after", [-0.1, 0.0, 0.3, 0.69])
def test_any_touch_in_a_fake_is_a_fools(after: float) -> None:
    fake = begun("fake")
    seat, *_others = runners_of(fake)
    at = fake.plan.turn + after
    assert fake.touch(seat, at)
    assert not fake.touch(seat, at)
    assert fake.race().contacts[seat] == 0
    assert fake.race().early == ()
    assert fake.heights(max(at, fake.plan.turn + 0.1))[seat] == 100


def test_touch_after_the_end_means_nothing() -> None:
    for text in ("slap", "fake"):
        one = begun(text)
        seat, *_others = runners_of(one)
        assert not one.touch(seat, one.plan.end)
        assert one.race().contacts[seat] is None


def test_only_people_who_run_can_touch() -> None:
    slap = begun("slap", {0, 1})
    late = slap.plan.contact + 0.1
    assert not slap.touch(slap.plan.acting, late)
    assert not slap.touch(2, late)
    assert not slap.touch(-1, late)
    assert not slap.touch(SEATS, late)
    table = racing_table("slap")
    runner = (acting_of(table) + 1) % SEATS
    table.state.players[runner].count = 0
    assert not Motion(table, {}, set(EVERYBODY), stream(0), START).touch(runner, START + 1)


def test_touch_right_after_something_was_resolved_means_nothing() -> None:
    table = racing_table("slap")
    acting = acting_of(table)
    seat = (acting + 1) % SEATS
    one = Motion(
        table, players({acting}), set(EVERYBODY - {acting}), stream(0), START, resolved=START - 0.1
    )
    assert not one.touch(seat, START + 0.19)
    assert one.touch(seat, START + 0.21)


def test_slap_is_over_when_all_hands_are_down() -> None:
    slap = begun("slap")
    at = slap.plan.contact + 0.1
    for seat in runners_of(slap):
        assert not slap.is_done(at)
        assert slap.touch(seat, at)
    assert slap.is_done(at)
    assert slap.next_at(at) is None


@pytest.mark.parametrize(("reflex", "window"), [("real", 2.5), ("relaxed", 5.0)])
def test_slap_is_over_after_the_window(reflex: str, window: float) -> None:
    slap = begun("slap", reflex=reflex)
    assert not slap.is_done(slap.plan.contact + window - 0.001)
    assert slap.is_done(slap.plan.contact + window)
    assert wakings(slap)[-1] == slap.plan.contact + window


def test_slap_among_computers_is_over_with_the_last_hand() -> None:
    slap = begun("slap", ())
    last = max(at for at in slap.race().contacts if at is not None)
    assert last < 2500
    assert wakings(slap)[-1] == pytest.approx(slap.plan.contact + last / 1000)
    assert slap.is_done(wakings(slap)[-1])


def test_computers_show_their_hands_at_their_contacts() -> None:
    slap = begun("slap", ())
    for seat in runners_of(slap):
        at = slap.plan.contact + (slap.race().contacts[seat] or 0) / 1000
        assert seat not in slap.heights(at - 0.001)
        assert slap.heights(at + 0.001)[seat] == 100


def test_fooled_computers_show_it_after_the_turn_only() -> None:
    fooled = 0
    for seed in SEEDS:
        fake = begun("fake", (), seed=seed)
        touched = [s for s in runners_of(fake) if fake.race().contacts[s] is not None]
        assert set(fake.heights(fake.plan.turn - 0.001)) == {fake.plan.acting}
        assert set(fake.heights(fake.plan.end)) >= {fake.plan.acting, *touched}
        fooled += len(touched)
    assert fooled > 5


def test_computers_carry_a_screen_and_a_line_too(monkeypatch: pytest.MonkeyPatch) -> None:
    table = racing_table("slap")
    contacts: list[int | None] = [100] * SEATS
    contacts[acting_of(table)] = 0
    monkeypatch.setattr(motion, "model_race", lambda *_args: Race(tuple(contacts)))
    race = Motion(table, players(range(SEATS)), set(), stream(0), START).race()
    assert sorted(at for at in race.contacts if at) == [100 + LAG_MS] * 3


def fouled(text: str, people: set[Seat], monkeypatch: pytest.MonkeyPatch) -> Motion:
    contacts: list[int | None] = [None] * SEATS
    race = Race(tuple(contacts), foul=True)
    monkeypatch.setattr(motion, "model_race", lambda *_args: race)
    return Motion(racing_table(text), players(EVERYBODY - people), people, stream(0), START)


def test_persons_hand_makes_no_foul_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    assert not fouled("slap", set(EVERYBODY), monkeypatch).race().foul
    assert fouled("slap", set(), monkeypatch).race().foul


def test_fouls_can_be_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    half, touching = fouled("slap", set(), monkeypatch), fouled("fake", set(), monkeypatch)
    assert max(half.frames(at) for at in wakings(half)) == 95
    assert touching.frames(touching.plan.turn) == 100
    assert touching.frames(touching.plan.turn + 0.3) == 0


def test_relaxed_hand_is_slower() -> None:
    for seed in SEEDS:
        quick = begun("slap", seed=seed).plan
        slow = begun("slap", seed=seed, reflex="relaxed").plan
        ratio = (slow.contact - slow.begun) / (quick.contact - quick.begun)
        assert ratio == pytest.approx(eye.SLOWER, rel=0.2)


def test_by_lot_nothing_moves_and_slap_and_fake_take_equally_long() -> None:
    for text in ("slap", "fake"):
        one = begun(text, {0, 1}, reflex="lots")
        assert one.is_done(START)
        assert one.next_at(START) is None
        assert [one.frames(START + i / 10) for i in range(40)] == [0] * 40
        assert not any(one.touch(seat, START + 0.1) for seat in range(SEATS))
        race = one.race()
        assert race.contacts == tuple(0 if i == one.plan.acting else None for i in range(SEATS))
        assert not race.foul


@pytest.mark.parametrize("reflex", ["real", "relaxed", "lots"])
@pytest.mark.parametrize("text", ["slap", "fake"])
@pytest.mark.parametrize("people", [(), (0, 2), (0, 1, 2, 3)])
def test_table_takes_what_was_measured(text: str, people: tuple[Seat, ...], reflex: str) -> None:
    for seed in range(5):
        table = racing_table(text, reflex)
        one = Motion(table, players(EVERYBODY - set(people)), set(people), stream(seed), START)
        for i, at in enumerate(wakings(one)):
            one.touch(i % SEATS, at)
        assert one.is_done(one.plan.end)
        assert table.measured(one.race())


def test_time_since_a_resolution_is_whole_milliseconds() -> None:
    assert since_ms(None, 5.0) is None
    assert since_ms(4.0, 5.0004) == 1000
    assert since_ms(5.0, 4.9) == 0
