"""What compiled code is made from, in a few bytes: two that are alike may share it.

It is the loaded code that is read, not the files: an edit to a file that this process has already
loaded cannot slip in, and a changed comment changes nothing.
"""

import hashlib
from collections.abc import Iterator
from enum import EnumMeta
from types import CodeType, FunctionType, ModuleType
from typing import Any

import numpy as np

PLAIN = (int, str, bytes, bool, type(None))


def fingerprint(*functions: Any) -> str:
    """Return the hash of functions, of all that they call, and of every constant they name."""
    found = hashlib.sha256()
    seen: set[int] = set()
    for function in functions:
        for part in parts_of(function, seen):
            found.update(part.encode())
    return found.hexdigest()


def fingerprint_of(module: ModuleType) -> str:
    """Return the hash of all functions of a module, those of its classes among them."""
    own = [value for value in vars(module).values() if is_of(value, module)]
    inside = [f for value in own if isinstance(value, type) for f in vars(value).values()]
    return fingerprint(*(f for f in [*own, *inside] if isinstance(f, FunctionType)))


def is_of(value: Any, module: ModuleType) -> bool:
    """Say whether a module has made something itself."""
    return getattr(value, "__module__", None) == module.__name__


def parts_of(value: Any, seen: set[int]) -> Iterator[str]:
    """Yield texts that tell a function or a constant from any other."""
    if isinstance(value, PLAIN):
        yield repr(value)
    elif isinstance(value, tuple):
        for one in value:
            yield from parts_of(one, seen)
    elif isinstance(value, np.ndarray):
        yield f"{value.dtype} {value.tolist()}"
    elif isinstance(value, EnumMeta):
        yield repr([(name, int(getattr(value, name))) for name in value.__members__])
    elif (plain := plain_of(value)) is not None:
        yield from parts_of_function(plain, seen)
    else:
        yield f"{type(value).__qualname__} {getattr(value, '__qualname__', '')}"


def plain_of(value: Any) -> FunctionType | None:
    """Return the plain function under a compiled one or an intrinsic."""
    for under in ("py_func", "_defn"):
        value = getattr(value, under, value)
    return value if isinstance(value, FunctionType) else None


def parts_of_function(function: FunctionType, seen: set[int]) -> Iterator[str]:
    """Yield the parts of a function that was not met before, and of what it names."""
    if id(function) in seen:
        yield function.__qualname__
        return
    seen.add(id(function))
    names: list[str] = []
    yield function.__qualname__
    yield from parts_of(function.__defaults__, seen)
    for cell in function.__closure__ or ():
        yield from parts_of(cell.cell_contents, seen)
    yield from parts_of_code(function.__code__, names)
    for name in names:
        if name in function.__globals__:
            yield name
            yield from parts_of(function.__globals__[name], seen)


def parts_of_code(code: CodeType, names: list[str]) -> Iterator[str]:
    """Yield what code does, without the lines it stands on; add all names in it."""
    yield code.co_code.hex()
    yield repr((code.co_varnames, code.co_argcount, code.co_names, code.co_freevars))
    names += code.co_names
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from parts_of_code(constant, names)
        else:
            yield repr(constant)
