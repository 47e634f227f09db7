"""Declare in words: cards, actions, events, views and refusals, in English and Spanish.

Actions are written `7S 7H > pile` (throw, then where the card comes from: `pile` or a floor card)
and `declare`. People may also type `10♥`, `joker` and the Spanish words.
"""

from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

from tapete.core.errors import TapeteError
from tapete.core.game import NONE
from tapete.games.declare import rules, throws
from tapete.games.declare.cards import ACE, JOKER, KING, NUM_CARDS, rank, total
from tapete.games.declare.options import RUNS_3_4_5, HouseRules
from tapete.games.declare.rules import DECLARE, action_source, action_subset
from tapete.games.declare.turns import PILE

RANK_LETTERS = "A23456789TJQK"
SUIT_LETTERS = "SHDC"
SHOWN_SUITS = "♠♥♦♣"
SHOWN_JOKER = {"en": "Joker", "es": "comodín"}
TYPED_SUITS = str.maketrans(SHOWN_SUITS, SUIT_LETTERS)
TYPED_JOKERS = ("JOKER", "COMODÍN", "COMODIN")
DECLARE_WORDS = ("declare", "declarar", "declaro")
PILE_WORDS = ("pile", "mazo")
SPANISH_WORDS: Mapping[str, str] = {"declare": "declarar", "pile": "mazo"}
"""What a Spanish player types for a word of the notation."""


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
        raise TapeteError(
            f"a card is rank and suit (S, H, D or C), such as 7H or TD, not {text[:20]!r}",
            "una carta es valor y palo (S picas, H corazones, D diamantes, C tréboles), "
            f"como 7H o TD, no {text[:20]!r}",
        )
    return card


def typed_card(text: str, among: Sequence[int]) -> int:
    """Read a card as people write it: `10♥`, `joker` for the first one among these cards."""
    plain = text.strip().upper()
    if plain in TYPED_JOKERS:
        return next((card for card in among if card >= JOKER), JOKER)
    return parse_card(plain.translate(TYPED_SUITS).replace("10", "T"))


def show_card(text: str, language: str) -> str:
    """Write a recorded card for people: `10♦`, `Joker`."""
    if text.startswith("X"):
        return SHOWN_JOKER[language]
    rank = "10" if text[0] == "T" else text[0]
    return rank + SHOWN_SUITS[SUIT_LETTERS.index(text[1])]


def show_cards(cards: Sequence[str], language: str) -> str:
    """Write recorded cards for people, with a space between."""
    return " ".join(show_card(card, language) for card in cards)


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
    if text.strip().lower() in DECLARE_WORDS:
        return DECLARE
    cards, arrow, source = text.partition(">")
    if not arrow or not cards.split():
        raise TapeteError(
            f"expected `declare` or `CARD … > pile|CARD`, not {text[:40]!r}",
            f"se esperaba `declarar` o `CARTA … > mazo|CARTA`, no {text[:40]!r}",
        )
    return rules.turn_action(parse_throw(s, cards.split()), parse_source(s, source.strip()))


def parse_throw(s: Any, words: Sequence[str]) -> int:
    """Read the cards that the seat on turn throws, as a subset of its hand."""
    p = s.players[s.turn]
    subset = 0
    for word in words:
        left = [card for i, card in enumerate(p.hand[: p.count]) if not subset >> i & 1]
        card = typed_card(word, left)
        if card not in left:
            raise TapeteError(
                f"{format_card(card)} is not in your hand, or you name it twice",
                f"{format_card(card)} no está en tu mano, o la nombras dos veces",
            )
        subset |= 1 << p.hand.index(card)
    return subset


def parse_source(s: Any, text: str) -> int:
    """Read where a card comes from; raise TapeteError if it does not lie there."""
    if text.lower() in PILE_WORDS:
        return PILE
    card = typed_card(text, s.floor[: s.floor_count])
    if card not in s.floor[: s.floor_count]:
        lying = " ".join(formatted(s.floor, s.floor_count))
        raise TapeteError(
            f"{format_card(card)} is not on the floor; there: {lying}",
            f"{format_card(card)} no está en la mesa; hay: {lying}",
        )
    return 1 + s.floor.index(card)


def describe_action(v: Any, action: int, language: str) -> str:
    """Say an action of the view's seat: `Throw 7♠ 7♥, draw from the pile`."""
    if action == DECLARE:
        return {"en": f"Declare with {v.total}", "es": f"Declarar con {v.total}"}[language]
    cards = show_cards([format_card(c) for c in thrown(v.hand, action)], language)
    source = action_source(action)
    if source == PILE:
        words = {"en": "Throw {}, draw from the pile", "es": "Descartar {} y robar del mazo"}
        return words[language].format(cards)
    card = show_card(format_card(v.floor[source - 1]), language)
    # That it lies on the floor is said just above: with it, forty moves fill two screens.
    words = {"en": "Throw {}, take {}", "es": "Descartar {} y tomar {}"}
    return words[language].format(cards, card)


