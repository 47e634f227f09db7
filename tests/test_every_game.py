"""What every game must pass, the toy one among them; there are no exemptions."""

import random
import re
from typing import Any

import pytest

from tapete.bots.match import play_match
from tapete.core.errors import OptionError, Refused, TapeteError
from tapete.core.game import CHANCE, SPECTATOR, TERMINAL, WIN, Game
from tapete.games import games
from tapete.table.chance import Sealed
from tapete.table.record import format_record, parse_record, record_of, replay
from tapete.table.table import Table
from tests.driver import legal, observed, play, random_values
from tests.hidden import hidden_of
from tests.toy import TOY

assert TOY.name in games()
EVERY = [pytest.param(game, id=name) for name, game in games().items()]
every_game = pytest.mark.parametrize("game", EVERY)
WITH_SEATS = [
    pytest.param(game, seats, id=f"{name}-{seats}")
    for name, game in games().items()
    for seats in range(game.min_seats, game.max_seats + 1)
]
every_table = pytest.mark.parametrize(("game", "seats"), WITH_SEATS)
MATCHES = 3
"""Random matches a test and table; each under house rules of its own."""
CUTS = 20
"""How many unfinished records are made of one match."""


def random_matches(game: Game, seats: int, salt: str) -> Any:
    """Yield fresh states of random house rules, each with its random numbers."""
    for index in range(MATCHES):
        rng = random.Random(f"{game.name}/{seats}/{salt}/{index}")
        yield game.new(seats, random_values(game, seats, rng)), rng


