"""The rules keep to the subset of Python that compiles: by syntax tree, each refusal shown to work.

Checked are all functions of every game's rules.py, view.py, bots.py and worlds.py, and whatever
functions of the package these call, wherever they live. Numba itself has the last word; this names
the line.
"""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

SOURCE = Path(__file__).parent.parent / "src"
GAMES = SOURCE / "tapete" / "games"
FOLDERS = sorted(rules.parent for rules in GAMES.glob("*/rules.py"))
FIXED = {
    "rules": {
        *("setup", "actor", "is_legal", "legal_actions", "apply"),
        *("chance_kind", "chance_count", "apply_chance", "returns"),
    },
    "view": {"observe"},
    "bots": {"choose"},
    "worlds": {"deal_again"},
}
"""Names without which a module was not looked at rightly."""
IMPORTS = {"enum", "tapete", "typing"}
BUILTINS = {"abs", "bool", "int", "len", "max", "min", "range"}
Function = ast.FunctionDef | ast.AsyncFunctionDef

STATEMENTS: dict[type[ast.AST], str] = {
    ast.FunctionDef: "nested function",
    ast.AsyncFunctionDef: "coroutine",
    ast.ClassDef: "class in a function",
    ast.Lambda: "lambda",
    ast.List: "list",
    ast.ListComp: "list comprehension",
    ast.Dict: "dict",
    ast.DictComp: "dict comprehension",
    ast.Set: "set",
    ast.SetComp: "set comprehension",
    ast.GeneratorExp: "generator",
    ast.JoinedStr: "f-string",
    ast.Slice: "slice (a copy interpreted, a window compiled)",
    ast.Starred: "starred expression",
    ast.Try: "try",
    ast.TryStar: "try",
    ast.Raise: "raise",
    ast.Assert: "assert",
    ast.With: "with",
    ast.AsyncWith: "with",
    ast.AsyncFor: "coroutine",
    ast.Await: "coroutine",
    ast.Yield: "yield",
    ast.YieldFrom: "yield",
    ast.Global: "global",
    ast.Nonlocal: "nonlocal",
    ast.Delete: "del",
    ast.Import: "import in a function",
    ast.ImportFrom: "import in a function",
    ast.Invert: "~ (differs for unsigned numbers)",
    ast.Div: "true division",
    ast.MatMult: "matrix product",
    ast.Is: "is",
    ast.IsNot: "is",
}
MUTABLE = (ast.List, ast.ListComp, ast.Dict, ast.DictComp, ast.Set, ast.SetComp, ast.GeneratorExp)


def function_faults(function: Function, names: set[str]) -> list[str]:
    """Return what a function holds that does not compile; `names` may be called or asked."""
    found = list(signature_faults(function))
    for statement in function.body:
        for node in parts(statement):
            found += [f"line {getattr(node, 'lineno', 0)}: {why}" for why in reasons(node, names)]
    return found


def signature_faults(function: Function) -> Iterator[str]:
    arguments = function.args
    if isinstance(function, ast.AsyncFunctionDef):
        yield f"line {function.lineno}: coroutine"
    if function.decorator_list:
        yield f"line {function.lineno}: decorator"
    if arguments.vararg or arguments.kwarg:
        yield f"line {function.lineno}: starred arguments"
    for default in [*arguments.defaults, *filter(None, arguments.kw_defaults)]:
        if not isinstance(default, ast.Constant | ast.Name):
            yield f"line {function.lineno}: default that is no constant"


def parts(node: ast.AST) -> Iterator[ast.AST]:
    """Yield a node and all below it, but no docstrings, annotations or parts of what is refused."""
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
        return
    yield node
    if type(node) in STATEMENTS:
        return
    for name, field in ast.iter_fields(node):
        if name != "annotation":
            for child in field if isinstance(field, list) else [field]:
                if isinstance(child, ast.AST):
                    yield from parts(child)


def reasons(node: ast.AST, names: set[str]) -> Iterator[str]:
    """Yield why a node alone does not compile."""
    if type(node) in STATEMENTS:
        yield STATEMENTS[type(node)]
    elif isinstance(node, ast.Constant) and type(node.value) not in {int, bool}:
        yield f"{type(node.value).__name__} constant"
    elif isinstance(node, ast.Compare) and has_search(node):
        yield "search in anything but a tuple written out"
    elif isinstance(node, ast.keyword) and node.arg is None:
        yield "double-starred argument"
    elif isinstance(node, ast.Call) and not is_known(node.func, names):
        yield f"call of {ast.unparse(node.func)}"


