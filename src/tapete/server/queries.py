"""What the store asks of its database, each within a transaction of the writer's."""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import apsw

from tapete.server.guests import new_guest
from tapete.server.schema import VERSION
from tapete.server.store import CodeTaken, Finished, GuestRow, RecordRow, StoreError, TableRow

NOBODY: Final = "-"
"""The name in a record of somebody who was forgotten."""
TABLE: Final = "select id, code, version, is_listed, touched from tables"
RECORD: Final = """
select id, game, finished, json_set(line, '$.players', json((
    select json_group_array(
        case when person is null
            then coalesce(json_extract(line, '$.players[' || seat || ']'), :nobody)
            else coalesce(nullif(name, ''), :nobody)
        end order by seat)
    from record_seats left join persons on persons.id = person where record = records.id)))
from records
"""


@dataclass(frozen=True)
class Addition:
    """Entries for the end of a log; see `Store.append`."""

    table: int
    first: int
    entries: Sequence[bytes]
    is_listed: bool
    finished: Finished | None


def open_table(db: apsw.Connection, code: str, entries: Sequence[bytes]) -> TableRow:
    """Add a table with its first entries."""
    if find(db, code) is not None:
        raise CodeTaken(f"the code {code} is taken", f"el código {code} está ocupado")
    now = time.time()
    db.execute(
        "insert into tables (code, version, is_listed, touched) values (?, ?, 0, ?)",
        (code, len(entries), now),
    )
    row = TableRow(db.last_insert_rowid(), code, len(entries), is_listed=False, touched=now)
    add_entries(db, row.id, 1, entries)
    return row


def append(db: apsw.Connection, new: Addition) -> None:
    """Add entries to a log that has the length which their writer knows."""
    db.execute(
        "update tables set version = version + ?, is_listed = ?, touched = ?"
        " where id = ? and version = ?",
        (len(new.entries), new.is_listed, time.time(), new.table, new.first - 1),
    )
    if not db.changes():
        raise StoreError(
            f"the log of table {new.table} has no {new.first - 1} entries: somebody else writes it",
            f"el registro de la mesa {new.table} no tiene {new.first - 1} entradas:"
            " alguien más lo escribe",
        )
    add_entries(db, new.table, new.first, new.entries)
    if new.finished is not None:
        add_record(db, new.table, new.finished)


def add_entries(db: apsw.Connection, table: int, first: int, entries: Sequence[bytes]) -> None:
    """Add the rows of entries."""
    db.executemany(
        "insert into entries (table_id, seq, body) values (?, ?, ?)",
        [(table, seq, entry) for seq, entry in enumerate(entries, first)],
    )


def add_record(db: apsw.Connection, table: int, finished: Finished) -> None:
    """Add a finished match and who sat where."""
    db.execute(
        "insert into records (id, table_id, game, finished, line) values (?, ?, ?, ?, ?)",
        (finished.id, table, finished.game, time.time(), finished.line),
    )
    db.executemany(
        "insert into record_seats (record, seat, person) values (?, ?, ?)",
        [(finished.id, seat, person) for seat, person in enumerate(finished.persons)],
    )


def entries(db: apsw.Connection, table: int) -> list[bytes]:
    """Return a log."""
    rows = db.execute("select body from entries where table_id = ? order by seq", (table,))
    return [body for (body,) in rows]  # pyright: ignore[reportReturnType]


def find(db: apsw.Connection, code: str) -> TableRow | None:
    """Return the table with a code."""
    return next(iter(tables(db, "where code = ?", code)), None)


def listed(db: apsw.Connection, limit: int) -> list[TableRow]:
    """Return listed tables, the newest change first."""
    return tables(db, "where is_listed order by touched desc, id desc limit ?", limit)


def tables_of(db: apsw.Connection, guest: str) -> list[TableRow]:
    """Return the tables at which a guest has sat."""
    condition = "where id in (select table_id from persons where guest = ?)"
    return tables(db, f"{condition} order by touched desc, id desc", guest)


def tables(db: apsw.Connection, condition: str, given: str | int) -> list[TableRow]:
    """Return rows of tables."""
    rows: list[Any] = db.execute(f"{TABLE} {condition}", (given,)).fetchall()
    return [TableRow(row[0], row[1], row[2], bool(row[3]), row[4]) for row in rows]


def save_guest(db: apsw.Connection, guest: GuestRow) -> None:
    """Keep a guest as seen now."""
    db.execute(
        "insert into guests (id, name, lang, seen) values (?, ?, ?, ?) on conflict (id)"
        " do update set name = excluded.name, lang = excluded.lang, seen = excluded.seen",
        (guest.id, guest.name, guest.lang, time.time()),
    )


def guest(db: apsw.Connection, guest: str) -> GuestRow | None:
    """Return a guest."""
    rows: list[Any] = db.execute(
        "select id, name, lang from guests where id = ?", (guest,)
    ).fetchall()
    return GuestRow(*rows[0]) if rows else None


def name_person(db: apsw.Connection, guest: str, table: int, name: str) -> int:
    """Return the number of a guest under a name at a table, a new one for a new name."""
    key = (guest, table, name)
    found = db.execute(
        "select id from persons where guest = ? and table_id = ? and name = ?", key
    ).fetchall()
    if found:
        return found[0][0]  # pyright: ignore[reportReturnType]
    db.execute("insert into persons (guest, table_id, name) values (?, ?, ?)", key)
    return db.last_insert_rowid()


def names(db: apsw.Connection, persons: Sequence[int]) -> dict[int, str]:
    """Return names by number, "" for who has none."""
    known = dict.fromkeys(persons, "")
    for person in known:
        rows: list[Any] = db.execute("select name from persons where id = ?", (person,)).fetchall()
        known[person] = rows[0][0] if rows else ""
    return known


def forget(db: apsw.Connection, guest: str) -> None:
    """Delete a guest and the names under which it sat; in logs, its id becomes nobody's."""
    db.execute("delete from guests where id = ?", (guest,))
    db.execute(
        "update entries set body = cast(replace(cast(body as text), :id, :other) as blob)"
        " where table_id in (select table_id from persons where guest = :guest)"
        " and instr(cast(body as text), :id)",
        {"guest": guest, "id": f'"{guest}"', "other": f'"{new_guest()}"'},
    )
    db.execute("update persons set guest = null, name = '' where guest = ?", (guest,))


def record(db: apsw.Connection, record: str) -> RecordRow | None:
    """Return a finished match."""
    return next(iter(record_rows(db, "where id = :given", record)), None)


def records(db: apsw.Connection, table: int) -> list[RecordRow]:
    """Return a table's finished matches."""
    return record_rows(db, "where table_id = :given order by finished, id", table)


def record_rows(db: apsw.Connection, condition: str, given: str | int) -> list[RecordRow]:
    """Return records with the names of today."""
    values = {"given": given, "nobody": NOBODY}
    rows: list[Any] = db.execute(RECORD + condition, values).fetchall()
    return [RecordRow(*row) for row in rows]


def touch(db: apsw.Connection) -> None:
    """Write what is there already: a page that goes to the disk and changes nothing."""
    db.pragma("user_version", VERSION)


def expire(db: apsw.Connection, touched: float, seen: float) -> tuple[int, int]:
    """Delete old tables with all that is theirs, and forget guests who have long been away."""
    db.execute("delete from tables where touched < ?", (touched,))
    gone = db.changes()
    guests = [one for (one,) in db.execute("select id from guests where seen < ?", (seen,))]
    for one in guests:
        forget(db, str(one))
    return gone, len(guests)
