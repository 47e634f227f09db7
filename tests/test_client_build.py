"""The build of the browser client within the package's, with an npm that is a stand-in."""

import importlib.util
import json
import sys
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parent.parent
LOG = "npm.log"


def load() -> ModuleType:
    """Return hatch_build.py, which is in no package."""
    spec = importlib.util.spec_from_file_location("hatch_build", ROOT / "hatch_build.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["hatch_build"] = module
    spec.loader.exec_module(module)
    return module


build = load()

FAKE_NPM = """\
import json, os, sys
from pathlib import Path
root = Path.cwd().parent
with (root / "npm.log").open("a") as log:
    print(*sys.argv[1:], file=log)
if (root / "broken").exists():
    print("no such", "package")
    sys.exit(1)
if sys.argv[1] == "ci":
    (Path("node_modules")).mkdir(exist_ok=True)
    lock = json.loads(Path("package-lock.json").read_text())
    if "--omit=dev" in sys.argv:
        lock["packages"] = {k: v for k, v in lock["packages"].items() if not v.get("dev")}
    Path("node_modules/.package-lock.json").write_text(json.dumps(lock))
else:
    static = root / "src" / "tapete" / "server" / "static"
    static.mkdir(parents=True, exist_ok=True)
    (static / "index.html").write_text(Path("index.html").read_text())
"""
LOCK = {
    "": {"name": "web"},
    "node_modules/vite": {"version": "1.0.0"},
    "node_modules/native": {"version": "1.0.0", "optional": True},
    "node_modules/tool": {"version": "1.0.0", "dev": True},
}


@pytest.fixture
def root(tmp_path: Path) -> Path:
    web = tmp_path / "web"
    (web / "src").mkdir(parents=True)
    (web / "index.html").write_text("one")
    (web / "src" / "main.ts").write_text("1")
    (web / "package-lock.json").write_text(json.dumps({"packages": LOCK}))
    (tmp_path / "npm.py").write_text(FAKE_NPM)
    return tmp_path


def make(root: Path, *, with_tools: bool = False) -> list[str]:
    """Build what is out of date; return npm's calls."""
    (root / LOG).unlink(missing_ok=True)
    client = build.Client(root, with_tools=with_tools)
    if client.needs_npm():
        npm = build.Npm([sys.executable, str(root / "npm.py")], Path(sys.executable).parent)
        client.build(npm)
    assert not client.needs_npm()
    return (root / LOG).read_text().splitlines() if (root / LOG).exists() else []


CI = "ci --omit=dev --ignore-scripts --prefer-offline"
CI_WITH_TOOLS = "ci --ignore-scripts --prefer-offline"
BUILD = "run --silent build"


def test_client_is_built_once(root: Path) -> None:
    assert make(root) == [CI, BUILD]
    assert make(root) == []


@pytest.mark.parametrize("name", ["index.html", "src/main.ts", "src/new.ts"])
def test_changed_source_is_built_again_with_the_packages_there_are(root: Path, name: str) -> None:
    make(root)
    (root / "web" / name).write_text("two")
    assert make(root) == [BUILD]


def test_renamed_and_deleted_sources_count(root: Path) -> None:
    make(root)
    (root / "web" / "src" / "main.ts").rename(root / "web" / "src" / "other.ts")
    assert make(root) == [BUILD]
    (root / "web" / "src" / "other.ts").unlink()
    assert make(root) == [BUILD]


def test_packages_do_not_count_as_sources(root: Path) -> None:
    make(root)
    (root / "web" / "node_modules" / "x.js").write_text("x")
    assert make(root) == []


def test_tools_are_fetched_where_they_are_wanted_and_then_left_alone(root: Path) -> None:
    make(root)
    assert make(root, with_tools=True) == [CI_WITH_TOOLS]
    (root / "web" / "index.html").write_text("two")
    assert make(root) == [BUILD]
    assert make(root, with_tools=True) == []


def test_newer_package_is_fetched(root: Path) -> None:
    make(root)
    lock = {"packages": {**LOCK, "node_modules/vite": {"version": "2.0.0"}}}
    (root / "web" / "package-lock.json").write_text(json.dumps(lock))
    assert make(root) == [CI, BUILD]


def test_failure_is_told_with_npms_words_and_what_to_do(root: Path) -> None:
    (root / "broken").touch()
    with pytest.raises(SystemExit) as end:
        make(root)
    assert "no such package" in str(end.value)
    assert f"`npm {CI}`" in str(end.value)
    assert "TAPETE_CLIENT=skip" in str(end.value)
    (root / "broken").unlink()
    assert make(root) == [CI, BUILD]


@pytest.mark.parametrize(
    ("version", "is_fit"),
    [
        ("v20.19.0", True),
        ("v20.18.3", False),
        ("v21.9.0", False),
        ("v22.11.0", False),
        ("v22.12.0\n", True),
        ("v24.1.0", True),
        ("v18.20.0", False),
        ("", False),
        ("not found", False),
    ],
)
def test_node_must_be_one_that_vite_runs_on(version: str, is_fit: bool) -> None:
    assert build.is_recent(version) == is_fit


def hook(root: Path) -> object:
    return build.ClientHook(str(root), {}, None, None, str(root), "wheel")


@pytest.mark.parametrize(
    ("has_node", "mode", "asked"), [(True, "", 0), (False, "", 1), (False, "skip", 0)]
)
def test_node_is_asked_for_only_where_there_is_none(
    root: Path, monkeypatch: pytest.MonkeyPatch, has_node: bool, mode: str, asked: int
) -> None:
    monkeypatch.setenv("TAPETE_CLIENT", mode)
    monkeypatch.setattr(build, "system_npm", lambda: object() if has_node else None)
    assert len(hook(root).dependencies()) == asked  # pyright: ignore[reportAttributeAccessIssue]
    make(root)
    assert hook(root).dependencies() == []  # pyright: ignore[reportAttributeAccessIssue]


def test_built_client_here_is_that_of_the_sources() -> None:
    client = build.Client(ROOT)
    assert client.is_built(), "web/ has changed since the client was built: make dev"
