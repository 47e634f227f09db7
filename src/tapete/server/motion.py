"""A hand coming down at a table over a network, timed by the server.

Pure: the time, seconds of a monotonic clock, is always brought by whoever calls. Until a fake turns
back it is a slap in everything that anybody can observe: what is drawn of the stream, when frames
come and what they show, and which touches are taken.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

from tapete.bots.computer import Computer
from tapete.bots.motion import (
    AFTER_FAKE,
    HOVER,
    MS,
    SCREEN_MS,
    fall_of,
    reach_of,
    share_at,
    time_of,
)
from tapete.bots.races import model_race
from tapete.core.game import Seat
from tapete.core.race import GRACE_MS, Race
from tapete.sim.reflex import draw_normal
from tapete.sim.reflex_tables import ONE
from tapete.sim.rng import Rng, below, bits64
from tapete.table.table import Table
from tapete.wire.messages import HAND_DOWN

FRAME: Final = 1 / 30
"""Seconds between two heights of a hand, as they are sent."""
LINE_MS: Final = 40
"""What a line and a browser add to a person's reaction beyond the screen itself."""
LAG_MS: Final = SCREEN_MS + LINE_MS
"""What computer players have added to their reactions, so that nobody is worse off for a screen."""
HALF_WAY: Final = 0.95
"""How far a hand goes that does not press fully down (HD-14)."""
UP_SPEED: Final = 4.0
"""How many times its whole way a hand that turns back goes in a second."""
EPSILON: Final = 1e-6
"""Seconds by which a waking may be early."""


@dataclass(frozen=True)
class Plan:
    """How one motion goes, as drawn before it begins."""

    acting: Seat
    is_fake: bool
    begun: float
    """When the hand starts to come down."""
    contact: float
    """When it is down; in a fake, when it would be."""
    turn: float
    """When a fake turns back; the contact in a slap."""
    peak: float
    """The greatest share of its way that the hand goes."""
    end: float
    """When nobody's touch counts any more."""

    def height(self, now: float) -> int:
        """Return how far down the hand is, 0 to HAND_DOWN."""
        if self.is_fake and now > self.turn:
            share = max(self.peak - (now - self.turn) * UP_SPEED, 0.0)
        else:
            share = min(share_at(now - self.begun, self.contact - self.begun), self.peak)
        return round(share * HAND_DOWN)

    @property
    def still(self) -> float:
        """Return from when on the hand does not move any more."""
        return self.turn + self.peak / UP_SPEED if self.is_fake else self.contact


