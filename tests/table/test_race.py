"""Verdicts on slaps and fakes: examples by rule, then properties, each shown able to fail."""

import random
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

import pytest
from hypothesis import Phase, assume, given, settings
from hypothesis import strategies as st

from tapete.core.errors import TapeteError
from tapete.core.game import NONE
from tapete.core.race import Judge, Race, Verdict
from tapete.table.race import adjudicate, recorded_contacts

LOT = 1 << 31
EVEN_LOTS = [(2 * k + 1) * LOT // 120 for k in range(60)]
"""Sixty lots that fall evenly upon one to six candidates."""
Adjudicator = Callable[..., Verdict]


@dataclass(frozen=True)
class Case:
    """Everything that a verdict hangs on."""

    race: Race
    runners: tuple[int, ...]
    judge: Judge = Judge()  # noqa: RUF009  # frozen, so it may be shared
    is_fake: bool = False
    par_ms: int = 0
    may_jam: bool = True
    lot: int = 0

    def put_to(self, adjudicator: Adjudicator) -> Verdict:
        return adjudicator(
            self.race,
            self.runners,
            self.judge,
            is_fake=self.is_fake,
            par_ms=self.par_ms,
            may_jam=self.may_jam,
            lot=self.lot,
        )

    def over_lots(self, adjudicator: Adjudicator) -> list[Verdict]:
        return [replace(self, lot=lot).put_to(adjudicator) for lot in EVEN_LOTS]

    def with_contacts(self, contacts: dict[int, int | None]) -> "Case":
        merged = tuple(contacts.get(s, c) for s, c in enumerate(self.race.contacts))
        return replace(self, race=replace(self.race, contacts=merged))


def slap(*contacts: int | None, **changes: Any) -> Verdict:
    """Judge a slap by seat 0 in which these are the others' contacts, with an error of 9 ms."""
    runners = tuple(range(1, len(contacts) + 1))
    race = Race((0, *contacts), early=changes.pop("early", ()), foul=changes.pop("foul", False))
    return replace(Case(race, runners), **changes).put_to(adjudicate)


# Examples


def test_hd_9_the_slowest_loses() -> None:
    assert slap(210, 250, 190) == Verdict(loser=2)


def test_hd_8_only_runners_are_judged() -> None:
    race = Race((0, 250, 900, 210))
    assert Case(race, (3, 1)).put_to(adjudicate) == Verdict(loser=1)


def test_hd_10_slowest_two_within_the_error_jam() -> None:
    assert slap(241, 250, 190) == Verdict(jam=True)
    assert slap(240, 250, 190) == Verdict(loser=2)


def test_hd_d7_clump_ms_takes_the_place_of_the_error() -> None:
    assert slap(240, 250, judge=Judge(clump_ms=10)) == Verdict(jam=True)
    assert slap(249, 250, judge=Judge(clump_ms=0)) == Verdict(loser=2)
    assert slap(250, 250, judge=Judge(clump_ms=0)) == Verdict(jam=True)


def test_hd_d7_after_the_last_jam_a_lot_decides_between_the_two() -> None:
    assert slap(245, 250, 190, may_jam=False, lot=0) == Verdict(loser=1)
    assert slap(245, 250, 190, may_jam=False, lot=LOT - 1) == Verdict(loser=2)


def test_hd_d7_the_lot_is_among_all_as_slow_as_the_second_slowest() -> None:
    verdicts = [slap(245, 250, 245, 190, may_jam=False, lot=lot) for lot in EVEN_LOTS]
    assert Counter(v.loser for v in verdicts) == {1: 20, 2: 20, 3: 20}


def test_hd_d7_after_the_last_jam_the_slowest_loses_where_he_can_be_told() -> None:
    assert slap(200, 250, may_jam=False, lot=0) == Verdict(loser=2)


def test_hd_d6_who_never_slaps_is_last_and_does_not_jam() -> None:
    assert slap(None, 250, 250) == Verdict(loser=1)
    assert slap(None, 250, None, lot=LOT - 1) == Verdict(loser=3)


def test_hd_d15_relaxed_doubles_the_window() -> None:
    assert slap(2501, 2480, 300) == Verdict(loser=1)
    assert slap(2501, 2480, 300, judge=Judge("relaxed", clump_ms=21)) == Verdict(jam=True)
    assert slap(5001, None, judge=Judge("relaxed"), lot=0) == Verdict(loser=1)


def test_hd_d10_early_ones_pay_and_race_with_their_next_touch() -> None:
    assert slap(400, 210, 250, early=(3, 1)) == Verdict(early=(1, 3), loser=1)
    assert slap(400, None, 250, early=(2,)) == Verdict(early=(2,), loser=2)


def test_hd_14_half_slap_costs_nobody_anything() -> None:
    assert slap(400, 210, 250, early=(1,), foul=True) == Verdict(foul=True)


def test_hd_14_touched_fake_costs_nobody_anything() -> None:
    assert slap(400, None, 250, foul=True, is_fake=True) == Verdict(foul=True)


def test_hd_13_every_touch_in_a_fake_counts() -> None:
    assert slap(400, None, None, early=(3,), is_fake=True) == Verdict(touched=(1, 3))


def test_hd_d2_par_time_saves_a_lone_runner_up_to_the_limit() -> None:
    assert slap(300, par_ms=300) == Verdict()
    assert slap(301, par_ms=300) == Verdict(loser=1)
    assert slap(0, par_ms=0) == Verdict(loser=1)
    assert slap(None, par_ms=300) == Verdict(loser=1)
    assert slap(100, par_ms=300, judge=Judge("lots")) == Verdict(loser=1)


def test_hd_d2_par_time_is_for_one_runner_only() -> None:
    assert slap(100, 120, par_ms=300) == Verdict(loser=2)


@pytest.mark.parametrize("reflex", ["real", "relaxed", "lots"])
def test_hd_d4_without_runners_nobody_loses(reflex: Any) -> None:
    race = Race((0, None, None))
    assert Case(race, (), Judge(reflex), may_jam=False).put_to(adjudicate) == Verdict()


# What records keep


def test_records_keep_the_runners_contacts_within_the_window() -> None:
    race = Race((240, 0, 2501, 77, 2500), early=(0,))
    assert recorded_contacts(race, (2, 4, 0), Judge(), 1, 5) == [240, 0, None, None, 2500]
    assert recorded_contacts(race, (2, 4, 0), Judge("relaxed"), 1, 5)[2] == 2501


def test_records_keep_no_contacts_of_lots() -> None:
    race = Race((240, None, 300))
    assert recorded_contacts(race, (0, 2), Judge("lots"), 1, 3) == [None, 0, None]


@pytest.mark.parametrize(
    ("runners", "seat", "seats", "message"),
    [
        ((1, 2), 0, 4, "4, one a seat, not 3"),
        ((1, 2), 3, 3, "0 to 2"),
        ((1, 2), 2, 3, "no runner"),
        ((1, 3), 0, 3, "from 0 to 2, not 3"),
    ],
)
def test_records_refuse_what_does_not_fit(
    runners: tuple[int, ...], seat: int, seats: int, message: str
) -> None:
    with pytest.raises(TapeteError, match=message):
        recorded_contacts(Race((0, 200, 300)), runners, Judge(), seat, seats)


# What cannot be


@pytest.mark.parametrize(
    ("case", "message"),
    [
        (Case(Race(()), (0,)), "runner must be a seat"),
        (Case(Race((0, 200)), (2,)), "from 0 to 1, not 2"),
        (Case(Race((0, 200)), (-1,)), "from 0 to 1, not -1"),
        (Case(Race((0, 200, 300)), (1, 1)), "a seat runs once"),
        (Case(Race((0, 200)), (0, 1)), "1 can run, not 2"),
        (Case(Race((0, -1)), (1,)), "0 ms or more, not -1"),
        (Case(Race((0, 1.5)), (1,)), "0 ms or more, not 1.5"),  # pyright: ignore[reportArgumentType]
        (Case(Race((0, "9")), (1,)), "0 ms or more, not 9"),  # pyright: ignore[reportArgumentType]
        (Case(Race((0, 200, 210), early=(2,)), (1,)), "one of the runners"),
        (Case(Race((0, 200), early=(0,)), (1,)), "one of the runners"),
        (Case(Race((0, 200), early=(1, 1)), (1,)), "early once"),
        (Case(Race((0, 200), error_ms=-1), (1,)), "error_ms must be 0 or more"),
        (Case(Race((0, 200)), (1,), par_ms=-1), "par_ms must be 0 or more"),
        (Case(Race((0, 200)), (1,), lot=LOT), "31 bits"),
        (Case(Race((0, 200)), (1,), lot=-1), "31 bits"),
        (Case(Race((0, -1), foul=True), (1,), is_fake=True), "0 ms or more"),
        (Case(Race((0, -1)), (1,), Judge("lots")), "0 ms or more"),
    ],
)
def test_malformed_measurement_is_refused(case: Case, message: str) -> None:
    with pytest.raises(TapeteError, match=message):
        case.put_to(adjudicate)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"reflex": "fast"}, "real, relaxed, lots, not 'fast'"),
        ({"window_ms": 0}, "1 to 60000, not 0"),
        ({"window_ms": 60_001}, "1 to 60000"),
        ({"clump_ms": -1}, "none or 0 to 1000, not -1"),
        ({"clump_ms": 1001}, "none or 0 to 1000"),
    ],
)
def test_judge_says_what_is_allowed(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(TapeteError, match=message):
        Judge(**changes)


def test_judge_takes_the_limits_themselves() -> None:
    assert Judge("lots", 1, 0).limit_ms == 1
    assert Judge("relaxed", 60_000, 1000).limit_ms == 120_000


# Properties: (adjudicator, case, draw) → asserts

CONTACTS = st.one_of(
    st.none(),
    st.integers(200, 215),
    st.integers(0, 5100),
    st.sampled_from([2499, 2500, 2501, 4999, 5000, 5001]),
)


@st.composite
def cases(draw: Any) -> Case:
    seats = draw(st.integers(2, 5))
    actor = draw(st.integers(0, seats - 1))
    left = [(actor + i) % seats for i in range(1, seats)]
    runners = tuple(seat for seat in left if draw(st.integers(0, 5)))
    contacts = [0 if seat == actor else draw(CONTACTS) for seat in range(seats)]
    early = draw(st.permutations([seat for seat in runners if not draw(st.integers(0, 3))]))
    race = Race(tuple(contacts), tuple(early), draw(st.booleans()), draw(st.integers(0, 12)))
    clump = draw(st.one_of(st.none(), st.integers(0, 12)))
    judge = Judge(draw(st.sampled_from(["real", "relaxed", "lots"])), clump_ms=clump)
    flags = draw(st.booleans()), draw(st.sampled_from([0, 0, 210, 2500])), draw(st.booleans())
    return Case(race, runners, judge, *flags, draw(st.integers(0, LOT - 1)))


def measured_slap(case: Case) -> Case:
    """Turn any case into a slap without a foul, judged by reflexes."""
    assume(case.judge.reflex != "lots")
    return replace(case, is_fake=False, race=replace(case.race, foul=False))


def renaming_seats_renames_the_verdict(adjudicator: Adjudicator, case: Case, draw: Any) -> None:
    new = [*draw(st.permutations(range(len(case.race.contacts)))), NONE]
    contacts = [case.race.contacts[new.index(seat)] for seat in range(len(new) - 1)]
    race = replace(
        case.race, contacts=tuple(contacts), early=tuple(new[s] for s in case.race.early)
    )
    renamed = replace(case, race=race, runners=tuple(new[s] for s in case.runners))
    was, now = case.put_to(adjudicator), renamed.put_to(adjudicator)
    assert now == Verdict(
        tuple(new[s] for s in was.early),
        was.foul,
        new[was.loser],
        was.jam,
        tuple(new[s] for s in was.touched),
    )


def slower_never_helps(adjudicator: Adjudicator, case: Case, draw: Any) -> None:
    assume(case.runners)
    case = measured_slap(case)
    seat = draw(st.sampled_from(case.runners))
    contact = case.race.contacts[seat]
    assume(contact is not None)
    later = draw(st.one_of(st.none(), st.integers(0, 40), st.integers(0, 3000)))
    slower = case.with_contacts({seat: None if later is None else contact + later})
    was, now = case.over_lots(adjudicator), slower.over_lots(adjudicator)
    assert sum(v.loser == seat for v in now) >= sum(v.loser == seat for v in was)
    assert sum(v.jam or v.loser == seat for v in now) >= sum(v.jam or v.loser == seat for v in was)


def order_does_not_matter(adjudicator: Adjudicator, case: Case, draw: Any) -> None:
    assume(not (case.is_fake and case.judge.reflex == "lots"))
    early = tuple(draw(st.permutations(case.race.early)))
    runners = tuple(draw(st.permutations(case.runners)))
    other = replace(case, race=replace(case.race, early=early), runners=runners)
    was, now = case.over_lots(adjudicator), other.over_lots(adjudicator)
    assert Counter(v.loser for v in was) == Counter(v.loser for v in now)
    assert {(v.foul, v.jam) for v in was} == {(v.foul, v.jam) for v in now}
    for verdict, runners in ((was[0], case.runners), (now[0], other.runners)):
        assert list(verdict.early) == sorted(verdict.early, key=runners.index)
        assert list(verdict.touched) == sorted(verdict.touched, key=runners.index)
    assert set(was[0].early) == set(now[0].early)
    assert set(was[0].touched) == set(now[0].touched)


def jams_are_symmetric(adjudicator: Adjudicator, _case: Case, draw: Any) -> None:
    one, other = draw(st.integers(200, 230)), draw(st.integers(200, 230))
    error = draw(st.integers(0, 12))
    first = Case(Race((0, one, other), error_ms=error), (1, 2)).put_to(adjudicator)
    second = Case(Race((0, other, one), error_ms=error), (1, 2)).put_to(adjudicator)
    assert first.jam == second.jam == (-error <= one - other <= error)


def past_the_window_is_never(adjudicator: Adjudicator, case: Case, draw: Any) -> None:
    assume(len(case.runners) > 1)
    case = measured_slap(case)
    limit = 5000 if case.judge.reflex == "relaxed" else 2500
    slapper, sleeper = draw(st.permutations(case.runners))[:2]
    others = dict.fromkeys(case.runners, 100)
    in_time = case.with_contacts({**others, slapper: limit, sleeper: None})
    assert in_time.put_to(adjudicator).loser == sleeper
    late = case.with_contacts({**others, slapper: limit, sleeper: limit + 1})
    assert late.put_to(adjudicator).loser == sleeper
    both = case.with_contacts({**others, slapper: limit + 1, sleeper: limit + 2})
    assert {v.loser for v in both.over_lots(adjudicator)} == {slapper, sleeper}


def foul_comes_first(adjudicator: Adjudicator, case: Case, _draw: Any) -> None:
    fouled = replace(case, race=replace(case.race, foul=True))
    if case.judge.reflex == "lots":
        honest = replace(case, race=replace(case.race, foul=False))
        assert fouled.put_to(adjudicator) == honest.put_to(adjudicator)
    else:
        assert fouled.put_to(adjudicator) == Verdict(foul=True)


def one_who_never_slapped_is_last(adjudicator: Adjudicator, case: Case, draw: Any) -> None:
    assume(case.runners)
    case = measured_slap(case)
    asleep = draw(st.sets(st.sampled_from(case.runners), min_size=1))
    awake = {s: draw(st.integers(0, 2500)) for s in case.runners if s not in asleep}
    verdicts = case.with_contacts({**awake, **dict.fromkeys(asleep)}).over_lots(adjudicator)
    assert not any(v.jam for v in verdicts)
    assert Counter(v.loser for v in verdicts) == dict.fromkeys(asleep, 60 // len(asleep))


def par_saves_a_lone_runner(adjudicator: Adjudicator, case: Case, draw: Any) -> None:
    contact = draw(st.one_of(st.none(), st.integers(0, 60)))
    par = draw(st.integers(0, 60))
    lone = Case(Race((contact, 0)), (0,), case.judge, False, par, case.may_jam, case.lot)
    is_saved = contact is not None and par > 0 and contact <= par and case.judge.reflex != "lots"
    assert lone.put_to(adjudicator) == Verdict(loser=NONE if is_saved else 0)


def fakes_count_every_touch(adjudicator: Adjudicator, case: Case, _draw: Any) -> None:
    assume(case.judge.reflex != "lots")
    fake = replace(case, is_fake=True, race=replace(case.race, foul=False))
    verdict = fake.put_to(adjudicator)
    came_down = {s for s, c in enumerate(case.race.contacts) if c is not None}
    assert set(verdict.touched) == (came_down | set(case.race.early)) & set(case.runners)
    assert verdict == Verdict(touched=verdict.touched)


def the_verdict_is_one_that_contacts_allow(
    adjudicator: Adjudicator, case: Case, _draw: Any
) -> None:
    verdict = case.put_to(adjudicator)
    if case.judge.reflex == "lots":
        assert allowed_by_lot(case, verdict)
    elif case.race.foul or case.is_fake:
        assert verdict.foul == case.race.foul
        assert (verdict.early, verdict.loser, verdict.jam) == ((), NONE, False)
    else:
        assert set(verdict.early) == set(case.race.early)
        ends = {(v.loser, v.jam) for v in case.over_lots(adjudicator)}
        assert ends == set(allowed_ends(case))


def allowed_by_lot(case: Case, verdict: Verdict) -> bool:
    if case.is_fake:
        return verdict == Verdict(touched=verdict.touched) and {*verdict.touched} <= {*case.runners}
    return verdict == Verdict(loser=verdict.loser) and verdict.loser in (case.runners or (NONE,))


def allowed_ends(case: Case) -> Iterator[tuple[int, bool]]:
    """Yield every (loser, jam) that the contacts allow, by looking at each seat for itself."""
    limit = case.judge.window_ms * (2 if case.judge.reflex == "relaxed" else 1)
    error = case.race.error_ms if case.judge.clump_ms is None else case.judge.clump_ms
    never = float("inf")
    times = [(seat, case.race.contacts[seat]) for seat in case.runners]
    times = [(seat, never if t is None or t > limit else t) for seat, t in times]
    for seat, time in times:
        others = [t for s, t in times if s != seat]
        is_clumped = any(abs(t - time) <= error for t in others) and max(others) != never
        is_in_clump = is_clumped and max(others) - time <= error
        if len(times) == 1 and case.par_ms and time <= case.par_ms:
            yield NONE, False
        elif time == never or (not is_clumped and time > max(others, default=-1)):
            yield seat, False
        elif is_in_clump and sum(t > time for t in others) <= 1:
            yield (NONE, True) if case.may_jam else (seat, False)
    if not times:
        yield NONE, False


# Wrong adjudicators, each caught by the property beside it


def changed(change: Callable[[Case], Case]) -> Adjudicator:
    """Return an adjudicator that is right about a changed case."""

    def wrong(race: Race, runners: tuple[int, ...], judge: Judge, **rest: Any) -> Verdict:
        return change(Case(race, runners, judge, **rest)).put_to(adjudicate)

    return wrong


def by_seat_number(case: Case) -> Case:
    return replace(case, runners=tuple(sorted(case.runners)))


def late_is_quick(case: Case) -> Case:
    late = {s: 0 for s, c in enumerate(case.race.contacts) if c is not None and c > 2500}
    return case.with_contacts(late)


def quickest_loses(case: Case) -> Case:
    turned = {s: 9999 - c for s, c in enumerate(case.race.contacts) if c is not None}
    return replace(
        case.with_contacts(turned), judge=replace(case.judge, window_ms=9999, clump_ms=0)
    )


def no_lot(case: Case) -> Case:
    return replace(case, lot=0)


def early_in_time_order(race: Race, runners: tuple[int, ...], judge: Judge, **rest: Any) -> Verdict:
    verdict = adjudicate(race, runners, judge, **rest)
    return replace(verdict, early=race.early if verdict.early else ())


def jam_one_way(race: Race, runners: tuple[int, ...], judge: Judge, **rest: Any) -> Verdict:
    verdict = adjudicate(race, runners, judge, **rest)
    first, second = (race.contacts[s] or 0 for s in runners[:2])
    return replace(verdict, jam=False, loser=runners[0]) if first > second else verdict


def short_window(case: Case) -> Case:
    return replace(case, judge=replace(case.judge, window_ms=case.judge.window_ms - 1))


def never_relaxed(case: Case) -> Case:
    return replace(case, judge=replace(case.judge, reflex="real"))


def early_pays_first(race: Race, runners: tuple[int, ...], judge: Judge, **rest: Any) -> Verdict:
    return replace(adjudicate(race, runners, judge, **rest), early=race.early)


def blind_to_fouls(case: Case) -> Case:
    return replace(case, race=replace(case.race, foul=False))


def lots_foul(race: Race, runners: tuple[int, ...], judge: Judge, **rest: Any) -> Verdict:
    return Verdict(foul=True) if race.foul else adjudicate(race, runners, judge, **rest)


def never_is_the_limit(case: Case) -> Case:
    limit = {s: case.judge.limit_ms for s, c in enumerate(case.race.contacts) if c is None}
    return case.with_contacts(limit)


def strict_par(case: Case) -> Case:
    return replace(case, par_ms=max(case.par_ms - 1, 0))


def par_saves_from_lots(case: Case) -> Case:
    return never_relaxed(case) if case.par_ms else case


def par_saves_sleepers(race: Race, runners: tuple[int, ...], judge: Judge, **rest: Any) -> Verdict:
    verdict = adjudicate(race, runners, judge, **rest)
    return Verdict() if rest["par_ms"] and race.contacts[runners[0]] is None else verdict


def blind_to_early(case: Case) -> Case:
    return replace(case, race=replace(case.race, early=()))


def always_jams(case: Case) -> Case:
    return replace(case, may_jam=True)


def wide_error(case: Case) -> Case:
    error = case.race.error_ms if case.judge.clump_ms is None else case.judge.clump_ms
    return replace(case, judge=replace(case.judge, clump_ms=error + 3))


PLANTS: dict[Callable[..., None], list[Adjudicator]] = {
    renaming_seats_renames_the_verdict: [changed(by_seat_number)],
    slower_never_helps: [changed(late_is_quick), changed(quickest_loses)],
    order_does_not_matter: [changed(no_lot), early_in_time_order],
    jams_are_symmetric: [jam_one_way, changed(wide_error)],
    past_the_window_is_never: [changed(short_window), changed(never_relaxed), changed(no_lot)],
    foul_comes_first: [early_pays_first, changed(blind_to_fouls), lots_foul],
    one_who_never_slapped_is_last: [changed(never_is_the_limit), changed(no_lot)],
    par_saves_a_lone_runner: [
        changed(strict_par),
        changed(par_saves_from_lots),
        par_saves_sleepers,
    ],
    fakes_count_every_touch: [changed(blind_to_early), early_pays_first],
    the_verdict_is_one_that_contacts_allow: [
        changed(quickest_loses),
        changed(late_is_quick),
        changed(always_jams),
        changed(wide_error),
        changed(strict_par),
        changed(blind_to_early),
        lots_foul,
    ],
}
PLANTED = [(rule, wrong) for rule, wrongs in PLANTS.items() for wrong in wrongs]


def check(rule: Callable[..., None], adjudicator: Adjudicator, **options: Any) -> None:
    @settings(report_multiple_bugs=False, **options)
    @given(cases(), st.data())
    def run(case: Case, data: st.DataObject) -> None:
        rule(adjudicator, case, data.draw)

    run()


@pytest.mark.parametrize("rule", PLANTS, ids=lambda rule: rule.__name__)
def test_property(rule: Callable[..., None]) -> None:
    check(rule, adjudicate, max_examples=200)


@pytest.mark.parametrize(("rule", "wrong"), PLANTED)
def test_property_catches_a_wrong_adjudicator(
    rule: Callable[..., None], wrong: Adjudicator
) -> None:
    with pytest.raises(AssertionError):
        check(rule, wrong, max_examples=1000, phases=[Phase.generate])


# How lots fall: chi-square on fixed seeds, limits at one false alarm in a thousand

LOTS = 12_000
CHI_SQUARE = {1: 10.83, 2: 13.82, 7: 24.32}


def chi_square(adjudicator: Adjudicator, case: Case, expected: dict[Any, float]) -> float:
    lots = random.Random(20)
    found: Counter[Any] = Counter()
    for _ in range(LOTS):
        verdict = replace(case, lot=lots.getrandbits(31)).put_to(adjudicator)
        found[verdict.touched if case.is_fake else verdict.loser] += 1
    assert set(found) <= set(expected)
    return sum((found[k] - LOTS * p) ** 2 / (LOTS * p) for k, p in expected.items())


def fooled_sets() -> dict[Any, float]:
    sets = [tuple(s for s in (1, 2, 3) if bits >> s & 1) for bits in range(0, 16, 2)]
    return {s: 0.25 ** len(s) * 0.75 ** (3 - len(s)) for s in sets}


THIRDS = dict.fromkeys((1, 2, 3), 1 / 3)
FALLS = {
    "loser by lot": (Case(Race((0, 1, 2, 3)), (1, 2, 3), Judge("lots"), may_jam=False), THIRDS),
    "fooled by lot": (Case(Race((0, 1, 2, 3)), (1, 2, 3), Judge("lots"), True), fooled_sets()),
    "never slapped": (Case(Race((0, None, None, None)), (1, 2, 3)), THIRDS),
    "clump": (Case(Race((0, 90, 205, 200)), (1, 2, 3), may_jam=False), {2: 0.5, 3: 0.5}),
}


@pytest.mark.parametrize(("case", "expected"), FALLS.values(), ids=FALLS)
def test_lots_fall_evenly(case: Case, expected: dict[Any, float]) -> None:
    assert chi_square(adjudicate, case, expected) < CHI_SQUARE[len(expected) - 1]


def loaded(case: Case) -> Case:
    return replace(case, lot=max(case.lot - LOT // 50, 0))


def twice_the_same_bits(case: Case) -> Case:
    return replace(case, lot=case.lot & 0b1111 | (case.lot & 0b11) << 4)


@pytest.mark.parametrize(
    ("name", "change"),
    [
        ("loser by lot", loaded),
        ("fooled by lot", twice_the_same_bits),
        ("never slapped", loaded),
        ("clump", loaded),
    ],
)
def test_loaded_lots_are_noticed(name: str, change: Callable[[Case], Case]) -> None:
    case, expected = FALLS[name]
    assert chi_square(changed(change), case, expected) > CHI_SQUARE[len(expected) - 1]
