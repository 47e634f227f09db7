"""Random games of Hands Down, with every race and touch that can happen, and contacts to match."""

from random import Random
from typing import Any

from tapete.core.game import CHANCE, TERMINAL, Lot
from tapete.games import game
from tapete.games.hands_down import races, rules
from tapete.games.hands_down.state import EARLY, JAM, MAX_JAMS, NO_PAIR, NOBODY, RACE_OUTCOMES
from tapete.table.chance import Sealed
from tapete.table.table import Table

TOUCH_IN = 8
"""Before one decision or race in so many, somebody touches who should not."""


def random_values(random: Random, hands_down: Any) -> dict[str, Any]:
    """Return house rules drawn at random, each value as likely as another."""
    return {
        name: random.choice(option.values) if random.random() < 0.5 else option.default
        for name, option in hands_down.options.items()
    }


def random_table(seed: int, seats: int = 0, given: dict[str, Any] | None = None) -> Table:
    """Sit down random players under random house rules; nothing is dealt yet."""
    random = Random(f"table {seed}")
    hands_down = game("hands-down")
    seats = seats or random.randint(2, 4)
    values = random_values(random, hands_down) if given is None else given
    secret = seed.to_bytes(32, "big")
    table = Table(hands_down, seats, hands_down.settle(seats, values), Sealed(secret))
    races.ask_stances(table.state, random.random() < 0.5)
    return table


def play(table: Table, random: Random, each: Any = None, pass_in: int = 3) -> Table:
    """Play a table to its end, calling `each` with it after every step."""
    while table.actor != TERMINAL:
        step(table, random, pass_in)
        if each is not None:
            each(table)
    return table


def step(table: Table, random: Random, pass_in: int = 3) -> None:
    """Let one thing happen: a choice, a lot, a race, or a touch that comes before them."""
    s = table.state
    touches = [o for o in range(EARLY, NO_PAIR + 1) if is_touch_possible(s, o)]
    if touches and random.randrange(TOUCH_IN) == 0:
        table.happen(random.choice(touches))
    elif table.actor != CHANCE:
        legal = table.legal_actions()
        # Passing ends a turn; it is held back, so that turns get long.
        if legal[0] == rules.PASS and len(legal) > 1 and random.randrange(pass_in):
            del legal[0]
        table.choose(table.actor, random.choice(legal))
    elif rules.chance_kind(s) == Lot.DRAW:
        table.draw()
    elif rules.chance_kind(s) == Lot.EVEN:
        table.happen(random.randrange(rules.chance_count(s)))
    else:
        outcome = random.choice([o for o in range(RACE_OUTCOMES) if rules.can_happen(s, o)])
        table.happen(outcome, contacts_for(s, outcome, random))


def is_touch_possible(s: Any, outcome: int) -> bool:
    return rules.actor(s) in (s.turn, CHANCE) and is_motion_node(s) and rules.can_happen(s, outcome)


def is_motion_node(s: Any) -> bool:
    return s.phase in (rules.Phase.DECIDE, rules.Phase.RACE)


def contacts_for(s: Any, outcome: int, random: Random) -> list[int | None]:
    """Return contacts that may have led to a slap's outcome; none of a fake or a foul."""
    runners = races.runners(s)
    if races.is_fake(s) or (outcome > NOBODY and outcome != JAM):
        return []
    contacts: list[int | None] = [None] * s.seats
    contacts[s.turn] = 0
    if outcome == NOBODY:
        for seat in runners:
            contacts[seat] = random.randint(0, s.house.par_time)
        return contacts
    if outcome == JAM:
        slowest = random.sample(runners, 2)
        for seat in runners:
            contacts[seat] = random.randint(0, 300)
        for seat in slowest:
            contacts[seat] = 305 + random.randint(0, 9)
        return contacts
    match random.randrange(3):
        case 0:
            return []
        case 1:
            # The loser never slapped, perhaps with others.
            for seat in runners:
                if seat != outcome and random.random() < 0.5:
                    contacts[seat] = random.randint(0, 2500)
        case _:
            for seat in runners:
                contacts[seat] = random.randint(0, 400)
            contacts[outcome] = 401 + s.house.par_time
            if s.jams == MAX_JAMS and len(runners) > 1:
                other = random.choice([seat for seat in runners if seat != outcome])
                contacts[other] = contacts[outcome] + random.randint(0, 9)
    return contacts
