"""Kept games, offered before a new one begins."""

import argparse
from pathlib import Path

from tapete.cli.saves import Save, SaveError, kept_games, left_on, read_save, remove_save, set_aside
from tapete.cli.screen import Screen
from tapete.cli.session import Session
from tapete.cli.turn import Quit
from tapete.cli.words import join_names, say
from tapete.core.race import Judge
from tapete.games import game

CONTINUE, NEW, DISCARD = "c", "n", "d"
LETTERS = (CONTINUE, NEW, DISCARD)
LEAVE = "q"


class Offers:
    """Offers the kept games, the one left last first."""

    def __init__(self, args: argparse.Namespace, screen: Screen) -> None:
        self._args = args
        self._screen = screen

    def choose(self, judge: Judge) -> Session | None:
        """Return the kept game that a person wants to go on with, or None for a new one."""
        for path in kept_games(self._args.game):
            session = self._restore(path, judge)
            if session is None:
                continue
            answer = self._ask(session.save, path)
            if answer == NEW:
                return None
            if answer == CONTINUE:
                self._say("goes_on")
                return session
            remove_save(session.save)
            self._say("discarded")
        return None

    def _restore(self, path: Path, judge: Judge) -> Session | None:
        """Play a kept game again; set aside, and say so, a file from which that cannot be done."""
        try:
            return Session(read_save(path), judge)
        except SaveError as error:
            why = error.tell(self._args.lang)
            aside = set_aside(path)
            self._say("broken_save", name=path.name, why=why, aside=aside.name)
            return None

    def _ask(self, save: Save, path: Path) -> str:
        plan = save.plan
        names = join_names(plan.names, self._args.lang)
        about = {"title": game(plan.game).title, "names": names, "date": left_on(path)}
        self._say("kept_game", **about, moves=len(save.doors))
        while True:
            text = self._screen.ask(say("ask_kept", self._args.lang)).lower()
            if text == LEAVE and self._screen.is_tty:
                raise Quit
            if text in ("", *LETTERS):
                return text or CONTINUE
            if not self._screen.is_tty:
                # A file of keys that knows of no kept game: its first line is for the new one.
                self._screen.give_back(text)
                return NEW
            self._say("bad_answer", letters=", ".join((*LETTERS, LEAVE)), text=text)

    def _say(self, key: str, **values: object) -> None:
        self._screen.say(say(key, self._args.lang, **values))
