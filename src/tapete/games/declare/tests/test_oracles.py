"""The combinatorial parts against short oracles written from the rules, in free Python."""

import random
from collections import Counter
from collections.abc import Sequence
from itertools import combinations, product

import pytest

from tapete.games.declare import GAME, rules, showing, state, throws
from tapete.games.declare.notation import format_card
from tapete.games.declare.state import State
from tapete.games.declare.tests.hands import fill, fresh, places, play, points, table

LENGTHS = {"3+5": (3, 5), "3+4+5": (3, 4, 5), "none": ()}
ROW = "A23456789TJQKA"
"""The ranks in sequence, the ace at either end (DC-4)."""


# What may be thrown


def is_sequence(ranks: str, jokers: int, lengths: Sequence[int]) -> bool:
    """Say whether real ranks and jokers fill a window of the row, each place once."""
    size = len(ranks) + jokers
    windows = [ROW[i : i + size] for i in range(len(ROW) - size + 1)]
    return size in lengths and any(
        len(Counter(window) - Counter(ranks)) == jokers and not Counter(ranks) - Counter(window)
        for window in windows
    )


def may_be_thrown(cards: Sequence[str], options: dict[str, object]) -> bool:
    """Say whether these cards of a hand may be thrown together (DC-3, DC-4, DC-D1, DC-D4)."""
    real = [card for card in cards if card[0] != "X"]
    ranks, suits = "".join(card[0] for card in real), {card[1] for card in real}
    jokers = len(cards) - len(real)
    if len(cards) == 1 or (not real and jokers == 2):
        return True
    if len(real) >= 2 and is_sequence(ranks, jokers, LENGTHS[str(options["run_lengths"])]):
        if len(suits) == 1 or not options["run_same_suit"]:
            return True
    if jokers:
        return False
    kinds = sorted(Counter(ranks).values())
    return (
        kinds in ([2], [4])
        or (kinds == [3] and bool(options["allow_trips"]))
        or (kinds == [2, 2] and bool(options["mixed_two_pairs"]))
        or (len(real) == 5 and len(suits) == 1)
    )


COMBINATIONS = [
    dict(zip(("run_lengths", "run_same_suit", "allow_trips", "mixed_two_pairs"), row, strict=True))
    for row in product(LENGTHS, (False, True), (False, True), (False, True))
]


def random_hand(rng: random.Random) -> list[int]:
    """Return 1 to 5 ascending cards, often of few ranks or of one suit, jokers among them."""
    first = rng.randrange(13)
    near = [
        rank % 13 * 4 + suit
        for rank in range(first, first + rng.randint(2, 5))
        for suit in range(4)
    ]
    suit = rng.randrange(4)
    pool = rng.choice(
        [list(range(54)), [*near, 52, 53], [*near, *near[:4]], list(range(suit, 52, 4))]
    )
    pool = sorted(set(pool))
    return sorted(rng.sample(pool, min(len(pool), rng.choice([1, 2, 3, 4, 5, 5, 5]))))


def with_hand(s: State, hand: list[int]) -> None:
    """Give the seat on turn another hand."""
    p = s.players[s.turn]
    p.hand = [0] * state.HAND
    p.count = fill(p.hand, hand)


@pytest.mark.parametrize(
    "options", COMBINATIONS, ids=lambda options: "-".join(map(str, options.values()))
)
def test_throws_agree_with_the_oracle(options: dict[str, object]) -> None:
    rng = random.Random(str(options))
    s = table("7S", "9C", floor="2D", turns=0, jokers=2, **options)
    buffer = [0] * GAME.num_actions
    for _ in range(120):
        hand = random_hand(rng)
        with_hand(s, hand)
        subsets = [
            sum(1 << i for i in c) for n in range(1, 6) for c in combinations(range(len(hand)), n)
        ]
        names = [format_card(card) for card in hand]
        wanted = {
            subset
            for subset in subsets
            if may_be_thrown([name for i, name in enumerate(names) if subset >> i & 1], options)
        }
        p = s.players[s.turn]
        found = throws.throws(s, p)
        assert {subset for subset in range(32) if found >> subset & 1} == wanted, names
        assert {subset for subset in subsets if throws.is_throw(s, p, subset)} == wanted, names
        count = rules.legal_actions(s, buffer)
        actions = sorted(
            rules.turn_action(subset, source) for subset in wanted for source in (0, 1)
        )
        assert buffer[:count] == actions, names
        legal = [action for action in range(GAME.num_actions) if rules.is_legal(s, action)]
        assert legal == actions, names


# What a showing of hands scores


def score_declaration(
    totals: dict[int, int], seat: int, options: dict[str, object]
) -> tuple[dict[int, int], int | None]:
    """Return the points of those still in, and the seat to start next (None: by turn order)."""
    others = [total for other, total in totals.items() if other != seat]
    own, lowest, whole = totals[seat], min(others), options["scoring"] == "full_hand"
    penalty = int(str(options["false_penalty"]))
    if own < lowest or (own == lowest and options["tie"] == "declarer_wins"):
        gained = {other: total if whole else total - own for other, total in totals.items()}
        return gained | {seat: 0}, seat
    if whole:
        gained = {other: 0 if total == lowest else total for other, total in totals.items()}
        return gained | {seat: penalty + own}, None
    return dict.fromkeys(totals, 0) | {seat: penalty + own - lowest}, None


