"""Match 'Em as a strict outsider reads it.

Readings taken where the texts leave a choice:

- Cards above ten (`max_value` 11 and 12) are written "11" and "12".
- Cutting again: all who showed a wild and all who showed the highest number, be it only one,
  cut again together as soon as they are more than one. No round follows once one is left.
- Each round of cutting is from the whole deck; the cards of an earlier round may come again.
- With `starter` `winner` or `rotate` only the first hand has a `cut`.
- Before a recycle no empty `draw` is written: `draw` with `[]` stands only where neither the
  pile nor the played cards (but for the kept play) have a card. It is one event, and after a
  partial draw with nothing to recycle no `[]` follows.
- A recycle comes only from a seat that may draw, with an empty pile; its draw must follow.
- A new total is one number only; several cards must add up to the standing total.
- `no_wild_finish`: whoever holds just one wild draws if a card is to be had, also as a leader
  with no total standing, and then plays; otherwise he passes, and a `draw` of `[]` before that
  pass may be written or not (the texts support both).
- Wilds led before there is a total are kept with nothing under them; the first number played
  buries them.
- An emptied hand wins even with the 300th play.
- In a capped hand the sole seat with the fewest cards takes the token.
"""

from collections import Counter
from typing import ClassVar

from .common import Fault, Judge, check_deal, flag, number, ranked, same, same_cards, words

WILD = "W"
LEFT_AFTER_DEAL = 5
TURN_CAP = 300
HAND_CAP = 50
CUT = frozenset({"cut"})
DEAL = frozenset({"deal"})
TURN = frozenset({"play", "draw", "recycle", "pass"})
DRAWN = frozenset({"play", "pass"})
DRAW = frozenset({"draw"})
RECYCLE = frozenset({"recycle"})
HAND = frozenset({"hand"})
END = frozenset({"end"})


