"""What of Match 'Em is hidden from whom; for the tests that every game must pass."""

import random
from typing import Any

from tapete.core.game import NONE
from tapete.core.packs import EMPTY
from tapete.games.match_em.cards import MAX_DECK, NO_CARD, spread
from tapete.games.match_em.hands import next_cutter, receive
from tapete.games.match_em.state import MAX_SEATS, Phase


def cards(s: Any) -> list[int]:
    """Return every card, wherever it lies."""
    lying = s.pile[: s.pile_count] + spread_out(s.kept, s.kept_wilds)
    lying += spread_out(s.buried, s.buried_wilds) + [s.cuts[i] for i in open_cuts(s)]
    for p in s.players[: s.seats]:
        lying += spread_out(p.hand, p.wilds)
    return sorted(lying)


def spread_out(pack: int, wilds: int) -> list[int]:
    """Return a pack's cards and the wilds one by one."""
    row = [0] * MAX_DECK
    return row[: spread(row, pack, wilds)]


def open_cuts(s: Any) -> list[int]:
    """Return where the cards of a round of cutting lie that are not turned up yet."""
    if s.phase != Phase.CUT:
        return []
    row = range(s.cut_rounds * MAX_SEATS, s.cut_rounds * MAX_SEATS + s.seats)
    return [i for i in row if s.cuts[i] != NO_CARD]


def variant(s: Any, seat: int, rng: random.Random) -> Any:
    """Return a copy with two cards swapped that lie in the pile, in others' hands or cut unseen."""
    hands = {
        i: spread_out(p.hand, p.wilds) for i, p in enumerate(s.players[: s.seats]) if i != seat
    }
    other = s.copy()
    places = [(other.pile, i) for i in range(s.pile_count)]
    if s.phase == Phase.CUT and next_cutter(s, s.turn) != NONE:
        # The last card of a round turns the others up, before there is an event to say so.
        places += [(other.cuts, i) for i in open_cuts(s)]
    places += [(hand, i) for hand in hands.values() for i in range(len(hand))]
    if len({row[i] for row, i in places}) < 2:
        return None
    a, i = rng.choice(places)
    b, j = rng.choice([(row, at) for row, at in places if row[at] != a[i]])
    a[i], b[j] = b[j], a[i]
    other.pile[: s.pile_count] = sorted(other.pile[: s.pile_count])
    for holder, hand in hands.items():
        give(other.players[holder], hand)
    return other


def give(p: Any, hand: list[int]) -> None:
    """Make these the cards of a seat."""
    p.hand, p.wilds, p.count = EMPTY, 0, 0
    for card in hand:
        receive(p, card)


def is_public(event: dict[str, Any]) -> bool:
    """Say whether an event turns hidden cards up."""
    return event["type"] == "cut"
