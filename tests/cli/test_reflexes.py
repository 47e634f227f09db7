"""Races between people at their keys and computer players, without a terminal."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from tapete.bots.motion import SCREEN_MS
from tapete.bots.races import model_race
from tapete.cli import motion, reflexes
from tapete.cli.motion import Contacts, Stage
from tapete.cli.reflexes import Reflexes
from tapete.cli.saves import PERSON, Plan
from tapete.cli.screen import Screen
from tapete.cli.session import Session, new_session
from tapete.cli.telling import Teller
from tapete.core.game import Seat
from tapete.core.race import Judge, Race
from tapete.games import game
from tests.cli.terminal import TtySink, TtyTypist
from tests.cli.test_motion import Clock

pytestmark = pytest.mark.usefixtures("home")
KINDS = (PERSON, "simple", "simple")
HANDS_DOWN = game("hands-down")
FAKE = "fake"


def session_of(seed: int, reflex: str = "real") -> Session:
    plan = Plan(
        game=HANDS_DOWN.name,
        values=HANDS_DOWN.settle(3, {}),
        preset="sheet",
        names=("Zoe", "Ana", "Beto"),
        kinds=KINDS,
        secret=bytes([seed]),
        nonces=(b"",),
        seed=seed,
    )
    return new_session(plan, Judge(reflex))  # pyright: ignore[reportArgumentType]


def session_with_actor(wanted: bool) -> Session:
    """Return a session whose first seat on turn is a person's, or is not."""
    return next(s for s in map(session_of, range(99)) if (s.table.actor == 0) is wanted)


def made(
    session: Session, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> tuple[Reflexes, TtySink]:
    """Return the session's races at keys that the clock presses, and the screen."""
    sink = TtySink()
    screen = Screen(TtyTypist(sink, lambda _shown: ""), sink)
    monkeypatch.setattr(motion, "time", clock)
    monkeypatch.setattr(reflexes, "time", clock)

    @contextmanager
    def stage(self: Reflexes) -> Iterator[Stage]:
        yield Stage(self._teller, clock, self._seats)

    monkeypatch.setattr(Reflexes, "_stage", stage)
    return Reflexes(session, Teller(session.table, session.plan.names, screen, "en")), sink


def test_touch_after_the_grace_costs_a_card(monkeypatch: pytest.MonkeyPatch) -> None:
    session = session_with_actor(False)
    races, _sink = made(session, Clock([(0.5, " ")]), monkeypatch)
    assert races.hover(session.table.actor) is True
    assert session.save.doors[-1] == ["touch", ["real", 2500, None], 0, 500]
    assert "early" in [event.whole["type"] for event in session.table.events]


def test_touch_within_the_grace_costs_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    session = session_with_actor(False)
    races, sink = made(session, Clock([(0.2, " ")]), monkeypatch)
    assert races.hover(session.table.actor) is False
    assert "Zoe: that touch does not count." in sink.getvalue()
    assert session.save.doors == []


def test_grace_begins_anew_with_each_resolution(monkeypatch: pytest.MonkeyPatch) -> None:
    session, clock = session_with_actor(False), Clock([(10.2, " ")])
    races, _sink = made(session, clock, monkeypatch)
    clock.now = 10.0
    races.resolved()
    assert races.hover(session.table.actor) is False


def modelled(session: Session, race: Race, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the computer players run this race."""
    monkeypatch.setattr(Session, "model", lambda _self: race)
    assert session.table.is_racing


def test_computer_players_carry_a_screen_and_a_finger_too(monkeypatch: pytest.MonkeyPatch) -> None:
    session = session_with_actor(True)
    session.act(0, HANDS_DOWN.notation.parse_action(session.table.state, FAKE))
    modelled(session, Race((0, 100, None)), monkeypatch)
    races, _sink = made(session, Clock([]), monkeypatch)
    races.race()
    assert session.save.doors[-1][2] == [0, 100 + SCREEN_MS, None]


def test_persons_hand_makes_no_foul_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    session = session_with_actor(True)
    session.act(0, HANDS_DOWN.notation.parse_action(session.table.state, FAKE))
    modelled(session, Race((0, None, None), foul=True), monkeypatch)
    races, _sink = made(session, Clock([]), monkeypatch)
    races.race()
    assert "foul" not in [event.whole["type"] for event in session.table.events]


def test_contacts_of_people_and_computer_players_make_one_race(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    session = session_with_actor(True)
    session.act(0, HANDS_DOWN.notation.parse_action(session.table.state, FAKE))
    races, _sink = made(session, Clock([]), monkeypatch)
    race = races._merge(Race((300, None, 0), (1,)), Contacts({0: 80}, (0,)), acting=2)
    assert race == Race((80, None, 0), (1, 0))


def test_person_in_a_fake_who_touches_is_fooled(monkeypatch: pytest.MonkeyPatch) -> None:
    for seed in range(99):
        session = session_of(seed)
        seat = session.table.actor
        if seat == 0:
            continue
        session.act(seat, HANDS_DOWN.notation.parse_action(session.table.state, FAKE))
        modelled(session, Race(tuple(0 if s == seat else None for s in range(3))), monkeypatch)
        races, _sink = made(session, Clock([(0.05, "x")]), monkeypatch)
        races.race()
        (fake,) = [e.whole for e in session.table.events if e.whole["type"] == "fake"]
        assert fake["touched"] == [0]
        return


def test_relaxed_opponents_are_slower() -> None:
    def mean(reflex: str) -> float:
        contacts: list[int] = []
        for seed in range(60):
            session = session_of(seed, reflex)
            if session.table.actor == 0:
                session.act(0, HANDS_DOWN.notation.parse_action(session.table.state, FAKE))
                contacts += slaps(session)
        return sum(contacts) / len(contacts)

    def slaps(session: Session) -> list[int]:
        """Return what contacts a slap would have had where the fake was."""
        monkey = pytest.MonkeyPatch()
        with monkey.context() as patch:
            patch.setattr(HANDS_DOWN.races, "is_fake", lambda _s: False)
            race = model_race(session.table, session.computers, session._hands)
        return [at for seat, at in enumerate(race.contacts) if seat > 0 and at is not None]

    assert mean("relaxed") > mean("real") + 20


@pytest.mark.parametrize(
    ("reflex", "is_live"), [("real", True), ("relaxed", True), ("lots", False)]
)
def test_lots_need_no_keys(reflex: str, is_live: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    session = session_of(1, reflex)
    races, _sink = made(session, Clock([]), monkeypatch)
    assert races.is_live is is_live


def test_only_people_with_cards_have_live_keys(monkeypatch: pytest.MonkeyPatch) -> None:
    session = session_with_actor(False)
    races, _sink = made(session, Clock([]), monkeypatch)
    seat: Seat = session.table.actor
    assert races.live(seat) == [0]
    hand = session.table.state.players[0]
    hand.count = 0
    assert races.live(seat) == []
