"""Whether what a seat sees depends on what is hidden from it.

At a step of a match, `variants` of the game's own tests gives states that the seat must not be able
to tell from the real one (hidden cards swapped, a pending motion exchanged). The seat's view, and
the events that it sees of the step, must be the same in both, byte for byte.
"""

import json
import random
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from tapete.core.game import CHANCE, SPECTATOR, TERMINAL, Facts, Game
from tapete.table.events import tell_news
from tests.driver import Step, play, take
from tests.hidden import hidden_of

Observe = Callable[[Any, int, Any], None]
Show = Callable[[dict[str, Any], int], dict[str, Any]]


@dataclass
class Findings:
    """What a search for leaks came to."""

    views: int = 0
    """Pairs of views compared."""
    events: int = 0
    """Pairs of steps whose events were compared."""
    leaks: list[str] = field(default_factory=list[str])


def search(
    game: Game,
    matches: list[tuple[int, dict[str, Any]]],
    *,
    seed: int,
    observe: Observe | None = None,
    show: Show | None = None,
) -> Findings:
    """Look for leaks on every step of random matches, one viewer and one variant a step."""
    found = Findings()
    for index, (seats, values) in enumerate(matches):
        rng = random.Random(f"{game.name}/{seed}/{index}")
        s = game.new(seats, values)
        if game.races is not None:
            game.races.ask_stances(s, rng.random() < 0.5)
        for step in play(game, s, rng):
            seat = rng.choice([*range(seats), SPECTATOR])
            other = hidden_of(game).variant(s, seat, rng)
            if other is not None:
                compare_views(game, (s, other), seat, observe or game.view.observe, found)
                compare_steps(game, (s, other), (seat, step), show or game.events.show, found)
    return found


def compare_views(
    game: Game, pair: tuple[Any, Any], seat: int, observe: Observe, found: Findings
) -> None:
    """Compare the bytes of the seat's two views."""
    views = [game.view.View(), game.view.View()]
    for s, v in zip(pair, views, strict=True):
        observe(s, seat, v)
    found.views += 1
    if views[0].pack() != views[1].pack():
        found.leaks.append(f"seat {seat}'s view at {pair[0]!r}"[:500])


def compare_steps(
    game: Game, pair: tuple[Any, Any], at: tuple[int, Step], show: Show, found: Findings
) -> None:
    """Do the step in both states and compare what the seat sees of it, where nothing is turned up."""
    seat, step = at
    if step.seat == seat:
        return  # what a seat itself does differs only if its own hand does
    after = [s.copy() for s in pair]
    for s, original in zip(after, pair, strict=True):
        if not is_possible(game, original, step, same_as=pair[0]):
            return
        take(game, s, step)
    told = [tell_news(game, s, Facts(order=lambda: [])) for s in after]
    if any(hidden_of(game).is_public(event) for events in told for event in events):
        return
    if [e["type"] for e in told[0]] != [e["type"] for e in told[1]]:
        return
    found.events += 1
    seen = [json.dumps([show(event, seat) for event in events]) for events in told]
    if seen[0] != seen[1]:
        found.leaks.append(f"seat {seat} sees {seen[0]} or {seen[1]}"[:500])


def is_possible(game: Game, s: Any, step: Step, *, same_as: Any) -> bool:
    """Say whether the step can be done, and is in words the very same, in this state."""
    if step.seat == CHANCE:
        if game.rules.actor(s) != CHANCE:
            return game.races is not None and step.move in game.races.touches(s)
        return step.move < game.rules.chance_count(s)
    if game.rules.actor(s) == TERMINAL or not game.rules.is_legal(s, step.move):
        return False
    words = game.notation.format_action
    return words(s, step.move) == words(same_as, step.move)
