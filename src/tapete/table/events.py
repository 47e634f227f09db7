"""What happened at a table, and who may see how much of it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from tapete.core.game import Facts, Game, RecordEvent
from tapete.core.news import WIDTH


@dataclass(frozen=True)
class Event:
    """One thing that happened; `version` counts a table's events from 1 without gaps."""

    version: int
    game: Game
    whole: RecordEvent
    """As a record keeps it, secrets included: never sent to anybody during a game."""

    def seen_by(self, seat: int) -> dict[str, Any]:
        """Build what a seat (or SPECTATOR) may see."""
        return self.game.events.show(self.whole, seat)


def tell_news(game: Game, s: Any, facts: Facts) -> list[RecordEvent]:
    """Return the record events for what the last call of the rules did."""
    at = range(0, s.news_count * WIDTH, WIDTH)
    items = [(s.news[i], s.news[i + 1], s.news[i + 2]) for i in at]
    return [game.events.tell(s, item, facts) for item in items]


def wholes(events: Sequence[Event]) -> list[RecordEvent]:
    """Return the events as a record keeps them."""
    return [event.whole for event in events]
