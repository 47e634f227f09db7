"""Hands Down's events: news to record events, what each seat sees of them, and back to moves."""

from collections.abc import Mapping, Sequence
from typing import Any

from tapete.core.errors import RecordError, TapeteError
from tapete.core.game import Facts, Reader, RecordEvent
from tapete.games.hands_down import rules
from tapete.games.hands_down.contacts import check_jam, check_slap
from tapete.games.hands_down.state import (
    CARD,
    DEALT,
    EARLY,
    FAKE,
    FOOLED,
    HALF_SLAP,
    JAM,
    LOSERS,
    NO_PAIR,
    NOBODY,
    PASS,
    SECOND,
    TAKE_FROM,
    TOUCHED_FAKE,
    WHY,
    Ending,
    Foul,
    News,
    Phase,
    Why,
)
from tapete.games.hands_down.words import RANK_NAMES, format_card, formatted, parse_card

WHYS = tuple(why.name.lower() for why in Why)
FOULS = tuple(foul.name.lower().replace("_", "-") for foul in Foul)
ENDINGS = tuple(ending.name.lower().replace("_", "-") for ending in Ending)
CARDS = [str]
CONTACTS = [(int, None)]
RANK_SHAPE = frozenset(RANK_NAMES)
SHAPES: dict[str, dict[str, Any]] = {
    "deal": {"dealer": int, "hands": [CARDS], "pile": CARDS},
    "draw": {"seat": int, "cards": CARDS},
    "take": {"seat": int, "from": int, "card": str, "why": frozenset(WHYS)},
    "slap": {"seat": int, "rank": RANK_SHAPE, "contacts": CONTACTS, "loser": (int, None)},
    "jam": {"seat": int, "rank": RANK_SHAPE, "contacts": CONTACTS},
    "fake": {"seat": int, "touched": [int]},
    "early": {"seat": int, "turn": int},
    "foul": {"seat": int, "kind": frozenset(FOULS)},
    "pass": {"seat": int},
    "end": {"reason": frozenset(ENDINGS), "joker": int},
}


def canonical(event: RecordEvent) -> RecordEvent:
    """Return the event with every list whose order means nothing sorted."""
    if event["type"] == "deal":
        return {**event, "hands": [sorted(hand) for hand in event["hands"]]}
    return event


# News to events


def tell(s: Any, news: tuple[int, int, int], facts: Facts) -> RecordEvent:
    """Return the record event that a news item stands for, the state being just after it."""
    kind, seat, value = news
    match News(kind):
        case News.DEALT:
            return tell_deal(s, facts)
        case News.DREW:
            return {"type": "draw", "seat": seat, "cards": drawn(value)}
        case News.TOOK:
            return tell_take(seat, value)
        case News.SLAPPED:
            rank, loser = value // LOSERS, value % LOSERS - 1
            told = {"type": "slap", **tell_race(s, seat, rank, facts)}
            return {**told, "loser": loser if loser >= 0 else None}
        case News.JAMMED:
            return {"type": "jam", **tell_race(s, seat, value, facts)}
        case News.FAKED:
            return {"type": "fake", "seat": seat, "touched": from_left(s, seat, value)}
        case News.TOUCHED:
            return {"type": "early", "seat": seat, "turn": value}
        case News.FOULED:
            return {"type": "foul", "seat": seat, "kind": FOULS[value]}
        case News.PASSED:
            return {"type": "pass", "seat": seat}
        case News.ENDED:
            return {"type": "end", "reason": ENDINGS[value], "joker": seat}


def tell_deal(s: Any, facts: Facts) -> RecordEvent:
    """Return the whole deal."""
    return {
        "type": "deal",
        "dealer": s.dealer,
        "hands": [formatted(p.hand) for p in s.players[: s.seats]],
        "pile": [format_card(card) for card in facts.order()],
    }


def drawn(value: int) -> list[str]:
    """Return the one or two cards that an opening drew, in order."""
    first, second = value % SECOND, value // SECOND - 1
    return [format_card(first)] if second < 0 else [format_card(first), format_card(second)]


