"""Declare in words: cards, actions, events, views and refusals, in English and Spanish.

Actions are written `7S 7H > pile` (throw, then where the card comes from: `pile` or a floor card)
and `declare`.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from tapete.core.errors import TapeteError
from tapete.games.declare import rules
from tapete.games.declare.cards import JOKER, NUM_CARDS, total
from tapete.games.declare.rules import DECLARE, PILE, action_source, action_subset

RANK_LETTERS = "A23456789TJQK"
SUIT_LETTERS = "SHDC"
SHOWN_SUITS = "♠♥♦♣"


def format_card(card: int) -> str:
    """Write a card as records do: rank then suit, `X1` and `X2` for jokers."""
    if card >= JOKER:
        return f"X{card - JOKER + 1}"
    return RANK_LETTERS[card >> 2] + SUIT_LETTERS[card & 3]


CARDS = {format_card(card): card for card in range(NUM_CARDS)}


def parse_card(text: str) -> int:
    """Read a card as records write it; raise TapeteError for anything else."""
    card = CARDS.get(text.strip().upper())
    if card is None:
        raise TapeteError(f"a card is rank and suit, such as 7H or TD, not {text!r}")
    return card


def show_card(text: str) -> str:
    """Write a recorded card for people: `10♦`, `★`."""
    if text.startswith("X"):
        return "★"
    rank = "10" if text[0] == "T" else text[0]
    return rank + SHOWN_SUITS[SUIT_LETTERS.index(text[1])]


def show_cards(cards: Sequence[str]) -> str:
    """Write recorded cards for people, with a space between."""
    return " ".join(show_card(card) for card in cards)


def formatted(cards: Sequence[int], count: int) -> list[str]:
    """Return the first `count` cards as records write them."""
    return [format_card(card) for card in cards[:count]]


def thrown(hand: Sequence[int], action: int) -> list[int]:
    """Return the cards of an ascending hand that a turn throws."""
    subset = action_subset(action)
    return [card for i, card in enumerate(hand) if subset >> i & 1]


def format_action(s: Any, action: int) -> str:
    """Write an action of the seat on turn: `7S 7H > pile`, `declare`."""
    if action == DECLARE:
        return "declare"
    cards = thrown(s.players[s.turn].hand, action)
    source = action_source(action)
    taken = "pile" if source == PILE else format_card(s.floor[source - 1])
    return f"{' '.join(map(format_card, cards))} > {taken}"


def parse_action(s: Any, text: str) -> int:
    """Read an action of the seat on turn; raise TapeteError saying what was expected."""
    if text.strip().lower() == "declare":
        return DECLARE
    cards, arrow, source = text.partition(">")
    if not arrow or not cards.split():
        raise TapeteError(f"expected `declare` or `CARD … > pile|CARD`, not {text!r}")
    p = s.players[s.turn]
    subset = 0
    for card in map(parse_card, cards.split()):
        if card not in p.hand[: p.count]:
            raise TapeteError(f"{format_card(card)} is not in your hand")
        subset |= 1 << p.hand.index(card)
    return rules.turn_action(subset, parse_source(s, source.strip()))


def parse_source(s: Any, text: str) -> int:
    """Read where a card comes from; raise TapeteError if it does not lie there."""
    if text.lower() == "pile":
        return PILE
    card = parse_card(text)
    if card not in s.floor[: s.floor_count]:
        lying = " ".join(formatted(s.floor, s.floor_count))
        raise TapeteError(f"{format_card(card)} is not on the floor; there: {lying}")
    return 1 + s.floor.index(card)


def describe_action(v: Any, action: int, language: str) -> str:
    """Say an action of the view's seat: `Throw 7♠ 7♥, take from the pile`."""
    if action == DECLARE:
        return {"en": f"Declare with {v.total}", "es": f"Declarar con {v.total}"}[language]
    cards = show_cards([format_card(c) for c in thrown(v.hand, action)])
    source = action_source(action)
    if source == PILE:
        words = {"en": "Throw {}, draw from the pile", "es": "Tirar {}, robar del mazo"}
        return words[language].format(cards)
    card = show_card(format_card(v.floor[source - 1]))
    words = {"en": "Throw {}, take {} from the floor", "es": "Tirar {}, coger {} del suelo"}
    return words[language].format(cards, card)


VIEW_WORDS = {
    "en": {
        "round": "Round {}. Out above {} points.",
        "player": "{}: {} cards, {} points{}",
        "out": ", out",
        "took": ", took {}",
        "hand": "Your hand: {} (total {})",
        "floor": "On the floor: {}",
        "pile": "Pile: {} cards, buried: {}",
    },
    "es": {
        "round": "Ronda {}. Fuera con más de {} puntos.",
        "player": "{}: {} cartas, {} puntos{}",
        "out": ", eliminado",
        "took": ", cogió {}",
        "hand": "Tu mano: {} (total {})",
        "floor": "En el suelo: {}",
        "pile": "Mazo: {} cartas, enterradas: {}",
    },
}


