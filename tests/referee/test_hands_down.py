"""Hands Down: what the referee must accept and what it must refuse."""

import pytest

from .samples import (
    accepts,
    draw,
    early,
    fake,
    foul,
    hd_deal,
    jam,
    passes,
    refuses_last,
    slap,
    take,
)
from .writers import HandsDownWriter

DEAL = hd_deal(2, "5 5 7 7", "1 2 3 4", "1 2 3 J", top="9 8 6 6")
OPEN = [DEAL, draw(0, "9")]
SLAP = slap(0, "5", [0, 210, 250], 2)
LOST = take(0, 2, "J", "lost")
NEXT = [*OPEN, passes(0), draw(1, "8")]
JAM = jam(0, "5", [0, 250, 250])
JAMMED = [*OPEN, JAM, JAM, JAM]
FAKED = [*OPEN, fake(0, 1), take(0, 1, "1", "faked")]
EARLY = [*OPEN, early(2, 0), take(0, 2, "3", "foul")]
TWO = [hd_deal(1, "5 5 7 7", "1 2 3 4", top="9 8 6 6"), draw(0, "9")]
# All of seat 1's cards go to seat 0 by fakes.
ROBBED = [*TWO, *(event for card in "1234" for event in (fake(0, 1), take(0, 1, card, "faked")))]
# Seat 0 is robbed of all, opens with a pair, lays it and is left with the card it takes.
ONE_CARD = [
    *TWO,
    passes(0),
    draw(1, "8"),
    *(event for card in "55779" for event in (fake(1, 0), take(1, 0, card, "faked"))),
    passes(1),
    draw(0, "6 6"),
    slap(0, "6", [0, 300], 1),
    take(0, 1, "1", "lost"),
]


def emptied(extra=(), last_seat_left=2):
    """Returns four seats' draws and passes until `last_seat_left` cards are in the pile."""
    deal = hd_deal(3, "1 2 3 4", "1 2 3 4", "1 2 3 4", "1 2 3 4", bottom="9 J 10")
    events = [deal]
    for number in range(25 - last_seat_left):
        events += [draw(number % 4, deal["pile"][number]), passes(number % 4)]
    return [*events, *extra]


GONE = emptied(last_seat_left=0)  # seat 1 is next; the last draw was seat 0's
LAST_BUT_ONE = emptied()  # seat 3 draws next, seat 0 draws the last card
SEAT_0_HAND = [*"1234", *GONE[0]["pile"][0:24:4]]  # before seat 0 draws the last card
DRAINED = [
    *LAST_BUT_ONE,
    draw(3, "J"),
    *(event for card in SEAT_0_HAND for event in (fake(3, 0), take(3, 0, card, "faked"))),
    passes(3),
    draw(0, "10"),
]
STALL_1 = {"stall_limit": 1}
CARD = {"active_foul": "end_turn_and_card"}


def end(reason, joker):
    return {"type": "end", "reason": reason, "joker": joker}


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("seed", range(6))
def test_a_whole_game_is_accepted(seed, seats):
    game = HandsDownWriter(seed, seats).play()
    accepts("hands-down", seats, game["events"], result=game["result"])


def test_the_joker_may_be_the_last_card_of_the_pile():
    game = HandsDownWriter(56, 3, last="J", quiet=True).play()
    laid, last, over = game["events"][-3:]
    assert (laid["type"], last["type"], last["cards"], over["type"]) == (
        "slap",
        "draw",
        ["J"],
        "end",
    )
    accepts("hands-down", 3, game["events"], result=game["result"])
    refuses_last("hands-down", 3, [*game["events"][:-2], passes(laid["seat"])], "draw must come")
    refuses_last("hands-down", 3, [*game["events"][:-2], over], "draw must come")


def test_a_stalled_game_is_scored_as_it_lies():
    result = {"winners": [3], "ranking": [[3], [0, 1, 2]], "scores": [0, 0, 0, 2]}
    events = [*GONE, end("stalled", 3)]
    accepts("hands-down", 4, events, STALL_1, result=result)


def all_pairs(seed=1):
    """Returns a whole game of two and the place of its 20th pair."""
    events = HandsDownWriter(seed, 2, quiet=True).play()["events"]
    return events, max(at for at, event in enumerate(events) if event["type"] == "slap")


