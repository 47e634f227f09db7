"""Match 'Em: what the referee must accept and what it must refuse."""

import pytest

from .common import Fault
from .samples import (
    END,
    accepts,
    cut,
    draw,
    hand,
    me_deal,
    passes,
    play,
    recycle,
    refuses_last,
)
from .writers import match_em, result

CUT = cut(0, "9 3")
LED = [CUT, me_deal("10 1 2 W 7", "5 5 9 3 1", top="6 4 8 8"), play(0, "10")]
TENS = [*LED, play(1, "5 5"), play(0, "7 1 2"), play(1, "9 1")]  # seat 0 holds W, seat 1 a 3
WON = [*TENS, play(0, "W"), hand(0, 1, 0)]
AGAIN = me_deal("10 1 2 W 7", "5 5 9 3 1", top="6 4 8 8")
STUCK = [CUT, me_deal("10 1 2 W 7", "9 9 9 2 2", top="6 4 8 8"), play(0, "10")]
DREW = [*STUCK, draw(1, "6 4")]
FREE = {"forced_match": "free"}
TO_ONE = {"wins_needed": 1}
NO_WILD = {"no_wild_finish": True}

# Twelve cards for two: three each and six in the pile, which is soon out.
SMALL = {"max_value": 6, "copies": 2, "wilds": 0, "cards_dealt": 3, "draw_count": 3}
SMALL_DECK = [str(value) for value in range(1, 7)] * 2
OUT = [
    cut(0, "6 1"),
    me_deal("1 6 6", "2 3 4", top="1 3 2 5 4 5", deck=SMALL_DECK),
    play(0, "1"),
    draw(1, "1 3 2"),
    play(1, "4"),
    draw(0, "5 4 5"),
    play(0, "6"),
    play(1, "3 3"),
    play(0, "6"),  # buried are 1 4 6 3 3, seat 1 holds 2 1 2
]
NEW_PILE = [*OUT, recycle("3 6 1 4 3")]
SPLIT = [*NEW_PILE, draw(1, "3 6 1"), play(1, "2"), draw(0, "4 3")]

# Eight wilds among eighteen cards.
WILD = {"max_value": 5, "copies": 2, "wilds": 8, "cards_dealt": 3}
WILD_DECK = [str(value) for value in range(1, 6)] * 2 + ["W"] * 8
WILD_CUT = cut(0, "5 1")
WILD_LED = [WILD_CUT, me_deal("W W W", "W 1 2", top="3 4", deck=WILD_DECK), play(0, "W")]
ALL_WILD = [
    WILD_CUT,
    me_deal("W W W", "W W W", top="1 W", deck=WILD_DECK),
    *[play(number % 2, "W") for number in range(4)],
]

# Fourteen cards for three; seat 0 is left with a wild and both piles are out.
SCANT = {"max_value": 5, "copies": 2, "wilds": 4, "cards_dealt": 3, "draw_count": 3}
SCANT |= FREE | NO_WILD
SCANT_DECK = [str(value) for value in range(1, 6)] * 2 + ["W"] * 4
DRY = [
    cut(1, "1 5 2"),
    me_deal("1 1 W", "2 W 3", "W W 3", top="2 4 4 5 5", deck=SCANT_DECK),
    play(1, "2"),
    draw(2, "2 4 4"),
    play(2, "W"),
    play(0, "1 1"),
    draw(1, "5 5"),
    recycle("W 2"),
    draw(1, "W"),
    play(1, "W"),
    draw(2, "2"),
    play(2, "W"),
]


def capped(count, undrawn):
    """Returns a hand of 300 turns, all but the first few with a draw, and the hands' sizes."""
    events = [CUT, me_deal("9 1 2 W 7", "9 9 9 2 2")]
    hands = [list(cards) for cards in events[1]["hands"]]
    pile, buried, kept = list(events[1]["pile"]), [], []
    for number in range(300):
        seat, need = number % 2, count if number >= undrawn else 0
        while need and (pile or buried):
            if not pile:
                pile, buried = buried, []
                events.append(recycle(list(pile)))
            drawn, pile = pile[:need], pile[need:]
            events.append(draw(seat, " ".join(drawn)))
            hands[seat] += drawn
            need -= len(drawn)
        card = next(card for card in hands[seat] if card != "W")
        hands[seat].remove(card)
        buried, kept = buried + kept, [card]
        events.append(play(seat, card))
    return events, [len(cards) for cards in hands]


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("seed", range(6))
def test_a_whole_match_is_accepted(seed, seats):
    game = match_em(seed, seats)
    accepts("match-em", seats, game["events"], result=game["result"])


