"""What the three games share: reading a line, strict shapes, options, results.

Readings taken where the texts leave a choice:

- Every top-level key but ``players`` and ``result`` must be there, ``options`` included.
- ``result`` must be absent without an ``end`` event and must be there after one.
- Every record has at least one ``deal``, whichever the game (a lone ``cut`` is refused).
- An empty line is not a game; the last line may end in a newline.
- A duplicate key and the non-JSON numbers NaN and Infinity are refused wherever they stand,
  in an ``x_`` value too; ``x_`` keys are ignored only at the top and in events.
- ``1.0`` and ``true`` are not whole numbers. Indexes of events count from 0.
"""

import json
from collections import Counter
from typing import ClassVar

VERSION = "tapete/1"
TOP = frozenset({"record", "game", "seats", "options", "events"})
RESULT = frozenset({"winners", "ranking", "scores"})
EXTRA = "x_"


class Fault(Exception):
    """A reason to refuse a record, with the index of the event where it shows, if any."""

    def __init__(self, reason, index=None):
        super().__init__(reason)
        self.reason = reason
        self.index = index

    def __str__(self):
        return self.reason if self.index is None else f"event {self.index}: {self.reason}"


def unique(pairs):
    """Turns the pairs of a JSON object into a dict, refusing a key written twice."""
    found = dict(pairs)
    if len(found) != len(pairs):
        twice = [key for key, times in Counter(key for key, _ in pairs).items() if times > 1]
        raise Fault(f"duplicate key {twice[0]!r}")
    return found


def no_constant(name):
    """Refuses NaN and the infinities, which JSON doesn't have."""
    raise Fault(f"{name} is not JSON")


DECODER = json.JSONDecoder(object_pairs_hook=unique, parse_constant=no_constant)


def parse(line):
    """Reads one line of bytes into a JSON object or raises Fault."""
    try:
        record = DECODER.decode(line.decode("utf-8"))
    except (ValueError, RecursionError) as error:
        raise Fault(f"not JSON: {error}") from error
    if type(record) is not dict:
        raise Fault("a record is a JSON object")
    return record


def check_keys(found, wanted, what, optional=frozenset(), extras=False):
    """Refuses an object with a key missing or with one that nobody knows."""
    missing = wanted - found.keys()
    if missing:
        raise Fault(f"{what} lacks {min(missing)!r}")
    for key in found.keys() - wanted - optional:
        if not (extras and key.startswith(EXTRA)):
            raise Fault(f"{what} has an unknown key {key!r}")


def check_top(record, games):
    """Checks the common part's keys, version, game, seats and players."""
    if record.get("record", VERSION) != VERSION:
        raise Fault(f"unknown record version {record['record']!r}")
    check_keys(record, TOP, "the record", frozenset({"players", "result"}), extras=True)
    game = record["game"]
    if type(game) is not str or game not in games:
        raise Fault(f"unknown game {game!r}")
    seats = record["seats"]
    if type(seats) is not int or seats not in games[game].SEATS:
        raise Fault(f"{seats!r} seats can't play {game}")
    if "players" in record:
        check_players(record["players"], seats)
    if type(record["events"]) is not list:
        raise Fault("events is no list")


def check_players(players, seats):
    """Checks that there is one name, a string, for each seat."""
    if type(players) is not list or len(players) != seats:
        raise Fault("players is not a list of one name a seat")
    if not all(type(name) is str for name in players):
        raise Fault("a player's name is no string")


def allowed(value, choices):
    """Tells whether a value is among the choices, type for type; a range holds whole numbers."""
    for choice in choices:
        if type(choice) is range:
            if type(value) is int and value in choice:
                return True
        elif type(value) is type(choice) and value == choice:
            return True
    return False


def read_options(raw, known):
    """Returns all options with their values; `known` maps a name to (default, choices)."""
    if type(raw) is not dict:
        raise Fault("options is no object")
    for name, value in raw.items():
        if name not in known:
            raise Fault(f"unknown option {name!r}")
        if not allowed(value, known[name][1]):
            raise Fault(f"option {name!r} can't be {value!r}")
    return {name: raw.get(name, default) for name, (default, _) in known.items()}


def flag(default=False):
    """Describes an option that is on or off."""
    return default, (True, False)


def words(*choices):
    """Describes an option of fixed values, the first of them the default."""
    return choices[0], choices


