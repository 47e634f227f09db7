"""How people react: one model for computer players' hands, simulations and learners.

A hand comes down along a path; each responder waits until it has covered a share of it, the more
the more cautious, and reacts after an ex-Gaussian time (normal plus exponential). A fake turns back
on the way; whoever has reacted by then stops again, if in time. Reflexes stand for hands alone:
what screens and touch sensors add is not in them.

Everything but `race_of` is written as the rules are, over whole microseconds and without a float,
so that the compiled twin draws the same bits.
"""

from collections.abc import Sequence
from enum import IntEnum

from tapete.core.game import Seat
from tapete.core.race import Race
from tapete.core.state import I8, I32, Record, scalar
from tapete.sim.reflex_tables import CELLS, EXPONENTIAL, NORMAL, ONE, PATH
from tapete.sim.rng import Rng, below

MS = 1000
"""Microseconds in a millisecond."""
PERMILLE = 1000
MILLION = 1_000_000
ONE_BITS = 16
"""ONE is 1 << ONE_BITS."""
CELL_BITS = 8
"""CELLS is 1 << CELL_BITS."""
NEVER = 1 << 30
"""A contact that does not come."""


class Level(IntEnum):
    """How quick a player is."""

    EASY = 0
    MEDIUM = 1
    HARD = 2
    EXPERT = 3


class Stance(IntEnum):
    """How cautious a player is in one race."""

    GAMBLE = 0
    BOLD = 1
    EVEN = 2
    CAREFUL = 3
    WAIT = 4


# Per level, microseconds.
MU = (300_000, 235_000, 195_000, 170_000)
SIGMA = (45_000, 32_000, 25_000, 18_000)
TAU = (90_000, 65_000, 45_000, 25_000)
STOP = (290_000, 240_000, 215_000, 190_000)
"""The mean time to stop a hand that is on its way."""
STOP_SPREAD = 25_000
FASTEST = 110_000
"""No reaction is quicker."""
FASTEST_STOP = 120_000

CAUTION = (100, 350, 600, 850, 1000)
"""Per stance, the mean share of the path, in permille, at which a responder reacts."""
CAUTION_SPREAD = ONE * 15 // 100
WAITING = ONE * 97 // 100
"""From this share on it is the contact itself that a responder waits for."""
CONTACT_SAVES = 25_000
"""The contact is seen and heard, so the reaction to it is quicker by this."""

LAPSE = 20_000
"""In a million: the mind is elsewhere for a while."""
LAPSE_SHORTEST = 150_000
LAPSE_LONGEST = 500_000
STARTLE = 15_000
"""In a million: a fake that was seen through makes the hand jump all the same."""

DURATION = 190_000
DURATION_SPREAD = 45_000
SHORTEST = 100_000
LONGEST = 400_000
DISGUISES = (500, 650, 750, 900)
"""Per level, the mean share of the path, in permille, that a fake goes before it turns."""
DISGUISE = 750
DISGUISE_SPREAD = ONE * 12 // 100
LEAST_REACH = ONE * 30 // 100
MOST_REACH = ONE * 97 // 100
HALF_SLAP = 5_000
"""In a million: a slap that does not press the hand fully down."""
ACCIDENT = 10_000
"""In a million: a fake that touches the hand by accident."""
DEEP_ACCIDENT = 40_000
"""What a fake adds to that by going all the way."""
DEEP = ONE * 70 // 100
"""From this share of the path on, a fake is in danger of touching."""


class Motion(Record):
    """The acting seat's slap or fake, as it is about to happen."""

    duration_us: int = scalar(I32)
    """From the start to the contact; in a fake, to where the contact would be."""
    turn_us: int = scalar(I32)
    """When a fake turns back; the contact in a slap."""
    reach: int = scalar(I32)
    """The share of the path that is covered before the turn, in 1/ONE."""
    is_fake: int = scalar(I8)
    foul: int = scalar(I8)
    """1 if the acting seat's own hand fouls (HD-14)."""


