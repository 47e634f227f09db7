"""Worlds of Hands Down: what is known stays, and every way of dealing the rest is as likely."""

import random
from collections import Counter
from collections.abc import Callable, Hashable, Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from typing import Any

import pytest

from tapete.games.hands_down import GAME
from tapete.games.hands_down.cards import ALL_PAIRS, COPIES, JOKER, KINDS
from tapete.games.hands_down.hands import holds_pair
from tapete.games.hands_down.motions import may_fake
from tapete.games.hands_down.state import Came, Motion, Phase
from tapete.games.hands_down.worlds import has_passed_bare, may_be_gone, sure_count
from tapete.sim.rng import stream
from tests.driver import random_values
from tests.worlds import FAR, distance, planted, sample, views, world_of

SAMPLE = 5000
MOST_HIDDEN = 11
FEWEST = 8

Hands = dict[int, tuple[int, ...]]
Weights = dict[tuple[tuple[int, tuple[int, ...]], ...], Fraction]


def table(s: Any) -> Hashable:
    """Return all hands, and the pending motion."""
    return tuple(tuple(p.hand) for p in s.players[: s.seats]), int(s.motion), int(s.rank)


# The same in free Python


def hidden_cards(v: Any) -> list[int]:
    """Return the cards that the view does not show."""
    deck = Counter({JOKER: 1} | dict.fromkeys(range(1, KINDS), COPIES))
    for card in range(KINDS):
        deck[card] -= v.hand[card] + 2 * sum(p.laid[card] for p in v.players)
    return list(deck.elements())


def passed_on(v: Any, seat: int) -> Counter[int]:
    """Return what a seat has got from the view's and not laid or given back; it may be negative."""
    left: Counter[int] = Counter()
    for card in range(KINDS):
        at = seat * KINDS + card
        left[card] = v.gave[at] - v.took[at] - 2 * v.players[seat].laid[card]
    return left


def number_gone(v: Any, seat: int) -> int:
    """Return how many of a seat's cards went to third seats: all that it paid, less what we took.

    Only for views at which nothing is being paid.
    """
    if v.seats == 2:
        return 0
    if v.pile_count == 0:
        return 41
    history = v.players[seat].history
    paid = history.lost + history.fooled + history.early + history.fouls * v.house.active_foul
    return paid - sum(v.took[seat * KINDS : (seat + 1) * KINDS])


def lots(v: Any, others: list[int]) -> list[Hands]:
    """Return every outcome of the lots of which known cards are there still; each is as likely."""
    kept = []
    for seat in others:
        known = [*(+passed_on(v, seat)).elements()]
        size = max(0, len(known) - number_gone(v, seat))
        kept.append(list(combinations(known, size)))
    return [dict(zip(others, one, strict=True)) for one in product(*kept)]


def with_jam(v: Any, hands: Hands) -> Hands:
    """Return hands with the pair that has just jammed in them."""
    if v.jams == 0 or v.last.came != Came.TO_A_JAM or v.turn == v.seat:
        return hands
    lacking = max(0, 2 - hands[v.turn].count(v.last.rank))
    return hands | {v.turn: (*hands[v.turn], *([v.last.rank] * lacking))}


def placed(v: Any, hands: Hands, needed: list[int]) -> Iterator[tuple[Hands, Fraction]]:
    """Yield every way to put cards into free places of hands, with its probability."""
    if not needed:
        yield hands, Fraction(1)
        return
    room = {seat: v.players[seat].count - len(hand) for seat, hand in hands.items()}
    for seat, free in room.items():
        if free > 0:
            one = hands | {seat: (*hands[seat], needed[0])}
            for more, weight in placed(v, one, needed[1:]):
                yield more, weight * Fraction(free, sum(room.values()))


def filled(v: Any, hands: Hands, left: list[int]) -> Iterator[Hands]:
    """Yield every way to fill the hands up with single cards."""
    lacking = [seat for seat, hand in hands.items() if len(hand) < v.players[seat].count]
    if not lacking:
        yield hands
        return
    seat = lacking[0]
    for some in combinations(range(len(left)), v.players[seat].count - len(hands[seat])):
        taken = tuple(left[i] for i in some)
        rest = [card for i, card in enumerate(left) if i not in some]
        yield from filled(v, hands | {seat: (*hands[seat], *taken)}, rest)


