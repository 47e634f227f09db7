"""Why an action is not allowed: the rule's number and a sentence with the numbers in it."""

from typing import Any

from tapete.core.packs import holds
from tapete.games.match_em.partitions import NUM_PARTS, PARTS, SIZES, TOTALS
from tapete.games.match_em.rules import is_stuck
from tapete.games.match_em.state import DRAW, NO_TOTAL, WILD, Phase
from tapete.games.match_em.texts import action_cards, formatted

Reasons = tuple[str, str, str]


def explain(s: Any, action: int) -> Reasons:
    """Return rule number, English and Spanish sentence why the seat on turn may not do this."""
    p = s.players[s.turn]
    if action == WILD:
        return explain_wild(s, p)
    if action == DRAW:
        return explain_draw(s, p)
    cards = "+".join(action_cards(action))
    if not holds(p.hand, PARTS[action]):
        own = " ".join(formatted(p.hand, p.wilds)) or "-"
        return (
            "ME-4",
            f"you do not hold {cards}; your hand: {own}",
            f"no tienes {cards}; tu mano: {own}",
        )
    if s.total == NO_TOTAL:
        return (
            "ME-3",
            f"a hand is led with one card; {cards} are {SIZES[action]} cards",
            f"se sale con una sola carta; {cards} son {SIZES[action]} cartas",
        )
    sums = f"{cards} is {TOTALS[action]}", f"{cards} son {TOTALS[action]}"
    if SIZES[action] == 1:
        sums = f"{cards} does not match it", f"{cards} no lo iguala"
    if s.phase == Phase.AFTER_DRAW:
        return (
            "ME-D4",
            f"the total is {s.total}; {sums[0]}, and a new total is exactly one card",
            f"el total es {s.total}; {sums[1]}, y un nuevo total es exactamente una carta",
        )
    return "ME-4", f"the total is {s.total}; {sums[0]}", f"el total es {s.total}; {sums[1]}"


def explain_wild(s: Any, p: Any) -> Reasons:
    """Say why the seat on turn may not play a wild."""
    if p.wilds == 0:
        return "ME-7", "you hold no wild", "no tienes ningún comodín"
    if is_stuck(s, p):
        return (
            "ME-D7",
            "at this table a wild may not be the last card; draw",
            "en esta mesa la última carta no puede ser un comodín; roba",
        )
    own = " ".join(formatted(p.hand, 0))
    return (
        "ME-D2",
        f"no total stands and a wild can't lead; lead one of {own}",
        f"no hay total y con un comodín no se sale; sal con una de {own}",
    )


def explain_draw(s: Any, p: Any) -> Reasons:
    """Say why the seat on turn may not draw."""
    if s.phase == Phase.AFTER_DRAW:
        return (
            "ME-D4",
            "you have drawn; now play a match, a wild or one card",
            "ya has robado; ahora iguala, juega un comodín o una sola carta",
        )
    if s.total == NO_TOTAL:
        return (
            "ME-3",
            "no total stands: you lead, and who leads does not draw",
            "no hay total: sales tú, y quien sale no roba",
        )
    way = "+".join(action_cards(first_way(p.hand, s.total)))
    return (
        "ME-D3",
        f"who can match may not draw: the total is {s.total}, and you hold {way}",
        f"quien puede igualar no roba: el total es {s.total} y tienes {way}",
    )


def first_way(pack: int, total: int) -> int:
    """Return the first action by which a pack makes a total."""
    return next(i for i in range(NUM_PARTS) if TOTALS[i] == total and holds(pack, PARTS[i]))
