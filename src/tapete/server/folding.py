"""Rooms read from their logs."""

import asyncio
from collections.abc import Sequence
from typing import Final

from msgspec.json import decode

from tapete.server.entries import Entry
from tapete.server.room import Room

FOLDED_AT_ONCE: Final = 20
"""Entries of a log that are played before anybody else's turn."""


def fold(code: str, lines: Sequence[bytes]) -> Room:
    """Return the room that a log makes."""
    room = Room(code)
    for line in lines:
        room.play(decode(line, type=Entry))
    return room


async def fold_gently(code: str, lines: Sequence[bytes]) -> Room:
    """Return the same room, and let other tables go on meanwhile: a long log takes a second."""
    room = Room(code)
    for i, line in enumerate(lines):
        room.play(decode(line, type=Entry))
        if i % FOLDED_AT_ONCE == 0:
            await asyncio.sleep(0)
    return room
