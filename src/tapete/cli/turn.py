"""A person's choice: the view in words, the numbered moves, and whatever else can be typed."""

from collections.abc import Callable

from tapete.cli.menu import menu_lines
from tapete.cli.rules_page import option_lines, rules_page
from tapete.cli.saves import Plan
from tapete.cli.screen import Screen
from tapete.cli.telling import Teller
from tapete.cli.words import name_seats, number_name, put_names, say, say_refusal
from tapete.core.errors import Refused, TapeteError
from tapete.core.game import Action, Seat
from tapete.table.table import Table

NOT_A_NUMBER = "="
"""Stands before a move that is written as a number, so that it is not taken for one of the list."""
SCREENFUL = 20
"""On a terminal so many lines of moves are shown without being asked for."""


class Quit(Exception):
    """A person wants to leave; the game is kept."""


class Turn:
    """One choice of a seat."""

    def __init__(self, table: Table, seat: Seat, teller: Teller, plan: Plan) -> None:
        self._table = table
        self._seat = seat
        self._teller = teller
        self._plan = plan
        self._legal = table.legal_actions()
        self.commands: dict[str, Callable[[], None]] = {
            "": self.show,
            "?": self._help,
            "m": self._all_moves,
            "r": self._rules,
            "s": self._scores,
            "l": self._log,
            "o": self._options,
            "q": self._quit,
        }

    @property
    def _screen(self) -> Screen:
        return self._teller.screen

    @property
    def _language(self) -> str:
        return self._teller.language

    def take(self, act: Callable[[Action], None]) -> None:
        """Ask until a move has been made; raises Quit where the person leaves."""
        self.show()
        while True:
            text = self._screen.ask(say("ask_move", self._language))
            if (command := self.commands.get(text.lower())) is not None:
                command()
            elif (action := self._parse(text)) is not None:
                try:
                    act(action)
                except Refused as refused:
                    why = name_seats(say_refusal(refused, self._language), self._teller.names)
                    self._screen.say(say("not_allowed", self._language, why=why))
                else:
                    return

    def show(self) -> None:
        """Show the view and the moves."""
        notation = self._table.game.notation
        self._screen.head(say("turn_of", self._language, name=self._teller.names[self._seat]))
        view = self._table.view(self._seat)
        self._screen.say(notation.describe_view(view, self._teller.names, self._language))
        self._screen.say(say("you_may", self._language))
        lines = self._moves()
        shown = lines if not self._screen.is_tty else lines[:SCREENFUL]
        self._screen.say("\n".join(shown))
        if len(shown) < len(lines):
            self._say("more_moves")

    def _moves(self) -> list[str]:
        moves = [self._describe(action) for action in self._legal]
        return menu_lines(moves, self._screen.width, self._language)

    def _describe(self, action: Action) -> str:
        describe = self._table.game.notation.describe_action
        text = describe(self._table.view(self._seat), action, self._language)
        return name_seats(text, self._teller.names)

    def _parse(self, text: str) -> Action | None:
        """Return the move that was typed; None, having said why, if it is none.

        A number alone is always one of the list; a card that looks like one is typed `=7`.
        """
        if text.isdecimal():
            return self._numbered(int(text))
        try:
            return self._read(text.removeprefix(NOT_A_NUMBER))
        except TapeteError as error:
            self._say("not_understood", why=self._why(error))
            return None

    def _numbered(self, n: int) -> Action | None:
        """Return a move of the list; None, having said why, if there is none of this number."""
        card = self._card(n)
        if 1 <= n <= len(self._legal):
            listed = self._legal[n - 1]
            is_clear = card in (None, listed) or card not in self._legal
            return listed if is_clear or not self._screen.is_tty else self._clarify(n, listed, card)
        self._say("no_move", n=n, most=len(self._legal))
        if card is not None:
            self._say("type_as_card", n=n)
        return None

    def _card(self, n: int) -> Action | None:
        """Return the move whose own notation is this number, None if there is none."""
        try:
            return self._read(str(n))
        except TapeteError:
            return None

    def _clarify(self, n: int, listed: Action, card: Action | None) -> Action | None:
        """Return which of two moves a number stands for; None to think again."""
        prompt = say("two_meanings", self._language, n=n, move=self._describe(listed))
        answer = self._screen.ask(prompt)
        if answer == f"{NOT_A_NUMBER}{n}":
            return card
        return None if answer else listed

    def _read(self, text: str) -> Action:
        """Return the move that the game's own notation names; raise TapeteError if none.

        People know each other by name: `take Beto` does where the notation numbers seats.
        """
        parse = self._table.game.notation.parse_action
        try:
            return parse(self._table.state, text)
        except TapeteError:
            numbered = number_name(text, self._teller.names)
            if numbered == text:
                raise
            return parse(self._table.state, numbered)

    def _why(self, error: TapeteError) -> str:
        if self._language == "en":
            return str(error)
        return error.spanish

    def _example(self) -> str:
        """Return a legal move as it may be typed, in the words of the language."""
        notation, action = self._table.game.notation, self._legal[-1]
        text = notation.format_action(self._table.state, action)
        if text.isdecimal():
            return f"{NOT_A_NUMBER}{text}"
        words = notation.SPANISH_WORDS if self._language == "es" else {}
        text = " ".join(words.get(word, word) for word in text.split())
        told = notation.describe_action(self._table.view(self._seat), action, self._language)
        is_about_seat = name_seats(told, self._teller.names) != told
        return put_names(text, self._teller.names) if is_about_seat else text

    def _say(self, key: str, **values: object) -> None:
        self._screen.say(say(key, self._language, **values))

    def _help(self) -> None:
        self._say("help", example=self._example())

    def _all_moves(self) -> None:
        self._screen.page(self._moves(), say("enter_for_more", self._language))

    def _rules(self) -> None:
        page = rules_page(self._table.game, self._table.values, self._plan.preset, self._language)
        self._screen.page(page, say("enter_for_more", self._language))

    def _scores(self) -> None:
        self._screen.say(self._teller.scores())

    def _log(self) -> None:
        self._teller.log(self._seat)

    def _options(self) -> None:
        self._say("options_title")
        lines = option_lines(self._table.game, self._table.values, self._language)
        self._screen.page(lines, say("enter_for_more", self._language))

    def _quit(self) -> None:
        raise Quit
