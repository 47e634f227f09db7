// Generated from src/tapete/wire/messages.py by `python -m tapete.wire.typescript`: do not edit.

/** Counts up whenever old clients could not understand new messages. */
export const PROTOCOL = 1;

/** The version of somebody who has seen nothing yet. */
export const NEVER = -1;

/** Bytes of the longest message that a table reads. */
export const MAX_MESSAGE = 4096;

/** How far down a hand is that touches. */
export const HAND_DOWN = 100;

export type Language = 'en' | 'es';

/** Chosen by the client, different for every command; a re-sent command keeps its id. */
export type CommandId = string;

/** A seat; −1 where none is meant (a spectator, nobody, any). */
export type SeatNumber = number;

export type Name = string;

export type Token = string;

export type Hex = string;

export type Height = number;

/** How events are told: in words, as data, or both; the other part of each is empty. */
export type Tell = 'both' | 'event' | 'text';

export type Reflex = 'lots' | 'real' | 'relaxed';

/** Seconds that a seat has for a decision; 0 for any time. */
export type Clock = 0 | 30 | 60 | 180;

export type ComputerKind = 'simple' | 'uniform';

/**
 * Come to the table: the first message of a connection, within seconds of it.
 *
 * Who has a seat's token gets that seat, wherever its last connection was; a browser's cookie finds
 * its seats without one; anybody else watches.
 */
export interface Hello {
  t: 'hello';
  protocol: number;
  /** Absent: 'en'. */
  lang?: Language;
  /** Absent: ''. */
  token?: string;
  /**
   * The last version seen, so that only what came later is told; NEVER for everything. Absent: -1.
   */
  since?: number;
  /**
   * Whose view is wanted where the guest has several seats (a device that goes round). Absent: -1.
   */
  eyes?: number;
  /** Absent: 'both'. */
  tell?: Tell;
}

/** Choose an action for the seat that must act. */
export interface Act {
  t: 'act';
  id: string;
  seat: number;
  action: number;
  /** The version at which it was chosen: refused as `stale` where another choice is up by now. */
  v: number;
}

/** Touch the own hand on the unit: a reaction, an early touch, or a fool's. */
export interface Touch {
  t: 'touch';
  id: string;
  seat: number;
}

/** Say how far down the own hand is while it hovers; never answered, relayed at once. */
export interface Hand {
  t: 'hand';
  seat: number;
  p: number;
}

/**
 * Take a free seat, −1 for the first one.
 *
 * While no match runs a computer player makes room; in a running match only a freed seat is free.
 */
export interface Sit {
  t: 'sit';
  id: string;
  /** Absent: -1. */
  seat?: number;
  /** Absent: '?'. */
  name?: string;
}

/** Leave a seat for good; a computer player goes on with it in a running match. */
export interface Stand {
  t: 'stand';
  id: string;
  seat: number;
}

/** Put a computer player into a free seat (the host). */
export interface Man {
  t: 'man';
  id: string;
  seat: number;
  /** Absent: 'simple'. */
  kind?: ComputerKind;
}

/** Free a seat, whoever has it, so that somebody else can sit there (the host). */
export interface Free {
  t: 'free';
  id: string;
  seat: number;
}

/** What a table plays and how; decided in the lobby. */
export interface Terms {
  game: string;
  seats: number;
  /** Absent: 'sheet'. */
  preset?: string;
  /** House rules that differ from the preset. Absent: {}. */
  options?: Record<string, boolean | number | string>;
  /** Absent: 'real'. */
  reflex?: Reflex;
  /** Absent: 0. */
  clock?: Clock;
  /** Whether anybody may find the table, without its code. Absent: false. */
  listed?: boolean;
}

/** Change what will be played (the host, while no match runs): back to the lobby. */
export interface SetTerms {
  t: 'terms';
  id: string;
  terms: Terms;
}

/** Add own random bytes to the next match's chance, once its commitment is known. */
export interface Nonce {
  t: 'nonce';
  id: string;
  seat: number;
  nonce: string;
}

/** Begin the match; computer players take the empty seats (anybody seated). */
export interface Start {
  t: 'start';
  id: string;
}

/** Begin another match with the same people once one is over (anybody seated). */
export interface Again {
  t: 'again';
  id: string;
}

/** Change the name at an own seat. */
export interface Rename {
  t: 'rename';
  id: string;
  seat: number;
  name: string;
}

/** Hand the table on to whoever sits at a seat (the host). */
export interface Host {
  t: 'host';
  id: string;
  seat: number;
}

/** Look with the eyes of another own seat, −1 for a spectator's; answered by a Sync. */
export interface Eyes {
  t: 'eyes';
  seat: number;
}

/** Have everything told in another language from now on; answered by a Sync. */
export interface Speak {
  t: 'speak';
  lang: Language;
}

/** Ask for the legal actions in words; answered by Moves. */
export interface AskMoves {
  t: 'moves?';
}

/** Ask for the view in words; answered by Look. */
export interface AskLook {
  t: 'look?';
}

/** Ask for a sign of life, every few seconds; answered by Pong. */
export interface Ping {
  t: 'ping';
  n: number;
}

export type FromClient =
  | Hello
  | Act
  | Touch
  | Hand
  | Sit
  | Stand
  | Man
  | Free
  | SetTerms
  | Nonce
  | Start
  | Again
  | Rename
  | Host
  | Eyes
  | Speak
  | AskMoves
  | AskLook
  | Ping;

