"""Declare: what the referee must accept and what it must refuse."""

import pytest

from .common import Fault
from .samples import (
    END,
    accepts,
    dc_deal,
    declares,
    out,
    recycle,
    refuses_last,
    showdown,
    turn,
)
from .writers import DC_DECK, declare, result

JOKERS = {"jokers": 2}
JOKER_DECK = [*DC_DECK, "X1", "X2"]
DEAL = dc_deal(0, "AS 2S 3H 4D KD", "5S 5H 5D 5C 9S", "TS JS QS KS AH", top="9H 8H 7H 6H 2D")
RUN = [DEAL, turn(0, "AS 2S 3H", "floor", "KH")]
HALF = {"false_penalty": 50, "threshold": 25}


def lap(deal):
    """Returns a deal and a lap in which all throw their last card and draw from the pile."""
    events, in_turn = [deal], [seat for seat in range(len(deal["hands"])) if deal["hands"][seat]]
    at = in_turn.index(deal["starter"])
    for number, seat in enumerate(in_turn[at:] + in_turn[:at]):
        events.append(turn(seat, deal["hands"][seat][-1], "pile", deal["pile"][number]))
    return events


# Totals after a lap, by the rule sheet's two examples and a tie.
WINS = lap(dc_deal(0, "AS 2S 3H 3D KD", "4S 2D 3S 3C KC", "AD AC 5S 4H KS", top="AH 4C 6C"))
FAILS = lap(dc_deal(0, "AS 2S 3H 3D KD", "2D 2H AD AC KC", "3S 3C 4H 4S KS", top="AH 2C 5S"))
TIES = lap(dc_deal(0, "AS 2S 3H 3D KD", "2D 2H AD 3S KC", "3C 4H 4S 5H KS", top="AH 2C 5S"))
LATER = lap(dc_deal(1, "AS 2S 3H 3D KD", "2D 2H AD 3S KC", "3C 4H 4S 5H KS", top="2C 5S AH"))
WON = [10, 16, 17]
LOST = [10, 8, 19]
TIED = [10, 10, 21]
FULL = {"scoring": "full_hand"}
TIE_LOSES = {"tie": "declarer_loses"}


def sitting(deal, turns):
    """Returns a deal and turns in which all throw their first card and draw from the pile."""
    hands, pile, events = [list(hand) for hand in deal["hands"]], list(deal["pile"]), [deal]
    buried, floor = [], deal["floor"]
    for number in range(turns):
        seat = number % len(hands)
        thrown, card = hands[seat].pop(0), pile.pop(0)
        hands[seat].append(card)
        buried.append(floor)
        floor = thrown
        events.append(turn(seat, thrown, "pile", card))
    return events, buried, floor, hands


SIX = dc_deal(
    0,
    "2S 2H 2D 2C AS",
    "3S 3H 3D 3C AH",
    "4S 4H 4D 4C AD",
    "5S 5H 5D 5C AC",
    "6S 6H 6D 6C QS",
    "TS TH TD TC QH",
)
EMPTY, BURIED, FLOOR, SIX_HANDS = sitting(SIX, 21)
NEXT = SIX_HANDS[3][0]


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
@pytest.mark.parametrize("seed", range(5))
def test_a_whole_game_is_accepted(seed, seats):
    game = declare(seed, seats)
    accepts("declare", seats, game["events"], result=game["result"])


