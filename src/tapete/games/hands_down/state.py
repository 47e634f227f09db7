"""What a match of Hands Down consists of, and the numbers that stand for its words.

The nodes of a match, who acts and what may come (`Phase`):

    DEALER     chance     the first dealer
    DEAL       chance     the next card of the deal
    OPEN_DRAW  chance     the next card of the pile for the turn's opening
    CHOOSE     turn       TAKE_FROM: whom the opening takes a card from
    TAKE       chance     which card passes; `why` says where the game goes on after it
    DECIDE     turn       PASS, FAKE, SLAP; a touch may come first: EARLY, NO_PAIR
    STANCE     a runner   how careful it is in this race, only where stances are asked
    RACE       chance     what the motion came to; while a slap is pending, EARLY may come first
    OVER       nobody

A runner is another seat that holds cards. A seat that may only pass is never asked: its pass
happens at once (HD-D16).
"""

from enum import IntEnum

from tapete.core.news import NEWS, WIDTH
from tapete.core.state import I8, I16, I32, Record, array, record, records, scalar
from tapete.games.hands_down.cards import KINDS, NUM_CARDS, RANKS
from tapete.games.hands_down.options import HouseRules

MAX_SEATS = 4
DEALT = 4
"""Cards in a hand after the deal (HD-2)."""
OWED, OWED_EMPTY = 1, 2
"""How many cards a turn opens with, holding cards and holding none (HD-4, HD-17)."""
FREE_HAND = 2
"""Who holds fewer cards can only pass (HD-12, HD-D5, HD-D9)."""
MAX_JAMS = 3
"""Jams in a row in a turn (HD-D7)."""
MAX_FAKES = 20
"""Fakes in a turn, whatever is renewed (HD-D16)."""
JOKER_POINTS = 2
JOKER_NUMBER = 20

PASS, FAKE = 0, 1
SLAP = 2
"""The action of slapping for a pair of ones; the other ranks follow."""
TAKE_FROM = SLAP + RANKS
"""The action of taking a card from seat 0; the other seats follow."""
STANCE = TAKE_FROM + MAX_SEATS
"""The action of the least careful stance; the others follow."""
STANCES = 5
NUM_ACTIONS = STANCE + STANCES

NOBODY = MAX_SEATS
"""Outcome of a slap: it counts and nobody loses; below it, that seat has lost."""
JAM = 5
HALF_SLAP = 6
FOOLED = 8
"""Outcome of a fake: FOOLED + the set of the seats that touched, a bit each."""
TOUCHED_FAKE = FOOLED + (1 << MAX_SEATS)
RACE_OUTCOMES = TOUCHED_FAKE + 1
EARLY = 32
"""Outcome of a touch: EARLY + the seat that touched before there was anything to slap at."""
NO_PAIR = EARLY + MAX_SEATS
"""Outcome of the acting seat's own touch without a pair."""


class Phase(IntEnum):
    """What must happen next; see the module's text."""

    DEALER = 0
    DEAL = 1
    OPEN_DRAW = 2
    CHOOSE = 3
    TAKE = 4
    DECIDE = 5
    STANCE = 6
    RACE = 7
    OVER = 8


class Motion(IntEnum):
    """What the acting seat's hand does, in secret until the race is resolved."""

    NOTHING = 0
    SLAP = 1
    FAKE = 2


class Why(IntEnum):
    """Why a card passes, in the words of records."""

    OPENING = 0
    LOST = 1
    FAKED = 2
    FOUL = 3
    PENALTY = 4


class Foul(IntEnum):
    """What the acting seat did wrong (HD-14, HD-D9)."""

    HALF_SLAP = 0
    TOUCHED_FAKE = 1
    NO_PAIR = 2


class Ending(IntEnum):
    """Why a match is over (HD-18, HD-D13)."""

    ALL_PAIRS = 0
    STALLED = 1


class Came(IntEnum):
    """What the last motion came to."""

    TO_NOTHING = 0
    """There was none yet."""
    TO_A_PAIR = 1
    TO_A_JAM = 2
    TO_A_FAKE = 3
    TO_A_FOUL = 4


