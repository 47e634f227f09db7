"""The Makefile and its setup script, run for real; pip and broken systems are stand-ins."""

import os
import shutil
import signal
import subprocess
import sys
import textwrap
import time
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
TOOLS = ("sh", "make", "cat", "cksum", "find", "id", "ls", "rm", "sed", "sort")

FAKE_PIP = """
    import os, signal, sys
    from pathlib import Path
    yard = Path(os.environ["YARD"])
    if "install" in sys.argv:
        with (yard / "installs.log").open("a") as log:
            print(sys.argv[-1], file=log)
        (yard / "client").write_text(os.environ.get("TAPETE_CLIENT", ""))
        if (yard / "kill").exists():
            os.kill(os.getppid(), signal.SIGKILL)
        sys.exit((yard / "offline").exists())
"""
FAKE_GAME = """
    import sys
    print(sys.argv[1:], sys.stdin.read())
"""
FAKE_PYTEST = """
    import os, sys
    from pathlib import Path
    yard = Path(os.environ["YARD"])
    mark = sys.argv[sys.argv.index("-m") + 1]
    with (yard / "tests.log").open("a") as log:
        print(sys.argv[1:], file=log)
    statuses = dict(line.split("=") for line in (yard / "statuses").read_text().splitlines())
    sys.exit(int(statuses["browser" if "and browser" in mark else "main"]))
"""


