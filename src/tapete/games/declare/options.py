"""The house rules of Declare, each declared once (DC-D1 to DC-D12)."""

from tapete.core.options import choice, switch, whole
from tapete.core.state import Record

DECLARER_WINS, DECLARER_LOSES = 0, 1
RUNS_3_5, RUNS_3_4_5, NO_RUNS = 0, 1, 2
BY_WINNER, BY_ROTATION, BY_LOT = 0, 1, 2
LAST_STANDING, FIRST_OUT, STAGED = 0, 1, 2
DIFFERENCE, FULL_HAND = 0, 1


class HouseRules(Record):
    """How this table plays Declare."""

    threshold: int = choice(
        25,
        50,
        100,
        200,
        default=100,
        english="Whoever goes above this many points is out.",
        spanish="Quien pasa de estos puntos rebasa el límite y queda eliminado.",
    )
    tie: int = choice(
        "declarer_wins",
        "declarer_loses",
        default="declarer_wins",
        english="Whether a declaration succeeds when somebody else has the same total.",
        spanish="Si vale una declaración cuando alguien empata con el total de quien declara.",
        contested=True,
    )
    scoring: int = choice(
        "difference",
        "full_hand",
        default="difference",
        english="What the others score: their difference to the declarer, or their whole totals.",
        spanish="Lo que se anotan los demás: su diferencia con quien declara, o su total entero.",
    )
    false_penalty: int = whole(
        0,
        50,
        default=20,
        english="The fixed points that a failed declaration costs, on top of the rest.",
        spanish="Los puntos fijos que cuesta una declaración fallida, además del resto.",
    )
    declare_max: int = choice(
        "none",
        5,
        7,
        10,
        20,
        default="none",
        english="The highest total with which you may declare.",
        spanish="El total más alto con el que se puede declarar.",
    )
    jokers: int = choice(
        0,
        2,
        default=0,
        english="Jokers in the pack: they count 0 and stand for missing cards of sequences.",
        spanish="Comodines en la baraja: valen 0 y suplen cartas que faltan en las escaleras.",
    )
    run_lengths: int = choice(
        "3+5",
        "3+4+5",
        "none",
        default="3+5",
        english="How many cards a sequence may have.",
        spanish="Cuántas cartas puede tener una escalera.",
    )
    run_same_suit: int = switch(
        default=False,
        english="A sequence must be of one suit.",
        spanish="Las escaleras tienen que ser de un solo palo.",
    )
    allow_trips: int = switch(
        default=False,
        english="Three of a kind may be thrown together.",
        spanish="Se pueden descartar juntas tres cartas del mismo valor.",
    )
    mixed_two_pairs: int = switch(
        default=False,
        english="Two different pairs may be thrown together.",
        spanish="Se pueden descartar juntos dos pares de distinto valor.",
    )
    starter: int = choice(
        "winner",
        "rotate",
        "random",
        default="winner",
        english="Who starts later rounds: the best hand, the last starter's left, or a lot.",
        spanish="Quién empieza las demás rondas: la mejor mano, el siguiente o el azar.",
    )
    end: int = choice(
        "last_standing",
        "first_out",
        "staged",
        default="last_standing",
        english="When it ends: one is left, somebody goes out, or stages of 25, 50 and 100.",
        spanish="Cuándo acaba: queda uno, alguien cae, o queda uno por etapas de 25, 50 y 100.",
    )
    lap_limit: int = whole(
        5,
        100,
        default=40,
        english="After so many turns each without a declaration, all hands are shown.",
        spanish="Tras tantos turnos de cada uno sin que nadie declare, se enseñan las cartas.",
    )


PRESETS = {
    "yaniv-like": {
        "jokers": 2,
        "run_same_suit": True,
        "allow_trips": True,
        "run_lengths": "3+4+5",
        "declare_max": 7,
        "tie": "declarer_loses",
        "scoring": "full_hand",
        "false_penalty": 30,
        "threshold": 200,
    },
    "least-count-like": {
        "run_lengths": "none",
        "allow_trips": True,
        "tie": "declarer_loses",
        "scoring": "full_hand",
        "false_penalty": 40,
        "threshold": 200,
    },
}
