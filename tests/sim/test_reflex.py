"""The reflex model: its figures, its float original, its compiled twin and its tables."""

import math
import runpy
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from statistics import NormalDist, fmean, pstdev
from types import SimpleNamespace
from typing import Any

import numba
import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from tapete.core.race import Judge, Race
from tapete.sim import reflex, reflex_tables
from tapete.sim.jit import as_rows, compiled
from tapete.sim.reflex import NEVER, ONE, Level, Motion, Stance, race_of
from tapete.sim.rng import Rng, stream
from tapete.table.race import adjudicate

ROOT = Path(__file__).parent.parent.parent
DRAWS = 60_000


# Tables


def test_tables_are_what_the_script_gives() -> None:
    script = runpy.run_path(str(ROOT / "bench" / "make_reflex_tables.py"))
    made = Path(reflex_tables.__file__).read_text(encoding="utf-8")
    assert made == script["render"]()


class Script:
    """Stands in for the random numbers: `below` gives the listed shares of what it is asked for."""

    def __init__(self, shares: list[float]) -> None:
        self.shares = iter(shares)

    def below(self, _r: Any, n: int) -> int:
        return int(next(self.shares) * n)


def scripted(monkeypatch: pytest.MonkeyPatch, *shares: float) -> Rng:
    monkeypatch.setattr(reflex, "below", Script(list(shares)).below)
    return Rng()


def test_normal_draws_have_its_quantiles_mean_and_spread(monkeypatch: pytest.MonkeyPatch) -> None:
    shares = [(i + 0.5) / 4096 for i in range(4096)]
    r = scripted(monkeypatch, *shares)
    drawn = [reflex.draw_normal(r, 0, 1_000_000) / 1e6 for _ in shares]
    inner = [(z, p) for z, p in zip(drawn, shares, strict=True) if 0.01 < p < 0.99]
    assert all(z == pytest.approx(NormalDist().inv_cdf(p), abs=0.008) for z, p in inner)
    assert fmean(drawn) == pytest.approx(0, abs=0.001)
    assert pstdev(drawn) == pytest.approx(1, abs=0.003)


def test_exponential_draws_have_its_quantiles_and_mean(monkeypatch: pytest.MonkeyPatch) -> None:
    shares = [(i + 0.5) / 4096 for i in range(4096)]
    r = scripted(monkeypatch, *shares)
    drawn = [reflex.draw_exponential(r, 1_000_000) / 1e6 for _ in shares]
    inner = [(x, p) for x, p in zip(drawn, shares, strict=True) if p < 0.98]
    assert all(x == pytest.approx(-math.log1p(-p), abs=0.005) for x, p in inner)
    assert fmean(drawn) == pytest.approx(1, abs=0.001)
    assert pstdev(drawn) == pytest.approx(1, abs=0.02)


# The same model in floats, in milliseconds

MS = {"easy": (300, 45, 90, 290), "medium": (235, 32, 65, 240)}
MS |= {"hard": (195, 25, 45, 215), "expert": (170, 18, 25, 190)}


def float_motion(shares: list[float], disguise: float) -> tuple[float, float]:
    """Return duration and reach of a fake."""
    duration = min(max(NormalDist(190, 45).inv_cdf(shares[0]), 100), 400)
    return duration, min(max(NormalDist(disguise, 0.12).inv_cdf(shares[1]), 0.3), 0.97)


def float_contact(
    level: str, caution: float, duration: float, shares: list[float], reach: float | None
) -> float | None:
    """Return a contact after the actor's, in a fake (`reach`) after its start; None for never."""
    mu, sigma, tau, stop = MS[level]
    theta = min(max(NormalDist(caution, 0.15).inv_cdf(shares[0]), 0), 1)
    is_waiting = theta >= 0.97
    cue = duration if is_waiting else duration * theta ** (1 / 1.7)
    reaction = NormalDist(mu, sigma).inv_cdf(shares[1]) - tau * math.log(1 - shares[2])
    reaction = max(110, reaction - 25 * is_waiting)
    if shares[4] < 0.02:
        reaction += 150 + 350 * shares[3]
    if reach is None:
        return cue + reaction - duration
    turn = duration * reach ** (1 / 1.7)
    if theta < reach:
        stopped = turn + max(120, NormalDist(stop, 25).inv_cdf(shares[5]))
        return cue + reaction if cue + reaction < stopped else None
    return turn + reaction if shares[6] < 0.015 else None


SHARES = st.lists(st.floats(0.01, 0.99), min_size=10, max_size=10)
LEVELS = st.sampled_from(list(Level))


