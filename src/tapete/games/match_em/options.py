"""The house rules of Match 'Em, each declared once (ME-D1 to ME-D9)."""

from collections.abc import Mapping

from tapete.core.options import Value, choice, switch, whole
from tapete.core.packs import MAX_NUMBER
from tapete.core.state import Record
from tapete.games.match_em.cards import MAX_COPIES, MAX_WILDS

BY_CUT, BY_WINNER, BY_ROTATION = 0, 1, 2
STRICT, FREE = 0, 1
MIN_PILE = 5
"""How many cards the deal must leave."""


class HouseRules(Record):
    """How this table plays Match 'Em."""

    wins_needed: int = whole(
        1,
        5,
        default=3,
        english="How many hands you must win to win the match.",
        spanish="Cuántas manos hay que ganar para llevarse la partida.",
    )
    cards_dealt: int = whole(
        3,
        8,
        default=5,
        english="How many cards each player is dealt.",
        spanish="Cuántas cartas se reparten a cada jugador.",
    )
    draw_count: int = whole(
        1,
        3,
        default=2,
        english="How many cards you draw when you do not match.",
        spanish="Cuántas cartas se roban cuando no se iguala.",
    )
    forced_match: int = choice(
        "strict",
        "free",
        default="strict",
        english="Whether you may draw only without a match in numbers, or whenever a total stands.",
        spanish="Si solo se roba cuando no se puede igualar con números, o siempre que haya total.",
    )
    no_wild_finish: int = switch(
        default=False,
        english="A wild may not be your last card.",
        spanish="La última carta no puede ser un comodín.",
    )
    starter: int = choice(
        "cut",
        "winner",
        "rotate",
        default="cut",
        english="Who starts a later hand: a new cut decides, the last winner, or turn by turn.",
        spanish="Quién empieza las demás manos: otro corte, quien ganó la última, o por turno.",
    )
    max_value: int = whole(
        5,
        MAX_NUMBER,
        default=10,
        english="The highest number in the deck.",
        spanish="El número más alto de la baraja.",
    )
    copies: int = whole(
        2,
        MAX_COPIES,
        default=5,
        english="How many cards there are of each number.",
        spanish="Cuántas cartas hay de cada número.",
    )
    wilds: int = whole(
        0,
        MAX_WILDS,
        default=4,
        english="How many wilds are in the deck.",
        spanish="Cuántos comodines tiene la baraja.",
    )


def objection(seats: int, values: Mapping[str, Value]) -> tuple[str, str] | None:
    """Return why the deck is too small for the table, in English and Spanish; None if it is not."""
    max_value, copies, wilds, dealt = (
        int(values[name]) for name in ("max_value", "copies", "wilds", "cards_dealt")
    )
    deck = max_value * copies + wilds
    left = deck - seats * dealt
    if left >= MIN_PILE:
        return None
    made = f"max_value {max_value} × copies {copies} + wilds {wilds}"
    english = (
        f"the deal must leave at least {MIN_PILE} cards; {seats} seats with {dealt} cards each "
        f"leave {left} of the {deck} in this deck ({made})"
    )
    spanish = (
        f"tras repartir deben quedar al menos {MIN_PILE} cartas; {seats} puestos con {dealt} "
        f"cartas cada uno dejan {left} de las {deck} de esta baraja ({made})"
    )
    return english, spanish
