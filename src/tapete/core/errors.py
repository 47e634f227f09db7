"""What a door says when it refuses."""

from enum import StrEnum

MOST_SHOWN = 350
"""How many characters a refusal of a record has at most."""


def one_line(text: str) -> str:
    """Return a text that may repeat what a hostile file holds: shortened, no control signs."""
    shown = text if len(text) <= MOST_SHOWN else text[: MOST_SHOWN - 1] + "…"
    return "".join(sign if sign.isprintable() else ascii(sign)[1:-1] for sign in shown)


class TapeteError(ValueError):
    """Anything that a caller did wrong: the message says what was expected and what came.

    `spanish` says the same to people; it is the English message where no player is told.
    """

    def __init__(self, english: str, spanish: str = "") -> None:
        super().__init__(english)
        self.spanish = spanish or english


class OptionError(TapeteError):
    """A house rule that does not exist, or a value that it does not allow."""


class RecordError(TapeteError):
    """A record that is not one, or a move in it that the rules forbid.

    `event` is the index of the faulty event, or None where the fault lies outside the events.
    """

    def __init__(self, message: str, event: int | None = None) -> None:
        super().__init__(one_line(message if event is None else f"event {event}: {message}"))
        self.event = event


class Reason(StrEnum):
    """Why a table refuses; the words go over the wire as they are."""

    GAME_OVER = "game_over"
    NOT_YOUR_TURN = "not_your_turn"
    NO_SUCH_SEAT = "no_such_seat"
    NO_SUCH_ACTION = "no_such_action"
    NOT_ALLOWED = "not_allowed"
    NOTHING_TO_MEASURE = "nothing_to_measure"
    BAD_MEASUREMENT = "bad_measurement"


class Refused(TapeteError):
    """A table's no: `reason` is out of a fixed set, `rule` the number that forbids, "" if none.

    The table is unchanged. `english` and `spanish` say it to people.
    """

    def __init__(self, reason: Reason, english: str, spanish: str = "", rule: str = "") -> None:
        self.reason = reason
        self.rule = rule
        self.english = f"{rule}: {english}" if rule else english
        super().__init__(self.english, f"{rule}: {spanish or english}" if rule else spanish)