def describe_view(v: Any, names: Sequence[str], language: str) -> str:
    """Say the whole view in words, a line a subject."""
    words = VIEW_WORDS[language]
    lines = [words["round"].format(v.round, v.threshold)]
    for seat in range(v.seats):
        p = v.players[seat]
        more = words["out"] if p.out else ""
        if p.took >= 0:
            more += words["took"].format(show_card(format_card(p.took)))
        lines.append(words["player"].format(names[seat], p.count, p.score, more))
    lines.append(words["floor"].format(show_cards(formatted(v.floor, v.floor_count))))
    lines.append(words["pile"].format(v.pile_count, v.buried_count))
    if v.seat >= 0:
        lines.append(words["hand"].format(show_cards(formatted(v.hand, v.count)), v.total))
    return "\n".join(lines)


def describe_event(event: Mapping[str, Any], names: Sequence[str], language: str) -> str:
    """Say one event, as a seat sees it or as a record has it."""
    return EVENT_WORDS[event["type"]](event, names, language)


def describe_deal(event: Mapping[str, Any], names: Sequence[str], language: str) -> str:
    """Say that a round begins."""
    words = {
        "en": "New round. {} starts. Turned up: {}.",
        "es": "Ronda nueva. Empieza {}. Boca arriba: {}.",
    }
    return words[language].format(names[event["starter"]], show_card(event["floor"]))


def describe_turn(event: Mapping[str, Any], names: Sequence[str], language: str) -> str:
    """Say what a seat threw and took."""
    words = {
        ("en", "pile"): "{} throws {} and draws from the pile{}.",
        ("en", "floor"): "{} throws {} and takes{} from the floor.",
        ("es", "pile"): "{} tira {} y roba del mazo{}.",
        ("es", "floor"): "{} tira {} y coge{} del suelo.",
    }
    card = event.get("card")
    taken = "" if card is None else f" {show_card(card)}"
    if card is not None and event["from"] == "pile":
        taken = f": {show_card(card)}"
    who = names[event["seat"]]
    return words[language, event["from"]].format(who, show_cards(event["discard"]), taken)


def describe_showing(event: Mapping[str, Any], names: Sequence[str], language: str) -> str:
    """Say everybody's total and points."""
    told = {"en": "{}: {} (+{})", "es": "{}: {} (+{})"}[language]
    pairs = zip(event["totals"], event["points"], strict=True)
    each = [told.format(names[i], t, p) for i, (t, p) in enumerate(pairs) if t is not None]
    if event["type"] == "declare":
        opening = {"en": "{} declares!", "es": "¡{} declara!"}[language]
        opening = opening.format(names[event["seat"]])
    else:
        opening = {"en": "The laps are over:", "es": "Se acabaron las vueltas:"}[language]
    return f"{opening} {'; '.join(each)}."


def describe_out(event: Mapping[str, Any], names: Sequence[str], language: str) -> str:
    """Say who has crossed the threshold."""
    who = ", ".join(names[seat] for seat in event["seats"])
    return {"en": f"Over the limit: {who}.", "es": f"Pasan del límite: {who}."}[language]


def describe_recycle(_event: Mapping[str, Any], _names: Sequence[str], language: str) -> str:
    """Say that the buried cards are a new pile."""
    words = {"en": "The buried cards are shuffled into a new pile."}
    words["es"] = "Se barajan las cartas enterradas: hay mazo nuevo."
    return words[language]


def describe_end(_event: Mapping[str, Any], _names: Sequence[str], language: str) -> str:
    """Say that the game is over."""
    return {"en": "The game is over.", "es": "Fin de la partida."}[language]


EVENT_WORDS = {
    "deal": describe_deal,
    "turn": describe_turn,
    "recycle": describe_recycle,
    "declare": describe_showing,
    "showdown": describe_showing,
    "out": describe_out,
    "end": describe_end,
}


def explain(s: Any, action: int) -> tuple[str, str, str]:
    """Return rule number, English and Spanish sentence why the seat on turn may not do this."""
    p = s.players[s.turn]
    if action == DECLARE:
        return explain_declaring(s, p)
    if action_subset(action) >> p.count:
        return (
            "DC-2",
            f"you hold {p.count} cards; throw some of those",
            f"tienes {p.count} cartas; tira de esas",
        )
    cards = show_cards([format_card(c) for c in thrown(p.hand[: p.count], action)])
    if not rules.is_throw(s, p, action_subset(action)):
        return (
            "DC-3",
            f"{cards} cannot be thrown together at this table",
            f"{cards} no se pueden tirar juntas en esta mesa",
        )
    if action_source(action) == PILE:
        return (
            "DC-D5",
            "the pile is out and nothing is buried: take from the floor",
            "no queda mazo ni cartas enterradas: coge del suelo",
        )
    return (
        "DC-5",
        f"the floor has {s.floor_count} cards to take",
        f"en el suelo hay {s.floor_count} cartas para coger",
    )


def explain_declaring(s: Any, p: Any) -> tuple[str, str, str]:
    """Say why the seat on turn may not declare."""
    if p.turns < rules.FIRST_DECLARATION:
        return (
            "DC-6",
            "you may declare from your second turn of a round on; this is your first",
            "se puede declarar desde tu segundo turno de la ronda; este es el primero",
        )
    own = total(p.hand, p.count)
    return (
        "DC-D6",
        f"you may declare with {s.house.declare_max} at most; you have {own}",
        f"se puede declarar con {s.house.declare_max} como mucho; tienes {own}",
    )
