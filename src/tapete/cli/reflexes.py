"""Races as this terminal decides them: by key presses where people have keys, else by lot."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

from tapete.bots.motion import MS, SCREEN_MS
from tapete.cli.keys import assign_keys, live_keys
from tapete.cli.motion import Contacts, Stage, make_motion
from tapete.cli.session import Session
from tapete.cli.telling import Teller
from tapete.cli.words import say
from tapete.core.errors import Refused
from tapete.core.game import Races, Seat
from tapete.core.race import Race, Touch


class Reflexes:
    """Runs the races of a session; `is_live` says whether hands are real key presses."""

    def __init__(self, session: Session, teller: Teller) -> None:
        self._session = session
        self._teller = teller
        self._screen = teller.screen
        self._language = teller.language
        self._resolved = time.monotonic()
        """When something was last resolved, by the monotonic clock."""
        people = session.plan.people
        names = [session.plan.names[seat] for seat in people]
        self._seats = {"": people[0]}
        if len(people) > 1:
            self._seats = {key: people[i] for key, i in assign_keys(names).items()}

    @property
    def is_live(self) -> bool:
        """Say whether people race with keys."""
        judge = self._session.table.judge
        has_races = self._session.game.races is not None
        return has_races and judge.reflex != "lots" and self._screen.is_tty

    @property
    def awaits_people(self) -> bool:
        """Say whether the pending race waits for the keys of people."""
        return self.is_live and bool(self.live(self._races.acting(self._session.table.state)))

    @property
    def _races(self) -> Races:
        races = self._session.game.races
        if races is None:
            raise NotImplementedError(f"{self._session.game.name} has no races")
        return races

    def introduce(self) -> None:
        """Say who has which key; several people say when they are ready."""
        if len(self._seats) == 1:
            self._screen.say(say("any_key", self._language))
            return
        names = self._session.plan.names
        each = [
            say("key_of", self._language, name=names[seat], key=key)
            for key, seat in self._seats.items()
        ]
        self._screen.say(say("keys", self._language, keys=", ".join(each)))
        self._screen.ask(say("ready", self._language))

    def resolved(self) -> None:
        """Remember that something was resolved just now."""
        self._resolved = time.monotonic()

    def hover(self, seat: Seat) -> bool:
        """Let the hand of a seat that is about to choose hover; say whether a touch counted."""
        with self._stage() as stage:
            touch = stage.hover(self._session.plan.names[seat], self.live(seat))
        if touch is None:
            return False
        toucher, at = touch
        since = max(round((at - self._resolved) * MS), 0)
        try:
            self._session.measured(Touch(toucher, since))
        except Refused:
            name = self._session.plan.names[toucher]
            self._screen.say(say("touch_ignored", self._language, name=name))
            return False
        return True

    def race(self) -> None:
        """Run the pending race and let the table judge it."""
        race = self._session.model()
        acting = self._races.acting(self._session.table.state)
        if acting in self._session.plan.people:
            # A person's hand does what was chosen: no half slap, no touch by accident.
            race = replace(race, foul=False)
        if self.is_live:
            race = self._with_people(race, acting)
        self._session.measured(race)
        self.resolved()

    def _with_people(self, race: Race, acting: Seat) -> Race:
        """Show the motion and put the people's contacts beside the modelled ones."""
        table = self._session.table
        is_fake = self._races.is_fake(table.state)
        name = self._session.plan.names[acting]
        is_slow = table.judge.reflex == "relaxed"
        with self._stage() as stage:
            if acting in self._session.plan.people and self.live(acting):
                stage.hover(name, ())
            motion = make_motion(name, is_fake=is_fake, is_slow=is_slow)
            hands = stage.play(motion, self.live(acting), table.judge.limit_ms / MS)
        return self._merge(race, hands, acting)

    def _merge(self, race: Race, hands: Contacts, acting: Seat) -> Race:
        """Return the race of computer players and people together."""
        contacts: list[int | None] = [
            None if at is None or seat == acting else at + SCREEN_MS
            for seat, at in enumerate(race.contacts)
        ]
        contacts[acting] = 0
        for seat, at in hands.at.items():
            contacts[seat] = at
        return replace(race, contacts=tuple(contacts), early=(*race.early, *hands.early))

    def live(self, acting: Seat) -> list[Seat]:
        """Return the people whose touch means something while a seat acts."""
        state = self._session.table.state
        return [s for s in self._races.runners(state) if s in self._seats.values() and s != acting]

    @contextmanager
    def _stage(self) -> Iterator[Stage]:
        with live_keys(self._screen.source) as keys:
            yield Stage(self._teller, keys, self._seats)
