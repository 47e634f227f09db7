"""Sealed chance, drawn again here from what ARCHITECTURE.md says and from nothing else."""

import copy
import hashlib
import hmac
import json
from collections import Counter
from typing import Any

import pytest

from tapete.bots.match import play_match
from tapete.core.errors import RecordError
from tapete.core.race import Judge, Race
from tapete.games import game
from tapete.table.chance import Deck, Sealed
from tapete.table.record import parse_record, record_of, replay
from tapete.table.seal import parse_judge, parse_seal, replay_sealed, seal_of, terms_nonce
from tapete.table.table import Table

SECRET = bytes(range(32))


def numbers(key: bytes, label: str, at: int, count: int) -> list[int]:
    """Return a draw under a label."""
    data = hashlib.shake_256(key + label.encode() + at.to_bytes(8, "big")).digest(8 * count)
    return [int.from_bytes(data[8 * i : 8 * i + 8], "big") for i in range(count)]


def key_of(secret: bytes, nonces: list[bytes]) -> bytes:
    """Return the key that a secret and nonces give."""
    text = b"tapete/1" + b"".join(len(n).to_bytes(4, "big") + n for n in nonces)
    return hmac.new(secret, text, hashlib.sha256).digest()


def shuffle(key: bytes, at: int, cards: list[int]) -> list[int]:
    """Return the at-th shuffle of these cards."""
    order = sorted(cards)
    words = numbers(key, "shuffle", at, len(order) - 1)
    for i, word in zip(range(len(order) - 1, 0, -1), words, strict=True):
        j = word * (i + 1) // 2**64
        order[i], order[j] = order[j], order[i]
    return order


@pytest.mark.parametrize("nonces", [[], [b"ana"], [b"", b"\0\1"]], ids=["none", "one", "two"])
def test_shuffles_and_lots_are_as_architecture_says(nonces: list[bytes]):
    sealed, key = Sealed(SECRET, nonces), key_of(SECRET, nonces)
    assert sealed.commitment == hashlib.sha256(SECRET).digest()
    for at in range(3):
        assert sealed.shuffled(list(range(52))) == shuffle(key, at, list(range(52)))
        assert sealed.lot(7) == numbers(key, "lot", at, 1)[0] * 7 // 2**64
        assert sealed.bits() == numbers(key, "race", at, 1)[0] >> 33
    assert sealed.shuffled([5]) == [5]
    assert sealed.shuffled([]) == []


def test_every_nonce_changes_every_shuffle():
    orders = [
        tuple(Sealed(SECRET, nonces).shuffled(list(range(52))))
        for nonces in ([], [b""], [b"a"], [b"a", b""], [b"", b"a"], [b"ab"], [b"a", b"b"])
    ]
    assert len(set(orders)) == len(orders)


def test_shuffles_and_lots_are_even():
    sealed = Sealed(SECRET)
    draws = 6000
    firsts = Counter(tuple(sealed.shuffled([0, 1, 2])) for _ in range(draws))
    assert len(firsts) == 6
    assert chi_square(firsts, 6, draws) < 20.5  # 5 degrees of freedom, one in a thousand
    lots = Counter(sealed.lot(6) for _ in range(draws))
    assert chi_square(lots, 6, draws) < 20.5
    assert (
        chi_square(Counter({0: 1200, 1: 800, 2: 1000, 3: 1000, 4: 1000, 5: 1000}), 6, draws) > 20.5
    )


def chi_square(counts: Counter[Any], kinds: int, draws: int) -> float:
    expected = draws / kinds
    return sum((count - expected) ** 2 / expected for count in counts.values())


def a_record(seed: int = 4) -> tuple[dict[str, Any], dict[str, Any]]:
    g = game("declare")
    table = play_match(g, g.settle(3, {"threshold": 25}), ["simple"] * 3, seed=seed, index=0)
    return record_of(table), seal_of(table)


def test_a_record_dealt_by_its_seal_is_verified():
    record, seal = a_record()
    replay_sealed(parse(record), parse_seal(seal))


