"""The hand-written player: it wins, it ends its games, it sees no more than its view."""

import random
from collections import Counter
from collections.abc import Callable

import numpy as np
import pytest

from tapete.core.game import CHANCE, TERMINAL
from tapete.games.declare import GAME, rounds, rules
from tapete.games.declare.bots import choose
from tapete.games.declare.notation import format_action
from tapete.games.declare.state import News, State
from tapete.games.declare.tests.hands import fresh, news, table, view_of
from tapete.sim.jit import as_rows, compiled

Player = Callable[[State, list[int], random.Random], int]


def uniform(_s: State, legal: list[int], rng: random.Random) -> int:
    """Choose anything."""
    return rng.choice(legal)


def simple(s: State, legal: list[int], rng: random.Random) -> int:
    """Choose as the hand-written player does."""
    return choose(view_of(s, s.turn), legal, len(legal), rng.getrandbits(31))


def legal_of(s: State) -> list[int]:
    """Return the legal actions."""
    buffer = [0] * GAME.num_actions
    return buffer[: rules.legal_actions(s, buffer)]


def play_match(s: State, players: list[Player], rng: random.Random) -> Counter[News]:
    """Play a match to its end; return how often what happened."""
    seen = Counter[News]()
    while rules.actor(s) != TERMINAL:
        if rules.actor(s) == CHANCE:
            rules.apply_chance(s, rng.randrange(rules.chance_count(s)))
        else:
            legal = legal_of(s)
            action = players[s.turn](s, legal, rng)
            assert action in legal
            rules.apply(s, action)
        seen.update(news(s))
    return seen


def chosen(s: State) -> str:
    """Return what the hand-written player does."""
    return format_action(s, simple(s, legal_of(s), random.Random(1)))


@pytest.mark.parametrize("seats", [2, 4, 6])
def test_one_beats_uniform_players(seats: int) -> None:
    rng, wins, games = random.Random(seats), 0.0, 20
    for game in range(games):
        s = fresh(seats)
        players = [simple if seat == game % seats else uniform for seat in range(seats)]
        play_match(s, players, rng)
        wins += rules.returns(s, game % seats) / 60
    # Pure chance would win one in `seats`.
    assert wins >= 0.9 * games


@pytest.mark.parametrize("preset", ["sheet", "yaniv-like", "least-count-like"])
def test_four_end_their_rounds_by_declaring(preset: str) -> None:
    rng, seen = random.Random(preset), Counter[News]()
    for _ in range(6):
        s = fresh(4, preset)
        seen += play_match(s, [simple] * 4, rng)
        assert s.round < rounds.MAX_ROUNDS
    assert seen[News.END] == 6
    assert seen[News.SHOWDOWN] <= 0.05 * seen[News.DECLARED]


@pytest.mark.parametrize(
    "options",
    [
        {"declare_max": 5, "run_lengths": "none"},
        {"lap_limit": 5, "starter": "random"},
        {"end": "staged", "jokers": 2, "starter": "rotate"},
        {"end": "first_out", "scoring": "full_hand", "mixed_two_pairs": True},
    ],
    ids="-".join,
)
def test_four_end_their_games_under_any_options(options: dict[str, object]) -> None:
    s = fresh(4, **options)
    assert play_match(s, [simple] * 4, random.Random(str(options)))[News.END] == 1
    assert s.round < rounds.MAX_ROUNDS


def test_declares_when_it_must_be_lowest() -> None:
    assert chosen(table("AS", "9S 9H 7D 6C 5D", "KS KH QD JC 9C", turns=2)) == "declare"


def test_does_not_declare_a_high_hand() -> None:
    assert chosen(table("9S 9H 7D 6C 5D", "AS", "2S 2H", turns=2)) != "declare"


def test_knows_the_cards_that_were_seen_to_be_taken() -> None:
    s = table("7S", "KS KH", turns=2)
    assert chosen(s) == "declare"
    s = table("7S", "AS AH", turns=2)
    for card in s.players[1].hand[:2]:
        s.holder[card] = 1
    assert chosen(s) != "declare"


def test_throws_the_most_points_and_takes_a_low_card() -> None:
    assert chosen(table("KS KH 2D 7C", "9S", floor="AD JS", turns=0)) == "KS KH > AD"


def test_compiled_player_chooses_the_same() -> None:
    twin, observe = (
        compiled("tapete.games.declare.bots"),
        compiled("tapete.games.declare.view").observe,
    )
    rng, s, compared = random.Random(7), fresh(4, "yaniv-like"), 0
    while compared < 150:
        if rules.actor(s) == CHANCE:
            rules.apply_chance(s, rng.randrange(rules.chance_count(s)))
            continue
        legal, lot = legal_of(s), rng.getrandbits(31)
        action = choose(view_of(s, s.turn), legal, len(legal), lot)
        rows, views = as_rows([s.pack()], State), as_rows([GAME.view.View().pack()], GAME.view.View)
        observe(rows[0], s.turn, views[0])
        assert twin.choose(views[0], np.array(legal), len(legal), lot) == action
        compared += 1
        rules.apply(s, action)
