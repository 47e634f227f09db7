"""Keeps one table going: the one task that may change it.

Orders come in, become entries of the log, are stored, and only then told. The keeper also does what
nobody orders: computer players move at a pace that people can follow, clocks run out, races are
timed, seats of people who are away are covered. While nobody is connected, nothing happens.
"""

import asyncio
import logging
import secrets
import time
from collections.abc import Callable, Sequence
from typing import Any, Final, Protocol

from msgspec.json import encode

from tapete.bots.computer import Computer
from tapete.core.errors import Refused, TapeteError
from tapete.core.game import SPECTATOR, Seat
from tapete.core.race import Race
from tapete.server.alarm import ring_at
from tapete.server.audience import Audience, Listener, actor_of, seat_down
from tapete.server.clockwork import Clockwork
from tapete.server.entries import (
    Acted,
    Began,
    Body,
    Changed,
    Entry,
    Hosted,
    Manned,
    Raced,
    Touched,
)
from tapete.server.folding import fold_gently
from tapete.server.hands import Hands
from tapete.server.inbox import SOMEBODY, Arrival, Away, Order
from tapete.server.info import plain_name
from tapete.server.motion import since_ms
from tapete.server.orders import Given, Who, bodies_of, own
from tapete.server.pace import Pace
from tapete.server.presence import heirs, seats_of
from tapete.server.room import MOST_COMMANDS, NOBODY, Change, Denied, Room
from tapete.server.store import Finished, Meanwhile, Store, StoreError, TableRow
from tapete.sim.rng import Rng, bits64
from tapete.table.record import format_record
from tapete.table.table import Table
from tapete.wire.messages import (
    Ack,
    AskLook,
    AskMoves,
    Eyes,
    No,
    Rename,
    RoomReason,
    Sit,
    Speak,
    Stand,
    Status,
    Touch,
)

logger = logging.getLogger(__name__)
SECRET_BYTES: Final = 32
RECORD_BYTES: Final = 12
MS: Final = 1000
MOST_ORDERS: Final = 1000
"""How many may wait, as where the disk takes nothing; whoever sends more is to come back."""


class Lost(Exception):
    """The store has failed, and what it has cannot be read: the table must be found anew."""


class Meter(Protocol):
    """Whoever counts what keepers do."""

    def moved(self, seconds: float) -> None:
        """Count a stored change, and how long it took to be stored, and told where it is a move."""
        ...

    def refused(self, reason: str) -> None:
        """Count a refusal."""
        ...


