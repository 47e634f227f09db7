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


Contacts = list[int | None]


def contacts_for(s: Any, outcome: int, random: Random) -> Contacts:
    """Return contacts that may have led to a slap's outcome; none of a fake or a foul."""
    if races.is_fake(s) or (outcome > NOBODY and outcome != JAM):
        return []
    contacts: Contacts = [None] * s.seats
    contacts[s.turn] = 0
    if outcome == NOBODY:
        for seat in races.runners(s):
            contacts[seat] = random.randint(0, s.house.par_time)
    elif outcome == JAM:
        slap_all(s, contacts, random)
        for seat in random.sample(races.runners(s), 2):
            contacts[seat] = 500 + random.randint(0, 9)
    else:
        lose(s, contacts, outcome, random)
    return contacts


def slap_all(s: Any, contacts: Contacts, random: Random) -> None:
    for seat in races.runners(s):
        contacts[seat] = random.randint(0, 400)


def lose(s: Any, contacts: Contacts, loser: int, random: Random) -> None:
    """Make a seat the last: by lot, by never slapping, by its contact, or after three jams."""
    others = [seat for seat in races.runners(s) if seat != loser]
    kind = random.randrange(3)
    if kind == 1:
        for seat in others:
            contacts[seat] = random.choice([None, random.randint(0, 2500)])
    if kind == 2:
        slap_all(s, contacts, random)
        contacts[loser] = slowest = 401 + s.house.par_time
        if s.jams == MAX_JAMS and others:
            contacts[random.choice(others)] = slowest + random.randint(0, 9)
