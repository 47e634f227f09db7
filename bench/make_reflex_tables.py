"""Make the integer tables of the reflex model: `python bench/make_reflex_tables.py > FILE`.

FILE is `src/tapete/sim/reflex_tables.py`; a test checks that it is what this gives. Each table has
the values of a function at the ends of 256 equal cells of 0 … 1, in 1/65536; between them it is
read along a straight line.
"""

from math import exp, log, pi, sqrt
from statistics import NormalDist

CELLS = 256
ONE = 1 << 16
EXPONENT = 1.7
"""A hand has covered (t / T) ** EXPONENT of its path at time t of T."""
A_ROW = 10

HEAD = f'''"""Tables of the reflex model; made by bench/make_reflex_tables.py, not by hand."""

CELLS = {CELLS}
"""Cells of a table, which has one number more."""
ONE = {ONE}
"""What stands for 1 in the tables."""
'''


def normal() -> list[float]:
    """Return the standard normal's quantiles.

    The outermost cells have no end; theirs lies where the straight line keeps the tail's mean.
    """
    inner = [NormalDist().inv_cdf(i / CELLS) for i in range(1, CELLS)]
    tail_mean = -CELLS * exp(-(inner[0] ** 2) / 2) / sqrt(2 * pi)
    end = 2 * tail_mean - inner[0]
    return [end, *inner, -end]


def exponential() -> list[float]:
    """Return the quantiles of the exponential with mean 1, the last cell's end as in `normal`."""
    inner = [-log(1 - i / CELLS) for i in range(CELLS)]
    return [*inner, inner[-1] + 2]


def path() -> list[float]:
    """Return when, as a share of the motion's time, a hand has covered a share of its path."""
    return [(i / CELLS) ** (1 / EXPONENT) for i in range(CELLS + 1)]


def table(name: str, meaning: str, values: list[float]) -> str:
    """Write one table as a tuple of whole numbers with its meaning below."""
    numbers = [str(round(value * ONE)) for value in values]
    rows = [", ".join(numbers[i : i + A_ROW]) for i in range(0, len(numbers), A_ROW)]
    body = "".join(f"    {row},\n" for row in rows)
    return f'# fmt: off\n{name} = (\n{body})\n# fmt: on\n"""{meaning}"""\n'


def render() -> str:
    """Return the whole file."""
    return HEAD + "".join(
        (
            table("NORMAL", "Standard normal quantiles.", normal()),
            table("EXPONENTIAL", "Quantiles of the exponential with mean 1.", exponential()),
            table(
                "PATH", "Share of a motion's time by which a share of its path is covered.", path()
            ),
        )
    )


if __name__ == "__main__":
    print(render(), end="")
