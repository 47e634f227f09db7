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
        english="Who has more points than this is out.",
        spanish="Quien pasa de estos puntos queda eliminado.",
    )
    tie: int = choice(
        "declarer_wins",
        "declarer_loses",
        default="declarer_wins",
        english="What happens when somebody ties with the declarer's total.",
        spanish="Qué pasa cuando alguien empata con el total de quien declara.",
    )
    scoring: int = choice(
        "difference",
        "full_hand",
        default="difference",
        english="The others score their difference to the declarer, or their whole hands.",
        spanish="Los demás apuntan su diferencia con quien declara, o su mano entera.",
    )
    false_penalty: int = whole(
        0,
        50,
        default=20,
        english="Points that a failed declaration costs on top.",
        spanish="Puntos que cuesta, además, una declaración fallida.",
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
        english="Jokers in the pack, worth 0, which fill gaps in sequences.",
        spanish="Comodines en la baraja: valen 0 y tapan huecos en las escaleras.",
    )
    run_lengths: int = choice(
        "3+5",
        "3+4+5",
        "none",
        default="3+5",
        english="How long a sequence that you throw may be.",
        spanish="Cuántas cartas puede tener una escalera.",
    )
    run_same_suit: int = switch(
        default=False,
        english="A sequence must be of one suit.",
        spanish="Las escaleras han de ser de un solo palo.",
    )
    allow_trips: int = switch(
        default=False,
        english="Three of a kind may be thrown.",
        spanish="Se puede tirar un trío.",
    )
    mixed_two_pairs: int = switch(
        default=False,
        english="Two different pairs may be thrown together.",
        spanish="Se pueden tirar juntas dos parejas distintas.",
    )
    starter: int = choice(
        "winner",
        "rotate",
        "random",
        default="winner",
        english="Who starts a later round.",
        spanish="Quién empieza las rondas siguientes.",
    )
    end: int = choice(
        "last_standing",
        "first_out",
        "staged",
        default="last_standing",
        english="When the game ends: one is left, the first goes out, or 25, 50 and 100 in stages.",
        spanish="Cuándo acaba: queda uno, cae el primero, o por etapas de 25, 50 y 100.",
    )
    lap_limit: int = whole(
        5,
        100,
        default=40,
        english="After so many turns each without a declaration, hands are shown.",
        spanish="Tras tantos turnos cada uno sin declarar, se enseñan las manos.",
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
