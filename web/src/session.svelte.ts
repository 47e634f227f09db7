/** A visit to a table: its line, its state, and what a person can ask of it. */
import { ApiError, api, NOT_FOUND } from './api';
import { i18n } from './i18n/i18n.svelte';
import { Table } from './table.svelte';
import { NONCE_BYTES, randomHex } from './wire/ids';
import { type Command, Link, type Reply, type Socket } from './wire/link.svelte';
import type { ComputerKind, FromServer, Language, Move, Terms } from './wire/messages';
import { NEVER, PROTOCOL } from './wire/messages';

const SPECTATOR = -1;
const ANY_SEAT = -1;
/** Milliseconds between two words about a hovering hand. */
const HOVER_EVERY = 30;
/** After so many failed attempts in a row it is asked whether the table still exists. */
const DOUBT_AFTER = 2;
/** Milliseconds for which somebody who has gone still tries to tell the table. */
const LONGEST_LEAVING = 120_000;

/** Visits that are over but for the table's answer, by code. */
const departures = new Map<string, Session>();

export class Session {
  readonly code: string;
  readonly table = new Table();
  readonly link: Link;
  /** The last refusal in words, '' for none. */
  refused = $state('');
  /** Counts refusals, so that the same one twice is shown twice. */
  refusals = $state(0);
  /** Whether a choice is on its way. */
  busy = $state(false);
  isGone = $state(false);
  /** On a device that goes round: the seat whose player has it now. */
  holder = $state(SPECTATOR);
  /** Whether this guest sits down when the running match is over. */
  wantsSeat = $state('');
  /** Per seat, the score as the board reads it; null where no board says it. */
  scores = $state.raw<number[] | null>(null);
  /** The legal choices and the view in words, for boards that ask for them. */
  moves = $state.raw<Move[]>([]);
  look = $state('');

  #token: string;
  /** In whose eyes and in which language the events held were told. */
  #told: { eyes: number; lang: Language } | null = null;
  #added = new Set<string>();
  #hovered = Number.NEGATIVE_INFINITY;
  #hovering: ReturnType<typeof setTimeout> | undefined;
  /** The own seats at the last version, and those among them that were left on purpose. */
  #seats: number[] = [];
  #left = new Set<number>();

  constructor(code: string, token: string, connect: () => Socket) {
    departures.get(code)?.link.close(); // who comes back isn't sent away by an old wish
    this.code = code;
    this.#token = token;
    this.link = new Link({
      connect,
      hello: () => ({
        t: 'hello',
        protocol: PROTOCOL,
        lang: i18n.lang,
        token: this.#token,
        since: this.#since(),
        eyes: this.holder,
        tell: 'text',
      }),
      take: (message) => this.#take(message),
      failed: (attempts) => void this.#doubt(attempts),
    });
  }

  /** Whether several people share this device. */
  get isShared(): boolean {
    return this.table.you.seats.length > 1;
  }

  /** The seat that is to be handed the device, -1 for none. */
  get awaited(): number {
    const { actor, isMyTurn, you } = this.table;
    return this.isShared && isMyTurn && you.eyes !== actor ? actor : SPECTATOR;
  }

  // What people choose

