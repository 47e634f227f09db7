"""Toy's events: news to record events, what each seat sees of them, and back to moves."""

from collections.abc import Mapping
from typing import Any

from tapete.core.errors import RecordError
from tapete.core.game import Facts, Reader, RecordEvent
from tests.toy.notation import CARDS
from tests.toy.rules import HAND, KEEP, News, Phase

SHOWN = 100
"""How many characters of a hostile record a refusal repeats at most."""
CARD = (str, None)
SHAPES: dict[str, dict[str, Any]] = {
    "deal": {"starter": int, "hands": [[str]], "pile": [str]},
    "turn": {"seat": int, "discard": CARD, "card": CARD},
    "show": {"totals": [int]},
    "end": {},
}


def canonical(event: RecordEvent) -> RecordEvent:
    """Return the event with every list whose order means nothing sorted."""
    if event["type"] != "deal":
        return event
    return {**event, "hands": [sorted(hand) for hand in event["hands"]]}


def tell(s: Any, news: tuple[int, int, int], facts: Facts) -> RecordEvent:
    """Return the record event that a news item stands for, the state being just after it."""
    kind, seat, drawn = news
    players = s.players[: s.seats]
    match News(kind):
        case News.DEALT:
            hands = [[str(card) for card in p.hand] for p in players]
            return {
                "type": "deal",
                "starter": seat,
                "hands": hands,
                "pile": [str(c) for c in facts.order()],
            }
        case News.TURN:
            threw = str(s.players[seat].threw) if drawn else None
            return {
                "type": "turn",
                "seat": seat,
                "discard": threw,
                "card": str(drawn) if drawn else None,
            }
        case News.SHOWN:
            return {"type": "show", "totals": [p.total for p in players]}
        case News.END:
            return {"type": "end"}


def show(event: RecordEvent, seat: int) -> dict[str, Any]:
    """Build what a seat (or SPECTATOR) may see of an event."""
    match event["type"]:
        case "deal":
            hand = event["hands"][seat] if seat >= 0 else []
            seen = {"type": "deal", "starter": event["starter"], "hand": hand}
            return {**seen, "pile": len(event["pile"])}
        case "turn":
            seen = {key: event[key] for key in ("type", "seat", "discard")}
            return {**seen, "card": event["card"]} if event["seat"] == seat else seen
        case "show":
            return {key: event[key] for key in ("type", "totals")}
        case _:
            return {"type": event["type"]}


def read(s: Any, event: Mapping[str, Any], reader: Reader) -> None:
    """Play a recorded event's moves through the reader; raise RecordError where rules forbid."""
    match event["type"]:
        case "deal":
            read_deal(s, event, reader)
        case "turn":
            read_turn(s, event, reader)
        case _:
            raise RecordError(f"{event['type']} does not come here")


def read_deal(s: Any, event: Mapping[str, Any], reader: Reader) -> None:
    """Deal as recorded (TOY-1)."""
    if s.phase != Phase.STARTER:
        raise RecordError("cards are dealt once")
    if not 0 <= event["starter"] < s.seats:
        raise RecordError(f"seat {event['starter']} cannot start")
    hands = [parse_cards(hand) for hand in event["hands"]]
    if [len(hand) for hand in hands] != [HAND] * s.seats:
        raise RecordError(f"the hands must be {s.seats} of {HAND} cards")
    reader.lot(event["starter"])
    seats = [(s.starter + i) % s.seats for i in range(s.seats)]
    order = [hands[seat][i] for i in range(HAND) for seat in seats]
    reader.shuffle([*order, *parse_cards(event["pile"])])
    while s.phase == Phase.DEAL:
        reader.draw()


def read_turn(s: Any, event: Mapping[str, Any], reader: Reader) -> None:
    """Take a recorded turn (TOY-2)."""
    if s.phase != Phase.TURN or s.turn != event["seat"]:
        raise RecordError(f"it is not seat {event['seat']}'s turn"[:SHOWN])
    if event["discard"] is None:
        reader.act(KEEP, s.turn)
        return
    hand, card = s.players[s.turn].hand, CARDS.get(event["discard"])
    if card not in hand:
        raise RecordError(f"seat {s.turn} does not hold {event['discard']}"[:SHOWN])
    reader.act(1 + hand.index(card), s.turn)
    reader.draw()


def parse_cards(texts: list[str]) -> list[int]:
    """Read recorded cards, letter for letter; raise RecordError for one that is none."""
    for text in texts:
        if text not in CARDS:
            raise RecordError(f"a card is a number from 1 to 12, not {text[:SHOWN]!r}")
    return [CARDS[text] for text in texts]
