"""A table: one match, its chance, and the two checked doors through which it goes on."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from tapete.core.errors import Reason, Refused, TapeteError
from tapete.core.game import CHANCE, SPECTATOR, TERMINAL, Action, Facts, Game, Lot, Seat
from tapete.core.options import Value
from tapete.core.race import Judge, Race, Touch, Verdict
from tapete.table.chance import Chance, Deck
from tapete.table.events import Event, tell_news
from tapete.table.race import adjudicate, recorded_contacts


class Table:
    """One match from its first shuffle to its end.

    `act` takes the choices of seats and `measured` what hands did; each either returns the events
    that followed or raises Refused and changes nothing.
    """

    def __init__(  # noqa: PLR0913  # what a table is, each part by its name
        self,
        game: Game,
        seats: int,
        values: Mapping[str, Value],
        chance: Chance,
        *,
        judge: Judge | None = None,
        stances: bool = False,
    ) -> None:
        """Sit down `seats` players under settled house rules; `start` deals.

        With `stances` the table asks each racing seat how careful it is before every race.
        """
        self.game = game
        self.seats = seats
        self.values = dict(values)
        self.chance = chance
        self.judge = judge or Judge()
        self.state = game.new(seats, values)
        if game.races is not None:
            game.races.ask_stances(self.state, stances)
        self.events: list[Event] = []
        """All that has happened, in order."""
        self._deck = Deck(chance)
        self._legal = [0] * game.num_actions
        self._contacts: list[int | None] = []
        self._reflexes: set[str] = set()

    @property
    def judge_of_all(self) -> Judge:
        """Return by what rules every race so far was judged, for a record.

        A table may go on with another judge; lots and measured races together read as measured
        ones, among which those by lot are races in which nobody slapped.
        """
        if self._reflexes <= {self.judge.reflex}:
            return self.judge
        return replace(self.judge, reflex="real")

    @property
    def version(self) -> int:
        """Return how many events there have been."""
        return len(self.events)

    @property
    def actor(self) -> Seat:
        """Return the seat that must choose, CHANCE where a race must be measured, or TERMINAL."""
        return self.game.rules.actor(self.state)

    @property
    def is_over(self) -> bool:
        """Say whether the match has ended."""
        return self.actor == TERMINAL

    @property
    def is_racing(self) -> bool:
        """Say whether the table waits for a race to be measured."""
        return self.actor == CHANCE and self.game.rules.chance_kind(self.state) == Lot.RACE

    def start(self) -> list[Event]:
        """Deal; return what happened up to the first choice."""
        before = self.version
        self._settle()
        return self.events[before:]

    def legal_actions(self) -> list[Action]:
        """Return what the actor may do, ascending; nothing where no seat must choose."""
        if self.actor < 0:
            return []
        count = self.game.rules.legal_actions(self.state, self._legal)
        return self._legal[:count]

    def view(self, seat: Seat = SPECTATOR) -> Any:
        """Build the view of a seat or of a spectator."""
        v = self.game.view.View()
        self.game.view.observe(self.state, seat, v)
        return v

    def act(self, seat: Seat, action: Action) -> list[Event]:
        """Take a seat's choice; return the events, or raise Refused and change nothing."""
        before = self.version
        self.choose(seat, action)
        self._settle()
        return self.events[before:]

    def choose(self, seat: Seat, action: Action) -> None:
        """Take a seat's choice like `act`, but leave what chance must do next to the caller."""
        self._check_choice(seat, action)
        self.game.rules.apply(self.state, action)
        self._tell()

    def measured(self, report: Race | Touch) -> list[Event]:
        """Take what hands did, a race or a touch; return the events, or raise Refused."""
        if self.is_over:
            raise over()
        if self.game.races is None or (isinstance(report, Race) and not self.is_racing):
            raise Refused(
                Reason.NOTHING_TO_MEASURE,
                "there is no race to measure now",
                "ahora no hay ninguna carrera que medir",
            )
        before = self.version
        self._contacts = []
        if isinstance(report, Touch):
            outcomes = [self.game.racing.touch_outcome(self.state, report)]
        else:
            outcomes = self._judged(report)
        for outcome in outcomes:
            self._happen(outcome)
            self._settle()
        return self.events[before:]

    def _judged(self, race: Race) -> list[int]:
        """Return the outcomes that a measured race comes to, and keep its contacts."""
        races, s = self.game.racing, self.state
        early: tuple[Seat, ...] = ()
        if not races.is_fake(s) and not race.foul and self.judge.reflex != "lots":
            early = races.early_seats(s, race.early)
        runners = races.runners_after(s, early)
        # In a fake, who touched before its end has touched; in a slap, early ones are dealt with.
        # Whoever takes no part is ignored in both: a refusal would tell one from the other.
        touched = tuple(seat for seat in runners if seat in race.early)
        race = replace(race, early=touched if races.is_fake(s) else ())
        try:
            # Once for the checks alone: a refused measurement must not use up a lot.
            self._adjudicate(race, runners, 0)
            contacts = recorded_contacts(race, runners, self.judge, races.acting(s), self.seats)
        except TapeteError as error:
            raise Refused(Reason.BAD_MEASUREMENT, str(error)) from error
        self._contacts = contacts
        self._reflexes.add(self.judge.reflex)
        verdict = self._adjudicate(race, runners, self.chance.bits())
        return races.outcomes(s, replace(verdict, early=early))

    def _adjudicate(self, race: Race, runners: tuple[Seat, ...], lot: int) -> Verdict:
        races, s = self.game.racing, self.state
        return adjudicate(
            race,
            runners,
            self.judge,
            is_fake=races.is_fake(s),
            par_ms=races.par_ms(s),
            may_jam=races.may_jam(s),
            lot=lot,
        )

    def happen(self, outcome: int, contacts: list[int | None] | None = None) -> None:
        """Let an outcome happen unchecked, for a replay that knows what fell."""
        self._contacts = contacts or []
        self._happen(outcome)

    def draw(self) -> None:
        """Give the next card of the shuffled pile to whom it is owed."""
        self._happen(self._deck.index(self.state))

    def _check_choice(self, seat: Seat, action: Action) -> None:
        actor = self.actor
        if actor == TERMINAL:
            raise over()
        if type(seat) is not int or not 0 <= seat < self.seats:
            raise Refused(
                Reason.NO_SUCH_SEAT,
                f"expected a seat from 0 to {self.seats - 1}, got {seat!r}",
                f"se esperaba un asiento de 0 a {self.seats - 1}, no {seat!r}",
            )
        if actor == CHANCE:
            raise Refused(
                Reason.NOT_YOUR_TURN, "no seat chooses now", "ahora no elige ningún asiento"
            )
        if seat != actor:
            raise Refused(
                Reason.NOT_YOUR_TURN,
                f"seat {actor} must choose now, not seat {seat}",
                f"ahora elige el asiento {actor}, no el {seat}",
            )
        if type(action) is not int or not 0 <= action < self.game.num_actions:
            raise Refused(
                Reason.NO_SUCH_ACTION,
                f"expected an action from 0 to {self.game.num_actions - 1}, got {action!r}",
                f"se esperaba una acción de 0 a {self.game.num_actions - 1}, no {action!r}",
            )
        if not self.game.rules.is_legal(self.state, action):
            rule, english, spanish = self.game.notation.explain(self.state, action)
            raise Refused(Reason.NOT_ALLOWED, english, spanish, rule)

    def _settle(self) -> None:
        """Let chance act until a seat must choose, a race must be measured, or all is over."""
        rules = self.game.rules
        while rules.actor(self.state) == CHANCE:
            match rules.chance_kind(self.state):
                case Lot.DRAW:
                    self.draw()
                case Lot.EVEN:
                    count = rules.chance_count(self.state)
                    # A lot among one is none: it must not use up the seal.
                    self._happen(self.chance.lot(count) if count > 1 else 0)
                case _:
                    return

    def _happen(self, outcome: int) -> None:
        self.game.rules.apply_chance(self.state, outcome)
        self._tell()

    def _tell(self) -> None:
        """Put the news of the last call into events."""
        if self.state.news_count == 0:
            return
        facts = Facts(lambda: self._deck.remaining(self.state), self._contacts)
        for whole in tell_news(self.game, self.state, facts):
            self.events.append(Event(self.version + 1, self.game, whole))


def over() -> Refused:
    """Return the refusal after the end."""
    return Refused(Reason.GAME_OVER, "the game is over", "la partida ha terminado")