def test_the_last_pair_takes_nothing_but_names_its_loser():
    events, last = all_pairs()
    assert events[last]["loser"] is not None
    stolen = take(events[last]["seat"], events[last]["loser"], "J", "lost")
    refuses_last("hands-down", 2, [*events[: last + 1], stolen], "end must come")
    refuses_last("hands-down", 2, [*events[:last], {**events[last], "loser": None}], "no loser")
    on = {"last_pair_steals_joker": True}
    accepts(
        "hands-down", 2, [*events[: last + 1], stolen, end("all-pairs", stolen["seat"])][:-1], on
    )
    refuses_last("hands-down", 2, events, "take must come", on)
    refuses_last(
        "hands-down",
        2,
        [*events[: last + 1], stolen, end("all-pairs", stolen["from"])],
        "joker is",
        on,
    )


def test_the_end_names_reason_and_holder():
    events, last = all_pairs()
    holder = events[-1]["joker"]
    refuses_last("hands-down", 2, [*events[:-1], end("stalled", holder)], "ends for")
    refuses_last("hands-down", 2, [*events[:-1], end("all-pairs", 1 - holder)], "joker is")
    refuses_last("hands-down", 2, [*events[:last], end("all-pairs", holder)], "end, where")


@pytest.mark.parametrize("size", range(1, 15))
def test_an_unfinished_game_may_stop_anywhere(size):
    game = HandsDownWriter(3, 3).play()
    accepts("hands-down", 3, game["events"][:size])


GOOD = {
    "pass with a pair": (3, [*OPEN, passes(0)], {}),
    "two pairs and a fake": (
        3,
        [*OPEN, SLAP, LOST, fake(0, 1), take(0, 1, "4", "faked"), slap(0, "7", [0, 1, 0], 1)],
        {},
    ),
    "lots": (3, [*OPEN, slap(0, "5", [0, None, None], 1)], {}),
    "one never slapped": (3, [*OPEN, slap(0, "5", [0, 900, None], 2)], {}),
    "jams": (3, JAMMED, {}),
    "drawn by lot after three jams": (3, [*JAMMED, slap(0, "5", [0, 210, 211], 1)], {}),
    "after three jams equal is no jam": (3, [*JAMMED, slap(0, "5", [0, 9, 9], 1)], {}),
    "the row of jams is broken": (3, [*JAMMED, SLAP, LOST, jam(0, "7", [0, 5, 5])], {}),
    "touched fake": (3, [*OPEN, foul(0, "touched-fake"), draw(1, "8")], {}),
    "half slap": (3, [*OPEN, foul(0, "half-slap"), draw(1, "8")], {}),
    "no pair": (3, [*NEXT, foul(1, "no-pair"), draw(2, "6")], {}),
    "penalty": (3, [*OPEN, foul(0, "half-slap"), take(1, 0, "9", "penalty"), draw(1, "8")], CARD),
    "early again after a motion": (3, [*EARLY, fake(0), early(2, 0)], {}),
    "early of another": (3, [*EARLY, early(1, 0)], {}),
    "no opponent with cards": (2, [*ROBBED, slap(0, "5", [0, None], None), passes(0)], {}),
    "empty hand draws two": (2, [*ROBBED, passes(0), draw(1, "8 6")], {}),
    "par time met": (2, [*TWO, slap(0, "5", [0, 300], None)], {"par_time": 300}),
    "par time missed": (2, [*TWO, slap(0, "5", [0, 301], 1)], {"par_time": 300}),
    "par time, lots": (2, [*TWO, slap(0, "5", [0, None], 1)], {"par_time": 300}),
    "fakes renewed": (
        3,
        [*OPEN, fake(0), SLAP, LOST, fake(0)],
        {"fake_limit": 1, "fake_limit_per_pair": True},
    ),
    "opening from a hand": (4, [*GONE, take(1, 3, "J", "opening"), passes(1)], {}),
    "one from the pile, one from a hand": (4, [*DRAINED, take(0, 1, "2", "opening")], {}),
    "one card left must pass": (2, [*ONE_CARD, passes(0)], {}),
    "stall of two": (
        4,
        [*GONE, take(1, 3, "J", "opening"), passes(1), end("stalled", 1)],
        {"stall_limit": 2},
    ),
    "penalty before the stalled end": (
        4,
        [*GONE[:-1], foul(0, "half-slap"), take(1, 0, "1", "penalty"), end("stalled", 3)],
        STALL_1 | CARD,
    ),
}