def draw_motion(r: Rng, m: Motion, is_fake: int, disguise: int) -> None:
    """Draw a motion; `disguise` is how far a fake goes on average, in permille of the path."""
    m.is_fake = is_fake
    m.duration_us = clamp(draw_normal(r, DURATION, DURATION_SPREAD), SHORTEST, LONGEST)
    reach = draw_normal(r, disguise * ONE // PERMILLE, DISGUISE_SPREAD)
    m.reach = ONE
    if is_fake != 0:
        m.reach = clamp(reach, LEAST_REACH, MOST_REACH)
    m.turn_us = covered_at(m, m.reach)
    m.foul = is_drawn(r, foul_chance(m))


def foul_chance(m: Motion) -> int:
    """Return how likely the acting seat fouls, in a million."""
    if m.is_fake == 0:
        return HALF_SLAP
    return ACCIDENT + DEEP_ACCIDENT * max(0, m.reach - DEEP) // (ONE - DEEP)


def draw_contact(r: Rng, m: Motion, level: int, stance: int) -> int:
    """Draw when a responder's hand comes down, in microseconds.

    In a slap it is counted from the acting seat's contact, and negative for an early touch; in a
    fake from the motion's start, NEVER for who is not fooled.
    """
    return draw_touch(r, m, level, CAUTION[stance])


def draw_touch(r: Rng, m: Motion, level: int, caution: int) -> int:
    """Draw a contact as `draw_contact` does, for any caution in permille.

    As many random numbers are used whatever the level and the caution, so that two of them can be
    compared on the same luck.
    """
    share = clamp(draw_normal(r, caution * ONE // PERMILLE, CAUTION_SPREAD), 0, ONE)
    if share >= WAITING:
        cue = int(m.duration_us)
        reaction = draw_reaction(r, level, CONTACT_SAVES)
    else:
        cue = covered_at(m, share)
        reaction = draw_reaction(r, level, 0)
    if m.is_fake == 0:
        return cue + reaction - m.duration_us
    stopped = m.turn_us + max(FASTEST_STOP, draw_normal(r, STOP[level], STOP_SPREAD))
    is_startled = is_drawn(r, STARTLE)
    if share < m.reach:
        return until(cue + reaction, stopped)
    if is_startled != 0:
        return m.turn_us + reaction
    return NEVER


def draw_second_contact(r: Rng, level: int) -> int:
    """Draw the next touch of a hand that was early: microseconds after the contact (HD-D10)."""
    return draw_reaction(r, level, CONTACT_SAVES)


def draw_reaction(r: Rng, level: int, saves: int) -> int:
    """Draw a reaction to a cue, in microseconds, quicker by `saves` but never below FASTEST."""
    drawn = draw_normal(r, MU[level], SIGMA[level]) + draw_exponential(r, TAU[level])
    lapse = LAPSE_SHORTEST + below(r, LAPSE_LONGEST - LAPSE_SHORTEST)
    return max(FASTEST, drawn - saves) + lapse * is_drawn(r, LAPSE)


def draw_normal(r: Rng, mean: int, spread: int) -> int:
    """Draw from the normal distribution with this mean and standard deviation."""
    at = below(r, CELLS * ONE)
    cell = at >> ONE_BITS
    value = between(normal_at(cell), normal_at(cell + 1), at & (ONE - 1))
    return mean + (value * spread >> ONE_BITS)


def draw_exponential(r: Rng, mean: int) -> int:
    """Draw from the exponential distribution with this mean."""
    at = below(r, CELLS * ONE)
    cell = at >> ONE_BITS
    value = between(exponential_at(cell), exponential_at(cell + 1), at & (ONE - 1))
    return value * mean >> ONE_BITS


def is_drawn(r: Rng, chance: int) -> int:
    """Return 1 with this chance in a million, else 0."""
    return int(below(r, MILLION) < chance)


def covered_at(m: Motion, share: int) -> int:
    """Return when the hand has covered a share (in 1/ONE) of its path, in microseconds."""
    at = share << CELL_BITS
    cell = min(at >> ONE_BITS, CELLS - 1)
    time = between(path_at(cell), path_at(cell + 1), at - (cell << ONE_BITS))
    return m.duration_us * time >> ONE_BITS


def until(time: int, end: int) -> int:
    """Return the time, NEVER unless it comes before the end."""
    if time < end:
        return time
    return NEVER


def clamp(value: int, low: int, high: int) -> int:
    """Return the value, or the end that it lies beyond."""
    return min(max(value, low), high)


def between(low: int, high: int, share: int) -> int:
    """Return what lies at a share (in 1/ONE) of the way from one number to another."""
    return low + ((high - low) * share >> ONE_BITS)


# A lookup compiles to one case a number: so each table has a single one, in its own function.


def normal_at(i: int) -> int:
    """Return the i-th number of NORMAL."""
    return NORMAL[i]


def exponential_at(i: int) -> int:
    """Return the i-th number of EXPONENTIAL."""
    return EXPONENTIAL[i]


def path_at(i: int) -> int:
    """Return the i-th number of PATH."""
    return PATH[i]


def race_of(  # noqa: PLR0913  # a race is of all who sit at the table
    r: Rng,
    *,
    actor: Seat,
    runners: Sequence[Seat],
    is_fake: bool,
    levels: Sequence[int],
    stances: Sequence[int],
    seats: int,
    disguise: int = DISGUISE,
) -> Race:
    """Draw a motion and the runners' answers as a table would measure them, in whole ms.

    `levels` and `stances` are per seat. Not part of the compiled twin.
    """
    m = Motion()
    draw_motion(r, m, int(is_fake), disguise)
    contacts: list[int | None] = [None] * seats
    contacts[actor] = 0
    early: list[Seat] = []
    for seat in runners:
        at = draw_contact(r, m, levels[seat], stances[seat])
        if at < 0:
            early.append(seat)
            at = draw_second_contact(r, levels[seat])
        contacts[seat] = None if at == NEVER else at // MS
    return Race(tuple(contacts), tuple(early), foul=bool(m.foul))