@given(SHARES, LEVELS, st.integers(100, 1000), st.booleans(), st.booleans(), st.booleans())
def test_draws_agree_with_the_model_in_floats(
    shares: list[float],
    level: Level,
    caution: int,
    is_fake: bool,
    is_lapse: bool,
    is_startled: bool,
) -> None:
    shares[7], shares[9] = 0.001 if is_lapse else 0.5, 0.001 if is_startled else 0.5
    duration, reach = float_motion(shares, 0.65)
    expected = float_contact(
        level.name.lower(), caution / 1000, duration, shares[3:], reach if is_fake else None
    )
    with pytest.MonkeyPatch.context() as patch:
        r, m = scripted(patch, *shares), Motion()
        reflex.draw_motion(r, m, int(is_fake), 650)
        drawn = reflex.draw_touch(r, m, level, caution)
    assert m.duration_us == pytest.approx(1000 * duration, abs=400)
    theta = NormalDist(caution / 1000, 0.15).inv_cdf(shares[3])
    # Not on the edge between two cases, nor where the path is too steep for a straight line.
    assume(min(abs(theta - 0.97), abs(theta - reach)) > 0.002 and theta > 0.02)
    if (drawn == NEVER) != (expected is None):
        turn = duration * reach ** (1 / 1.7)
        stop = MS[level.name.lower()][3]
        stopped = turn + max(120, NormalDist(stop, 25).inv_cdf(shares[8]))
        gone = float_contact(level.name.lower(), caution / 1000, duration, shares[3:], None)
        assert gone is not None
        assert gone + duration == pytest.approx(stopped, abs=2)
    elif expected is not None:
        assert drawn == pytest.approx(1000 * expected, abs=2000)


# Figures of the model: mean slap in ms, early share, fooled share at disguise .65 and .8

CAUTIONS = (300, 500, 700, 1000)
FIGURES = {
    Level.EASY: "297 .00 .37 .45 | 331 .00 .21 .30 | 359 .00 .09 .16 | 375 .00 .02 .04",
    Level.MEDIUM: "207 .00 .51 .61 | 241 .00 .31 .43 | 269 .00 .13 .24 | 285 .00 .02 .05",
    Level.HARD: "148 .01 .69 .78 | 181 .00 .46 .61 | 208 .00 .20 .37 | 225 .00 .03 .07",
    Level.EXPERT: "106 .03 .81 .89 | 136 .00 .57 .74 | 164 .00 .26 .48 | 180 .00 .03 .09",
}


def figures() -> Iterator[tuple[Level, int, list[float]]]:
    for level, line in FIGURES.items():
        for caution, cell in zip(CAUTIONS, line.split(" | "), strict=True):
            yield level, caution, [float(x) for x in cell.split()]


@pytest.fixture(scope="module")
def twin() -> SimpleNamespace:
    """The compiled model with bounds checking on, and a loop over it that fills an array."""
    made = compiled("tapete.sim.reflex", boundscheck=True)
    draw_motion, draw_touch = made.draw_motion, made.draw_touch

    @numba.njit
    def fill(rngs: Any, motions: Any, is_fake: int, disguise: int, who: Any, out: Any) -> None:
        for i in range(len(out)):
            draw_motion(rngs[0], motions[0], is_fake, disguise)
            out[i] = draw_touch(rngs[0], motions[0], who[0], who[1])

    made.fill = fill
    return made


def draw_many(twin: SimpleNamespace, key: str, level: int, caution: int, disguise: int = 0) -> Any:
    """Return contacts in microseconds: of slaps, or of fakes if there is a disguise."""
    out, who = np.zeros(DRAWS, np.int64), np.array([level, caution])
    rngs, motions = as_rows([stream(4, key).pack()], Rng), as_rows([Motion().pack()], Motion)
    twin.fill(rngs, motions, int(disguise > 0), disguise or 750, who, out)
    return out


@pytest.mark.parametrize(("level", "caution", "expected"), list(figures()))
def test_figures_of_each_level(
    twin: SimpleNamespace, level: Level, caution: int, expected: list[float]
) -> None:
    slap, early, fooled_65, fooled_80 = expected
    contacts = draw_many(twin, "slap", level, caution)
    assert contacts[contacts >= 0].mean() / 1000 == pytest.approx(slap, abs=2.5)
    assert (contacts < 0).mean() == pytest.approx(early, abs=0.007)
    for disguise, fooled in ((650, fooled_65), (800, fooled_80)):
        touches = draw_many(twin, "fake", level, caution, disguise)
        assert (touches != NEVER).mean() == pytest.approx(fooled, abs=0.012)


