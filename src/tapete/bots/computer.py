"""A computer player in a seat of a table."""

from tapete.bots import KINDS, uniform
from tapete.core.errors import TapeteError
from tapete.core.game import Action, Game, Seat
from tapete.sim.reflex import Level, Stance
from tapete.sim.rng import Rng, bits31
from tapete.table.table import Table


class Computer:
    """Chooses for a seat from its view and from a stream of random numbers of its own."""

    def __init__(self, game: Game, kind: str, r: Rng, level: Level = Level.MEDIUM) -> None:
        """Make a player of one of KINDS; `level` is how quick its hand is."""
        if kind not in KINDS:
            raise TapeteError(f"a computer player is one of {', '.join(KINDS)}, not {kind!r}")
        self.kind = kind
        self.level = level
        self._game = game
        self._r = r

    @property
    def name(self) -> str:
        """Return how records name it."""
        return f"bot:{self.kind}"

    def choose(self, table: Table, seat: Seat) -> Action:
        """Return a legal action for the seat, which must be the table's actor."""
        legal = table.legal_actions()
        lot = bits31(self._r)
        if self.kind == "uniform":
            return uniform.choose(None, legal, len(legal), lot)
        return self._game.bots.choose(table.view(seat), legal, len(legal), lot)

    def stance(self, table: Table, seat: Seat) -> int:
        """Return how careful the seat is in the race to come, a `sim.reflex.Stance`."""
        lot = bits31(self._r)
        if self.kind == "uniform":
            return uniform.stance(None, lot, len(Stance))
        return self._game.racing.stance(table.view(seat), lot)
