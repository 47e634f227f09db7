"""Hands as text, states in the middle of a round, and moves in notation, for the tests."""

from tapete.games.declare import GAME, rules, turns
from tapete.games.declare.cards import JOKER
from tapete.games.declare.notation import format_action, formatted, parse_action, parse_card
from tapete.games.declare.seats import num_in
from tapete.games.declare.state import HAND, News, Phase, State
from tapete.games.declare.view import View, observe

NAMES = ["Ana", "Beto", "Carla", "Dina", "Elio", "Fina"]


def cards(text: str) -> list[int]:
    """Return the cards of a text such as `7S 7H KD`, ascending."""
    return sorted(parse_card(one) for one in text.split())


def table(
    *hands: str,
    floor: str = "2D",
    pile: str | None = None,
    buried: str = "",
    turn: int = 0,
    turns: int = 1,
    scores: tuple[int, ...] = (),
    out: tuple[int, ...] = (),
    started: int = 0,
    round_: int = 1,
    preset: str = "sheet",
    **options: object,
) -> State:
    """Return a state in the middle of a round: a hand a seat, "" for one that is out.

    `turns` is what every seat has had; `out` is the round in which each went out, 0 while it is in;
    `started` is the seat that started the round.
    Without a `pile` all other cards are in it.
    """
    seats = len(hands)
    s = GAME.new(seats, GAME.settle(seats, options, preset))
    s.phase, s.round, s.starter, s.turn, s.shuffles = Phase.TURN, round_, started, turn, 1
    for seat, hand in enumerate(hands):
        p = s.players[seat]
        p.count = fill(p.hand, cards(hand))
        p.turns = turns
        p.score = scores[seat] if scores else 0
        p.out = out[seat] if out else 0
    s.dealt = HAND * num_in(s)
    s.floor_count = fill(s.floor, cards(floor))
    s.buried_count = fill(s.buried, cards(buried))
    s.pile_count = fill(s.pile, cards(pile) if pile is not None else others(s))
    return s


def fill(row: list[int], some: list[int]) -> int:
    """Put cards at the beginning of a row; return how many."""
    row[: len(some)] = some
    return len(some)


def others(s: State) -> list[int]:
    """Return the pack's cards that lie nowhere yet."""
    placed = {card for p in s.players for card in p.hand[: p.count]}
    placed |= set(s.floor[: s.floor_count]) | set(s.buried[: s.buried_count])
    return [card for card in range(JOKER + s.house.jokers) if card not in placed]


def play(s: State, move: str, draw: str = "") -> None:
    """Play a legal move in notation; `draw` is the card that the pile gives (any, if "")."""
    action = parse_action(s, move)
    assert rules.is_legal(s, action), move
    rules.apply(s, action)
    if s.phase == Phase.PICK_UP:
        place = s.pile.index(parse_card(draw), 0, s.pile_count) if draw else 0
        rules.apply_chance(s, place)


def deal(s: State, lot: int = 0) -> None:
    """Let chance act until a seat is on turn: `lot` names the starter, the first card is drawn."""
    while rules.actor(s) < 0 and s.phase != Phase.OVER:
        rules.apply_chance(s, lot if s.phase == Phase.STARTER else 0)


def moves(s: State) -> list[str]:
    """Return the legal moves in notation."""
    buffer = [0] * GAME.num_actions
    return [format_action(s, action) for action in buffer[: rules.legal_actions(s, buffer)]]


def throws_from(hand: str, **options: object) -> set[str]:
    """Return all throws that a hand allows, each as text with the cards ascending."""
    s = table(hand, "5C 9H", floor="6C", **options)
    return {move.partition(" >")[0] for move in moves(s)} - {"declare"}


def may_throw(hand: str, **options: object) -> bool:
    """Say whether all cards of a hand may be thrown together, asking both ways to know."""
    s = table(hand, "5C 9H", floor="6C", **options)
    action = rules.turn_action((1 << s.players[0].count) - 1, turns.PILE)
    is_listed = format_action(s, action) in moves(s)
    assert rules.is_legal(s, action) == is_listed, hand
    return is_listed


def sources(s: State) -> set[str]:
    """Return where the seat on turn may take its card from."""
    return {move.partition("> ")[2] for move in moves(s)} - {""}


def shown(row: list[int], count: int) -> str:
    """Return cards as text."""
    return " ".join(formatted(row, count))


def hand_of(s: State, seat: int) -> str:
    """Return a seat's hand as text."""
    return shown(s.players[seat].hand, s.players[seat].count)


def floor_of(s: State) -> str:
    """Return the floor as text."""
    return shown(s.floor, s.floor_count)


def points(s: State) -> list[int]:
    """Return what the last showing of hands added, per seat."""
    return [p.points for p in s.players[: s.seats]]


def scores(s: State) -> list[int]:
    """Return every seat's penalty points."""
    return [rules.score(s, seat) for seat in range(s.seats)]


def places(s: State) -> list[int]:
    """Return how many seats rank ahead of each."""
    return [rules.place(s, seat) for seat in range(s.seats)]


def news(s: State) -> list[News]:
    """Return the kinds of what the last call did."""
    return [News(s.news[3 * i]) for i in range(s.news_count)]


def view_of(s: State, seat: int) -> View:
    """Return what a seat may know."""
    v = View()
    observe(s, seat, v)
    return v


def fresh(seats: int, preset: str = "sheet", **options: object) -> State:
    """Return a match that begins."""
    return GAME.new(seats, GAME.settle(seats, options, preset))
