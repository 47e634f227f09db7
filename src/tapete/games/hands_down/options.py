"""The house rules of Hands Down, each declared once (HD-D1 to HD-D13)."""

from tapete.core.options import choice, switch, whole
from tapete.core.state import Record

END_TURN, END_TURN_AND_CARD = 0, 1


class HouseRules(Record):
    """How this table plays Hands Down."""

    last_pair_steals_joker: int = switch(
        default=False,
        english="After the twentieth pair a card is still taken from the loser, perhaps the Joker.",
        spanish="Tras el par número veinte aún se quita una carta al perdedor, quizá el Joker.",
    )
    par_time: int = whole(
        0,
        2500,
        default=0,
        english="A lone opponent who slaps within so many milliseconds loses nothing; 0 is off.",
        spanish="Un único rival que da la palmada en este tiempo (ms) no pierde nada; 0: sin usar.",
    )
    fake_limit: int = choice(
        "none",
        *range(21),
        default="none",
        english="How many fakes a turn may have.",
        spanish="Cuántos amagos se permiten en un turno.",
    )
    fake_limit_per_pair: int = switch(
        default=False,
        english="Each pair laid renews the fakes that a turn may have.",
        spanish="Cada par bajado renueva los amagos del turno.",
    )
    must_play_pairs: int = switch(
        default=False,
        english="You may not pass while you hold a pair.",
        spanish="No puedes pasar mientras tengas un par.",
    )
    active_foul: int = choice(
        "end_turn",
        "end_turn_and_card",
        default="end_turn",
        english="What a foul costs the player on turn: the turn, or also a card to the left.",
        spanish="Qué cuesta una falta en tu turno: el turno, o además una carta para tu izquierda.",
    )
    stall_limit: int = whole(
        1,
        200,
        default=60,
        english="After so many turns in a row without pile or pair the game is scored as it lies.",
        spanish="Tras tantos turnos seguidos sin mazo ni pares, la partida se puntúa como esté.",
    )


PRESETS = {"family": {"fake_limit": 1, "fake_limit_per_pair": True}}
