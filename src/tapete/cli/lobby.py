"""What is settled before the first card: game, people, house rules, and the seal."""

import argparse
import getpass
import hashlib
import os
import secrets
from collections.abc import Iterator, Sequence
from itertools import count, islice

from tapete.cli.houses import House, load_house, save_house
from tapete.cli.ruleset import RuleSet, check_seats, default_seats, find_game, make_rules
from tapete.cli.saves import PERSON, Plan, shown_path
from tapete.cli.screen import Screen
from tapete.cli.trouble import Trouble
from tapete.cli.words import say
from tapete.core.game import Game
from tapete.games import games
from tapete.table.chance import Sealed
from tapete.wire.rule_words import say_changes, say_contested

COMPUTER_NAMES = ("Ana", "Beto", "Carla", "Dani", "Elena", "Fito", "Gloria", "Hugo", "Inés")
MAX_NAME = 24
SECRET_BYTES, NONCE_BYTES = 32, 16
SEED_BITS = 62
UNKNOWN_USERS = {"root", "user", "admin", "nobody"}
"""Account names by which nobody wants to be called at a table."""


class Lobby:
    """Asks what the arguments left open, and says what the table has come to."""

    def __init__(self, args: argparse.Namespace, screen: Screen) -> None:
        self._args = args
        self._screen = screen
        self._language: str = args.lang

    def check(self) -> None:
        """Raise Trouble for wrong arguments, as far as they can be judged before any question."""
        args = self._args
        self._people()
        house = self._house()
        if args.game is not None or house is not None:
            game, seats = self._choose_game(house)
            make_rules(args, game, house, seats)
            self._seat_players(seats)

    def open_table(self) -> Plan:
        """Return the plan of a new match, having told and asked all that comes before it."""
        args = self._args
        house = self._house()
        game, seats = self._choose_game(house)
        rules = make_rules(args, game, house, seats)
        names, kinds = self._seat_players(seats)
        if args.save_house:
            path = save_house(game, rules.values, args.save_house)
            self._say("house_saved", path=shown_path(path))
        self._announce(rules, names, kinds)
        return self._seal(rules, names, kinds)

    def again(self, plan: Plan) -> Plan:
        """Return the plan of another match at the same table, with a seal of its own."""
        rules = RuleSet(find_game(plan.game), plan.values, plan.preset)
        self._args.seed = None
        return self._seal(rules, plan.names, plan.kinds)

    def _house(self) -> House | None:
        return load_house(self._args.house) if self._args.house else None

    def _say(self, key: str, **values: object) -> None:
        self._screen.say(say(key, self._language, **values))

    def _choose_game(self, house: House | None) -> tuple[Game, int]:
        """Return the game and the number of seats, asking only where nothing says which game."""
        args = self._args
        people = len(args.me or [""])
        if args.game is not None:
            game = find_game(args.game)
        elif house is not None:
            game = house.game
        else:
            return self._ask_game(people)
        seats = default_seats(game, people) if args.seats is None else args.seats
        return game, seats

    def _ask_game(self, people: int) -> tuple[Game, int]:
        offered = list(games().values())
        self._screen.head(say("which_game", self._language))
        for n, game in enumerate(offered, 1):
            limits = {"low": game.min_seats, "high": game.max_seats}
            self._say("game_line", n=n, title=game.title, **limits)
        usual = self._args.seats or default_seats(offered[0], people)
        prompt = say("ask_game", self._language, n=1, seats=usual)
        while True:
            text = self._screen.ask(prompt)
            words = text.split() or ["1"]
            if not is_choice(words, len(offered)):
                self._say("bad_game", most=len(offered), text=text)
            elif (seats := self._check(offered[int(words[0]) - 1], words[1:], people)) is not None:
                return offered[int(words[0]) - 1], seats

    def _check(self, game: Game, words: Sequence[str], people: int) -> int | None:
        """Return the seats, typed or usual; None, having said why, if they cannot be."""
        seats = int(words[0]) if words else self._args.seats or default_seats(game, people)
        try:
            check_seats(game, seats)
        except Trouble as trouble:
            self._screen.say(trouble.tell(self._language))
            return None
        return seats

    def _seat_players(self, seats: int) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Return names and kinds: the people first, then computer players."""
        people = self._people()
        if len(people) > seats:
            raise Trouble("too_many_people", people=len(people), seats=seats)
        free = (name for name in self._computer_names() if name not in people)
        others = tuple(islice(free, seats - len(people)))
        kinds = (PERSON,) * len(people) + (self._args.opponents,) * len(others)
        return (*people, *others), kinds

    def _people(self) -> list[str]:
        """Return the names of the people at the keyboard."""
        people = [check_name(name) for name in self._args.me or [self._my_name()]]
        for name in people:
            if people.count(name) > 1:
                raise Trouble("same_name", name=name)
        return people

    def _computer_names(self) -> Iterator[str]:
        """Yield names for computer players without end."""
        yield from COMPUTER_NAMES
        yield from (say("seat_name", self._language, n=n) for n in count(1))

    def _my_name(self) -> str:
        """Return what the only person is called if nobody says."""
        try:
            user = getpass.getuser()
        except (OSError, KeyError):
            user = ""
        is_name = user.isalpha() and user.lower() not in UNKNOWN_USERS and len(user) <= MAX_NAME
        return user.capitalize() if is_name else say("me", self._language)

    def _announce(self, rules: RuleSet, names: Sequence[str], kinds: Sequence[str]) -> None:
        """Say who plays and by which house rules."""
        is_alone = kinds.count(PERSON) == 1
        mine = "you" if is_alone else "name_alone"
        players = [
            say(mine if kind == PERSON else "computer", self._language, name=name)
            for name, kind in zip(names, kinds, strict=True)
        ]
        at_table = say(
            "at_table", self._language, title=rules.game.title, players=", ".join(players)
        )
        self._screen.head(at_table)
        changes = say_changes(rules.game, rules.values, self._language)
        self._say("changes" if changes else "no_changes")
        for line in changes:
            self._screen.say(f"- {line}")
        for line in say_contested(rules.game, rules.values, self._language):
            self._screen.say(line)
        if is_speed_idle(rules, len(names)):
            self._say("two_racers")
        self._say("more_rules")

    def _seal(self, rules: RuleSet, names: tuple[str, ...], kinds: tuple[str, ...]) -> Plan:
        """Seal the cards before anybody adds to them; return the finished plan."""
        seed = self._args.seed
        secret = secrets.token_bytes(SECRET_BYTES) if seed is None else seeded(seed, "secret")
        self._say("seal", seal=Sealed(secret).commitment.hex())
        if seed is None:
            self._say("seal_meaning")
        else:
            self._say("demo_seal", seed=seed)
        people = [name for name, kind in zip(names, kinds, strict=True) if kind == PERSON]
        return Plan(
            game=rules.game.name,
            values=rules.values,
            preset=rules.preset,
            names=names,
            kinds=kinds,
            secret=secret,
            nonces=tuple(map(self._nonce, people)),
            seed=secrets.randbits(SEED_BITS) if seed is None else seed,
        )

    def _nonce(self, name: str) -> bytes:
        """Return what a person mixes into the shuffle."""
        if self._args.seed is not None:
            return seeded(self._args.seed, name)[:NONCE_BYTES]
        words = (
            self._screen.ask(say("ask_nonce", self._language, name=name))
            if self._screen.is_tty
            else ""
        )
        return words.encode() or os.urandom(NONCE_BYTES)


def is_speed_idle(rules: RuleSet, seats: int) -> bool:
    """Say whether races are run in which the only opponent loses, however quick."""
    races = rules.game.races
    if races is None or seats > len(("actor", "other")):
        return False
    return races.par_ms(rules.game.new(seats, rules.values)) == 0


def is_choice(words: Sequence[str], most: int) -> bool:
    """Say whether these are the number of a game and, perhaps, a number of seats."""
    is_numbers = all(word.isdecimal() for word in words)
    return is_numbers and len(words) <= len(("game", "seats")) and 1 <= int(words[0]) <= most


def seeded(seed: int, label: str) -> bytes:
    """Return bytes that a seed gives, for demonstrations."""
    return hashlib.sha256(f"play/{seed}/{label}".encode()).digest()


def check_name(name: str) -> str:
    """Return a name without blanks around it; raise Trouble if it cannot be shown."""
    name = name.strip()
    if not 1 <= len(name) <= MAX_NAME or not name.isprintable():
        raise Trouble("bad_name", most=MAX_NAME, name=repr(name))
    return name
