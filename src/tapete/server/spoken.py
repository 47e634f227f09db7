"""Which of our languages somebody at the other end speaks."""

from typing import Final

from tapete.wire.messages import Language

SPANISH: Final = "es"


def preferred(accepted: str) -> Language:
    """Return the first of our languages in an Accept-Language header, English where none is."""
    for part in accepted.split(","):
        language = part.partition(";")[0].strip().lower().partition("-")[0]
        if language == SPANISH:
            return SPANISH
        if language == "en":
            break
    return "en"
