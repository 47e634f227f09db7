"""Worlds of Match 'Em: what the view forbids is not dealt, and all the rest is as likely."""

import random
from collections import Counter
from collections.abc import Callable, Hashable, Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations
from typing import Any

import pytest

from tapete.core.packs import count_of
from tapete.games.match_em import GAME
from tapete.games.match_em.cards import WILD_CARD
from tapete.games.match_em.state import NO_TOTAL, Phase
from tapete.games.match_em.tests.hidden import spread_out
from tapete.games.match_em.worlds import held_at_miss, held_since_deal, sure_wilds
from tests.driver import observed, random_values
from tests.worlds import FAR, distance, planted, sample, views

SAMPLE = 5000
SMALL = {"max_value": 5, "copies": 2, "cards_dealt": 3, "draw_count": 1}
MOST_HIDDEN = 14
FEWEST = 8
"""How many tables an example allows at least."""
DRAWS = (Phase.RECYCLE, Phase.DRAWING, Phase.AFTER_DRAW)

Hand = tuple[int, ...]


def hands(s: Any) -> Hashable:
    return tuple(tuple(spread_out(p.hand, p.wilds)) for p in s.players[: s.seats])


# The same in free Python: every way of laying the hidden cards, one by one


def hidden_cards(v: Any) -> list[int]:
    """Return the cards that the view does not show."""
    deck = [n for n in range(1, v.house.max_value + 1) for _ in range(v.house.copies)]
    deck += [WILD_CARD] * v.house.wilds
    for row in (v.held, v.standing, v.played):
        for card in range(1, WILD_CARD + 1):
            for _ in range(row[card - 1]):
                deck.remove(card)
    return deck


def can_make(cards: Hand, total: int) -> bool:
    numbers = [card for card in cards if card != WILD_CARD]
    return any(
        sum(some) == total
        for size in range(1, len(numbers) + 1)
        for some in combinations(numbers, size)
    )


def has_drawn(v: Any, seat: int) -> bool:
    return seat == v.turn and v.phase in DRAWS


def num_turns(v: Any, seat: int) -> int:
    """Count a seat's turns by going through them all."""
    return sum((v.starter + i) % v.seats == seat for i in range(v.turns))


def kept_parts(v: Any, seat: int) -> tuple[int, int]:
    """Return how many of a seat's cards it had at every miss, and how many at the last one."""
    p, draw_count = v.players[seat], v.house.draw_count
    if v.total == NO_TOTAL and has_drawn(v, seat):
        # The wild that it could not lead.
        return 1, 1
    if not p.missed:
        return 0, 0
    turns = num_turns(v, seat) + has_drawn(v, seat)
    last = p.missed_with if has_drawn(v, seat) else max(0, p.count - draw_count)
    return max(0, p.count - draw_count * turns), last


def may_hold(v: Any, seat: int, first: Hand, second: Hand, rest: Hand) -> bool:
    """Say whether a seat may have held the first part at every miss, the second at the last."""
    p, every = v.players[seat], (*first, *second, *rest)
    if v.total == NO_TOTAL and has_drawn(v, seat):
        return first == (WILD_CARD,)
    if v.total == NO_TOTAL and num_turns(v, seat) > 0:
        return set(every) <= {WILD_CARD}
    if v.phase == Phase.AFTER_DRAW and v.turn == seat and v.house.no_wild_finish:
        if every == (WILD_CARD,):
            return False
    if not p.missed or v.house.forced_match:
        return True
    missed = [total for total in range(1, 13) if p.missed >> total & 1]
    return not any(can_make(first, total) for total in missed) and not can_make(
        first + second, p.last_missed
    )


def splits(
    cards: list[tuple[int, int]], sizes: tuple[int, ...]
) -> Iterator[tuple[list[tuple[tuple[int, int], ...]], list[tuple[int, int]]]]:
    """Yield every way to take parts of these sizes out of single cards, and what is left."""
    if not sizes:
        yield [], cards
        return
    for some in combinations(cards, sizes[0]):
        left = [card for card in cards if card not in some]
        for parts, rest in splits(left, sizes[1:]):
            yield [some, *parts], rest


