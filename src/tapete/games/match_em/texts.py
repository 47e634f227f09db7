"""Cards and the actions that lay them, as records write them.

A card is its number, `W` for a wild.
"""

from collections.abc import Sequence

from tapete.core.errors import TapeteError
from tapete.core.packs import MAX_NUMBER, size
from tapete.games.match_em.cards import NUM_CARDS, WILD_CARD, spread
from tapete.games.match_em.partitions import NUMBERS
from tapete.games.match_em.state import WILD

WILD_TEXT = "W"


def format_card(card: int) -> str:
    """Write a card as records do: its number, `W` for a wild."""
    return WILD_TEXT if card == WILD_CARD else str(card)


CARDS = {format_card(card): card for card in range(1, NUM_CARDS + 1)}
ACTIONS = {numbers: action for action, numbers in enumerate(NUMBERS)}
"""The action that plays these numbers, descending."""


def parse_card(text: str) -> int:
    """Read a card as records write it; raise TapeteError for anything else."""
    card = CARDS.get(text.strip().upper())
    if card is None:
        raise TapeteError(
            f"a card is a number from 1 to {MAX_NUMBER} or W, not {text[:20]!r}",
            f"una carta es un número de 1 a {MAX_NUMBER} o W, no {text[:20]!r}",
        )
    return card


def formatted(pack: int, wilds: int) -> list[str]:
    """Return the cards of a pack and the wilds as records write them, ascending."""
    row = [0] * (size(pack) + wilds)
    spread(row, pack, wilds)
    return [format_card(card) for card in row]


def action_cards(action: int) -> list[str]:
    """Return the cards that an action lays, as records write them."""
    return [WILD_TEXT] if action == WILD else [str(number) for number in NUMBERS[action]]


def action_of(cards: Sequence[int]) -> int:
    """Return the action that lays these cards; raise TapeteError where none does."""
    if list(cards) == [WILD_CARD]:
        return WILD
    if WILD_CARD in cards:
        raise TapeteError(
            "ME-7: a wild is played alone, never with other cards",
            "ME-7: el comodín se juega solo, nunca con otras cartas",
        )
    action = ACTIONS.get(tuple(sorted(cards, reverse=True)))
    if action is None:
        shown = "+".join(map(str, cards))
        raise TapeteError(
            f"ME-4: {shown} is {sum(cards)}; no total is 0 or above {MAX_NUMBER}",
            f"ME-4: {shown} suma {sum(cards)}; ningún total es 0 ni pasa de {MAX_NUMBER}",
        )
    return action
