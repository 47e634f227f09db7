"""Tables for tests, their hands written as text: `4 5 W`."""

from collections.abc import Sequence
from random import Random
from typing import Any

from tapete.core.errors import OptionError
from tapete.core.game import CHANCE, NONE, Facts
from tapete.core.packs import single
from tapete.games.match_em import GAME, events, notation, rules, texts
from tapete.games.match_em.cards import WILD_CARD
from tapete.games.match_em.state import Phase
from tapete.table.chance import Sealed
from tapete.table.table import Table


def cards(text: str) -> list[int]:
    """Read cards with spaces or plus signs between."""
    return [texts.parse_card(word) for word in text.replace("+", " ").split()]


def packed(text: str) -> tuple[int, int]:
    """Return the pack of the numbers and how many wilds there are."""
    read = cards(text)
    return sum(single(c) for c in read if c != WILD_CARD), read.count(WILD_CARD)


def begin(seats: int, **options: Any) -> Any:
    """Return a match that begins, its first seat about to cut."""
    return GAME.new(seats, GAME.settle(seats, options))


def table(
    *hands: str, standing: str = "", pile: str = "", played: str = "", turn: int = 0, **options: Any
) -> Any:
    """Return a table in the middle of its first hand, seat `turn` about to play.

    `standing` is the play that shows the total (`4+5 W`), `played` lies below it.
    """
    s = begin(len(hands), **options)
    s.starter, s.turn, s.phase = turn, turn, Phase.PLAY
    for p, hand in zip(s.players, hands, strict=False):
        p.hand, p.wilds = packed(hand)
        p.count = len(cards(hand))
    s.kept, s.kept_wilds = packed(standing)
    s.total = sum(c for c in cards(standing) if c != WILD_CARD)
    s.buried, s.buried_wilds = packed(played)
    put_pile(s, pile)
    return s


def put_pile(s: Any, text: str) -> None:
    """Make the pile these cards."""
    row = sorted(cards(text))
    s.pile[:] = row + [0] * (len(s.pile) - len(row))
    s.pile_count = len(row)


def legal(s: Any) -> list[str]:
    """Return the actor's legal actions in words."""
    buffer = [NONE] * GAME.num_actions
    return [notation.format_action(s, a) for a in buffer[: rules.legal_actions(s, buffer)]]


def play(s: Any, *actions: str) -> None:
    """Let the seat on turn take an action, then the next one the next."""
    for text in actions:
        action = notation.parse_action(s, text)
        assert rules.is_legal(s, action), f"{text} is not legal; {legal(s)} are"
        rules.apply(s, action)


def draw(s: Any, text: str) -> None:
    """Let the pile's next cards be these."""
    for card in cards(text):
        assert rules.actor(s) == CHANCE
        rules.apply_chance(s, s.pile.index(card, 0, s.pile_count))


def recycle(s: Any) -> None:
    """Let the played cards become the new pile."""
    assert s.phase == Phase.RECYCLE
    rules.apply_chance(s, 0)


def told(s: Any) -> list[dict[str, Any]]:
    """Return the events of the last call, the pile in ascending order."""
    facts = Facts(lambda: s.pile[: s.pile_count])
    news = zip(s.news[0::3], s.news[1::3], s.news[2::3], strict=True)
    return [events.tell(s, item, facts) for item, _ in zip(news, range(s.news_count), strict=False)]


def hand(s: Any, seat: int) -> str:
    """Return a seat's cards as text."""
    p = s.players[seat]
    return " ".join(texts.formatted(p.hand, p.wilds))


def pile(s: Any) -> str:
    """Return the pile's cards as text, ascending."""
    return " ".join(texts.format_card(c) for c in sorted(s.pile[: s.pile_count]))


def deal_any(s: Any) -> None:
    """Let chance take its first outcome until a seat must choose."""
    while rules.actor(s) == CHANCE:
        rules.apply_chance(s, 0)


def random_options(random: Random, seats: int) -> dict[str, Any]:
    """Return house rules that go together at a table with so many seats."""
    while True:
        chosen = {
            name: random.choice(o.values)
            for name, o in GAME.options.items()
            if random.random() < 0.5
        }
        try:
            return GAME.settle(seats, chosen)
        except OptionError:
            continue


def random_table(seed: int, seats: int, options: dict[str, Any] | None = None) -> Table:
    """Return a finished match of random play under random house rules."""
    random = Random(seed)
    values = options or random_options(random, seats)
    made = Table(GAME, seats, values, Sealed(b"%d" % seed))
    made.start()
    while not made.is_over:
        made.act(made.actor, random.choice(made.legal_actions()))
    return made


def ways(numbers: Sequence[int], total: int) -> set[tuple[int, ...]]:
    """Return, by trying every subset, each multiset of these cards that adds up to a total."""
    found: set[tuple[int, ...]] = set()
    for subset in range(1, 1 << len(numbers)):
        chosen = [n for i, n in enumerate(numbers) if subset >> i & 1]
        if sum(chosen) == total:
            found.add(tuple(sorted(chosen, reverse=True)))
    return found
