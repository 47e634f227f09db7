"""House rules saved under a name: small TOML files, to be read and edited by hand."""

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from platformdirs import user_config_path

from tapete.cli.given import check_value
from tapete.cli.saves import write_whole
from tapete.cli.trouble import Trouble
from tapete.core.game import Game
from tapete.core.options import Value, changed, format_value
from tapete.games import games

SUFFIX = ".toml"
NAME = re.compile(r"[\w-]{1,60}")
KEYS = {"game", "options"}


@dataclass(frozen=True)
class House:
    """Some house rules of a game; what it does not name is as the game has it."""

    game: Game
    options: dict[str, Value]


def house_folder() -> Path:
    """Return where named house rules are kept."""
    return user_config_path("tapete", appauthor=False) / "houses"


def house_path(name: str) -> Path:
    """Return the file of house rules for a name, or for a path; raise Trouble for neither."""
    if name.endswith(SUFFIX) or "/" in name or "\\" in name:
        return Path(name)
    if not NAME.fullmatch(name):
        raise Trouble("bad_house_name", name=name)
    return house_folder() / f"{name}{SUFFIX}"


def house_names() -> Iterator[str]:
    """Yield the names of the saved house rules."""
    if house_folder().is_dir():
        yield from sorted(path.stem for path in house_folder().glob(f"*{SUFFIX}"))


def save_house(game: Game, values: Mapping[str, Value], name: str) -> Path:
    """Save what settled values change and return the file; raise Trouble if it cannot be."""
    path = house_path(name)
    lines = [f'game = "{game.name}"', "", "[options]"]
    for option, value in changed(game.options, values).items():
        about = game.options[option].english
        lines += [f"# {about}", f"{option} = {format_toml(value)}"]
    write_whole(path, "\n".join(lines) + "\n")
    return path


def format_toml(value: Value) -> str:
    """Write a value as TOML does; words need no escapes."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return f'"{value}"' if isinstance(value, str) else format_value(value)


def load_house(name: str) -> House:
    """Read house rules by name or path; raise Trouble saying what is wrong with them."""
    path = house_path(name)
    if not path.is_file():
        saved = ", ".join(house_names()) or Trouble("nothing_saved")
        raise Trouble("no_house", name=name, known=saved)
    return parse_house(read_toml(path), path)


def read_toml(path: Path) -> dict[str, Any]:
    """Read a TOML file; raise Trouble if it cannot be."""
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise Trouble("cannot_read", path=path, why=error.strerror) from error
    except (ValueError, RecursionError) as error:
        raise Trouble("no_toml", path=path, why=error) from error


def parse_house(data: Mapping[str, Any], path: Path) -> House:
    """Check what a file of house rules says."""
    for key in data:
        if key not in KEYS:
            raise Trouble("house_key", path=path, key=key)
    game = games().get(data["game"]) if isinstance(data.get("game"), str) else None
    if game is None:
        raise Trouble("house_game", path=path, known=", ".join(games()), name=data.get("game"))
    options = data.get("options", {})
    if not isinstance(options, dict):
        raise Trouble("house_options", path=path)
    return House(game, {name: check(game, path, name, options[name]) for name in options})


def check(game: Game, path: Path, name: str, value: object) -> Value:
    """Return an option's value if it is allowed; raise Trouble naming the file if not."""
    try:
        return check_value(game, name, value)
    except Trouble as trouble:
        raise Trouble("in_file", path=path, why=trouble) from trouble
