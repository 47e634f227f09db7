"""Simple seeded players that write whole games, with their own bookkeeping.

They know the rules only as far as they need to make legal moves; the referee judges them.
"""

import random

HD_DECK = [str(value) for value in range(1, 11)] * 4 + ["J"]
ME_DECK = [str(value) for value in range(1, 11)] * 5 + ["W"] * 4
DC_DECK = [rank + suit for rank in "A23456789TJQK" for suit in "SHDC"]
POINTS = dict(zip("A23456789TJQK", [*range(1, 11), 10, 10, 10], strict=True))


def record(game, seats, events, options=None, **more):
    """Puts the common part round the events."""
    top = {"record": "tapete/1", "game": game, "seats": seats, "options": options or {}}
    return {**top, "events": events, **more}


def result(scores, best_first):
    """Writes a result from scores and the groups of the ranking."""
    return {"winners": best_first[0], "ranking": best_first, "scores": scores}


def groups(seats, key):
    """Groups seats by a key, smallest first."""
    return [[s for s in seats if key(s) == value] for value in sorted({key(s) for s in seats})]


class HandsDownWriter:
    """Plays Hands Down by laying every pair, with some fakes, jams, early touches and fouls."""

    def __init__(self, seed, seats, *, last=None, quiet=False):
        self.rng = random.Random(seed)
        deck = list(HD_DECK)
        self.rng.shuffle(deck)
        if last:
            deck.remove(last)
            deck.append(last)
        self.seats, self.quiet = seats, quiet
        self.hands = [deck[4 * seat : 4 * seat + 4] for seat in range(seats)]
        self.pile = deck[4 * seats :]
        self.laid = [[] for _ in range(seats)]
        hands = [list(hand) for hand in self.hands]
        dealer = self.rng.randrange(seats)
        self.events = [{"type": "deal", "dealer": dealer, "hands": hands, "pile": list(self.pile)}]
        self.turn = dealer

    def add(self, event_type, **keys):
        self.events.append({"type": event_type, **keys})

    def others(self):
        around = [(self.turn + step) % self.seats for step in range(1, self.seats)]
        return [seat for seat in around if self.hands[seat]]

    def take(self, giver, why):
        card = self.rng.choice(self.hands[giver])
        self.hands[giver].remove(card)
        self.hands[self.turn].append(card)
        self.add("take", seat=self.turn, card=card, why=why, **{"from": giver})

    def over(self):
        return sum(map(len, self.laid)) == 20

    def pair(self):
        hand = self.hands[self.turn]
        return next((card for card in hand if hand.count(card) > 1), None)

    def open(self):
        hand = self.hands[self.turn]
        owed = 1 if hand else 2
        if self.pile:
            cards, self.pile = self.pile[:owed], self.pile[owed:]
            hand += cards
            owed -= len(cards)
            self.add("draw", seat=self.turn, cards=cards)
        for _ in range(owed):
            if self.others():
                self.take(self.rng.choice(self.others()), "opening")

    def contacts(self, *, equal=False):
        row = [None] * self.seats
        row[self.turn] = 0
        for place, seat in enumerate(self.others()):
            row[seat] = 300 if equal else 200 + 37 * place
        return row

    def slap(self, rank):
        others, loser = self.others(), None
        if len(others) > 1 and not self.quiet and self.rng.random() < 0.2:
            self.add("jam", seat=self.turn, rank=rank, contacts=self.contacts(equal=True))
        if others:
            loser = others[-1]
        self.add("slap", seat=self.turn, rank=rank, contacts=self.contacts(), loser=loser)
        self.laid[self.turn].append(int(rank))
        self.hands[self.turn].remove(rank)
        self.hands[self.turn].remove(rank)
        if loser is not None and not self.over():
            self.take(loser, "lost")

    def tease(self):
        """Writes an early touch or a fake now and then."""
        chance = self.rng.random()
        others = self.others()
        if self.quiet or not others or len(self.hands[self.turn]) < 2:
            return
        if chance < 0.1:
            self.add("early", seat=others[0], turn=self.turn)
            self.take(others[0], "foul")
        elif chance < 0.2:
            self.add("fake", seat=self.turn, touched=others[:1])
            self.take(others[0], "faked")

    def play(self):
        """Plays to the end and returns the record."""
        while not self.over():
            self.turn = (self.turn + 1) % self.seats
            self.open()
            self.tease()
            while self.pair() and not self.over():
                self.slap(self.pair())
            if not self.over():
                foul = not self.quiet and len(self.hands[self.turn]) > 1 and self.rng.random() < 0.1
                if foul:
                    self.add("foul", seat=self.turn, kind="no-pair")
                else:
                    self.add("pass", seat=self.turn)
        if self.pile:
            self.turn = (self.turn + 1) % self.seats
            self.open()
        return self.finish()

    def finish(self):
        holder = next(seat for seat, hand in enumerate(self.hands) if "J" in hand)
        self.add("end", reason="all-pairs", joker=holder)
        points = [len(laid) + 2 * (seat == holder) for seat, laid in enumerate(self.laid)]
        numbers = [sum(laid) + 20 * (seat == holder) for seat, laid in enumerate(self.laid)]
        order = groups(range(self.seats), lambda seat: (-points[seat], -numbers[seat]))
        return record("hands-down", self.seats, self.events, result=result(points, order))


