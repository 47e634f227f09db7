"""Cards in words, and names in a row."""

from collections.abc import Sequence

from tapete.core.errors import TapeteError
from tapete.games.hands_down.cards import JOKER, KINDS

RANK_NAMES = tuple(str(rank) for rank in range(1, KINDS))
CARD_NAMES = ("J", *RANK_NAMES)
CARDS = {name: card for card, name in enumerate(CARD_NAMES)}
SHOWN_ORDER = (*range(1, KINDS), JOKER)
COUNTED = {
    "en": {
        "cards": ("{} card", "{} cards"),
        "points": ("{} point", "{} points"),
        "fakes": ("{} fake", "{} fakes"),
        "jams": ("{} jam", "{} jams in a row"),
    },
    "es": {
        "cards": ("{} carta", "{} cartas"),
        "points": ("{} punto", "{} puntos"),
        "fakes": ("{} amago", "{} amagos"),
        "jams": ("{} atasco", "{} atascos seguidos"),
    },
}
"""One of a thing and several, by language."""


def format_card(card: int) -> str:
    """Write a card as records do: `1` to `10`, `J`."""
    return CARD_NAMES[card]


def parse_card(text: str) -> int:
    """Read a card exactly as records write it; raise TapeteError for anything else."""
    card = CARDS.get(text)
    if card is None:
        raise TapeteError(
            f"a card is 1 to 10 or J, not {text[:20]!r}",
            f"una carta va del 1 al 10, o es J, no {text[:20]!r}",
        )
    return card


def formatted(hand: Sequence[int]) -> list[str]:
    """Return a counted hand's cards as records write them, ascending, the Joker last."""
    return [format_card(card) for card in SHOWN_ORDER for _ in range(hand[card])]


def show_card(text: str) -> str:
    """Write a recorded card for people."""
    return "Joker" if text == "J" else text


def show_cards(cards: Sequence[str]) -> str:
    """Write recorded cards for people, with a space between."""
    return " ".join(map(show_card, cards))


def counted(number: int, what: str, language: str) -> str:
    """Say how many there are of something: `1 card`, `3 fakes`."""
    return COUNTED[language][what][number != 1].format(number)


def join_names(names: Sequence[str], word: str) -> str:
    """Write names in a row: `Ana, Beto and Carla`."""
    first, last = ", ".join(names[:-1]), names[-1]
    return f"{first} {word} {last}" if first else last
