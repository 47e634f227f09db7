"""Match 'Em's events: news to record events, what each seat sees of them, and back to moves."""

from collections import Counter
from collections.abc import Mapping
from typing import Any

from tapete.core.errors import RecordError, TapeteError
from tapete.core.game import NONE, Facts, Reader, RecordEvent
from tapete.games.match_em.cards import NO_CARD
from tapete.games.match_em.rules import has_buried
from tapete.games.match_em.state import CARD_BITS, DRAW, MAX_SEATS, News, Phase
from tapete.games.match_em.texts import (
    action_cards,
    action_of,
    format_card,
    formatted,
    parse_card,
)

CARDS = [str]
SHAPES: dict[str, dict[str, Any]] = {
    "cut": {"cards": [[(str, None)]], "starter": int},
    "deal": {"hands": [CARDS], "pile": CARDS},
    "play": {"seat": int, "cards": CARDS},
    "draw": {"seat": int, "cards": CARDS},
    "pass": {"seat": int},
    "recycle": {"pile": CARDS},
    "hand": {"seat": (int, None), "tokens": [int]},
    "end": {},
}


def canonical(event: RecordEvent) -> RecordEvent:
    """Return the event with every list whose order means nothing sorted."""
    match event["type"]:
        case "deal":
            return {**event, "hands": [sorted(hand) for hand in event["hands"]]}
        case "play":
            return {**event, "cards": sorted(event["cards"])}
        case _:
            return event


def tell(s: Any, news: tuple[int, int, int], facts: Facts) -> RecordEvent:
    """Return the record event that a news item stands for, the state being just after it."""
    kind, seat, value = news
    match News(kind):
        case News.CUT:
            return {"type": "cut", "cards": tell_cuts(s), "starter": seat}
        case News.DEALT:
            hands = [formatted(p.hand, p.wilds) for p in s.players[: s.seats]]
            pile = [format_card(card) for card in facts.order()]
            return {"type": "deal", "hands": hands, "pile": pile}
        case News.PLAYED:
            return {"type": "play", "seat": seat, "cards": action_cards(value)}
        case News.DRAWN:
            return {"type": "draw", "seat": seat, "cards": tell_drawn(value)}
        case News.PASSED:
            return {"type": "pass", "seat": seat}
        case News.RECYCLED:
            return {"type": "recycle", "pile": [format_card(card) for card in facts.order()]}
        case News.HAND:
            tokens = [p.tokens for p in s.players[: s.seats]]
            return {"type": "hand", "seat": None if seat == NONE else seat, "tokens": tokens}
        case News.END:
            return {"type": "end"}


def tell_cuts(s: Any) -> list[list[str | None]]:
    """Return what each seat showed in each round of the cut."""
    rounds = [s.cuts[i * MAX_SEATS : i * MAX_SEATS + s.seats] for i in range(s.cut_rounds)]
    return [[None if c == NO_CARD else format_card(c) for c in row] for row in rounds]


def tell_drawn(value: int) -> list[str]:
    """Return the drawn cards that a news value holds, the first one first."""
    cards: list[str] = []
    while value:
        cards.insert(0, format_card(value & (1 << CARD_BITS) - 1))
        value >>= CARD_BITS
    return cards


def show(event: RecordEvent, seat: int) -> dict[str, Any]:
    """Build what a seat (or SPECTATOR) may see of an event."""
    match event["type"]:
        case "cut":
            return {key: event[key] for key in ("type", "cards", "starter")}
        case "deal":
            return {
                "type": "deal",
                "hand": event["hands"][seat] if seat >= 0 else [],
                "counts": [len(hand) for hand in event["hands"]],
                "pile": len(event["pile"]),
            }
        case "play":
            return {key: event[key] for key in ("type", "seat", "cards")}
        case "draw":
            seen = {"type": "draw", "seat": event["seat"], "count": len(event["cards"])}
            return seen | {"cards": event["cards"]} if event["seat"] == seat else seen
        case "pass":
            return {key: event[key] for key in ("type", "seat")}
        case "recycle":
            return {"type": "recycle", "pile": len(event["pile"])}
        case "hand":
            return {key: event[key] for key in ("type", "seat", "tokens")}
        case _:
            return {"type": event["type"]}


