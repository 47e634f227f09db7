"""Compiled code of the tests in a folder of their own, which all processes of a run share."""

from pathlib import Path

import pytest

from tapete.sim.cache import VARIABLE


@pytest.fixture(scope="session", autouse=True)
def _shared_cache(tmp_path_factory: pytest.TempPathFactory):
    base = tmp_path_factory.getbasetemp()
    shared = base.parent if base.name.startswith("popen-") else base
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(VARIABLE, str(shared / "compiled"))
        yield Path(shared)
