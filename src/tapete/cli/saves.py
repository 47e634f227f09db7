"""Games that were left and go on later: one JSON file each, in the user's data folder.

A save holds how the match was set up, the secret of its cards included, and every door that was
used since, in order: `["act", seat, action]`, `["race", judge, contacts, early, foul, error_ms]`,
`["touch", judge, seat, since_ms]`, where judge is `[reflex, window_ms, clump_ms]`. Playing them
again on the same seal gives the same table.
"""

import json
import os
import re
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any

from platformdirs import user_data_path

from tapete.bots import KINDS
from tapete.cli.trouble import Trouble
from tapete.core.errors import RecordError
from tapete.core.options import Value
from tapete.games import games
from tapete.table.record import check_shape

VERSION = "tapete-save/1"
PERSON = "person"
"""The kind of a seat in which no computer player sits."""
SUFFIX, BROKEN, UNDER_WAY = ".json", ".broken", ".part"

Door = list[Any]
"""One use of a table's door, as the module's text has it."""


class SaveError(Trouble):
    """A save that cannot be used."""


@dataclass(frozen=True)
class Plan:
    """How a match was set up; with its doors, all that there is to it."""

    game: str
    values: dict[str, Value]
    """Every house rule, settled."""
    preset: str
    names: tuple[str, ...]
    kinds: tuple[str, ...]
    """Per seat, PERSON or one of the KINDS of computer players."""
    secret: bytes
    nonces: tuple[bytes, ...]
    seed: int
    """Where the computer players' random numbers come from."""

    @property
    def seats(self) -> int:
        """Return how many sit at the table."""
        return len(self.names)

    @property
    def people(self) -> list[int]:
        """Return the seats of people."""
        return [seat for seat, kind in enumerate(self.kinds) if kind == PERSON]


@dataclass
class Save:
    """A match that was left."""

    plan: Plan
    started: str
    """When it began, as the file is named."""
    doors: list[Door] = field(default_factory=list[Door])

    @property
    def path(self) -> Path:
        """Return where the save is kept."""
        return folder() / f"{self.plan.game}-{self.started}{SUFFIX}"


SHAPE = {
    "save": str,
    "game": str,
    "values": dict,
    "preset": str,
    "names": [str],
    "kinds": [str],
    "secret": str,
    "nonces": [str],
    "seed": int,
    "started": str,
    "doors": [list],
}


def folder() -> Path:
    """Return where saves are kept."""
    return user_data_path("tapete", appauthor=False) / "unfinished"


def time_stamp() -> str:
    """Return the time as files are named by it, the newest sorting last."""
    return datetime.now().astimezone().strftime("%Y%m%d-%H%M%S-%f")


def write_save(save: Save) -> None:
    """Keep a save; a file is whole at every moment, the old one or the new one."""
    plan = asdict(save.plan)
    plan["secret"] = save.plan.secret.hex()
    plan["nonces"] = [nonce.hex() for nonce in save.plan.nonces]
    whole = {"save": VERSION, **plan, "started": save.started, "doors": save.doors}
    write_whole(save.path, json.dumps(whole, ensure_ascii=False))


def write_whole(path: Path, text: str) -> None:
    """Write a file in one step: nobody ever finds half of it."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        part = path.with_name(f"{path.name}{UNDER_WAY}")
        part.write_text(text, encoding="utf-8")
        part.replace(path)
    except OSError as error:
        raise Trouble("cannot_write", path=path, why=error.strerror) from error


def saved_files() -> list[Path]:
    """Return the files of kept games, the one left last first."""
    found = folder().glob(f"*{SUFFIX}") if folder().is_dir() else iter(())
    return sorted(found, key=lambda path: path.stat().st_mtime_ns, reverse=True)


def read_save(path: Path) -> Save:
    """Read a save; raise SaveError for what is none."""
    try:
        whole = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise SaveError("save_unreadable") from error
    except (ValueError, RecursionError) as error:
        raise SaveError("save_no_json") from error
    if isinstance(whole, dict) and whole.get("save") != VERSION:  # pyright: ignore[reportUnknownMemberType]
        raise SaveError("save_version")
    try:
        check_shape(whole, SHAPE, "save")
        return Save(make_plan(whole), path.stem.removeprefix(f"{whole['game']}-"), whole["doors"])
    except (RecordError, ValueError) as error:
        raise SaveError("save_shape") from error


def make_plan(whole: dict[str, Any]) -> Plan:
    """Return the plan in a save of the right shape; raise ValueError for what cannot be one."""
    game = games().get(whole["game"])
    names, kinds = tuple(whole["names"]), tuple(whole["kinds"])
    if game is None or len(names) != len(kinds) or not set(kinds) <= {PERSON, *KINDS}:
        raise ValueError("no such game or players")
    return Plan(
        game=game.name,
        values=game.settle(len(names), whole["values"]),
        preset=whole["preset"],
        names=names,
        kinds=kinds,
        secret=bytes.fromhex(whole["secret"]),
        nonces=tuple(map(bytes.fromhex, whole["nonces"])),
        seed=whole["seed"],
    )


def set_aside(path: Path) -> Path:
    """Rename a file that cannot be used, so that it is offered no more; return its new path."""
    aside = path.with_name(f"{path.name}{BROKEN}")
    path.replace(aside)
    return aside


def remove_save(save: Save) -> None:
    """Forget a save."""
    save.path.unlink(missing_ok=True)


def left_on(path: Path) -> str:
    """Return when a kept game was left, for people."""
    left = datetime.fromtimestamp(path.stat().st_mtime).astimezone()
    return left.strftime("%Y-%m-%d %H:%M")


def shown_path(path: Path) -> str:
    """Write a path for people, the home folder shortened."""
    home = str(Path.home())
    text = str(path)
    return f"~{text.removeprefix(home)}" if text.startswith(home + os.sep) else text


def kept_games(name: str | None) -> Iterator[Path]:
    """Yield the files of kept games of one game, or of all."""
    for path in saved_files():
        if name is None or re.fullmatch(rf"{re.escape(name)}-[\d-]+", path.stem):
            yield path
