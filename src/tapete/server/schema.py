"""The tables of the database, and how a database of an older version becomes one of today's.

Names of people stand in `guests.name` and `persons.name` alone: no log and no record holds one, so
that deleting a guest deletes them everywhere. `version` of a table is how many entries its log has.
"""

from typing import Final

import apsw

APPLICATION: Final = 0x74617065
"""The `application_id` of a tapete database: "tape"."""
VERSION: Final = 2
"""The `user_version` that this program writes."""
EMPTY: Final = 0
"""The version of a file in which nothing is."""

SCHEMA: Final = """
create table tables (
    id integer primary key autoincrement,
    code text not null unique,
    version integer not null,
    is_listed integer not null,
    touched real not null
) strict;
create index tables_listed on tables (touched) where is_listed;
create table entries (
    table_id integer not null references tables on delete cascade,
    seq integer not null,
    body blob not null,
    primary key (table_id, seq)
) strict, without rowid;
create table guests (
    id text primary key,
    name text not null,
    lang text not null,
    seen real not null
) strict, without rowid;
-- A forgotten person keeps its number, which logs hold, but has no guest and no name.
create table persons (
    id integer primary key autoincrement,
    guest text,
    table_id integer not null references tables on delete cascade,
    name text not null
) strict;
create index persons_guest on persons (guest, table_id);
create index persons_table on persons (table_id);
create table records (
    id text primary key,
    table_id integer not null references tables on delete cascade,
    game text not null,
    finished real not null,
    line text not null
) strict, without rowid;
create index records_table on records (table_id, finished);
-- Who sat where in a finished match; no person where a computer player did.
create table record_seats (
    record text not null references records on delete cascade,
    seat integer not null,
    person integer,
    primary key (record, seat)
) strict, without rowid;
"""

UPGRADES: Final[dict[int, str]] = {
    # Guests expire, from the upgrade on; a record's persons were a JSON list in its row.
    1: """
alter table guests add column seen real not null default 0;
update guests set seen = unixepoch('subsec');
create table record_seats (
    record text not null references records on delete cascade,
    seat integer not null,
    person integer,
    primary key (record, seat)
) strict, without rowid;
insert into record_seats (record, seat, person)
    select records.id, each.key, each.value from records, json_each(records.persons) as each;
alter table records drop column persons;
create index persons_guest on persons (guest, table_id);
create index persons_table on persons (table_id);
create index records_table on records (table_id, finished);
create index tables_listed on tables (touched) where is_listed;
"""
}
"""What makes a database of each version one of the next."""


def create(db: apsw.Connection) -> None:
    """Make an empty file a database of this version, all or nothing."""
    with db:
        db.execute(SCHEMA)
        sign(db)


def upgrade(db: apsw.Connection, version: int) -> None:
    """Bring a database from a version to this one, all or nothing."""
    with db:
        for older in range(version, VERSION):
            db.execute(UPGRADES[older])
        if db.pragma("foreign_key_check"):
            raise apsw.ConstraintError("the upgraded tables do not belong together")
        sign(db)


def sign(db: apsw.Connection) -> None:
    """Write which program's database it is, and of which version."""
    db.pragma("application_id", APPLICATION)
    db.pragma("user_version", VERSION)