VIEW_WORDS = {
    "en": {
        "round": "Round {}. Whoever goes above {} points is out.",
        "player": "{}: {}, {}{}",
        "out": "{}: out with {}",
        "took": ", took {} from the floor",
        "hand": "Your hand: {} (total {})",
        "floor": "On the floor: {}",
        "pile": "Pile: {}; buried: {}",
        "cards": ("1 card", "{} cards"),
        "points": ("1 point", "{} points"),
    },
    "es": {
        "round": "Ronda {}. Quien pase de {} puntos queda eliminado.",
        "player": "{}: {}, {}{}",
        "out": "{}: eliminado con {}",
        "took": ", tomó {} de la mesa",
        "hand": "Tu mano: {} (total {})",
        "floor": "En la mesa: {}",
        "pile": "Mazo: {}; enterradas: {}",
        "cards": ("1 carta", "{} cartas"),
        "points": ("1 punto", "{} puntos"),
    },
}


def count(number: int, what: str, language: str) -> str:
    """Say how many cards or points: `1 card`, `3 cards`."""
    return VIEW_WORDS[language][what][number != 1].format(number)


def describe_view(v: Any, names: Sequence[str], language: str) -> str:
    """Say the whole view in words, a line a subject."""
    words = VIEW_WORDS[language]
    lines = [str(words["round"]).format(v.round, v.threshold)]
    lines += [describe_player(v.players[i], names[i], language) for i in range(v.seats)]
    floor = show_cards(formatted(v.floor, v.floor_count), language)
    lines.append(str(words["floor"]).format(floor))
    pile = count(v.pile_count, "cards", language)
    lines.append(str(words["pile"]).format(pile, v.buried_count))
    if v.seat >= 0:
        hand = show_cards(formatted(v.hand, v.count), language)
        lines.append(str(words["hand"]).format(hand, v.total))
    return "\n".join(lines)


def describe_player(p: Any, name: str, language: str) -> str:
    """Say what everybody sees of a seat."""
    words = VIEW_WORDS[language]
    points = count(p.score, "points", language)
    if p.out:
        return str(words["out"]).format(name, points)
    took = ""
    if p.took != NONE:
        took = str(words["took"]).format(show_card(format_card(p.took), language))
    return str(words["player"]).format(name, count(p.count, "cards", language), points, took)


def describe_event(event: Mapping[str, Any], names: Sequence[str], language: str) -> str:
    """Say one event, as a seat sees it or as a record has it."""
    return EVENT_WORDS[event["type"]](event, names, language)


def describe_deal(event: Mapping[str, Any], names: Sequence[str], language: str) -> str:
    """Say that a round begins."""
    words = {
        "en": "New round. {} starts. Turned up: {}.",
        "es": "Ronda nueva. Empieza {}. Boca arriba: {}.",
    }
    return words[language].format(names[event["starter"]], show_card(event["floor"], language))


def describe_turn(event: Mapping[str, Any], names: Sequence[str], language: str) -> str:
    """Say what a seat threw and took."""
    words = {
        ("en", "pile"): "{} throws {} and draws from the pile{}.",
        ("en", "floor"): "{} throws {} and takes{} from the floor.",
        ("es", "pile"): "{} descarta {} y roba del mazo{}.",
        ("es", "floor"): "{} descarta {} y toma{} de la mesa.",
    }
    card = event.get("card")
    taken = "" if card is None else f" {show_card(card, language)}"
    if card is not None and event["from"] == "pile":
        taken = f": {show_card(card, language)}"
    who = names[event["seat"]]
    cards = show_cards(event["discard"], language)
    return words[language, event["from"]].format(who, cards, taken)


def describe_showing(event: Mapping[str, Any], names: Sequence[str], language: str) -> str:
    """Say everybody's hand, total and points."""
    told = {"en": "{} {}{} (scores {})", "es": "{} {}{} (se anota {})"}[language]
    # A record tells hands only as an extra, which another writer need not have.
    hands: list[list[str]] = event.get("x_hands") or [[]] * len(event["totals"])
    each = [
        told.format(names[i], f"{show_cards(hand, language)} = " if hand else "", t, p)
        for i, (hand, t, p) in enumerate(zip(hands, event["totals"], event["points"], strict=True))
        if t is not None
    ]
    if event["type"] == "declare":
        opening = {"en": "{} declares! Totals:", "es": "¡{} declara! Totales:"}[language]
        opening = opening.format(names[event["seat"]])
    else:
        opening = {
            "en": "The laps are over and all hands are shown. Totals:",
            "es": "Se acaban las vueltas y se enseñan las cartas. Totales:",
        }[language]
    return f"{opening} {'; '.join(each)}."


