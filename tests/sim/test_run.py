"""`tapete.sim.play`: arrays of results, refusals, and Ctrl-C."""

import subprocess
import sys
from typing import Any

import numpy as np
import pytest

from tapete.core.errors import TapeteError
from tapete.core.game import WIN, Game
from tapete.games import games
from tapete.sim import Results, play
from tapete.sim.cpu import SLICE
from tapete.sim.desk import KINDS, Kind
from tapete.sim.results import Tally, margin_of
from tapete.sim.run import CHUNK, chunks, setting_of
from tests.toy import TOY

every_game = pytest.mark.parametrize("game", games().values(), ids=games())


@every_game
def test_results_are_arrays_with_a_row_a_match(game: Game):
    seats = game.max_seats
    results = play(game, games=300, seats=seats, players="simple", key=1)
    assert len(results) == 300
    assert results.is_whole
    for array, kind in (
        (results.returns, np.int8),
        (results.scores, np.int16),
        (results.places, np.int8),
    ):
        assert array.shape == (300, seats)
        assert array.dtype == kind
    assert (results.returns.sum(1) == WIN).all()
    assert ((results.returns > 0) == (results.places == 0)).all()
    assert (results.steps >= results.decisions).all()
    assert (results.decisions > 0).all()
    assert set(results.capped) <= {0, 1}
    assert sum(results.wins) == pytest.approx(1)
    assert results.cpu_seconds > 0
    assert results.seconds > 0


@every_game
def test_threads_change_nothing(game: Game):
    one, many = (play(game, games=3 * SLICE, key=4, threads=n) for n in (1, 5))
    assert one.rows.tobytes() == many.rows.tobytes()


def test_a_game_is_known_by_its_name():
    assert play("toy", games=5).rows.tobytes() == play(TOY, games=5).rows.tobytes()


def test_any_part_of_the_matches_can_be_played_alone():
    whole, part = play(TOY, games=50), play(TOY, games=20, first=30)
    assert whole.rows[30:].tobytes() == part.rows.tobytes()


def test_good_players_win_more():
    results = play("match-em", games=400, players=["simple", "uniform", "uniform"])
    assert results.wins[0] > 0.6


def test_options_and_presets_count():
    plain = play("declare", games=200, seats=3, threads=1)
    other = play("declare", games=200, seats=3, options={"threshold": 25}, threads=1)
    preset = play("declare", games=200, seats=3, preset="yaniv-like", threads=1)
    assert other.decisions.mean() < plain.decisions.mean() / 2
    assert preset.scores.max() > 200


@every_game
def test_a_match_that_a_limit_ended_says_so(game: Game):
    capping: dict[str, dict[str, Any]] = {
        "hands-down": {"stall_limit": 1},
        "match-em": {"no_wild_finish": True, "copies": 8, "max_value": 5, "wilds": 8},
        "declare": {"threshold": 200, "declare_max": 5, "lap_limit": 5, "false_penalty": 0},
    }
    shares = [
        play(game, games=200, seats=2, options=options).capped.mean()
        for options in ({}, capping.get(game.name, {}))
    ]
    assert 0 <= shares[0] < 1
    if game.name == "hands-down":
        assert shares[1] > 0.5


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"seats": 7}, "seats"),
        ({"players": "nobody"}, "a computer player is one of uniform, simple"),
        ({"players": ["simple", "uniform", "simple"], "seats": 2}, "one kind of player or 2"),
        ({"options": {"turns": "many"}}, "turns must be"),
        ({"preset": "none"}, "no preset"),
    ],
)
def test_what_is_not_allowed_is_refused(given: dict[str, Any], said: str):
    with pytest.raises(TapeteError, match=said):
        play(TOY, games=1, **given)