THROWS = [
    ("KS", {}, True),
    ("5S 5H", {}, True),
    ("5S 5H 5D 5C", {}, True),
    ("AS 2H 3D", {}, True),
    ("3D AS 2H", {}, True),
    ("QS KD AS", {}, True),
    ("AS 2H 3D 4C 5S", {}, True),
    ("TS JH QD KC AS", {}, True),
    ("2S 4S 6S 8S TS", {}, True),
    ("5S 5H 5D", {}, False),
    ("5S 6S", {}, False),
    ("AS 2S 3S 4S", {}, False),
    ("KS AS 2S", {}, False),
    ("QS KH AS 2S 3S", {}, False),
    ("AS 3S 4S", {}, False),
    ("5S 5H 6S", {}, False),
    ("5S 5H 6D 6C", {}, False),
    ("5S 5H 6D 6C 6S", {}, False),
    ("5S 5H 5D 5C 6S", {}, False),
    ("2S 4S 6S 8S", {}, False),
    ("2S 4S 6S 8S TH", {}, False),
    ("5S 5H 5D", {"allow_trips": True}, True),
    ("5S 5H 5D 6S", {"allow_trips": True}, False),
    ("5S 5H 6D 6C", {"mixed_two_pairs": True}, True),
    ("5S 5H 5D", {"mixed_two_pairs": True}, False),
    ("5S 5H 5D 6C", {"mixed_two_pairs": True}, False),
    ("AS 2S 3H", {"run_same_suit": True}, False),
    ("AS 2S 3S", {"run_same_suit": True}, True),
    ("AS 2H 3D 4C", {"run_lengths": "3+4+5"}, True),
    ("AS 2H 3D", {"run_lengths": "none"}, False),
    ("AS 2H 3D 4C 5S", {"run_lengths": "none"}, False),
    ("AS 2S 3S 4S 5S", {"run_lengths": "none"}, True),
    ("X1", JOKERS, True),
    ("X1 X2", JOKERS, True),
    ("X1 5S", JOKERS, False),
    ("5S 5H X1", JOKERS | {"allow_trips": True}, False),
    ("5S 5H 5D X1", JOKERS, False),
    ("5S 5H X1 X2", JOKERS | {"mixed_two_pairs": True}, False),
    ("4S X1 6H", JOKERS, True),
    ("4S 5H X1", JOKERS, True),
    ("KS X1 AH", JOKERS, True),
    ("KS X1 2H", JOKERS, False),
    ("4S X1 X2", JOKERS, False),
    ("4S X1 7S", JOKERS, False),
    ("4S 5S X1 X2 8H", JOKERS, True),
    ("4S 4H X1", JOKERS, False),
    ("4S X1 6H", JOKERS | {"run_same_suit": True}, False),
    ("4S X1 6S", JOKERS | {"run_same_suit": True}, True),
    ("4S X1 X2 7H", JOKERS | {"run_lengths": "3+4+5"}, True),
    ("2S 4S 6S 8S X1", JOKERS, False),
]


@pytest.mark.parametrize(("cards", "options", "legal"), THROWS)
def test_throws(cards, options, legal):
    deck = JOKER_DECK if options.get("jokers") else DC_DECK
    fill = [card for card in DC_DECK if card not in cards.split()][: 5 - len(cards.split())]
    mine = cards.split() + fill
    rest = [card for card in DC_DECK if card not in mine]
    deal = dc_deal(0, " ".join(mine), " ".join(rest[:5]), floor=rest[5], deck=deck)
    events = [deal, turn(0, cards, "floor", rest[5])]
    if legal:
        accepts("declare", 2, events, options)
    else:
        refuses_last("declare", 2, events, "may not be thrown", options)


GOOD = {
    "any card of a run": [*RUN, turn(1, "5S 5H", "floor", "2S"), turn(2, "TS", "floor", "5H")],
    "from the pile": [*RUN, turn(1, "5S 5H 5D 5C", "pile", "9H"), turn(2, "TS", "pile", "8H")],
    "later starter": LATER,
    "recycle": [*EMPTY, recycle(BURIED[::-1]), turn(3, NEXT, "pile", BURIED[-1])],
    "floor with an empty pile": [*EMPTY, turn(3, NEXT, "floor", FLOOR)],
}


@pytest.mark.parametrize("events", GOOD.values(), ids=GOOD)
def test_accepts(events):
    accepts("declare", len(events[0]["hands"]), events)


SCORES = {
    "sheet's example": (WINS, WON, [0, 6, 7], {}),
    "sheet's failure": (FAILS, LOST, [22, 0, 0], {}),
    "penalty": (FAILS, LOST, [32, 0, 0], {"false_penalty": 30}),
    "tie wins": (TIES, TIED, [0, 0, 11], {}),
    "tie loses": (TIES, TIED, [20, 0, 0], TIE_LOSES),
    "full hand": (WINS, WON, [0, 16, 17], FULL),
    "full hand, failure": (FAILS, LOST, [30, 0, 19], FULL),
    "full hand, tie wins": (TIES, TIED, [0, 10, 21], FULL),
    "full hand, tie loses": (TIES, TIED, [30, 0, 21], FULL | TIE_LOSES),
    "at the maximum": (WINS, WON, [0, 6, 7], {"declare_max": 10}),
}


