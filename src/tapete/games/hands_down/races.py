"""What a table that measures hands must know of Hands Down, and what its verdicts mean here."""

from collections.abc import Sequence
from typing import Any

from tapete.core.errors import Reason, Refused
from tapete.core.game import NONE, Seat
from tapete.core.race import GRACE_MS, Touch, Verdict
from tapete.games.hands_down import bots, rules
from tapete.games.hands_down.hands import is_runner
from tapete.games.hands_down.motions import can_touch_early
from tapete.games.hands_down.state import (
    EARLY,
    FOOLED,
    HALF_SLAP,
    JAM,
    MAX_JAMS,
    NO_PAIR,
    NOBODY,
    TOUCHED_FAKE,
    Motion,
    Phase,
)

stance = bots.stance


def ask_stances(s: Any, wanted: bool) -> None:
    """Say whether runners choose a stance before each race; a switch outside the record."""
    s.asks_stances = int(wanted)


def chosen_stance(s: Any, seat: Seat) -> int:
    """Return the stance that a seat chose for the pending race, NONE if it was not asked."""
    return s.players[seat].stance - 1


def acting(s: Any) -> Seat:
    """Return the seat whose hand comes down."""
    return s.turn


def is_fake(s: Any) -> bool:
    """Say whether the pending motion is a fake."""
    return s.motion == Motion.FAKE


def runners(s: Any) -> tuple[Seat, ...]:
    """Return the other seats that hold cards, in turn order from the acting seat's left."""
    around = [(s.turn + i) % s.seats for i in range(1, s.seats)]
    return tuple(seat for seat in around if is_runner(s, seat))


def early_seats(s: Any, seats: Sequence[Seat]) -> tuple[Seat, ...]:
    """Return which of those who touched before a slap pay for it, in turn order (HD-D10)."""
    return tuple(seat for seat in runners(s) if seat in seats and can_touch_early(s, seat))


def runners_after(s: Any, early: Sequence[Seat]) -> tuple[Seat, ...]:
    """Return who runs once the early ones have paid a card each: their last, perhaps (HD-8)."""
    return tuple(seat for seat in runners(s) if s.players[seat].count > (seat in early))


def par_ms(s: Any) -> int:
    """Return the par time, 0 if off (HD-D2)."""
    return s.house.par_time


def may_jam(s: Any) -> bool:
    """Say whether the turn may have another jam in a row (HD-D7)."""
    return s.jams < MAX_JAMS


def outcomes(s: Any, verdict: Verdict) -> list[int]:
    """Return what the pending motion comes to: early touches first, then its end."""
    if verdict.foul:
        # The foul came first, so touches cost nothing (HD-D10).
        return [foul_outcome(s)]
    if is_fake(s):
        return [fake_outcome(sum(1 << seat for seat in verdict.touched))]
    end = slap_outcome(verdict.loser, int(verdict.jam))
    return [*(early_outcome(seat) for seat in verdict.early), end]


# The same in numbers alone, for races that run compiled


def runs(s: Any, seat: Seat) -> bool:
    """Say whether a seat takes part in the pending race (HD-8)."""
    return is_runner(s, seat)


def runs_after_paying(s: Any, seat: Seat) -> bool:
    """Say whether a runner has a card left once it has paid for touching early (HD-8)."""
    return s.players[seat].count > 1


def pays_for_touch(s: Any, seat: Seat) -> bool:
    """Say whether a seat's touch before the contact costs it a card (HD-D10)."""
    return can_touch_early(s, seat)


def foul_outcome(s: Any) -> int:
    """Return the outcome of the acting seat's own foul (HD-14)."""
    return TOUCHED_FAKE if is_fake(s) else HALF_SLAP


def fake_outcome(touched: int) -> int:
    """Return the outcome of a fake at which this set of seats touched (HD-13)."""
    return FOOLED + touched


def slap_outcome(loser: Seat, jammed: int) -> int:
    """Return the outcome of a Hands Down: its loser, NONE if nobody, or 1 for a jam (HD-9)."""
    if jammed == 1:
        return JAM
    return NOBODY if loser == NONE else loser


def early_outcome(seat: Seat) -> int:
    """Return the outcome of a seat's early touch (HD-15)."""
    return EARLY + seat


def touch_outcome(s: Any, touch: Touch) -> int:
    """Return what a touch while no hand is coming down amounts to.

    Raises Refused where it costs nothing: HD-D10 says when, HD-D9 for the acting seat's own.
    """
    if type(touch.seat) is not int or not 0 <= touch.seat < s.seats:
        raise Refused(
            Reason.NO_SUCH_SEAT,
            f"expected a seat from 0 to {s.seats - 1}, got {touch.seat!r}",
            f"se esperaba un asiento de 0 a {s.seats - 1}, no {touch.seat!r}",
        )
    if s.phase in (Phase.STANCE, Phase.RACE):
        raise no_foul(
            "a hand is coming down: its touches are measured with it",
            "está bajando una mano: sus toques se miden con ella",
        )
    if s.phase != Phase.DECIDE:
        raise no_foul("nobody may act yet", "todavía no puede actuar nadie", "HD-D10")
    if touch.seat == s.turn:
        return own_touch(s)
    refuse_harmless(s, touch)
    return EARLY + touch.seat


def own_touch(s: Any) -> int:
    """Return what the acting seat's touch amounts to: a foul, unless it has a pair to slap for."""
    if not rules.can_happen(s, NO_PAIR):
        raise no_foul(
            "with a pair in hand this is no foul: say which pair you slap for",
            "con un par en la mano no es falta: di por qué par das la palmada",
            "HD-D9",
        )
    return NO_PAIR


def refuse_harmless(s: Any, touch: Touch) -> None:
    """Raise Refused for another seat's touch that costs nothing (HD-8, HD-D10)."""
    if s.players[touch.seat].count == 0:
        raise no_foul(
            f"seat {touch.seat} has no cards and takes no part",
            f"el asiento {touch.seat} no tiene cartas y no participa",
            "HD-8",
        )
    if not can_touch_early(s, touch.seat):
        raise no_foul(
            f"seat {touch.seat} has paid for an early touch since the last motion",
            f"el asiento {touch.seat} ya ha pagado un toque adelantado desde el último gesto",
            "HD-D10",
        )
    if touch.since_ms is not None and touch.since_ms < GRACE_MS:
        raise no_foul(
            f"only {touch.since_ms} ms after a resolution; {GRACE_MS} are free",
            f"solo han pasado {touch.since_ms} ms desde lo último; hay {GRACE_MS} de tregua",
            "HD-D10",
        )


def no_foul(english: str, spanish: str, rule: str = "") -> Refused:
    """Return the refusal of a touch that means nothing."""
    return Refused(Reason.NOTHING_TO_MEASURE, english, spanish, rule)


def touches(s: Any) -> list[int]:
    """Return the outcomes of every touch that would count now."""
    every = (*(EARLY + seat for seat in range(s.seats)), NO_PAIR)
    return [outcome for outcome in every if rules.can_happen(s, outcome)]