@dataclass
class Yard:
    """A copy of the build files, with stand-ins for what they would fetch."""

    folder: Path
    path: Path
    """The only folder on PATH."""

    def make(self, *arguments: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
        env = {
            "PATH": str(self.path),
            "PYTHONPATH": str(self.folder / "fake"),
            "YARD": str(self.folder),
        }
        return subprocess.run(
            ["make", *arguments],
            cwd=self.folder,
            env=env | {"HOME": str(self.folder)},
            input=stdin,
            capture_output=True,
            text=True,
            check=False,
            timeout=60,
        )

    def program(self, name: str, script: str) -> Path:
        """Put a program on the yard's PATH."""
        file = self.path / name
        file.unlink(missing_ok=True)
        file.write_text(f"#!/bin/sh\n{script}\n")
        file.chmod(0o755)
        return file

    def module(self, name: str, source: str) -> None:
        """Put a package that every interpreter of the yard finds before its own."""
        package = self.folder / "fake" / name
        package.mkdir(parents=True)
        (package / "__init__.py").touch()
        (package / "__main__.py").write_text(textwrap.dedent(source))

    def installs(self) -> list[str]:
        """Return what pip was told to install, in order."""
        log = self.folder / "installs.log"
        return log.read_text().split() if log.exists() else []


@pytest.fixture
def yard(tmp_path: Path) -> Yard:
    made = Yard(tmp_path / "yard", tmp_path / "bin")
    made.folder.mkdir()
    made.path.mkdir()
    for name in ("Makefile", "pyproject.toml", "hatch_build.py"):
        shutil.copy(ROOT / name, made.folder)
    shutil.copytree(ROOT / "scripts", made.folder / "scripts")
    for tool in TOOLS:
        found = shutil.which(tool)
        assert found, f"{tool} is needed to run the Makefile at all"
        (made.path / tool).symlink_to(found)
    (made.path / "python3").symlink_to(sys._base_executable)
    made.module("pip", FAKE_PIP)
    made.module("ensurepip", "")
    made.module("tapete", FAKE_GAME)
    made.program("chromium", "exit 0")
    return made


def own_lines(run: subprocess.CompletedProcess[str]) -> list[str]:
    """Return what was said but for make's closing line."""
    return [line for line in run.stderr.splitlines() if not line.startswith("make: ***")]


def refusal(run: subprocess.CompletedProcess[str]) -> str:
    """Return the one line with which a run failed."""
    assert run.returncode != 0
    said = [line for line in own_lines(run) if not line.endswith("(once) ...")]
    assert len(said) == 1, run.stderr
    return said[0]


def test_second_run_installs_nothing_and_is_quick(yard: Yard) -> None:
    first = yard.make("dev")
    assert first.returncode == 0, first.stderr
    assert yard.installs() == [".[dev]"]
    begin = time.monotonic()
    second = yard.make("dev")
    assert time.monotonic() - begin < 2
    assert (second.returncode, second.stdout, second.stderr) == (0, "", "")
    assert yard.installs() == [".[dev]"]


def test_changed_dependencies_are_installed(yard: Yard) -> None:
    yard.make("dev")
    with (yard.folder / "pyproject.toml").open("a") as file:
        file.write("# changed\n")
    yard.make("dev")
    assert yard.installs() == [".[dev]", ".[dev]"]


@pytest.mark.parametrize(("target", "command"), [("play", "serve"), ("terminal", "play")])
def test_the_programs_input_and_output_are_left_alone(
    yard: Yard, target: str, command: str
) -> None:
    for _first_then_second in range(2):
        run = yard.make(target, "ARGS=declare --plain", stdin="1\nquit\n")
        assert run.stdout == f"['{command}', 'declare', '--plain'] 1\nquit\n\n"
    assert run.stderr == ""
    assert yard.installs() == ["."]


def test_changed_client_is_built_again_and_its_packages_do_not_count(yard: Yard) -> None:
    web = yard.folder / "web"
    (web / "src").mkdir(parents=True)
    (web / "src" / "a file.ts").write_text("1")
    yard.make("play")
    (web / "node_modules").mkdir()
    (web / "node_modules" / "x.js").write_text("1")
    assert yard.make("play").stderr == ""
    assert yard.installs() == ["."]
    (web / "src" / "a file.ts").write_text("2")
    yard.make("play")
    assert yard.installs() == [".", "."]
    (web / "src" / "a file.ts").rename(web / "src" / "b.ts")
    yard.make("play")
    assert yard.installs() == [".", ".", "."]


@pytest.mark.parametrize(("target", "wanted"), [("play", ""), ("dev", "dev")])
def test_tools_of_the_client_come_with_the_others(yard: Yard, target: str, wanted: str) -> None:
    assert yard.make(target).returncode == 0
    assert (yard.folder / "client").read_text() == wanted


def without_chromium(yard: Yard) -> None:
    """Take the browser away; Playwright has none of its own either."""
    (yard.path / "chromium").unlink()
    yard.module("playwright", "import sys; sys.exit(1)")


def test_missing_chromium_is_refused_with_the_command_and_asked_for_again(yard: Yard) -> None:
    without_chromium(yard)
    yard.program("id", "echo 1000")
    for _first_then_second in range(2):
        run = yard.make("dev")
        assert run.returncode != 0
        assert "sudo apt-get install chromium" in own_lines(run)[-1]
        assert "playwright install chromium" in own_lines(run)[-1]
    assert yard.make("play").returncode == 0


def test_missing_chromium_is_installed_by_root(yard: Yard) -> None:
    without_chromium(yard)
    yard.program("id", "echo 0")
    yard.program("apt-get", 'echo "$*" >>$YARD/apt.log; ln -s /bin/true "$YARD/../bin/chromium"')
    (yard.path / "ln").symlink_to(shutil.which("ln") or "")
    run = yard.make("dev")
    assert run.returncode == 0, run.stderr
    assert (yard.folder / "apt.log").read_text().split() == ["install", "-qq", "-y", "chromium"]


def test_named_chromium_is_enough(yard: Yard) -> None:
    without_chromium(yard)
    yard.program("my-browser", "exit 0")
    assert yard.make("dev", f"CHROMIUM={yard.path / 'my-browser'}").returncode == 0


@pytest.fixture
def tests(yard: Yard) -> Yard:
    yard.module("pytest", FAKE_PYTEST)
    return yard


def run_tests(yard: Yard, *arguments: str, main: int, browser: int) -> tuple[int, list[str]]:
    """Run the script of `make test` with given results; return its status and pytest's calls."""
    (yard.folder / "statuses").write_text(f"main={main}\nbrowser={browser}")
    (yard.folder / "tests.log").unlink(missing_ok=True)
    run = subprocess.run(
        ["sh", "scripts/pytest.sh", sys.executable, "not proof", *arguments],
        cwd=yard.folder,
        env={"PYTHONPATH": str(yard.folder / "fake"), "YARD": str(yard.folder)},
        check=False,
    )
    return run.returncode, (yard.folder / "tests.log").read_text().splitlines()


def test_browsers_are_driven_in_a_call_of_their_own(tests: Yard) -> None:
    status, calls = run_tests(tests, "-k", "a or b", main=0, browser=0)
    assert status == 0
    assert calls == [
        "['-n', 'auto', '-m', 'not proof and not browser', '-k', 'a or b']",
        "['-n', 'auto', '-m', 'not proof and browser', '-k', 'a or b']",
    ]


@pytest.mark.parametrize(
    ("main", "browser", "status"),
    [(0, 0, 0), (1, 0, 1), (0, 1, 1), (5, 0, 0), (0, 5, 0), (5, 5, 5), (2, 0, 2), (5, 1, 1)],
)
def test_both_calls_count_and_only_one_may_find_nothing(
    tests: Yard, main: int, browser: int, status: int
) -> None:
    assert run_tests(tests, main=main, browser=browser)[0] == status


def test_play_is_content_with_the_larger_environment_but_not_the_reverse(yard: Yard) -> None:
    yard.make("play")
    yard.make("dev")
    yard.make("play")
    assert yard.installs() == [".", ".[dev]"]


def test_killed_setup_is_begun_again(yard: Yard) -> None:
    (yard.folder / "kill").touch()
    assert yard.make("dev").returncode != 0
    half = yard.folder / ".venv" / "half-written"
    half.touch()
    (yard.folder / "kill").unlink()
    assert yard.make("dev").returncode == 0
    assert not half.exists()
    assert yard.installs() == [".[dev]", ".[dev]"]


def test_failed_install_is_said_and_tried_again(yard: Yard) -> None:
    (yard.folder / "offline").touch()
    assert "network" in refusal(yard.make("play"))
    (yard.folder / "offline").unlink()
    assert yard.make("play").returncode == 0


def test_failed_update_keeps_the_environment(yard: Yard) -> None:
    yard.make("play")
    kept = yard.folder / ".venv" / "kept"
    kept.touch()
    (yard.folder / "offline").touch()
    assert "network" in refusal(yard.make("dev"))
    (yard.folder / "offline").unlink()
    assert yard.make("dev").returncode == 0
    assert kept.exists()


def test_old_python_is_refused_in_one_line(yard: Yard) -> None:
    old = yard.program("python3.9", "echo 3.9.2")
    said = refusal(yard.make("play", f"PYTHON={old}"))
    assert "3.11 or later" in said
    assert "3.9.2" in said


def test_old_default_python_is_refused_in_one_line(yard: Yard) -> None:
    yard.program("python3", "echo 3.9.2")
    assert "3.9.2" in refusal(yard.make("play"))


def test_no_python_is_refused_in_one_line(yard: Yard) -> None:
    (yard.path / "python3").unlink()
    assert "Python 3.11 or later is needed" in refusal(yard.make("play"))


def test_newer_name_is_passed_over_where_it_does_not_run(yard: Yard) -> None:
    yard.program("python3.13", "echo not set up >&2; exit 127")
    run = yard.make("dev")
    assert run.returncode == 0, run.stderr
    assert len(own_lines(run)) == 1


def without_venv_module(yard: Yard) -> None:
    """Make `import ensurepip` fail, as where the system packs it apart."""
    (yard.folder / "fake" / "ensurepip" / "__init__.py").write_text("raise ImportError\n")


def test_missing_venv_module_is_refused_with_the_command(yard: Yard) -> None:
    without_venv_module(yard)
    yard.program("id", "echo 1000")
    yard.program("apt-get", "echo called >>$YARD/apt.log")
    package = f"python3.{sys.version_info.minor}-venv"
    assert f"sudo apt-get install {package}" in refusal(yard.make("play"))
    assert not (yard.folder / "apt.log").exists()


def test_missing_venv_module_is_installed_by_root(yard: Yard) -> None:
    without_venv_module(yard)
    yard.program("id", "echo 0")
    yard.program("apt-get", "echo $* >>$YARD/apt.log; : >$YARD/fake/ensurepip/__init__.py")
    run = yard.make("play")
    assert run.returncode == 0, run.stderr
    package = f"python3.{sys.version_info.minor}-venv"
    assert (yard.folder / "apt.log").read_text().split()[-1] == package


def test_missing_venv_module_that_root_cannot_install_is_refused(yard: Yard) -> None:
    without_venv_module(yard)
    yard.program("id", "echo 0")
    yard.program("apt-get", "exit 100")
    run = yard.make("play")
    assert run.returncode != 0
    assert own_lines(run)[-1].startswith("tapete: ")
    assert "apt-get install" in own_lines(run)[-1]


def test_help_names_every_target(yard: Yard) -> None:
    makefile = (ROOT / "Makefile").read_text()
    targets = makefile.split(".PHONY: ", 1)[1].splitlines()[0].split()
    shown = [line.split()[1] for line in yard.make().stdout.splitlines()]
    assert sorted(shown) == sorted(targets)


def test_ci_runs_make_test(tmp_path: Path) -> None:
    shutil.copytree(ROOT / ".ci", tmp_path / ".ci")
    fake = tmp_path / "bin"
    fake.mkdir()
    (fake / "make").write_text('#!/bin/sh\necho "$PWD: $*"\nexit 3\n')
    (fake / "make").chmod(0o755)
    path = f"{fake}{os.pathsep}{os.environ['PATH']}"
    run = subprocess.run(
        [tmp_path / ".ci" / "run"], env={"PATH": path}, capture_output=True, text=True, check=False
    )
    assert (run.stdout, run.returncode) == (f"{tmp_path.resolve()}: test\n", 3)


def test_the_stand_in_kill_is_a_kill(yard: Yard) -> None:
    (yard.folder / "kill").touch()
    run = subprocess.run(
        ["sh", "-c", f'"{sys.executable}" -m pip install x; echo survived'],
        env={"PYTHONPATH": str(yard.folder / "fake"), "YARD": str(yard.folder)},
        cwd=yard.folder,
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == -signal.SIGKILL
    assert "survived" not in run.stdout
