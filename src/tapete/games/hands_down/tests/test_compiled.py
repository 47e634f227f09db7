"""The compiled twin, asked everything at every step; `make test` has a quicker look at it."""

from random import Random
from typing import Any

import numpy as np
import pytest

from tapete.core.game import SPECTATOR, TERMINAL
from tapete.games.hands_down import bots, rules, view
from tapete.games.hands_down.state import NO_PAIR, State
from tapete.games.hands_down.tests.play import is_motion_node, random_table
from tapete.games.hands_down.view import View
from tapete.sim import jit

FOLDER = "tapete.games.hands_down"


class Twins:
    """A state and its compiled twin, kept in step."""

    def __init__(self, seed: int) -> None:
        self.s = random_table(seed).state
        self.rows = jit.as_rows([self.s.pack()], State)
        self.random = Random(seed)
        self.rules = jit.compiled(f"{FOLDER}.rules")
        self.view = jit.compiled(f"{FOLDER}.view")
        self.bots = jit.compiled(f"{FOLDER}.bots")
        self.legal, self.row_legal = [0] * rules.NUM_ACTIONS, np.zeros(rules.NUM_ACTIONS, np.int64)

    def step(self) -> None:
        """Do one thing in both, chosen at random among what can happen."""
        row, s = self.rows[0], self.s
        for outcome in range(-1, NO_PAIR + 2):
            assert self.rules.can_happen(row, outcome) == rules.can_happen(s, outcome)
        possible = [o for o in range(NO_PAIR + 1) if rules.can_happen(s, o)]
        actor = rules.actor(s)
        assert self.rules.actor(row) == actor
        if possible and (actor < 0 or (is_motion_node(s) and self.random.random() < 0.2)):
            outcome = self.random.choice(possible)
            rules.apply_chance(s, outcome)
            self.rules.apply_chance(row, outcome)
        else:
            action = self.choose(actor)
            rules.apply(s, action)
            self.rules.apply(row, action)
        assert jit.row_bytes(self.rows, 0) == s.pack()

    def choose(self, actor: int) -> int:
        """Return what the hand-written player does, or anything legal."""
        row, s, lot = self.rows[0], self.s, self.random.getrandbits(31)
        count = rules.legal_actions(s, self.legal)
        assert self.rules.legal_actions(row, self.row_legal) == count
        assert self.legal[:count] == list(self.row_legal[:count])
        for action in range(-1, rules.NUM_ACTIONS + 1):
            assert self.rules.is_legal(row, action) == (action in self.legal[:count])
            assert rules.is_legal(s, action) == (action in self.legal[:count])
        v, seen = self.look(actor)
        action = bots.choose(v, self.legal, count, lot)
        assert self.bots.choose(seen[0], self.row_legal, count, lot) == action
        assert self.bots.stance(seen[0], lot) == bots.stance(v, lot)
        return action if lot & 1 else self.random.choice(self.legal[:count])

    def look(self, seat: int) -> tuple[View, Any]:
        """Return the seat's view from both, which must be the same bytes."""
        v, seen = View(), jit.as_rows([View().pack()], View)
        view.observe(self.s, seat, v)
        self.view.observe(self.rows[0], seat, seen[0])
        assert jit.row_bytes(seen, 0) == v.pack()
        return v, seen


def play_twins(seeds: range) -> None:
    for seed in seeds:
        twins = Twins(seed)
        while rules.actor(twins.s) != TERMINAL:
            twins.step()
            for seat in (SPECTATOR, *range(twins.s.seats)):
                twins.look(seat)
        for seat in range(twins.s.seats):
            assert twins.rules.returns(twins.rows[0], seat) == rules.returns(twins.s, seat)
            assert twins.rules.score(twins.rows[0], seat) == rules.score(twins.s, seat)


@pytest.mark.proof
def test_interpreted_and_compiled_give_the_same_bytes_at_every_question() -> None:
    play_twins(range(300))