def has_search(node: ast.Compare) -> bool:
    return any(
        isinstance(one, ast.In | ast.NotIn) and not isinstance(right, ast.Tuple)
        for one, right in zip(node.ops, node.comparators, strict=True)
    )


def is_known(function: ast.expr, names: set[str]) -> bool:
    """Say whether a call is of a plain function, the project's or built in."""
    if isinstance(function, ast.Attribute):
        return isinstance(function.value, ast.Name) and function.value.id in names
    return isinstance(function, ast.Name) and function.id in names | BUILTINS


def module_faults(tree: ast.Module) -> list[str]:
    """Return what stands wrong outside the functions: imports, tables, classes, loose code."""
    return [f"line {node.lineno}: {why}" for node in tree.body for why in top_level_reasons(node)]


def top_level_reasons(node: ast.stmt) -> Iterator[str]:
    if isinstance(node, ast.Import | ast.ImportFrom):
        modules = [node.module or ""] if isinstance(node, ast.ImportFrom) else names_in(node)
        yield from (f"import of {m}" for m in modules if m.split(".")[0] not in IMPORTS)
    elif isinstance(node, ast.Assign | ast.AnnAssign):
        if isinstance(node.value, MUTABLE):
            yield "table that is no tuple or bytes"
    elif isinstance(node, ast.ClassDef):
        yield from ("method" for one in node.body if isinstance(one, Function))
        if node.decorator_list or not node.bases:
            yield "class that is no record and no enumeration"
    elif not isinstance(node, Function | ast.Expr):
        yield "code outside a function"


def names_in(node: ast.Import) -> list[str]:
    return [alias.name for alias in node.names]


def functions(tree: ast.Module) -> dict[str, Function]:
    return {node.name: node for node in tree.body if isinstance(node, Function)}


def imported(tree: ast.Module) -> dict[str, tuple[str, str]]:
    """Return each name that comes from the package, with its module and its name there."""
    return {
        alias.asname or alias.name: (node.module or "", alias.name)
        for node in tree.body
        if isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] == "tapete"
        for alias in node.names
    }


def callable_names(tree: ast.Module) -> set[str]:
    """Return what a module's functions may call: functions and modules of ours, never classes."""
    return set(functions(tree)) | {name for name in imported(tree) if not name[0].isupper()}


def faults(source: str) -> list[str]:
    """Return all faults of a module that is wholly in the subset."""
    tree, found = ast.parse(source), []
    for function in functions(tree).values():
        found += function_faults(function, callable_names(tree))
    return module_faults(tree) + found


@cache
def load(module: str) -> ast.Module:
    file = SOURCE.joinpath(*module.split(".")).with_suffix(".py")
    file = file if file.exists() else file.with_suffix("") / "__init__.py"
    return ast.parse(file.read_text(encoding="utf-8"))


def reachable(module: str) -> set[tuple[str, str]]:
    """Return (module, function) of every function of a module and all that these may call."""
    done: set[tuple[str, str]] = set()
    waiting = [(module, name) for name in functions(load(module))]
    while waiting:
        here, name = waiting.pop()
        tree = load(here)
        if (here, name) in done or name not in functions(tree):
            continue
        done.add((here, name))
        for node in ast.walk(functions(tree)[name]):
            if isinstance(node, ast.Call):
                waiting += targets(node.func, here, imported(tree))
    return done


def targets(
    function: ast.expr, here: str, known: dict[str, tuple[str, str]]
) -> list[tuple[str, str]]:
    """Return where a called function may be defined."""
    if isinstance(function, ast.Attribute) and isinstance(function.value, ast.Name):
        package, module = known.get(function.value.id, ("", ""))
        return [(f"{package}.{module}", function.attr)] if package else []
    if isinstance(function, ast.Name):
        return [known.get(function.id, (here, function.id))]
    return []


MODULES = [f"tapete.games.{folder.name}.{name}" for folder in FOLDERS for name in FIXED]


def test_games_are_found() -> None:
    assert FOLDERS


@pytest.mark.parametrize("module", MODULES)
def test_fixed_names_are_plain_functions(module: str) -> None:
    assert FIXED[module.rpartition(".")[2]] <= set(functions(load(module)))


@pytest.mark.parametrize("module", MODULES)
def test_module_is_in_the_subset(module: str) -> None:
    tree = load(module)
    found = [f"{module} {fault}" for fault in module_faults(tree)]
    for home, name in sorted(reachable(module)):
        tree = load(home)
        names = callable_names(tree)
        found += [f"{home} {fault}" for fault in function_faults(functions(tree)[name], names)]
    assert found == []


def test_called_helpers_are_reached() -> None:
    homes = {home for module in MODULES for home, _name in reachable(module)}
    assert any(home.startswith("tapete.core.") for home in homes)