def consistent(v: Any) -> dict[Hashable, Fraction]:
    """Return the hands that there may be, with how many ways of laying single cards make them."""
    others = [seat for seat in range(v.seats) if seat != v.seat]
    sizes: list[int] = []
    for seat in others:
        at_all, at_last = kept_parts(v, seat)
        sizes += [at_all, at_last - at_all, v.players[seat].count - at_last]
    recycled = Counter({card: v.recycled[card - 1] for card in range(1, WILD_CARD + 1)})
    own = tuple(c for c in range(1, WILD_CARD + 1) for _ in range(v.held[c - 1]))
    found: Counter[Hashable] = Counter()
    marked = list(enumerate(hidden_cards(v)))
    for parts, pile in splits(marked, tuple(sizes)):
        if recycled.total() and Counter(card for _, card in pile) - recycled:
            continue
        bare = [tuple(card for _, card in part) for part in parts]
        table = {seat: bare[3 * i : 3 * i + 3] for i, seat in enumerate(others)}
        if all(may_hold(v, seat, *three) for seat, three in table.items()):
            key = {seat: tuple(sorted(sum(three, ()))) for seat, three in table.items()}
            found[tuple(key.get(seat, own) for seat in range(v.seats))] += 1
    return {key: Fraction(weight) for key, weight in found.items()}


# Views to try it on


def misses_much(v: Any) -> bool:
    """Both others have missed totals, and the last ones rule something out."""
    others = [i for i in range(v.seats) if i != v.seat]
    misses = [kept_parts(v, i)[1] for i in others if v.players[i].missed]
    if len(misses) < 2 or min(misses) == 0 or v.house.forced_match:
        return False
    forgetting = v.copy()
    for seat in others:
        forgetting.players[seat].last_missed = 0
    return consistent(forgetting) != consistent(v)


def has_new_pile(v: Any) -> bool:
    """The hands hold a card or more that the last new pile did not have, and others."""
    hidden, wanted = Counter(hidden_cards(v)), v.players[1 - v.seat].count
    sure = {card: n - v.recycled[card - 1] for card, n in hidden.items()}
    is_open = any(0 < n < hidden[card] for card, n in sure.items())
    in_pile = sum(v.recycled)
    return in_pile > 0 and is_open and sum(n for n in sure.values() if n > 0) < wanted


def has_all(v: Any) -> bool:
    return sum(v.recycled) > v.pile_count > 1 and misses_much(v)


def draws(v: Any) -> bool:
    return v.turn != v.seat and v.phase in DRAWS and v.total != NO_TOTAL and v.pile_count > 1


def has_led_wilds(v: Any) -> bool:
    return v.total == NO_TOTAL and v.starter != v.seat and v.turns == 1


def holds_dealt_cards(v: Any) -> bool:
    """Somebody has missed two totals with cards that were dealt to it."""
    return any(
        kept_parts(v, seat)[0] > 0 and v.players[seat].missed.bit_count() > 1
        for seat in range(v.seats)
        if seat != v.seat and not v.house.forced_match
    )


def may_not_pass(v: Any) -> bool:
    """Who has drawn nothing holds one card, which is no wild, or it had passed."""
    is_after = v.phase == Phase.AFTER_DRAW and v.turn != v.seat
    return is_after and v.house.no_wild_finish == 1 and v.players[v.turn].count == 1


LOOKED_FOR: dict[Callable[[Any], bool], dict[str, Any]] = {
    misses_much: {"wilds": 4},
    has_new_pile: {"wilds": 3, "forced_match": "free"},
    has_all: {"wilds": 4},
    draws: {"wilds": 4},
    has_led_wilds: {"wilds": 8},
    holds_dealt_cards: {"wilds": 4},
}


@cache
def example(wanted: Callable[[Any], bool]) -> Any:
    """Return the first view of this kind in random matches with a small deck."""
    seats = 3 if wanted in (misses_much, has_all, has_led_wilds) else 2
    values = GAME.settle(seats, {**SMALL, **LOOKED_FOR[wanted]})
    for index in range(2000):
        rng = random.Random(f"worlds/{index}")
        for _, v in views(GAME, seats, rng, values=values, every=2):
            is_dealt = v.seat >= 0 and v.phase in (Phase.PLAY, *DRAWS)
            if is_dealt and wanted(v) and len(hidden_cards(v)) <= MOST_HIDDEN:
                if len(consistent(v)) >= FEWEST:
                    return v
    raise AssertionError(f"no view that {wanted.__name__}")


@pytest.mark.parametrize("wanted", LOOKED_FOR)
def test_every_way_of_dealing_is_as_likely(wanted: Callable[[Any], bool]):
    v = example(wanted)
    assert distance(sample(GAME, v, hands, SAMPLE), consistent(v)) < FAR


PLANTED: list[tuple[Callable[[Any], bool], str, str]] = [
    (has_new_pile, "if below(r, count - i) >= part - i:", "if below(r, count) > count:"),
    (misses_much, "return sums >> p.last_missed & 1 == 0", "return True"),
    (misses_much, "v.players[seat].count - v.house.draw_count)", "v.players[seat].count)"),
    (draws, "return v.players[seat].missed_with", "return 0"),
    (has_led_wilds, "if turns_of(v, seat) > 0:", "if turns_of(v, seat) > 1:"),
    (holds_dealt_cards, "if i < dealt and sums & p.missed:", "if i < 0:"),
]