  async act(action: number): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    this.refused = '';
    await this.#choose(action);
    this.busy = false;
  }

  /** Asks why an action is not allowed; does nothing where it is. */
  async explain(action: number): Promise<void> {
    if (!this.table.legal.includes(action)) await this.#choose(action);
  }

  touch(): void {
    void this.ask({ t: 'touch', seat: this.table.you.eyes });
  }

  hover(p: number): void {
    clearTimeout(this.#hovering);
    const wait = this.#hovered + HOVER_EVERY - performance.now();
    if (wait <= 0) this.#sayHover(p);
    else this.#hovering = setTimeout(() => this.#sayHover(p), wait);
  }

  sit(name: string, seat = ANY_SEAT): Promise<Reply> {
    return this.ask({ t: 'sit', seat, name: name.trim() || i18n.t.start.nobody });
  }

  stand(seat: number): Promise<Reply> {
    this.#left.add(seat);
    return this.ask({ t: 'stand', seat });
  }

  /** Gives up all own seats and ends the visit, behind the scenes where the line is down. */
  async leave(): Promise<void> {
    departures.set(this.code, this);
    const patience = new Promise((over) => setTimeout(over, LONGEST_LEAVING));
    await Promise.race([
      Promise.all(this.table.you.seats.map((seat) => this.stand(seat))),
      patience,
    ]);
    this.link.close();
    if (departures.get(this.code) === this) departures.delete(this.code);
  }

  rename(seat: number, name: string): Promise<Reply> {
    return this.ask({ t: 'rename', seat, name });
  }

  agree(terms: Terms): Promise<Reply> {
    return this.ask({ t: 'terms', terms });
  }

  man(seat: number, kind: ComputerKind = 'simple'): Promise<Reply> {
    return this.ask({ t: 'man', seat, kind });
  }

  free(seat: number): Promise<Reply> {
    return this.ask({ t: 'free', seat });
  }

  handTable(seat: number): Promise<Reply> {
    return this.ask({ t: 'host', seat });
  }

  start(): Promise<Reply> {
    return this.ask({ t: 'start' });
  }

  again(): Promise<Reply> {
    return this.ask({ t: 'again' });
  }

  /** Says everything in another language from now on. */
  speak(lang: Language): void {
    this.clearRefusal();
    this.link.aside({ t: 'speak', lang });
  }

  /** Gives the device to whoever has a seat, -1 to nobody: the cards are covered at once. */
  hold(seat: number): void {
    this.holder = seat;
    if (seat === SPECTATOR) this.#forgetSecrets();
    this.link.aside({ t: 'eyes', seat });
  }

  askWords(): void {
    this.link.aside({ t: 'moves?' });
    this.link.aside({ t: 'look?' });
  }

  async ask(command: Command): Promise<Reply> {
    const reply = await this.link.command(command);
    if (reply.t === 'no') this.#refuse(reply.text);
    return reply;
  }

  clearRefusal(): void {
    this.refused = '';
  }

  // What the table says

  #take(message: FromServer): void {
    if (this.table.take(message) === 'gap') {
      this.#told = null;
      this.link.restart();
      return;
    }
    if (message.t === 'sync') this.#told = { eyes: message.you.eyes, lang: i18n.lang };
    else if (message.t === 'moves') this.moves = message.moves;
    else if (message.t === 'look') this.look = message.text;
    else if (message.t === 'fault') this.#refuse(message.text);
    if (message.t === 'sync' || message.t === 'up') this.#follow();
  }

  /** Does what a new version asks of this device by itself. */
  #follow(): void {
    const { room, you } = this.table;
    this.#notice(you.seats);
    if (!you.seats.includes(this.holder)) this.holder = SPECTATOR;
    if (this.isShared) this.#cover();
    for (const seat of this.table.seatsWithoutNonce) this.#addChance(seat);
    if (this.wantsSeat && room?.phase !== 'playing' && you.seats.length === 0) {
      const name = this.wantsSeat;
      this.wantsSeat = '';
      void this.sit(name);
    }
  }

  /** Says so where a seat is gone that was not left on purpose. */
  #notice(seats: number[]): void {
    const gone = this.#seats.filter((seat) => !seats.includes(seat));
    if (gone.some((seat) => !this.#left.has(seat))) this.#refuse(i18n.t.table.seatGone);
    for (const seat of gone) this.#left.delete(seat);
    this.#seats = seats;
  }

  /** Asks for nobody's cards where somebody else than the holder of the device is to see some. */
  #cover(): void {
    const { eyes } = this.table.you;
    const isForeign = eyes !== this.holder && eyes !== SPECTATOR;
    const isPassed = this.awaited !== SPECTATOR && this.awaited !== this.holder;
    if (isForeign || (isPassed && this.holder !== SPECTATOR)) this.hold(SPECTATOR);
  }

  /** Forgets what the holder of the device was told; with no line, too, or one that is slow. */
  #forgetSecrets(): void {
    this.#told = null;
    this.moves = [];
    this.look = '';
    this.clearRefusal();
    this.table.cover();
  }

  /** Adds this device's own random bytes to the next match's chance, once. */
  #addChance(seat: number): void {
    const key = `${this.table.room?.commitment} ${seat} ${this.table.room?.seats[seat]?.guest}`;
    if (this.#added.has(key)) return;
    this.#added.add(key);
    void this.link.command({ t: 'nonce', seat, nonce: randomHex(NONCE_BYTES) });
  }

  /** Returns from where on events are wanted: all of them in another language, or for other eyes. */
  #since(): number {
    const told = this.#told;
    const isSame = told && told.lang === i18n.lang && told.eyes === this.#eyes;
    return isSame ? this.table.v : NEVER;
  }

  get #eyes(): number {
    return this.isShared ? this.holder : this.table.you.eyes;
  }

  async #choose(action: number): Promise<void> {
    const { you, v } = this.table;
    await this.ask({ t: 'act', seat: you.eyes, action, v });
  }

  #refuse(text: string): void {
    this.refused = text;
    this.refusals += 1;
  }

  #sayHover(p: number): void {
    this.#hovered = performance.now();
    this.link.aside({ t: 'hand', seat: this.table.you.eyes, p: Math.round(p) });
  }

  async #doubt(attempts: number): Promise<void> {
    if (attempts < DOUBT_AFTER) return;
    try {
      await api.exists(this.code);
    } catch (error) {
      if (error instanceof ApiError && error.status === NOT_FOUND) {
        this.isGone = true;
        this.link.close();
      }
    }
  }
}

/** Opens a socket to the table with a code, on the page's own server. */
export function tableSocket(code: string): Socket {
  const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
  return new WebSocket(`${scheme}://${location.host}/ws/${code}`) as Socket;
}
