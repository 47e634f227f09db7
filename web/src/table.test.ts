import { beforeEach, expect, test } from 'vitest';
import { newcomers, playersOf } from './table/places';
import { Table } from './table.svelte';
import type { RoomInfo, Status, Sync, Told } from './wire/messages';

const STATUS: Status = {
  t: 'status',
  here: [true, true],
  covered: [false, false],
  watching: 0,
  paused: false,
  left_ms: null,
};

const ROOM: RoomInfo = {
  code: 'BCDFGHJ',
  phase: 'playing',
  match: 1,
  terms: { game: 'toy', seats: 2 },
  values: {},
  seats: [
    { kind: 'person', name: 'Ana', guest: 'a', ready: false },
    { kind: 'computer', name: 'Bot', guest: '', ready: false },
  ],
  host: 'a',
  commitment: 'ff',
  tally: [],
  result: null,
  record: '',
};

const WORDS = { free: 'free', computer: (n: number) => `Computer ${n}` };

const told = (v: number, text: string): Told => [v, { type: 'move' }, text];

const SYNC: Sync = {
  t: 'sync',
  v: 5,
  you: { guest: 'a', seats: [0], eyes: 0, tokens: ['x'] },
  room: ROOM,
  status: STATUS,
  view: { hand: [1, 2], round: 1 },
  actor: 1,
  legal: [],
  since: -1,
  events: [told(4, 'Dealt.'), told(5, 'Bot draws.')],
};

let table: Table;

beforeEach(() => {
  table = new Table(() => 1000);
  table.take(SYNC);
});

test('a sync is everything', () => {
  expect(table.v).toBe(5);
  expect(table.view).toEqual({ hand: [1, 2], round: 1 });
  expect(table.lines).toEqual([
    { v: 4, text: 'Dealt.' },
    { v: 5, text: 'Bot draws.' },
  ]);
  expect(table.isHost).toBe(true);
  expect(table.isMyTurn).toBe(false);
});

test('an update changes what it says and nothing else', () => {
  const taken = table.take({ t: 'up', v: 6, actor: 0, legal: [3], view: { hand: { '1': 9 } } });
  expect(taken).toBe('ok');
  expect(table.view).toEqual({ hand: [1, 9], round: 1 });
  expect(table.isMyTurn).toBe(true);
  expect(table.legal).toEqual([3]);
  expect(table.room).toBe(ROOM);
  expect(table.lines).toHaveLength(2);
});

test('all that one version tells is one line of the log', () => {
  table.take({ t: 'up', v: 6, events: [told(6, 'Bot throws.'), told(6, 'Bot draws.')] });
  table.take({ t: 'up', v: 7, events: [told(7, '')] });
  expect(table.lines.at(-1)).toEqual({ v: 6, text: 'Bot throws. Bot draws.' });
});

test('versions count on without gaps; one told twice is passed over', () => {
  expect(table.take({ t: 'v', v: 6 })).toBe('ok');
  expect(table.take({ t: 'up', v: 6, actor: 0 })).toBe('ok');
  expect(table.actor).toBe(1);
  expect(table.take({ t: 'up', v: 8, actor: 0 })).toBe('gap');
  expect(table.actor).toBe(1);
  expect(table.v).toBe(6);
});

test('a sync after a reconnection adds only later events', () => {
  table.take({ ...SYNC, v: 6, since: 5, events: [told(6, 'Ana plays.')] });
  expect(table.lines.map((line) => line.v)).toEqual([4, 5, 6]);
});

test('a sync of everything replaces what was told in another language', () => {
  table.take({ ...SYNC, events: [told(4, 'Reparto.'), told(5, 'Bot roba.')] });
  expect(table.lines.map((line) => line.text)).toEqual(['Reparto.', 'Bot roba.']);
});

test('another match begins with an empty log', () => {
  table.take({ ...SYNC, v: 9, since: 8, room: { ...ROOM, match: 2 }, events: [told(9, 'Dealt.')] });
  expect(table.lines).toEqual([{ v: 9, text: 'Dealt.' }]);
  table.take({ t: 'up', v: 10, room: { ...ROOM, match: 3 }, events: [told(10, 'Dealt.')] });
  expect(table.lines).toEqual([{ v: 10, text: 'Dealt.' }]);
});

test('back in the lobby there are no cards', () => {
  table.take({ t: 'up', v: 6, room: { ...ROOM, phase: 'lobby', match: 2 } });
  expect(table.view).toBeNull();
  expect(table.lines).toEqual([]);
});

test('the status replaces the status, with the moment at which it came', () => {
  table.take({ ...STATUS, paused: true, left_ms: 900 });
  expect(table.status.paused).toBe(true);
  expect(table.statusAt).toBe(1000);
  expect(table.v).toBe(5);
});

test('hands are remembered seat by seat', () => {
  table.take({ t: 'hand', seat: 2, p: 40 });
  table.take({ t: 'hand', seat: 0, p: 100 });
  expect(table.hands).toEqual([100, 0, 40]);
});

test('random bytes are owed for own seats while no match runs', () => {
  expect(table.seatsWithoutNonce).toEqual([]);
  table.take({ t: 'up', v: 6, room: { ...ROOM, phase: 'over' } });
  expect(table.seatsWithoutNonce).toEqual([0]);
  const ready = ROOM.seats.map((seat) => ({ ...seat, ready: true }));
  table.take({ t: 'up', v: 7, room: { ...ROOM, phase: 'over', seats: ready } });
  expect(table.seatsWithoutNonce).toEqual([]);
});

test('whoever sits down after a match has not played it', () => {
  const over: RoomInfo = { ...ROOM, phase: 'over' };
  table.take({ t: 'up', v: 6, room: over });
  const cleo = { kind: 'person', name: 'Cleo', guest: 'c', ready: false } as const;
  const seats = [...ROOM.seats.slice(0, 1), cleo];
  table.take({ t: 'up', v: 7, room: { ...over, seats }, you: { ...SYNC.you, seats: [0, 1] } });
  expect(playersOf(table, WORDS).map(({ name, mine }) => [name, mine])).toEqual([
    ['Ana', true],
    ['Bot', false],
  ]);
  expect(newcomers(table)).toEqual(['Cleo']);
  table.take({ t: 'up', v: 8, room: { ...ROOM, match: 2, seats } });
  expect(playersOf(table, WORDS).map(({ name }) => name)).toEqual(['Ana', 'Cleo']);
  expect(newcomers(table)).toEqual([]);
});
