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

from tapete.core.game import CHANCE, SPECTATOR, TERMINAL, Facts, Game, Lot
from tapete.table.events import tell_news
from tests.driver import Step, play, possible_outcomes, take
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
    found.views += 1
    if packed(game, pair[0], seat, observe) != packed(game, pair[1], seat, observe):
        found.leaks.append(f"seat {seat}'s view at {pair[0]!r}"[:500])


def packed(game: Game, s: Any, seat: int, observe: Observe) -> bytes:
    """Return the bytes of the seat's view."""
    v = game.view.View()
    observe(s, seat, v)
    return v.pack()


def compare_steps(
    game: Game, pair: tuple[Any, Any], at: tuple[int, Step], show: Show, found: Findings
) -> None:
    """Do the step in both states and compare what the seat sees of it; nothing may be turned up."""
    seat, step = at
    if step.seat == seat:
        return  # what a seat itself does differs only if its own hand does
    seen = seen_after(game, pair, (step, step), seat, show)
    if seen is None:
        return
    if step.seat == CHANCE and seen.views_differ and (seen.events_differ or not seen.events[0]):
        # View and events tell it of its own new card: let that be the same card in both.
        same = same_card(game, pair, step)
        seen = seen_after(game, pair, (step, same), seat, show) if same else None
    if seen is None:
        return
    found.events += seen.events[0] != ""
    if seen.views_differ or seen.events_differ:
        found.leaks.append(f"seat {seat} sees {seen.events[0]} or {seen.events[1]}"[:500])


@dataclass
class Seen:
    """What a seat sees of a step in each of two states."""

    events: list[str]
    """The events as JSON, "" where there is none."""
    views_differ: bool

    @property
    def events_differ(self) -> bool:
        """Say whether it sees other events in one than in the other."""
        return self.events[0] != self.events[1]


def seen_after(
    game: Game, pair: tuple[Any, Any], steps: tuple[Step, Step], seat: int, show: Show
) -> Seen | None:
    """Do the steps and return what the seat sees, None where they cannot be compared."""
    for s, step in zip(pair, steps, strict=True):
        if not is_possible(game, s, step, same_as=pair[0]):
            return None
    after = [s.copy() for s in pair]
    for s, step in zip(after, steps, strict=True):
        take(game, s, step)
    told = [tell_news(game, s, Facts(order=list)) for s in after]
    if any(hidden_of(game).is_public(event) for events in told for event in events):
        return None
    if [e["type"] for e in told[0]] != [e["type"] for e in told[1]]:
        return None
    events = [json.dumps([show(e, seat) for e in one]) if one else "" for one in told]
    views = [packed(game, s, seat, game.view.observe) for s in after]
    return Seen(events, views[0] != views[1])


def same_card(game: Game, pair: tuple[Any, Any], step: Step) -> Step | None:
    """Return the step that draws in the second state what it draws in the first, if one does."""
    first, second = pair
    if game.rules.chance_kind(first) != Lot.DRAW:
        return None
    card, lying = first.pile[step.move], second.pile[: second.pile_count]
    return Step(CHANCE, lying.index(card)) if card in lying else None


def is_possible(game: Game, s: Any, step: Step, *, same_as: Any) -> bool:
    """Say whether the step can be done, and is in words the very same, in this state."""
    if step.seat == CHANCE:
        if game.rules.actor(s) != CHANCE:
            return game.races is not None and step.move in game.races.touches(s)
        return step.move in possible_outcomes(game, s)
    if game.rules.actor(s) == TERMINAL or not game.rules.is_legal(s, step.move):
        return False
    words = game.notation.format_action
    return words(s, step.move) == words(same_as, step.move)
