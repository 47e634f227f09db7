"""Hands Down in words: cards, actions, events, views and refusals, in English and Spanish.

Actions are written `pass`, `fake`, `slap 7`, `take 2` (from which seat), and, where stances are
asked, `gamble`, `bold`, `even`, `careful`, `wait`. People may also type the Spanish words.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from tapete.core.errors import TapeteError
from tapete.core.game import NONE
from tapete.games.hands_down import rules, telling
from tapete.games.hands_down.cards import KINDS, PAIR
from tapete.games.hands_down.hands import is_runner, num_runners
from tapete.games.hands_down.state import (
    FAKE,
    MAX_FAKES,
    PASS,
    STANCE,
    TAKE_FROM,
    Motion,
    Phase,
)
from tapete.games.hands_down.words import counted, formatted, join_names, show_cards

STANCE_NAMES = ("gamble", "bold", "even", "careful", "wait")
SPANISH_WORDS: Mapping[str, str] = {
    "pass": "paso",
    "fake": "amago",
    "slap": "palmada",
    "take": "quitar",
}
"""What a Spanish player types for a word of the notation."""
TYPED = {
    **{spanish: english for english, spanish in SPANISH_WORDS.items()},
    "pasar": "pass",
    "amagar": "fake",
    "quito": "take",
}
"""Words that may be typed, and what they stand for."""


# Actions


def format_action(s: Any, action: int) -> str:  # noqa: ARG001  # no action hangs on the state
    """Write an action: `pass`, `fake`, `slap 7`, `take 2`, `careful`."""
    if action == PASS:
        return "pass"
    if action == FAKE:
        return "fake"
    if action < TAKE_FROM:
        return f"slap {rules.action_rank(action)}"
    if action < STANCE:
        return f"take {action - TAKE_FROM}"
    return STANCE_NAMES[action - STANCE]


WORDS = {format_action(None, action): action for action in range(rules.NUM_ACTIONS)}


def parse_action(s: Any, text: str) -> int:
    """Read an action; `slap` alone is for the highest pair (HD-D16).

    Raises TapeteError saying what was expected.
    """
    words = " ".join(TYPED.get(word, word) for word in text.lower().split())
    if words == "slap":
        return highest_slap(s)
    if words not in WORDS:
        raise TapeteError(
            f"expected {expected(s, 'en')}, not {text[:40]!r}",
            f"se esperaba {expected(s, 'es')}, no {text[:40]!r}",
        )
    return WORDS[words]


def highest_slap(s: Any) -> int:
    """Return the slap for the highest pair that the seat on turn holds."""
    hand = s.players[s.turn].hand
    pairs = [rank for rank in range(1, KINDS) if hand[rank] >= PAIR]
    if not pairs:
        raise TapeteError(
            "you hold no pair to slap for", "no tienes ningún par por el que dar la palmada"
        )
    return rules.slap_action(pairs[-1])


EXPECTED_WORDS = {
    "en": {"take": "`take PLAYER`", "turn": "`pass`, `fake` or `slap NUMBER`"},
    "es": {"take": "`quitar JUGADOR`", "turn": "`paso`, `amago` o `palmada NÚMERO`"},
}


def expected(s: Any, language: str) -> str:
    """Name what may be written at this moment."""
    if s.phase == Phase.STANCE:
        return "`" + "`, `".join(STANCE_NAMES) + "`"
    return EXPECTED_WORDS[language]["take" if s.phase == Phase.CHOOSE else "turn"]


ACTION_WORDS = {
    "en": {
        "pass": "Pass",
        "fake": "Fake a slap",
        "slap": "Slap for your pair of {}",
        "take": "Take a card from seat {} (who holds {})",
        "stance": ("Gamble", "Be bold", "Keep your balance", "Be careful", "Wait for the contact"),
    },
    "es": {
        "pass": "Pasar",
        "fake": "Amagar",
        "slap": "Dar la palmada por tu par de {}",
        "take": "Quitar una carta al asiento {} (tiene {})",
        "stance": ("Jugártela", "Ser audaz", "Término medio", "Ir con cuidado", "Esperar al golpe"),
    },
}


def describe_action(v: Any, action: int, language: str) -> str:
    """Say an action of the view's seat: `Slap for your pair of 7`."""
    words: dict[str, Any] = ACTION_WORDS[language]
    if action in (PASS, FAKE):
        return words["pass"] if action == PASS else words["fake"]
    if action < TAKE_FROM:
        return words["slap"].format(rules.action_rank(action))
    if action < STANCE:
        seat = action - TAKE_FROM
        return words["take"].format(seat, counted(v.players[seat].count, "cards", language))
    return words["stance"][action - STANCE]


# Views

VIEW_WORDS = {
    "en": {
        "turn": "It is {}'s turn.",
        "pile": "Pile: {}",
        "pairs": "{}: {}, {}, pairs laid: {}",
        "motions": "This turn: {}, {}.",
        "none": "none",
        "stalls": "Turns in a row without pile or pair: {} of {}.",
        "moving": "{}'s hand is coming down!",
        "own": {Motion.SLAP: "You are slapping for a pair of {}.", Motion.FAKE: "You are faking."},
        "joker": "{} had the Joker.",
        "hand": "Your hand: {}",
    },
    "es": {
        "turn": "Es el turno de {}.",
        "pile": "Mazo: {}",
        "pairs": "{}: {}, {}, pares bajados: {}",
        "motions": "En este turno: {}, {}.",
        "none": "ninguno",
        "stalls": "Turnos seguidos sin mazo ni pares: {} de {}.",
        "moving": "¡Baja la mano de {}!",
        "own": {Motion.SLAP: "Estás dando la palmada por un par de {}.", Motion.FAKE: "Amagas."},
        "joker": "{} tenía el Joker.",
        "hand": "Tu mano: {}",
    },
}


