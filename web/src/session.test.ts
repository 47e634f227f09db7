import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { i18n } from './i18n/i18n.svelte';
import { Session } from './session.svelte';
import type { Socket } from './wire/link.svelte';
import type { FromServer, RoomInfo, Status, Sync } from './wire/messages';

type Sent = Record<string, unknown> & { t: string };

class FakeSocket implements Socket {
  onopen: Socket['onopen'] = null;
  onmessage: Socket['onmessage'] = null;
  onclose: Socket['onclose'] = null;
  onerror: Socket['onerror'] = null;
  sent: Sent[] = [];

  send(text: string): void {
    this.sent.push(JSON.parse(text));
  }
  close(): void {}
  say(message: FromServer): void {
    this.onmessage?.({ data: JSON.stringify(message) } as MessageEvent);
  }
  of(t: string): Sent[] {
    return this.sent.filter((one) => one.t === t);
  }
}

const STATUS = { t: 'status', here: [], covered: [], left_ms: null } as unknown as Status;
const SEAT = { kind: 'person', name: 'Ana', guest: 'a', ready: false } as const;
const ROOM: RoomInfo = {
  code: 'BCDFGHJ',
  phase: 'playing',
  match: 1,
  terms: { game: 'toy', seats: 2 },
  values: {},
  seats: [SEAT, { ...SEAT, name: 'Ben' }],
  host: 'a',
  commitment: 'ff',
  tally: [],
  result: null,
  record: '',
};
const SYNC: Sync = {
  t: 'sync',
  v: 5,
  you: { guest: 'a', seats: [0], eyes: 0, tokens: ['x'] },
  room: ROOM,
  status: STATUS,
  view: {},
  actor: 0,
  legal: [3, 4],
  since: -1,
  events: [],
};

let sockets: FakeSocket[];
let session: Session;

const last = (): FakeSocket => sockets.at(-1) as FakeSocket;

/** Comes to a table that tells this much more than SYNC. */
function arrive(more: Partial<Sync> = {}): void {
  last().onopen?.(new Event('open'));
  last().say({ ...SYNC, ...more });
}

const shared = (eyes: number) => ({ you: { guest: 'a', seats: [0, 1], eyes, tokens: ['x', 'y'] } });

beforeEach(() => {
  vi.useFakeTimers();
  i18n.lang = 'en';
  sockets = [];
  session = new Session('BCDFGHJ', 'secret', () => {
    sockets.push(new FakeSocket());
    return last();
  });
  session.link.open();
});

afterEach(() => {
  session.link.close();
  vi.useRealTimers();
});

test('shows the seat’s token and asks for everything at first', () => {
  arrive();
  expect(last().sent[0]).toMatchObject({ t: 'hello', token: 'secret', since: -1, lang: 'en' });
});

test('asks only for what is new after a lost line, for everything in another language', () => {
  arrive();
  session.link.restart();
  arrive();
  expect(last().sent[0]).toMatchObject({ t: 'hello', since: 5 });
  i18n.lang = 'es';
  session.link.restart();
  arrive();
  expect(last().sent[0]).toMatchObject({ t: 'hello', since: -1, lang: 'es' });
});

test('a missed version makes it ask for everything', () => {
  arrive();
  last().say({ t: 'up', v: 9 });
  expect(sockets).toHaveLength(2);
  arrive({ v: 9 });
  expect(last().sent[0]).toMatchObject({ t: 'hello', since: -1 });
  expect(session.table.v).toBe(9);
});

test('a choice says at which version it was made; a second tap waits for the first', async () => {
  arrive();
  const done = session.act(3);
  void session.act(4);
  expect(last().of('act')).toMatchObject([{ seat: 0, action: 3, v: 5 }]);
  last().say({ t: 'ack', id: last().of('act')[0]?.id as string, v: 6 });
  await done;
  expect(session.busy).toBe(false);
});

test('a refusal is shown in the table’s words', async () => {
  arrive();
  const done = session.explain(7);
  const id = last().of('act')[0]?.id as string;
  last().say({ t: 'no', id, reason: 'illegal', rule: 'ME-3', text: 'Not with that.' });
  await done;
  expect(session.refused).toBe('Not with that.');
  expect(session.busy).toBe(false);
});

test('asking why never plays what is allowed', () => {
  arrive();
  void session.explain(3);
  expect(last().of('act')).toEqual([]);
});

test('adds its own random bytes to a match that has a commitment, once', () => {
  arrive({ room: { ...ROOM, phase: 'lobby' } });
  last().say({ t: 'up', v: 6, room: { ...ROOM, phase: 'lobby' } });
  const nonces = last().of('nonce');
  expect(nonces).toHaveLength(1);
  expect(nonces[0]).toMatchObject({ seat: 0, nonce: expect.stringMatching(/^[0-9a-f]{32}$/) });
  last().say({ t: 'up', v: 7, room: { ...ROOM, phase: 'over', commitment: 'aa' } });
  expect(last().of('nonce')).toHaveLength(2);
  expect(last().of('nonce')[1]?.nonce).not.toBe(nonces[0]?.nonce);
});