def score_showdown(totals: dict[int, int], options: dict[str, object]) -> dict[int, int]:
    """Return the points of those still in after a lap limit (DC-D9)."""
    lowest = min(totals.values())
    off = 0 if options["scoring"] == "full_hand" else lowest
    return {seat: 0 if total == lowest else total - off for seat, total in totals.items()}


def first_with(totals: dict[int, int], lowest: int, first: int, seats: int) -> int:
    """Return the first seat in turn order, from `first` on, that shows this total."""
    return next(i % seats for i in range(first, first + seats) if totals.get(i % seats) == lowest)


def random_table(rng: random.Random, **options: object) -> tuple[State, dict[int, int]]:
    """Return a table with small hands, so that ties are common, and the totals of those in."""
    seats = rng.randint(2, 6)
    out = [int(rng.random() < 0.2) for _ in range(seats)]
    for seat in rng.sample(range(seats), 2):
        out[seat] = 0
    s = table(*["" if gone else "7S" for gone in out], out=tuple(out), threshold=200, **options)
    pack = rng.sample(range(24), 24)
    for seat in range(seats):
        if not out[seat]:
            s.turn = seat
            with_hand(s, sorted(pack.pop() for _ in range(rng.randint(1, 2))))
    s.turn = rng.choice([seat for seat in range(seats) if not out[seat]])
    # An ace is card 0 to 3, so that a card counts its number divided by four, and one.
    in_ = [seat for seat in range(seats) if not out[seat]]
    return s, {i: sum(c // 4 + 1 for c in s.players[i].hand[: s.players[i].count]) for i in in_}


SHOWINGS = [
    {"tie": tie, "scoring": scoring, "false_penalty": penalty}
    for tie in ("declarer_wins", "declarer_loses")
    for scoring in ("difference", "full_hand")
    for penalty in (0, 20, 50)
]


@pytest.mark.parametrize(
    "options", SHOWINGS, ids=lambda options: "-".join(map(str, options.values()))
)
def test_declarations_agree_with_the_oracle(options: dict[str, object]) -> None:
    rng = random.Random(str(options))
    seen = Counter[bool]()
    for _ in range(300):
        s, totals = random_table(rng, **options)
        seat = s.turn
        wanted, starter = score_declaration(totals, seat, options)
        if starter is None:
            lowest = min(total for other, total in totals.items() if other != seat)
            starter = first_with({**totals, seat: -1}, lowest, seat + 1, s.seats)
        play(s, "declare")
        assert points(s) == [wanted.get(i, 0) for i in range(s.seats)], totals
        assert [p.total for p in s.players[: s.seats]] == [
            totals.get(i, -1) for i in range(s.seats)
        ]
        assert s.starter == starter, (totals, seat)
        seen[starter == seat] += 1
    assert min(seen[True], seen[False]) > 30, "both successes and failures are tried"


@pytest.mark.parametrize("scoring", ["difference", "full_hand"])
def test_showdowns_agree_with_the_oracle(scoring: str) -> None:
    rng = random.Random(scoring)
    for _ in range(300):
        s, totals = random_table(rng, scoring=scoring)
        turn = s.turn
        wanted = score_showdown(totals, {"scoring": scoring})
        showing.show_by_limit(s)
        assert points(s) == [wanted.get(i, 0) for i in range(s.seats)], totals
        assert s.starter == first_with(totals, min(totals.values()), turn, s.seats), (totals, turn)


# How seats rank


def ranking(scores: Sequence[int], out: Sequence[int]) -> list[int]:
    """Return how many rank ahead: who is in or went out later, then the lower score (DC-D8)."""
    keys = [(-(gone or 1000), score) for score, gone in zip(scores, out, strict=True)]
    return [sum(other < key for other in keys) for key in keys]


@pytest.mark.parametrize("end", ["last_standing", "first_out", "staged"])
def test_rankings_agree_with_the_oracle(end: str) -> None:
    rng = random.Random(end)
    for _ in range(500):
        seats = rng.randint(2, 6)
        s = fresh(seats, end=end)
        # With first_out nobody crosses before the last round.
        rounds = [0, 0, 7] if end == "first_out" else [0, 0, 3, 5, 7]
        out = [rng.choice(rounds) for _ in range(seats)]
        scores = [rng.randint(*((98, 100) if not gone else (101, 103))) for gone in out]
        for p, score, gone in zip(s.players, scores, out, strict=False):
            p.score, p.out = score, gone
        assert places(s) == ranking(scores, out)
        winners = [i for i in range(seats) if ranking(scores, out)[i] == 0]
        shares = [60 // len(winners) if i in winners else 0 for i in range(seats)]
        assert [rules.returns(s, i) for i in range(seats)] == shares
        if end == "first_out":
            assert winners == [i for i in range(seats) if scores[i] == min(scores)]