NO_CARDS = {"en": "no cards", "es": "ninguna carta"}


def describe_view(v: Any, names: Sequence[str], language: str) -> str:
    """Say the whole view in words, a line a subject."""
    words: dict[str, Any] = VIEW_WORDS[language]
    # Whoever looks in their own turn has just been told that it is theirs.
    lines = [] if v.seat == v.turn else [words["turn"].format(names[v.turn])]
    for seat in range(v.seats):
        p = v.players[seat]
        cards, points = counted(p.count, "cards", language), counted(p.points, "points", language)
        laid = show_cards(formatted(p.laid)) or words["none"]
        lines.append(words["pairs"].format(names[seat], cards, points, laid))
    lines.append(words["pile"].format(counted(v.pile_count, "cards", language)))
    if v.all_fakes or v.jams:
        fakes, jams = counted(v.all_fakes, "fakes", language), counted(v.jams, "jams", language)
        lines.append(words["motions"].format(fakes, jams))
    if v.stalls:
        lines.append(words["stalls"].format(v.stalls, v.house.stall_limit))
    if v.motion in words["own"]:
        lines.append(words["own"][v.motion].format(v.rank))
    elif v.phase in (Phase.STANCE, Phase.RACE):
        lines.append(words["moving"].format(names[v.turn]))
    if v.joker != NONE:
        lines.append(words["joker"].format(names[v.joker]))
    if v.seat >= 0:
        lines.append(words["hand"].format(show_cards(formatted(v.hand)) or NO_CARDS[language]))
    return "\n".join(lines)


describe_event = telling.describe_event


# Refusals


def explain(s: Any, action: int) -> tuple[str, str, str]:
    """Return rule number, English and Spanish sentence why the actor may not do this."""
    if s.phase == Phase.CHOOSE:
        return explain_choice(s, action)
    if s.phase == Phase.STANCE:
        return (
            "HD-7",
            "a hand is coming down: say how careful you are",
            "baja una mano: di con cuánto cuidado vas",
        )
    if action >= STANCE:
        return (
            "HD-7",
            "no other hand is coming down: there is nothing to wait for",
            "no baja ninguna otra mano: no hay nada que esperar",
        )
    if action >= TAKE_FROM:
        return (
            "HD-16",
            "cards are taken at the opening of a turn, when the pile is gone",
            "se quitan cartas al empezar el turno, cuando no queda mazo",
        )
    if action == PASS:
        return explain_passing(s)
    return explain_faking(s) if action == FAKE else explain_slapping(s, action)


def explain_choice(s: Any, action: int) -> tuple[str, str, str]:
    """Say from whom the opening may take a card."""
    seats = [str(seat) for seat in range(s.seats) if is_runner(s, seat)]
    english, spanish = (
        join_names(list(map(str, seats)), "or"),
        join_names(list(map(str, seats)), "o"),
    )
    if TAKE_FROM <= action < TAKE_FROM + s.seats and action - TAKE_FROM != s.turn:
        return (
            "HD-16",
            f"seat {action - TAKE_FROM} has no cards; take one from seat {english}",
            f"el asiento {action - TAKE_FROM} no tiene cartas; quítale una al {spanish}",
        )
    return (
        "HD-16",
        f"your turn opens by taking a card from another player: seat {english}",
        f"tu turno empieza quitándole una carta a otro jugador: asiento {spanish}",
    )


def explain_passing(s: Any) -> tuple[str, str, str]:
    """Say why the seat on turn may not pass."""
    rank = rules.action_rank(highest_slap(s))
    return (
        "HD-D8",
        f"at this table pairs must be played; you hold a pair of {rank}",
        f"en esta mesa hay que jugar los pares; tienes un par de {rank}",
    )


def explain_faking(s: Any) -> tuple[str, str, str]:
    """Say why the seat on turn may not fake."""
    if num_runners(s) == 0:
        return (
            "HD-D5",
            "nobody else has cards, so there is nobody to fool",
            "nadie más tiene cartas, así que no hay a quién engañar",
        )
    allowed = {
        language: counted(s.house.fake_limit, "fakes", language) for language in ("en", "es")
    }
    if s.house.fake_limit not in (NONE, *range(s.fakes + 1, MAX_FAKES + 1)):
        return (
            "HD-D5",
            f"this table allows {allowed['en']}; you have made {s.fakes}",
            f"en esta mesa el límite es de {allowed['es']}; llevas {s.fakes}",
        )
    return (
        "HD-D16",
        f"a turn holds {MAX_FAKES} fakes at most; you have made {s.all_fakes}",
        f"en un turno caben {MAX_FAKES} amagos como mucho; llevas {s.all_fakes}",
    )


def explain_slapping(s: Any, action: int) -> tuple[str, str, str]:
    """Say why the seat on turn may not slap for this pair."""
    rank = rules.action_rank(action)
    held = s.players[s.turn].hand[rank]
    return (
        "HD-5",
        f"a pair is two cards of one number; you hold {held} of {rank}",
        f"un par son dos cartas del mismo número; del {rank} tienes {held}",
    )
