"""Races among computer players, drawn from the reflex model."""

from collections.abc import Mapping

from tapete.bots.computer import Computer
from tapete.core.game import NONE, Seat
from tapete.core.race import Race
from tapete.sim.reflex import race_of
from tapete.sim.rng import Rng
from tapete.table.table import Table


def model_race(table: Table, computers: Mapping[Seat, Computer], r: Rng) -> Race:
    """Return the race that a table waits for, as its computer players run it.

    A seat that was asked for its stance runs with that one. Seats of people have no contact in it:
    what they did is measured, not modelled.
    """
    races = table.game.racing
    runners = [seat for seat in races.runners(table.state) if seat in computers]
    levels, stances = [0] * table.seats, [0] * table.seats
    for seat in runners:
        levels[seat] = computers[seat].level
        chosen = races.chosen_stance(table.state, seat)
        stances[seat] = computers[seat].stance(table, seat) if chosen == NONE else chosen
    return race_of(
        r,
        actor=races.acting(table.state),
        runners=runners,
        is_fake=races.is_fake(table.state),
        levels=levels,
        stances=stances,
        seats=table.seats,
    )
