"""A pytest plugin that tells the runner how a test failed; it runs in the test's own process.

It stands alone: the runner puts this one file beside the tree that is tested.
"""

import os
from pathlib import Path

import pytest

REFUSALS = ("AssertionError", "Failed", "TapeteError")
"""A failed assertion, an exception that pytest.raises missed, a refusal of what the rules allow."""


def pytest_runtest_makereport(call: pytest.CallInfo[None]) -> None:
    """Write a line a phase: its name, and nothing, `assertion`, `skip` or the exception's name."""
    with Path(os.environ["MUTATION_WITNESS"]).open("a", encoding="utf-8") as file:
        print(call.when, kind(call.excinfo), sep="\t", file=file)


def kind(excinfo: pytest.ExceptionInfo[BaseException] | None) -> str:
    """Say how a phase ended."""
    if excinfo is None:
        return ""
    if excinfo.errisinstance(pytest.skip.Exception):
        return "skip"
    names = {base.__name__ for base in type(excinfo.value).__mro__}
    return excinfo.typename if names.isdisjoint(REFUSALS) else "assertion"
