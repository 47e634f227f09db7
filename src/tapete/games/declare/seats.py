"""Who is still in, who comes next, who ranks ahead."""

from tapete.games.declare.state import State


def num_in(s: State) -> int:
    """Return how many seats are still in."""
    count = 0
    for seat in range(s.seats):
        if s.players[seat].out == 0:
            count += 1
    return count


def nth_in(s: State, n: int) -> int:
    """Return the n-th seat still in, counted from 0."""
    seat = first_in(s, 0)
    for _ in range(n):
        seat = next_in(s, seat)
    return seat


def first_in(s: State, seat: int) -> int:
    """Return this seat, or the next in turn order that is still in."""
    return seat if s.players[seat].out == 0 else next_in(s, seat)


def next_in(s: State, seat: int) -> int:
    """Return the next seat in turn order that is still in."""
    following = left_of(s, seat)
    while s.players[following].out > 0:
        following = left_of(s, following)
    return following


def left_of(s: State, seat: int) -> int:
    """Return the next seat, in or out."""
    # A division would cost more than the rest of a turn.
    return seat + 1 if seat + 1 < s.seats else 0


def is_better(s: State, a: int, b: int) -> bool:
    """Say whether seat a ranks ahead of seat b (DC-D8).

    This serves every `end`: whoever is in has fewer points than those who crossed with the others.
    """
    out_a, out_b = s.players[a].out, s.players[b].out
    if out_a == out_b:
        return s.players[a].score < s.players[b].score
    return out_a == 0 or (out_b > 0 and out_a > out_b)
