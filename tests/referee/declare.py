"""Declare as a strict outsider reads it; `throws` holds what may be thrown together.

Readings taken where the texts leave a choice:

- `floor` of a deal is one card, a string, not a list.
- `starter` of a deal is the seat that really starts, one still in.
- After a showdown with `starter` `winner` the lowest hand, first in turn order "from the seat
  whose turn it was", may be counted from the last seat that moved or from the one to move next.
- A failed declaration's next starter is the lowest of the other hands.
- A declaration can't follow a recycle: the turn that takes from the new pile does.
- `out` may name its seats in any order. It comes under `first_out` as well, before the end.
- `staged` goes up one stage for each round in which somebody went out, however many.
- With `difference` and `declarer_loses`, a tied declarer's penalty is `false_penalty` alone.
- With `full_hand` all who tie for the lowest hand score 0 after a failed declaration.
- Should all cross at once, those with the lowest score stay and are not in `out`. (As somebody
  always adds 0 in a round this can't happen.)
- Ranking: those still in first, by score; then who went out later; in one round the lower
  score. So after 200 rounds the lowest score among those still in wins.
- The cap is met by the 200th declaration or showdown, after its `out`, if any.
"""

from typing import ClassVar

from .common import Fault, Judge, check_deal, flag, number, ranked, same, same_cards, words
from .throws import RANKS, legal_throw

VALUES = {rank: min(place, 10) for place, rank in enumerate(RANKS, 1)} | {"X": 0}
PACK = [rank + suit for rank in RANKS for suit in "SHDC"]
JOKERS = ["X1", "X2"]
DEALT = 5
ROUND_CAP = 200
STAGES = (25, 50, 100)
STILL_IN = ROUND_CAP + 1
DEAL = frozenset({"deal"})
TURN = frozenset({"turn", "recycle", "declare"})
RECYCLED = frozenset({"turn"})
SHOWDOWN = frozenset({"showdown"})
OUT = frozenset({"out"})
END = frozenset({"end"})


