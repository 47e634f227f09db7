"""Where a simulation draws its random numbers: a stream of `core/rng.py` per seed and path."""

import hashlib

from tapete.core.rng import LOT_BITS, MASK, STEP, Rng, below, bits31, bits64

__all__ = ["LOT_BITS", "MASK", "STEP", "Rng", "below", "bits31", "bits64", "make_key", "stream"]


def make_key(seed: int, *path: int | str) -> int:
    """Return the 64-bit key of one stream among many that a seed gives."""
    text = "/".join([str(seed), *map(str, path)])
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "little")


def stream(seed: int, *path: int | str) -> Rng:
    """Return the stream of a seed and a path (`stream(7, "game", 3)`)."""
    r = Rng()
    r.at = make_key(seed, *path)
    return r
