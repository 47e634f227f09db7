-- A database of version 1 with two tables, one of them with a finished match, and a forgotten guest.
pragma application_id = 1952542821;
pragma user_version = 1;
create table tables (
    id integer primary key autoincrement,
    code text not null unique,
    version integer not null,
    is_listed integer not null,
    touched real not null
) strict;
create table entries (
    table_id integer not null references tables on delete cascade,
    seq integer not null,
    body blob not null,
    primary key (table_id, seq)
) strict, without rowid;
create table guests (
    id text primary key,
    name text not null,
    lang text not null
) strict, without rowid;
create table persons (
    id integer primary key autoincrement,
    guest text,
    table_id integer not null references tables on delete cascade,
    name text not null
) strict;
create table records (
    id text primary key,
    table_id integer not null references tables on delete cascade,
    game text not null,
    finished real not null,
    line text not null,
    persons text not null
) strict, without rowid;

insert into tables values (1, 'BCDFGHJ', 4, 0, 1764500100.25);
insert into tables values (3, 'KLMNPQR', 1, 1, 1764500200.5);
insert into entries values (1, 1, cast('{"seq":1,"at":1764500000000,"body":{"t":"opened","host":"g-ana","terms":{"game":"declare","seats":3},"secret":"00ff"}}' as blob));
insert into entries values (1, 2, cast('{"seq":2,"at":1764500001000,"body":{"t":"seated","seat":0,"guest":"g-ana","person":1,"token":"aa"},"guest":"g-ana","command":"c1"}' as blob));
insert into entries values (1, 3, cast('{"seq":3,"at":1764500002000,"body":{"t":"seated","seat":2,"guest":"g-gone","person":2,"token":"bb"},"guest":"g-gone","command":"c1"}' as blob));
insert into entries values (1, 4, cast('{"seq":4,"at":1764500003000,"body":{"t":"began"}}' as blob));
insert into entries values (3, 1, cast('{"seq":1,"at":1764500200500,"body":{"t":"opened","host":"g-ines","terms":{"game":"match-em","seats":2,"listed":true},"secret":"11ee"}}' as blob));
insert into guests values ('g-ana', 'Ana', 'es');
insert into guests values ('g-ines', 'Inés', 'es');
insert into persons values (1, 'g-ana', 1, 'Ana');
insert into persons values (2, null, 1, '');
insert into persons values (5, 'g-ines', 3, 'Inés');
insert into records values ('r-first', 1, 'declare', 1764500090.75, '{"record":"tapete/1","game":"declare","seats":3,"options":{},"players":["","bot:simple",""],"events":[],"x_note":"ñ"}', '[1,null,2]');
