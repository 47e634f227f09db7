"""A server in a process of its own, as users start it: it can be stopped, killed, started again."""

import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Self

HERE = re.compile(r"http://127\.0\.0\.1:(\d+)")
TROUBLE = re.compile(
    r"Traceback|\b(ERROR|CRITICAL)\b|\"level\": \"(error|critical)\"|never awaited"
)
"""What a healthy server's log has none of."""
PATIENCE = 30.0
ROOT = Path(__file__).parents[2]


class Serving:
    """`tapete serve` with a data folder of its own; what it says goes to files, whole."""

    def __init__(self, folder: Path, *arguments: str, is_quick: bool = True) -> None:
        """Start nothing yet; `is_quick` makes computer players think less than people like."""
        self.folder = folder
        self.log = folder / "log.txt"
        self.said = folder / "said.txt"
        self.port = 0
        """0 before the first start, the same one ever after."""
        self._module = "tests.server.quick" if is_quick else "tapete"
        self._arguments = arguments
        self._process: subprocess.Popen[bytes] | None = None
        self._read = 0
        folder.mkdir(parents=True, exist_ok=True)

    @property
    def url(self) -> str:
        """Return its address for browsers on this computer."""
        return f"http://127.0.0.1:{self.port}"

    @property
    def pid(self) -> int:
        """Return the number of its process."""
        assert self._process is not None, "the server has not been started"
        return self._process.pid

    def start(self) -> Self:
        """Start it and wait until it takes connections."""
        command = [sys.executable, "-W", "error", "-m", self._module, "serve", "--no-browser"]
        command += ["--port", str(self.port), "--data", str(self.folder / "data")]
        begun = self.said.stat().st_size if self.said.exists() else 0
        with self.log.open("ab") as log, self.said.open("ab") as said:
            self._process = subprocess.Popen(
                [*command, "--lang", "en", *self._arguments],
                cwd=ROOT,
                env={**os.environ, "PYTHONPATH": f"{ROOT / 'src'}{os.pathsep}{ROOT}"},
                stdout=said,
                stderr=log,
            )
        self._await_address(begun)
        return self

    def stop(self) -> int:
        """Ask it to end, as Ctrl-C and systemd do; return its exit status."""
        return self._end(signal.SIGTERM)

    def kill(self) -> None:
        """End it on the spot, as a crash does."""
        self._end(signal.SIGKILL)

    def restart(self) -> None:
        """Kill it and start it again."""
        self.kill()
        self.start()

    def check(self) -> None:
        """Fail where the log tells of a fault since the last check."""
        text = self.log.read_text(encoding="utf-8")
        news, self._read = text[self._read :], len(text)
        assert not TROUBLE.search(news), news

    def __enter__(self) -> Self:
        return self.start()

    def __exit__(self, *_error: object) -> None:
        if self._process is not None:
            self.stop()
        self.check()

    def _end(self, how: signal.Signals) -> int:
        assert self._process is not None, "the server has not been started"
        self._process.send_signal(how)
        status = self._process.wait(PATIENCE)
        self._process = None
        return status

    def _await_address(self, begun: int) -> None:
        assert self._process is not None
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            found = HERE.search(self.said.read_bytes()[begun:].decode())
            if found:
                self.port = int(found[1])
                return
            assert self._process.poll() is None, self.log.read_text(encoding="utf-8")
            time.sleep(0.02)
        raise TimeoutError(f"the server has said no address: {self.log.read_text()}")
