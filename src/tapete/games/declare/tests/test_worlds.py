"""Worlds of Declare: known cards stay, and every way of dealing the others is as likely."""

import random
from collections.abc import Hashable
from fractions import Fraction
from itertools import combinations
from typing import Any

import pytest

from tapete.core.game import NONE, SPECTATOR
from tapete.games.declare import GAME
from tapete.games.declare.cards import JOKER
from tapete.games.declare.state import Phase
from tapete.games.declare.view import IN_PILE_OR_HAND
from tapete.sim.rng import stream
from tests.driver import observed
from tests.worlds import FAR, distance, planted, sample, views, world_of

SAMPLE = 6000
HANDS = ((0, 13), (20, 41), (3, 36, 50))
"""Per seat; seat 1 has picked up 41 from the floor, seat 2 its 3 and 50."""
KNOWN = {41: 1, 3: 2, 50: 2}
FLOOR, PILE = (7, 8), (15, 27, 30, 46)


def late() -> Any:
    """Return a table at which few cards are left in play: seat 0's turn in the first round."""
    s = GAME.new(3, GAME.settle(3, {}))
    s.phase, s.round, s.turn, s.dealt = Phase.TURN, 1, 0, 15
    for p, hand in zip(s.players, HANDS, strict=False):
        p.hand[: len(hand)] = hand
        p.count = len(hand)
        p.turns = 4
    for card, seat in KNOWN.items():
        s.holder[card] = seat
    s.floor[: len(FLOOR)], s.floor_count = FLOOR, len(FLOOR)
    s.pile[: len(PILE)], s.pile_count = PILE, len(PILE)
    used = {*FLOOR, *PILE, *(card for hand in HANDS for card in hand)}
    buried = [card for card in range(JOKER) if card not in used]
    s.buried[: len(buried)], s.buried_count = buried, len(buried)
    return s


def hands(s: Any) -> Hashable:
    return tuple(tuple(p.hand[: p.count]) for p in s.players[: s.seats])


def consistent(v: Any) -> dict[Hashable, Fraction]:
    """Return every way in which the hidden cards may lie, each with the weight 1."""
    own = set(v.hand[: v.count])
    cards = range(JOKER + v.house.jokers)
    hidden = {card for card in cards if v.where[card] == IN_PILE_OR_HAND} - own
    found: dict[Hashable, Fraction] = {}

    def deal(seat: int, left: set[int], dealt: tuple[tuple[int, ...], ...]) -> None:
        if seat == v.seats:
            found[dealt] = Fraction(1)
            return
        if seat == v.seat:
            deal(seat + 1, left, (*dealt, tuple(sorted(own))))
            return
        known = {card for card in cards if v.where[card] == seat}
        for some in combinations(sorted(left), v.players[seat].count - len(known)):
            deal(seat + 1, left - set(some), (*dealt, tuple(sorted(known | set(some)))))

    deal(0, hidden, ())
    return found


@pytest.mark.parametrize("seat", [0, 1, 2, SPECTATOR])
def test_every_world_is_as_likely(seat: int):
    v = observed(GAME, late(), seat)
    expected = consistent(v)
    assert hands(late()) in expected
    found = sample(GAME, v, hands, SAMPLE)
    assert len(expected) > 5
    assert distance(found, expected) < FAR


def test_a_planted_bias_is_noticed():
    v = observed(GAME, late(), 0)
    biased = planted(GAME, "below(r, count)", "below(r, count - 1)")
    found = sample(GAME, v, hands, SAMPLE, biased)
    assert distance(found, consistent(v)) > FAR


def test_a_card_known_to_be_held_stays():
    v = observed(GAME, late(), 0)
    forgetful = planted(GAME, "elif where >= 0:", "elif where == v.seat:")
    assert all(3 in hand for *_, hand in sample(GAME, v, hands, 100))
    found = sample(GAME, v, hands, 100, forgetful)
    assert distance(found, consistent(v)) > FAR


def test_known_cards_are_held_in_truth():
    for index in range(4):
        for s, v in views(GAME, 4, random.Random(index)):
            for card, where in enumerate(v.where):
                assert where < 0 or card in s.players[where].hand[: s.players[where].count]
                assert (where >= 0) == (s.holder[card] != NONE)


def test_jokers_are_dealt_where_the_pack_has_them():
    s = GAME.new(2, GAME.settle(2, {"jokers": 2}))
    s.phase, s.round = Phase.TURN, 1
    s.players[0].hand[0], s.players[0].count = 0, 1
    s.players[1].hand[0], s.players[1].count = 53, 1
    s.pile[:52], s.pile_count = list(range(1, 53)), 52
    found = sample(GAME, observed(GAME, s, 0), lambda w: w.players[1].hand[0], 2000)
    assert {52, 53} <= set(found)
    assert 0 not in found


def test_whose_turn_it_is_follows_from_the_turns_had():
    count = 0
    for index in range(6):
        for s, v in views(GAME, 5, random.Random(index), every=4):
            if s.phase in (Phase.DEAL, Phase.PICK_UP):
                world = world_of(GAME, v, stream(index, "turn"))
                count += 1
                assert world.turn == s.turn
                assert world.dealt == s.dealt
    assert count > 50
