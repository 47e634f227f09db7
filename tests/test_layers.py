"""What may import what, what may name a game, and what starts without Numba: by syntax tree."""

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

PACKAGE = "tapete"
SOURCE = Path(__file__).parent.parent / "src" / PACKAGE
# core → games → {table, sim} → {bots, env, study, wire} → server → cli
ARROWS = (
    ("core",),
    ("games",),
    ("table", "sim"),
    ("bots", "env", "study", "wire"),
    ("server",),
    ("cli",),
)
RANK = {layer: rank for rank, layers in enumerate(ARROWS) for layer in layers}
FACE = ("__init__", "__main__")
"""Modules at the top of the package: the public face, above every layer."""
COMPILERS = {"numba", "llvmlite"}
RULES_MODULES = {"rules", "view", "bots", "worlds"}
GAMES = sorted(
    folder.name for folder in (SOURCE / "games").iterdir() if (folder / "rules.py").exists()
)
START = """
import sys
sys.modules["numba"] = sys.modules["numpy"] = None
import tapete, tapete.cli.__main__
from tapete.games import games
print(sorted(games()))
"""


def modules() -> Iterator[tuple[str, str]]:
    """Yield (dotted name, source) of every module but the games' own tests."""
    for file in sorted(SOURCE.rglob("*.py")):
        parts = file.relative_to(SOURCE.parent).with_suffix("").parts
        if "tests" not in parts:
            yield ".".join(parts), file.read_text(encoding="utf-8")