class Motion:
    """One pending race of a table, from its first moment to the race that was measured.

    In a table that decides by lot nothing moves: the motion is done when it is made.
    """

    def __init__(  # noqa: PLR0913  # whoever takes part, and when
        self,
        table: Table,
        computers: Mapping[Seat, Computer],
        people: set[Seat],
        r: Rng,
        now: float,
        *,
        resolved: float | None = None,
    ) -> None:
        """Draw how the race that `table` waits for goes.

        Runners in `computers` react by the model, those in `people` by `touch`, others not at all.
        `resolved` is when something was last resolved: touches right after it do not count.
        """
        races = table.game.racing
        acting = races.acting(table.state)
        self._runners = races.runners(table.state)
        self._people = people.intersection(self._runners)
        self._seats = table.seats
        self._modelled = Race(tuple(0 if i == acting else None for i in range(table.seats)))
        self._is_still = table.judge.reflex == "lots"
        self._free_until = now if resolved is None else resolved + GRACE_MS / MS
        self._early: list[Seat] = []
        self._touched: dict[Seat, float] = {}
        if not self._is_still:
            self._modelled = lagging(table, computers, r, is_own=acting in people)
        self.plan = make_plan(table, r, now, waits=acting not in people, foul=self._modelled.foul)
        # In a fake the model counts from the start of the motion.
        zero = self.plan.begun if self.plan.is_fake else self.plan.contact
        self._shown = {
            seat: max(zero + at / MS, self.plan.turn)
            for seat, at in enumerate(self._modelled.contacts)
            if at is not None and seat != acting
        }
        """When computer players' hands come down before everybody's eyes."""

    def frames(self, now: float) -> int:
        """Return how far down the acting hand is, 0 to HAND_DOWN."""
        return 0 if self._is_still else self.plan.height(now)

    def heights(self, now: float) -> dict[Seat, int]:
        """Return how far down the acting hand is, and HAND_DOWN for each runner that touches.

        Computer players show theirs once the contact or the turn is past, never what they did
        before: it would tell one from the other. Who touched before a slap is up again after it.
        """
        is_slapped = not self.plan.is_fake and now >= self.plan.contact
        hands = {self.plan.acting: self.frames(now)}
        hands |= dict.fromkeys(self._early, 0 if is_slapped else HAND_DOWN)
        if now >= self.plan.turn:
            hands |= dict.fromkeys(sorted(self._down(now)), HAND_DOWN)
        return hands

    def next_at(self, now: float) -> float | None:
        """Return when something next happens by itself, always later than now; None after it."""
        if self.is_done(now):
            return None
        plan = self.plan
        count = max(math.floor((now - plan.begun + EPSILON) / FRAME) + 1, 1)
        frame = plan.begun + count * FRAME
        if frame < plan.still + FRAME - EPSILON:
            return frame
        return min(at for at in (*self._shown.values(), plan.end) if at > now)

    def touch(self, seat: Seat, now: float) -> bool:
        """Take a person's touch; say whether it means anything.

        Before the contact it is an early one, after which a new touch counts (HD-D10); in a fake
        any touch is a fool's (HD-13).
        """
        is_late = self.is_done(now) or seat in self._touched
        if seat not in self._people or now < self._free_until or is_late:
            return False
        if now < self.plan.turn or self.plan.is_fake:
            if seat in self._early:
                return False
            self._early.append(seat)
        else:
            self._touched[seat] = now
        return True

    def is_done(self, now: float) -> bool:
        """Say whether the race is over: all hands are down, or those still up have had their time.

        A fake takes as long whoever touched in it.
        """
        if self._is_still or now >= self.plan.end:
            return True
        if self.plan.is_fake or now < self.plan.contact:
            return False
        return self._down(now).issuperset(self._runners)

    def race(self) -> Race:
        """Return what was measured, for `Table.measured`."""
        contacts = list(self._modelled.contacts)
        if self.plan.is_fake:
            for seat in self._early:
                contacts[seat] = 0
            return replace(self._modelled, contacts=tuple(contacts))
        for seat, at in self._touched.items():
            contacts[seat] = round((at - self.plan.contact) * MS)
        early = (*self._modelled.early, *self._early)
        return replace(self._modelled, contacts=tuple(contacts), early=early)

    def _down(self, now: float) -> set[Seat]:
        """Return the runners whose hands have come down since the contact or the turn."""
        return {*self._touched, *(seat for seat, at in self._shown.items() if at <= now)}


def make_plan(table: Table, r: Rng, now: float, *, waits: bool, foul: bool) -> Plan:
    """Draw how a motion goes, the same numbers in the same order for a slap and a fake.

    A computer player's hand hovers first, for a while that nobody can foresee; a person's starts
    when the person says so, which nobody foresees either.
    """
    races, s = table.game.racing, table.state
    hover = draw_between(r, *HOVER)
    fall = fall_of(draw_standard(r), is_slow=table.judge.reflex == "relaxed")
    reach = reach_of(draw_standard(r))
    # Whole frames, so that the contact is seen when it happens.
    fall = math.ceil(fall / FRAME) * FRAME
    begun = now + hover if waits else now
    contact = begun + fall
    if races.is_fake(s):
        peak = 1.0 if foul else reach
        turn = begun + time_of(peak, fall)
        return Plan(races.acting(s), True, begun, contact, turn, peak, turn + AFTER_FAKE)
    end = contact + table.judge.limit_ms / MS
    return Plan(races.acting(s), False, begun, contact, contact, HALF_WAY if foul else 1.0, end)


def lagging(table: Table, computers: Mapping[Seat, Computer], r: Rng, *, is_own: bool) -> Race:
    """Return the computer players' race as if they too looked at a screen over a line.

    The model draws from a stream of its own, since a slap takes other numbers than a fake. A
    person's own hand (`is_own`) does what was chosen: no half slap, no touch by accident.
    """
    hands = Rng()
    hands.at = bits64(r)
    race = model_race(table, computers, hands)
    acting = table.game.racing.acting(table.state)
    contacts = tuple(
        None if at is None else at + LAG_MS * (seat != acting)
        for seat, at in enumerate(race.contacts)
    )
    return replace(race, contacts=contacts, foul=race.foul and not is_own)


def since_ms(resolved: float | None, now: float) -> int | None:
    """Return the whole ms since something was resolved, for a `Touch`; None where nothing was."""
    return None if resolved is None else max(round((now - resolved) * MS), 0)


def draw_standard(r: Rng) -> float:
    """Draw from the standard normal distribution."""
    return draw_normal(r, 0, ONE) / ONE


def draw_between(r: Rng, low: float, high: float) -> float:
    """Draw from the even distribution between two numbers, to a millionth of their distance."""
    return low + (high - low) * below(r, 1_000_000) / 1_000_000
