"""Compiled code on the disk: kept, never stale, never in the way."""

import errno
import os
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import tapete
from tapete.sim import cache, match, notices
from tapete.sim.cache import KEPT, SUFFIX, UNUSED_SECONDS, VARIABLE
from tapete.sim.fingerprint import fingerprint

SECONDS = 300
SOURCE = Path(tapete.__file__).parent
PLAY = """
import numpy as np
from tests.toy import TOY
from tapete.sim import play
results = play(TOY, games=50, seats=3, threads=1)
print(results.decisions.sum(), results.scores.sum())
"""
COMPILES = "compiling Toy for this machine, once"


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """Copy the package and the toy game, so that a rule can be edited."""
    for part in ("core", "games", "sim", "table"):
        shutil.copytree(SOURCE / part, tmp_path / "tapete" / part)
    shutil.copy(SOURCE / "__init__.py", tmp_path / "tapete")
    toy = Path(__file__).parent.parent / "toy"
    shutil.copytree(toy, tmp_path / "tests" / "toy")
    (tmp_path / "tests" / "__init__.py").touch()
    return tmp_path


def run(
    copy: Path, kept_in: Path | str | None = None, program: str = PLAY, **more: str
) -> tuple[str, str]:
    """Play with the copy in a process of its own; return what it prints and says."""
    process = begin(copy, kept_in, program, **more)
    printed, said = process.communicate(timeout=SECONDS)
    assert process.returncode == 0, said
    return printed, said


def begin(
    copy: Path, kept_in: Path | str | None = None, program: str = PLAY, **more: str
) -> "subprocess.Popen[str]":
    environment = {
        **os.environ,
        "PYTHONPATH": str(copy),
        "PYTHONDONTWRITEBYTECODE": "1",
        VARIABLE: str(kept_in or copy / "kept"),
        **more,
    }
    return subprocess.Popen(
        [sys.executable, "-c", program],
        env=environment,
        cwd=copy,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def edit(file: Path, old: str, new: str) -> None:
    text = file.read_text(encoding="utf-8")
    assert text.count(old) == 1
    file.write_text(text.replace(old, new), encoding="utf-8")


def test_only_the_first_start_compiles_and_an_edit_is_seen(copy: Path):
    first, said = run(copy)
    assert COMPILES in said
    again, said = run(copy)
    assert (again, said) == (first, "")
    # In another file than the entry that is kept, and not the one that calls it.
    cards = copy / "tests" / "toy" / "cards.py"
    before = cards.read_text(encoding="utf-8")
    edit(cards, "sum_ += hand[i]", "sum_ += hand[i] + 1")
    edited, said = run(copy)
    assert edited != first
    assert COMPILES in said
    cards.write_text(before + "\n# A comment changes nothing.\n", encoding="utf-8")
    assert run(copy) == (first, "")
    assert len(list((copy / "kept").glob(f"*{SUFFIX}"))) == 2


@pytest.mark.parametrize("broken", [b"", b"nonsense", None], ids=["empty", "other", "cut"])
def test_a_broken_file_is_compiled_anew(copy: Path, broken: bytes | None):
    first, _ = run(copy)
    (file,) = (copy / "kept").glob(f"*{SUFFIX}")
    whole = file.read_bytes()
    file.write_bytes(whole[:-100] if broken is None else broken)
    again, said = run(copy)
    assert again == first
    assert COMPILES in said
    assert run(copy) == (first, "")


def test_a_whole_file_that_makes_no_sense_is_compiled_anew(copy: Path):
    first, _ = run(copy)
    (file,) = (copy / "kept").glob(f"*{SUFFIX}")
    cache.write(file, b"whole, but no pickle")
    again, said = run(copy)
    assert again == first
    assert COMPILES in said


def test_an_unwritable_folder_is_told_in_one_line(copy: Path):
    in_the_way = copy / "file"
    in_the_way.touch()
    printed, said = run(copy, in_the_way / "kept")
    assert printed
    lines = said.splitlines()
    assert len(lines) == 2
    assert COMPILES in lines[0]
    assert re.search(r"cannot be kept in .*file/kept \(.+\), so every start compiles", lines[1])


def test_two_starts_at_once_do_no_harm(copy: Path):
    both = [begin(copy), begin(copy)]
    printed = [process.communicate(timeout=SECONDS)[0] for process in both]
    assert [process.returncode for process in both] == [0, 0]
    assert printed[0] == printed[1] != ""
    assert run(copy) == (printed[0], "")
    assert not list((copy / "kept").glob("*.part"))


def test_other_settings_of_the_compiler_have_code_of_their_own(copy: Path):
    first, _ = run(copy)
    again, said = run(copy, NUMBA_OPT="1")
    assert again == first
    assert COMPILES in said
    assert run(copy)[1] == ""


def test_code_of_two_games_from_the_disk_keeps_apart(copy: Path):
    # Made by processes that count alike, the code of both goes by the same names inside Numba.
    other = copy / "tests" / "fox"
    shutil.copytree(copy / "tests" / "toy", other)
    for file in other.glob("*.py"):
        file.write_text(file.read_text(encoding="utf-8").replace("tests.toy", "tests.fox"))
    edit(other / "cards.py", "sum_ += hand[i]", "sum_ += hand[i] + 1")
    fox = PLAY.replace("tests.toy", "tests.fox")
    toys, _ = run(copy)
    foxes, _ = run(copy, program=fox)
    assert toys != foxes
    assert run(copy, program=PLAY + fox) == (toys + foxes, "")
    assert run(copy, program=fox + PLAY) == (foxes + toys, "")


# In this process


@pytest.fixture
def kept(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    monkeypatch.setenv(VARIABLE, str(tmp_path))
    return tmp_path


class Codegen:
    """Stands for Numba's, which knows the processor."""

    def __init__(self, *features: str) -> None:
        self._features = features

    def magic_tuple(self) -> tuple[str, ...]:
        return self._features


def path_of(function: Any = match.begin, features: str = "avx2", **options: bool) -> Path:
    return cache.KeptCode("toy-play", "Toy", function, options).path("sig", Codegen(features))


def test_the_name_of_a_file_tells_all_that_its_code_hangs_on(
    kept: Path, monkeypatch: pytest.MonkeyPatch
):
    names = {path_of(), path_of(boundscheck=True), path_of(features="sse2"), path_of(match.happen)}
    for module, name, value in (
        ("numba", "__version__", "0.99"),
        ("numpy", "__version__", "9.9"),
        ("llvmlite", "__version__", "9.9"),
    ):
        with monkeypatch.context() as patch:
            patch.setattr(sys.modules[module], name, value)
            names.add(path_of())
    with monkeypatch.context() as patch:
        patch.setattr("platform.python_version", lambda: "3.99.0")
        names.add(path_of())
    with monkeypatch.context() as patch:
        patch.setattr("tapete.sim.compiler.index_as_it_is", lambda *_given: None)
        names.add(path_of())
    assert len(names) == 9
    assert path_of() in names
    assert {path.parent for path in names} == {kept}


def test_a_full_disk_is_told_and_leaves_nothing(kept: Path, monkeypatch: pytest.MonkeyPatch):
    class Full:
        target_context = type("", (), {"codegen": staticmethod(lambda: Codegen("avx2"))})

        def _reduce(self) -> tuple[int, ...]:
            return (1, 2)

    def fails(handle: int, _mode: str) -> Any:
        os.close(handle)
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    told: list[notices.Notice] = []
    monkeypatch.setattr("os.fdopen", fails)
    with notices.told_by(told.append):
        cache.KeptCode("toy-play", "Toy", match.begin, {}).save_overload("sig", Full())
    assert "No space left on device" in told[0].english
    assert "no se puede guardar" in told[0].spanish
    assert not list(kept.iterdir())


def test_what_was_used_last_is_kept(kept: Path):
    now = time.time()
    ages = {i: kept / f"toy-play-{i}{SUFFIX}" for i in range(KEPT + 3)}
    for age, path in ages.items():
        cache.write(path, b"x")
        os.utime(path, (now - 100 * age, now - 100 * age))
    other = kept / f"other-play-1{SUFFIX}"
    long_ago = kept / f"old-play-1{SUFFIX}"
    left = kept / "toy-play.part"
    for path, age in ((other, 10), (long_ago, UNUSED_SECONDS + 60), (left, UNUSED_SECONDS + 60)):
        cache.write(path, b"x")
        os.utime(path, (now - age, now - age))
    assert cache.read(ages[KEPT + 2]) == b"x"
    cache.prune(kept, "toy-play")
    stay = {ages[KEPT + 2], *(ages[i] for i in range(KEPT - 1)), other}
    assert set(kept.iterdir()) == stay


def test_the_folder_is_the_users_unless_another_is_named(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
):
    monkeypatch.setenv(VARIABLE, str(tmp_path))
    assert cache.folder() == tmp_path
    monkeypatch.delenv(VARIABLE)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "home"))
    assert cache.folder() == tmp_path / "home" / "tapete" / "compiled"


