"""Telling people what happened: each only what may be seen from where they sit."""

from collections.abc import Sequence

from tapete.cli.screen import Screen
from tapete.cli.words import join_names, say
from tapete.core.game import SPECTATOR, Seat
from tapete.table.events import Event
from tapete.table.record import result_of
from tapete.table.table import Table

DEAL = "deal"
"""The type of event with which a round or hand begins."""
LOG = 12
"""So many events are lately."""


class Teller:
    """Tells a table's events live, and again to whoever gets the keyboard."""

    def __init__(self, table: Table, names: Sequence[str], screen: Screen, language: str) -> None:
        self.table = table
        self.names = names
        self.screen = screen
        self.language = language
        self._told = 0
        """How many events have been told live."""
        self._seen: dict[Seat, int] = {}
        """Per seat, how many events have been told as that seat sees them."""

    def skip(self) -> None:
        """Take all but what happened lately as told, since a game goes on."""
        self._told = max(self.table.version - LOG, 0)
        self._seen = dict.fromkeys(range(self.table.seats), self._told)

    def tell(self, audience: Seat) -> None:
        """Tell what has happened since, to a seat or to everybody (SPECTATOR)."""
        for event in self.table.events[self._told :]:
            if event.whole["type"] == DEAL and event.version > 1:
                self.screen.say(self.scores())
                self.screen.pause(say("go_on", self.language))
            self.screen.say(self.describe(event, audience))
        self._told = self.table.version
        if audience != SPECTATOR:
            self._seen[audience] = self._told

    def catch_up(self, seat: Seat) -> None:
        """Tell a seat, to which the keyboard comes, what it has not been told as it sees it.

        Where the screen was not emptied, that is only what everybody was not told just so.
        """
        news = self.table.events[self._seen.get(seat, 0) :]
        if self.screen.is_plain:
            news = [e for e in news if self.describe(e, seat) != self.describe(e, SPECTATOR)]
        if news:
            self.screen.say(say("since", self.language))
        for event in news:
            self.screen.say(self.describe(event, seat))
        self._seen[seat] = self.table.version

    def log(self, seat: Seat) -> None:
        """Tell what happened lately."""
        late = self.table.events[-LOG:]
        self.screen.say(say("log" if late else "nothing_yet", self.language))
        for event in late:
            self.screen.say(self.describe(event, seat))

    def describe(self, event: Event, seat: Seat) -> str:
        """Say an event as a seat sees it."""
        seen = event.seen_by(seat)
        return self.table.game.notation.describe_event(seen, self.names, self.language)

    def scores(self) -> str:
        """Say everybody's score."""
        score = self.table.game.rules.score
        each = [
            say("score_of", self.language, name=name, score=score(self.table.state, seat))
            for seat, name in enumerate(self.names)
        ]
        return say("scores", self.language, scores=", ".join(each))

    def result(self) -> list[str]:
        """Say who has won and how all are ranked, those who tie on one place."""
        result = result_of(self.table.game, self.table.state)
        winners: list[Seat] = result["winners"]
        names = join_names([self.names[seat] for seat in winners], self.language)
        key = "winner" if len(winners) == 1 else "winners"
        lines = [say(key, self.language, names=names)]
        lines.append(say("ranking", self.language))
        ahead = 0
        for group in result["ranking"]:
            lines += [self._place(seat, ahead + 1, len(group), result["scores"]) for seat in group]
            ahead += len(group)
        return lines

    def _place(self, seat: Seat, place: int, sharing: int, scores: Sequence[int]) -> str:
        key = "place" if sharing == 1 else "shared_place"
        return say(key, self.language, place=place, name=self.names[seat], score=scores[seat])