def dealt(v: Any) -> Weights:
    """Return the hands that the known cards allow, with how likely each is."""
    others = [seat for seat in range(v.seats) if seat != v.seat]
    found: Weights = {}
    for one in lots(v, others):
        hands = with_jam(v, one)
        left = Counter(hidden_cards(v))
        left.subtract(card for hand in hands.values() for card in hand)
        if min(left.values(), default=0) < 0:
            continue
        sure = sum((passed_on(v, seat) for seat in others), Counter())
        totals = {card: sum(passed_on(v, seat)[card] for seat in others) for card in sure}
        held = Counter(card for hand in hands.values() for card in hand)
        needed = [card for card, n in totals.items() for _ in range(n - held[card])]
        for started, weight in placed(v, hands, needed if v.pile_count else []):
            rest = left.copy()
            rest.subtract(needed if v.pile_count else [])
            ways = list(filled(v, started, list(rest.elements())))
            for way in ways:
                key = tuple((seat, tuple(sorted(way[seat]))) for seat in others)
                found[key] = found.get(key, Fraction(0)) + weight / len(ways)
    return found


def may_fake_now(v: Any) -> bool:
    rivals = sum(p.count > 0 for i, p in enumerate(v.players[: v.seats]) if i != v.turn)
    is_within = v.house.fake_limit < 0 or v.fakes < v.house.fake_limit
    return v.players[v.turn].count > 1 and v.all_fakes < 20 and rivals > 0 and is_within


def motions(v: Any, hand: Counter[int]) -> list[tuple[int, int]]:
    """Return what the acting hand may be about."""
    if v.turn == v.seat:
        return [(v.motion, v.rank)]
    pairs = [card for card in range(1, KINDS) if hand[card] > 1]
    if not v.pending:
        is_stuck = v.phase == Phase.DECIDE and not pairs and not may_fake_now(v)
        return [] if is_stuck or (v.jams and not pairs) else [(Motion.NOTHING, 0)]
    if v.jams and not pairs:
        return []
    fake = [(Motion.FAKE, 0)] if may_fake_now(v) and v.phase != Phase.TAKE else []
    return [(Motion.SLAP, card) for card in pairs] + fake


def consistent(v: Any) -> dict[Hashable, Fraction]:
    """Return the tables that there may be, with how likely each is."""
    found: dict[Hashable, Fraction] = {}
    for key, weight in dealt(v).items():
        hands = {seat: Counter(hand) for seat, hand in key}
        hands[v.seat] = Counter({card: v.hand[card] for card in range(KINDS)})
        rows = tuple(tuple(hands[i][card] for card in range(KINDS)) for i in range(v.seats))
        for motion, rank in motions(v, hands[v.turn]):
            place = (rows, int(motion), int(rank))
            found[place] = found.get(place, Fraction(0)) + weight
    return found


# Views to try it on


def knows_the_other(v: Any) -> bool:
    return v.seats == 2 and v.pile_count > 0 and (+passed_on(v, 1 - v.seat)).total() > 0


def known_may_be_gone(v: Any) -> bool:
    return any(
        0 < number_gone(v, seat) < (+passed_on(v, seat)).total()
        for seat in range(v.seats)
        if seat != v.seat and v.pile_count > 0
    )


def known_are_gone(v: Any) -> bool:
    """What was given may have gone on, to a hand and not to the pile."""
    known = [(+passed_on(v, seat)).total() for seat in range(v.seats) if seat != v.seat]
    gone = [number_gone(v, seat) for seat in range(v.seats) if seat != v.seat]
    return v.pile_count > 0 and any(0 < k <= g for k, g in zip(known, gone, strict=True))


def has_no_pile(v: Any) -> bool:
    return v.seats == 3 and v.pile_count == 0


def races(v: Any) -> bool:
    return v.phase == Phase.RACE and v.turn != v.seat and v.players[v.turn].count > 3


def must_have_a_pair(v: Any) -> bool:
    return v.phase == Phase.DECIDE and v.turn != v.seat and not may_fake_now(v)


def has_jammed(v: Any) -> bool:
    return v.jams > 0 and v.last.came == Came.TO_A_JAM and v.turn != v.seat


LOOKED_FOR: dict[Callable[[Any], bool], tuple[int, dict[str, Any]]] = {
    knows_the_other: (2, {}),
    known_may_be_gone: (3, {}),
    known_are_gone: (3, {}),
    has_no_pile: (3, {}),
    races: (3, {}),
    must_have_a_pair: (3, {"fake_limit": 0}),
    has_jammed: (3, {}),
}


@cache
def example(wanted: Callable[[Any], bool]) -> Any:
    """Return the first view of this kind, late in random matches, at which no card passes."""
    seats, given = LOOKED_FOR[wanted]
    values = GAME.settle(seats, given)
    for index in range(4000):
        rng = random.Random(f"worlds/{index}")
        for s, v in views(GAME, seats, rng, values=values, every=2):
            is_late = len(hidden_cards(v)) <= MOST_HIDDEN and v.pairs < ALL_PAIRS
            if v.seat >= 0 and is_late and not s.asks_stances and v.phase >= Phase.DECIDE:
                if v.phase != Phase.OVER and wanted(v) and len(consistent(v)) >= FEWEST:
                    return v
    raise AssertionError(f"no view that {wanted.__name__}")


