"""Match 'Em's events in sentences, as a seat sees them or as a record has them."""

from collections.abc import Mapping, Sequence
from typing import Any

from tapete.games.match_em.texts import WILD_TEXT


def describe_event(event: Mapping[str, Any], names: Sequence[str], language: str) -> str:
    """Say one event, as a seat sees it or as a record has it."""
    return EVENT_WORDS[event["type"]](event, names, language)


def describe_cut(event: Mapping[str, Any], names: Sequence[str], language: str) -> str:
    """Say what everybody showed in the cut, and who starts."""
    words = {
        "en": ("Cut: {}. {} starts.", "; again: ", "a wild"),
        "es": ("Corte: {}. Empieza {}.", "; otra vez: ", "un comodín"),
    }
    told, again, wild = words[language]
    rounds = [
        ", ".join(
            f"{names[seat]} {wild if card == WILD_TEXT else card}"
            for seat, card in enumerate(row)
            if card is not None
        )
        for row in event["cards"]
    ]
    return told.format(again.join(rounds), names[event["starter"]])


def describe_deal(_event: Mapping[str, Any], _names: Sequence[str], language: str) -> str:
    """Say that a hand begins."""
    return {"en": "The cards are dealt.", "es": "Se reparten las cartas."}[language]


def describe_play(event: Mapping[str, Any], names: Sequence[str], language: str) -> str:
    """Say what a seat lays and what it adds up to."""
    words = {
        "en": ("{} plays {}.", "{} plays {} = {}.", "{} plays a wild."),
        "es": ("{} juega {}.", "{} juega {} = {}.", "{} juega un comodín."),
    }
    one, several, wild = words[language]
    who, cards = names[event["seat"]], event["cards"]
    if cards == [WILD_TEXT]:
        return wild.format(who)
    if len(cards) == 1:
        return one.format(who, cards[0])
    return several.format(who, "+".join(cards), sum(map(int, cards)))


def describe_draw(event: Mapping[str, Any], names: Sequence[str], language: str) -> str:
    """Say how many cards a seat draws, and which where the teller may know."""
    words = {
        "en": ("{} can't draw: both piles are out.", "{} draws a card{}.", "{} draws {} cards{}."),
        "es": (
            "{} no puede robar: no queda ninguna carta.",
            "{} roba una carta{}.",
            "{} roba {} cartas{}.",
        ),
    }
    none, one, several = words[language]
    who = names[event["seat"]]
    count = event["count"] if "count" in event else len(event["cards"])
    wild = {"en": "wild", "es": "comodín"}[language]
    cards = [wild if card == WILD_TEXT else card for card in event.get("cards", ())]
    known = f": {' '.join(cards)}" if cards else ""
    if count == 0:
        return none.format(who)
    return one.format(who, known) if count == 1 else several.format(who, count, known)


def describe_pass(event: Mapping[str, Any], names: Sequence[str], language: str) -> str:
    """Say that a seat passes."""
    told = {"en": "{} can't play and passes.", "es": "{} no puede jugar y pasa."}
    return told[language].format(names[event["seat"]])


def describe_recycle(_event: Mapping[str, Any], _names: Sequence[str], language: str) -> str:
    """Say that the played cards are a new pile."""
    words = {"en": "The played cards are shuffled into a new pile."}
    words["es"] = "Se barajan las cartas jugadas: hay mazo nuevo."
    return words[language]


def describe_hand(event: Mapping[str, Any], names: Sequence[str], language: str) -> str:
    """Say who won the hand, and everybody's tokens."""
    words = {
        "en": ("The hand is stopped and nobody wins it.", "{} wins the hand.", "Tokens: {}."),
        "es": ("La mano se detiene y nadie la gana.", "{} gana la mano.", "Fichas: {}."),
    }
    nobody, somebody, tokens = words[language]
    won = nobody if event["seat"] is None else somebody.format(names[event["seat"]])
    each = ", ".join(f"{names[seat]} {count}" for seat, count in enumerate(event["tokens"]))
    return f"{won} {tokens.format(each)}"


def describe_end(_event: Mapping[str, Any], _names: Sequence[str], language: str) -> str:
    """Say that the match is over."""
    return {"en": "The match is over.", "es": "Fin de la partida."}[language]


EVENT_WORDS = {
    "cut": describe_cut,
    "deal": describe_deal,
    "play": describe_play,
    "draw": describe_draw,
    "pass": describe_pass,
    "recycle": describe_recycle,
    "hand": describe_hand,
    "end": describe_end,
}
