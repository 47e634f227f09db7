"""The folder that holds a server's data, for one process at a time."""

import fcntl
import os
from pathlib import Path
from typing import Final

from platformdirs import user_data_path

from tapete.server.store import StoreError

LOCK: Final = "tapete.lock"
FOLDER_MODE: Final = 0o700
FILE_MODE: Final = 0o600


def default_folder() -> Path:
    """Return where a server keeps its data unless told otherwise: TAPETE_DATA, or the user's."""
    given = os.environ.get("TAPETE_DATA", "")
    return Path(given) if given else user_data_path("tapete", appauthor=False) / "server"


class Hold:
    """One process's hold on a folder; it ends with the process, however that ends."""

    def __init__(self, folder: Path) -> None:
        """Take the folder, made where it is missing; raise StoreError where that cannot be."""
        try:
            folder.mkdir(mode=FOLDER_MODE, parents=True, exist_ok=True)
            self._file = os.open(folder / LOCK, os.O_CREAT | os.O_RDWR, FILE_MODE)
        except OSError as error:
            raise StoreError(
                f"cannot write in {folder}: {error.strerror}",
                f"no se puede escribir en {folder}: {error.strerror}",
            ) from error
        self._lock(folder)

    def _lock(self, folder: Path) -> None:
        """Refuse a folder that another process holds."""
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            os.close(self._file)
            if not isinstance(error, BlockingIOError):
                raise StoreError(
                    f"cannot lock {folder}: {error.strerror}",
                    f"no se puede bloquear {folder}: {error.strerror}",
                ) from error
            raise StoreError(
                f"{folder} is in use by another tapete",
                f"otro tapete está usando {folder}",
            ) from error

    def release(self) -> None:
        """Let the folder go; called once."""
        os.close(self._file)