class MatchEm(Judge):
    """Replays a match of Match 'Em."""

    SEATS = range(2, 5)
    OPTIONS: ClassVar = {
        "max_value": number(10, 5, 12),
        "copies": number(5, 2, 8),
        "wilds": number(4, 0, 8),
        "starter": words("cut", "winner", "rotate"),
        "forced_match": words("strict", "free"),
        "no_wild_finish": flag(),
        "wins_needed": number(3, 1, 5),
        "cards_dealt": number(5, 3, 8),
        "draw_count": number(2, 1, 3),
    }
    SHAPES: ClassVar = {
        "cut": "cards starter",
        "deal": "hands pile",
        "play": "seat cards",
        "draw": "seat cards",
        "pass": "seat",
        "recycle": "pile",
        "hand": "seat tokens",
        "end": "",
    }

    def __init__(self, seats, raw_options):
        super().__init__(seats, raw_options)
        rules = self.options
        numbers = [str(value) for value in range(1, rules["max_value"] + 1)]
        self.deck = sorted(numbers * rules["copies"] + [WILD] * rules["wilds"])
        if len(self.deck) - seats * rules["cards_dealt"] < LEFT_AFTER_DEAL:
            raise Fault(f"fewer than {LEFT_AFTER_DEAL} cards are left after the deal")
        self.expected = CUT
        self.tokens = [0] * seats
        self.hands_played = 0

    # Before a hand

    def on_cut(self, event):
        """Checks who cut, what they showed and whom it makes the starter (ME-2, ME-D1)."""
        rounds = event["cards"]
        if type(rounds) is not list or not rounds:
            raise Fault("cards is no list of rounds")
        left = list(range(self.seats))
        for row in rounds:
            left = self.cut_round(row, left)
        if len(left) > 1:
            raise Fault(f"the cut stops with {left} left")
        self.must_be(event, "starter", left[0])
        self.starter = left[0]
        self.expected = DEAL

    def cut_round(self, row, cutters):
        """Checks a round of cutting and returns who is left."""
        if len(cutters) == 1:
            raise Fault("the cut goes on with one left")
        if type(row) is not list or len(row) != self.seats:
            raise Fault("a round of cutting is not one entry a seat")
        for seat, card in enumerate(row):
            if (card is None) == (seat in cutters):
                raise Fault(f"seat {seat} {'must' if seat in cutters else 'may not'} cut")
        shown = [row[seat] for seat in cutters]
        if not all(type(card) is str for card in shown) or Counter(shown) - Counter(self.deck):
            raise Fault(f"the deck can't show {shown}")
        top = max((int(card) for card in shown if card != WILD), default=None)
        return [seat for seat in cutters if row[seat] == WILD or int(row[seat]) == top]

    def on_deal(self, event):
        """Checks the deal and gives the starter the lead."""
        hands, pile = event["hands"], event["pile"]
        check_deal(hands, [self.options["cards_dealt"]] * self.seats, pile, self.deck)
        self.hands = [list(hand) for hand in hands]
        self.pile = list(pile)
        self.buried, self.kept = [], []
        self.total = None
        self.turns = 0
        self.dealt = True
        self.begin_turn(self.starter)

    def begin_turn(self, seat):
        """Gives a seat the turn."""
        self.turn = seat
        self.need = self.options["draw_count"]
        self.drawing = self.drawn = False
        self.expected = TURN

    # Within a turn

    def lone_wild(self):
        """Tells whether the seat holds just a wild that may not be the last card (ME-D7)."""
        return self.options["no_wild_finish"] and self.hands[self.turn] == [WILD]

    def can_match(self):
        """Tells whether some number cards of the hand add up to the total."""
        sums = {0}
        for card in self.hands[self.turn]:
            if card != WILD:
                sums |= {held + int(card) for held in sums}
        return self.total in sums

    def may_draw(self):
        """Refuses a draw by a seat that must do otherwise (ME-D2, ME-D3)."""
        if self.drawing or self.lone_wild():
            return
        if self.total is None:
            raise Fault("a leader doesn't draw")
        if self.options["forced_match"] == "strict" and self.can_match():
            raise Fault(f"draws, but holds a match for {self.total}")

    def on_draw(self, event):
        """Checks the cards drawn, in one piece or before and after a recycle (ME-5, ME-D5)."""
        self.must_be(event, "seat", self.turn)
        self.may_draw()
        if not self.pile and self.buried:
            raise Fault("draws from an empty pile before the recycle")
        top = self.pile[: self.need]
        if event["cards"] != top:
            raise Fault(f"draws {event['cards']!r}, not {top!r}")
        del self.pile[: len(top)]
        self.hands[self.turn] += top
        self.need -= len(top)
        self.drawing = True
        self.drawn = not (self.need and self.buried)
        self.expected = DRAWN if self.drawn else RECYCLE

    def on_recycle(self, event):
        """Checks the new pile: all played cards but the play that shows the total (ME-8)."""
        self.may_draw()
        if self.pile:
            raise Fault("recycles while the pile has cards")
        if not self.buried:
            raise Fault("nothing to recycle")
        if not same_cards(event["pile"], self.buried):
            raise Fault(f"the new pile isn't the played cards {sorted(self.buried)}")
        self.pile, self.buried = list(event["pile"]), []
        self.drawing = True
        self.expected = DRAW

    def on_play(self, event):
        """Checks a lead, a match, a wild or a new total, and plays it."""
        self.must_be(event, "seat", self.turn)
        cards, hand = event["cards"], list(self.hands[self.turn])
        if type(cards) is not list or not cards:
            raise Fault("plays no list of cards")
        for card in cards:
            if card not in hand:
                raise Fault(f"seat {self.turn} doesn't hold {cards}")
            hand.remove(card)
        if WILD in cards:
            self.play_wild(cards)
        else:
            self.play_numbers(cards)
        self.hands[self.turn] = hand
        self.end_turn()

    def play_wild(self, cards):
        """Checks a wild (ME-7, ME-D2, ME-D7)."""
        hand = self.hands[self.turn]
        if len(cards) > 1:
            raise Fault("a wild is played alone")
        if self.lone_wild():
            raise Fault("a wild may not be the last card")
        if self.total is None and any(card != WILD for card in hand):
            raise Fault("a wild can't lead")
        self.kept += cards

    def play_numbers(self, cards):
        """Checks a lead, a match or a new total (ME-3 to ME-6, ME-D4)."""
        value = sum(map(int, cards))
        if self.total is None:
            if len(cards) > 1:
                raise Fault("leads more than one card")
        elif value != self.total:
            if len(cards) > 1:
                raise Fault(f"{cards} don't add up to {self.total}")
            if not self.drawn:
                raise Fault(f"{value} doesn't match {self.total} and nothing was drawn")
        self.buried += self.kept
        self.kept = list(cards)
        self.total = value

    def on_pass(self, event):
        """Checks a pass: just a wild in hand that may not be the last, and no card to draw."""
        self.must_be(event, "seat", self.turn)
        if not self.lone_wild():
            raise Fault("a pass, but there is something to play")
        if self.pile or self.buried:
            raise Fault("a pass, but there are cards to draw")
        self.end_turn()

    def end_turn(self):
        """Ends the hand where somebody is out or the cap is met, or passes the turn on."""
        self.turns += 1
        held = [len(hand) for hand in self.hands]
        if held[self.turn] and self.turns < TURN_CAP:
            self.begin_turn((self.turn + 1) % self.seats)
            return
        fewest = [seat for seat, count in enumerate(held) if count == min(held)]
        self.winner = fewest[0] if len(fewest) == 1 else None
        self.expected = HAND

    # After a hand

    def on_hand(self, event):
        """Checks who won the hand and everybody's tokens (ME-9, ME-D8)."""
        if self.winner is not None:
            self.must_be(event, "seat", self.winner)
            self.tokens[self.winner] += 1
        elif event["seat"] is not None:
            raise Fault("nobody wins a capped hand that is tied")
        if not same(event["tokens"], self.tokens):
            raise Fault(f"tokens are {event['tokens']!r}, not {self.tokens}")
        self.hands_played += 1
        if max(self.tokens) >= self.options["wins_needed"] or self.hands_played == HAND_CAP:
            self.expected = END
        else:
            self.next_starter()

    def next_starter(self):
        """Finds who starts the next hand, or demands a cut (ME-D1)."""
        if self.options["starter"] == "cut":
            self.expected = CUT
            return
        if self.options["starter"] == "winner" and self.winner is not None:
            self.starter = self.winner
        else:
            self.starter = (self.starter + 1) % self.seats
        self.expected = DEAL

    def on_end(self, _event):
        """Ends the match."""
        self.finish()

    def result(self):
        """Returns hands won and the ranking by them (ME-1, ME-D8)."""
        return self.tokens, ranked(range(self.seats), lambda seat: -self.tokens[seat])