BODIES = {
    "list": "x = [1, 2]",
    "empty list": "x = []",
    "list comprehension": "x = [i for i in range(3)]",
    "set comprehension": "x = {i for i in range(3)}",
    "dict comprehension": "x = {i: i for i in range(3)}",
    "generator": "for x in (i for i in range(3)):\n  pass",
    "dict": "x = {1: 2}",
    "set": "x = {1, 2}",
    "text": "s.name = 'x'",
    "f-string": "x = f'{s}'",
    "float": "x = 0.5",
    "none": "return None",
    "true division": "x = s / 2",
    "true division in place": "s.x /= 2",
    "invert": "x = ~s",
    "try": "try:\n  pass\n except ValueError:\n  pass",
    "raise": "raise ValueError",
    "assert": "assert s",
    "lambda": "f = lambda: 1",
    "nested function": "def g():\n  pass",
    "nested class": "class C:\n  pass",
    "star call": "g(*s)",
    "double star call": "g(**s)",
    "star assignment": "a, *b = s",
    "print": "print(s)",
    "with": "with s:\n  pass",
    "yield": "yield 1",
    "global": "global g",
    "import": "import random",
    "slice": "x = s.pile[:3]",
    "method of a list": "s.pile.append(1)",
    "method of an item": "s.players[0].clear()",
    "builtin that allocates": "x = sorted(s)",
    "list by name": "x = list(s)",
    "made class": "x = State()",
    "imported class": "x = Record()",
    "is": "return s is g",
    "search": "return 1 in s.pile",
    "delete": "del s.pile[0]",
    "deep inside": "if s:\n  while s:\n   s.x = (1, (2, [3]))",
}
HEAD = "from tapete.core.state import Record\nclass State(Record):\n x: int = 0\ndef g(): pass\n"


@pytest.mark.parametrize("body", BODIES.values(), ids=BODIES.keys())
def test_planted_body_is_caught(body: str) -> None:
    assert len(faults(f"{HEAD}def f(s):\n {body}\n")) == 1


@pytest.mark.parametrize(
    "source",
    [
        "@cache\ndef f(s): pass",
        "def f(s=[]): pass",
        "def f(s, *, t={}): pass",
        "def f(*s): pass",
        "def f(**s): pass",
        "async def f(s): pass",
        "import random",
        "import time",
        "from random import randrange",
        "TABLE = [1, 2, 3]",
        "TABLE: list = [i for i in range(3)]",
        "TABLE = {1: 2}",
        "TABLE = {1, 2}",
        "class State:\n x: int = 0",
        "class State(Record):\n def f(self): pass",
        "for i in range(3): pass",
        "g = 1\ng += 1",
    ],
)
def test_planted_module_is_caught(source: str) -> None:
    assert len(faults(source)) == 1


def test_the_subset_itself_is_let_be() -> None:
    source = '''
"""Rules."""
from enum import IntEnum
from typing import Any
from tapete.core import piles
from tapete.core.piles import take

TABLE = bytes([1, 2, 3])
PAIRS = tuple((a, b) for a in range(3) for b in range(a))
"""What it is."""

class Phase(IntEnum):
    """Where."""
    OVER = 1

class State(Record):
    """All."""
    pile: list[int] = array(I8, 54)
    """Cards."""

def f(s: State, seat: int, *, quick: bool = False, phase: int = Phase) -> int:
    """Do."""
    best, count = -1, 0
    total: int = 0
    for card in range(len(s.pile)):
        if s.pile[card] > best and not quick or seat in (1, 2):
            best = max(best, s.pile[card] // 2 % 3 << 1 & 7 | 8 ^ 1)
        else:
            continue
    while count < 3:
        count += 1
    match s.phase:
        case 1:
            s.players[seat].hand[0] = take(s.pile, count, TABLE[0])
        case _:
            piles.take(s.pile, count, index=0)
    return g(s) if s.phase == Phase.OVER else total

def g(s):
    return
'''
    assert faults(source) == []


def test_fault_in_a_called_helper_is_reached(monkeypatch: pytest.MonkeyPatch) -> None:
    sources = {
        "rules": "from tapete.core.cards import top\ndef apply(s):\n top(s)",
        "tapete.core.cards": "def top(s):\n below(s)\ndef below(s): pass\ndef apart(s): pass",
    }
    monkeypatch.setitem(globals(), "load", lambda module: ast.parse(sources[module]))
    cards = "tapete.core.cards"
    assert reachable("rules") == {("rules", "apply"), (cards, "top"), (cards, "below")}