def test_the_whole_of_a_declare_game_follows_from_its_seal():
    record, seal = a_record()
    key = key_of(bytes.fromhex(seal["secret"]), [])
    ranks, suits = "A23456789TJQK", "SHDC"
    shuffles = lots = 0
    for event in record["events"]:
        if event["type"] == "deal" and lots == 0:
            assert event["starter"] == numbers(key, "lot", 0, 1)[0] * 3 // 2**64
            lots += 1
        if event["type"] in ("deal", "recycle"):
            names = event["pile"] + [c for hand in event.get("hands", []) for c in hand]
            names += [event["floor"]] if event["type"] == "deal" else []
            cards = [ranks.index(name[0]) * 4 + suits.index(name[1]) for name in names]
            order = [ranks[c // 4] + suits[c % 4] for c in shuffle(key, shuffles, cards)]
            shuffles += 1
            assert event["pile"] == order[len(order) - len(event["pile"]) :]
        if event["type"] == "deal":
            turn_order = [(event["starter"] + i) % 3 for i in range(3)]
            dealing = [seat for seat in turn_order if event["hands"][seat]]
            for place, seat in enumerate(dealing):
                mine = order[place : 5 * len(dealing) : len(dealing)]
                assert sorted(event["hands"][seat]) == sorted(mine)
            assert event["floor"] == order[5 * len(dealing)]
    assert shuffles > 1


def test_the_whole_of_a_hands_down_game_follows_from_its_seal():
    g = game("hands-down")
    table = play_match(g, g.settle(3, {}), ["simple"] * 3, seed=4, index=0)
    key = key_of(bytes.fromhex(seal_of(table)["secret"]), [])
    ranks = ["J", *map(str, range(1, 11))]
    deal, *events = record_of(table)["events"]
    assert deal["dealer"] == numbers(key, "lot", 0, 1)[0] * 3 // 2**64
    order = [ranks[c] for c in shuffle(key, 0, [0, *(n for n in range(1, 11) for _ in range(4))])]
    hands = [order[(seat - deal["dealer"] - 1) % 3 : 12 : 3] for seat in range(3)]
    assert [sorted(hand) for hand in deal["hands"]] == [sorted(hand) for hand in hands]
    assert deal["pile"] == order[12:]
    lots = 1
    for event in events:
        if event["type"] == "draw":
            hands[event["seat"]] += event["cards"]
        elif event["type"] == "slap":
            for _ in range(2):
                hands[event["seat"]].remove(event["rank"])
        elif event["type"] == "take":
            giver = sorted(hands[event["from"]], key=ranks.index)
            if len(giver) > 1:
                w = numbers(key, "lot", lots, 1)[0]
                assert event["card"] == giver[w * len(giver) // 2**64]
                lots += 1
            hands[event["from"]].remove(event["card"])
            hands[event["seat"]].append(event["card"])
    assert lots > 10


def test_cards_exchanged_after_the_fact_are_found_though_the_rules_allow_them():
    record, seal = a_record()
    doctored = copy.deepcopy(record)
    pile = next(e for e in reversed(doctored["events"]) if e["type"] == "deal")["pile"]
    pile[-1], pile[-2] = pile[-2], pile[-1]
    replay(parse(doctored))
    with pytest.raises(RecordError, match="by the rules this is a `deal`"):
        replay_sealed(parse(doctored), parse_seal(seal))


def test_another_starter_than_the_sealed_one_is_found():
    g = game("declare")
    values = g.settle(2, {})
    mine, other = (
        record_of(play_match(g, values, ["uniform"] * 2, seed=seed, index=0)) for seed in (1, 2)
    )
    sealed = Sealed(SECRET)
    with pytest.raises(RecordError):
        replay_sealed(parse(mine), sealed)
    assert mine != other


def play_by_lot(table: Table) -> None:
    """Play Hands Down on from here, always the last legal action, races by lot."""
    table.judge = Judge("lots")
    while not table.is_over:
        if table.is_racing:
            table.measured(Race((None,) * table.seats))
        else:
            legal = table.legal_actions()
            # Pass rather than fake more than now and then.
            table.act(table.actor, 0 if legal[-1] == 1 and table.version % 3 else legal[-1])


def test_fouls_cannot_take_the_place_of_lots():
    g = game("hands-down")
    table = Table(g, 3, g.settle(3, {}), Sealed(SECRET))
    table.start()
    play_by_lot(table)
    record = parse(record_of(table))
    judge = parse_judge(record_of(table)["x_judge"])
    replay_sealed(record, Sealed(SECRET), judge)
    del record["result"]
    kinds = {"slap": "half-slap", "fake": "touched-fake"}
    tried = Counter[str]()
    for i, event in enumerate(record["events"]):
        if kind := kinds.get(event["type"]):
            tried[kind] += 1
            foul = {"type": "foul", "seat": event["seat"], "kind": kind}
            doctored = {**record, "events": [*record["events"][:i], foul]}
            replay(doctored)
            with pytest.raises(RecordError, match="sealed lot of this race fell otherwise"):
                replay_sealed(doctored, Sealed(SECRET), judge)
    assert len(tried) == len(kinds)


def test_a_game_that_goes_on_by_lot_after_measured_races_is_verified():
    g = game("hands-down")
    for seed in range(5):
        table = Table(g, 3, g.settle(3, {}), Sealed(bytes([seed]) * 32))
        table.start()
        measured = 0
        while measured < 4:
            if table.is_racing:
                table.measured(Race((100, 200, 300)))
                measured += 1
            else:
                legal = table.legal_actions()
                table.act(table.actor, legal[-1])
        play_by_lot(table)
        record = record_of(table)
        judge = parse_judge(record["x_judge"])
        replay_sealed(parse(record), Sealed(bytes([seed]) * 32), judge)


def test_a_game_that_goes_on_with_a_shorter_window_is_verified():
    g = game("hands-down")
    for seed in range(5):
        sealed = Sealed(bytes([seed]) * 32)
        table = Table(g, 3, g.settle(3, {}), sealed, judge=Judge("relaxed"))
        table.start()
        measured = 0
        while measured < 4:
            if table.is_racing:
                late: list[int | None] = [3000] * 3
                late[g.racing.runners(table.state)[0]] = None
                table.measured(Race(tuple(late)))
                measured += 1
            else:
                table.act(table.actor, table.legal_actions()[-1])
        table.judge = Judge("real")
        record = record_of(table)
        sealed = Sealed(bytes([seed]) * 32)
        replay_sealed(parse(record), sealed, parse_judge(record["x_judge"]))


def test_a_seal_that_does_not_hold_together_is_refused():
    _, seal = a_record()
    for key, wrong in (
        ("secret", "00" * 32),
        ("commitment", "zz"),
        ("secret", 5),
        ("nonces", "00"),
        ("nonces", [None]),
    ):
        with pytest.raises(RecordError):
            parse_seal({**seal, key: wrong})
    for wrong in (None, [], {}, {**seal, "more": 1}):
        with pytest.raises(RecordError, match="`x_seal`"):
            parse_seal(wrong)


def test_a_deck_draws_the_sealed_order_by_index():
    g = game("declare")
    s = g.new(2, g.settle(2, {}))
    g.rules.apply_chance(s, 0)
    order = Sealed(SECRET).shuffled(sorted(s.pile[: s.pile_count]))
    deck = Deck(Sealed(SECRET))
    drawn: list[int] = []
    for _ in range(11):
        index = deck.index(s)
        drawn.append(s.pile[index])
        g.rules.apply_chance(s, index)
    assert drawn == order[:11]
    assert deck.remaining(s) == order[11:]


def parse(record: dict[str, Any]) -> dict[str, Any]:
    """Return a record as a reader gets it."""
    return parse_record(json.dumps(record))


def a_lot_record() -> tuple[dict[str, Any], dict[str, Any], Judge]:
    """Return a Hands Down match decided by lot whose seal holds its terms."""
    g, judge = game("hands-down"), Judge("lots")
    values = g.settle(3, {"stall_limit": 3})
    chance = Sealed(SECRET, [terms_nonce(g, 3, values, judge), b"ana"])
    table = Table(g, 3, values, chance, judge=judge)
    table.start()
    while not table.is_over:
        if table.is_racing:
            table.measured(Race((None,) * 3))
        else:
            table.act(table.actor, table.legal_actions()[0])
    return record_of(table), seal_of(table), judge


def test_terms_in_the_seal_are_compared_with_the_record():
    record, seal, judge = a_lot_record()
    replay_sealed(parse(record), parse_seal(seal), judge)
    with pytest.raises(RecordError, match="sealed with other terms"):
        replay_sealed(parse(record), parse_seal(seal), Judge("real"))
    other = {**record, "options": {**record["options"], "must_play_pairs": True}}
    with pytest.raises(RecordError, match="sealed with other terms"):
        replay_sealed(parse(other), parse_seal(seal), judge)


def test_terms_taken_from_the_seal_change_its_cards():
    record, seal, judge = a_lot_record()
    without = {**seal, "nonces": seal["nonces"][1:]}
    with pytest.raises(RecordError, match=r"event 0: by the rules"):
        replay_sealed(parse(record), parse_seal(without), judge)
