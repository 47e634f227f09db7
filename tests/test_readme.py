"""What README.md promises works: its Python runs, and its commands are the program's."""

import argparse
import asyncio
import contextlib
import io
import re
import shlex
from pathlib import Path

import pytest

from tapete.cli.__main__ import main, make_parser
from tapete.cli.ruleset import settle_rules
from tapete.server.sqlite import SqliteStore

README = (Path(__file__).parent.parent / "README.md").read_text(encoding="utf-8")
PYTHON = re.findall(r"^```python\n(.*?)^```", README, re.DOTALL | re.MULTILINE)
SHELL = "".join(re.findall(r"^```sh\n(.*?)^```", README, re.DOTALL | re.MULTILINE))
BEHIND = {"play": "serve", "terminal": "play"}
"""The command behind a chore."""
COMMANDS = re.findall(r"^tapete .*$", SHELL, re.MULTILINE)
MADE = [
    f"tapete {BEHIND[target]} {words}"
    for target, words in re.findall(r'^make (play|terminal) ARGS="(.*?)"', SHELL, re.MULTILINE)
]
INLINE = re.findall(r"`tapete ([a-z]+)", README)
MAKE_TARGETS = re.findall(r"\bmake ([a-z]+)", SHELL)
LINES_OF_A_GAME = 10


def words_of(command: str) -> tuple[list[str], str]:
    """Return a command's arguments and the file that its output goes to."""
    words = shlex.split(command, comments=True)[1:]
    if ">" not in words:
        return words, ""
    return words[: words.index(">")], words[words.index(">") + 1]


def test_the_readme_shows_every_command_and_a_game_in_ten_lines():
    told = {words_of(command)[0][0] for command in COMMANDS}
    parser = make_parser()
    (commands,) = (a for a in parser._actions if isinstance(a, argparse._SubParsersAction))
    assert told == commands.choices.keys() - {"restore"}
    assert len(PYTHON[0].splitlines()) <= LINES_OF_A_GAME


@pytest.mark.parametrize("block", PYTHON)
def test_python_blocks_run(block: str):
    with contextlib.redirect_stdout(io.StringIO()) as out:
        exec(compile(block, "README.md", "exec"), {})  # noqa: S102  (our own page)
    assert out.getvalue().strip()


@pytest.mark.parametrize("command", [*COMMANDS, *MADE])
def test_named_commands_parse(command: str):
    args = make_parser().parse_args(words_of(command)[0])
    if hasattr(args, "preset"):
        assert settle_rules(args).values


@pytest.mark.parametrize("name", sorted(set(INLINE)))
def test_commands_named_in_passing_exist(name: str):
    with pytest.raises(SystemExit) as end, contextlib.redirect_stdout(io.StringIO()) as out:
        main([name, "--help"])
    assert end.value.code == 0
    assert out.getvalue().startswith(f"usage: tapete {name}")


def test_commands_work_in_the_order_in_which_they_stand(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.chdir(tmp_path)
    for command in COMMANDS:
        words, file = words_of(command)
        if words[0] == "serve":
            # What the server would leave behind for the commands after it.
            asyncio.run(SqliteStore.open(Path(words[words.index("--data") + 1])).close())
        if words[0] in {"play", "serve"}:
            continue
        with contextlib.redirect_stdout(io.StringIO()) as out:
            assert main(words) == 0, command
        assert out.getvalue().strip(), command
        if file:
            Path(file).write_text(out.getvalue(), encoding="utf-8")


def test_named_make_targets_exist():
    makefile = (Path(__file__).parent.parent / "Makefile").read_text(encoding="utf-8")
    assert set(MAKE_TARGETS) <= set(re.findall(r"^([a-z]+):", makefile, re.MULTILINE))
