"""What Numba is asked for beyond `njit`, so that whole games compile fast and run fast.

Numba optimises a function and makes machine code of it, and does so again in every function that
calls it: a rule ten calls down is compiled ten times over. An `Inner` function is only translated;
the `Entry` that takes it in optimises the whole game at once, which costs a third of the time and
gives better code. Called from Python, an inner function becomes an entry of its own.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cached_property
from types import FunctionType
from typing import Any

from llvmlite.binding import Linkage
from numba import types
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler
from numba.core.compiler_lock import global_compiler_lock
from numba.core.registry import CPUDispatcher
from numba.np import arrayobj

NO_FUNCTION = 0
"""The address of a function without machine code."""
WORD = 64
"""Bits of the numbers that functions hand to each other."""


class Unloaded:
    """Stands for the code generator where a function is finished that is not loaded."""

    def set_env(self, _name: str, _environment: Any) -> None:
        """Leave alone what only loaded code has: where its environment is noted."""


class Translated(JITCodeLibrary):
    """Code to be linked into others: neither optimised nor turned into machine code."""

    @property
    def codegen(self) -> Any:
        """Return what finishes the function; Numba asks for nothing else by this name."""
        return Unloaded()

    def _optimize_final_module(self) -> None:
        """Leave that to whoever takes this code in."""

    def _finalize_final_module(self) -> None:
        """Be ready to be linked."""
        self._finalize_dynamic_globals()
        self._finalized = True

    def get_pointer_to_function(self, name: str) -> int:  # noqa: ARG002  (its name is Numba's)
        """Return that there is none."""
        return NO_FUNCTION


class Whole(JITCodeLibrary):
    """Code that takes in all it calls, and shares none of it with other code that is loaded.

    The names that Numba gives to functions hold numbers that every process counts anew, and code
    from the disk brings the names of the process that made it. Two games can so have one name for
    two functions, and the later one would call into the earlier. Hence nothing but an entry itself
    is seen from outside, and its own name is one that no other has (`named`).
    """

    def _optimize_final_module(self) -> None:
        """Hide what was taken in, which also lets it be optimised away.

        Private, for what is only internal keeps its name in the loader's table, where other code
        would find it, changed as it may have been to suit its callers here.
        """
        for function in self._final_module.functions:
            if not function.is_declaration and function.linkage == Linkage.linkonce_odr:
                function.linkage = Linkage.private
        super()._optimize_final_module()


@contextmanager
def plain_indices() -> Iterator[None]:
    """Let an index be the place it says; Numba would look at each whether it counts from the end.

    The rules never do that, and for a number out of a record nothing could tell beforehand.
    """
    with global_compiler_lock:
        kept = arrayobj.fix_integer_index
        arrayobj.fix_integer_index = index_as_it_is
        try:
            yield
        finally:
            arrayobj.fix_integer_index = kept


def index_as_it_is(context: Any, builder: Any, kind: Any, index: Any, _size: Any) -> Any:
    """Emit the code for an index, in the place of Numba's `fix_integer_index`."""
    return context.cast(builder, index, kind, types.intp if kind.signed else types.uintp)


class Translator(Compiler):
    """Compiles a function no further than to code that can be linked."""

    library = Translated

    def compile_extra(self, func: Any) -> Any:
        """Compile into a library of the kind above."""
        codegen = self.state.targetctx.codegen()
        self.state.library = self.library(codegen, func.__qualname__)
        self.state.library.enable_object_caching()
        with plain_indices():
            return super().compile_extra(func)


class Finisher(Translator):
    """Compiles a function and all that it calls to machine code."""

    library = Whole


class Entry(CPUDispatcher):
    """A compiled function that Python calls; it lets other threads run meanwhile."""

    _cache: Any

    def __init__(self, function: FunctionType, options: dict[str, Any]) -> None:
        super().__init__(function, targetoptions=options, pipeline_class=Finisher)

    def keep(self, cache: Any) -> None:
        """Let its code be kept, and looked for before compiling, where this says."""
        self._cache = cache


class Inner(CPUDispatcher):
    """A compiled function that compiled functions call."""

    def __init__(self, function: FunctionType, options: dict[str, Any]) -> None:
        inner = {**options, "no_cpython_wrapper": True, "no_cfunc_wrapper": True}
        super().__init__(function, targetoptions=inner, pipeline_class=Translator)
        self._options = options

    @cached_property
    def entry(self) -> Entry:
        """Return the same function for Python to call."""
        return Entry(self.py_func, self._options)

    def get_call_template(self, args: Any, kws: Any) -> Any:
        """Compile for whole words whatever the width of the numbers, so that one variant serves."""
        return super().get_call_template(tuple(map(widened, args)), kws)

    def add_overload(self, cres: Any) -> None:
        """Keep a variant for compiled callers, and out of the table by which Python calls."""
        self.overloads[tuple(cres.signature.args)] = cres

    def _compile_for_args(self, *_args: Any, **_kws: Any) -> Any:
        """Answer Python's call, which then goes to what this returns."""
        return self.entry


def widened(kind: Any, of: Any = types) -> Any:
    """Return the type in which a number is handed over, no narrower than a word.

    `of` has the types of the target: numba-cuda brings its own.
    """
    if isinstance(kind, of.IntegerLiteral | of.IntEnumMember):
        return of.int64
    if isinstance(kind, of.Integer) and getattr(kind, "bitwidth", WORD) < WORD:
        return of.int64
    return kind


def options_of(*, boundscheck: bool = False) -> dict[str, Any]:
    """Return the options that all functions are compiled with."""
    return {"nopython": True, "nogil": True, "boundscheck": boundscheck}


def inner(function: Callable[..., Any], *, boundscheck: bool = False) -> Inner:
    """Return the compiled twin of a plain function, for compiled callers."""
    assert isinstance(function, FunctionType)  # noqa: S101  (what Numba compiles)
    return Inner(function, options_of(boundscheck=boundscheck))


def entry(function: Callable[..., Any], *, boundscheck: bool = False) -> Entry:
    """Return the compiled twin of a plain function, for Python to call."""
    assert isinstance(function, FunctionType)  # noqa: S101  (what Numba compiles)
    return Entry(function, options_of(boundscheck=boundscheck))


def named(function: FunctionType, mark: str) -> FunctionType:
    """Return a function under a name that no other has, where `mark` is what no other has."""
    one = FunctionType(function.__code__, function.__globals__, function.__name__)
    one.__defaults__ = function.__defaults__
    one.__qualname__ = f"{function.__name__}_{mark}"
    return one
