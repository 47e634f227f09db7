"""What of Hands Down is hidden from whom; for the tests that every game must pass."""

import random
from typing import Any

from tapete.games.hands_down.cards import KINDS, PAIR
from tapete.games.hands_down.hands import add, nth_card, remove
from tapete.games.hands_down.motions import may_fake, may_slap
from tapete.games.hands_down.state import Motion

PUBLIC = ("slap", "jam", "end")
"""These turn up the pair that was slapped for, and the Joker."""


def cards(s: Any) -> list[int]:
    """Return every card, wherever it lies."""
    lying = list(s.pile[: s.pile_count])
    for p in s.players[: s.seats]:
        for card in range(KINDS):
            lying += [card] * (p.hand[card] + PAIR * p.laid[card])
    return sorted(lying)


def variant(s: Any, seat: int, rng: random.Random) -> Any:
    """Return a copy with two unseen cards swapped, others' takes changed, and another motion."""
    other = s.copy()
    swap_cards(other, seat, rng)
    if seat != s.turn and not change_motion(other, rng):
        other = s.copy()
        change_motion(other, rng)
    givers = [i for i in range(s.seats) if i != seat]
    giver, taker = rng.choice(givers), rng.choice(givers)
    other.players[giver].gave[taker * KINDS + rng.randrange(KINDS)] += 1
    return other


def swap_cards(s: Any, seat: int, rng: random.Random) -> None:
    """Swap a card of another hand with one of the pile or of a third hand, where there are two."""
    holders = [p for i, p in enumerate(s.players[: s.seats]) if i != seat and p.count > 0]
    if not holders:
        return
    first = rng.choice(holders)
    card = nth_card(first, rng.randrange(first.count))
    seconds = [p for p in holders if p is not first]
    if seconds and (s.pile_count == 0 or rng.random() < 0.5):
        second = rng.choice(seconds)
        new = nth_card(second, rng.randrange(second.count))
        remove(second, new)
        add(second, card)
    elif s.pile_count > 0:
        at = rng.randrange(s.pile_count)
        new, s.pile[at] = s.pile[at], card
    else:
        return
    remove(first, card)
    add(first, new)
    if s.drawn and first is s.players[s.turn]:
        # Who draws two held nothing before: the card is the first of them.
        s.drawn = new + 1


def change_motion(s: Any, rng: random.Random) -> bool:
    """Exchange a pending motion for any that the acting hand allows; False if it allows none."""
    if s.motion == Motion.NOTHING:
        return True
    motions = [(Motion.SLAP, rank) for rank in range(1, KINDS) if may_slap(s, rank)]
    if may_fake(s):
        motions.append((Motion.FAKE, 0))
    if not motions:
        return False
    s.motion, s.rank = rng.choice(motions)
    return True


def is_public(event: dict[str, Any]) -> bool:
    """Say whether an event turns hidden cards up."""
    return event["type"] in PUBLIC