@every_table
def test_random_matches_end_with_whole_returns(game: Game, seats: int):
    for s, rng in random_matches(game, seats, "end"):
        for _ in play(game, s, rng):
            pass
        assert game.rules.actor(s) == TERMINAL
        shares = [game.rules.returns(s, seat) for seat in range(seats)]
        places = [game.rules.place(s, seat) for seat in range(seats)]
        winners = places.count(0)
        assert shares == [WIN // winners if place == 0 else 0 for place in places]
        assert sum(shares) == WIN
        assert all(place == sum(other < place for other in places) for place in places)


@every_table
def test_is_legal_and_legal_actions_agree(game: Game, seats: int):
    for s, rng in random_matches(game, seats, "legal"):
        for n, _ in enumerate(play(game, s, rng)):
            if n % 7 or game.rules.actor(s) == CHANCE:
                continue
            asked = range(-2, game.num_actions + 2)
            assert legal(game, s) == [a for a in asked if game.rules.is_legal(s, a)] != []


@every_table
def test_nothing_is_legal_where_no_seat_must_choose(game: Game, seats: int):
    for s, rng in random_matches(game, seats, "nothing"):
        for n, _ in enumerate(play(game, s, rng)):
            if n % 7 == 0 and game.rules.actor(s) == CHANCE:
                assert not any(game.rules.is_legal(s, a) for a in range(game.num_actions))
        assert not any(game.rules.is_legal(s, a) for a in range(game.num_actions))


@every_table
def test_cards_are_conserved_at_every_step(game: Game, seats: int):
    for s, rng in random_matches(game, seats, "cards"):
        whole = None
        for _ in play(game, s, rng):
            cards = hidden_of(game).cards(s)
            whole = whole or cards
            assert cards == whole


@every_table
def test_states_and_views_pack_and_unpack(game: Game, seats: int):
    for s, rng in random_matches(game, seats, "pack"):
        for n, _ in enumerate(play(game, s, rng)):
            if n % 5 == 0:
                assert type(s).unpack(s.pack()) == s
                v = observed(game, s, rng.randrange(seats))
                assert type(v).unpack(v.pack()) == v


@every_table
def test_every_action_survives_notation_and_can_be_said(game: Game, seats: int):
    for s, rng in random_matches(game, seats, "words"):
        for n, _ in enumerate(play(game, s, rng)):
            seat = game.rules.actor(s)
            if n % 5 or seat == CHANCE:
                continue
            v, actions = observed(game, s, seat), legal(game, s)
            words = [game.notation.format_action(s, action) for action in actions]
            assert [game.notation.parse_action(s, text) for text in words] == actions
            assert len(set(words)) == len(words)
            for language in ("en", "es"):
                said = [game.notation.describe_action(v, action, language) for action in actions]
                assert all(text.strip() for text in said)
                assert_alike_does_alike(game, s, dict(zip(actions, said, strict=True)))


def assert_alike_does_alike(game: Game, s: Any, said: dict[int, str]) -> None:
    """Say that actions in the same words (two jokers) leave the seat the same in words."""
    after: dict[str, str] = {}
    seat = game.rules.actor(s)
    for action, text in said.items():
        if list(said.values()).count(text) > 1:
            other = s.copy()
            game.rules.apply(other, action)
            names = [f"{i}" for i in range(s.seats)]
            seen = game.notation.describe_view(observed(game, other, seat), names, "en")
            assert after.setdefault(text, seen) == seen


@every_table
def test_views_and_events_can_be_said_to_everybody(game: Game, seats: int):
    names = ["Ana", "Ben", "Carla", "Dan", "Eva", "Fred"][:seats]
    rng = random.Random(f"{game.name}/{seats}/said")
    table = play_match(
        game, random_values(game, seats, rng), ["uniform"] * seats, seed=seats, index=0
    )
    for seat in (*range(seats), SPECTATOR):
        for language in ("en", "es"):
            assert names[0] in game.notation.describe_view(table.view(seat), names, language)
            for event in table.events:
                seen = game.notation.describe_event(event.seen_by(seat), names, language)
                assert seen.strip()
                assert game.notation.describe_event(event.whole, names, language).strip()


@every_table
def test_refusals_name_a_rule_and_change_nothing(game: Game, seats: int):
    rules = (game.folder / "RULES.md").read_text(encoding="utf-8")
    numbers = set(re.findall(r"^\*\*([A-Z]+-D?\d+)\*\*", rules, re.MULTILINE))
    rng = random.Random(f"{game.name}/{seats}/refused")
    table = Table(game, seats, random_values(game, seats, rng), Sealed(b"refused" + bytes(25)))
    table.start()
    for _ in range(60):
        if table.is_over or table.actor < 0:
            break
        before, allowed = table.state.pack(), table.legal_actions()
        for action in set(range(game.num_actions)) - set(allowed):
            with pytest.raises(Refused) as refusal:
                table.act(table.actor, action)
            assert refusal.value.reason == "not_allowed"
            assert refusal.value.rule in numbers
            assert refusal.value.english != refusal.value.spanish
        with pytest.raises(Refused, match="must choose now"):
            table.act((table.actor + 1) % seats, allowed[0])
        for seat in (-1, seats, table.actor == 1, float(table.actor), None, "0"):
            with pytest.raises(Refused, match="expected a seat"):
                table.act(seat, allowed[0])  # pyright: ignore[reportArgumentType]
        for action in (-1, game.num_actions, True, "0"):
            with pytest.raises(Refused, match="expected an action"):
                table.act(table.actor, action)
        assert table.state.pack() == before
        table.act(table.actor, rng.choice(allowed))


def same_pile(s: Any) -> bytes:
    """Return the state's bytes with its pile, whose order means nothing, in order."""
    other = s.copy()
    other.pile[: s.pile_count] = sorted(s.pile[: s.pile_count])
    return other.pack()


@every_table
def test_records_replay_to_the_same_state(game: Game, seats: int):
    for index in range(MATCHES):
        rng = random.Random(f"{game.name}/{seats}/replay/{index}")
        kinds = [rng.choice(["uniform", "simple"]) for _ in range(seats)]
        table = play_match(game, random_values(game, seats, rng), kinds, seed=7, index=index)
        again = replay(parse_record(format_record(record_of(table, kinds))))
        assert same_pile(again.state) == same_pile(table.state)
        assert [e.whole for e in again.events] == [e.whole for e in table.events]


@every_table
def test_an_unfinished_record_may_stop_after_any_event(game: Game, seats: int):
    rng = random.Random(f"{game.name}/{seats}/stop")
    table = play_match(game, random_values(game, seats, rng), ["uniform"] * seats, seed=3, index=1)
    record = record_of(table)
    del record["result"]
    lengths = range(1, len(record["events"]))
    for length in rng.sample(lengths, min(CUTS, len(lengths))):
        cut = {**record, "events": record["events"][:length]}
        replay(parse_record(format_record(cut)))


@every_game
def test_every_value_of_every_option_can_be_played(game: Game):
    for name, option in game.options.items():
        for value in {option.values[0], option.values[-1], *option.values[:4]}:
            values = {**{n: o.default for n, o in game.options.items()}, name: value}
            seats = game.min_seats
            if not game.objection(seats, values):
                play_match(game, game.settle(seats, values), ["simple"] * seats, seed=1, index=0)


@every_game
def test_wrong_options_are_refused_saying_what_is_allowed(game: Game):
    with pytest.raises(TapeteError, match="there is no option 'nonsense'"):
        game.settle(game.min_seats, {"nonsense": 1})
    with pytest.raises(TapeteError, match="there is no preset 'nonsense'"):
        game.settle(game.min_seats, {}, "nonsense")
    for seats in (1, 3.0, "3", None):
        with pytest.raises(TapeteError, match=f"seats, not {seats}"):
            game.settle(seats, {})  # pyright: ignore[reportArgumentType]
    for name, option in game.options.items():
        for wrong in (None, 1.0, "nonsense", -1, 10**9, [], "1"):
            with pytest.raises(TapeteError, match=f"^{name} must be "):
                game.settle(game.min_seats, {name: wrong})
        if option.is_switch:
            with pytest.raises(TapeteError, match=r"on or off, not 1"):
                game.settle(game.min_seats, {name: 1})


@every_game
def test_wrong_options_are_refused_in_spanish_too(game: Game):
    def spanish(options: dict[str, Any], preset: str = "sheet", seats: int = 0) -> str:
        with pytest.raises(OptionError) as refused:
            game.settle(seats or game.min_seats, options, preset)
        return refused.value.spanish

    assert spanish({"nonsense": 1}).startswith("no existe la opción 'nonsense'")
    assert spanish({}, "nonsense").startswith("no existe la variante 'nonsense'")
    assert spanish({}, seats=99).endswith("asientos, no 99")
    for name, option in game.options.items():
        assert spanish({name: "nonsense"}) == (
            f"{name} debe ser {option.allowed('es')}, no nonsense"
        )


@every_game
def test_every_preset_settles_and_ends(game: Game):
    for preset in ("sheet", *game.presets):
        values = game.settle(game.min_seats, {}, preset)
        kinds = ["simple"] * game.min_seats
        assert play_match(game, values, kinds, seed=2, index=0).is_over


@every_table
def test_hand_written_players_see_no_more_than_a_view(game: Game, seats: int):
    compared = 0
    for s, rng in random_matches(game, seats, "bots"):
        for _ in play(game, s, rng):
            seat = game.rules.actor(s)
            other = hidden_of(game).variant(s, seat, rng) if seat != CHANCE else None
            if other is None:
                continue
            actions, lot = legal(game, s), rng.getrandbits(31)
            views = [observed(game, one, seat) for one in (s, other)]
            choices = [game.bots.choose(v, actions, len(actions), lot) for v in views]
            assert choices[0] == choices[1]
            assert choices[0] in actions
            compared += 1
    assert compared > 0
