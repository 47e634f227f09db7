/** A table as this device knows it: what its messages say, put together. */
import type {
  FromServer,
  Result,
  RoomInfo,
  SeatInfo,
  Status,
  Sync,
  Told,
  Update,
  You,
} from './wire/messages';
import { NEVER } from './wire/messages';
import { applyPatch } from './wire/patch';

/** All that one version brought, as one line of the log. */
export interface Line {
  v: number;
  text: string;
}

/** Who had the seats when a match ended: later ones may be taken by others. */
export interface Ended {
  match: number;
  seats: SeatInfo[];
  mine: number[];
}

/** `gap`: a version was missed, so that everything must be asked for again. */
export type Taken = 'ok' | 'gap';

const SPECTATOR = -1;
const NOBODY_HERE: Status = {
  t: 'status',
  here: [],
  covered: [],
  watching: 0,
  paused: false,
  left_ms: null,
};

export class Table {
  v = $state(NEVER);
  room = $state.raw<RoomInfo | null>(null);
  you = $state.raw<You>({ guest: '', seats: [], eyes: -1, tokens: [] });
  status = $state.raw<Status>(NOBODY_HERE);
  /** When the status came, on the clock of `performance.now()`. */
  statusAt = $state(0);
  view = $state.raw<Record<string, unknown> | null>(null);
  actor = $state(-1);
  legal = $state.raw<number[]>([]);
  events = $state.raw<Told[]>([]);
  /** Per seat, how far down its hand is. */
  hands = $state.raw<number[]>([]);
  /** Who has played the match that is over; null before its end. */
  ended = $state.raw<Ended | null>(null);

  #now: () => number;
  /** Whether the cards are covered, while the table goes on telling somebody's eyes. */
  #isBlind = false;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Takes a message of the table. */
  take(message: FromServer): Taken {
    if (message.t === 'sync') this.#sync(message);
    else if (message.t === 'status') this.#stand(message);
    else if (message.t === 'hand') this.#move(message.seat, message.p);
    else if (message.t === 'up' || message.t === 'v') return this.#step(message);
    return 'ok';
  }

  /** Forgets at once what only some eyes may see, until the table tells another pair's. */
  cover(): void {
    this.#isBlind = true;
    this.you = { ...this.you, eyes: SPECTATOR };
    this.view = null;
    this.legal = [];
    this.events = [];
  }

  /** The log, one line a version. */
  get lines(): Line[] {
    const lines: Line[] = [];
    for (const [v, , text] of this.events) {
      const last = lines.at(-1);
      if (!text) continue;
      if (last?.v === v) last.text += ` ${text}`;
      else lines.push({ v, text });
    }
    return lines;
  }

  get isHost(): boolean {
    const room = this.room;
    if (room === null || room.host === '') return false;
    // On another device the seat is the host's, though the browser is another guest's.
    const guests = [this.you.guest, ...this.you.seats.map((seat) => room.seats[seat]?.guest)];
    return guests.includes(room.host);
  }

  /** Whether one of this device's seats must choose. */
  get isMyTurn(): boolean {
    return this.room?.phase === 'playing' && this.you.seats.includes(this.actor);
  }

  get result(): Result | null {
    return this.room?.phase === 'over' ? this.room.result : null;
  }

  /** The own seats whose random bytes the next match still lacks. */
  get seatsWithoutNonce(): number[] {
    const room = this.room;
    if (!room || room.phase === 'playing' || !room.commitment) return [];
    return this.you.seats.filter((seat) => room.seats[seat]?.ready === false);
  }

  #sync(all: Sync): void {
    this.#isBlind = false;
    this.you = all.you;
    this.#enter(all.room);
    this.v = all.v;
    this.view = all.view ?? null;
    this.actor = all.actor;
    this.legal = all.legal;
    this.events = [...this.events.filter(([v]) => v <= all.since), ...(all.events ?? [])];
    this.#stand(all.status);
  }

  #step(message: Update | { t: 'v'; v: number }): Taken {
    if (message.v <= this.v) return 'ok'; // told twice, around a reconnection
    if (message.v !== this.v + 1) return 'gap';
    this.v = message.v;
    if (message.t === 'up') this.#update(message);
    return 'ok';
  }

  #update(change: Update): void {
    if (change.room) this.#enter(change.room);
    if (change.actor !== undefined) this.actor = change.actor;
    if (this.#isBlind) return;
    if (change.you) this.you = change.you;
    if (change.view !== undefined)
      this.view = applyPatch(this.view, change.view) as Record<string, unknown> | null;
    if (change.legal !== undefined) this.legal = change.legal;
    if (change.events?.length) this.events = [...this.events, ...change.events];
  }

  /** Takes what everybody knows; the log of an earlier match ends where another one is up. */
  #enter(room: RoomInfo): void {
    if (room.phase === 'lobby' || room.match !== this.room?.match) this.events = [];
    if (room.phase === 'lobby') this.view = null;
    if (room.phase !== 'over') this.ended = null;
    else if (this.ended?.match !== room.match)
      this.ended = { match: room.match, seats: room.seats, mine: this.you.seats };
    this.room = room;
  }

  #stand(status: Status): void {
    this.status = {
      ...NOBODY_HERE,
      ...status,
      here: status.here ?? [],
      covered: status.covered ?? [],
    };
    this.statusAt = this.#now();
  }

  #move(seat: number, p: number): void {
    const hands = this.hands.slice();
    while (hands.length <= seat) hands.push(0);
    hands[seat] = p;
    this.hands = hands;
  }
}
