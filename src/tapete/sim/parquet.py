"""Results as a Parquet file, a row a match and a row group a chunk, written as they come."""

import json
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np

from tapete.core.errors import TapeteError
from tapete.core.game import WIN
from tapete.core.version import __version__
from tapete.sim.desk import Setting
from tapete.sim.results import Results

UNFINISHED = ".part"
"""What is added to the name of a file until it is whole."""


def arrow() -> Any:
    """Return PyArrow's Parquet; raise TapeteError where it is not installed."""
    try:
        import_module("pyarrow.parquet")
        return import_module("pyarrow")
    except ModuleNotFoundError as error:
        raise TapeteError(
            'Parquet files need PyArrow: pip install "tapete[sim]"',
            'los archivos Parquet necesitan PyArrow: pip install "tapete[sim]"',
        ) from error


class ParquetFile:
    """A file that results are added to; it takes its name when it is closed.

    Columns: `match`, `decisions`, `steps`, `capped`, and for each seat n `win_n` (its share),
    `score_n`, `place_n` (how many ended ahead of it). The setting stands in the schema's metadata
    under `tapete`, as JSON.
    """

    def __init__(self, path: Path, setting: Setting) -> None:
        """Begin the file beside its place; raise OSError where that cannot be."""
        self._arrow = arrow()
        self._path = path
        self._beside = path.with_name(path.name + UNFINISHED)
        types = {name: self._arrow.from_numpy_dtype(kind) for name, kind in kinds(setting).items()}
        schema = self._arrow.schema(list(types.items()), {"tapete": json.dumps(said_of(setting))})
        self._writer = self._arrow.parquet.ParquetWriter(self._beside, schema)
        self._schema = schema

    def write(self, results: Results) -> None:
        """Add matches as a row group."""
        if len(results) > 0:
            table = self._arrow.table(columns_of(results), schema=self._schema)
            self._writer.write_table(table)

    def close(self) -> None:
        """Finish the file and give it its name."""
        self._writer.close()
        self._beside.replace(self._path)


def kinds(setting: Setting) -> dict[str, Any]:
    """Return the type of number in each column."""
    found: dict[str, Any] = {
        "match": np.int64,
        "decisions": np.int32,
        "steps": np.int32,
        "capped": np.bool_,
    }
    for seat in range(setting.seats):
        found |= {f"win_{seat}": np.float32, f"score_{seat}": np.int16, f"place_{seat}": np.int8}
    return {name: np.dtype(kind) for name, kind in found.items()}


def columns_of(results: Results) -> dict[str, Any]:
    """Return results by column."""
    first = results.first
    found: dict[str, Any] = {
        "match": np.arange(first, first + len(results), dtype=np.int64),
        "decisions": np.ascontiguousarray(results.decisions),
        "steps": np.ascontiguousarray(results.steps),
        "capped": results.capped == 1,
    }
    for seat in range(results.setting.seats):
        found |= {
            f"win_{seat}": results.returns[:, seat].astype(np.float32) / np.float32(WIN),
            f"score_{seat}": np.ascontiguousarray(results.scores[:, seat]),
            f"place_{seat}": np.ascontiguousarray(results.places[:, seat]),
        }
    return found


def said_of(setting: Setting) -> dict[str, Any]:
    """Return what must be known to play the same matches again."""
    return {
        "version": __version__,
        "game": setting.game.name,
        "seats": setting.seats,
        "players": [kind.name.lower() for kind in setting.players],
        "options": dict(setting.values),
        "key": setting.key,
    }
