"""Runs a match at a terminal: whose turn it is, who holds the keyboard, races, the end."""

import random
import shlex
from pathlib import Path

from platformdirs import user_data_path

from tapete.cli.reflexes import Reflexes
from tapete.cli.saves import remove_save, shown_path, write_whole
from tapete.cli.screen import Screen
from tapete.cli.session import Session
from tapete.cli.telling import Teller
from tapete.cli.turn import Turn
from tapete.cli.words import say
from tapete.core.game import SPECTATOR, Seat
from tapete.table.record import format_record, record_of
from tapete.table.seal import seal_of

THINKING = (0.5, 1.2)
"""How long a computer player seems to think, in seconds: at least and at most."""


class Host:
    """Leads people and computer players through a session to its end."""

    def __init__(self, session: Session, screen: Screen, language: str, *, is_fast: bool) -> None:
        self._session = session
        self._table = session.table
        self._screen = screen
        self._language = language
        self._is_fast = is_fast
        self._people = session.plan.people
        self.teller = Teller(session.table, session.plan.names, screen, language)
        self._reflexes = Reflexes(session, self.teller)
        self._holder: Seat = self._people[0] if len(self._people) == 1 else SPECTATOR
        """Whose eyes the screen is for; SPECTATOR while everybody looks."""
        self._is_at_keys = False

    def run(self) -> None:
        """Play to the end; raises Quit, EndOfInput or KeyboardInterrupt where people leave."""
        while not self._table.is_over:
            self._tell()
            if self._table.is_racing:
                self._race()
            elif self._table.actor in self._people:
                self._person(self._table.actor)
            else:
                self._computer(self._table.actor)
        self._release()
        self._tell()

    def finish(self, records: Path | None) -> None:
        """Say the result, and write the record of a finished match in place of its save."""
        self._screen.head(self.teller.result()[0])
        for line in self.teller.result()[1:]:
            self._screen.say(line)
        path = (records or user_data_path("tapete", appauthor=False) / "records") / (
            f"{self._session.plan.game}-{self._session.save.started}.jsonl"
        )
        record = record_of(self._table, self._session.players)
        record["x_seal"] = seal_of(self._table)
        write_whole(path, format_record(record) + "\n")
        remove_save(self._session.save)
        command = f"tapete verify {shlex.quote(str(path))}"
        self._screen.say(say("record", self._language, path=shown_path(path)))
        # Not wrapped, so that it can be copied.
        self._screen.draw(say("verify", self._language, command=command) + "\n")

    def _tell(self) -> None:
        self.teller.tell(self._holder)

    def _person(self, seat: Seat) -> None:
        """Let a person choose, the keyboard being theirs."""
        if self._holder != seat:
            self._release()
            self._screen.ask(say("hand_over", self._language, name=self.teller.names[seat]))
            self._screen.clear()
            self._holder = seat
            self._is_at_keys = False
            self.teller.catch_up(seat)
        turn = Turn(self._table, seat, self.teller, self._session.plan)
        turn.take(lambda action: self._session.act(seat, action))
        self._reflexes.resolved()

    def _computer(self, seat: Seat) -> None:
        """Let a computer player choose, at a pace that can be followed."""
        self._release()
        if self._reflexes.is_live and self._reflexes.live(seat):
            self._go_to_keys()
            if self._reflexes.hover(seat):
                self._reflexes.resolved()
                return
        elif not self._is_fast:
            self._screen.wait(random.uniform(*THINKING))
        self._session.act(seat, self._session.choose(seat))
        self._reflexes.resolved()

    def _race(self) -> None:
        """Run a race, for all to see."""
        self._release()
        if self._reflexes.awaits_people:
            self._go_to_keys()
        self._reflexes.race()

    def _go_to_keys(self) -> None:
        if not self._is_at_keys:
            self._is_at_keys = True
            self._reflexes.introduce()

    def _release(self) -> None:
        """Take a person's cards from the screen before others look at it."""
        if len(self._people) == 1 or self._holder == SPECTATOR:
            return
        if not self._screen.is_plain:
            self._screen.ask(say("hide", self._language, name=self.teller.names[self._holder]))
        self._screen.clear()
        self._holder = SPECTATOR
