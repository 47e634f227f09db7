"""A desk: all that one match in play needs, in one record, so that a batch is one array.

What a driver reads and writes while a match goes on lies here: the state, the random numbers, the
legal actions, a view, who sits where. A desk is set up once and played at over and over.
"""

from collections.abc import Sequence
from enum import IntEnum
from functools import cache
from typing import Any

from tapete.bots_kinds import KINDS
from tapete.core.errors import TapeteError
from tapete.core.game import Game
from tapete.core.options import Value
from tapete.core.state import I8, I16, I32, U64, Record, array, record, scalar
from tapete.sim.reflex import Level, Motion
from tapete.sim.rng import Rng, make_key