def match_em(seed, seats):
    """Plays Match 'Em with single cards and wilds, drawing where nothing matches."""
    rng = random.Random(seed)
    events, tokens = [], [0] * seats
    while max(tokens) < 3:
        starter = rng.randrange(seats)
        cards = ["9" if seat == starter else str(seat + 1) for seat in range(seats)]
        events.append({"type": "cut", "cards": [cards], "starter": starter})
        winner = match_em_hand(rng, seats, starter, events)
        if winner is not None:
            tokens[winner] += 1
        events.append({"type": "hand", "seat": winner, "tokens": list(tokens)})
    events.append({"type": "end"})
    order = groups(range(seats), lambda seat: -tokens[seat])
    return record("match-em", seats, events, result=result(tokens, order))


def sums_to(cards, total):
    """Returns number cards that add up to the total, or None."""
    if total == 0:
        return []
    for place, card in enumerate(cards):
        if card != "W" and int(card) <= total:
            rest = sums_to(cards[place + 1 :], total - int(card))
            if rest is not None:
                return [card, *rest]
    return None


def match_em_hand(rng, seats, seat, events):
    """Plays one hand from its deal, writes its events and returns its winner."""
    deck = rng.sample(ME_DECK, len(ME_DECK))
    hands = [deck[5 * place : 5 * place + 5] for place in range(seats)]
    pile, buried, kept, total = deck[5 * seats :], [], [], None
    dealt = {"type": "deal", "hands": [list(hand) for hand in hands], "pile": list(pile)}
    events.append(dealt)
    for _ in range(300):
        hand = hands[seat]
        if total is None:
            cards = [next((card for card in hand if card != "W"), "W")]
        else:
            cards = sums_to(hand, total)
            if cards is None and "W" in hand:
                cards = ["W"]
        if cards is None:
            need = 2
            while need and (pile or buried):
                if not pile:
                    pile, buried = rng.sample(buried, len(buried)), []
                    events.append({"type": "recycle", "pile": list(pile)})
                drawn, pile = pile[:need], pile[need:]
                hand += drawn
                need -= len(drawn)
                events.append({"type": "draw", "seat": seat, "cards": drawn})
            if need == 2:
                events.append({"type": "draw", "seat": seat, "cards": []})
            cards = [rng.choice(hand)]
        if cards == ["W"]:
            kept = [*kept, "W"]
        else:
            buried, kept, total = buried + kept, cards, sum(map(int, cards))
        for card in cards:
            hand.remove(card)
        events.append({"type": "play", "seat": seat, "cards": cards})
        if not hand:
            return seat
        seat = (seat + 1) % seats
    fewest = [place for place in range(seats) if len(hands[place]) == min(map(len, hands))]
    return fewest[0] if len(fewest) == 1 else None


def declare(seed, seats, *, most=8):
    """Plays Declare with the highest cards thrown, declaring from `most` points and one a lap."""
    rng = random.Random(seed)
    events, scores, went = [], [0] * seats, [999] * seats
    alive, starter = list(range(seats)), rng.randrange(seats)
    while len(alive) > 1:
        points, starter = declare_round(rng, alive, seats, starter, events, most)
        for seat in alive:
            scores[seat] += points[seat]
        crossed = [seat for seat in alive if scores[seat] > 100]
        if crossed:
            events.append({"type": "out", "seats": crossed})
            alive = [seat for seat in alive if seat not in crossed]
            for seat in crossed:
                went[seat] = len(events)
    events.append({"type": "end"})
    order = groups(range(seats), lambda seat: (-went[seat], scores[seat]))
    return record("declare", seats, events, result=result(scores, order))


def declare_round(rng, alive, seats, starter, events, most):
    """Plays one round, writes its events and returns (points, next starter)."""
    deck = rng.sample(DC_DECK, len(DC_DECK))
    hands = [[deck.pop() for _ in range(5)] if seat in alive else [] for seat in range(seats)]
    floor, pile, buried = [deck.pop()], deck, []
    dealt = {"hands": [list(hand) for hand in hands], "floor": floor[0], "pile": list(pile)}
    events.append({"type": "deal", "starter": starter, **dealt})
    place, turns = alive.index(starter), 0
    while True:
        seat = alive[place]
        hand = hands[seat]
        laps = turns // len(alive)
        if laps and sum(POINTS[card[0]] for card in hand) <= most + laps:
            return declared(alive, seats, hands, seat, events)
        high = max(hand, key=lambda card: (POINTS[card[0]], hand.count(card)))
        alike = [card for card in hand if card[0] == high[0]]
        throw = alike if len(alike) in (2, 4) else [high]
        low = min(floor, key=lambda card: POINTS[card[0]])
        source = "floor" if POINTS[low[0]] < 4 or not (pile or buried) else "pile"
        if source == "pile" and not pile:
            pile, buried = rng.sample(buried, len(buried)), []
            events.append({"type": "recycle", "pile": list(pile)})
        card = low if source == "floor" else pile.pop(0)
        hands[seat] = [other for other in hand if other not in throw] + [card]
        buried += [other for other in floor if other != card]
        floor = throw
        events.append(
            {"type": "turn", "seat": seat, "discard": throw, "from": source, "card": card}
        )
        place, turns = (place + 1) % len(alive), turns + 1


def declared(alive, seats, hands, seat, events):
    """Writes a declaration and returns (points, next starter)."""
    totals = {s: sum(POINTS[card[0]] for card in hands[s]) for s in alive}
    low = min(totals.values())
    points, best = {s: totals[s] - low for s in alive}, seat
    if totals[seat] > low:
        points = dict.fromkeys(alive, 0) | {seat: 20 + totals[seat] - low}
        order = [(seat + step) % seats for step in range(1, seats)]
        best = next(s for s in order if totals.get(s) == low)
    rows = {"totals": totals, "points": points}
    rows = {name: [row.get(s) for s in range(seats)] for name, row in rows.items()}
    events.append({"type": "declare", "seat": seat, **rows})
    return points, best
