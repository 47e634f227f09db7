"""Toy in words, in English and Spanish; actions are written `keep` and `swap 5`."""

from collections.abc import Mapping, Sequence
from typing import Any

from tapete.core.errors import TapeteError
from tests.toy.cards import COURT, NUM_CARDS
from tests.toy.rules import HAND, KEEP

SPANISH_WORDS: Mapping[str, str] = {"keep": "quedar", "swap": "cambiar"}
CARDS = {str(card): card for card in range(1, NUM_CARDS + 1)}


def format_action(s: Any, action: int) -> str:
    """Write an action of the seat on turn: `keep`, `swap 5`."""
    return "keep" if action == KEEP else f"swap {s.players[s.turn].hand[action - 1]}"


def parse_action(s: Any, text: str) -> int:
    """Read an action of the seat on turn; raise TapeteError saying what was expected."""
    words = {format_action(s, action): action for action in range(1 + HAND)}
    typed = text.strip().lower()
    for english, spanish in SPANISH_WORDS.items():
        typed = typed.replace(spanish, english)
    if typed not in words:
        raise TapeteError(f"expected {' or '.join(words)}, not {text!r}")
    return words[typed]


def describe_action(v: Any, action: int, language: str) -> str:
    """Say an action of the view's seat."""
    if action == KEEP:
        return {"en": "Keep both cards", "es": "Quedarte con las dos cartas"}[language]
    words = {"en": "Throw the {} away and draw", "es": "Descartar el {} y robar"}
    return words[language].format(v.hand[action - 1])


def describe_view(v: Any, names: Sequence[str], language: str) -> str:
    """Say the whole view in words, a line a subject."""
    turns, pile, thrown, hand = {
        "en": ("{}: {} turns had", "Pile: {}", "Thrown away: {}", "Your hand: {}"),
        "es": ("{}: {} turnos jugados", "Mazo: {}", "Descartadas: {}", "Tu mano: {}"),
    }[language]
    lines = [turns.format(names[i], v.players[i].turns) for i in range(v.seats)]
    lines.append(pile.format(v.pile_count))
    lines.append(thrown.format(" ".join(map(str, v.thrown[: v.thrown_count])) or "-"))
    if v.count:
        lines.append(hand.format(" ".join(map(str, v.hand[: v.count]))))
    return "\n".join(lines)


def describe_event(event: Mapping[str, Any], names: Sequence[str], language: str) -> str:
    """Say one event, as a seat sees it or as a record has it."""
    is_english = language == "en"
    match event["type"]:
        case "deal":
            words = (
                "Two cards each; {} starts."
                if is_english
                else "Dos cartas para cada uno; empieza {}."
            )
            return words.format(names[event["starter"]])
        case "turn":
            return describe_turn(event, names[event["seat"]], is_english)
        case "show":
            each = [f"{name} {total}" for name, total in zip(names, event["totals"], strict=True)]
            words = "All hands are shown: {}." if is_english else "Se enseñan las cartas: {}."
            return words.format(", ".join(each))
        case _:
            return "The game is over." if is_english else "Fin de la partida."


def describe_turn(event: Mapping[str, Any], name: str, is_english: bool) -> str:
    """Say what a seat did in its turn."""
    if event["discard"] is None:
        return f"{name} {'keeps both cards' if is_english else 'se queda con sus dos cartas'}."
    words = "{} throws the {} away and draws{}." if is_english else "{} descarta el {} y roba{}."
    card = event.get("card")
    drawn = "" if card is None else f" {'the' if is_english else 'el'} {card}"
    return words.format(name, event["discard"], drawn)


def explain(s: Any, action: int) -> tuple[str, str, str]:
    """Return rule number, English and Spanish sentence why the seat on turn may not do this."""
    if s.pile_count == 0:
        return (
            "TOY-2",
            "the pile is out: keep both cards",
            "no queda mazo: quédate con las dos cartas",
        )
    card = s.players[s.turn].hand[action - 1]
    return (
        "TOY-3",
        f"cards from {COURT} up are never thrown away, so the {card} is not",
        f"las cartas desde el {COURT} no se descartan nunca, así que el {card} tampoco",
    )
