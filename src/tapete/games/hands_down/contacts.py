"""Whether recorded contacts can have led to a recorded Hands Down (HD-D2, HD-D6, HD-D7)."""

from collections.abc import Mapping, Sequence
from typing import Any

from tapete.core.errors import RecordError
from tapete.games.hands_down.hands import is_runner
from tapete.games.hands_down.state import MAX_JAMS

TWO = 2
Contact = int | None


def check_slap(s: Any, event: Mapping[str, Any]) -> None:
    """Raise RecordError unless the contacts allow the loser of a Hands Down that counts."""
    contacts = runners_contacts(s, event["contacts"])
    allowed = losers(s, contacts)
    if event["loser"] not in allowed:
        named = " or ".join("null" if seat is None else str(seat) for seat in allowed)
        said = f"the loser must be {named}" if allowed else "equal slowest contacts jam"
        raise RecordError(f"HD-9: {said}, not {event['loser']}")


def check_jam(s: Any, event: Mapping[str, Any]) -> None:
    """Raise RecordError unless the contacts allow a jam."""
    contacts = runners_contacts(s, event["contacts"])
    if len(contacts) < TWO:
        raise RecordError("HD-D7: a jam needs two others with cards")
    if None in contacts.values():
        raise RecordError("HD-D7: who never slapped is last, so nothing jams")
    if s.jams == MAX_JAMS:
        raise RecordError(f"HD-D7: after {MAX_JAMS} jams in a row a lot decides")


def runners_contacts(s: Any, contacts: Sequence[Contact]) -> dict[int, Contact]:
    """Return the contacts of those who take part; raise RecordError for impossible ones."""
    if len(contacts) != s.seats:
        raise RecordError(f"`contacts` must be {s.seats}, one a seat, not {len(contacts)}")
    for seat, contact in enumerate(contacts):
        if seat == s.turn and contact != 0:
            raise RecordError(f"the acting seat's own contact is 0, not {contact}")
        if contact is not None and contact < 0:
            raise RecordError(f"seat {seat}'s contact must be 0 ms or more, not {contact}")
        if contact is not None and seat != s.turn and not is_runner(s, seat):
            raise RecordError(f"HD-8: seat {seat} has no cards and takes no part")
    return {seat: contact for seat, contact in enumerate(contacts) if is_runner(s, seat)}


def losers(s: Any, contacts: Mapping[int, Contact]) -> Sequence[int | None]:
    """Return who may have lost, None standing for nobody; an empty list where the race jams."""
    never = [seat for seat, contact in contacts.items() if contact is None]
    if never or not contacts:
        # Drawn by lot, or among those who never slapped (HD-D6).
        return never or [None]
    times = {seat: contact for seat, contact in contacts.items() if contact is not None}
    if len(times) < TWO:
        ((seat, contact),) = times.items()
        return [None] if 0 < s.house.par_time >= contact else [seat]
    *_, second, slowest = sorted(times.values())
    if s.jams == MAX_JAMS:
        return [seat for seat, contact in times.items() if contact >= second]
    return [seat for seat, contact in times.items() if contact == slowest != second]