def describe_out(event: Mapping[str, Any], names: Sequence[str], language: str) -> str:
    """Say who has crossed the threshold."""
    words = {
        "en": ("Over the threshold and out: {}.", "Over the threshold and out: {}."),
        "es": ("Rebasa el límite y queda eliminado: {}.", "Rebasan el límite y caen: {}."),
    }
    who = [str(names[seat]) for seat in event["seats"]]
    return words[language][len(who) > 1].format(", ".join(who))


def describe_recycle(_event: Mapping[str, Any], _names: Sequence[str], language: str) -> str:
    """Say that the buried cards are a new pile."""
    words = {"en": "The buried cards are shuffled into a new pile."}
    words["es"] = "Se barajan las cartas enterradas y forman un mazo nuevo."
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

Explanation: TypeAlias = tuple[str, str, str]
"""Rule number, English and Spanish sentence."""


def explain(s: Any, action: int) -> Explanation:
    """Return rule number, English and Spanish sentence why the seat on turn may not do this."""
    p = s.players[s.turn]
    if action == DECLARE:
        return explain_declaring(s, p)
    if action_subset(action) >> p.count:
        return (
            "DC-2",
            f"you hold {count(p.count, 'cards', 'en')}; throw some of those",
            f"tienes {count(p.count, 'cards', 'es')}; descarta de esas",
        )
    if not throws.is_throw(s, p, action_subset(action)):
        return explain_throw(s, action)
    if action_source(action) == PILE:
        return (
            "DC-D5",
            "the pile is out and nothing is buried: take from the floor",
            "no quedan mazo ni cartas enterradas: toma de la mesa",
        )
    return (
        "DC-5",
        f"the floor has {count(s.floor_count, 'cards', 'en')} to take",
        f"en la mesa hay {count(s.floor_count, 'cards', 'es')} para tomar",
    )


def explain_declaring(s: Any, p: Any) -> Explanation:
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


LOOSER: tuple[tuple[dict[str, int], Explanation], ...] = (
    (
        {"run_same_suit": 0},
        ("DC-D4", "here a sequence must be of one suit", "aquí una escalera es de un solo palo"),
    ),
    (
        {"allow_trips": 1},
        ("DC-3", "never three of a kind", "nunca tres del mismo valor"),
    ),
    (
        {"mixed_two_pairs": 1},
        ("DC-D4", "here no two different pairs", "aquí no se descartan dos pares distintos"),
    ),
    (
        {"run_lengths": RUNS_3_4_5, "run_same_suit": 0},
        (
            "DC-3",
            "a sequence of {length} may not be thrown; `run_lengths` is {lengths}",
            "una escalera de {length} no se puede descartar; `run_lengths` es {lengths}",
        ),
    ),
)
"""House rules that would allow a throw, and what forbids it where they do not hold."""
NO_SET = (
    "DC-3",
    "they are neither of one rank, nor a sequence, nor a flush of five",
    "no son del mismo valor, ni una escalera, ni un color de cinco",
)
WRAPPED = (
    "DC-4",
    "the ace goes before the two or after the king, not between them",
    "el as va antes del dos o después del rey, no entre los dos",
)
WITH_JOKER = (
    "DC-D1",
    "a joker goes with two real cards of a sequence, or with the other joker",
    "un comodín va con dos cartas auténticas de una escalera, o con el otro comodín",
)


def explain_throw(s: Any, action: int) -> Explanation:
    """Say why these cards may not be thrown together."""
    cards = thrown(s.players[s.turn].hand, action)
    rule, english, spanish = why_no_throw(s, action, cards)
    lengths = HouseRules.FIELDS["run_lengths"].note.values[s.house.run_lengths]
    told = [
        f"{show_cards(list(map(format_card, cards)), language)}: "
        + sentence.format(length=len(cards), lengths=lengths)
        for language, sentence in (("en", english), ("es", spanish))
    ]
    return rule, told[0], told[1]


def why_no_throw(s: Any, action: int, cards: Sequence[int]) -> Explanation:
    """Return what forbids the throw: the house rule that would allow it, or the nearest rule."""
    for rules_that_allow, explanation in LOOSER:
        if is_throw_under(s, action, rules_that_allow):
            return explanation
    if max(cards) >= JOKER:
        return WITH_JOKER
    if {ACE, ACE + 1, KING} <= {rank(card) for card in cards}:
        return WRAPPED
    return NO_SET


def is_throw_under(s: Any, action: int, changed: Mapping[str, int]) -> bool:
    """Say whether the throw would be allowed if these house rules were changed."""
    other = s.copy()
    for name, value in changed.items():
        setattr(other.house, name, value)
    return throws.is_throw(other, other.players[other.turn], action_subset(action))
