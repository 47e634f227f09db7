"""Counter-based random numbers: one key a game, the same bits interpreted and compiled.

SplitMix64 (Steele, Lea and Flood, 2014): the i-th number is a fixed mix of key + i × an odd
constant, so a key is all the state there is, and no game's numbers depend on another's.
"""

from tapete.core.state import U64, Record, scalar

MASK = 0xFFFFFFFFFFFFFFFF
STEP = 0x9E3779B97F4A7C15
LOT_BITS = 31
"""How many random bits `bits31` gives."""


class Rng(Record):
    """A stream of random numbers; `at` is key + count × STEP (mod 2^64)."""

    at: int = scalar(U64)


def bits64(r: Rng) -> int:
    """Return the next 64 random bits."""
    # int() and the masks make Python's numbers wrap as the compiled unsigned ones do anyway.
    z = (int(r.at) + STEP) & MASK
    r.at = z
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
    return z ^ (z >> 31)


def bits31(r: Rng) -> int:
    """Return 31 random bits as a signed number, as bots take them."""
    return int(bits64(r) >> 33)


def below(r: Rng, n: int) -> int:
    """Return a random number from 0 to n - 1; the bias is under n / 2^31."""
    return (bits31(r) * n) >> LOT_BITS
