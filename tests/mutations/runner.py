"""Runs mutations: each in a copy of the tree, its one named test in a fresh process."""

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from enum import StrEnum
from functools import partial
from pathlib import Path
from queue import SimpleQueue
from tempfile import TemporaryDirectory
from typing import Any

from tests.mutations.table import Mutation, naming_fault, text_fault

WITNESS = Path(__file__).with_name("witness.py")
LEFT_OUT = ("__pycache__", "*.egg-info", "build", "dist", "bench")
TIME_LIMIT = 180.0
"""Seconds that a test may take: a compiled twin takes ten on a busy machine."""
PASSED, FAILED = 0, 1
"""Exit codes of pytest after which its tests did run."""


class Verdict(StrEnum):
    """What came of a mutation; all but KILLED want somebody's attention."""

    KILLED = "killed"
    SURVIVED = "survived"
    CRASHED = "crashed: the test fails, but not by an assertion"
    HUNG = "hung: the test does not end"
    BAD_TEXT = "bad text"
    BAD_NAME = "bad name"
    NO_TEST = "no test: it cannot be collected or does not run"
    RED = "red: the test fails without the mutation"


Outcome = tuple[Verdict, str]
"""A verdict, and what explains it further."""


@dataclass(frozen=True)
class Judged:
    """A mutation and its verdict; `detail` explains what the verdict alone does not."""

    mutation: Mutation
    verdict: Verdict
    detail: str = ""


@dataclass(frozen=True)
class Yard:
    """One worker's copy of the tree."""

    tree: Path
    scratch: Path

    def run(self, test: str, limit: float) -> Outcome:
        """Run one test in a fresh process; KILLED means that an assertion failed."""
        witness = self.scratch / "witness.tsv"
        witness.unlink(missing_ok=True)
        command = [sys.executable, "-m", "pytest", test, "-q", "-x", "-m", "", "--tb=line"]
        command += ["-p", "no:cacheprovider", "-p", WITNESS.stem]
        # Those whose settings pyproject.toml has; all others would only cost time.
        command += ["-p", "pytest_asyncio.plugin", "-p", "pytest_timeout"]
        status, said = run_group(command, self.tree, os.environ | self.environment(witness), limit)
        if status is None:
            return Verdict.HUNG, f"{limit:g} s"
        phases = witness.read_text(encoding="utf-8").splitlines() if witness.exists() else []
        if status not in {PASSED, FAILED} or not phases:
            return Verdict.NO_TEST, last_line(said)
        return judge([phase.split("\t") for phase in phases])

    def environment(self, witness: Path) -> dict[str, str]:
        """Return what makes a process see this copy alone and leave nothing behind."""
        path = (self.tree / "src", self.tree, self.scratch)
        return {
            "MUTATION_WITNESS": str(witness),
            "NUMBA_CACHE_DIR": str(self.scratch / "numba"),
            "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",
            "PYTHONDONTWRITEBYTECODE": "1",
            "PYTHONPATH": os.pathsep.join(map(str, path)),
        }

    @contextmanager
    def mutated(self, mutation: Mutation) -> Iterator[None]:
        """Hold the copy in its mutated form."""
        file = self.tree / mutation.file
        before = file.read_bytes()
        text = before.decode().replace(mutation.old, mutation.new)
        file.write_bytes(text.encode())
        try:
            yield
        finally:
            file.write_bytes(before)


def run_group(
    command: list[str], folder: Path, env: dict[str, str], limit: float
) -> tuple[int | None, str]:
    """Run a command; return its status, None where the time was up, and what it said."""
    process = subprocess.Popen(
        command,
        cwd=folder,
        env=env,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    )
    try:
        said, _none = process.communicate(timeout=limit)
    except subprocess.TimeoutExpired:
        # The whole group: what the test has started would hold the pipe open.
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
        return None, ""
    return process.returncode, said


Yards = SimpleQueue[Yard]
"""The copies that are free."""