def imports(name: str, source: str) -> Iterator[str]:
    """Yield the dotted name of whatever a module imports, at any depth and by any spelling."""
    package = name.split(".")[:-1]
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package[: len(package) - node.level + 1] if node.level else []
            base = ".".join([*above, *filter(None, [node.module])])
            yield from (f"{base}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.Call) and called(node) in {"import_module", "__import__"}:
            yield from (a.value for a in node.args if is_text(a))


def called(node: ast.Call) -> str:
    function = node.func
    return function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")


def is_text(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def wrong_directions(name: str, source: str) -> list[str]:
    """Return the imports that do not point down the arrows."""
    here = name.split(".")
    if len(here) == 2 and here[1] in FACE:
        return []
    return [
        f"{name} imports {there}"
        for there in imports(name, source)
        if there.split(".")[0] == PACKAGE and not is_downward(here, there.split("."))
    ]


def is_downward(here: list[str], there: list[str]) -> bool:
    if len(there) < 2 or there[1] not in RANK:
        return False
    if here[1] == there[1] == "games":
        return there[2:3] == here[2:3] or (here[2:], there[2:3]) == (["__init__"], ["found"])
    return here[1] == there[1] or RANK[there[1]] < RANK[here[1]]


def compiler_imports(name: str, source: str) -> list[str]:
    """Return imports of the compiler outside sim, and of arrays too in what it compiles."""
    parts = name.split(".")
    refused = set() if parts[1] == "sim" else set(COMPILERS)
    if parts[1] == "games" and parts[-1] in RULES_MODULES:
        refused.add("numpy")
    roots = {there.split(".")[0] for there in imports(name, source)}
    return [f"{name} imports {root}" for root in sorted(roots & refused)]


def names_of_games(name: str, source: str, games: list[str] = GAMES) -> list[str]:
    """Return where a module names a game: in code, an import or a text; prose is free to."""
    tree = ast.parse(source)
    prose = {id(text) for text in docstrings(tree)}
    return [
        f"{name}:{getattr(node, 'lineno', 0)} names {game}"
        for node in ast.walk(tree)
        if id(node) not in prose
        for word in words(node)
        for game in games
        if is_name_of(word, game, is_code=not isinstance(node, ast.Constant))
    ]


def docstrings(tree: ast.AST) -> Iterator[ast.AST]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and is_text(node.value):
            yield node.value


def words(node: ast.AST) -> Iterator[str]:
    """Yield every identifier, dotted name and text that a node itself carries."""
    for field in ("id", "attr", "name", "asname", "arg", "module", "value", "names"):
        found = getattr(node, field, None)
        yield from (one for one in (found if isinstance(found, list) else [found]) if is_word(one))


def is_word(value: object) -> bool:
    return isinstance(value, str)


def is_name_of(word: str, game: str, *, is_code: bool) -> bool:
    spellings = {game, game.replace("_", "-"), game.title().replace("_", "")}
    if is_code:
        return any(re.search(rf"(^|[_.]){one}($|[_.])", word) for one in spellings)
    if "_" in game:
        return any(one in word for one in spellings)
    # A one-word name is an English word too: alone, or as part of a path, it is the game's.
    return not spellings.isdisjoint(re.split(r"[/.:]", word))


def test_every_layer_found_is_in_the_table() -> None:
    layers = {file.parent.name for file in SOURCE.glob("*/*.py")}
    assert layers
    assert layers <= set(RANK)


def test_imports_point_down() -> None:
    assert [one for name, source in modules() for one in wrong_directions(name, source)] == []


def test_only_sim_imports_the_compiler() -> None:
    assert [one for name, source in modules() for one in compiler_imports(name, source)] == []


def test_nothing_outside_a_folder_names_its_game() -> None:
    assert GAMES
    found = [
        one
        for name, source in modules()
        for one in names_of_games(name, source, [g for g in GAMES if g not in name.split(".")])
    ]
    assert found == []


def test_terminal_starts_without_arrays_or_compiler() -> None:
    run = subprocess.run(
        [sys.executable, "-c", START],
        env={"PYTHONPATH": str(SOURCE.parent)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    assert ast.literal_eval(run.stdout) == sorted(game.replace("_", "-") for game in GAMES)


@pytest.mark.parametrize(
    ("name", "source"),
    [
        ("tapete.core.cards", "import tapete.games"),
        ("tapete.core.cards", "from tapete import games"),
        ("tapete.core.cards", "from ..games import games"),
        ("tapete.games.chess.rules", "from tapete.table.table import Table"),
        ("tapete.games.chess.rules", "from tapete.games.poker import rules"),
        ("tapete.games.chess.rules", "from .. import poker"),
        ("tapete.games.__init__", "from tapete.games.chess import GAME"),
        ("tapete.table.table", "def f():\n    from tapete.sim import jit"),
        ("tapete.table.table", "import importlib\nimportlib.import_module('tapete.cli')"),
        ("tapete.bots.arena", "from tapete import GAME"),
        ("tapete.bots.arena", "import tapete"),
    ],
)
def test_planted_upward_import_is_caught(name: str, source: str) -> None:
    assert wrong_directions(name, source) != []


@pytest.mark.parametrize(
    ("name", "source"),
    [
        ("tapete.core.cards", "from tapete.core.game import Card"),
        ("tapete.games.chess.view", "from tapete.games.chess import rules"),
        ("tapete.games.chess.view", "from . import rules"),
        ("tapete.games.chess.view", "from .rules import State"),
        ("tapete.cli.play", "from tapete.bots.choose import player"),
        ("tapete.table.table", "import json"),
        ("tapete.__init__", "from tapete.cli import play"),
    ],
)
def test_downward_import_is_let_be(name: str, source: str) -> None:
    assert wrong_directions(name, source) == []


@pytest.mark.parametrize(
    ("name", "source"),
    [
        ("tapete.core.cards", "import numba"),
        ("tapete.bots.search", "from numba import njit"),
        ("tapete.cli.record", "def f():\n    import numba.cuda"),
        ("tapete.cli.record", "__import__('llvmlite')"),
        ("tapete.games.chess.rules", "import numpy as np"),
        ("tapete.games.chess.view", "from numpy import int8"),
        ("tapete.games.chess.bots", "import numpy.random"),
    ],
)
def test_planted_compiler_import_is_caught(name: str, source: str) -> None:
    assert compiler_imports(name, source) != []


@pytest.mark.parametrize(
    ("name", "source"),
    [("tapete.sim.jit", "import numba, numpy"), ("tapete.table.table", "import numbers")],
)
def test_compiler_import_in_its_place_is_let_be(name: str, source: str) -> None:
    assert compiler_imports(name, source) == []


@pytest.mark.parametrize(
    "source",
    [
        "if game == 'match-em': pass",
        "x = {'declare': 1}",
        "from tapete.games.declare import rules",
        "import tapete.games.match_em.rules",
        "def declare(): pass",
        "def f(declare=1): pass",
        "f(match_em=1)",
        "x.declare",
        "declare_max = 7",
        "class MatchEm: pass",
        "class DeclareBoard: pass\nDeclare = DeclareBoard",
        "path = 'games/declare/rules.py'",
        "text = f'match-em-{x}'",
        "text = 'tapete.games.declare'",
        "match x:\n    case 'declare': pass",
        "except_ = 1\ntry:\n    pass\nexcept ValueError as declare:\n    pass",
        "def f():\n    global declare",
    ],
)
def test_planted_name_of_a_game_is_caught(source: str) -> None:
    assert names_of_games("tapete.core.x", source, ["declare", "match_em"]) != []


@pytest.mark.parametrize(
    "source",
    [
        '"""Declare a house rule; match-em is a game."""',
        "def f():\n    '''Declare: see match-em.'''",
        "print('You may declare now')",
        "# declare, match-em\ndeclared = 1",
        "rematch_emit = 1",
    ],
)
def test_prose_and_longer_words_are_let_be(source: str) -> None:
    assert names_of_games("tapete.core.x", source, ["declare", "match_em"]) == []


def written_table() -> dict[str, set[str]]:
    """Return the import table of ARCHITECTURE.md."""
    text = (SOURCE.parent.parent / "ARCHITECTURE.md").read_text(encoding="utf-8")
    rows = re.findall(
        r"^\| (\w+) \| ([\w, ]*)\|$", text.partition("## The pieces")[0], re.MULTILINE
    )
    return {layer: set(re.findall(r"\w+", allowed)) for layer, allowed in rows if layer != "layer"}


def test_the_written_import_table_is_the_enforced_one():
    layers = {folder.name for folder in SOURCE.iterdir() if (folder / "__init__.py").exists()}
    enforced = {layer: {other for other in layers if RANK[other] < RANK[layer]} for layer in layers}
    assert written_table() == enforced