def test_a_match_to_one_is_accepted():
    won = result([1, 0], [[0], [1]])
    accepts("match-em", 2, [*WON, END], TO_ONE, result=won)


def test_a_hand_is_capped_at_300_turns():
    events, sizes = capped(2, undrawn=1)
    assert sizes[0] != sizes[1]
    winner = sizes.index(min(sizes))
    tokens = [int(seat == winner) for seat in range(2)]
    accepts("match-em", 2, [*events, hand(winner, *tokens)], FREE)
    refuses_last("match-em", 2, [*events, hand(None, 0, 0)], "not a seat", FREE)
    refuses_last("match-em", 2, [*events, hand(1 - winner, *tokens)], "seat is", FREE)
    refuses_last("match-em", 2, [*events, draw(0, "")], "hand must come", FREE)
    refuses_last("match-em", 2, [*events[:-1], hand(winner, *tokens)], "hand, where", FREE)


def test_a_tied_hand_is_nobodys_and_the_left_starts():
    events, sizes = capped(1, undrawn=2)
    assert sizes[0] == sizes[1]
    one = FREE | {"draw_count": 1}
    tie = [*events, hand(None, 0, 0)]
    refuses_last("match-em", 2, [*events, hand(0, 1, 0)], "tied", one)
    for starter in ("winner", "rotate"):
        accepts("match-em", 2, [*tie, AGAIN, play(1, "9")], one | {"starter": starter})
        later = [*tie, AGAIN, play(0, "10")]
        refuses_last("match-em", 2, later, "seat is 0", one | {"starter": starter})


def test_a_match_is_capped_at_50_hands():
    one = FREE | {"draw_count": 1}
    tie = [*capped(1, undrawn=2)[0], hand(None, 0, 0)]
    shared = result([0, 0], [[0, 1]])
    accepts("match-em", 2, [*tie * 50, END], one, result=shared)
    refuses_last("match-em", 2, [*tie * 50, CUT], "end must come", one)
    refuses_last("match-em", 2, [*tie * 49, END], "cut must come", one)


def test_nothing_follows_the_end():
    with pytest.raises(Fault, match="after the end"):
        accepts("match-em", 2, [*WON, END, CUT], TO_ONE, result=result([1, 0], [[0], [1]]))


def test_a_lone_cut_is_no_record():
    with pytest.raises(Fault, match="has its deal"):
        accepts("match-em", 2, [CUT])


GOOD = {
    "wild": (2, [*LED, play(1, "5 5"), play(0, "W"), play(1, "9 1")], {}),
    "match after drawing": (2, [*DREW, play(1, "6 4")], {}),
    "new total": (2, [*DREW, play(1, "9"), play(0, "7 2")], {}),
    "new total, could match": (2, [*DREW, play(1, "6"), draw(0, "8 8")], {}),
    "free draw": (2, [*LED, draw(1, "6 4"), play(1, "5")], FREE),
    "out on a wild": (2, WON, {}),
    "no wild finish draws": (2, [*TENS, draw(0, "6 4"), play(0, "W")], NO_WILD),
    "next hand of the winner": (2, [*WON, AGAIN, play(0, "10")], {"starter": "winner"}),
    "next hand of the left": (2, [*WON, AGAIN, play(1, "9")], {"starter": "rotate"}),
    "next hand is cut": (2, [*WON, CUT, AGAIN, play(0, "10")], {}),
    "recycle": (2, [*NEW_PILE, draw(1, "3 6 1"), play(1, "6")], SMALL),
    "recycle within a draw": (2, [*SPLIT, recycle("6"), draw(0, "6"), play(0, "5")], SMALL),
    "wilds lead one": (2, [*WILD_LED, play(1, "2"), play(0, "W")], WILD),
    "wilds lead to the last": (2, [*ALL_WILD, play(0, "W"), hand(0, 1, 0)], WILD),
    "a lone wild draws to lead": (2, [*ALL_WILD, draw(0, "1 W"), play(0, "1")], WILD | NO_WILD),
    "pass": (3, [*DRY, passes(0)], SCANT),
    "empty draw, pass": (3, [*DRY, draw(0, ""), passes(0)], SCANT),
    "empty draw, new total": (3, [*DRY, passes(0), draw(1, ""), play(1, "3")], SCANT),
    "tie cuts again": (3, [cut(2, "9 3 9", "4 - 8")], {}),
    "wild and highest cut again": (3, [cut(1, "W 9 3", "5 7 -")], {}),
    "all wild": (3, [cut(1, "W W W", "1 9 3")], {}),
    "third round": (3, [cut(1, "W 9 9", "5 7 7", "- 2 1")], {}),
    "twelve": (2, [cut(1, "11 12")], {"max_value": 12}),
}