def tell_take(seat: int, value: int) -> RecordEvent:
    """Return who took which card from whom, and why."""
    card = format_card(value % WHY // CARD)
    return {
        "type": "take",
        "seat": seat,
        "from": value % CARD,
        "card": card,
        "why": WHYS[value // WHY],
    }


def tell_race(s: Any, seat: int, rank: int, facts: Facts) -> dict[str, Any]:
    """Return seat, rank and contacts; without a measurement all but the acting seat's are null."""
    contacts = list(facts.contacts) or [0 if i == seat else None for i in range(s.seats)]
    return {"seat": seat, "rank": format_card(rank), "contacts": contacts}


def from_left(s: Any, seat: int, seats: int) -> list[int]:
    """Return a set of seats in turn order, from the left of a seat."""
    around = [(seat + i) % s.seats for i in range(1, s.seats)]
    return [one for one in around if seats >> one & 1]


# Who sees what


def show(event: RecordEvent, seat: int) -> dict[str, Any]:
    """Build what a seat (or SPECTATOR) may see of an event."""
    match event["type"]:
        case "deal":
            return {
                "type": "deal",
                "dealer": event["dealer"],
                "hand": event["hands"][seat] if seat >= 0 else [],
                "counts": [len(hand) for hand in event["hands"]],
                "pile": len(event["pile"]),
            }
        case "draw":
            seen = {"type": "draw", "seat": event["seat"], "count": len(event["cards"])}
            return seen | ({"cards": event["cards"]} if event["seat"] == seat else {})
        case "take":
            seen = {key: event[key] for key in ("type", "seat", "from", "why")}
            is_known = seat in (event["seat"], event["from"])
            return seen | ({"card": event["card"]} if is_known else {})
        case _:
            # Whatever else is told has been resolved before everybody's eyes.
            return {key: event[key] for key in ("type", *SHAPES[event["type"]])}


# Events back to moves


def read(s: Any, event: Mapping[str, Any], reader: Reader) -> None:
    """Play a recorded event's moves through the reader; raise RecordError where rules forbid."""
    match event["type"]:
        case "deal":
            read_deal(s, event, reader)
        case "draw":
            read_draw(s, reader)
        case "take":
            read_take(s, event, reader)
        case "slap":
            read_slap(s, event, reader)
        case "jam":
            read_jam(s, event, reader)
        case "fake":
            read_fake(s, event, reader)
        case "early":
            read_early(s, event, reader)
        case "foul":
            read_foul(s, event, reader)
        case "pass":
            check_turn(s, event)
            reader.act(PASS, event["seat"])
        case _:
            raise RecordError(f"{event['type']} does not come here")


def read_deal(s: Any, event: Mapping[str, Any], reader: Reader) -> None:
    """Deal as recorded."""
    if s.phase != Phase.DEALER:
        raise RecordError("cards are dealt once, at the beginning")
    dealer: int = event["dealer"]
    hands = [parse_cards(hand) for hand in event["hands"]]
    if not 0 <= dealer < s.seats:
        raise RecordError(f"the dealer must be a seat from 0 to {s.seats - 1}, not {dealer}")
    if [len(hand) for hand in hands] != [DEALT] * s.seats:
        raise RecordError(f"there must be {s.seats} hands of {DEALT} cards")
    pile = parse_cards(event["pile"])
    reader.lot(dealer)
    seats: list[int] = [(dealer + 1 + i) % s.seats for i in range(s.seats)]
    reader.shuffle([hands[seat][i] for i in range(DEALT) for seat in seats] + pile)
    for _ in range(DEALT * s.seats):
        reader.draw()


def read_draw(s: Any, reader: Reader) -> None:
    """Draw what a turn opens with; which cards is compared with what is told then."""
    if s.phase != Phase.OPEN_DRAW:
        raise RecordError("no card is drawn here")
    for _ in range(s.owed_draws):
        reader.draw()


def read_take(s: Any, event: Mapping[str, Any], reader: Reader) -> None:
    """Let a card pass, from whom the seat on turn chooses where there is a choice."""
    giver = event["from"]
    if s.phase == Phase.CHOOSE:
        check_seat(s, giver)
        reader.act(TAKE_FROM + giver, event["seat"])
    if s.phase != Phase.TAKE:
        raise RecordError("no card is taken here")
    if giver != s.giver:
        raise RecordError(f"the card comes from seat {s.giver}, not from seat {giver}")
    (card,) = parse_cards([event["card"]])
    hand = s.players[giver].hand
    if hand[card] == 0:
        raise RecordError(f"seat {giver} does not hold {event['card']}")
    reader.lot(sum(hand[:card]))


def read_slap(s: Any, event: Mapping[str, Any], reader: Reader) -> None:
    """Take a Hands Down that counts."""
    begin_slap(s, event)
    check_slap(s, event)
    loser = event["loser"]
    reader.act(slap_of(event), event["seat"])
    happen(s, NOBODY if loser is None else loser, event, reader)


def read_jam(s: Any, event: Mapping[str, Any], reader: Reader) -> None:
    """Take a Hands Down that jams."""
    begin_slap(s, event)
    check_jam(s, event)
    reader.act(slap_of(event), event["seat"])
    happen(s, JAM, event, reader)


def begin_slap(s: Any, event: Mapping[str, Any]) -> None:
    """Refuse a race whose seat may not slap for this pair, before its contacts are looked at."""
    check_turn(s, event)
    if not rules.is_legal(s, slap_of(event)):
        raise RecordError(f"HD-7: seat {s.turn} holds no pair of {event['rank']}")


def slap_of(event: Mapping[str, Any]) -> int:
    """Return the action of a recorded slap."""
    return rules.slap_action(parse_card(event["rank"]))


def read_fake(s: Any, event: Mapping[str, Any], reader: Reader) -> None:
    """Take a fake and who touched at it."""
    check_turn(s, event)
    touched = event["touched"]
    for seat in touched:
        check_seat(s, seat)
    seats = sum(1 << seat for seat in set(touched))
    if touched != from_left(s, s.turn, seats):
        raise RecordError(f"`touched` must be in turn order from the left of seat {s.turn}")
    reader.act(FAKE, event["seat"])
    happen(s, FOOLED + seats, event, reader)


def read_early(s: Any, event: Mapping[str, Any], reader: Reader) -> None:
    """Take an early touch."""
    seat = event["seat"]
    check_seat(s, seat)
    if s.phase != Phase.DECIDE or event["turn"] != s.turn:
        raise RecordError("HD-D10: nobody touches early here")
    if not rules.can_happen(s, EARLY + seat):
        raise RecordError(f"HD-D10: seat {seat} cannot pay for an early touch now")
    happen(s, EARLY + seat, event, reader)


def read_foul(s: Any, event: Mapping[str, Any], reader: Reader) -> None:
    """Take the acting seat's foul; for which pair a half slap was no record says."""
    check_turn(s, event)
    match FOULS.index(event["kind"]):
        case Foul.HALF_SLAP:
            pairs = [a for a in range(rules.SLAP, TAKE_FROM) if rules.is_legal(s, a)]
            if not pairs:
                raise RecordError(f"HD-D9: seat {s.turn} holds no pair, so its foul is no-pair")
            reader.act(pairs[-1], event["seat"])
            happen(s, HALF_SLAP, event, reader)
        case Foul.TOUCHED_FAKE:
            reader.act(FAKE, event["seat"])
            happen(s, TOUCHED_FAKE, event, reader)
        case _:
            happen(s, NO_PAIR, event, reader)


def happen(s: Any, outcome: int, event: Mapping[str, Any], reader: Reader) -> None:
    """Let a race or a touch come out as recorded, if it can."""
    if not rules.can_happen(s, outcome):
        raise RecordError(f"this `{event['type']}` cannot happen here")
    reader.measured(event.get("contacts", ()))
    reader.lot(outcome)


def check_turn(s: Any, event: Mapping[str, Any]) -> None:
    """Raise RecordError unless the event's seat is on turn and may act."""
    if s.phase != Phase.DECIDE:
        raise RecordError(f"a `{event['type']}` does not come here")
    if event["seat"] != s.turn:
        raise RecordError(f"it is seat {s.turn}'s turn, not seat {event['seat']}'s")


def check_seat(s: Any, seat: int) -> None:
    """Raise RecordError for a number that is no seat."""
    if not 0 <= seat < s.seats:
        raise RecordError(f"expected a seat from 0 to {s.seats - 1}, not {seat}")


def parse_cards(texts: Sequence[str]) -> list[int]:
    """Read recorded cards; raise RecordError for one that is none."""
    try:
        return [parse_card(text) for text in texts]
    except TapeteError as error:
        raise RecordError(str(error)) from error
