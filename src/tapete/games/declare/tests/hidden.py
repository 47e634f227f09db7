"""What of Declare is hidden from whom; for the tests that every game must pass."""

import random
from typing import Any

from tapete.core.game import NONE
from tapete.games.declare.state import Phase


def cards(s: Any) -> list[int]:
    """Return every card, wherever it lies."""
    lying = s.pile[: s.pile_count] + s.floor[: s.floor_count] + s.buried[: s.buried_count]
    for p in s.players[: s.seats]:
        lying += p.hand[: p.count]
    if s.phase == Phase.PICK_UP:
        lying += s.players[s.turn].threw[: s.players[s.turn].threw_count]
    return sorted(lying)


def variant(s: Any, seat: int, rng: random.Random) -> Any:
    """Return a copy with two cards swapped that lie in the pile or, unseen, in others' hands."""
    other = s.copy()
    places = [(other.pile, i) for i in range(s.pile_count)]
    for i, p in enumerate(other.players[: s.seats]):
        if i != seat:
            places += [(p.hand, j) for j in range(p.count) if s.holder[p.hand[j]] == NONE]
    if len(places) < 2:
        return None
    (a, i), (b, j) = rng.sample(places, 2)
    a[i], b[j] = b[j], a[i]
    for p in other.players[: s.seats]:
        p.hand[: p.count] = sorted(p.hand[: p.count])
    return other


def is_public(event: dict[str, Any]) -> bool:
    """Say whether an event turns hidden cards up."""
    return event["type"] in ("declare", "showdown")
