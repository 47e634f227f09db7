"""A hand coming down, on a clock of the test's own: who touched when, and what a fake tells."""

import io
import random
from collections.abc import Iterable, Sequence

import pytest

from tapete.bots.motion import SHORTEST_FALL, SLOWER
from tapete.cli import motion
from tapete.cli.keys import Press, assign_keys, presses
from tapete.cli.motion import Contacts, Motion, Stage, make_motion
from tapete.cli.screen import Screen
from tapete.cli.telling import Teller
from tapete.games import game
from tapete.table.chance import Sealed
from tapete.table.table import Table
from tests.cli.terminal import TtySink, TtyTypist

FALL = 0.3
WINDOW = 2.5
ZOE, LUZ = 0, 1


class Clock:
    """Keys pressed at given moments, and the clock that runs while one waits for them."""

    def __init__(self, script: Sequence[tuple[float, str]]) -> None:
        self.now = 0.0
        self._script = sorted(script)

    def monotonic(self) -> float:
        return self.now

    def read(self, until: float) -> list[Press]:
        if self._script and self._script[0][0] <= until:
            at, key = self._script.pop(0)
            self.now = max(self.now, at)
            return [Press(key, at)]
        self.now = max(self.now, until)
        return []


def stage_of(clock: Clock, monkeypatch: pytest.MonkeyPatch, *, plain: bool = False) -> Stage:
    monkeypatch.setattr(motion, "time", clock)
    sink = TtySink()
    table = Table(game("hands-down"), 3, game("hands-down").settle(3, {}), Sealed(b""))
    screen = Screen(TtyTypist(sink, lambda _shown: ""), sink, is_plain=plain)
    stage = Stage(Teller(table, ["Zoe", "Luz", "Ana"], screen, "en"), clock, {"z": ZOE, "l": LUZ})
    stage.sink = sink  # pyright: ignore[reportAttributeAccessIssue]
    return stage


def shown(stage: Stage) -> str:
    sink: io.StringIO = stage.sink  # pyright: ignore[reportAttributeAccessIssue]
    return sink.getvalue()


def slap(
    script: Sequence[tuple[float, str]],
    monkeypatch: pytest.MonkeyPatch,
    live: Iterable[int] = (0, 1),
) -> Contacts:
    stage = stage_of(Clock(script), monkeypatch)
    return stage.play(Motion("Ana", is_fake=False, fall=FALL, reach=1.0), live, WINDOW)


def fake(script: Sequence[tuple[float, str]], monkeypatch: pytest.MonkeyPatch) -> Contacts:
    stage = stage_of(Clock(script), monkeypatch)
    return stage.play(Motion("Ana", is_fake=True, fall=FALL, reach=0.7), (0, 1), WINDOW)