@pytest.mark.parametrize(("seats", "events", "options"), GOOD.values(), ids=GOOD)
def test_accepts(seats, events, options):
    if events[-1]["type"] == "end":
        events = events[:-1]
        refuses_last("hands-down", seats, [*events, passes(0)], "end must come", options)
    accepts("hands-down", seats, events, options)


BAD = {
    "no deal": (3, [draw(0, "9")], "deal must come", {}),
    "deal twice": (3, [DEAL, DEAL], "draw must come", {}),
    "dealer no seat": (3, [{**DEAL, "dealer": 3}], "not a seat", {}),
    "dealer true": (3, [{**DEAL, "dealer": True}], "not a seat", {}),
    "five cards": (3, [{**DEAL, "hands": [["5"] * 5, *DEAL["hands"][1:]]}], "4 cards", {}),
    "hands short": (3, [{**DEAL, "hands": DEAL["hands"][1:]}], "one list a seat", {}),
    "card twice": (3, [{**DEAL, "pile": ["1", *DEAL["pile"][1:]]}], "not the deck", {}),
    "card gone": (3, [{**DEAL, "pile": DEAL["pile"][1:]}], "not the deck", {}),
    "pile of numbers": (3, [{**DEAL, "pile": [9, *DEAL["pile"][1:]]}], "no string", {}),
    "pile no list": (3, [{**DEAL, "pile": "9"}], "no list", {}),
    "first turn of another": (3, [DEAL, draw(1, "9")], "seat is 1", {}),
    "no draw": (3, [DEAL, passes(0)], "draw must come", {}),
    "not the top": (3, [DEAL, draw(0, "8")], "not \\['9'\\]", {}),
    "draws two": (3, [DEAL, draw(0, "9 8")], "draws", {}),
    "draws twice": (3, [*OPEN, draw(0, "8")], "draw, where", {}),
    "empty hand draws one": (2, [*ROBBED, passes(0), draw(1, "8")], "draws", {}),
    "take with a pile": (3, [DEAL, take(0, 1, "1", "opening")], "draw must come", {}),
    "slap out of turn": (3, [*OPEN, {**SLAP, "seat": 1}], "seat is 1", {}),
    "slap without the pair": (3, [*OPEN, {**SLAP, "rank": "9"}], "no pair of 9", {}),
    "rank a number": (3, [*OPEN, {**SLAP, "rank": 5}], "no rank", {}),
    "rank the Joker": (3, [*OPEN, {**SLAP, "rank": "J"}], "no rank", {}),
    "own contact": (3, [*OPEN, slap(0, "5", [None, 1, 2], 2)], "own contact", {}),
    "own contact late": (3, [*OPEN, slap(0, "5", [1, 1, 2], 2)], "own contact", {}),
    "contact negative": (3, [*OPEN, slap(0, "5", [0, -1, 2], 2)], "contact -1", {}),
    "contact a float": (3, [*OPEN, slap(0, "5", [0, 1.0, 2], 2)], "contact 1.0", {}),
    "contact true": (3, [*OPEN, slap(0, "5", [0, True, 2], 2)], "contact True", {}),
    "contacts short": (3, [*OPEN, slap(0, "5", [0, 1], 1)], "one a seat", {}),
    "contact of an empty hand": (2, [*ROBBED, slap(0, "5", [0, 9], None)], "no cards", {}),
    "loser not slowest": (3, [*OPEN, {**SLAP, "loser": 1}], "loser is 1", {}),
    "loser himself": (3, [*OPEN, {**SLAP, "loser": 0}], "loser is 0", {}),
    "loser slapped": (3, [*OPEN, slap(0, "5", [0, 900, None], 1)], "loser is 1", {}),
    "no loser": (3, [*OPEN, {**SLAP, "loser": None}], "no loser", {}),
    "loser of one, fast": (2, [*TWO, slap(0, "5", [0, 0], None)], "no loser", {}),
    "loser without cards": (2, [*ROBBED, slap(0, "5", [0, None], 1)], "loser is 1", {}),
    "par time lost": (2, [*TWO, slap(0, "5", [0, 300], 1)], "loser is 1", {"par_time": 300}),
    "par time missed": (2, [*TWO, slap(0, "5", [0, 301], None)], "no los", {"par_time": 300}),
    "par time, lots": (2, [*TWO, slap(0, "5", [0, None], None)], "no los", {"par_time": 300}),
    "par time of three": (3, [*OPEN, slap(0, "5", [0, 1, 2], None)], "no los", {"par_time": 300}),
    "equal slowest": (3, [*OPEN, slap(0, "5", [0, 250, 250], 1)], "jam", {}),
    "fourth jam": (3, [*JAMMED, JAM], "fourth jam", {}),
    "fourth jam, faked between": (3, [*JAMMED, fake(0), JAM], "fourth jam", {}),
    "fourth jam, other pair": (3, [*JAMMED, jam(0, "7", [0, 1, 1])], "fourth jam", {}),
    "lot after jams for a fast one": (
        4,
        [
            hd_deal(3, "5 5 7 7", "1 2 3 4", "1 2 3 4", "1 2 3 4", top="9"),
            draw(0, "9"),
            *[jam(0, "5", [0, 1, 7, 7])] * 3,
            slap(0, "5", [0, 1, 7, 8], 1),
        ],
        "loser is 1",
        {},
    ),
    "jam of two players": (2, [*TWO, jam(0, "5", [0, 9])], "two opponents", {}),
    "jam by lot": (3, [*OPEN, jam(0, "5", [0, None, None])], "never slapped", {}),
    "jam without the pair": (3, [*OPEN, {**JAM, "rank": "9"}], "no pair", {}),
    "no take": (3, [*OPEN, SLAP, passes(0)], "take must come", {}),
    "take for another reason": (3, [*OPEN, SLAP, {**LOST, "why": "faked"}], "takes for", {}),
    "take from another": (3, [*OPEN, SLAP, take(0, 1, "1", "lost")], "from is 1", {}),
    "take by another": (3, [*OPEN, SLAP, {**LOST, "seat": 1}], "seat is 1", {}),
    "take of a card not held": (3, [*OPEN, SLAP, {**LOST, "card": "9"}], "doesn't hold", {}),
    "take of a list": (3, [*OPEN, SLAP, {**LOST, "card": ["J"]}], "doesn't hold", {}),
    "take after no slap": (3, [*OPEN, LOST], "take, where", {}),
    "second take": (3, [*OPEN, SLAP, LOST, LOST], "take, where", {}),
    "pair played twice": (3, [*OPEN, SLAP, LOST, SLAP], "no pair of 5", {}),
    "take after nobody": (
        2,
        [*ROBBED, slap(0, "5", [0, None], None), take(0, 1, "1", "lost")],
        "take, where",
        {},
    ),
    "fake order": (3, [*NEXT, fake(1, 0, 2)], "order from the left", {}),
    "fake touched by himself": (3, [*OPEN, fake(0, 0)], "order from the left", {}),
    "fake touched twice": (3, [*OPEN, fake(0, 1, 1)], "order from the left", {}),
    "fake of seats true": (3, [*OPEN, fake(0, True)], "no list of seats", {}),
    "fake not paid": (3, [*OPEN, fake(0, 1), passes(0)], "take must come", {}),
    "fake paid in another order": (
        3,
        [*OPEN, fake(0, 1, 2), take(0, 2, "1", "faked")],
        "from is 2",
        {},
    ),
    "fake of nobody": (2, [*ROBBED, fake(0)], "opponent with cards", {}),
    "touched fake of nobody": (2, [*ROBBED, foul(0, "touched-fake")], "opponent with", {}),
    "fake limit": (3, [*FAKED, fake(0)], "fake limit", {"fake_limit": 1}),
    "no fakes": (3, [*OPEN, fake(0)], "fake limit", {"fake_limit": 0}),
    "touched fake, no fakes": (3, [*OPEN, foul(0, "touched-fake")], "limit", {"fake_limit": 0}),
    "fakes not renewed": (3, [*OPEN, fake(0), SLAP, LOST, fake(0)], "limit", {"fake_limit": 1}),
    "21 fakes": (3, [*OPEN, *[fake(0)] * 21], "beyond 20", {}),
    "21 fakes, renewed": (
        3,
        [*OPEN, *[fake(0)] * 20, SLAP, LOST, fake(0)],
        "beyond 20",
        {"fake_limit_per_pair": True, "fake_limit": 20},
    ),
    "fake with one card": (2, [*ONE_CARD, fake(0)], "pass must come", {}),
    "half slap with one card": (2, [*ONE_CARD, foul(0, "no-pair")], "pass must come", {}),
    "early with one card": (2, [*ONE_CARD, early(1, 0)], "pass must come", {}),
    "early before the draw": (3, [DEAL, early(1, 0)], "draw must come", {}),
    "early of himself": (3, [*OPEN, early(0, 0)], "can't touch", {}),
    "early of an empty hand": (2, [*ROBBED, early(1, 0)], "can't touch", {}),
    "early, wrong turn": (3, [*OPEN, early(2, 1)], "turn is 1", {}),
    "early twice": (3, [*EARLY, early(2, 0)], "since the last motion", {}),
    "early not paid": (3, [*OPEN, early(2, 0), passes(0)], "take must come", {}),
    "early paid as faked": (3, [*OPEN, early(2, 0), take(0, 2, "3", "faked")], "takes for", {}),
    "half slap without a pair": (3, [*NEXT, foul(1, "half-slap")], "without a pair", {}),
    "no pair with one": (3, [*OPEN, foul(0, "no-pair")], "with a pair", {}),
    "foul unknown": (3, [*OPEN, foul(0, "late")], "unknown kind", {}),
    "foul of another": (3, [*OPEN, foul(1, "no-pair")], "seat is 1", {}),
    "foul, turn goes on": (3, [*OPEN, foul(0, "half-slap"), SLAP], "draw must come", {}),
    "penalty by default": (
        3,
        [*OPEN, foul(0, "half-slap"), take(1, 0, "9", "penalty")],
        "draw must come",
        {},
    ),
    "penalty unpaid": (3, [*OPEN, foul(0, "half-slap"), draw(1, "8")], "take must", CARD),
    "penalty to the right": (
        3,
        [*OPEN, foul(0, "half-slap"), take(2, 0, "9", "penalty")],
        "seat is 2",
        CARD,
    ),
    "pass of another": (3, [*OPEN, passes(1)], "seat is 1", {}),
    "pass twice": (3, [*OPEN, passes(0), passes(0)], "draw must come", {}),
    "pass with a pair": (3, [*OPEN, passes(0)], "must be played", {"must_play_pairs": True}),
    "turn to the right": (3, [*OPEN, passes(0), draw(2, "8")], "seat is 2", {}),
    "pile gone, no take": (4, [*GONE, passes(1)], "take must come", {}),
    "pile gone, drawn": (4, [*GONE, draw(1, "1")], "take must come", {}),
    "takes from himself": (4, [*GONE, take(1, 1, "2", "opening")], "its own hand", {}),
    "takes two": (
        4,
        [*GONE, take(1, 3, "J", "opening"), take(1, 0, "1", "opening")],
        "take, where",
        {},
    ),
    "last card and nothing more": (4, [*DRAINED, passes(0)], "take must come", {}),
    "empty hand takes one": (
        4,
        [*DRAINED, take(0, 1, "2", "opening"), take(0, 2, "1", "opening")],
        "take, where",
        {},
    ),
    "stalled too late": (4, [*GONE, take(1, 3, "J", "opening")], "end must come", STALL_1),
    "stalled too early": (4, [*GONE, end("stalled", 3)], "take must come", {"stall_limit": 2}),
}


@pytest.mark.parametrize(("seats", "events", "why", "options"), BAD.values(), ids=BAD)
def test_refuses(seats, events, why, options):
    refuses_last("hands-down", seats, events, why, options)