@pytest.mark.parametrize(("events", "totals", "points", "options"), SCORES.values(), ids=SCORES)
def test_scores_of_a_declaration(events, totals, points, options):
    accepts("declare", 3, [*events, declares(0, totals, points)], options)
    for seat in range(3):
        for name, row in (("totals", list(totals)), ("points", list(points))):
            row[seat] += 1
            wrong = {**declares(0, totals, points), name: row}
            refuses_last("declare", 3, [*events, wrong], f"{name} are", options)


SHOWN = {"lap_limit": 5}
SITTING, _, _, HANDS = sitting(dc_deal(0, "2S 3S 4S 5S 6S", "2H 3H 4H 5H AH"), 10)


def total(hand):
    return sum(10 if card[0] in "TJQK" else 1 if card[0] == "A" else int(card[0]) for card in hand)


def test_a_showdown_comes_at_the_lap_limit():
    totals = [total(hand) for hand in HANDS]
    low = min(totals)
    shown = showdown(totals, [amount - low for amount in totals])
    full = showdown(totals, [amount * (amount != low) for amount in totals])
    assert totals[0] != totals[1]
    accepts("declare", 2, [*SITTING, shown], SHOWN)
    accepts("declare", 2, [*SITTING, full], SHOWN | FULL)
    refuses_last("declare", 2, [*SITTING, full], "points are", SHOWN)
    refuses_last("declare", 2, [*SITTING, shown], "points are", SHOWN | FULL)
    refuses_last("declare", 2, [*SITTING[:-1], shown], "showdown, where", SHOWN)
    refuses_last("declare", 2, [*SITTING, shown], "showdown, where", {"lap_limit": 6})
    refuses_last("declare", 2, [*SITTING, declares(0, totals, [0, 0])], "must come", SHOWN)
    refuses_last("declare", 2, [*SITTING, turn(0, HANDS[0][0], "pile", "2D")], "must come", SHOWN)
    refuses_last("declare", 2, [*SITTING, shown, FAILS[0]], "one list a seat", SHOWN)
    starts = dc_deal(totals.index(low), *["2S 3S 4S 5S 6S", "2H 3H 4H 5H AH"])
    accepts("declare", 2, [*SITTING, shown, starts], SHOWN)
    other = {**starts, "starter": 1 - starts["starter"]}
    refuses_last("declare", 2, [*SITTING, shown, other], "the starter is", SHOWN)


FAILED = [*FAILS, declares(0, LOST, [22, 0, 0])]
FIFTY = [*FAILS, declares(0, LOST, [52, 0, 0])]
GONE = [*FIFTY, out(0)]
PAIR = dc_deal(1, "", "AS 2S 3H 3D KD", "TS JS QS KS KC", top="AH TH")
SECOND = [*GONE, *lap(PAIR)]
OVER = [*SECOND, declares(1, [None, 10, 50], [None, 0, 40]), out(2), END]
OVER_RESULT = result([52, 0, 40], [[1], [2], [0]])
STAGED = {"end": "staged", "false_penalty": 50}
FIRST = {"end": "first_out", "false_penalty": 50, "threshold": 25}


def test_a_short_game_is_accepted():
    accepts("declare", 3, OVER, HALF, result=OVER_RESULT)


def test_staged_goes_up_one_stage():
    accepts("declare", 3, [*OVER[:-2], PAIR], STAGED)
    refuses_last("declare", 3, OVER[:-1], "out, where", STAGED)


def test_first_out_ends_the_game():
    over = result([52, 0, 0], [[1, 2], [0]])
    accepts("declare", 3, [*GONE, END], FIRST, result=over)
    refuses_last("declare", 3, [*GONE, PAIR], "end must come", FIRST)
    refuses_last("declare", 3, [*FIFTY, END], "out must come", FIRST)


