"""What is made once for each game and kept."""

from collections.abc import Callable
from functools import wraps
from typing import Any, ParamSpec, TypeVar

Given = ParamSpec("Given")
Made = TypeVar("Made")


def once(make: Callable[Given, Made]) -> Callable[Given, Made]:
    """Keep what a function makes of the same arguments; a game is the same as itself alone."""
    kept: dict[Any, tuple[Any, Made]] = {}

    @wraps(make)
    def get(*args: Given.args, **kwargs: Given.kwargs) -> Made:
        key = (*map(name_of, args), *sorted(kwargs.items()))
        if key not in kept:
            # With the arguments, so that no identity is given out again.
            kept[key] = (args, make(*args, **kwargs))
        return kept[key][1]

    return get


def name_of(argument: Any) -> Any:
    """Return what stands for an argument: itself, or its identity where it can't be hashed."""
    try:
        hash(argument)
    except TypeError:
        return id(argument)
    return argument
