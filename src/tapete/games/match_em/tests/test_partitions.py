"""Packs and partitions against plain Python: subsets and counters of cards."""

from collections import Counter
from random import Random

from tapete.core import packs
from tapete.games.match_em import GAME, rules
from tapete.games.match_em.partitions import NUM_PARTS, NUMBERS, PARTS, SIZES, TOTALS, can_make
from tapete.games.match_em.state import Phase
from tapete.games.match_em.tests.tables import legal, packed, table, ways


def random_hand(random: Random) -> list[int]:
    return [random.randint(1, random.choice([4, 8, 12])) for _ in range(random.randint(1, 11))]


def test_partitions_are_all_and_different() -> None:
    found = [len([way for way in NUMBERS if sum(way) == total]) for total in range(1, 13)]
    assert found == [1, 2, 3, 5, 7, 11, 15, 22, 30, 42, 56, 77]
    assert len(set(NUMBERS)) == len(set(PARTS)) == NUM_PARTS == 271
    assert GAME.num_actions == NUM_PARTS + 2


def test_tables_say_what_the_numbers_are() -> None:
    for action, numbers in enumerate(NUMBERS):
        assert (TOTALS[action], SIZES[action]) == (sum(numbers), len(numbers))
        assert PARTS[action] == packed(" ".join(map(str, numbers)))[0]


def test_packs_agree_with_counters() -> None:
    random = Random(1)
    for _ in range(2000):
        one, two = (Counter(random_hand(random)) for _ in range(2))
        a, b = (sum(n * packs.single(k) for k, n in c.items()) for c in (one, two))
        assert packs.holds(a, b) == (two <= one)
        assert packs.size(a) == one.total()
        assert [packs.count_of(a, k) for k in range(1, 13)] == [one[k] for k in range(1, 13)]
        assert packs.holds(a + b, a)
        assert 0 <= a + b < 2**60


def test_full_and_empty_packs() -> None:
    full = sum(packs.MAX_COUNT * packs.single(k) for k in range(1, 13))
    assert packs.holds(full, full)
    assert packs.holds(full, packs.EMPTY)
    assert not packs.holds(full - 1, full)
    assert not packs.holds(packs.EMPTY, packs.single(12))


def test_sums_agree_with_subsets() -> None:
    random = Random(2)
    for _ in range(300):
        hand = random_hand(random)[:8]
        pack = packed(" ".join(map(str, hand)))[0]
        reached = {t for t in range(1, 13) if ways(hand, t)}
        assert packs.sums(pack, 12) == 1 + sum(1 << t for t in reached)
        assert packs.sums(pack, 7) == 1 + sum(1 << t for t in reached if t <= 7)


def test_matches_agree_with_subsets_on_random_hands() -> None:
    random = Random(3)
    for _ in range(400):
        hand, total = random_hand(random), random.randint(1, 12)
        s = table(" ".join(map(str, hand)), "1", standing=str(total))
        found = ways(hand, total)
        texts = {"+".join(map(str, way)) for way in found}
        assert set(legal(s)) == (texts or {"draw"})
        assert can_make(s.players[0].hand, total) == bool(found)
        allowed = {a for a in range(rules.WILD) if rules.is_legal(s, a)}
        assert {NUMBERS[a] for a in allowed} == found


def test_plays_after_drawing_agree_with_subsets_on_random_hands() -> None:
    random = Random(4)
    for _ in range(400):
        hand, total = random_hand(random), random.randint(1, 12)
        s = table(" ".join(map(str, hand)), "1", standing=str(total))
        s.phase = Phase.AFTER_DRAW
        found = ways(hand, total) | {(number,) for number in hand}
        assert sorted(legal(s)) == sorted("+".join(map(str, way)) for way in found)
        assert {NUMBERS[a] for a in range(rules.WILD) if rules.is_legal(s, a)} == found
