import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { backoff, Link, type Socket } from './link.svelte';
import type { FromServer } from './messages';

class FakeSocket implements Socket {
  onopen: Socket['onopen'] = null;
  onmessage: Socket['onmessage'] = null;
  onclose: Socket['onclose'] = null;
  onerror: Socket['onerror'] = null;
  sent: { t: string; id?: string; since?: number }[] = [];
  isClosed = false;

  send(text: string): void {
    this.sent.push(JSON.parse(text));
  }
  close(): void {
    this.isClosed = true;
  }
  open(): void {
    this.onopen?.(new Event('open'));
  }
  say(message: FromServer): void {
    this.onmessage?.({ data: JSON.stringify(message) } as MessageEvent);
  }
  fail(): void {
    this.onclose?.({} as CloseEvent);
  }
  /** What was sent besides the hello and pings. */
  get commands() {
    return this.sent.filter((one) => one.id);
  }
}

const PASSED: FromServer = { t: 'v', v: 7 };

let sockets: FakeSocket[];
let taken: FromServer[];
let since: number;
let link: Link;

const last = (): FakeSocket => sockets.at(-1) as FakeSocket;

/** Opens the newest socket and has the table say something. */
function arrive(): void {
  last().open();
  last().say(PASSED);
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(Math, 'random').mockReturnValue(0.999);
  sockets = [];
  taken = [];
  since = -1;
  link = new Link({
    connect: () => {
      sockets.push(new FakeSocket());
      return last();
    },
    hello: () => ({ t: 'hello', protocol: 1, since }),
    take: (message) => taken.push(message),
  });
  link.open();
});

afterEach(() => {
  link.close();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test('says hello first and is there once it is answered', () => {
  expect(link.state).toBe('connecting');
  last().open();
  expect(last().sent).toEqual([{ t: 'hello', protocol: 1, since: -1 }]);
  expect(link.state).toBe('connecting');
  last().say(PASSED);
  expect(link.state).toBe('here');
  expect(taken).toEqual([PASSED]);
});

test('comes back by itself from the version that it has', () => {
  arrive();
  since = 7;
  last().fail();
  expect(link.state).toBe('lost');
  vi.advanceTimersByTime(201);
  expect(sockets).toHaveLength(2);
  arrive();
  expect(last().sent[0]).toMatchObject({ t: 'hello', since: 7 });
  expect(link.state).toBe('here');
});

test('waits longer from attempt to attempt, never more than five seconds', () => {
  for (const wait of [200, 400, 800, 1600, 3200, 5000, 5000]) {
    const before = sockets.length;
    last().fail();
    vi.advanceTimersByTime(wait * 0.9);
    expect(sockets).toHaveLength(before);
    vi.advanceTimersByTime(wait * 0.1);
    expect(sockets).toHaveLength(before + 1);
  }
});

test('backoff is spread, so that not everybody comes back at once', () => {
  expect(backoff(5, 0)).toBe(1600);
  expect(backoff(5, 1)).toBe(3200);
  expect(backoff(1, 0)).toBe(200);
});

test('a command that was not answered is sent again under its name, in order', async () => {
  arrive();
  const first = link.command({ t: 'start' });
  void link.command({ t: 'again' });
  const ids = last().commands.map((one) => one.id);
  expect(new Set(ids).size).toBe(2);
  last().fail();
  vi.advanceTimersByTime(201);
  last().open();
  expect(last().commands).toEqual([]);
  last().say(PASSED);
  expect(last().commands.map((one) => one.id)).toEqual(ids);

  last().say({ t: 'ack', id: ids[0] as string, v: 8 });
  expect(await first).toMatchObject({ t: 'ack', v: 8 });
  expect(link.waiting).toBe(1);
  last().fail();
  vi.advanceTimersByTime(201);
  arrive();
  expect(last().commands.map((one) => one.id)).toEqual([ids[1]]);
});

test('a command given while the line is down goes out when it is up', () => {
  last().fail();
  void link.command({ t: 'start' });
  vi.advanceTimersByTime(201);
  expect(last().commands).toEqual([]);
  arrive();
  expect(last().commands).toMatchObject([{ t: 'start' }]);
});

test('a refusal is an answer, too', async () => {
  arrive();
  const reply = link.command({ t: 'start' });
  const id = last().commands[0]?.id as string;
  last().say({ t: 'no', id, reason: 'not_host', rule: '', text: 'no' });
  expect(await reply).toMatchObject({ t: 'no', reason: 'not_host' });
  expect(link.waiting).toBe(0);
});

test('asks for a sign of life every four seconds', () => {
  arrive();
  vi.advanceTimersByTime(8000);
  expect(last().sent.filter((one) => one.t === 'ping')).toHaveLength(2);
});

test('a line on which nothing comes for nine seconds is given up', () => {
  arrive();
  vi.advanceTimersByTime(9000);
  expect(link.state).toBe('here');
  vi.advanceTimersByTime(1001);
  expect(link.state).toBe('lost');
  expect(sockets[0]?.isClosed).toBe(true);
  vi.advanceTimersByTime(201);
  expect(sockets).toHaveLength(2);
});

test('answered pings keep the line', () => {
  arrive();
  for (let n = 0; n < 10; n += 1) {
    vi.advanceTimersByTime(4000);
    last().say({ t: 'pong', n });
  }
  expect(link.state).toBe('here');
  expect(sockets).toHaveLength(1);
});

test('nothing is heard of a socket that was given up', () => {
  arrive();
  const old = last();
  link.restart();
  old.say(PASSED);
  old.fail();
  expect(taken).toHaveLength(1);
  expect(sockets).toHaveLength(2);
});

test('a table that is gone is not asked for again', () => {
  arrive();
  last().say({ t: 'bye', reason: 'gone' });
  last().fail();
  vi.advanceTimersByTime(60_000);
  expect(link.state).toBe('ended');
  expect(link.bye).toBe('gone');
  expect(sockets).toHaveLength(1);
});

test('comes back after a restart of the server', () => {
  arrive();
  last().say({ t: 'bye', reason: 'restart' });
  last().fail();
  vi.advanceTimersByTime(201);
  expect(sockets).toHaveLength(2);
});
