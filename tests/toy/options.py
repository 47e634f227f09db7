"""The house rules of Toy (TOY-D1, TOY-D2)."""

from tapete.core.options import switch, whole
from tapete.core.state import Record


class HouseRules(Record):
    """How this table plays Toy."""

    turns: int = whole(
        1,
        3,
        default=1,
        english="How many turns everybody has.",
        spanish="Cuántos turnos tiene cada uno.",
    )
    low_wins: int = switch(
        default=False,
        english="The lowest sum wins.",
        spanish="Gana la suma más baja.",
    )


PRESETS = {"upside-down": {"low_wins": True}}
