"""Browsers at tables of a real server: what this project adds to pytest-playwright."""

import os
import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, ConsoleMessage, Page

from tests.browser.line import Line
from tests.server.serving import Serving

QUIET = [
    "--no-first-run",
    "--disable-quic",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
"""What keeps a browser from talking to anybody but us."""
CHROMIUMS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
PHONE = {
    "viewport": {"width": 390, "height": 844},
    "device_scale_factor": 2,
    "has_touch": True,
    "is_mobile": True,
}
PATIENCE_MS = 10_000
LINE_TROUBLE = re.compile(r"WebSocket|net::ERR_|Failed to load resource")
"""What a browser itself says of a line that breaks."""

NewContext = Callable[..., BrowserContext]
OpenTable = Callable[..., str]


@pytest.fixture(scope="session")
def browser_type_launch_args(
    browser_type_launch_args: dict[str, Any], browser_type: Any
) -> dict[str, Any]:
    """Take CHROMIUM, else the browser that Playwright installed, else the system's."""
    if browser_type.name != "chromium":
        return browser_type_launch_args
    flags = [*browser_type_launch_args.get("args", []), *QUIET]
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        flags.append("--no-sandbox")
    path = os.environ.get("CHROMIUM")
    if not path and not Path(browser_type.executable_path).exists():
        path = next(filter(None, map(shutil.which, CHROMIUMS)), None)
    which = {"executable_path": path} if path else {"channel": "chromium"}
    return {**browser_type_launch_args, "args": flags, **which}


@pytest.fixture(scope="session")
def base_url() -> str:
    """There is none: each test says whose pages it means."""
    return ""


@pytest.fixture(scope="session")
def _shared_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    with Serving(tmp_path_factory.mktemp("server")) as serving:
        yield serving


@pytest.fixture
def server(_shared_server: Serving) -> Iterator[Serving]:
    """A running server, shared by tests that do it no harm; its log is checked after each."""
    yield _shared_server
    _shared_server.check()


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Serving]:
    """A running server for one test alone, to be killed and started again."""
    with Serving(tmp_path / "server") as serving:
        yield serving


@pytest.fixture
def line(tmp_path: Path) -> Iterator[Line]:
    """A line to a server of its own, good until a test makes it a bad one; `url` leads over it."""
    with Line() as one, Serving(tmp_path / "server", "--public-url", one.url) as serving:
        one.lead_to(serving.url)
        yield one


class Troubles:
    """What pages complained of; a test ends without any, but for what it allows."""

    def __init__(self) -> None:
        self.allowed: list[re.Pattern[str]] = []
        self._told: list[str] = []

    def watch(self, context: BrowserContext) -> None:
        """Listen to all pages of a context."""
        context.on("console", self._hear)
        context.on("weberror", lambda error: self._told.append(str(error.error)))

    def allow(self, pattern: re.Pattern[str]) -> None:
        """Let complaints be that belong to what the test does on purpose."""
        self.allowed.append(pattern)

    @property
    def found(self) -> list[str]:
        """Return what is not allowed."""
        return [one for one in self._told if not any(a.search(one) for a in self.allowed)]

    def _hear(self, message: ConsoleMessage) -> None:
        if message.type in {"error", "warning"}:
            self._told.append(f"{message.type}: {message.text} ({message.location.get('url')})")


@pytest.fixture
def troubles() -> Iterator[Troubles]:
    """Collects what pages complain of, and fails at the end where they did."""
    found = Troubles()
    yield found
    assert found.found == []


@pytest.fixture
def new_context(new_context: NewContext, troubles: Troubles) -> NewContext:
    """Makes a browser of its own, cookies apart from all others."""

    def make(**options: Any) -> BrowserContext:
        context = new_context(**{"locale": "en-GB", **options})
        context.set_default_timeout(PATIENCE_MS)
        troubles.watch(context)
        return context

    return make


@pytest.fixture
def phone(new_context: NewContext) -> Callable[..., Page]:
    """Makes pages on phones, one phone each."""

    def make(**options: Any) -> Page:
        return new_context(**PHONE, **options).new_page()

    return make


@pytest.fixture
def open_table() -> OpenTable:
    """Opens a table for a page's guest, goes there, and returns the table's code."""

    def make(page: Page, url: str, game: str, *, computers: bool = True, **terms: Any) -> str:
        wish = {
            "terms": {"game": game, "seats": 3, **terms},
            "name": "Zoe",
            "computers": computers,
        }
        answer = page.request.post(f"{url}/api/tables", data=wish)
        assert answer.ok, answer.text()
        code: str = answer.json()["code"]
        page.goto(f"{url}/t/{code}")
        return code

    return make