# What a hash is made of

TEXT = """
from enum import IntEnum
LIMIT = 3
TABLE = (1, 2, b"ab")
class Step(IntEnum):
    A = 0
    B = 1
def inner(x):
    return x + LIMIT + TABLE[0]
def outer(x, more=5):
    if x == Step.B:
        return inner(x) * 2
    return more
"""


def hash_of(text: str) -> str:
    names: dict[str, Any] = {"__name__": "made"}
    exec(compile(text, "made.py", "exec"), names)  # noqa: S102  (our own text)
    return fingerprint(names["outer"])


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("LIMIT = 3", "LIMIT = 4"),
        ('b"ab"', 'b"ac"'),
        ("B = 1", "B = 2"),
        ("x + LIMIT", "x - LIMIT"),
        ("inner(x) * 2", "inner(x) * 3"),
        ("more=5", "more=6"),
    ],
)
def test_a_hash_notices_every_change(old: str, new: str):
    assert TEXT.count(old) == 1
    assert hash_of(TEXT.replace(old, new)) != hash_of(TEXT)


@pytest.mark.parametrize("other", [(1, 3), (1, 2, 3), np.array([1, 3]), np.array([1, 2], "i4")])
def test_a_hash_notices_what_a_function_closes_over(other: Any):
    def made(table: Any) -> Any:
        return lambda i: table[i]

    for table in ((1, 2), np.array([1, 2])):
        assert fingerprint(made(table)) == fingerprint(made(table))
        assert fingerprint(made(table)) != fingerprint(made(other))


def test_a_hash_notices_the_tables_of_a_module():
    names: dict[str, Any] = {"__name__": "made", "ROW": np.array([1, 2])}
    exec("def look(i):\n    return ROW[i]", names)  # noqa: S102  (our own text)
    before = fingerprint(names["look"])
    names["ROW"] = np.array([1, 3])
    assert fingerprint(names["look"]) != before


def test_a_hash_takes_no_notice_of_comments_and_lines():
    assert hash_of("# more\n\n" + TEXT.replace("LIMIT = 3", "LIMIT = 3  # three")) == hash_of(TEXT)
