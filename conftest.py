"""What every test of the project stands on, wherever it lives."""

import os
import signal
from pathlib import Path

import pytest
from hypothesis import settings

# Derandomized, so that a red run is red again; no deadline, for a machine that does other work too.
settings.register_profile("tapete", derandomize=True, deadline=None, database=None)
settings.load_profile("tapete")

# A run in the background takes no Ctrl-C, and the programs that tests start would inherit that.
signal.signal(signal.SIGINT, signal.default_int_handler)

PROOF_SECONDS = 3 * 3600
BROWSER_TESTS = Path(__file__).parent / "tests" / "browser"


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what drives a browser, for scripts/pytest.sh, and give proofs the time they take."""
    for item in items:
        if item.get_closest_marker("proof"):
            item.add_marker(pytest.mark.timeout(PROOF_SECONDS))
        if BROWSER_TESTS in item.path.parents:
            item.add_marker("browser")


@pytest.fixture(scope="session", autouse=True)
def _no_ones_home(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Keep tests, and the programs they start, away from the user's saved games and language."""
    home = tmp_path_factory.mktemp("home")
    for kind in ("CACHE", "CONFIG", "DATA", "STATE"):
        os.environ[f"XDG_{kind}_HOME"] = str(home / kind.lower())
    os.environ["LC_ALL"] = "C.UTF-8"
    os.environ.pop("LANGUAGE", None)
