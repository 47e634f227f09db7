/**
 * The line to a table: comes back by itself, notices a dead line, and sends again what was not answered.
 */
import { newId } from './ids';
import type { Ack, Bye, FromClient, FromServer, Hello, No } from './messages';

/** Milliseconds before a first new attempt, and the most before any later one. */
const FIRST_WAIT = 200;
const LONGEST_WAIT = 5000;
const PING_EVERY = 4000;
/** Milliseconds of silence after which the line counts as dead. */
const DEAD_AFTER = 9000;
const NORMAL_CLOSE = 1000;

/** `ended`: not to be tried again by itself. */
export type LinkState = 'connecting' | 'here' | 'lost' | 'ended';
export type Reply = Ack | No;

type WithId = Extract<FromClient, { id: string }>;
/** A command without the id that the link gives it. */
export type Command = { [T in WithId['t']]: Omit<Extract<WithId, { t: T }>, 'id'> }[WithId['t']];
export type Aside = Exclude<FromClient, WithId | Hello>;

export interface Socket {
  send(text: string): void;
  close(code?: number): void;
  onopen: ((event: Event) => void) | null;
  onmessage: ((event: MessageEvent) => void) | null;
  onclose: ((event: CloseEvent) => void) | null;
  onerror: ((event: Event) => void) | null;
}

export interface LinkNeeds {
  connect(): Socket;
  /** The first message of each connection. */
  hello(): Hello;
  /** Takes whatever the table says, but for what the link itself answers. */
  take(message: FromServer): void;
  /** Is told of each failed attempt, with how many there were in a row. */
  failed?(attempts: number): void;
}

interface Pending {
  message: WithId;
  answer(reply: Reply): void;
}

/** Goodbyes after which coming back would only meet the same refusal. */
const FINAL: Bye['reason'][] = ['gone', 'protocol'];

export class Link {
  state = $state<LinkState>('connecting');
  /** Why it ended, where the table said so. */
  bye = $state<Bye['reason'] | null>(null);
  /** How many commands wait for their answer. */
  waiting = $state(0);

  #needs: LinkNeeds;
  #socket: Socket | null = null;
  #pending = new Map<string, Pending>();
  #attempts = 0;
  #pings = 0;
  #heard = 0;
  #heartbeat: ReturnType<typeof setInterval> | undefined;
  #retry: ReturnType<typeof setTimeout> | undefined;

  constructor(needs: LinkNeeds) {
    this.#needs = needs;
  }

  /** Connects; also again after an end. */
  open(): void {
    clearTimeout(this.#retry);
    this.#drop();
    this.bye = null;
    if (this.state === 'ended') this.state = 'connecting';
    const socket = this.#needs.connect();
    this.#socket = socket;
    socket.onopen = () => this.#greet(socket);
    socket.onmessage = (event) => this.#hear(JSON.parse(String(event.data)) as FromServer);
    socket.onclose = () => this.#lose();
    socket.onerror = () => {}; // a close follows
    this.#watch();
  }

  /** Says goodbye for good. */
  close(): void {
    this.#end();
  }

  /** Drops the line and connects again at once, to be told everything anew. */
  restart(): void {
    this.open();
  }

  /** Connects at once where a new attempt is being waited for. */
  hurry(): void {
    if (this.state === 'lost' && this.#socket === null) this.open();
  }

  /** Sends a command, again after a lost line, until it is answered. */
  command(command: Command): Promise<Reply> {
    const message = { ...command, id: newId() } as WithId;
    return new Promise((answer) => {
      this.#pending.set(message.id, { message, answer });
      this.waiting = this.#pending.size;
      if (this.state === 'here') this.#write(message);
    });
  }

  /** Sends what needs no answer, if the line is up. */
  aside(message: Aside): void {
    if (this.state === 'here') this.#write(message);
  }

  #write(message: FromClient): void {
    this.#socket?.send(JSON.stringify(message));
  }

  /** Sends the first message; `here` is only who was answered. */
  #greet(socket: Socket): void {
    if (socket === this.#socket) this.#write(this.#needs.hello());
  }

  #hear(message: FromServer): void {
    this.#heard = Date.now();
    if (message.t === 'bye') {
      this.#leave(message.reason);
      return;
    }
    if (this.state !== 'here' && message.t !== 'fault') this.#arrive();
    if (message.t === 'ack' || message.t === 'no') this.#settle(message);
    if (message.t !== 'pong') this.#needs.take(message);
  }

  #arrive(): void {
    this.state = 'here';
    this.#attempts = 0;
    for (const { message } of this.#pending.values()) this.#write(message);
  }

  #settle(reply: Reply): void {
    const pending = this.#pending.get(reply.id);
    this.#pending.delete(reply.id);
    this.waiting = this.#pending.size;
    pending?.answer(reply);
  }

  #leave(reason: Bye['reason']): void {
    if (!FINAL.includes(reason)) return;
    this.bye = reason;
    this.#end();
  }

  #watch(): void {
    clearInterval(this.#heartbeat);
    this.#heard = Date.now();
    this.#heartbeat = setInterval(() => this.#beat(), PING_EVERY / 4);
    this.#pings = 0;
  }

  #beat(): void {
    this.#pings += 1;
    if (Date.now() - this.#heard > DEAD_AFTER) this.#lose();
    else if (this.#pings % 4 === 0) this.aside({ t: 'ping', n: this.#pings });
  }

  #lose(): void {
    this.#drop();
    if (this.state === 'ended') return;
    this.state = 'lost';
    this.#attempts += 1;
    this.#retry = setTimeout(() => this.open(), backoff(this.#attempts, Math.random()));
    this.#needs.failed?.(this.#attempts);
  }

  #end(): void {
    clearTimeout(this.#retry);
    this.#drop();
    this.state = 'ended';
  }

  /** Lets go of the socket, so that nothing more is heard of it. */
  #drop(): void {
    clearInterval(this.#heartbeat);
    const socket = this.#socket;
    this.#socket = null;
    if (!socket) return;
    socket.onopen = socket.onmessage = socket.onclose = null;
    socket.close(NORMAL_CLOSE);
  }
}

/** Returns how many milliseconds to wait before the n-th new attempt; `lot` is in 0..1. */
export function backoff(attempt: number, lot: number): number {
  const longest = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** (attempt - 1));
  return Math.max(FIRST_WAIT, longest * (0.5 + lot / 2));
}