@pytest.mark.parametrize("level", Level)
def test_caution_costs_time_and_saves_from_fakes(twin: SimpleNamespace, level: Level) -> None:
    slaps = [draw_many(twin, "slap", level, c) for c in reflex.CAUTION]
    fakes = [draw_many(twin, "fake", level, c, 750) for c in reflex.CAUTION]
    means = [one.mean() for one in slaps]
    early = [(one < 0).mean() for one in slaps]
    fooled = [(one != NEVER).mean() for one in fakes]
    assert means == sorted(set(means))
    assert early == sorted(early, reverse=True)
    assert fooled == sorted(set(fooled), reverse=True)
    # On the same luck, more caution never gains more than what the seen contact saves.
    for bold, careful in pairwise(slaps):
        assert (careful - bold).min() >= -reflex.CONTACT_SAVES


def test_quicker_levels_are_quicker_at_every_caution(twin: SimpleNamespace) -> None:
    for caution in reflex.CAUTION:
        means = [draw_many(twin, "slap", level, caution).mean() for level in Level]
        assert means == sorted(set(means), reverse=True)


# Fouls of the acting seat


def foul_shares(is_fake: int, disguise: int) -> float:
    r, m, fouls = stream(6, "foul", is_fake, disguise), Motion(), 0
    for _ in range(20_000):
        reflex.draw_motion(r, m, is_fake, disguise)
        fouls += m.foul
    return fouls / 20_000


@pytest.mark.parametrize(
    ("is_fake", "disguise", "share"), [(0, 750, 0.005), (1, 350, 0.01), (1, 950, 0.04)]
)
def test_acting_seat_fouls_as_often_as_it_should(is_fake: int, disguise: int, share: float) -> None:
    assert foul_shares(is_fake, disguise) == pytest.approx(share, abs=0.0035)


def test_deep_fakes_are_in_more_danger() -> None:
    m = Motion()
    m.is_fake = 1
    chances = []
    for share in (0.3, 0.7, 0.85, 1):
        m.reach = int(share * ONE)
        chances.append(reflex.foul_chance(m))
    assert chances == [10_000, 10_000, pytest.approx(30_000, abs=3), 50_000]


# Interpreted and compiled


def test_compiled_draws_are_the_same_bits(twin: SimpleNamespace) -> None:
    rng, m = stream(5, "twin"), Motion()
    rngs, motions = as_rows([rng.pack()], Rng), as_rows([m.pack()], Motion)
    for level in Level:
        for stance in Stance:
            for turn in range(60):
                is_fake, disguise = turn % 2, reflex.DISGUISES[turn % 4]
                reflex.draw_motion(rng, m, is_fake, disguise)
                twin.draw_motion(rngs[0], motions[0], is_fake, disguise)
                mine = reflex.draw_contact(rng, m, level, stance)
                its = twin.draw_contact(rngs[0], motions[0], int(level), int(stance))
                again = twin.draw_second_contact(rngs[0], int(level))
                assert (mine, reflex.draw_second_contact(rng, level)) == (its, again)
                assert (rng.pack(), m.pack()) == (rngs.tobytes(), motions.tobytes())


def test_level_and_caution_use_the_same_numbers() -> None:
    for is_fake in (0, 1):
        ends: set[int] = set()
        for level in Level:
            for stance in Stance:
                r, m = stream(8, "same"), Motion()
                reflex.draw_motion(r, m, is_fake, 750)
                reflex.draw_contact(r, m, level, stance)
                ends.add(r.at)
        assert len(ends) == 1


# Whole races


def draw_race(key: int, *, is_fake: bool = False, stance: Stance = Stance.EVEN) -> Race:
    return race_of(
        stream(9, "race", key),
        actor=1,
        runners=(2, 0),
        is_fake=is_fake,
        levels=[Level.EXPERT] * 4,
        stances=[stance] * 4,
        seats=4,
    )


def test_race_at_the_median_is_known_by_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    # The hand takes 190 ms; the cue is at .6 ** (1 / 1.7) = .7405 of them, 140.69 ms; the expert's
    # reaction is 170 + 25 ln 2 = 187.33 ms, the easy player's 300 + 90 ln 2 = 362.38 ms.
    r = scripted(monkeypatch, *[0.5] * 20)
    race = race_of(
        r,
        actor=0,
        runners=(1, 2),
        is_fake=False,
        levels=[Level.EASY, Level.EXPERT, Level.EASY],
        stances=[Stance.EVEN] * 3,
        seats=3,
    )
    assert race == Race((0, 138, 313), error_ms=9)


@pytest.mark.parametrize(
    ("stance", "share"),
    [
        (Stance.GAMBLE, 0.1),
        (Stance.BOLD, 0.35),
        (Stance.EVEN, 0.6),
        (Stance.CAREFUL, 0.85),
    ],
)
def test_stance_reacts_at_its_share_of_the_path(
    monkeypatch: pytest.MonkeyPatch, stance: Stance, share: float
) -> None:
    r, m = scripted(monkeypatch, *[0.5] * 8), Motion()
    reflex.draw_motion(r, m, 0, 750)
    contact = reflex.draw_contact(r, m, Level.EASY, stance)
    reaction = 300 + 90 * math.log(2)
    assert contact / 1000 == pytest.approx(190 * (share ** (1 / 1.7) - 1) + reaction, abs=0.3)


