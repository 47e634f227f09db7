"""What the terminal refuses, in the language of whoever is to read it."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol, runtime_checkable

from tapete.cli.words import LANGUAGES, say
from tapete.core.errors import TapeteError


@runtime_checkable
class Tellable(Protocol):
    """Whatever has its own words in each language."""

    def tell(self, language: str) -> str:
        """Return it in a language."""
        ...


class Trouble(TapeteError):
    """A refusal that is a phrase: its name and what fills its gaps, further troubles among them."""

    def __init__(self, key: str, /, **values: object) -> None:
        self.key = key
        self.values = values
        super().__init__(self.tell(LANGUAGES[0]))

    def tell(self, language: str) -> str:
        """Return the refusal in a language."""
        told = {
            name: value.tell(language) if isinstance(value, Tellable) else value
            for name, value in self.values.items()
        }
        return say(self.key, language, **told)


@contextmanager
def told_in(language: str) -> Iterator[None]:
    """Let any trouble within be told in this language."""
    try:
        yield
    except Trouble as trouble:
        raise TapeteError(trouble.tell(language)) from trouble
    except TapeteError as error:
        if language == LANGUAGES[0]:
            raise
        raise TapeteError(error.spanish) from error
