"""Short ways to write events, and the two questions the tests ask of the referee."""

from collections import Counter

import pytest

from .common import Fault
from .judge import judge
from .writers import DC_DECK, HD_DECK, ME_DECK, record


def accepts(game, seats, events, options=None, **more):
    """Has the referee judge a record; a Fault fails the test."""
    judge(record(game, seats, events, options, **more))


def refuses_last(game, seats, events, why, options=None):
    """Asserts that all events but the last are in order and the last is refused for `why`."""
    if any(event["type"] == "deal" for event in events[:-1]):
        accepts(game, seats, events[:-1], options)
    with pytest.raises(Fault, match=why) as caught:
        accepts(game, seats, events, options)
    assert caught.value.index == len(events) - 1


def rest_of(deck, used, top=()):
    """Returns a pile: the top cards, then what else is left of the deck, in its order."""
    used = Counter([*used, *top])
    pile = list(top)
    for card in deck:
        if used[card]:
            used[card] -= 1
        else:
            pile.append(card)
    assert not +used, "a sample uses cards that the deck hasn't"
    return pile


def split(hands):
    """Turns "1 2 3" into lists of cards, one a hand."""
    return [hand.split() for hand in hands]


def hd_deal(dealer, *hands, top="", bottom=""):
    hands = split(hands)
    used = [card for hand in hands for card in hand] + bottom.split()
    pile = rest_of(HD_DECK, used, top.split()) + bottom.split()
    return {"type": "deal", "dealer": dealer, "hands": hands, "pile": pile}


def me_deal(*hands, top="", deck=ME_DECK):
    hands = split(hands)
    pile = rest_of(deck, [card for hand in hands for card in hand], top.split())
    return {"type": "deal", "hands": hands, "pile": pile}


def dc_deal(starter, *hands, floor="KH", top="", deck=DC_DECK):
    hands = split(hands)
    used = [card for hand in hands for card in hand] + [floor]
    pile = rest_of(deck, used, top.split())
    return {"type": "deal", "starter": starter, "hands": hands, "floor": floor, "pile": pile}


def cut(starter, *rounds):
    rows = [[None if card == "-" else card for card in row.split()] for row in rounds]
    return {"type": "cut", "cards": rows, "starter": starter}


def draw(seat, cards):
    return {"type": "draw", "seat": seat, "cards": cards.split()}


def take(seat, giver, card, why):
    return {"type": "take", "seat": seat, "from": giver, "card": card, "why": why}


def slap(seat, rank, contacts, loser):
    return {"type": "slap", "seat": seat, "rank": rank, "contacts": contacts, "loser": loser}


def jam(seat, rank, contacts):
    return {"type": "jam", "seat": seat, "rank": rank, "contacts": contacts}


def fake(seat, *touched):
    return {"type": "fake", "seat": seat, "touched": list(touched)}


def early(seat, turn):
    return {"type": "early", "seat": seat, "turn": turn}


def foul(seat, kind):
    return {"type": "foul", "seat": seat, "kind": kind}


def passes(seat):
    return {"type": "pass", "seat": seat}


def play(seat, cards):
    return {"type": "play", "seat": seat, "cards": cards.split()}


def recycle(cards):
    return {"type": "recycle", "pile": cards if isinstance(cards, list) else cards.split()}


def hand(seat, *tokens):
    return {"type": "hand", "seat": seat, "tokens": list(tokens)}


def turn(seat, discard, source, card):
    keys = {"discard": discard.split(), "from": source, "card": card}
    return {"type": "turn", "seat": seat, **keys}


def declares(seat, totals, points):
    return {"type": "declare", "seat": seat, "totals": totals, "points": points}


def showdown(totals, points):
    return {"type": "showdown", "totals": totals, "points": points}


def out(*seats):
    return {"type": "out", "seats": list(seats)}


END = {"type": "end"}