test('a device that goes round shows no cards before somebody takes it', () => {
  arrive({ ...shared(0), actor: 1, legal: [] });
  expect(last().of('eyes')).toEqual([{ t: 'eyes', seat: -1 }]);
  last().say({ ...SYNC, ...shared(-1), actor: 1, legal: [] });
  expect(session.awaited).toBe(1);
  session.hold(1);
  expect(session.awaited).toBe(1);
  last().say({ ...SYNC, ...shared(1), actor: 1 });
  expect(session.awaited).toBe(-1);
  expect(last().of('eyes')).toEqual([
    { t: 'eyes', seat: -1 },
    { t: 'eyes', seat: 1 },
  ]);
});

test('it is covered again as soon as another of its players must choose', () => {
  arrive(shared(-1));
  session.hold(0);
  last().say({ ...SYNC, ...shared(0) });
  last().say({ t: 'up', v: 6, actor: 1, legal: [] });
  expect(session.awaited).toBe(1);
  expect(last().of('eyes').at(-1)).toEqual({ t: 'eyes', seat: -1 });
});

test('covered cards are forgotten at once, whatever is still told of them', () => {
  arrive(shared(-1));
  session.hold(0);
  last().say({
    ...SYNC,
    ...shared(0),
    view: { hand: [7] },
    events: [[5, { type: 'move' }, 'drew 7']],
  });
  session.hold(-1);
  const nothing = () => [session.table.view, session.table.lines, session.table.legal];
  expect(nothing()).toEqual([null, [], []]);
  last().say({
    t: 'up',
    v: 6,
    view: { hand: [7, 8] },
    legal: [3],
    events: [[6, { type: 'move' }, 'drew 8']],
  });
  expect(nothing()).toEqual([null, [], []]);
  session.link.restart();
  arrive({ ...shared(-1), v: 6, legal: [], events: [[5, { type: 'move' }, 'drew']] });
  expect(last().sent[0]).toMatchObject({ t: 'hello', eyes: -1, since: -1 });
  expect(session.table.lines).toEqual([{ v: 5, text: 'drew' }]);
});

test('who comes back to a shared device asks with the eyes of whoever holds it', () => {
  arrive(shared(-1));
  session.hold(0);
  last().say({ ...SYNC, ...shared(0) });
  session.link.restart();
  arrive(shared(0));
  expect(last().sent[0]).toMatchObject({ t: 'hello', eyes: 0, since: 5 });
});

test('who waits for a seat takes one when the match is over', () => {
  arrive({ you: { guest: 'b', seats: [], eyes: -1, tokens: [] } });
  session.wantsSeat = 'Cleo';
  last().say({ t: 'up', v: 6, actor: -1 });
  expect(last().of('sit')).toEqual([]);
  last().say({ t: 'up', v: 7, room: { ...ROOM, phase: 'over' } });
  expect(last().of('sit')).toMatchObject([{ seat: -1, name: 'Cleo' }]);
  expect(session.wantsSeat).toBe('');
});

test('who loses a seat is told so, who leaves it is not', async () => {
  const nowhere = { guest: 'a', seats: [], eyes: -1, tokens: [] };
  arrive();
  last().say({ t: 'up', v: 6, you: nowhere });
  expect(session.refused).toBe(i18n.t.table.seatGone);
  session.clearRefusal();
  last().say({ t: 'up', v: 7, you: SYNC.you });
  void session.stand(0);
  last().say({ t: 'up', v: 8, you: nowhere });
  expect(session.refused).toBe('');
});

test('who leaves over a dead line goes on telling the table until it knows', async () => {
  arrive();
  last().onclose?.({} as CloseEvent);
  const left = session.leave();
  expect(last().of('stand')).toEqual([]);
  vi.advanceTimersByTime(201);
  arrive();
  const [stand] = last().of('stand');
  expect(stand).toMatchObject({ seat: 0 });
  last().say({ t: 'ack', id: stand?.id as string, v: 6 });
  await left;
  expect(session.link.state).toBe('ended');
});

test('who comes back is not sent away by an earlier leaving', () => {
  arrive();
  last().onclose?.({} as CloseEvent);
  void session.leave();
  new Session('BCDFGHJ', '', () => new FakeSocket());
  expect(session.link.state).toBe('ended');
});

test('a hovering hand is told at most every thirty milliseconds, the last place last', () => {
  arrive();
  for (let p = 0; p <= 60; p += 10) session.hover(p);
  vi.advanceTimersByTime(31);
  const told = last().of('hand');
  expect(told.map((one) => one.p)).toEqual([0, 60]);
});
