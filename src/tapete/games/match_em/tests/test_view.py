"""What a seat may know: its own cards, what lay open, and nothing else."""

from collections import Counter
from random import Random
from typing import Any

import pytest

from tapete.core.game import CHANCE, SPECTATOR, TERMINAL
from tapete.core.packs import EMPTY, single
from tapete.games.match_em import GAME, bots, rules, view
from tapete.games.match_em.cards import WILD_CARD
from tapete.games.match_em.state import Phase
from tapete.games.match_em.tests.tables import begin, draw, play, random_options, recycle, table


def seen(s: Any, seat: int) -> Any:
    v = view.View()
    view.observe(s, seat, v)
    return v


def take_from(p: Any, card: int) -> None:
    """Take a card out of a hand."""
    p.count -= 1
    if card == WILD_CARD:
        p.wilds -= 1
    else:
        p.hand -= single(card)


def swap_hidden(s: Any, seat: int, random: Random) -> None:
    """Deal the cards that a seat does not see anew among the others' hands and the pile."""
    others = [p for i, p in enumerate(s.players[: s.seats]) if i != seat]
    hidden = s.pile[: s.pile_count]
    for p in others:
        for number in range(1, 13):
            hidden += [number] * rules_count(p.hand, number)
        hidden += [WILD_CARD] * p.wilds
    random.shuffle(hidden)
    for p in others:
        count, p.hand, p.wilds, p.count = p.count, EMPTY, 0, 0
        for _ in range(count):
            rules.receive(p, hidden.pop())
    s.pile[: s.pile_count] = sorted(hidden)


def rules_count(pack: int, number: int) -> int:
    return pack >> 5 * (number - 1) & 15


def steps(seed: int, seats: int) -> Any:
    """Yield the state of a random match at each of its steps, and the source of its lots."""
    random = Random(seed)
    s = GAME.new(seats, random_options(random, seats))
    buffer = [0] * GAME.num_actions
    while rules.actor(s) != TERMINAL:
        yield s, random
        if rules.actor(s) == CHANCE:
            rules.apply_chance(s, random.randrange(rules.chance_count(s)))
        else:
            rules.apply(s, buffer[random.randrange(rules.legal_actions(s, buffer))])


def leaks(observe: Any, seed: int, seats: int) -> int:
    """Count the views of a random match in which something changes with what is hidden."""
    found = 0
    for s, random in steps(seed, seats):
        for seat in range(SPECTATOR, seats):
            other = s.copy()
            swap_hidden(other, seat, random)
            found += observe(s, seat).pack() != observe(other, seat).pack()
    return found


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_hidden_cards_change_no_view(seats: int) -> None:
    for seed in range(2):
        assert leaks(seen, seed, seats) == 0


def test_planted_leak_is_caught() -> None:
    def leaky(s: Any, seat: int) -> Any:
        v = seen(s, seat)
        v.owed = s.players[(seat + 1) % s.seats].wilds
        return v

    assert leaks(leaky, 1, 3) > 0


def test_cards_are_conserved_and_all_accounted_for() -> None:
    for s, _random in steps(11, 4):
        if s.phase not in (Phase.CUT, Phase.DEAL):
            v = seen(s, SPECTATOR)
            known = [sum(row) for row in zip(v.standing, v.played, strict=True)]
            for p in [seen(s, seat) for seat in range(4)]:
                known = [a + b for a, b in zip(known, p.held, strict=True)]
            pile = Counter(s.pile[: s.pile_count])
            deck = [s.house.copies] * s.house.max_value + [0] * (12 - s.house.max_value)
            assert [n + pile[i + 1] for i, n in enumerate(known)] == [*deck, s.house.wilds]


def test_own_cards_are_counted() -> None:
    v = seen(table("1 1 12 W W", "5", max_value=12), 0)
    assert v.held == [2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2]
    assert (v.hand, v.wilds) == (2 * single(1) + single(12), 2)


def test_spectator_sees_no_cards() -> None:
    v = seen(table("1 1 W", "5"), SPECTATOR)
    assert (v.hand, v.wilds, sum(v.held)) == (0, 0, 0)
    assert [p.count for p in v.players] == [3, 1, 0, 0]


def test_drawing_tells_which_totals_a_seat_missed() -> None:
    s = table("1 1", "1 1", standing="9", pile="2 3 4 5 6 7 8 8")
    play(s, "draw")
    draw(s, "2 3")
    play(s, "3", "draw")
    draw(s, "4 5")
    play(s, "5", "draw")
    v = seen(s, 1)
    assert [(p.missed, p.last_missed, p.missed_with) for p in v.players[:2]] == [
        (1 << 9 | 1 << 5, 5, 3),
        (1 << 3, 3, 2),
    ]


def test_new_pile_tells_what_it_was_made_of() -> None:
    s = table("1 1", "5", standing="9", played="2 3 3 W")
    play(s, "draw")
    recycle(s)
    draw(s, "3")
    v = seen(s, 1)
    assert [v.recycled[i] for i in (0, 1, 2, 12)] == [0, 1, 2, 1]
    assert (v.pile_count, v.owed, sum(v.played)) == (3, 1, 0)


def test_cut_cards_are_seen_when_the_round_is_over() -> None:
    s = begin(3)
    draw(s, "9 9")
    assert [p.cut for p in seen(s, 0).players] == [0, 0, 0, 0]
    draw(s, "2")
    assert [p.cut for p in seen(s, 0).players] == [9, 9, 2, 0]


def test_player_chooses_by_the_view_alone() -> None:
    for s, random in steps(4, 3):
        seat = rules.actor(s)
        if seat >= 0:
            buffer = [0] * GAME.num_actions
            count = rules.legal_actions(s, buffer)
            other = s.copy()
            swap_hidden(other, seat, random)
            chosen = [bots.choose(seen(t, seat), buffer, count, 12345) for t in (s, other)]
            assert chosen[0] == chosen[1]
            assert chosen[0] in buffer[:count]