/** Who has a seat, as everybody may know it. */
export interface SeatInfo {
  kind: 'computer' | 'empty' | 'person';
  /** What its player is called, made different where two are alike; "" in an empty seat. */
  name: string;
  /** Tells people apart, nothing more; equal in two seats of one device. */
  guest: string;
  /** Whether its nonce for the next match is in. */
  ready: boolean;
}

/** What somebody has won this evening. */
export interface Standing {
  /** The guest of a SeatInfo, "" for the computer players together. */
  guest: string;
  name: string;
  wins: number;
}

/** How a match ended. */
export interface Result {
  winners: number[];
  ranking: number[][];
  scores: number[];
}

/** Everything about a table that is no card: the same for all. */
export interface RoomInfo {
  code: string;
  phase: 'lobby' | 'over' | 'playing';
  /** Counts the table's matches from 1, the one to come included. */
  match: number;
  terms: Terms;
  /** Every house rule, settled. */
  values: Record<string, boolean | number | string>;
  seats: SeatInfo[];
  /** The guest that may change things. */
  host: string;
  /** SHA-256 (hex) of the secret of the running match's chance, else of the next one's. */
  commitment: string;
  tally: Standing[];
  result: Result | null;
  /** Where the finished match's record is, a path; "" before. */
  record: string;
}

/** What the table knows of whom it talks to. */
export interface You {
  guest: string;
  seats: number[];
  /** The seat whose view is sent, −1 for a spectator's. */
  eyes: number;
  /** One a seat: it opens the seat from any device, so it is for nobody else. */
  tokens: string[];
}

/** One event of the match: its version, what one may see of it, and that in words. */
export type Told = [v: number, event: Record<string, unknown>, text: string];

/** Who is here and how long there is left: sent whenever it changes, never stored. */
export interface Status {
  t: 'status';
  /** Per seat, whether its person is connected (true for computer players). */
  here: boolean[];
  /** Per seat, whether a computer player chooses for an absent person. */
  covered: boolean[];
  /** How many connected people have no seat. */
  watching: number;
  /** Whether the table waits for somebody to come back. */
  paused: boolean;
  /** What the actor has left of its time, null without a clock. */
  left_ms: number | null;
}

/** Everything, as it stands at a version. */
export interface Sync {
  t: 'sync';
  v: number;
  you: You;
  room: RoomInfo;
  status: Status;
  /** The eyes' view of the match, field by field; null in the lobby of the first match. */
  view: Record<string, unknown> | null;
  /** The seat that must choose, −1 for none. */
  actor: number;
  /** What the eyes' seat may choose now, ascending. */
  legal: number[];
  /** Only events of later versions are told here. */
  since: number;
  events: Told[];
}

/** What one version changed for the connection's eyes; what is absent is as it was. */
export interface Update {
  t: 'up';
  v: number;
  /** Absent: []. */
  events?: Told[];
  /**
   * Changed fields of the view: a number, or for a row or record an object of what changed in it,
   * rows by their index.
   */
  view?: Record<string, unknown>;
  actor?: number;
  /** What the eyes' seat may choose now; absent where it could and can choose nothing. */
  legal?: number[];
  room?: RoomInfo;
  you?: You;
}

/** A version that changed nothing for the connection's eyes. */
export interface Passed {
  t: 'v';
  v: number;
}

/** How far down a seat's hand is; at HAND_DOWN it touches. */
export interface HandAt {
  t: 'hand';
  seat: number;
  p: number;
}

/** A command was done, now or before it was sent again; its version is stored safely. */
export interface Ack {
  t: 'ack';
  id: string;
  v: number;
}

/** A command was refused and has changed nothing. */
export interface No {
  t: 'no';
  id: string;
  /** `core.errors.Reason`, or a `RoomReason`. */
  reason: string;
  /** The number of the rule that forbids it, "" for none. */
  rule: string;
  text: string;
}

/** A legal action in words. */
export type Move = [action: number, notation: string, text: string];

/** The legal actions of the eyes' seat. */
export interface Moves {
  t: 'moves';
  v: number;
  moves: Move[];
}

/** The eyes' view in words. */
export interface Look {
  t: 'look';
  v: number;
  text: string;
}

/** A sign of life. */
export interface Pong {
  t: 'pong';
  n: number;
}

/** What was wrong with a message that could not be read; the connection ends where it must. */
export interface Fault {
  t: 'fault';
  text: string;
}

/** The last message of a connection: why it ends. */
export interface Bye {
  t: 'bye';
  reason: 'gone' | 'no_hello' | 'protocol' | 'restart' | 'too_fast' | 'too_slow';
}

export type FromServer =
  | Sync
  | Update
  | Passed
  | Status
  | HandAt
  | Ack
  | No
  | Moves
  | Look
  | Pong
  | Fault
  | Bye;

/** Why a table refuses what is no move; it stands beside `core.errors.Reason`. */
export type RoomReason =
  | 'stale'
  | 'not_your_seat'
  | 'not_host'
  | 'not_seated'
  | 'already_seated'
  | 'seat_taken'
  | 'no_free_seat'
  | 'match_running'
  | 'no_match'
  | 'bad_terms'
  | 'too_fast'
  | 'not_saved';