def read(s: Any, event: Mapping[str, Any], reader: Reader) -> None:
    """Play a recorded event's moves through the reader; raise RecordError where rules forbid."""
    match event["type"]:
        case "cut":
            read_cut(s, event, reader)
        case "deal":
            read_deal(s, event, reader)
        case "play":
            read_play(s, event, reader)
        case "draw":
            read_draw(s, event, reader)
        case "recycle":
            read_recycle(s, event, reader)
        case _:
            raise RecordError(f"{event['type']} does not come here")


def read_cut(s: Any, event: Mapping[str, Any], reader: Reader) -> None:
    """Cut as recorded, to the end."""
    if s.phase != Phase.CUT:
        raise RecordError("nobody cuts here")
    for row in event["cards"]:
        read_cut_round(s, row, reader)
    if s.phase == Phase.CUT:
        raise RecordError(f"seats {seats_cutting(s)} must cut again (ME-D1)")


def read_cut_round(s: Any, row: list[str | None], reader: Reader) -> None:
    """Cut one round: each cutting seat shows its card of the whole deck."""
    if s.phase != Phase.CUT:
        raise RecordError("the cut goes on, but it was decided already (ME-D1)")
    cutting = seats_cutting(s)
    if len(row) != s.seats or [i for i, card in enumerate(row) if card is not None] != cutting:
        raise RecordError(f"just the seats {cutting} of {s.seats} must cut in this round (ME-D1)")
    shown = parse_cards([card for card in row if card is not None])
    deck: Counter[int] = Counter(s.pile[: s.pile_count])
    if not Counter(shown) <= deck:
        raise RecordError("the deck does not have the cards that the cut shows")
    reader.shuffle([*shown, *(deck - Counter(shown)).elements()])
    for _ in cutting:
        reader.draw()


def seats_cutting(s: Any) -> list[int]:
    """Return the seats that cut in this round."""
    return [seat for seat in range(s.seats) if s.cutters >> seat & 1]


def read_deal(s: Any, event: Mapping[str, Any], reader: Reader) -> None:
    """Deal as recorded."""
    if s.phase != Phase.DEAL:
        raise RecordError("no hand begins here")
    hands = [parse_cards(hand) for hand in event["hands"]]
    dealt = s.house.cards_dealt
    if [len(hand) for hand in hands] != [dealt] * s.seats:
        raise RecordError(f"{s.seats} hands must have {dealt} cards each")
    seats = [(s.starter + i) % s.seats for i in range(s.seats)]
    order: list[int] = [hands[seat][i] for i in range(dealt) for seat in seats]
    reader.shuffle([*order, *parse_cards(event["pile"])])
    while s.phase == Phase.DEAL:
        reader.draw()


def read_play(s: Any, event: Mapping[str, Any], reader: Reader) -> None:
    """Lay the recorded cards."""
    if s.phase not in (Phase.PLAY, Phase.AFTER_DRAW):
        raise RecordError("no cards are laid here")
    try:
        action = action_of(parse_cards(event["cards"]))
    except TapeteError as error:
        raise RecordError(str(error)) from error
    reader.act(action, event["seat"])


def read_draw(s: Any, event: Mapping[str, Any], reader: Reader) -> None:
    """Draw what the pile has, as the choice of a seat or to go on after a new pile."""
    if s.phase == Phase.PLAY and (s.pile_count > 0 or not has_buried(s)):
        reader.act(DRAW, event["seat"])
    elif s.phase != Phase.DRAWING:
        raise RecordError("no cards are drawn here, or a new pile must be made first (ME-8)")
    while s.phase == Phase.DRAWING:
        reader.draw()


def read_recycle(s: Any, event: Mapping[str, Any], reader: Reader) -> None:
    """Make the recorded new pile; where the pile was out already, the draw begins with it."""
    if s.phase == Phase.PLAY and s.pile_count == 0:
        reader.act(DRAW, s.turn)
    if s.phase != Phase.RECYCLE:
        raise RecordError("no new pile is made here (ME-8)")
    reader.shuffle(parse_cards(event["pile"]))
    reader.lot(0)


def parse_cards(texts: list[str]) -> list[int]:
    """Read recorded cards; raise RecordError for one that is none."""
    try:
        return [parse_card(text) for text in texts]
    except TapeteError as error:
        raise RecordError(str(error)) from error