@pytest.mark.parametrize(("seats", "events", "options"), GOOD.values(), ids=GOOD)
def test_accepts(seats, events, options):
    if len(events) == 1:
        cards = options.get("max_value", 10)
        deck = [str(value) for value in range(1, cards + 1)] * 5 + ["W"] * 4
        events = [*events, me_deal(*["1 2 3 4 5"] * seats, deck=deck)]
    accepts("match-em", seats, events, options)


BAD = {
    "no cut": (2, [AGAIN], "cut must come", {}),
    "cut twice": (2, [CUT, CUT], "deal must come", {}),
    "starter not highest": (2, [cut(1, "9 3")], "starter is 1", {}),
    "tie not cut again": (3, [cut(0, "9 3 9")], "stops with", {}),
    "wild not cut again": (3, [cut(1, "W 9 3")], "stops with", {}),
    "cuts on": (3, [cut(0, "9 3 8", "1 - -")], "goes on", {}),
    "lower one cuts again": (3, [cut(0, "9 3 9", "5 4 3")], "seat 1 may not", {}),
    "tied one does not": (3, [cut(0, "9 9 9", "5 4 -")], "seat 2 must", {}),
    "highest beside a wild does not": (3, [cut(0, "W 9 3", "5 - -")], "seat 1 must", {}),
    "no rounds": (2, [{**CUT, "cards": []}], "list of rounds", {}),
    "round short": (2, [{**CUT, "cards": [["9"]]}], "one entry a seat", {}),
    "number for a card": (2, [{**CUT, "cards": [[9, "3"]]}], "can't show", {}),
    "no such card": (2, [cut(0, "11 3")], "can't show", {}),
    "same card thrice": (
        3,
        [cut(0, "4 4 4", "3 2 1")],
        "can't show",
        {"copies": 2},
    ),
    "wild where there are none": (2, [cut(0, "W 3", "4 3")], "can't show", {"wilds": 0}),
    "four cards": (2, [CUT, me_deal("1 2 3 4", "1 2 3 4 5")], "5 cards", {}),
    "not the deck": (2, [CUT, {**AGAIN, "pile": AGAIN["pile"][1:]}], "not the deck", {}),
    "other deck": (2, [CUT, AGAIN], "not the deck", {"copies": 4}),
    "another leads": (2, [CUT, AGAIN, play(1, "9")], "seat is 1", {}),
    "leads two": (2, [CUT, AGAIN, play(0, "1 2")], "more than one", {}),
    "leads a wild": (2, [CUT, AGAIN, play(0, "W")], "can't lead", {}),
    "leader draws": (2, [CUT, AGAIN, draw(0, "6 4")], "leader", {}),
    "leader draws, free": (2, [CUT, AGAIN, draw(0, "6 4")], "leader", FREE),
    "second leader leads a wild": (2, [*WILD_LED, play(1, "W")], "can't lead", WILD),
    "second leader leads two": (2, [*WILD_LED, play(1, "1 2")], "more than one", WILD),
    "lone wild leads": (2, [*ALL_WILD, play(0, "W")], "last card", WILD | NO_WILD),
    "lone wild passes": (2, [*ALL_WILD, passes(0)], "cards to draw", WILD | NO_WILD),
    "two wilds draw to lead": (2, [*ALL_WILD[:-1], draw(1, "1 W")], "leader", WILD | NO_WILD),
    "out of turn": (2, [*LED, play(0, "7 1 2")], "seat is 0", {}),
    "card not held": (2, [*LED, play(1, "10")], "doesn't hold", {}),
    "card held once": (2, [*LED, play(1, "9 9")], "doesn't hold", {}),
    "card a number": (2, [*LED, {**play(1, "5"), "cards": [5]}], "doesn't hold", {}),
    "no cards": (2, [*LED, play(1, "")], "no list of cards", {}),
    "wrong sum": (2, [*LED, play(1, "5 3")], "don't add up", {}),
    "new total, undrawn": (2, [*LED, play(1, "9")], "nothing was drawn", {}),
    "new total of two": (2, [*DREW, play(1, "9 2")], "don't add up", {}),
    "wild with others": (2, [*LED, play(1, "5 5"), play(0, "W 7 1 2")], "alone", {}),
    "draws with a match": (2, [*LED, draw(1, "6 4")], "holds a match", {}),
    "draws one": (2, [*STUCK, draw(1, "6")], "draws", {}),
    "draws not the top": (2, [*STUCK, draw(1, "4 6")], "draws", {}),
    "draws none": (2, [*STUCK, draw(1, "")], "draws", {}),
    "draws for another": (2, [*STUCK, draw(0, "6 4")], "seat is 0", {}),
    "draws twice": (2, [*DREW, draw(1, "8 8")], "pass or play must come", {}),
    "passes": (2, [*DREW, passes(1)], "something to play", {}),
    "passes, no wild finish": (2, [*TENS, passes(0)], "cards to draw", NO_WILD),
    "last card a wild": (2, [*TENS, play(0, "W")], "last card", NO_WILD),
    "passes with a wild": (2, [*TENS, passes(0)], "something to play", {}),
    "recycles too early": (2, [*STUCK, recycle("10")], "pile has cards", {}),
    "recycles with a match": (2, [*OUT[:-1], recycle("1 4 6")], "holds a match", SMALL),
    "recycles the kept play": (2, [*OUT, recycle("3 6 1 4 3 6")], "isn't the played", SMALL),
    "recycles too little": (2, [*OUT, recycle("3 6 1 4")], "isn't the played", SMALL),
    "recycle no list": (2, [*OUT, {**recycle("1"), "pile": "1"}], "isn't the played", SMALL),
    "draw before recycle": (2, [*OUT, draw(1, "")], "before the recycle", SMALL),
    "play after recycle": (2, [*NEW_PILE, play(1, "2")], "draw must come", SMALL),
    "recycle twice": (2, [*NEW_PILE, recycle("3 6 1 4 3")], "draw must come", SMALL),
    "half a draw": (2, [*SPLIT, play(0, "5")], "recycle must come", SMALL),
    "rest of a draw too big": (2, [*SPLIT, recycle("6"), draw(0, "6 5")], "draws", SMALL),
    "recycles nothing": (3, [*DRY, recycle("")], "nothing to recycle", SCANT),
    "plays the lone wild": (3, [*DRY, draw(0, ""), play(0, "W")], "last card", SCANT),
    "draws nothing twice": (3, [*DRY, draw(0, ""), draw(0, "")], "draw, where", SCANT),
    "no hand": (2, [*WON[:-1], play(1, "3")], "hand must come", {}),
    "hand too early": (2, [*TENS, hand(1, 0, 1)], "hand, where", {}),
    "hand of another": (2, [*WON[:-1], hand(1, 0, 1)], "seat is 1", {}),
    "hand of nobody": (2, [*WON[:-1], hand(None, 0, 0)], "not a seat", {}),
    "tokens": (2, [*WON[:-1], hand(0, 0, 1)], "tokens are", {}),
    "tokens true": (2, [*WON[:-1], hand(0, True, 0)], "tokens are", {}),
    "tokens short": (2, [*WON[:-1], hand(0, 1)], "tokens are", {}),
    "end too early": (2, [*WON, END], "cut must come", {}),
    "hand after the last": (2, [*WON, CUT], "end must come", TO_ONE),
    "deal without a cut": (2, [*WON, AGAIN], "cut must come", {}),
    "cut for the winner": (2, [*WON, CUT], "deal must come", {"starter": "winner"}),
    "winner does not lead": (2, [*WON, AGAIN, play(1, "9")], "seat is 1", {"starter": "winner"}),
    "left does not lead": (2, [*WON, AGAIN, play(0, "10")], "seat is 0", {"starter": "rotate"}),
}


@pytest.mark.parametrize(("seats", "events", "why", "options"), BAD.values(), ids=BAD)
def test_refuses(seats, events, why, options):
    refuses_last("match-em", seats, events, why, options)