def test_contacts_count_from_the_frame_that_shows_the_contact(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    stage = stage_of(Clock([(0.9, "z"), (1.1, "l")]), monkeypatch)
    drawn: list[float] = []
    draw = Screen.draw

    def watch(self: Screen, text: str) -> None:
        draw(self, text)
        if "SLAP!" in text:
            drawn.append(motion.time.monotonic())

    monkeypatch.setattr(Screen, "draw", watch)
    found = stage.play(Motion("Ana", is_fake=False, fall=FALL, reach=1.0), (0, 1), WINDOW)
    (contact,) = drawn
    assert FALL <= contact <= FALL + motion.FRAME + 1e-9
    assert found.at == {ZOE: round((0.9 - contact) * 1000), LUZ: round((1.1 - contact) * 1000)}
    assert found.early == ()


def test_touch_before_the_contact_is_early_and_the_next_one_counts(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    found = slap([(0.1, "z"), (0.2, "z"), (0.9, "z"), (0.8, "l")], monkeypatch)
    assert found.early == (ZOE,)
    assert found.at[LUZ] < found.at[ZOE]


def test_only_the_first_slap_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    once = slap([(0.5, "z"), (0.7, "l")], monkeypatch)
    twice = slap([(0.5, "z"), (0.6, "z"), (0.7, "l")], monkeypatch)
    assert once == twice


def test_who_never_slaps_has_no_contact(monkeypatch: pytest.MonkeyPatch) -> None:
    assert set(slap([(0.5, "z")], monkeypatch).at) == {ZOE}
    assert slap([(0.5, "z"), (FALL + WINDOW + 0.5, "l")], monkeypatch).at.keys() == {ZOE}


def test_keys_of_nobody_are_ignored(monkeypatch: pytest.MonkeyPatch) -> None:
    assert slap([(0.1, "x"), (0.5, "q")], monkeypatch, ()) == Contacts({}, ())
    assert slap([(0.1, "l"), (0.6, "l"), (0.5, "z")], monkeypatch, (ZOE,)).early == ()


def test_race_is_over_when_all_have_slapped(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock([(0.5, "z"), (0.6, "l")])
    stage = stage_of(clock, monkeypatch)
    stage.play(Motion("Ana", is_fake=False, fall=FALL, reach=1.0), (0, 1), WINDOW)
    assert clock.now < 1


@pytest.mark.parametrize("at", [0.05, 0.2, 0.35, 0.6])
def test_touch_in_a_fake_is_fooled_before_and_after_it_turns(
    at: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert fake([(at, "z")], monkeypatch) == Contacts({ZOE: 0}, ())


def test_nobody_is_fooled_who_keeps_still(monkeypatch: pytest.MonkeyPatch) -> None:
    assert fake([], monkeypatch) == Contacts({}, ())
    assert fake([(9.0, "z")], monkeypatch) == Contacts({}, ())


@pytest.mark.parametrize("plain", [False, True])
def test_fake_looks_the_same_until_it_turns(plain: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    frames = []
    for is_fake in (False, True):
        stage = stage_of(Clock([]), monkeypatch, plain=plain)
        reach = 0.7 if is_fake else 1.0
        stage.play(Motion("Ana", is_fake=is_fake, fall=FALL, reach=reach), (), WINDOW)
        frames.append(shown(stage))
    way = [len(text) for text in frames]
    common = next(i for i in range(min(way)) if frames[0][i] != frames[1][i])
    assert frames[0][:common].count(">") >= 5
    assert "SLAP!" in frames[0]
    assert "a fake" not in frames[0]
    assert "back again, a fake" in frames[1]
    assert "SLAP!" not in frames[1]


def test_plain_screen_never_moves_the_cursor(monkeypatch: pytest.MonkeyPatch) -> None:
    for is_fake in (False, True):
        stage = stage_of(Clock([]), monkeypatch, plain=True)
        stage.hover("Ana", ())
        stage.play(make_motion("Ana", is_fake=is_fake, is_slow=False), (), WINDOW)
        assert "\r" not in shown(stage)
        assert "\033" not in shown(stage)


def test_fall_takes_its_time_alike_in_slap_and_fake() -> None:
    random.seed(1)
    slaps = [make_motion("Ana", is_fake=False, is_slow=False).fall for _ in range(2000)]
    random.seed(2)
    fakes = [make_motion("Ana", is_fake=True, is_slow=False).fall for _ in range(2000)]
    assert sum(slaps) / 2000 == pytest.approx(sum(fakes) / 2000, rel=0.03)
    assert min(slaps) == min(fakes) == SHORTEST_FALL


def test_relaxed_hand_is_slower() -> None:
    random.seed(1)
    quick = make_motion("Ana", is_fake=False, is_slow=False).fall
    random.seed(1)
    assert make_motion("Ana", is_fake=False, is_slow=True).fall == pytest.approx(quick * SLOWER)


def test_hovering_hand_tells_of_the_first_touch(monkeypatch: pytest.MonkeyPatch) -> None:
    assert stage_of(Clock([(0.2, "l"), (0.3, "z")]), monkeypatch).hover("Ana", (0, 1)) == (LUZ, 0.2)
    assert stage_of(Clock([(0.2, "l")]), monkeypatch).hover("Ana", (0,)) is None
    assert stage_of(Clock([(9.0, "l")]), monkeypatch).hover("Ana", (0, 1)) is None


def test_early_hand_is_told_to_touch_again(monkeypatch: pytest.MonkeyPatch) -> None:
    stage = stage_of(Clock([(0.1, "l"), (0.8, "l")]), monkeypatch)
    stage.play(Motion("Ana", is_fake=False, fall=FALL, reach=1.0), (LUZ,), WINDOW)
    assert "SLAP! Too early, touch again: Luz" in shown(stage)


@pytest.mark.parametrize(
    ("names", "keys"),
    [
        (["Ana", "Beto"], {"a": 0, "b": 1}),
        (["Ana", "Alba", "Ara"], {"a": 0, "s": 1, "l": 2}),
        (["Álvaro", "Ñusta", "李"], {"a": 0, "n": 1, "s": 2}),
        (["Sol", "7", "!"], {"s": 0, "a": 1, "l": 2}),
    ],
)
def test_every_person_has_a_plain_key_of_their_own(names: list[str], keys: dict[str, int]) -> None:
    assert assign_keys(names) == keys


def test_presses_are_letters_and_no_arrows() -> None:
    assert [press.key for press in presses("Ab ", 1.0)] == ["a", "b", " "]
    assert presses("\x1b[A", 1.0) == []
