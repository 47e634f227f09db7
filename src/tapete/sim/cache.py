"""Compiled code kept on disk, so that only the first start on a machine compiles.

A file holds one compiled entry; its name ends in a hash of all that the code was made from, so that
an edited rule, another Numba or another processor never meets old code. Numba's own cache is not
used: it serves stale code after an edit in another file and takes no notice of options.
"""

import hashlib
import os
import pickle
import platform
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

import llvmlite
import numba
import numpy as np
import platformdirs
from numba.core import config
from numba.core.caching import NullCache
from numba.core.compiler import CompileResult
from numba.core.serialize import dumps

from tapete.sim import compiler
from tapete.sim.fingerprint import fingerprint, fingerprint_of
from tapete.sim.notices import tell

VARIABLE = "TAPETE_CACHE"
"""The environment variable that names another folder."""
SUFFIX = ".code"
SUM_BYTES = hashlib.sha256().digest_size
KEPT = 6
"""How many files of one name are kept: under several versions, options, edits."""
UNUSED_SECONDS = 60 * 24 * 3600
"""After so long without use a file goes."""
SECONDS_OF_COMPILING = 15
SETTINGS = ("OPT", "LOOP_VECTORIZE", "SLP_VECTORIZE")
"""Numba's own settings that change code."""


def folder() -> Path:
    """Return the folder that compiled code is kept in."""
    given = os.environ.get(VARIABLE)
    return Path(given) if given else platformdirs.user_cache_path("tapete") / "compiled"


class KeptCode(NullCache):
    """What Numba asks for an entry's compiled code, and hands it to, in the place of its own."""

    def __init__(self, name: str, title: str, function: Any, options: dict[str, Any]) -> None:
        """Keep `function` under a name; `title` is what people are told is being compiled."""
        self._name = name
        self._title = title
        self._function = function
        self._options = options

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """Return the compiled function if it is kept whole; None, and Numba compiles."""
        target_context.refresh()
        path = self.path(sig, target_context.codegen())
        payload = read(path)
        if payload is not None:
            # Whatever is wrong with what was kept, compiling again mends it.
            with suppress(Exception):
                return CompileResult._rebuild(target_context, *pickle.loads(payload))  # noqa: S301
        tell(
            f"compiling {self._title} for this machine, once: about {SECONDS_OF_COMPILING} s",
            f"compilando {self._title} para esta máquina, una sola vez: unos "
            f"{SECONDS_OF_COMPILING} s",
        )
        return None

    def save_overload(self, sig: Any, cres: Any) -> None:
        """Keep a compiled function; say so in one line where that cannot be."""
        path = self.path(sig, cres.target_context.codegen())
        try:
            write(path, dumps(cres._reduce()))
        except OSError as error:
            tell(
                f"compiled code cannot be kept in {path.parent} ({error.strerror}), so every "
                "start compiles",
                f"el código compilado no se puede guardar en {path.parent} ({error.strerror}), "
                "así que se compila en cada arranque",
            )
            return
        prune(path.parent, self._name)

    def path(self, sig: Any, codegen: Any) -> Path:
        """Return the file of one signature."""
        made_from = (
            mark(self._function, sig, self._options),
            codegen.magic_tuple(),
            versions(),
        )
        key = hashlib.sha256(repr(made_from).encode()).hexdigest()
        return folder() / f"{self._name}-{key}{SUFFIX}"


def mark(function: Any, sig: Any, options: dict[str, Any]) -> str:
    """Return the hash of what a function says, takes and is compiled with."""
    made_from = (fingerprint(function), str(sig), sorted(options.items()))
    return hashlib.sha256(repr(made_from).encode()).hexdigest()


def versions() -> tuple[Any, ...]:
    """Return what else the code depends on: how it is compiled, versions and settings."""
    settings = [int(getattr(config, name)) for name in SETTINGS]
    libraries = (numba.__version__, llvmlite.__version__, np.__version__)
    compiled_by = fingerprint_of(compiler)
    return (platform.python_version(), platform.machine(), compiled_by, *libraries, *settings)


def read(path: Path) -> bytes | None:
    """Return what a file holds if its sum is right, and note that it is in use."""
    try:
        held = path.read_bytes()
        os.utime(path)
    except OSError:
        return None
    payload = held[SUM_BYTES:]
    return payload if hashlib.sha256(payload).digest() == held[:SUM_BYTES] else None


def write(path: Path, payload: bytes) -> None:
    """Write a file at once or not at all, whoever else does the same."""
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    handle, beside = tempfile.mkstemp(dir=path.parent, prefix=path.name[:8], suffix=".part")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(hashlib.sha256(payload).digest() + payload)
        Path(beside).replace(path)
    except BaseException:
        Path(beside).unlink(missing_ok=True)
        raise


def prune(kept_in: Path, name: str) -> None:
    """Delete all but the files of a name that were used last, and what nobody used for long."""
    with suppress(OSError):
        files = sorted(kept_in.glob(f"{name}-*{SUFFIX}"), key=used_at, reverse=True)
        long_ago = time.time() - UNUSED_SECONDS
        old = [file for file in kept_in.iterdir() if used_at(file) < long_ago]
        for file in {*files[KEPT:], *old}:
            file.unlink(missing_ok=True)


def used_at(file: Path) -> float:
    """Return when a file was last used, 0 where somebody else has deleted it."""
    try:
        return file.stat().st_mtime
    except OSError:
        return 0.0
