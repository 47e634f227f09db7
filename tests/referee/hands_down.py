"""Hands Down as a strict outsider reads it.

Readings taken where the texts leave a choice:

- `rank` is written as the cards are: a string, "1" to "10".
- Options of a record: `last_pair_steals_joker`, `par_time`, `fake_limit`,
  `fake_limit_per_pair`, `must_play_pairs`, `active_foul`, `stall_limit`. How races are measured
  (`slap_window_ms`, `clump_ms`, `reflex`) is no rule, so those names are unknown options.
- "Can only pass" is one card or none in hand (HD-D5, HD-D9). With two cards or more the acting
  seat may still foul, so early touches may come even if neither slap nor fake is open to him.
- `half-slap` needs a pair in hand, `no-pair` needs none there, `touched-fake` needs a fake to
  be allowed; all three need two cards or more.
- A jam needs two opponents with cards and a contact of every one of them. How near the slowest
  two must be can't be checked. After three jams either of the slowest two may be the loser
  (of three or more at the second slowest contact, any).
- An opponent who never slapped is behind everybody who did, after three jams as well.
- Takes after a fake come in the order of `touched`. Seats without cards can't be in `touched`,
  nor touch early, nor have a contact.
- The acting seat's motions, after which each may touch early once more, are slap, jam and fake.
- The `penalty` goes to the very next seat, whether it has cards or not, and comes before a
  stalled end.
- A turn in which a pair was laid never counts towards the stall, even the last pair of it.
- The ranking below the winners goes by the same two keys, points and numbers.
"""

from typing import ClassVar

from .common import Fault, Judge, check_deal, flag, number, ranked, words

RANKS = [str(value) for value in range(1, 11)]
DECK = sorted([*RANKS * 4, "J"])
JOKER = "J"
PAIRS = 20
JAMS = 3
FAKES = 20
DEALT = 4
JOKER_POINTS = 2
JOKER_NUMBER = 20
ACT = frozenset({"slap", "jam", "fake", "early", "foul", "pass"})
PASS = frozenset({"pass"})
TAKE = frozenset({"take"})
END = frozenset({"end"})