class News(IntEnum):
    """What the last call did: value."""

    DEALT = 0
    """All hands are dealt by this seat: -."""
    DREW = 1
    """The seat drew at its opening: the card + SECOND × (the second one + 1)."""
    TOOK = 2
    """The seat took a card: giver + CARD × card + WHY × why."""
    SLAPPED = 3
    """A Hands Down counted: LOSERS × rank + loser + 1."""
    JAMMED = 4
    """A Hands Down jammed: the rank."""
    FAKED = 5
    """A fake: the set of the seats that touched."""
    TOUCHED = 6
    """The seat touched early: -."""
    FOULED = 7
    """The acting seat's foul: Foul."""
    PASSED = 8
    """The seat's turn ended: -."""
    ENDED = 9
    """The match is over, the seat holds the Joker: Ending."""


SECOND, CARD, WHY, LOSERS = 16, 4, 64, 8


class History(Record):
    """What a seat has done in races so far; everybody saw it."""

    slaps: int = scalar(I32)
    """Own Hands Downs that counted or jammed."""
    fakes: int = scalar(I32)
    """Own fakes that came off."""
    fouls: int = scalar(I32)
    """Own fouls in its turns."""
    raced: int = scalar(I32)
    """Others' Hands Downs, counted or jammed, in which it ran."""
    lost: int = scalar(I32)
    """Those of them that it lost."""
    faced: int = scalar(I32)
    """Others' fakes at which it might have touched."""
    fooled: int = scalar(I32)
    """Those of them at which it did."""
    early: int = scalar(I32)
    """Early touches that it paid for."""


class LastMotion(Record):
    """The last motion that was resolved; everybody saw it."""

    came: int = scalar(I8)
    seat: int = scalar(I8)
    rank: int = scalar(I8)
    """Of the pair that was slapped for, 0 after anything but a pair or a jam."""
    loser: int = scalar(I8)
    """Who lost it, NONE if nobody."""
    fooled: int = scalar(I8)
    """The set of the seats that touched at a fake."""


class Player(Record):
    """One seat."""

    hand: list[int] = array(I8, KINDS)
    """How many of each card."""
    count: int = scalar(I8)
    laid: list[int] = array(I8, KINDS)
    """How many pairs of each rank it has laid down."""
    early: int = scalar(I8)
    """1 if it has paid for an early touch since the last motion (HD-D10)."""
    stance: int = scalar(I8)
    """1 + how careful it is in the pending race, 0 where that was not asked."""
    history: History = record(History)
    gave: list[int] = array(I16, MAX_SEATS * KINDS)
    """How many of each card it has given to each seat: seat × KINDS + card."""


class State(Record):
    """A match, from the choice of the dealer to the last pair."""

    house: HouseRules = record(HouseRules)
    asks_stances: int = scalar(I8)
    """1 where runners choose a stance before each race; outside records."""
    seats: int = scalar(I8)
    phase: int = scalar(I8)
    dealer: int = scalar(I8)
    dealt: int = scalar(I8)
    """Cards dealt so far."""
    turn: int = scalar(I8)
    players: list[Player] = records(Player, MAX_SEATS)
    pairs: int = scalar(I8)
    """Pairs laid by all seats together."""
    paired: int = scalar(I8)
    """1 if this turn has laid a pair."""
    fakes: int = scalar(I8)
    """Fakes in this turn, or since its last pair where each pair renews them (HD-D5)."""
    all_fakes: int = scalar(I8)
    """Fakes in this turn."""
    jams: int = scalar(I8)
    """Jams in a row in this turn."""
    stalls: int = scalar(I16)
    """Turns in a row that ended without a pair and with the pile gone (HD-D13)."""
    owed_draws: int = scalar(I8)
    """Cards that the opening still draws."""
    owed_takes: int = scalar(I8)
    """Cards that the opening still takes from other seats."""
    drawn: int = scalar(I8)
    """1 + the first card drawn where a second one is drawn too, else 0."""
    giver: int = scalar(I8)
    taker: int = scalar(I8)
    why: int = scalar(I8)
    """Why a card passes now; 0, like the two before, where none does."""
    queue: int = scalar(I8)
    """The set of the seats that a fake still takes a card from."""
    motion: int = scalar(I8)
    """The pending motion: a secret of the acting seat."""
    rank: int = scalar(I8)
    """The pair that a pending slap is for: a secret too; 0 where there is none."""
    runner: int = scalar(I8)
    """Who chooses a stance now, else 0."""
    last: LastMotion = record(LastMotion)
    pile: list[int] = array(I8, NUM_CARDS)
    """The first pile_count cards; their order means nothing."""
    pile_count: int = scalar(I8)
    shuffles: int = scalar(I16)
    news: list[int] = array(I16, NEWS * WIDTH)
    news_count: int = scalar(I8)
