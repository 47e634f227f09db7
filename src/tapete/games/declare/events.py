"""Declare's events: news to record events, what each seat sees of them, and back to moves."""

from collections.abc import Mapping
from typing import Any

from tapete.core.errors import RecordError
from tapete.core.game import NONE, Facts, Reader, RecordEvent
from tapete.games.declare import rules, state
from tapete.games.declare.notation import CARDS, format_card, formatted
from tapete.games.declare.rules import DECLARE
from tapete.games.declare.state import News, Phase
from tapete.games.declare.turns import PILE

SHOWN = 100
"""How many characters of a hostile record a refusal repeats at most."""
ROW = [str]
PER_SEAT = [(int, None)]
SHAPES: dict[str, dict[str, Any]] = {
    "deal": {"starter": int, "hands": [ROW], "floor": str, "pile": ROW},
    "turn": {"seat": int, "discard": ROW, "from": frozenset({"pile", "floor"}), "card": str},
    "recycle": {"pile": ROW},
    "declare": {"seat": int, "totals": PER_SEAT, "points": PER_SEAT},
    "showdown": {"totals": PER_SEAT, "points": PER_SEAT},
    "out": {"seats": [int]},
    "end": {},
}


def canonical(event: RecordEvent) -> RecordEvent:
    """Return the event with every list whose order means nothing sorted."""
    match event["type"]:
        case "deal":
            return {**event, "hands": [sorted(hand) for hand in event["hands"]]}
        case "turn":
            return {**event, "discard": sorted(event["discard"])}
        case "out":
            return {**event, "seats": sorted(event["seats"])}
        case _:
            return event


def tell(s: Any, news: tuple[int, int, int], facts: Facts) -> RecordEvent:
    """Return the record event that a news item stands for, the state being just after it."""
    kind, seat, value = news
    match News(kind):
        case News.DEALT:
            return tell_deal(s, facts)
        case News.TURN:
            return tell_turn(s, seat, value)
        case News.RECYCLED:
            return {"type": "recycle", "pile": [format_card(c) for c in facts.order()]}
        case News.DECLARED:
            return {"type": "declare", "seat": seat, **tell_showing(s)}
        case News.SHOWDOWN:
            return {"type": "showdown", **tell_showing(s)}
        case News.OUT:
            return {"type": "out", "seats": [i for i in range(s.seats) if value >> i & 1]}
        case News.END:
            return {"type": "end"}


def tell_deal(s: Any, facts: Facts) -> RecordEvent:
    """Return the whole deal."""
    hands = [formatted(p.hand, p.count) for p in s.players[: s.seats]]
    return {
        "type": "deal",
        "starter": s.starter,
        "hands": hands,
        "floor": format_card(s.floor[0]),
        "pile": [format_card(card) for card in facts.order()],
    }


def tell_turn(s: Any, seat: int, value: int) -> RecordEvent:
    """Return one whole turn."""
    p = s.players[seat]
    return {
        "type": "turn",
        "seat": seat,
        "discard": formatted(p.threw, p.threw_count),
        "from": "floor" if value & 1 else "pile",
        "card": format_card(value >> 1),
    }


def tell_showing(s: Any) -> dict[str, Any]:
    """Return totals and points per seat; a seat that was out already has none."""
    players = s.players[: s.seats]
    return {
        "totals": [None if p.total == NONE else p.total for p in players],
        "points": [None if p.total == NONE else p.points for p in players],
        "x_hands": [formatted(p.shown, p.shown_count) for p in players],
    }


def show(event: RecordEvent, seat: int) -> dict[str, Any]:
    """Build what a seat (or SPECTATOR) may see of an event."""
    # An event read from a record has no extras.
    shown = {"x_hands"} & event.keys()
    match event["type"]:
        case "deal":
            return {
                "type": "deal",
                "starter": event["starter"],
                "hand": event["hands"][seat] if seat >= 0 else [],
                "counts": [len(hand) for hand in event["hands"]],
                "floor": event["floor"],
                "pile": len(event["pile"]),
            }
        case "turn":
            seen = {key: event[key] for key in ("type", "seat", "discard", "from")}
            if event["from"] == "floor" or event["seat"] == seat:
                seen["card"] = event["card"]
            return seen
        case "recycle":
            return {"type": "recycle", "pile": len(event["pile"])}
        case "declare":
            return {key: event[key] for key in ("type", "seat", "totals", "points", *shown)}
        case "showdown":
            return {key: event[key] for key in ("type", "totals", "points", *shown)}
        case "out":
            return {key: event[key] for key in ("type", "seats")}
        case _:
            return {"type": event["type"]}


