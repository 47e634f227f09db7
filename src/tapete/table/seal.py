"""Seals: what a table shows after the game so that its chance can be checked."""

from collections.abc import Mapping, Sequence
from typing import Any

from tapete.core.errors import RecordError
from tapete.core.game import CHANCE, Game, Lot
from tapete.games import games
from tapete.table.chance import Sealed
from tapete.table.record import Replay, check_shape, follow
from tapete.table.table import Table

SHAPE = {"commitment": str, "secret": str, "nonces": [str]}


def seal_of(table: Table) -> dict[str, Any]:
    """Return the `x_seal` of a table whose chance is sealed: hex strings."""
    chance = table.chance
    if not isinstance(chance, Sealed):
        raise TypeError(f"expected a table with sealed chance, got {type(chance).__name__}")
    return {
        "commitment": chance.commitment.hex(),
        "secret": chance.secret.hex(),
        "nonces": [nonce.hex() for nonce in chance.nonces],
    }


def parse_seal(seal: Any) -> Sealed:
    """Read an `x_seal`; raise RecordError unless secret and commitment belong together."""
    check_shape(seal, SHAPE, "`x_seal`")
    sealed = Sealed(from_hex(seal["secret"]), [from_hex(nonce) for nonce in seal["nonces"]])
    if sealed.commitment != from_hex(seal["commitment"]):
        raise RecordError("the commitment is not the SHA-256 of the secret")
    return sealed


def from_hex(text: str) -> bytes:
    """Read a hex string; raise RecordError for anything else."""
    try:
        return bytes.fromhex(text)
    except ValueError as error:
        raise RecordError("`x_seal` holds something that is no hex string") from error


class Witness(Replay):
    """A replay whose shuffles and lots are drawn again from the seal instead of being believed."""

    def __init__(self, game: Game, record: Mapping[str, Any], sealed: Sealed) -> None:
        """Take a parsed record and its seal."""
        super().__init__(game, record, sealed)
        self._sealed = sealed

    def lot(self, outcome: int) -> None:
        """Let a lot fall as sealed; a race falls as recorded, since hands decided it."""
        rules, s = self.table.game.rules, self.table.state
        if rules.actor(s) == CHANCE and rules.chance_kind(s) == Lot.EVEN:
            outcome = self._sealed.lot(rules.chance_count(s))
        super().lot(outcome)

    def shuffle(self, order: Sequence[int]) -> None:
        """Ignore the recorded order: the sealed one is dealt, and what it gives is compared."""


def replay_sealed(record: Mapping[str, Any], sealed: Sealed) -> Table:
    """Play a parsed record with its sealed chance; raise RecordError where it fell otherwise."""
    return follow(Witness(games()[record["game"]], record, sealed), record)
