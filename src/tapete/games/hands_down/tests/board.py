"""A table of Hands Down laid out as text, to try one rule on."""

from typing import Any, Self

from tapete.core.game import CHANCE, Facts
from tapete.games import game
from tapete.games.hands_down import rules
from tapete.games.hands_down.notation import parse_action
from tapete.games.hands_down.state import Phase
from tapete.games.hands_down.turns import start_turn
from tapete.games.hands_down.words import CARDS, formatted
from tapete.table.events import tell_news

LAID = ("1 1 2 2 3 3 4 4 5 5", "6 6 7 7 8 8 9 9 10")
"""All pairs but one of tens."""


class Board:
    """Seats with these hands; the seat on turn has opened it and must decide.

    `pile` is drawn in any order that a test asks for; `laid` has the pairs that lie before each
    seat; the other keywords are house rules.
    """

    def __init__(self, *hands: str, pile: str = "", laid: tuple[str, ...] = (), **options: Any):
        self.game = game("hands-down")
        self.s = self.game.new(len(hands), self.game.settle(len(hands), options))
        self.events: list[dict[str, Any]] = []
        for seat, hand in enumerate(hands):
            p = self.s.players[seat]
            for card in hand.split():
                p.hand[CARDS[card]] += 1
                p.count += 1
        for seat, pairs in enumerate(laid):
            for rank in pairs.split():
                self.s.players[seat].laid[CARDS[rank]] += 1
                self.s.pairs += 1
        for card in pile.split():
            self.s.pile[self.s.pile_count] = CARDS[card]
            self.s.pile_count += 1
        self.s.dealer = len(hands) - 1
        self.s.phase = Phase.DECIDE

    def opens(self, seat: int = 0) -> Self:
        """Give the turn to a seat from its opening on."""
        self.s.news_count = 0
        start_turn(self.s, seat)
        rules.pass_who_must(self.s)
        self.collect()
        return self

    def can(self, text: str) -> bool:
        """Say whether the actor may do this."""
        return rules.is_legal(self.s, parse_action(self.s, text))

    def does(self, *texts: str) -> Self:
        """Let the actor do these things, one after the other."""
        for text in texts:
            assert self.can(text), text
            rules.apply(self.s, parse_action(self.s, text))
            self.collect()
        return self

    def could(self, outcome: int) -> bool:
        """Say whether a race or a touch can come out so."""
        return rules.can_happen(self.s, outcome)

    def comes(self, *outcomes: int) -> Self:
        """Let races and touches come out so."""
        for outcome in outcomes:
            assert self.could(outcome), outcome
            rules.apply_chance(self.s, outcome)
            self.collect()
        return self

    def slaps(self, rank: int, outcome: int) -> Self:
        """Let the actor slap for a pair, and the race come out so."""
        return self.does(f"slap {rank}").comes(outcome)

    def takes(self, *cards: str) -> Self:
        """Let the cards that pass be these."""
        for card in cards:
            assert self.s.phase == Phase.TAKE, f"no card is taken, but {self.phase}"
            hand = self.s.players[self.s.giver].hand
            assert hand[CARDS[card]] > 0, f"seat {self.s.giver} has no {card}"
            self.comes(sum(hand[: CARDS[card]]))
        return self

    def draws(self, *cards: str) -> Self:
        """Let the next cards from the pile be these."""
        for card in cards:
            assert self.s.phase == Phase.OPEN_DRAW, f"no card is drawn, but {self.phase}"
            self.comes(self.s.pile.index(CARDS[card], 0, self.s.pile_count))
        return self

    def collect(self) -> None:
        """Keep what the last step told."""
        facts = Facts(lambda: self.s.pile[: self.s.pile_count])
        self.events += tell_news(self.game, self.s, facts)

    def hand(self, seat: int) -> str:
        """Return a seat's cards as text."""
        return " ".join(formatted(self.s.players[seat].hand))

    def laid(self, seat: int) -> str:
        """Return the ranks of a seat's pairs as text."""
        return " ".join(formatted(self.s.players[seat].laid))

    @property
    def phase(self) -> str:
        """Return the name of the node."""
        return Phase(self.s.phase).name

    @property
    def told(self) -> list[str]:
        """Return the types of all events so far."""
        return [event["type"] for event in self.events]

    @property
    def legal(self) -> list[str]:
        """Return what the actor may do."""
        if rules.actor(self.s) < 0:
            return []
        buffer = [0] * rules.NUM_ACTIONS
        count = rules.legal_actions(self.s, buffer)
        return [self.game.notation.format_action(self.s, action) for action in buffer[:count]]

    @property
    def possible(self) -> list[int]:
        """Return which outcomes of the pending race can come."""
        assert rules.actor(self.s) == CHANCE
        return [o for o in range(rules.chance_count(self.s)) if self.could(o)]

    @property
    def scores(self) -> list[int]:
        """Return every seat's points."""
        return [rules.score(self.s, seat) for seat in range(self.s.seats)]


def over(*laid: str, joker: int = 0) -> Board:
    """Return a match that is over, with these pairs laid and the Joker in a hand."""
    hands = ["J" if seat == joker else "" for seat in range(len(laid))]
    board = Board(*hands, laid=laid)
    board.s.phase = Phase.OVER
    return board


def places(board: Board) -> list[int]:
    """Return how many seats are ahead of each."""
    return [rules.place(board.s, seat) for seat in range(board.s.seats)]