def read(s: Any, event: Mapping[str, Any], reader: Reader) -> None:
    """Play a recorded event's moves through the reader; raise RecordError where rules forbid."""
    match event["type"]:
        case "deal":
            read_deal(s, event, reader)
        case "recycle":
            read_recycle(s, event, reader)
        case "turn":
            read_turn(s, event, reader)
        case "declare":
            reader.act(DECLARE, event["seat"])
        case _:
            raise RecordError(f"{event['type']} does not come here")


def read_deal(s: Any, event: Mapping[str, Any], reader: Reader) -> None:
    """Deal as recorded."""
    starter = event["starter"]
    if s.phase == Phase.STARTER:
        in_ = [seat for seat in range(s.seats) if s.players[seat].out == 0]
        if starter not in in_:
            raise RecordError(f"seat {starter} cannot start")
        reader.lot(in_.index(starter))
    if s.phase != Phase.DEAL:
        raise RecordError("no round begins here")
    order = deal_order(s, event)
    reader.shuffle(order)
    while s.phase == Phase.DEAL:
        reader.draw()


def deal_order(s: Any, event: Mapping[str, Any]) -> list[int]:
    """Return the shuffled pack that gives these hands, this floor card and this pile."""
    hands = [parse_cards(hand) for hand in event["hands"]]
    sizes = [len(hand) for hand in hands]
    wanted = [0 if p.out else state.HAND for p in s.players[: s.seats]]
    if sizes != wanted:
        raise RecordError(f"the hands must have {wanted} cards, not {sizes}"[:SHOWN])
    seats = [(s.starter + i) % s.seats for i in range(s.seats)]
    order: list[int] = [hands[seat][i] for i in range(state.HAND) for seat in seats if hands[seat]]
    return [*order, *parse_cards([event["floor"]]), *parse_cards(event["pile"])]


def read_recycle(s: Any, event: Mapping[str, Any], reader: Reader) -> None:
    """Take the order of a new pile, which the next turn draws from."""
    if s.phase != Phase.TURN or s.pile_count > 0 or s.buried_count == 0:
        raise RecordError("no new pile is made here")
    order = parse_cards(event["pile"])
    if sorted(order) != sorted(s.buried[: s.buried_count]):
        raise RecordError("the new pile is not made of the buried cards")
    reader.shuffle(order)


def read_turn(s: Any, event: Mapping[str, Any], reader: Reader) -> None:
    """Take a recorded turn."""
    if s.phase != Phase.TURN or s.turn != event["seat"]:
        raise RecordError(f"it is not seat {event['seat']}'s turn")
    hand, cards = s.players[s.turn].hand[: s.players[s.turn].count], parse_cards(event["discard"])
    if len(set(cards)) != len(cards) or not cards or not set(cards) <= set(hand):
        raise RecordError(f"seat {s.turn} does not hold {' '.join(event['discard'])}"[:SHOWN])
    source = PILE
    if event["from"] == "floor":
        card = CARDS.get(event["card"])
        if card not in s.floor[: s.floor_count]:
            raise RecordError(f"{event['card'][:SHOWN]} does not lie on the floor")
        source = 1 + s.floor.index(card)
    subset = sum(1 << hand.index(card) for card in cards)
    reader.act(rules.turn_action(subset, source), s.turn)
    if source == PILE:
        reader.draw()


def parse_cards(texts: list[str]) -> list[int]:
    """Read recorded cards, letter for letter; raise RecordError for one that is none."""
    for text in texts:
        if text not in CARDS:
            raise RecordError(f"a card is rank and suit, such as 7H or TD, not {text[:SHOWN]!r}")
    return [CARDS[text] for text in texts]