def judge(phases: list[list[str]]) -> Outcome:
    """Return the verdict of a test that ran, from (phase, kind) of each of its phases."""
    kinds = {kind for _phase, kind in phases}
    calls = {kind for phase, kind in phases if phase == "call"}
    if kinds - {"", "assertion", "skip"}:
        return Verdict.CRASHED, ", ".join(sorted(kinds - {"", "assertion", "skip"}))
    if "assertion" in kinds:
        return Verdict.KILLED, ""
    if calls - {"skip"}:
        return Verdict.SURVIVED, ""
    return Verdict.NO_TEST, "skipped"


def last_line(text: str) -> str:
    """Return the last line that says something."""
    return next((line.strip() for line in reversed(text.splitlines()) if line.strip()), "")


@dataclass
class Runner:
    """A pool of workers over copies of one tree."""

    root: Path
    jobs: int = 2
    limit: float = TIME_LIMIT
    tell: Callable[[str], None] = print
    """Called with a line for each step."""

    def run(self, mutations: list[Mutation]) -> list[Judged]:
        """Return the verdicts, in order: first of the tests as they are, then of the mutations."""
        with TemporaryDirectory(prefix="mutations-") as folder:
            yards: Yards = SimpleQueue()
            for job in range(self.jobs):
                yards.put(make_yard(self.root, Path(folder) / str(job)))
            tests = list(dict.fromkeys(mutation.test for mutation in mutations))
            with ThreadPoolExecutor(self.jobs) as pool:
                found = pool.map(lambda test: in_a_yard(yards, self.run_plain, test), tests)
                plain = dict(zip(tests, found, strict=True))
                judge_one = partial(self.run_mutation, plain)
                return list(pool.map(lambda one: in_a_yard(yards, judge_one, one), mutations))

    def run_plain(self, test: str, yard: Yard) -> Outcome:
        """Run a test on the tree as it is; only SURVIVED means that it passes."""
        verdict, detail = yard.run(test, self.limit)
        self.tell(f"{'passes' if verdict == Verdict.SURVIVED else 'IS BROKEN'}: {test}")
        return verdict, detail

    def run_mutation(self, plain: dict[str, Outcome], mutation: Mutation, yard: Yard) -> Judged:
        """Judge one mutation; `plain` has how each test came out on the tree as it is."""
        judged = table_fault(mutation, yard.tree, plain[mutation.test])
        if judged is None:
            with yard.mutated(mutation):
                judged = Judged(mutation, *yard.run(mutation.test, self.limit))
        self.tell(f"{judged.verdict.partition(':')[0]}: {mutation.rule}, {mutation.short}")
        return judged


def in_a_yard(yards: Yards, work: Callable[..., Any], item: object) -> Any:
    """Do a piece of work in a copy that nobody uses meanwhile."""
    yard = yards.get()
    try:
        return work(item, yard)
    finally:
        yards.put(yard)


def table_fault(mutation: Mutation, tree: Path, plain: Outcome) -> Judged | None:
    """Return the verdict on an entry that is wrong in itself, None if it can be run."""
    if fault := naming_fault(mutation):
        return Judged(mutation, Verdict.BAD_NAME, fault)
    if fault := text_fault(mutation, tree):
        return Judged(mutation, Verdict.BAD_TEXT, fault)
    verdict, detail = plain
    if verdict == Verdict.NO_TEST:
        return Judged(mutation, Verdict.NO_TEST, detail)
    return None if verdict == Verdict.SURVIVED else Judged(mutation, Verdict.RED, detail)


def make_yard(root: Path, folder: Path) -> Yard:
    """Copy all that tests may look at; hidden files hold environments and histories."""
    tree = folder / "tree"
    tree.mkdir(parents=True)
    for source in root.iterdir():
        if source.name.startswith(".") or source.name in LEFT_OUT:
            continue
        if source.is_dir():
            shutil.copytree(source, tree / source.name, ignore=shutil.ignore_patterns(*LEFT_OUT))
        else:
            shutil.copy(source, tree)
    shutil.copy(WITNESS, folder)
    return Yard(tree, folder)
