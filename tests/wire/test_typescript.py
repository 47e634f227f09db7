"""The web client's types are those of the messages, always."""

import inspect
import json
import sys
import types
from pathlib import Path

import pytest

from tapete.wire import messages, typescript

SOURCE = inspect.getsource(messages)
BIOME = Path(__file__).parents[2] / "web" / "biome.json"


def written(source: str) -> str:
    """Return the TypeScript of a module with this text."""
    module = types.ModuleType("tapete.wire.planted")
    sys.modules[module.__name__] = module
    try:
        exec(compile(source, "planted.py", "exec"), vars(module))  # noqa: S102  # a module of ours
        return typescript.typescript(module, source)
    finally:
        del sys.modules[module.__name__]


def changed(old: str, new: str) -> str:
    assert SOURCE.count(old) == 1
    return SOURCE.replace(old, new)


def test_file_is_fresh() -> None:
    assert typescript.main(["--check"]) is None


def test_check_says_what_to_do(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(typescript, "TARGET", tmp_path / "messages.ts")
    assert "run python -m tapete.wire.typescript" in (typescript.main(["--check"]) or "")
    assert typescript.main([]) is None
    assert typescript.main(["--check"]) is None
    (tmp_path / "messages.ts").write_text("export {};\n")
    assert typescript.main(["--check"]) is not None


@pytest.mark.parametrize("arguments", [["--chekc"], ["a", "b"]])
def test_other_arguments_are_refused(arguments: list[str]) -> None:
    assert "expected --check or nothing" in (typescript.main(arguments) or "")


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('tag="ping"', 'tag="pang"'),
        ("class Ping(", "class Pang("),
        ("MAX_MESSAGE: Final = 4096", "MAX_MESSAGE: Final = 4097"),
        ("    watching: int\n", "    watching: int\n    waiting: int\n"),
        ("    here: list[bool]\n", "    here: list[int]\n"),
        ("    left_ms: int | None\n", "    left_ms: int\n"),
        ('NOT_SAVED = "not_saved"', 'NOT_SAVED = "lost"'),
        ("Literal[0, 30, 60, 180]", "Literal[0, 30, 60]"),
        ("    notation: str\n", "    notation: int\n"),
        ("How far down a hand is that touches.", "How far down a hand touches."),
        ("    | Speak\n", "\n"),
        ('    reflex: Reflex = "real"\n', "    reflex: Reflex\n"),
    ],
)
def test_change_is_noticed(old: str, new: str) -> None:
    source = changed(old, new)
    if "class Pang" in source:
        source = source.replace("    | Ping\n", "    | Pang\n")
    assert written(source) != written(SOURCE)


def test_absent_fields_are_optional() -> None:
    text = written(SOURCE)
    assert "  /** Absent: 'en'. */\n  lang?: Language;" in text
    assert "  actor?: number;" in text
    assert "  left_ms: number | null;" in text
    assert "  t: 'up';\n  v: number;" in text


def test_arrays_have_labelled_places() -> None:
    assert "export type Move = [action: number, notation: string, text: string];" in written(SOURCE)


def test_type_without_counterpart_is_refused() -> None:
    with pytest.raises(TypeError, match="expected a type that TypeScript has"):
        written(changed("    watching: int\n", "    watching: bytes\n"))


def test_lines_are_as_wide_as_the_formatter_has_them() -> None:
    assert json.loads(BIOME.read_text())["formatter"]["lineWidth"] == typescript.WIDTH
    assert max(map(len, written(SOURCE).splitlines())) <= typescript.WIDTH