class HandsDown(Judge):
    """Replays a game of Hands Down."""

    SEATS = range(2, 5)
    OPTIONS: ClassVar = {
        "last_pair_steals_joker": flag(),
        "par_time": number(0, 0, 2500),
        "fake_limit": number("none", 0, 20, "none"),
        "fake_limit_per_pair": flag(),
        "must_play_pairs": flag(),
        "active_foul": words("end_turn", "end_turn_and_card"),
        "stall_limit": number(60, 1, 200),
    }
    SHAPES: ClassVar = {
        "deal": "dealer hands pile",
        "draw": "seat cards",
        "take": "seat from card why",
        "slap": "seat rank contacts loser",
        "jam": "seat rank contacts",
        "fake": "seat touched",
        "early": "seat turn",
        "foul": "seat kind",
        "pass": "seat",
        "end": "reason joker",
    }

    def __init__(self, seats, raw_options):
        super().__init__(seats, raw_options)
        self.expected = frozenset({"deal"})
        self.laid = [[] for _ in range(seats)]
        self.pairs = 0
        self.stalled = 0
        self.owed = []
        self.then = self.act
        self.reason = None

    # The course of a turn

    def left_of(self, seat):
        """Returns the next seat in turn order."""
        return (seat + 1) % self.seats

    def others(self):
        """Returns the opponents of the acting seat that hold cards, from the left."""
        around = [(self.turn + step) % self.seats for step in range(1, self.seats)]
        return [seat for seat in around if self.hands[seat]]

    def begin_turn(self, seat):
        """Works out what a turn opens with (HD-4, HD-16, HD-17, HD-D3)."""
        self.turn = seat
        self.paired = False
        self.jams = self.fakes = self.fakes_in_all = 0
        self.touched_early = set()
        owed = 1 if self.hands[seat] else 2
        self.to_draw = min(owed, len(self.pile))
        there = sum(len(self.hands[other]) for other in self.others())
        self.takes = [(seat, None, "opening")] * min(owed - self.to_draw, there)
        if self.to_draw:
            self.expected = frozenset({"draw"})
        else:
            self.owe(self.takes, self.act)

    def owe(self, takes, then):
        """Demands the takes, one by one, and what comes then."""
        self.owed = list(takes)
        self.then = then
        if self.owed:
            self.expected = TAKE
        else:
            then()

    def act(self):
        """Gives the acting seat its choice, or the end where all pairs lie (HD-18, HD-D5)."""
        if self.pairs == PAIRS:
            self.close("all-pairs")
        else:
            self.expected = ACT if len(self.hands[self.turn]) > 1 else PASS

    def close(self, reason):
        """Demands the end."""
        self.reason = reason
        self.expected = END

    def end_turn(self):
        """Passes the turn on, or demands the end of a stalled game (HD-D13)."""
        if not self.pile and not self.paired:
            self.stalled += 1
        if self.stalled >= self.options["stall_limit"]:
            self.close("stalled")
        else:
            self.begin_turn(self.left_of(self.turn))

    # Events

    def on_deal(self, event):
        """Checks the deal (HD-2) and opens the first turn (HD-3)."""
        dealer = self.seat(event, "dealer")
        check_deal(event["hands"], [DEALT] * self.seats, event["pile"], DECK)
        self.hands = [list(hand) for hand in event["hands"]]
        self.pile = list(event["pile"])
        self.dealt = True
        self.begin_turn(self.left_of(dealer))

    def on_draw(self, event):
        """Checks the cards that open a turn."""
        self.must_be(event, "seat", self.turn)
        top = self.pile[: self.to_draw]
        if event["cards"] != top:
            raise Fault(f"draws {event['cards']!r}, not {top!r}")
        del self.pile[: self.to_draw]
        self.hands[self.turn] += top
        self.owe(self.takes, self.act)

    def on_take(self, event):
        """Checks the take that is owed and moves the card."""
        seat, giver, why = self.owed.pop(0)
        if event["why"] != why:
            raise Fault(f"takes for {event['why']!r}, not {why!r}")
        self.must_be(event, "seat", seat)
        if giver is None:
            giver = self.seat(event, "from")
            if giver == seat:
                raise Fault("takes from its own hand")
        self.must_be(event, "from", giver)
        self.move(event["card"], giver, seat)
        if not self.owed:
            self.then()

    def move(self, card, giver, taker):
        """Moves a card from a hand to another."""
        if card not in self.hands[giver]:
            raise Fault(f"seat {giver} doesn't hold {card!r}")
        self.hands[giver].remove(card)
        self.hands[taker].append(card)

    def race(self, event):
        """Checks a slap's or jam's pair and contacts; returns the opponents in it by contact."""
        self.must_be(event, "seat", self.turn)
        rank, contacts = event["rank"], event["contacts"]
        if type(rank) is not str or rank not in RANKS:
            raise Fault(f"{rank!r} is no rank")
        if self.hands[self.turn].count(rank) < 2:
            raise Fault(f"seat {self.turn} holds no pair of {rank}")
        if type(contacts) is not list or len(contacts) != self.seats:
            raise Fault("contacts is not one a seat")
        for contact in contacts:
            if contact is not None and (type(contact) is not int or contact < 0):
                raise Fault(f"contact {contact!r} is not whole milliseconds, nor null")
        if contacts[self.turn] != 0:
            raise Fault("the acting seat's own contact is 0")
        racers = self.others()
        for seat, contact in enumerate(contacts):
            if contact is not None and seat != self.turn and seat not in racers:
                raise Fault(f"seat {seat} has no cards, but a contact")
        return {seat: contacts[seat] for seat in racers}

    def losers(self, racers):
        """Returns the seats one of whom must be the loser; none where nobody loses."""
        if len(racers) == 1:
            ((seat, contact),) = racers.items()
            saved = contact is not None and contact <= self.options["par_time"]
            return [] if self.options["par_time"] and saved else [seat]
        absent = [seat for seat, contact in racers.items() if contact is None]
        if absent or not racers:
            return absent
        slowest = sorted(racers.values())
        if self.jams == JAMS:
            return [seat for seat, contact in racers.items() if contact >= slowest[-2]]
        if slowest[-1] == slowest[-2]:
            raise Fault("equal slowest contacts jam")
        return [seat for seat, contact in racers.items() if contact == slowest[-1]]

    def on_slap(self, event):
        """Checks a Hands Down that counts, its loser, and lays the pair (HD-7 to HD-11)."""
        losers = self.losers(self.race(event))
        if event["loser"] is None:
            if losers:
                raise Fault(f"no loser, where one of {losers} loses")
        elif self.seat(event, "loser") not in losers:
            raise Fault(f"the loser is {event['loser']}, not one of {losers}")
        self.lay(event["rank"])
        takes = [(self.turn, seat, "lost") for seat in [event["loser"]] if seat is not None]
        if self.pairs < PAIRS:
            self.owe(takes, self.act)
        else:
            self.owe(takes if self.options["last_pair_steals_joker"] else [], self.all_laid)

    def lay(self, rank):
        """Lays the pair down and renews what a pair renews."""
        hand = self.hands[self.turn]
        hand.remove(rank)
        hand.remove(rank)
        self.laid[self.turn].append(int(rank))
        self.pairs += 1
        self.paired = True
        self.stalled = self.jams = 0
        if self.options["fake_limit_per_pair"]:
            self.fakes = 0
        self.touched_early.clear()

    def all_laid(self):
        """Ends the game, after the next seat's opening if the Joker is in the pile (HD-D12)."""
        if self.pile:
            self.begin_turn(self.left_of(self.turn))
        else:
            self.close("all-pairs")

    def on_jam(self, event):
        """Checks a jam (HD-10, HD-D7)."""
        racers = self.race(event)
        if len(racers) < 2:
            raise Fault("a jam takes two opponents with cards")
        if None in racers.values():
            raise Fault("a seat that never slapped is last, so nothing jams")
        if self.jams == JAMS:
            raise Fault("a fourth jam in a row")
        self.jams += 1
        self.touched_early.clear()

    def fakeable(self):
        """Refuses a fake that isn't allowed (HD-D5, HD-D16)."""
        limit = self.options["fake_limit"]
        if not self.others():
            raise Fault("a fake needs an opponent with cards")
        if limit != "none" and self.fakes >= limit:
            raise Fault("beyond the fake limit")
        if self.fakes_in_all >= FAKES:
            raise Fault(f"beyond {FAKES} fakes in a turn")

    def on_fake(self, event):
        """Checks a fake and demands a card of everyone who touched (HD-13)."""
        self.must_be(event, "seat", self.turn)
        self.fakeable()
        touched = event["touched"]
        if type(touched) is not list or not all(type(seat) is int for seat in touched):
            raise Fault("touched is no list of seats")
        if touched != [seat for seat in self.others() if seat in touched]:
            raise Fault(f"touched {touched} aren't opponents with cards in order from the left")
        self.fakes += 1
        self.fakes_in_all += 1
        self.touched_early.clear()
        self.owe([(self.turn, seat, "faked") for seat in touched], self.act)

    def on_early(self, event):
        """Checks an early touch (HD-15, HD-D10)."""
        self.must_be(event, "turn", self.turn)
        seat = self.seat(event)
        if seat not in self.others():
            raise Fault(f"seat {seat} can't touch early")
        if seat in self.touched_early:
            raise Fault(f"seat {seat} has touched early since the last motion")
        self.touched_early.add(seat)
        self.owe([(self.turn, seat, "foul")], self.act)

    def on_foul(self, event):
        """Checks the acting seat's foul, which ends its turn (HD-14, HD-D9)."""
        self.must_be(event, "seat", self.turn)
        kind = event["kind"]
        if kind == "touched-fake":
            self.fakeable()
        elif kind not in ("half-slap", "no-pair"):
            raise Fault(f"unknown kind of foul {kind!r}")
        elif (kind == "half-slap") != self.holds_pair():
            raise Fault(f"{kind} {'without' if kind == 'half-slap' else 'with'} a pair")
        takes = []
        if self.options["active_foul"] == "end_turn_and_card":
            takes = [(self.left_of(self.turn), self.turn, "penalty")]
        self.owe(takes, self.end_turn)

    def holds_pair(self):
        """Tells whether the acting seat holds two of a number; there is one Joker only."""
        hand = self.hands[self.turn]
        return len(set(hand)) < len(hand)

    def on_pass(self, event):
        """Checks a pass (HD-12, HD-D8)."""
        self.must_be(event, "seat", self.turn)
        if self.options["must_play_pairs"] and self.holds_pair():
            raise Fault("passes with a pair that must be played")
        self.end_turn()

    def on_end(self, event):
        """Checks the reason and who holds the Joker."""
        if event["reason"] != self.reason:
            raise Fault(f"ends for {event['reason']!r}, not {self.reason!r}")
        self.holder = next(seat for seat, hand in enumerate(self.hands) if JOKER in hand)
        self.must_be(event, "joker", self.holder)
        self.finish()

    def result(self):
        """Returns points and ranking by points, then by the numbers laid (HD-18, HD-19)."""
        points = [len(laid) for laid in self.laid]
        numbers = [sum(laid) for laid in self.laid]
        points[self.holder] += JOKER_POINTS
        numbers[self.holder] += JOKER_NUMBER
        order = ranked(range(self.seats), lambda seat: (-points[seat], -numbers[seat]))
        return points, order