def test_a_game_is_capped_at_200_rounds():
    deal = dc_deal(0, "AS 2S 3S 4S KS", "AH 2H 3H 4H KC", top="5S 5H")
    level = [*lap(deal), declares(0, [15, 15], [0, 0])]
    accepts("declare", 2, [*level * 200, END], result=result([0, 0], [[0, 1]]))
    refuses_last("declare", 2, [*level * 200, deal], "end must come")
    refuses_last("declare", 2, [*level * 199, END], "deal must come")


STARTERS = [
    ("winner", FAILED, 1, [0, 2]),
    ("rotate", FAILED, 1, [0, 2]),
    ("winner", [*LATER, declares(1, [10, 10, 21], [0, 0, 11])], 1, [0, 2]),
    ("rotate", [*LATER, declares(1, [10, 10, 21], [0, 0, 11])], 2, [0, 1]),
    ("random", [*LATER, declares(1, [10, 10, 21], [0, 0, 11])], 0, []),
]


@pytest.mark.parametrize(("starter", "events", "right", "wrong"), STARTERS)
def test_who_starts_the_next_round(starter, events, right, wrong):
    accepts("declare", 3, [*events, {**DEAL, "starter": right}], {"starter": starter})
    for seat in wrong:
        again = [*events, {**DEAL, "starter": seat}]
        refuses_last("declare", 3, again, "the starter is", {"starter": starter})


def test_a_starter_who_is_out_passes_it_to_the_left():
    for starter in ("random", "rotate"):
        refuses_last(
            "declare", 3, [*GONE, {**PAIR, "starter": 0}], "starter is", HALF | {"starter": starter}
        )
    high = lap(dc_deal(0, "AS 2S 3H 3D KD", "TS JS QS KS KC", "3C 4H 4S 5H 9S", top="AH TH 5S"))
    lost = [*high, declares(0, [10, 50, 21], [0, 40, 11]), out(1)]
    two = dc_deal(2, "AS 2S 3H 3D KD", "", "TS JS QS KS KC", top="AH TH")
    rules = HALF | {"starter": "rotate"}
    accepts("declare", 3, [*lost, two, turn(2, "TS", "pile", "AH")], rules)
    refuses_last("declare", 3, [*lost, {**two, "starter": 0}], "starter is", rules)