class Declare(Judge):
    """Replays a game of Declare."""

    SEATS = range(2, 7)
    OPTIONS: ClassVar = {
        "jokers": (0, (0, 2)),
        "starter": words("winner", "rotate", "random"),
        "run_same_suit": flag(),
        "allow_trips": flag(),
        "run_lengths": words("3+5", "3+4+5", "none"),
        "mixed_two_pairs": flag(),
        "declare_max": words("none", 5, 7, 10, 20),
        "tie": words("declarer_wins", "declarer_loses"),
        "threshold": (100, (25, 50, 100, 200)),
        "end": words("last_standing", "first_out", "staged"),
        "lap_limit": number(40, 5, 100),
        "false_penalty": number(20, 0, 50),
        "scoring": words("difference", "full_hand"),
    }
    SHAPES: ClassVar = {
        "deal": "starter hands floor pile",
        "turn": "seat discard from card",
        "recycle": "pile",
        "declare": "seat totals points",
        "showdown": "totals points",
        "out": "seats",
        "end": "",
    }

    def __init__(self, seats, raw_options):
        super().__init__(seats, raw_options)
        self.deck = sorted(PACK + JOKERS[: self.options["jokers"]])
        self.expected = DEAL
        self.alive = list(range(seats))
        self.starters = set(self.alive)
        self.scores = [0] * seats
        self.out_round = [STILL_IN] * seats
        self.rounds = self.stage = 0

    def left_in(self, seat):
        """Returns the seat itself or, where it is out, the next one to the left still in."""
        while seat not in self.alive:
            seat = (seat + 1) % self.seats
        return seat

    def from_left(self, seat):
        """Returns the seats still in, in turn order from the one left of a seat."""
        around = [(seat + step) % self.seats for step in range(1, self.seats + 1)]
        return [other for other in around if other in self.alive]

    # A round

    def on_deal(self, event):
        """Checks the deal and its starter (DC-1, DC-D2)."""
        starter, hands, floor, pile = (event[key] for key in ("starter", "hands", "floor", "pile"))
        if self.seat(event, "starter") not in self.starters:
            raise Fault(f"the starter is {starter}, not one of {sorted(self.starters)}")
        if type(pile) is not list:
            raise Fault("the pile is no list")
        sizes = [DEALT if seat in self.alive else 0 for seat in range(self.seats)]
        check_deal(hands, sizes, [floor, *pile], self.deck)
        self.hands = [list(hand) for hand in hands]
        self.pile = pile[::-1]
        self.floor, self.buried = [floor], []
        self.starter = self.turn = starter
        self.following = {seat: self.left_in((seat + 1) % self.seats) for seat in self.alive}
        self.turns = 0
        self.recycled = False
        self.dealt = True
        self.expected = TURN

    def on_turn(self, event):
        """Checks a throw and a pick-up, and carries both out (DC-2, DC-3, DC-5)."""
        seat, throw, card = event["seat"], event["discard"], event["card"]
        if type(seat) is not int or seat != self.turn:
            self.must_be(event, "seat", self.turn)
        hand = self.check_throw(throw)
        if event["from"] == "pile":
            self.pick_from_pile(card)
        elif event["from"] == "floor":
            self.pick_from_floor(card)
        else:
            raise Fault(f"picks up from {event['from']!r}")
        hand.append(card)
        self.hands[seat] = hand
        self.buried += self.floor
        self.floor = throw
        self.end_turn(seat)

    def check_throw(self, throw):
        """Checks the cards thrown and returns what is left of the hand."""
        hand = list(self.hands[self.turn])
        if type(throw) is not list or not throw:
            raise Fault("discard is no list of cards")
        for card in throw:
            if card not in hand:
                raise Fault(f"seat {self.turn} can't throw {throw} from {self.hands[self.turn]}")
            hand.remove(card)
        if not legal_throw(throw, self.options):
            raise Fault(f"{throw} may not be thrown together")
        return hand

    def pick_from_pile(self, card):
        """Checks that a card is the top of the pile and takes it from there."""
        if not self.pile:
            raise Fault("takes from an empty pile")
        if card != self.pile[-1]:
            raise Fault(f"takes {card!r}, not {self.pile[-1]} from the pile")
        self.pile.pop()

    def pick_from_floor(self, card):
        """Checks that a card lies on the floor and takes it from there (DC-5, DC-D3)."""
        if self.recycled:
            raise Fault("takes from the floor after a recycle")
        if card not in self.floor:
            raise Fault(f"takes {card!r}, which is not on the floor {self.floor}")
        self.floor = [other for other in self.floor if other != card]

    def end_turn(self, seat):
        """Passes the turn on, or demands the showdown at the lap limit (DC-D9)."""
        self.recycled = False
        self.turns += 1
        self.last = seat
        self.turn = self.following[seat]
        over = self.turns == self.options["lap_limit"] * len(self.alive)
        self.expected = SHOWDOWN if over else TURN

    def on_recycle(self, event):
        """Checks that the new pile is what was buried (DC-D5)."""
        if self.pile:
            raise Fault("recycles while the pile has cards")
        if not self.buried:
            raise Fault("nothing is buried to recycle")
        if not same_cards(event["pile"], self.buried):
            raise Fault(f"the new pile isn't the buried cards {sorted(self.buried)}")
        self.pile, self.buried = event["pile"][::-1], []
        self.recycled = True
        self.expected = RECYCLED

    # The showing of hands

    def totals(self):
        """Returns the totals of those still in, by seat (DC-1)."""
        return {seat: sum(VALUES[card[0]] for card in self.hands[seat]) for seat in self.alive}

    def on_declare(self, event):
        """Checks a declaration and what it scores (DC-6 to DC-8)."""
        self.must_be(event, "seat", self.turn)
        if self.turns < len(self.alive):
            raise Fault("declares in its first turn of the round")
        totals, most = self.totals(), self.options["declare_max"]
        if most != "none" and totals[self.turn] > most:
            raise Fault(f"declares {totals[self.turn]}, more than {most}")
        lowest = min(total for seat, total in totals.items() if seat != self.turn)
        wins = totals[self.turn] < lowest + (self.options["tie"] == "declarer_wins")
        points = self.success(totals) if wins else self.failure(totals, lowest)
        best = [seat for seat in self.from_left(self.turn) if totals[seat] == lowest]
        self.end_round(event, totals, points, {self.turn if wins else best[0]})

    def success(self, totals):
        """Returns the points after a good declaration (DC-7, DC-D10)."""
        off = totals[self.turn] if self.options["scoring"] == "difference" else 0
        points = {seat: total - off for seat, total in totals.items()}
        points[self.turn] = 0
        return points

    def failure(self, totals, lowest):
        """Returns the points after a failed declaration (DC-8, DC-D10, DC-D11)."""
        penalty, own = self.options["false_penalty"], totals[self.turn]
        if self.options["scoring"] == "difference":
            return dict.fromkeys(totals, 0) | {self.turn: penalty + own - lowest}
        points = {seat: 0 if total == lowest else total for seat, total in totals.items()}
        points[self.turn] = penalty + own
        return points

    def on_showdown(self, event):
        """Checks a showing of hands without a declaration (DC-D9)."""
        totals = self.totals()
        lowest = min(totals.values())
        off = lowest if self.options["scoring"] == "difference" else 0
        points = {seat: 0 if total == lowest else total - off for seat, total in totals.items()}
        before = self.from_left(self.last)
        orders = ([self.last, *before], before)
        best = {next(seat for seat in order if totals[seat] == lowest) for order in orders}
        self.end_round(event, totals, points, best)

    def end_round(self, event, totals, points, best):
        """Checks what is written of totals and points, adds these up and sees who is out."""
        for name, wanted in (("totals", totals), ("points", points)):
            row = [wanted.get(seat) for seat in range(self.seats)]
            if not same(event[name], row):
                raise Fault(f"{name} are {event[name]!r}, not {row}")
        for seat, added in points.items():
            self.scores[seat] += added
        self.rounds += 1
        self.best = best
        self.crossed = self.who_crossed()
        if self.crossed:
            self.expected = OUT
        else:
            self.after_round()

    def who_crossed(self):
        """Returns the seats that exceed the threshold now (DC-9, DC-D8)."""
        limit = self.options["threshold"]
        if self.options["end"] == "staged":
            limit = STAGES[min(self.stage, len(STAGES) - 1)]
        crossed = [seat for seat in self.alive if self.scores[seat] > limit]
        if crossed == self.alive:
            least = min(self.scores[seat] for seat in crossed)
            crossed = [seat for seat in crossed if self.scores[seat] > least]
        return crossed

    def on_out(self, event):
        """Checks who goes out."""
        if not same(event["seats"], self.crossed):
            seats = event["seats"]
            if type(seats) is not list or any(type(seat) is not int for seat in seats):
                raise Fault("seats is no list of seats")
            if sorted(seats) != self.crossed:
                raise Fault(f"out are {seats}, not {self.crossed}")
        for seat in self.crossed:
            self.out_round[seat] = self.rounds
            self.alive.remove(seat)
        self.stage += 1
        self.after_round()

    def after_round(self):
        """Demands the end where its rule is met, or the next deal with its starter."""
        ended = len(self.alive) == 1 or self.rounds == ROUND_CAP
        if ended or (self.options["end"] == "first_out" and self.stage):
            self.expected = END
            return
        choice = self.options["starter"]
        if choice == "random":
            self.starters = set(self.alive)
        elif choice == "rotate":
            self.starters = {self.left_in((self.starter + 1) % self.seats)}
        else:
            self.starters = {self.left_in(seat) for seat in self.best}
        self.expected = DEAL

    def on_end(self, _event):
        """Ends the game."""
        self.finish()

    def result(self):
        """Returns penalty points and the ranking (DC-D8, DC-D9)."""
        order = ranked(range(self.seats), lambda s: (-self.out_round[s], self.scores[s]))
        return self.scores, order
