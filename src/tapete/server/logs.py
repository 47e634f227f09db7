"""The log: a line an event on stderr, in words or as JSON, with no secret in it."""

import json
import logging
import re
import sys
import time
from typing import Final

from tapete.server.settings import LogForm

SECRETS: Final = (
    # Links and requests that a table's code stands in, however it is spelt.
    (re.compile(r"(/(?:t|ws|api/tables|api/records)/)[^/\s?#'\"]+"), r"\1…"),
    (re.compile(r"\b[BCDFGHJKLMNPQRSTVWXZ]{3}-?[BCDFGHJKLMNPQRSTVWXZ]{4}\b"), "…"),
    (re.compile(r"((?:__Host-)?tapete=)[^;\s'\"]+"), r"\1…"),
    # Tokens: long, of capitals, small letters and digits, as no word is.
    (re.compile(r"(?<![\w-])(?=[\w-]*\d)(?=[\w-]*[A-Z])(?=[\w-]*[a-z])[\w-]{20,}(?![\w-])"), "…"),
)
"""What is struck out of every line, should it ever get there, and what stands instead."""


class Lines(logging.Formatter):
    """Writes an event as a line in words; a traceback stands in the same line."""

    converter = time.gmtime
    default_msec_format = None

    def __init__(self) -> None:
        """Write the time as ISO 8601 has it."""
        super().__init__("%(asctime)s %(levelname)s %(name)s: %(message)s", "%Y-%m-%dT%H:%M:%SZ")

    def format(self, record: logging.LogRecord) -> str:
        """Return the line."""
        return discreet(" | ".join(super().format(record).splitlines()))


class JsonLines(Lines):
    """Writes an event as an object in a line."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line."""
        event = {
            "time": self.formatTime(record, self.datefmt),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": discreet(record.getMessage()),
        }
        if record.exc_info:
            event["traceback"] = discreet(self.formatException(record.exc_info))
        return json.dumps(event, ensure_ascii=False)


def discreet(text: str) -> str:
    """Return a text without whatever looks like a code, a cookie or a token."""
    for pattern, instead in SECRETS:
        text = pattern.sub(instead, text)
    return text


def set_up_log(form: LogForm) -> None:
    """Send every event to stderr: as JSON those that tell what happens, in words only troubles."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines() if form == "json" else Lines())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.INFO if form == "json" else logging.WARNING)
    # What uvicorn says at this level is ours to say.
    logging.getLogger("uvicorn").setLevel(logging.WARNING)
