"""Where a table's chance comes from: sealed in advance, or written in a record.

The sealed source fixes everything by one secret. Its SHA-256 is published before the first card;
each person at the table then adds a nonce, so that nobody, the host included, can have picked the
secret for its cards; after the game the secret is shown, and anybody can draw every shuffle and lot
again. ARCHITECTURE.md has the exact construction.
"""

import hashlib
import hmac
from collections.abc import Sequence
from typing import Any, Protocol

from tapete.core.errors import RecordError

WORD = 8
"""Bytes of randomness that one choice uses."""
LOT_BITS = 31


class Chance(Protocol):
    """What a table asks when chance must act."""

    def shuffled(self, cards: list[int]) -> list[int]:
        """Return the order in which a freshly shuffled pile (ascending cards) is drawn."""
        ...

    def lot(self, count: int) -> int:
        """Return one of `count` equally likely outcomes."""
        ...

    def bits(self) -> int:
        """Return 31 random bits for the judge of a race."""
        ...


class Sealed:
    """Chance fixed by a secret and the players' nonces."""

    def __init__(self, secret: bytes, nonces: Sequence[bytes] = ()) -> None:
        self.secret = secret
        self.nonces = tuple(nonces)
        lengths = b"".join(len(n).to_bytes(4, "big") + n for n in self.nonces)
        self._key = hmac.digest(secret, b"tapete/1" + lengths, "sha256")
        self._counts = {"shuffle": 0, "lot": 0, "race": 0}

    @property
    def commitment(self) -> bytes:
        """Return what is published before the first card: the SHA-256 of the secret."""
        return hashlib.sha256(self.secret).digest()

    def shuffled(self, cards: list[int]) -> list[int]:
        """Return a Fisher-Yates shuffle: from the last place down, each swaps with one up to it."""
        order = list(cards)
        words = self._words("shuffle", max(len(order) - 1, 0))
        for i, word in zip(range(len(order) - 1, 0, -1), words, strict=True):
            j = word * (i + 1) >> 8 * WORD
            order[i], order[j] = order[j], order[i]
        return order

    def lot(self, count: int) -> int:
        """Return the next lot below `count`."""
        return self._words("lot", 1)[0] * count >> 8 * WORD

    def bits(self) -> int:
        """Return the next 31 bits for a race."""
        return self._words("race", 1)[0] >> 8 * WORD - LOT_BITS

    def _words(self, label: str, count: int) -> list[int]:
        """Return the numbers of the next draw under a label, 64 bits each."""
        at = self._counts[label]
        self._counts[label] += 1
        name = self._key + label.encode() + at.to_bytes(WORD, "big")
        data = hashlib.shake_256(name).digest(count * WORD)
        return [int.from_bytes(data[i : i + WORD], "big") for i in range(0, len(data), WORD)]


class Written:
    """Chance as a record tells it; the replay sets each order before it is asked for."""

    def __init__(self) -> None:
        self.order: list[int] | None = None

    def shuffled(self, cards: list[int]) -> list[int]:
        """Return the recorded order; raise RecordError unless it has exactly these cards."""
        order, self.order = self.order, None
        if order is None:
            raise RecordError("cards are shuffled here, but the record does not say how")
        if sorted(order) != cards:
            raise RecordError("the shuffled cards are not the ones that there are")
        return order

    def lot(self, count: int) -> int:
        """Refuse: a replay never asks for a lot."""
        raise NotImplementedError

    def bits(self) -> int:
        """Refuse: a replay never asks for a lot."""
        raise NotImplementedError


class Deck:
    """The order of a shuffled pile, kept outside the rules, which know none."""

    def __init__(self, chance: Chance) -> None:
        self._chance = chance
        self._shuffles = 0
        self.order: list[int] = []
        """The cards still to be drawn, the next one last."""

    def index(self, s: Any) -> int:
        """Return which of the state's pile cards comes next."""
        self.refresh(s)
        return s.pile.index(self.order.pop(), 0, s.pile_count)

    def refresh(self, s: Any) -> None:
        """Fix the order anew where the rules have shuffled since."""
        if s.shuffles != self._shuffles:
            order = self._chance.shuffled(sorted(s.pile[: s.pile_count]))
            self.order = order[::-1]
            self._shuffles = s.shuffles

    def remaining(self, s: Any) -> list[int]:
        """Return the cards still to be drawn, the next one first."""
        self.refresh(s)
        return self.order[::-1]
