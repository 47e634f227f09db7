"""Hidden cards and motions, swapped at every step, never change what others see."""

from random import Random
from typing import Any

import pytest

from tapete.core.game import SPECTATOR
from tapete.games.hands_down import events, view
from tapete.games.hands_down.cards import JOKER, KINDS, PAIR
from tapete.games.hands_down.hands import add
from tapete.games.hands_down.state import Motion, Phase, State
from tapete.games.hands_down.tests.play import play, random_table
from tapete.table.table import Table

GAMES = 8


def seen(s: Any, seat: int) -> bytes:
    v = view.View()
    view.observe(s, seat, v)
    return v.pack()


def swap_hidden(s: State, seat: int, random: Random) -> State:
    """Return the state with all that a seat cannot know dealt anew."""
    other = s.copy()
    places = [p for i, p in enumerate(other.players[: s.seats]) if i != seat]
    shown = JOKER if s.phase == Phase.OVER else None
    cards = [c for p in places for c in range(KINDS) for _ in range(p.hand[c]) if c != shown]
    cards += s.pile[: s.pile_count]
    random.shuffle(cards)
    for p in places:
        joker = p.hand[JOKER] if shown == JOKER else 0
        count, p.hand, p.count = p.count - joker, [0] * KINDS, 0
        for card in [JOKER] * joker + [cards.pop() for _ in range(count)]:
            add(p, card)
    other.pile[: s.pile_count] = cards
    swap_passed(other, seat, random)
    if seat != s.turn:
        swap_motion(other, random)
    return other


def swap_passed(s: State, seat: int, random: Random) -> None:
    """Change which cards have passed between others."""
    for giver in range(s.seats):
        for taker in range(s.seats):
            if seat not in (giver, taker):
                s.players[giver].gave[taker * KINDS + random.randrange(KINDS)] += 1


def swap_motion(s: State, random: Random) -> None:
    """Turn a pending motion into another one."""
    if s.motion != Motion.NOTHING:
        s.motion, s.rank = random.choice([(Motion.FAKE, 0), (Motion.SLAP, random.randint(1, 10))])
    if s.drawn:
        s.drawn = random.randint(1, KINDS)
    for p in s.players:
        p.stance = p.stance and random.randint(1, 5)


class Watch:
    """Looks at a table after every step and remembers what gave something away."""

    def __init__(self, seed: int) -> None:
        self.random = Random(f"watch {seed}")
        self.leaks: list[str] = []
        self.told = 0

    def __call__(self, table: Table) -> None:
        s = table.state
        for seat in (SPECTATOR, *range(s.seats)):
            other = swap_hidden(s, seat, self.random)
            if seat != SPECTATOR:
                other.players[seat].stance = s.players[seat].stance
            if seen(s, seat) != seen(other, seat):
                self.leaks.append(f"view {seat}")
            for event in table.events[self.told :]:
                whole = event.whole
                if events.show(whole, seat) != events.show(swap_event(whole, seat), seat):
                    self.leaks.append(f"event {whole['type']}")
        self.told = table.version


def swap_event(event: dict[str, Any], seat: int) -> dict[str, Any]:
    """Return an event with the cards that a seat cannot know changed."""
    match event["type"]:
        case "deal":
            hands = [h if i == seat else ["J"] * len(h) for i, h in enumerate(event["hands"])]
            return {**event, "hands": hands, "pile": event["pile"][::-1]}
        case "draw" if event["seat"] != seat:
            return {**event, "cards": ["J"] * len(event["cards"])}
        case "take" if seat not in (event["seat"], event["from"]):
            return {**event, "card": "1" if event["card"] == "J" else "J"}
        case _:
            return event


def leaks(games: int) -> list[str]:
    """Return what gave something away in the first match in which anything did."""
    for seed in range(games):
        watch = Watch(seed)
        play(random_table(seed), Random(seed), watch)
        if watch.leaks:
            return watch.leaks
    return []


def test_nothing_hidden_shows() -> None:
    assert leaks(GAMES) == []


@pytest.mark.proof
def test_nothing_hidden_shows_in_200_games() -> None:
    assert leaks(200) == []


def test_no_event_comes_before_a_motion_is_resolved() -> None:
    def each(table: Table) -> None:
        if table.state.phase == Phase.STANCE:
            assert table.events[-1].whole["type"] != "early"

    for seed in range(GAMES):
        play(random_table(seed), Random(seed), each)


def leak_motion(s: Any, _seat: int, v: Any) -> None:
    v.motion = s.motion


def leak_rank(s: Any, _seat: int, v: Any) -> None:
    v.rank = s.rank


def leak_hand(s: Any, seat: int, v: Any) -> None:
    v.players[(seat + 1) % s.seats].points = s.players[(seat + 1) % s.seats].hand[1]


def leak_pair(s: Any, _seat: int, v: Any) -> None:
    v.players[s.turn].points = max(s.players[s.turn].hand[1:]) >= PAIR


def leak_joker(s: Any, _seat: int, v: Any) -> None:
    v.joker = sum(i for i, p in enumerate(s.players) if p.hand[JOKER])


def leak_stance(s: Any, seat: int, v: Any) -> None:
    v.stance = s.players[(seat + 1) % s.seats].stance


def leak_passed(s: Any, seat: int, v: Any) -> None:
    if seat == SPECTATOR:
        v.took = list(s.players[0].gave)


@pytest.mark.parametrize(
    "leak",
    [leak_motion, leak_rank, leak_hand, leak_pair, leak_joker, leak_stance, leak_passed],
)
def test_a_planted_leak_is_caught(leak: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    honest = view.observe

    def observe(s: Any, seat: int, v: Any) -> None:
        honest(s, seat, v)
        leak(s, seat, v)

    monkeypatch.setattr(view, "observe", observe)
    assert leaks(4) != []


@pytest.mark.parametrize("kind", ["deal", "draw", "take"])
def test_a_leaking_event_is_caught(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    honest = events.show

    def show(event: dict[str, Any], seat: int) -> dict[str, Any]:
        return dict(event) if event["type"] == kind else honest(event, seat)

    monkeypatch.setattr(events, "show", show)
    assert f"event {kind}" in leaks(2)


def test_the_own_hand_and_motion_do_show() -> None:
    def each(table: Table) -> None:
        s = table.state
        v = view.View()
        view.observe(s, s.turn, v)
        assert (v.motion, v.rank) == (s.motion, s.rank)
        assert v.hand == s.players[s.turn].hand

    play(random_table(3), Random(3), each)
