"""Match 'Em in words, English and Spanish: actions and views here, events and refusals beside it.

Actions are written as cards with plus signs between (`7`, `5+5`), `wild` and `draw`. People may
also type the Spanish words.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from tapete.core.errors import TapeteError
from tapete.games.match_em.cards import WILD_CARD
from tapete.games.match_em.partitions import TOTALS
from tapete.games.match_em.refusals import explain
from tapete.games.match_em.state import DRAW, NO_TOTAL, WILD
from tapete.games.match_em.tellings import describe_event
from tapete.games.match_em.texts import CARDS, action_cards, action_of, format_card, parse_card

__all__ = [
    "describe_action",
    "describe_event",
    "describe_view",
    "explain",
    "format_action",
    "parse_action",
]


SPANISH_WORDS: Mapping[str, str] = {"wild": "comodín", "draw": "robar"}
"""What a Spanish player types for a word of the notation."""
DRAW_WORDS = ("draw", "robar", "robo")
WILD_WORDS = ("wild", "w", "comodín", "comodin")


def format_action(s: Any, action: int) -> str:
    """Write an action, in any state alike: `5+5`, `7`, `wild`, `draw`."""
    del s
    if action == DRAW:
        return "draw"
    return "wild" if action == WILD else "+".join(action_cards(action))


def parse_action(s: Any, text: str) -> int:
    """Read an action, in any state alike; raise TapeteError saying what was expected."""
    del s
    words = text.replace("+", " ").lower().split()
    if len(words) == 1 and words[0] in DRAW_WORDS:
        return DRAW
    if len(words) == 1 and words[0] in WILD_WORDS:
        return WILD
    if not words or not all(word.upper() in CARDS for word in words):
        raise TapeteError(
            f"expected cards such as 7 or 5+5, `wild` or `draw`, not {text[:40]!r}",
            f"se esperaban cartas como 7 o 5+5, `comodín` o `robar`, no {text[:40]!r}",
        )
    return action_of([parse_card(word) for word in words])


ACTION_WORDS = {
    "en": {
        "lead": "Lead {}",
        "match": "Match {} with {}",
        "new": "Play {} as the new total",
        "wild": "Play a wild: the total stays {}",
        "wild lead": "Play a wild: no total stands, the next player leads",
        "draw": "Draw a card",
        "draws": "Draw {} cards",
    },
    "es": {
        "lead": "Salir con {}",
        "match": "Igualar el {} con {}",
        "new": "Jugar {} como nuevo total",
        "wild": "Jugar un comodín: el total sigue en {}",
        "wild lead": "Jugar un comodín: no hay total, sale quien sigue",
        "draw": "Robar una carta",
        "draws": "Robar {} cartas",
    },
}


def describe_action(v: Any, action: int, language: str) -> str:
    """Say an action of the view's seat: `Match 10 with 5+5`."""
    words = ACTION_WORDS[language]
    if action == DRAW:
        return words["draw" if v.house.draw_count == 1 else "draws"].format(v.house.draw_count)
    if action == WILD:
        return words["wild lead" if v.total == NO_TOTAL else "wild"].format(v.total)
    cards = "+".join(action_cards(action))
    if v.total == NO_TOTAL:
        return words["lead"].format(cards)
    if TOTALS[action] == v.total:
        return words["match"].format(v.total, cards)
    return words["new"].format(cards)


VIEW_WORDS: dict[str, dict[str, Any]] = {
    "en": {
        "hand": "Hand {}. Whoever first wins {} hands wins the match.",
        "hand of one": "Hand {}. The first hand won wins the match.",
        "player": "{}: {}, {}",
        "cards": ("{} card", "{} cards"),
        "tokens": ("{} token", "{} tokens"),
        "total": "Total to match: {} ({})",
        "lead": "No total stands.",
        "lead on wilds": "No total stands; on the mat: {}",
        "pile": "Pile: {}. Played before: {}",
        "nothing": "nothing",
        "own": "Your hand: {}",
        "wilds": ("{} wild", "{} wilds"),
    },
    "es": {
        "hand": "Mano {}. Quien gane primero {} manos gana la partida.",
        "hand of one": "Mano {}. Quien la gane gana la partida.",
        "player": "{}: {}, {}",
        "cards": ("{} carta", "{} cartas"),
        "tokens": ("{} ficha", "{} fichas"),
        "total": "Total que hay que igualar: {} ({})",
        "lead": "No hay ningún total.",
        "lead on wilds": "No hay ningún total; en el tapete: {}",
        "pile": "Mazo: {}. Jugadas antes: {}",
        "nothing": "nada",
        "own": "Tu mano: {}",
        "wilds": ("{} comodín", "{} comodines"),
    },
}


def numbered(words: Mapping[str, Any], what: str, count: int) -> str:
    """Say how many there are of something that has a singular and a plural."""
    return words[what][count != 1].format(count)


def describe_view(v: Any, names: Sequence[str], language: str) -> str:
    """Say the whole view in words, a line a subject."""
    words = VIEW_WORDS[language]
    needed = v.house.wins_needed
    lines = [words["hand" if needed > 1 else "hand of one"].format(v.hands, needed)]
    for seat in range(v.seats):
        p = v.players[seat]
        cards, tokens = numbered(words, "cards", p.count), numbered(words, "tokens", p.tokens)
        lines.append(words["player"].format(names[seat], cards, tokens))
    lines.append(describe_total(v, words))
    played = " ".join(shown(v.played, words)) or words["nothing"]
    lines.append(words["pile"].format(numbered(words, "cards", v.pile_count), played))
    if v.seat >= 0:
        lines.append(words["own"].format(" ".join(shown(v.held, words)) or words["nothing"]))
    return "\n".join(lines)


def describe_total(v: Any, words: Mapping[str, Any]) -> str:
    """Say what must be matched and which cards show it."""
    wilds = v.standing[WILD_CARD - 1]
    more = [numbered(words, "wilds", wilds)] if wilds else []
    if v.total == NO_TOTAL:
        return words["lead on wilds"].format(*more) if more else words["lead"]
    numbers = "+".join(reversed(expanded(v.standing[: WILD_CARD - 1])))
    return words["total"].format(v.total, ", ".join([numbers, *more]))


def expanded(counts: Sequence[int]) -> list[str]:
    """Return counted cards of a view one by one, as records write them."""
    return [format_card(i + 1) for i, count in enumerate(counts) for _ in range(count)]


def shown(counts: Sequence[int], words: Mapping[str, Any]) -> Iterator[str]:
    """Yield counted cards for people, the wilds last and in words."""
    yield from expanded(counts[: WILD_CARD - 1])
    if wilds := counts[WILD_CARD - 1]:
        yield numbered(words, "wilds", wilds)
