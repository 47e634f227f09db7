"""Seals: what a table shows after the game so that its chance can be checked."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from tapete.core.errors import RecordError, TapeteError
from tapete.core.game import CHANCE, Game, Lot
from tapete.core.options import Value
from tapete.core.race import MAX_WINDOW_MS, Judge, Race, Verdict
from tapete.games import games
from tapete.table.chance import Sealed
from tapete.table.race import adjudicate
from tapete.table.record import Replay, check_shape, follow
from tapete.table.table import Table

SHAPE = {"commitment": str, "secret": str, "nonces": [str]}
TERMS = b"tapete-terms/1 "
"""How the nonce begins that ties a match's chance to what was agreed."""
JUDGE = {"reflex": str, "window_ms": int, "clump_ms": (int, None)}


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


def terms_nonce(game: Game, seats: int, values: Mapping[str, Value], judge: Judge) -> bytes:
    """Return the nonce that ties a match's chance to its terms, so that nobody claims others later.

    It comes before everybody else's: with other house rules, or races judged in another way, the
    same secret would have dealt other cards.
    """
    agreed = {"game": game.name, "seats": seats, "options": dict(values), "judge": asdict(judge)}
    return TERMS + json.dumps(agreed, sort_keys=True, separators=(",", ":")).encode()


def check_terms(record: Mapping[str, Any], sealed: Sealed, judge: Judge) -> None:
    """Raise RecordError where a match was sealed with other terms than it is recorded with."""
    if not sealed.nonces or not sealed.nonces[0].startswith(TERMS):
        return
    game = games()[record["game"]]
    values = game.settle(record["seats"], record["options"])
    if sealed.nonces[0] != terms_nonce(game, record["seats"], values, judge):
        agreed = sealed.nonces[0].removeprefix(TERMS).decode(errors="replace")
        raise RecordError(f"it was sealed with other terms: {agreed}")


class Witness(Replay):
    """A replay whose shuffles and lots are drawn again from the seal instead of being believed."""

    def __init__(self, game: Game, record: Mapping[str, Any], sealed: Sealed, judge: Judge) -> None:
        """Take a parsed record, its seal and how its races were judged."""
        super().__init__(game, record, sealed)
        self._sealed = sealed
        # Recorded contacts end at the window of their race, which need not be that of the last.
        self._judge = Judge("lots" if judge.reflex == "lots" else "relaxed", MAX_WINDOW_MS)

    def lot(self, outcome: int) -> None:
        """Let a lot fall as sealed; a race falls as recorded, but where a lot decided it."""
        rules, s = self.table.game.rules, self.table.state
        if rules.actor(s) == CHANCE and rules.chance_kind(s) == Lot.EVEN:
            count = rules.chance_count(s)
            outcome = self._sealed.lot(count) if count > 1 else 0
        elif self.table.is_racing:
            self._check_race(outcome, self._sealed.bits())
        super().lot(outcome)

    def _check_race(self, outcome: int, bits: int) -> None:
        """Raise RecordError if a lot alone decided a race (HD-D6, HD-D15) and fell otherwise.

        Whether a lot settled a clump after the last jam hangs on the error of the measurement,
        which no record tells; that lot is not checked.
        """
        races, s = self.table.game.racing, self.table.state
        runners, is_fake = races.runners(s), races.is_fake(s)
        contacts = list(self.contacts) or [None] * self.table.seats
        never = [seat for seat in runners if contacts[seat] is None]
        if self._judge.reflex != "lots" and (is_fake or not never):
            return
        verdict = adjudicate(
            Race(tuple(contacts)),
            runners,
            self._judge,
            is_fake=is_fake,
            par_ms=races.par_ms(s),
            may_jam=races.may_jam(s),
            lot=bits,
        )
        allowed = races.outcomes(s, verdict)
        if self._judge.reflex != "lots":
            # By lot nobody's hand comes down, so nobody's foul can stand where a lot fell.
            allowed += races.outcomes(s, Verdict(foul=True))
        if outcome not in allowed:
            raise RecordError("the sealed lot of this race fell otherwise")

    def shuffle(self, order: Sequence[int]) -> None:
        """Pass over the recorded order: the sealed one is dealt, and what comes is compared."""


def parse_judge(judge: Any) -> Judge:
    """Read an `x_judge`; raise RecordError for what a table cannot judge by."""
    check_shape(judge, JUDGE, "`x_judge`")
    try:
        return Judge(**judge)
    except TapeteError as error:
        raise RecordError(f"`x_judge`: {error}") from error


def replay_sealed(record: Mapping[str, Any], sealed: Sealed, judge: Judge | None = None) -> Table:
    """Play a parsed record with its sealed chance; raise RecordError where it fell otherwise."""
    check_terms(record, sealed, judge or Judge())
    game = games()[record["game"]]
    return follow(Witness(game, record, sealed, judge or Judge()), record)