@pytest.mark.parametrize("threshold", [0.975, 0.99, 1.0])
def test_waiting_for_the_contact_saves_time(
    monkeypatch: pytest.MonkeyPatch, threshold: float
) -> None:
    # The median of a seat that waits (caution 1), or less by as many spreads as leave `threshold`.
    at = NormalDist(1, 0.15).cdf(threshold)
    r, m = scripted(monkeypatch, 0.5, 0.5, 0.5, at, 0.5, 0.5, 0.5, 0.5), Motion()
    reflex.draw_motion(r, m, 0, 750)
    contact = reflex.draw_contact(r, m, Level.EASY, Stance.WAIT)
    assert contact / 1000 == pytest.approx(300 + 90 * math.log(2) - 25, abs=0.1)


def test_second_contact_is_a_reaction_to_the_contact(monkeypatch: pytest.MonkeyPatch) -> None:
    r = scripted(monkeypatch, *[0.5] * 4)
    contact = reflex.draw_second_contact(r, Level.EASY)
    assert contact / 1000 == pytest.approx(300 + 90 * math.log(2) - 25, abs=0.1)


@pytest.mark.parametrize(
    ("disguise", "share"), [*zip(reflex.DISGUISES, (0.5, 0.65, 0.75, 0.9), strict=True)]
)
def test_fake_reaches_its_share_of_the_path(
    monkeypatch: pytest.MonkeyPatch, disguise: int, share: float
) -> None:
    r, m = scripted(monkeypatch, *[0.5] * 3), Motion()
    reflex.draw_motion(r, m, 1, disguise)
    assert m.reach / ONE == pytest.approx(share, abs=0.001)
    assert m.turn_us / 1000 == pytest.approx(190 * share ** (1 / 1.7), abs=0.1)


def test_races_are_disguised_well_unless_said_otherwise() -> None:
    assert race_fooled() == race_fooled(disguise=750)
    assert race_fooled() != race_fooled(disguise=650)


def race_fooled(**disguise: int) -> list[tuple[int | None, ...]]:
    stances, levels = [Stance.EVEN] * 2, [Level.HARD] * 2
    races = [
        race_of(
            stream(2, key),
            actor=0,
            runners=(1,),
            is_fake=True,
            levels=levels,
            stances=stances,
            seats=2,
            **disguise,
        )
        for key in range(100)
    ]
    return [race.contacts for race in races]


def test_races_are_what_an_adjudicator_takes() -> None:
    for key in range(100):
        race = draw_race(key, is_fake=key % 2 == 1, stance=Stance.GAMBLE)
        verdict = adjudicate(
            race, (2, 0), Judge(), is_fake=key % 2 == 1, par_ms=0, may_jam=True, lot=0
        )
        assert verdict.foul or key % 2 == 1 or verdict.jam or verdict.loser in (0, 2)


def test_race_has_contacts_of_actor_and_runners_only() -> None:
    for key in range(50):
        race = draw_race(key)
        assert race.contacts[1] == 0
        assert race.contacts[3] is None
        assert None not in (race.contacts[0], race.contacts[2])


def test_early_ones_touch_again_after_the_contact() -> None:
    races = [draw_race(key, stance=Stance.GAMBLE) for key in range(400)]
    again = [race.contacts[seat] for race in races for seat in race.early]
    assert 20 < len(again) < 400
    assert all(contact is not None and contact >= 110 for contact in again)


def test_fakes_touch_some_and_make_nobody_early() -> None:
    races = [draw_race(key, is_fake=True, stance=Stance.GAMBLE) for key in range(200)]
    assert {race.early for race in races} == {()}
    assert {race.contacts[2] is None for race in races} == {True, False}


def test_half_slaps_reach_the_race(monkeypatch: pytest.MonkeyPatch) -> None:
    for share, is_foul in ((0.004, True), (0.006, False)):
        r = scripted(monkeypatch, 0.5, 0.5, share)
        race = race_of(
            r, actor=1, runners=(), is_fake=False, levels=[0, 0], stances=[0, 0], seats=2
        )
        assert race.foul is is_foul


def test_races_are_the_same_everywhere() -> None:
    # Nothing else holds these numbers: they pin the promise that a seed gives one race for ever.
    assert draw_race(0) == Race((91, 0, 216, None))
    assert draw_race(1) == Race((124, 0, 143, None))
    assert draw_race(2, is_fake=True) == Race((None, 0, 316, None))
