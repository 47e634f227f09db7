"""Types of arguments that several commands share."""

import argparse
from collections.abc import Callable


def whole_number(low: int, high: int) -> Callable[[str], int]:
    """Return an argparse type: a whole number from low to high."""

    def read(text: str) -> int:
        try:
            number = int(text)
        except ValueError:
            number = low - 1
        if not low <= number <= high:
            raise argparse.ArgumentTypeError(f"expected {low} to {high}, got {text!r}")
        return number

    return read