@pytest.mark.parametrize("wanted", LOOKED_FOR)
def test_every_way_of_dealing_is_as_likely(wanted: Callable[[Any], bool]):
    v = example(wanted)
    assert distance(sample(GAME, v, table, SAMPLE), consistent(v)) < FAR


PLANTED: list[tuple[Callable[[Any], bool], str, str]] = [
    (has_no_pile, "s.pile_count, below(r, s.pile_count))", "s.pile_count, 0)"),
    (races, "below(r, s.players[v.turn].count // PAIR + 1)", "below(r, 1)"),
    (races, "and v.phase != Phase.TAKE and may_fake(s)", "and v.turn == v.seat"),
    (knows_the_other, "return passed - PAIR * v.players[seat].laid[card]", "return 0"),
    (known_may_be_gone, "if below(r, known) < gone:", "if gone > 0:"),
    (known_are_gone, "for _ in range(sure):", "for _ in range(0):"),
    (must_have_a_pair, "and not has_pair and not may_fake(s)", "and v.turn == v.seat"),
    (has_jammed, "hold(v, s, v.turn, v.last.rank) and hold(v, s, v.turn, v.last.rank)", "True"),
]


@pytest.mark.parametrize(("wanted", "old", "new"), PLANTED)
def test_a_planted_bias_is_noticed(wanted: Callable[[Any], bool], old: str, new: str):
    v = example(wanted)
    biased = planted(GAME, old, new)
    assert distance(sample(GAME, v, table, SAMPLE, biased), consistent(v)) > FAR


def test_stances_of_others_are_drawn_evenly():
    for index in range(200):
        rng = random.Random(f"stances/{index}")
        values = GAME.settle(4, {})
        for s, v in views(GAME, 4, rng, values=values, every=3):
            if s.phase == Phase.RACE and s.asks_stances and v.seat == v.turn:
                runner = next(i for i, p in enumerate(s.players) if p.stance and i != v.seat)
                found = sample(GAME, v, lambda w, i=runner: w.players[i].stance, 2000)
                evenly = {stance: Fraction(1) for stance in range(1, 6)}
                assert distance(found, evenly) < FAR
                return
    raise AssertionError("no race with stances")


def test_the_truth_is_among_the_worlds():
    """The real hands hold what is known, and have nothing that can't be."""
    known = bare = passed = 0
    for index in range(60):
        rng = random.Random(f"truth/{index}")
        seats = 2 + index % 3
        values = random_values(GAME, seats, rng) | {"must_play_pairs": index % 2 == 0}
        for s, v in views(GAME, seats, rng, values=values, every=4):
            others = [seat for seat in range(seats) if seat != v.seat]
            for seat in others:
                hand = s.players[seat].hand
                lacking = sum(max(0, sure_count(v, seat, c) - hand[c]) for c in range(KINDS))
                assert lacking <= may_be_gone(v, seat)
                known += any(sure_count(v, seat, c) > 0 for c in range(KINDS))
                if has_passed_bare(v, s, seat):
                    assert not holds_pair(s.players[seat])
                    bare += 1
            for card in range(KINDS):
                sure = sum(sure_count(v, seat, card) for seat in others)
                assert sum(s.players[seat].hand[card] for seat in others) >= sure
                passed += sure > 0
    assert min(known, bare, passed) > 100


def test_who_has_passed_under_must_play_pairs_holds_none():
    found = 0
    for index in range(30):
        rng = random.Random(f"bare/{index}")
        values = GAME.settle(3, {"must_play_pairs": True})
        for s, v in views(GAME, 3, rng, values=values, every=8):
            world = world_of(GAME, v, stream(index, "bare"))
            for seat in range(3):
                if seat not in (v.seat, v.turn) and has_passed_bare(v, s, seat):
                    assert not holds_pair(world.players[seat])
                    found += 1
    assert found > 20


def test_a_world_has_a_motion_that_its_hand_allows():
    kinds: Counter[int] = Counter()
    for index in range(20):
        rng = random.Random(f"motion/{index}")
        for s, v in views(GAME, 4, rng, every=6):
            world = world_of(GAME, v, stream(index, "motion"))
            assert (world.motion == Motion.NOTHING) == (s.motion == Motion.NOTHING)
            if world.motion == Motion.SLAP:
                assert world.players[world.turn].hand[world.rank] > 1
            elif world.motion == Motion.FAKE:
                assert may_fake(world)
            kinds[world.motion] += 1
    assert min(kinds[Motion.SLAP], kinds[Motion.FAKE]) > 10