class Keeper:
    """The one task of one table."""

    def __init__(  # noqa: PLR0913  # whatever a table needs from outside
        self,
        room: Room,
        row: TableRow,
        store: Store,
        *,
        pace: Pace,
        meter: Meter,
        names: dict[int, str] | None = None,
        record: str = "",
    ) -> None:
        self.room = room
        self.audience = Audience()
        self.audience.names = names or {}
        self.audience.record = record
        self._row = row
        self._store = store
        self._meter = meter
        # Asked for once, for its time is needed at every move of a hand.
        self._loop = asyncio.get_running_loop()
        self._now = self._loop.time
        self._inbox: asyncio.Queue[Callable[[], Any] | Arrival | Order | None] = asyncio.Queue()
        self._r = Rng()
        self._r.at = secrets.randbits(64)
        self._computers: dict[Seat, Computer] = {}
        self._hands = Hands(self.audience, self._r, lambda: self._inbox.put_nowait(None))
        self._touches: dict[tuple[str, str], int] = {}
        """The commands of touches in races, with the versions at which they came."""
        self._times = Clockwork(pace, self._r, self._now())
        self._presence = self._times.presence
        self._task: asyncio.Task[None] | None = None
        self.is_broken = False
        """Whether its task has ended by a fault: then it is to be read from the store again."""
        self.idle_since = self._now()
        """When the last connection left."""

    # The way in

    def start(self) -> None:
        """Begin to take orders."""
        self._seat_computers()
        self._task = asyncio.create_task(self._run(), name=f"table {self._row.id}")
        self._task.add_done_callback(self._ended)

    def _ended(self, task: "asyncio.Task[None]") -> None:
        """Should a table ever break, tell the log, and let everybody come back to it as stored."""
        if task.cancelled() or (error := task.exception()) is None:
            return
        logger.error("table %d has broken", self._row.id, exc_info=error)
        self.is_broken = True
        self._say_goodbye("restart")

    async def stop(self, reason: str) -> None:
        """Finish what is being stored, say goodbye to everybody, and take no more orders."""
        done = asyncio.Event()
        self._inbox.put_nowait(done.set)
        if self._task is not None and not self._task.done():
            waiter = asyncio.create_task(done.wait())
            await asyncio.wait({self._task, waiter}, return_when=asyncio.FIRST_COMPLETED)
            waiter.cancel()
            self._task.cancel()
        self._say_goodbye(reason)

    def _say_goodbye(self, reason: str) -> None:
        self._hands.stop()
        waiting = [self._inbox.get_nowait() for _ in range(self._inbox.qsize())]
        arriving = [item.one for item in waiting if isinstance(item, Arrival)]
        for one in [*self.audience.listeners, *arriving]:
            one.drop(reason)

    @property
    def is_idle(self) -> bool:
        """Say whether nobody is connected and nothing waits to be done."""
        return not self.audience.listeners and self._inbox.empty()

    def arrived(self, one: Listener, since: int) -> None:
        """Let a connection in, with whatever seats are its own."""
        self._inbox.put_nowait(Arrival(one, since))

    def left(self, one: Listener) -> None:
        """Let a connection go."""
        self._inbox.put_nowait(lambda: self._leave(one))

    def take(self, one: Listener, message: Any, at: float) -> None:
        """Take a message of a connection that came in at a time of the loop's clock."""
        if self._inbox.qsize() >= MOST_ORDERS:
            one.drop("restart")
            return
        self._inbox.put_nowait(Order(SOMEBODY, message, at, one))

    def _guest_of(self, one: Listener) -> str:
        """Return whose a connection is: who came by a token alone is the guest of that seat."""
        chairs = self.room.chairs
        guests = [chairs[seat].guest for seat in one.seats if seat < len(chairs)]
        return one.guest if one.guest in guests or not guests else guests[0]

    def hover(self, one: Listener, seat: Seat, height: int) -> None:
        """Show at once where the hand of whoever must choose hovers; nothing comes of it."""
        room = self.room
        if room.game.races is None or self._hands.is_moving:
            return
        if seat in one.seats and actor_of(room) == seat:
            self._hands.hover(one, seat, height)

    async def order(self, who: Who, message: Any) -> int:
        """Have an order done for somebody inside; return its version, or raise what refuses it.

        Raises Away where the table is put away, or breaks, before there is an answer.
        """
        answer: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        self._inbox.put_nowait(Order(who, message, self._now(), answer=answer))
        task = [] if self._task is None else [self._task]
        try:
            await asyncio.wait([answer, *task], return_when=asyncio.FIRST_COMPLETED)
            if not answer.done():
                raise Away("the table has gone", "la mesa se ha ido")
            return answer.result()
        finally:
            answer.cancel()

    async def join(self, guest: str, name: str, seat: int) -> tuple[int, str]:
        """Sit somebody down; return the seat and its token, or raise what refuses it."""
        who = Who(guest, frozenset(self.room.seats_of(guest)))
        version = await self.order(who, Sit(f"join-{secrets.token_hex(8)}", seat, name))
        for mine in self.room.seats_of(guest):
            if self.room.chairs[mine].since == version:
                return mine, self.room.token(mine)
        raise Away("that seat has been freed again", "ese asiento ha vuelto a quedar libre")

    async def forget(self, guest: str) -> None:
        """Take a guest from all seats; a computer player goes on with their cards."""
        for seat in self.room.seats_of(guest):
            await self.order(
                Who(guest, frozenset([seat])), Stand(f"forget-{secrets.token_hex(8)}", seat)
            )

    async def learn_names(self) -> None:
        """Ask the store again what everybody is called."""
        self.audience.names = await self._store.names(self.room.persons())

    # The task

    async def _run(self) -> None:
        while True:
            item = await self._next()
            try:
                match item:
                    case Order():
                        await self._serve(item)
                    case Arrival(one, since):
                        self._arrive(one, since)
                    case None:
                        pass
                    case _:
                        item()
                await self._go_on()
            except StoreError as error:
                # Whoever ordered it has been told; the room is as the store has it.
                logger.error("table %d cannot be stored: %s", self._row.id, error)  # noqa: TRY400  # where it was says nothing
                await asyncio.sleep(1)

    async def _next(self) -> Any:
        """Return the next thing in the inbox, or None when something is due by itself."""
        if not self._inbox.empty():
            return self._inbox.get_nowait()
        due = self._times.due_at(self.room, self.audience.listeners, self._hands, self._now())
        if due is None:
            return await self._inbox.get()
        alarm = ring_at(self._loop, due, self._inbox.put_nowait, None)
        try:
            return await self._inbox.get()
        finally:
            alarm.cancel()

    async def _serve(self, order: Order) -> None:
        """Do one order and answer it."""
        one, message = order.listener, order.message
        if one is not None:
            # Only now: its hello, or what it sent before this, may just have given it a seat.
            order.who = Who(self._guest_of(one), frozenset(one.seats))
        match message:
            case Eyes(seat) if one is not None:
                self._turn_eyes(one, seat)
            case Speak(lang) if one is not None:
                one.lang = lang
                self.audience.sync(self.room, one)
            case AskMoves() if one is not None:
                self.audience.moves(self.room, one)
            case AskLook() if one is not None:
                self.audience.look(self.room, one)
            case _:
                await self._command(order)

    async def _command(self, order: Order) -> None:
        """Do a command once, however often it is sent, and acknowledge or refuse it."""
        command: str = order.message.id
        try:
            key = (order.who.guest, command)
            version = self.room.done_before(*key) or self._touches.get(key)
            if version is None:
                version = await self._do(order)
        except (Denied, Refused) as error:
            self._refuse(order, error)
            return
        except StoreError as error:
            no = Denied(
                RoomReason.NOT_SAVED,
                "it could not be saved, so it has not happened",
                "no se ha podido guardar, así que no ha ocurrido",
            )
            self._refuse(order, no)
            raise error from None
        if order.answer is not None and not order.answer.done():
            order.answer.set_result(version)
        if order.listener is not None:
            order.listener.hear(encode(Ack(command, version)))

    async def _do(self, order: Order) -> int:
        """Turn an order into entries and play them; return the version reached."""
        message, who = order.message, order.who
        if isinstance(message, Touch):
            return await self._touch(order)
        if isinstance(message, Sit) and order.listener is not None:
            # A new seat is this device's own, whoever's seat a token has opened to it.
            who = Who(order.listener.guest, who.seats)
        person = NOBODY
        if isinstance(message, Sit | Rename):
            # What is refused anyway must leave no name behind.
            bodies_of(self.room, who, message, Given(NOBODY, fresh_secret))
            person = await self._name(who.guest, message)
        bodies = bodies_of(self.room, who, message, Given(person, fresh_secret))
        return await self._commit(bodies, order.who.guest, message.id)

    async def _name(self, guest: str, message: Sit | Rename) -> int:
        """Keep the name that a message of a guest's gives; return its number."""
        name = plain_name(message.name)
        if isinstance(message, Rename):
            # Theirs who has the seat, whatever device says it: so they can have it forgotten.
            guest = self.room.chairs[message.seat].guest
        person = await self._store.name_person(guest, self._row.id, name)
        self.audience.names[person] = name
        return person

    async def _touch(self, order: Order) -> int:
        """Take a hand that touches: in a race, or before one."""
        room, seat = self.room, order.message.seat
        own(room, order.who, seat)
        if self._hands.touch(seat, order.at):
            # It comes into the log with its race, and there without the command's id.
            self._touches[order.who.guest, order.message.id] = room.version
            return room.version
        body = Touched(seat, since_ms(self._hands.resolved, order.at))
        return await self._commit([body], order.who.guest, order.message.id)

    def _refuse(self, order: Order, error: Any) -> None:
        self._meter.refused(error.reason)
        if order.answer is not None and not order.answer.done():
            order.answer.set_exception(error)
        if (one := order.listener) is not None:
            text = error.spanish if one.lang == "es" else str(error)
            one.hear(encode(No(order.message.id, error.reason, error.rule, text)))

    async def _commit(self, bodies: Sequence[Body], guest: str = "", command: str = "") -> int:
        """Play entries, store them, then tell everybody; return the version reached."""
        room, first = self.room, self.room.version + 1
        changes: list[Change] = []
        lines: list[bytes] = []
        at = round(time.time() * MS)
        try:
            for i, body in enumerate(bodies):
                # The command stands with its last entry: with that one all of it was done.
                mark = command if i == len(bodies) - 1 else ""
                entry = Entry(room.version + 1, at, body, guest, mark)
                changes.append(room.play(entry))
                lines.append(encode(entry))
            told: list[Change] = []
            took = await self._keep(first, lines, lambda: self._tell_ahead(changes, told))
        except TapeteError:
            if changes:
                await self._reload()
            raise
        self._follow(bodies, changes, len(told))
        self._meter.moved(took)
        return room.version

    def _tell_ahead(self, changes: Sequence[Change], told: list[Change]) -> Callable[[], None]:
        """Prepare what is to be told of a move, and nothing of what is rarer.

        Return what tells it, once it is stored, and notes it as told.
        """
        match changes:
            case [Change(is_match=True, is_room=False) as move]:
                telling = self.audience.prepare(self.room, move, self.room.version)
            case _:
                return do_nothing

        def tell() -> None:
            self.audience.send(telling)
            told.append(move)

        return tell

    async def _keep(self, first: int, lines: Sequence[bytes], meanwhile: Meanwhile) -> float:
        """Store entries, with the record of the match that they end; return how long it took."""
        room, begun = self.room, time.perf_counter()
        finished = None
        if room.phase == "over" and not self.audience.record:
            line = format_record(room.record())
            name = secrets.token_urlsafe(RECORD_BYTES)
            finished = Finished(name, room.terms.game, line, room.people())
        is_listed = room.phase == "lobby" and room.terms.listed
        await self._store.append(
            self._row.id,
            first,
            lines,
            is_listed=is_listed,
            finished=finished,
            meanwhile=meanwhile,
        )
        if finished is not None:
            self.audience.record = finished.id
        return time.perf_counter() - begun

    async def _reload(self) -> None:
        """Go back to what the store has."""
        try:
            lines = await self._store.entries(self._row.id)
        except StoreError as error:
            # What was played but not stored must be seen by nobody.
            raise Lost from error
        if not lines:
            raise Lost("its time was over, and it has been deleted")
        self.room = await fold_gently(self.room.code, lines)
        self._hands.end()
        self._seat_computers()

    def _follow(self, bodies: Sequence[Body], changes: Sequence[Change], told: int) -> None:
        """Tell what was stored and is not told yet, and see what it means for the times."""
        now = self._now()
        first = self.room.version - len(changes) + 1
        if any(isinstance(body, Began | Changed) for body in bodies):
            self.audience.record = "" if self.room.phase != "over" else self.audience.record
            self._seat_computers()
            self.audience.sync_all(self.room)
        else:
            for body in bodies:
                if isinstance(body, Manned):
                    self._computers[body.seat] = self._computer(body.seat)
            for version, change in enumerate(changes[told:], start=first + told):
                self.audience.tell(self.room, change, version)
        if any(change.is_match for change in changes):
            is_race = any(isinstance(body, Raced) for body in bodies)
            self._forget_touches()
            self._times.open(now, after_race=is_race)
            if any(change.events for change in changes):
                self._hands.resolved = now
        if self.room.table is None or not self.room.table.is_racing:
            self._hands.end()
        self._notice(now)

    def _forget_touches(self) -> None:
        """Keep the commands of the last touches only."""
        while len(self._touches) > MOST_COMMANDS:
            del self._touches[next(iter(self._touches))]

    # Who is here

    def _arrive(self, one: Listener, since: int) -> None:
        now = self._now()
        self.audience.listeners.append(one)
        seat_down(self.room, one)
        if self._times.is_paused:
            self._times.resume(now)
            self._hands.resolved = self._hands.resolved or now
        self._notice(now)
        self.audience.sync(self.room, one, since)
        self._hands.show(one)

    def _leave(self, one: Listener) -> None:
        if one not in self.audience.listeners:
            return
        self.audience.listeners.remove(one)
        now = self._now()
        if not self.audience.listeners:
            self.idle_since = now
            self._times.pause(now)
            # A race that nobody saw begins anew for who comes back.
            self._hands.end()
        self._notice(now)

    def _notice(self, now: float) -> None:
        """See who is here, and tell everybody if it is news."""
        room, listeners = self.room, self.audience.listeners
        self._presence.notice(room, listeners, now)
        here = seats_of(listeners)
        deadline = self._times.deadline(room, now)
        status = Status(
            here=[c.kind != "person" or i in here for i, c in enumerate(room.chairs)],
            covered=[
                room.phase == "playing"
                and c.kind != "computer"
                and self._presence.is_covered(room, i, now)
                for i, c in enumerate(room.chairs)
            ],
            watching=sum(not one.seats for one in listeners),
            paused=self._times.is_paused,
            left_ms=None if deadline is None else max(round((deadline - now) * MS), 0),
        )
        self.audience.show(status)

    def _turn_eyes(self, one: Listener, seat: int) -> None:
        """Let a connection look with the eyes of another seat of its own."""
        if seat in one.seats or seat == SPECTATOR:
            one.eyes = seat
        self.audience.sync(self.room, one)

    # What happens by itself

    async def _go_on(self) -> None:
        """Do whatever is due."""
        if self._times.is_paused:
            return
        now = self._now()
        has_covered = self._times.look(now)
        await self._hand_on(now)
        if has_covered:
            self._notice(now)
        table = self.room.table
        if table is not None and table.is_racing:
            await self._race(table, now)
            return
        due = self._times.match_due(self.room, self._hands, now)
        if table is not None and due is not None and due <= now:
            is_covered = self._presence.is_covered(self.room, table.actor, now)
            action = self._computers[table.actor].choose(table, table.actor)
            await self._commit([Acted(table.actor, action, "computer" if is_covered else "clock")])

    async def _hand_on(self, now: float) -> None:
        """Have somebody who is here host the table whose host has been away for too long."""
        listeners = self.audience.listeners
        due = self._presence.hand_on_at(self.room, listeners)
        if due is not None and due <= now:
            heir = heirs(self.room, listeners)[0]
            await self._commit([Hosted(self.room.chairs[heir].guest)])

    async def _race(self, table: Table, now: float) -> None:
        """Go on with the pending race, and at its end let the table judge it."""
        if not self._hands.is_moving:
            covered = self._presence.is_covered
            people = {seat for seat in range(table.seats) if not covered(self.room, seat, now)}
            self._hands.begin(table, self._computers, people, now)
        if (race := self._hands.race(now)) is not None:
            await self._commit([raced(race)])

    def _seat_computers(self) -> None:
        """Have a computer player ready for every seat, also for those of people who may leave."""
        self._computers = {seat: self._computer(seat) for seat in range(len(self.room.chairs))}

    def _computer(self, seat: Seat) -> Computer:
        """Return a computer player of the seat's kind."""
        stream = Rng()
        stream.at = bits64(self._r)
        return Computer(self.room.game, self.room.chairs[seat].computer, stream)


def do_nothing() -> None:
    """Do nothing more."""


def raced(race: Race) -> Raced:
    """Return the entry of a measured race."""
    return Raced(list(race.contacts), list(race.early), race.foul, race.error_ms)


def fresh_secret() -> str:
    """Return a new secret for a match's chance, hex."""
    return secrets.token_hex(SECRET_BYTES)
