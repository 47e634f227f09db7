"""What one seat may know of Hands Down.

Every number is public but these: `hand`, the view's own cards; `gave` and `took`, the cards that
passed between the view's seat and each other, which only those two saw; `motion` and `rank`, shown
to the acting seat alone, so that until a race is resolved nothing tells a slap from a fake; and
`stance`, the view's own. A spectator's view has `seat` SPECTATOR and none of them. Cards are
`cards.py` numbers, a row of cards counts each kind.
"""

from typing import Any

from tapete.core.game import NONE, SPECTATOR
from tapete.core.state import I8, I16, Record, array, record, records, scalar
from tapete.games.hands_down.cards import KINDS
from tapete.games.hands_down.options import HouseRules
from tapete.games.hands_down.rules import actor, score
from tapete.games.hands_down.state import (
    MAX_SEATS,
    History,
    LastMotion,
    Motion,
    Phase,
    State,
)
from tapete.games.hands_down.turns import joker_holder


class Seen(Record):
    """One seat as everybody sees it (the view's own among them)."""

    count: int = scalar(I8)
    """Cards in hand."""
    laid: list[int] = array(I8, KINDS)
    """How many pairs of each rank it has laid down."""
    points: int = scalar(I8)
    """A pair counts 1; at the end the Joker 2."""
    early: int = scalar(I8)
    """1 if it has paid for an early touch since the last motion, and so pays for no other."""
    history: History = record(History)


class View(Record):
    """The table of Hands Down from one seat."""

    house: HouseRules = record(HouseRules)
    seat: int = scalar(I8)
    seats: int = scalar(I8)
    actor: int = scalar(I8)
    phase: int = scalar(I8)
    """A `state.Phase`; STANCE and RACE say that a motion is pending, not which."""
    asks_stances: int = scalar(I8)
    """1 where runners choose a stance before each race."""
    dealer: int = scalar(I8)
    turn: int = scalar(I8)
    players: list[Seen] = records(Seen, MAX_SEATS)
    pairs: int = scalar(I8)
    """Pairs laid by all."""
    pile_count: int = scalar(I8)
    fakes: int = scalar(I8)
    """Fakes in this turn, as `fake_limit` counts them."""
    all_fakes: int = scalar(I8)
    """Fakes in this turn."""
    jams: int = scalar(I8)
    """Jams in a row in this turn."""
    stalls: int = scalar(I16)
    """Turns in a row that ended without a pair and with the pile gone."""
    paired: int = scalar(I8)
    """1 if this turn has laid a pair."""
    owed_takes: int = scalar(I8)
    """Cards that the opening still takes from other seats."""
    giver: int = scalar(I8)
    taker: int = scalar(I8)
    why: int = scalar(I8)
    """Why a card passes now, a `state.Why`; 0, like the two before, where none does."""
    queue: int = scalar(I8)
    """The set of the seats that a fake still takes a card from."""
    pending: int = scalar(I8)
    """1 while a hand is coming down; where a card passes meanwhile, it is for an early touch."""
    last: LastMotion = record(LastMotion)
    joker: int = scalar(I8)
    """Who held the Joker at the end, NONE before."""
    hand: list[int] = array(I8, KINDS)
    count: int = scalar(I8)
    motion: int = scalar(I8)
    """The own pending motion, a `state.Motion`."""
    rank: int = scalar(I8)
    """The pair that the own pending slap is for, else 0."""
    stance: int = scalar(I8)
    """1 + how careful the view's seat is in the pending race, 0 where it was not asked."""
    gave: list[int] = array(I16, MAX_SEATS * KINDS)
    """How many of each card the view's seat has given to each: seat × KINDS + card."""
    took: list[int] = array(I16, MAX_SEATS * KINDS)
    """How many of each card the view's seat has taken from each, likewise."""


def observe(s: State, seat: int, v: View) -> None:
    """Write what `seat` (or SPECTATOR) may know into an empty view."""
    v.seat = seat
    v.seats = s.seats
    v.actor = actor(s)
    v.phase = s.phase
    v.dealer = s.dealer
    v.turn = s.turn
    see_house(s.house, v.house)
    for other in range(s.seats):
        see_player(s, other, v.players[other])
    see_turn(s, v)
    see_last(s.last, v.last)
    v.joker = joker_holder(s) if s.phase == Phase.OVER else NONE
    if seat != SPECTATOR:
        see_own(s, seat, v)


def see_house(house: Any, seen: Any) -> None:
    """Copy the house rules."""
    seen.last_pair_steals_joker = house.last_pair_steals_joker
    seen.par_time = house.par_time
    seen.fake_limit = house.fake_limit
    seen.fake_limit_per_pair = house.fake_limit_per_pair
    seen.must_play_pairs = house.must_play_pairs
    seen.active_foul = house.active_foul
    seen.stall_limit = house.stall_limit


def see_player(s: Any, seat: int, seen: Any) -> None:
    """Copy what everybody sees of a seat."""
    p = s.players[seat]
    seen.count = p.count
    seen.early = p.early
    seen.points = score(s, seat)
    for rank in range(1, KINDS):
        seen.laid[rank] = p.laid[rank]
    seen.history.slaps = p.history.slaps
    seen.history.fakes = p.history.fakes
    seen.history.fouls = p.history.fouls
    seen.history.raced = p.history.raced
    seen.history.lost = p.history.lost
    seen.history.faced = p.history.faced
    seen.history.fooled = p.history.fooled
    seen.history.early = p.history.early


def see_turn(s: Any, v: Any) -> None:
    """Copy what everybody sees of the turn."""
    v.pairs = s.pairs
    v.pile_count = s.pile_count
    v.fakes = s.fakes
    v.all_fakes = s.all_fakes
    v.jams = s.jams
    v.stalls = s.stalls
    v.paired = s.paired
    v.owed_takes = s.owed_takes
    v.giver = s.giver
    v.taker = s.taker
    v.why = s.why
    v.queue = s.queue
    v.pending = int(s.motion != Motion.NOTHING)
    v.asks_stances = s.asks_stances


def see_last(last: Any, seen: Any) -> None:
    """Copy what the last motion came to."""
    seen.came = last.came
    seen.seat = last.seat
    seen.rank = last.rank
    seen.loser = last.loser
    seen.fooled = last.fooled


def see_own(s: Any, seat: int, v: Any) -> None:
    """Copy what only this seat knows."""
    p = s.players[seat]
    v.count = p.count
    v.stance = p.stance
    for card in range(KINDS):
        v.hand[card] = p.hand[card]
    if seat == s.turn:
        v.motion = s.motion
        v.rank = s.rank
    for other in range(s.seats):
        for card in range(KINDS):
            v.gave[other * KINDS + card] = p.gave[other * KINDS + card]
            v.took[other * KINDS + card] = s.players[other].gave[seat * KINDS + card]
