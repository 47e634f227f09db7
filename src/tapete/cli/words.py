"""What the terminal says, in English and Spanish; the sentences themselves are in `phrases.py`."""

import os
import re
from collections.abc import Sequence

from tapete.cli.phrases import PHRASES
from tapete.core.errors import Refused
from tapete.wire.rule_words import LANGUAGES

ROW = r"(\d+(?:(?:, | or | o | and | y )\d+)*)"
SEATS = (
    (re.compile(rf"\bseats? {ROW}"), ""),
    (re.compile(rf"\bal asiento {ROW}"), "a "),
    (re.compile(rf"\b(?:el asiento|asientos?) {ROW}"), ""),
)
"""How sentences number seats, and what stays before the names."""
NUMBER = re.compile(r"\d+")
LOCALES = ("LC_ALL", "LC_MESSAGES", "LANG")
"""Environment variables that name the user's language, the first one set deciding."""


def default_language() -> str:
    """Return the language of the user's locale, English unless it is Spanish."""
    locale = next((value for name in LOCALES if (value := os.environ.get(name))), "")
    return "es" if locale.lower().startswith("es") else "en"


def say(key: str, language: str, /, **values: object) -> str:
    """Return a phrase in a language, its gaps filled."""
    return PHRASES[key][LANGUAGES.index(language)].format(**values)


def join_names(names: Sequence[str], language: str) -> str:
    """Write names as a sentence has them: `Ana, Beto and Carla`."""
    if len(names) < len(("one", "other")):
        return "".join(names)
    return f"{', '.join(names[:-1])} {conjunction(names[-1], language)} {names[-1]}"


def conjunction(following: str, language: str) -> str:
    """Return the word for `and`, which in Spanish hangs on the sound that follows."""
    sound = following.lower().removeprefix("h")
    is_same_sound = sound.startswith(("i", "í")) and not sound.startswith(("ia", "ie", "io"))
    return say("and_before_i" if is_same_sound else "and", language)


def say_refusal(refused: Refused, language: str) -> str:
    """Return why a table refuses."""
    return {"en": refused.english, "es": refused.spanish}[language]


def name_seats(text: str, names: Sequence[str]) -> str:
    """Return a game's sentence with people's names where it numbers seats."""
    for pattern, before in SEATS:
        parts = pattern.split(text)
        # Between the parts of a split by one group stand what the group held.
        rows = [before + put_names(row, names) for row in parts[1::2]]
        text = "".join(a + b for a, b in zip(parts[::2], [*rows, ""], strict=True))
    return text


def put_names(numbers: str, names: Sequence[str]) -> str:
    """Return a row of seat numbers (`1, 2 or 3`) with the names in their place."""
    return NUMBER.sub(lambda n: names[int(n[0])] if int(n[0]) < len(names) else n[0], numbers)


def number_name(text: str, names: Sequence[str]) -> str:
    """Return what was typed with a seat's number where it ends in somebody's name."""
    # The longest first: `María` also ends `Ana María`.
    for seat, name in sorted(enumerate(names), key=lambda named: -len(named[1])):
        if text.lower().endswith(f" {name.lower()}"):
            return f"{text[: -len(name)]}{seat}"
    return text
