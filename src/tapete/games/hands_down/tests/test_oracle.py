"""The combinatorial parts against free Python: pairs in a hand, who was last, who wins."""

from collections import Counter
from itertools import product
from random import Random

import pytest

from tapete.core.errors import RecordError
from tapete.core.game import WIN
from tapete.games.hands_down import rules
from tapete.games.hands_down.contacts import check_jam, check_slap
from tapete.games.hands_down.state import MAX_JAMS
from tapete.games.hands_down.tests.board import Board, over, places
from tapete.games.hands_down.words import CARDS

DECK = [*[str(rank) for rank in range(1, 11)] * 4, "J"]


def test_legal_motions_agree_with_counting() -> None:
    random = Random("hands")
    for _ in range(2000):
        cards = random.sample(DECK, random.randint(2, 12))
        others = random.choice(["", "1 2", "3"])
        must, limit = random.random() < 0.3, random.choice(["none", 0, 1])
        board = Board(" ".join(cards), others, must_play_pairs=must, fake_limit=limit)
        pairs = sorted(int(card) for card, n in Counter(cards).items() if n > 1)
        expected = [] if must and pairs else ["pass"]
        expected += ["fake"] if others and limit != 0 else []
        assert board.legal == expected + [f"slap {rank}" for rank in pairs]
        for text in ("pass", "fake", *(f"slap {rank}" for rank in range(1, 11))):
            assert board.can(text) == (text in board.legal)


def may_lose(contacts: dict[int, int | None], par: int, jams: int) -> set[int | None]:
    """Say who may have lost, in the words of HD-D2, HD-D6 and HD-D7; empty where it must jam."""
    if not contacts:
        return {None}
    if len(contacts) == 1:
        ((seat, contact),) = contacts.items()
        return {None} if par and contact is not None and contact <= par else {seat}
    if None in contacts.values():
        return {seat for seat, contact in contacts.items() if contact is None}
    slower = {s: sum(c > own for c in contacts.values()) for s, own in contacts.items()}
    if jams == MAX_JAMS:
        # A lot between the slowest two: nobody or one alone is slower.
        return {seat for seat in contacts if slower[seat] <= 1}
    last = {seat for seat in contacts if slower[seat] == 0}
    return last if len(last) == 1 else set()


def is_allowed(board: Board, event: dict[str, object]) -> bool:
    try:
        (check_jam if event["type"] == "jam" else check_slap)(board.s, event)
    except RecordError:
        return False
    return True


@pytest.mark.parametrize("runners", range(4))
def test_who_may_have_lost_agrees_with_the_words(runners: int) -> None:
    times = (None, 0, 1, 2, 250, 251)
    for measured in product(times, repeat=runners):
        for par, jams in product((0, 250), (0, MAX_JAMS)):
            hands = ["1" if seat < runners else "" for seat in range(3)]
            board = Board("7 7", *hands, par_time=par)
            board.s.jams = jams
            contacts = dict(enumerate(measured, 1))
            written = [0, *measured, *[None] * (3 - runners)]
            allowed = may_lose(contacts, par, jams)
            for loser in (None, 0, 1, 2, 3, -1, 4):
                event = {"type": "slap", "contacts": written, "loser": loser}
                assert is_allowed(board, event) == (loser in allowed), (event, par, jams)
            may_jam = runners > 1 and None not in measured and jams < MAX_JAMS
            assert is_allowed(board, {"type": "jam", "contacts": written}) == may_jam


def test_ranking_agrees_with_sorting() -> None:
    random = Random("ranking")
    for _ in range(500):
        seats = random.randint(2, 4)
        pairs = [str(rank) for rank in range(1, 11)] * 2
        random.shuffle(pairs)
        cuts = sorted(random.choices(range(21), k=seats - 1))
        laid = [pairs[a:b] for a, b in zip([0, *cuts], [*cuts, 20], strict=True)]
        joker = random.randrange(seats)
        board = over(*map(" ".join, laid), joker=joker)
        keys = [
            (len(own) + 2 * (seat == joker), sum(map(int, own)) + 20 * (seat == joker))
            for seat, own in enumerate(laid)
        ]
        assert board.scores == [points for points, _ in keys]
        assert (sum(p for p, _ in keys), sum(n for _, n in keys)) == (22, 130)
        assert places(board) == [sum(other > own for other in keys) for own in keys]
        shares = [rules.returns(board.s, seat) for seat in range(seats)]
        winners = keys.count(max(keys))
        assert shares == [WIN // winners * (own == max(keys)) for own in keys]


def test_the_n_th_card_runs_through_a_hand_in_order() -> None:
    random = Random("cards")
    for _ in range(300):
        cards = random.sample(DECK, random.randint(2, 20))
        taken = []
        for outcome in range(len(cards)):
            board = Board("1 2", " ".join(cards), "3").comes(rules.EARLY + 1).comes(outcome)
            taken.append(board.events[-1]["card"])
        assert taken == sorted(cards, key=CARDS.__getitem__)