def test_ctrl_c_keeps_what_is_done(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("tapete.sim.cpu.SLICE", 10)
    whole = play(TOY, games=500)
    told: list[int] = []

    def progress(more: int) -> None:
        told.append(more)
        if len(told) == 7:
            raise KeyboardInterrupt

    short = play(TOY, games=500, threads=2, progress=progress)
    assert not short.is_whole
    assert 70 <= len(short) < 500
    assert short.asked == 500
    assert short.rows.tobytes() == whole.rows[: len(short)].tobytes()


def test_an_error_in_the_callers_progress_comes_out():
    def progress(_more: int) -> None:
        raise RuntimeError("mine")

    with pytest.raises(RuntimeError, match="mine"):
        play(TOY, games=500, progress=progress)


@pytest.mark.parametrize(
    "given",
    [{"games": -1}, {"games": 1.5}, {"games": True}, {"games": 5, "first": -1}]
    + [{"games": 5, "threads": threads} for threads in (0, -2, "all")],
    ids=str,
)
def test_a_wrong_count_is_refused(given: dict[str, Any]):
    with pytest.raises(TapeteError, match=r"expected a whole number from [01] on, got"):
        play(TOY, **given)


def test_no_matches_and_numpys_numbers_are_taken():
    assert len(play(TOY, games=0)) == 0
    some = play(TOY, games=np.int32(5), first=np.uint64(2), threads=np.int64(1))
    assert some.rows.tobytes() == play(TOY, games=7).rows[2:].tobytes()


def test_progress_is_told_of_every_match():
    told: list[int] = []
    play(TOY, games=1000, progress=told.append)
    assert sum(told) == 1000
    assert len(told) == -(-1000 // SLICE)


def test_chunks_are_the_same_matches(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(CHUNK, "cpu", 70)
    setting = setting_of(TOY, seats=2, players="uniform", options=None, key=2)
    parts = list(chunks(setting, 200))
    assert [len(part) for part in parts] == [70, 70, 60]
    assert [part.first for part in parts] == [0, 70, 140]
    whole = play(TOY, games=200, key=2)
    assert b"".join(part.rows.tobytes() for part in parts) == whole.rows.tobytes()


def test_a_tally_adds_up_what_results_say():
    results = play(TOY, games=300, seats=3, players=["simple", "uniform", "uniform"])
    tally = Tally(results.setting)
    for at in (0, 100):
        rows = results.rows[at : at + 100] if at == 0 else results.rows[100:]
        tally.add(Results(results.setting, rows))
    assert tally.games == 300
    assert tally.decisions == results.decisions.sum()
    assert tally.steps == results.steps.sum()
    assert tally.wins == results.wins
    shares = results.returns / WIN
    expected = 1.96 * shares.std(0, ddof=1) / np.sqrt(300)
    assert tally.margins == pytest.approx(expected.tolist())
    for part in (0.25, 0.5, 0.9, 1.0):
        exact = np.quantile(results.decisions, part, method="inverted_cdf")
        assert tally.length_at(part) == exact


def test_an_empty_tally_divides_by_nothing():
    tally = Tally(setting_of(TOY, seats=2, players="uniform", options=None))
    assert (tally.wins, tally.margins, tally.length_at(0.5)) == ([0, 0], [1, 1], 0)
    assert margin_of(0.5, 0.5, 1) == 1


def test_kinds_of_players_are_those_of_the_table():
    from tapete.bots import KINDS as AT_A_TABLE

    assert KINDS == AT_A_TABLE == tuple(kind.name.lower() for kind in Kind)[: len(KINDS)]


@pytest.mark.parametrize("missing", ["numba", "numpy"])
def test_without_numba_there_is_one_clear_line(missing: str):
    program = f"""
import sys
sys.modules["{missing}"] = None
from tapete.cli.__main__ import main
sys.exit(main(["simulate", "match-em", "--games", "5", "--lang", sys.argv[1]]))
"""
    for language, said in (("en", "simulations need Numba"), ("es", "simulaciones necesitan")):
        run = subprocess.run(
            [sys.executable, "-c", program, language], capture_output=True, text=True, check=False
        )
        assert run.returncode == 1
        assert said in run.stderr
        assert 'pip install "tapete[sim]"' in run.stderr
        assert len(run.stderr.splitlines()) == 1