BAD = {
    "no deal": ([turn(0, "KD", "pile", "9H")], "deal must come", {}),
    "starter no seat": ([{**DEAL, "starter": 3}], "not a seat", {}),
    "four cards": ([{**DEAL, "hands": [["AS"], *DEAL["hands"][1:]]}], "5 cards", {}),
    "floor a list": ([{**DEAL, "floor": ["KH"]}], "no string", {}),
    "card twice": ([{**DEAL, "floor": "AS"}], "not the deck", {}),
    "jokers unasked": ([{**DEAL, "pile": [*DEAL["pile"], "X1", "X2"]}], "not the deck", {}),
    "jokers missing": ([DEAL], "not the deck", JOKERS),
    "pile no list": ([{**DEAL, "pile": "KH"}], "no list", {}),
    "another starts": ([DEAL, turn(1, "9S", "floor", "KH")], "seat is 1", {}),
    "out of turn": ([*RUN, turn(2, "TS", "pile", "9H")], "seat is 2", {}),
    "seat true": ([*RUN, {**turn(1, "9S", "pile", "9H"), "seat": True}], "not a seat", {}),
    "throws nothing": ([DEAL, turn(0, "", "pile", "9H")], "no list of cards", {}),
    "throws a string": ([DEAL, {**turn(0, "", "pile", "9H"), "discard": "KD"}], "no list", {}),
    "throws a card twice": ([DEAL, turn(0, "KD KD", "pile", "9H")], "can't throw", {}),
    "throws what it lacks": ([DEAL, turn(0, "5S", "pile", "9H")], "can't throw", {}),
    "throws what it gave": (
        [*RUN, turn(1, "5S", "floor", "2S"), turn(2, "2S", "pile", "9H")],
        "can't throw",
        {},
    ),
    "throws what it picks up": ([DEAL, turn(0, "KD KH", "floor", "KH")], "can't throw", {}),
    "pile's second": ([DEAL, turn(0, "KD", "pile", "8H")], "not 9H", {}),
    "own throw": ([DEAL, turn(0, "KD", "floor", "KD")], "not on the floor", {}),
    "buried card": ([*RUN, turn(1, "9S", "floor", "KH")], "not on the floor", {}),
    "floor of a turn ago": (
        [*RUN, turn(1, "9S", "pile", "9H"), turn(2, "TS", "floor", "2S")],
        "not on the floor",
        {},
    ),
    "from a hand": ([DEAL, turn(0, "KD", "hand", "9H")], "picks up from", {}),
    "from nowhere": ([DEAL, turn(0, "KD", None, "9H")], "picks up from", {}),
    "declares first": ([DEAL, declares(0, [20, 29, 41], [0, 9, 21])], "first turn", {}),
    "declares in its first turn": (
        [*WINS[:2], declares(1, [10, 22, 21], [0, 0, 0])],
        "first turn",
        {},
    ),
    "declares out of turn": ([*WINS, declares(1, WON, [0, 26, 0])], "seat is 1", {}),
    "declares too much": ([*WINS, declares(0, WON, [0, 6, 7])], "more than 7", {"declare_max": 7}),
    "totals true": ([*WINS, declares(0, WON, [False, 6, 7])], "points are", {}),
    "totals short": ([*WINS, declares(0, WON[:2], [0, 6])], "totals are", {}),
    "showdown early": ([*WINS, showdown(WON, [0, 6, 7])], "showdown, where", {}),
    "declares twice": ([*FAILED, FAILED[-1]], "deal must come", {}),
    "out, but none crossed": ([*FAILED, out(0)], "deal must come", {}),
    "end, nobody out": ([*FAILED, END], "deal must come", {}),
    "no out": ([*FIFTY, PAIR], "out must come", HALF),
    "out of another": ([*FIFTY, out(1)], "out are", HALF),
    "out of all": ([*FIFTY, out(0, 1, 2)], "out are", HALF),
    "out twice": ([*FIFTY, out(0, 0)], "out are", HALF),
    "out true": ([*FIFTY, out(False)], "list of seats", HALF),
    "out no list": ([*FIFTY, {"type": "out", "seats": 0}], "list of seats", HALF),
    "end with two left": ([*GONE, END], "deal must come", HALF),
    "deals to who is out": ([*GONE, {**DEAL, "starter": 1}], "list of 0 cards", HALF),
    "points for who is out": (
        [*SECOND, declares(1, [0, 10, 50], [0, 0, 40])],
        "totals are",
        HALF,
    ),
    "turn of who is out": (
        [*SECOND[:-1], turn(0, "AS", "pile", "TH")],
        "seat is 0",
        HALF,
    ),
    "deal with one left": ([*OVER[:-1], PAIR], "end must come", HALF),
}


@pytest.mark.parametrize(("events", "why", "options"), BAD.values(), ids=BAD)
def test_refuses(events, why, options):
    refuses_last("declare", 3, events, why, options)


SIX_BAD = {
    "takes from an empty pile": ([turn(3, NEXT, "pile", BURIED[0])], "empty pile"),
    "recycle with the floor": ([recycle([*BURIED, FLOOR])], "isn't the buried"),
    "recycle without one": ([recycle(BURIED[1:])], "isn't the buried"),
    "recycle, then the floor": (
        [recycle(BURIED), turn(3, NEXT, "floor", FLOOR)],
        "after a recycle",
    ),
    "recycle twice": ([recycle(BURIED), recycle(BURIED)], "turn must come"),
    "recycle, then declares": ([recycle(BURIED), declares(3, [0] * 6, [0] * 6)], "turn must"),
}


@pytest.mark.parametrize(("events", "why"), SIX_BAD.values(), ids=SIX_BAD)
def test_refuses_at_an_empty_pile(events, why):
    refuses_last("declare", 6, [*EMPTY, *events], why)


def test_refuses_a_recycle_too_early():
    refuses_last("declare", 6, [*EMPTY[:-1], recycle(BURIED[:-1])], "pile has cards")


def test_nothing_follows_the_end():
    with pytest.raises(Fault, match="after the end"):
        accepts("declare", 3, [*OVER, PAIR], HALF, result=OVER_RESULT)
