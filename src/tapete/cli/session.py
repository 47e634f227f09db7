"""A match in play: its table, its computer players, and a save that follows every move."""

from collections.abc import Sequence
from dataclasses import astuple
from typing import Any

from tapete.bots.computer import Computer
from tapete.bots.races import model_race
from tapete.cli.saves import PERSON, Door, Plan, Save, SaveError, time_stamp, write_save
from tapete.core.errors import TapeteError
from tapete.core.game import Action, Seat
from tapete.core.race import Judge, Race, Touch
from tapete.games import game
from tapete.sim.reflex import Level
from tapete.sim.rng import stream
from tapete.table.chance import Sealed
from tapete.table.table import Table


class Session:
    """One match, played through the table's doors, each use of which is kept at once."""

    def __init__(self, save: Save, judge: Judge) -> None:
        """Sit down as planned and play what the save holds; raise SaveError if that cannot be."""
        self.save = save
        self.game = game(save.plan.game)
        sealed = Sealed(save.plan.secret, save.plan.nonces)
        self.table = Table(self.game, self.plan.seats, self.plan.values, sealed)
        self.table.start()
        self._play_again(save.doors)
        self.table.judge = judge
        begun = len(save.doors)
        self.computers = {
            seat: Computer(
                self.game,
                kind,
                stream(self.plan.seed, "seat", seat, begun),
                Level.EASY if judge.reflex == "relaxed" else Level.MEDIUM,
            )
            for seat, kind in enumerate(self.plan.kinds)
            if kind != PERSON
        }
        self._hands = stream(self.plan.seed, "hands", begun)

    @property
    def plan(self) -> Plan:
        """Return how the match was set up."""
        return self.save.plan

    @property
    def players(self) -> list[str]:
        """Return what a record calls the seats."""
        return [
            self.computers[seat].name if seat in self.computers else name
            for seat, name in enumerate(self.plan.names)
        ]

    def act(self, seat: Seat, action: Action) -> None:
        """Take a seat's choice; raise Refused and change nothing if it is not allowed."""
        self.table.act(seat, action)
        self._keep(["act", seat, action])

    def choose(self, seat: Seat) -> Action:
        """Let a computer player choose."""
        return self.computers[seat].choose(self.table, seat)

    def model(self) -> Race:
        """Return the pending race as the computer players run it."""
        return model_race(self.table, self.computers, self._hands)

    def measured(self, report: Race | Touch) -> None:
        """Take what hands did; raise Refused and change nothing if nothing can be measured."""
        judge = list(astuple(self.table.judge))
        self.table.measured(report)
        kind = "race" if isinstance(report, Race) else "touch"
        self._keep([kind, judge, *(as_json(part) for part in astuple(report))])

    def _keep(self, door: Door) -> None:
        self.save.doors.append(door)
        write_save(self.save)

    def _play_again(self, doors: Sequence[Door]) -> None:
        try:
            for door in doors:
                use_door(self.table, door)
        except (TapeteError, TypeError, ValueError) as error:
            raise SaveError("save_rules") from error


def new_session(plan: Plan, judge: Judge) -> Session:
    """Begin a match and keep it from its first card on."""
    save = Save(plan, time_stamp())
    session = Session(save, judge)
    write_save(save)
    return session


def use_door(table: Table, door: Door) -> None:
    """Use a door as a save tells; raise TapeteError, TypeError or ValueError for a wrong one."""
    match door:
        case ["act", seat, action]:
            table.act(seat, action)
        case ["race", judge, contacts, early, foul, error_ms]:
            table.judge = Judge(*judge)
            table.measured(Race(tuple(contacts), tuple(early), foul, error_ms))
        case ["touch", judge, seat, since_ms]:
            table.judge = Judge(*judge)
            table.measured(Touch(seat, since_ms))
        case _:
            raise ValueError(f"no such door: {door!r}")


def as_json(part: Any) -> Any:
    """Return a part of a report as JSON has it."""
    return list(part) if isinstance(part, tuple) else part