@pytest.mark.parametrize(("wanted", "old", "new"), PLANTED)
def test_a_planted_bias_is_noticed(wanted: Callable[[Any], bool], old: str, new: str):
    v = example(wanted)
    biased = planted(GAME, old, new)
    assert distance(sample(GAME, v, hands, SAMPLE, biased), consistent(v)) > FAR


def test_who_has_drawn_and_holds_a_wild_alone_would_have_passed():
    s = GAME.new(2, GAME.settle(2, {**SMALL, "wilds": 2, "no_wild_finish": True}))
    s.phase, s.turn, s.total, s.starter, s.turns = Phase.AFTER_DRAW, 1, 5, 0, 9
    s.kept = 1 << 20
    s.players[1].count = s.players[1].missed_with = 1
    s.players[1].missed, s.players[1].last_missed = 1 << 5, 5
    s.players[1].hand = 1
    s.players[0].hand, s.players[0].count = 0b10 << 5 | 1 << 15, 3
    cards = [1, 3, 3, 4, 5, WILD_CARD, WILD_CARD]
    s.pile[: len(cards)], s.pile_count = cards, len(cards)
    v = observed(GAME, s, 0)
    assert sample(GAME, v, lambda w: w.players[1].wilds, 1000) == {0: 1000}
    assert distance(sample(GAME, v, hands, SAMPLE), consistent(v)) < FAR


def test_who_draws_while_no_total_stands_held_a_wild():
    s = GAME.new(2, GAME.settle(2, {**SMALL, "wilds": 8, "no_wild_finish": True, "draw_count": 2}))
    s.phase, s.turn, s.starter, s.turns, s.kept_wilds = Phase.AFTER_DRAW, 1, 1, 4, 4
    s.players[0].wilds = s.players[0].count = 1
    s.players[1].wilds, s.players[1].hand, s.players[1].count = 1, 0b100001, 3
    cards = [1, 2, *(n for n in (3, 4, 5) for _ in range(2)), WILD_CARD, WILD_CARD]
    s.pile[: len(cards)], s.pile_count = cards, len(cards)
    v = observed(GAME, s, 0)
    assert distance(sample(GAME, v, hands, SAMPLE), consistent(v)) < FAR


def test_cards_of_an_open_cut_are_drawn_evenly():
    s = GAME.new(3, GAME.settle(3, {**SMALL, "wilds": 4}))
    for index in (0, 5):
        GAME.rules.apply_chance(s, index)
    v = observed(GAME, s, 2)
    deck = [n for n in range(1, 6) for _ in range(2)] + [WILD_CARD] * 4
    expected: Counter[Hashable] = Counter()
    for (_, one), (_, other) in combinations(enumerate(deck), 2):
        expected[one, other] += 1
        expected[other, one] += 1
    weights = {key: Fraction(weight) for key, weight in expected.items()}
    assert distance(sample(GAME, v, lambda w: tuple(w.cuts[:2]), SAMPLE), weights) < FAR


def test_the_truth_is_among_the_worlds():
    count = 0
    for index in range(30):
        rng = random.Random(f"truth/{index}")
        seats = 2 + index % 3
        values = random_values(GAME, seats, rng) | {"wins_needed": 1}
        for s, v in views(GAME, seats, rng, values=values):
            if v.phase == Phase.CUT:
                continue
            pile = Counter(s.pile[: s.pile_count])
            recycled = Counter({n: count_of(s.recycled, n) for n in range(1, WILD_CARD)})
            recycled[WILD_CARD] = s.recycled_wilds
            assert not recycled.total() or not pile - recycled
            for seat in range(seats):
                if seat != v.seat:
                    hand = tuple(spread_out(s.players[seat].hand, s.players[seat].wilds))
                    assert is_allowed(v, seat, hand)
                    count += v.players[seat].missed > 0
    assert count > 300


def is_allowed(v: Any, seat: int, hand: Hand) -> bool:
    """Say whether some order of a hand's cards has nothing that the view forbids."""
    sure, held, dealt = sure_wilds(v, seat), held_at_miss(v, seat), held_since_deal(v, seat)
    if hand.count(WILD_CARD) < sure:
        return False
    if not v.players[seat].missed or v.house.forced_match:
        return may_hold(v, seat, (), (), hand)
    return any(
        may_hold(v, seat, some[:dealt], some[dealt:], rest_of(hand, some))
        for some in combinations(hand, held)
    ) and any(
        not can_make(some, total)
        for some in combinations(hand, dealt)
        for total in [v.players[seat].last_missed]
    )


def rest_of(hand: Hand, some: Hand) -> Hand:
    return tuple((Counter(hand) - Counter(some)).elements())
