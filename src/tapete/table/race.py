"""Who was last: measured contacts in, a verdict out, with no clock and no memory."""

from collections.abc import Mapping, Sequence

from tapete.core.errors import TapeteError
from tapete.core.game import NONE, Seat
from tapete.core.race import Judge, Race, Verdict

LOT_BITS = 31
BITS_A_RUNNER = 2
"""A runner falls for a fake where these bits of the lot are all 0: one time in four."""
TWO = 2


def adjudicate(  # noqa: PLR0913  # whatever a verdict hangs on is named where it is asked for
    race: Race,
    runners: tuple[Seat, ...],
    judge: Judge,
    *,
    is_fake: bool,
    par_ms: int,
    may_jam: bool,
    lot: int,
) -> Verdict:
    """Return the verdict on one motion (HD-7 to HD-10, HD-13 to HD-15).

    `runners` are the seats that hold cards, in turn order from the acting seat's left; `par_ms` is
    HD-D2's par time, 0 if off; `may_jam` is false once there were as many jams as HD-D7 allows;
    `lot` is 31 random bits, used wherever a lot decides. Raises TapeteError for a measurement that
    cannot be one.
    """
    _check(race, runners, par_ms, lot)
    if judge.reflex == "lots":
        return _by_lot(runners, lot, is_fake=is_fake)
    if race.foul:
        return Verdict(foul=True)
    if is_fake:
        touched = [s for s in runners if race.contacts[s] is not None or s in race.early]
        return Verdict(touched=tuple(touched))
    contacts = {seat: _within(race.contacts[seat], judge) for seat in runners}
    error_ms = race.error_ms if judge.clump_ms is None else judge.clump_ms
    candidates = _lasts(contacts, error_ms, par_ms)
    is_clump = len(candidates) > 1 and None not in contacts.values()
    return Verdict(
        early=tuple(seat for seat in runners if seat in race.early),
        loser=NONE if is_clump and may_jam else _pick(candidates, lot),
        jam=is_clump and may_jam,
    )


def recorded_contacts(
    race: Race, runners: tuple[Seat, ...], judge: Judge, seat: Seat, seats: int
) -> list[int | None]:
    """Return the contacts that a record keeps of the acting seat's race, one a seat.

    The acting seat has 0, a runner its contact or None beyond the window, anybody else None; by lot
    all but the acting seat have None. Raises TapeteError where the seats do not fit.
    """
    if len(race.contacts) != seats:
        raise TapeteError(f"contacts must be {seats}, one a seat, not {len(race.contacts)}")
    if not 0 <= seat < seats or seat in runners:
        raise TapeteError(f"the acting seat must be 0 to {seats - 1} and no runner, not {seat}")
    _check_runners(race, runners)
    is_measured = judge.reflex != "lots"
    kept: list[int | None] = [
        _within(contact, judge) if is_measured and one in runners else None
        for one, contact in enumerate(race.contacts)
    ]
    kept[seat] = 0
    return kept


def _lasts(contacts: Mapping[Seat, int | None], error_ms: int, par_ms: int) -> list[Seat]:
    """Return those of whom one was last: several where they cannot be told apart.

    Whoever never slapped is behind everybody who did (HD-D6). Otherwise, if the two slowest lie
    within the error, it is everybody as slow as the second slowest (HD-D7).
    """
    never = [seat for seat, contact in contacts.items() if contact is None]
    if never or not contacts:
        return never
    slapped = {seat: contact for seat, contact in contacts.items() if contact is not None}
    if len(slapped) < TWO:
        return [seat for seat, contact in slapped.items() if not 0 < par_ms >= contact]
    *_, second, slowest = sorted(slapped.values())
    from_ms = second if slowest - second <= error_ms else slowest
    return [seat for seat, contact in slapped.items() if contact >= from_ms]


def _by_lot(runners: Sequence[Seat], lot: int, *, is_fake: bool) -> Verdict:
    """Return a verdict that no reaction has a part in (HD-D15)."""
    if not is_fake:
        return Verdict(loser=_pick(runners, lot))
    mask = (1 << BITS_A_RUNNER) - 1
    fooled = [s for i, s in enumerate(runners) if not lot >> i * BITS_A_RUNNER & mask]
    return Verdict(touched=tuple(fooled))


def _pick(seats: Sequence[Seat], lot: int) -> Seat:
    """Return one of the seats, each as likely as another; NONE of none."""
    return seats[lot * len(seats) >> LOT_BITS] if seats else NONE


def _within(contact: int | None, judge: Judge) -> int | None:
    """Return the contact, None if it came after the window (HD-D6)."""
    return None if contact is None or contact > judge.limit_ms else contact


def _check(race: Race, runners: tuple[Seat, ...], par_ms: int, lot: int) -> None:
    """Raise TapeteError for numbers that no measurement gives."""
    _check_runners(race, runners)
    for seat, contact in enumerate(race.contacts):
        if contact is not None and (type(contact) is not int or contact < 0):
            raise TapeteError(f"seat {seat}'s contact must be 0 ms or more, not {contact}")
    for seat in race.early:
        if seat not in runners:
            raise TapeteError(f"who touches early must be one of the runners {runners}, not {seat}")
    if len(set(race.early)) != len(race.early):
        raise TapeteError(f"a seat touches early once a motion, not as in {race.early}")
    for name, value in (("error_ms", race.error_ms), ("par_ms", par_ms)):
        if type(value) is not int or value < 0:
            raise TapeteError(f"{name} must be 0 or more, not {value}")
    if not 0 <= lot < 1 << LOT_BITS:
        raise TapeteError(f"the lot must be {LOT_BITS} bits, 0 to {(1 << LOT_BITS) - 1}, not {lot}")


def _check_runners(race: Race, runners: tuple[Seat, ...]) -> None:
    """Raise TapeteError unless the runners are seats of the race, with one left to act."""
    seats = len(race.contacts)
    for seat in runners:
        if not 0 <= seat < seats:
            raise TapeteError(f"a runner must be a seat from 0 to {seats - 1}, not {seat}")
    if len(set(runners)) != len(runners):
        raise TapeteError(f"a seat runs once, not as in {runners}")
    if len(runners) >= seats:
        raise TapeteError(f"of {seats} seats one acts, so {seats - 1} can run, not {len(runners)}")