def number(default, low, high, *others):
    """Describes an option of whole numbers from low to high, or one of the other words."""
    return default, (range(low, high + 1), *others)


def same(found, wanted):
    """Tells whether two lists of JSON values are equal, true not being 1, nor 1.0."""
    return type(found) is list and repr(found) == repr(wanted)


def same_cards(found, wanted):
    """Tells whether a list holds just the wanted cards, in any order."""
    if type(found) is not list or not all(type(card) is str for card in found):
        return False
    return sorted(found) == sorted(wanted)


def check_deal(hands, sizes, rest, deck):
    """Checks the sizes of the hands and that hands and rest together are the (sorted) deck."""
    if type(hands) is not list or len(hands) != len(sizes):
        raise Fault("hands is not one list a seat")
    if type(rest) is not list:
        raise Fault("the pile is no list")
    cards = list(rest)
    for seat, (hand, size) in enumerate(zip(hands, sizes, strict=True)):
        if type(hand) is not list or len(hand) != size:
            raise Fault(f"seat {seat} is not dealt a list of {size} cards")
        cards += hand
    if not all(type(card) is str for card in cards):
        raise Fault("a dealt card is no string")
    if sorted(cards) != deck:
        have, want = Counter(cards), Counter(deck)
        raise Fault(f"not the deck: too many {list(have - want)}, missing {list(want - have)}")


class Judge:
    """Replays the events of one game; a game's subclass supplies the rules.

    `SHAPES` maps each kind of event to its keys; `expected` holds the kinds that may come next.
    """

    SEATS = range(0)
    OPTIONS: ClassVar = {}
    SHAPES: ClassVar = {}

    def __init_subclass__(cls):
        cls.KEYS = {kind: frozenset(keys.split()) | {"type"} for kind, keys in cls.SHAPES.items()}

    def __init__(self, seats, raw_options):
        self.seats = seats
        self.options = read_options(raw_options, self.OPTIONS)
        self.expected = frozenset()
        self.dealt = False
        self.over = False
        self.handlers = {kind: getattr(self, "on_" + kind) for kind in self.KEYS}

    def event(self, event):
        """Checks one event and carries it out."""
        if self.over:
            raise Fault("an event after the end")
        if type(event) is not dict:
            raise Fault("an event is a JSON object")
        kind = event.get("type")
        if type(kind) is not str or kind not in self.handlers:
            raise Fault(f"unknown type of event {kind!r}")
        if event.keys() != self.KEYS[kind]:
            check_keys(event, self.KEYS[kind], f"the {kind}", extras=True)
        if kind not in self.expected:
            raise Fault(f"{kind}, where {' or '.join(sorted(self.expected))} must come")
        self.handlers[kind](event)

    def seat(self, event, key="seat"):
        """Returns the seat an event names, refusing what isn't one."""
        seat = event[key]
        if type(seat) is not int or not 0 <= seat < self.seats:
            raise Fault(f"{key} is {seat!r}, not a seat")
        return seat

    def must_be(self, event, key, wanted):
        """Refuses an event that names another seat than the wanted one."""
        if self.seat(event, key) != wanted:
            raise Fault(f"{key} is {event[key]}, not {wanted}")

    def finish(self):
        """Marks the game as over: nothing may follow."""
        self.over = True
        self.expected = frozenset()

    def result(self):
        """Returns the scores and the ranking of a game that is over."""
        raise NotImplementedError


def ranked(seats, key):
    """Groups seats by a key, smallest first; each group in ascending order."""
    groups = {}
    for seat in seats:
        groups.setdefault(key(seat), []).append(seat)
    return [groups[value] for value in sorted(groups)]


def check_result(found, judge):
    """Checks that the result is exactly the one the events lead to."""
    if type(found) is not dict:
        raise Fault("result is no object")
    check_keys(found, RESULT, "the result")
    scores, ranking = judge.result()
    wanted = {"scores": scores, "ranking": ranking, "winners": ranking[0]}
    for name, value in wanted.items():
        if not same(found[name], value):
            raise Fault(f"result: {name} is {found[name]!r}, not {value!r}")


def replay(judge, events):
    """Runs all events through a judge, naming the index of the first that is at fault."""
    for index, event in enumerate(events):
        try:
            judge.event(event)
        except Fault as fault:
            fault.index = index
            raise
    if not judge.dealt:
        raise Fault("a record has its deal")
