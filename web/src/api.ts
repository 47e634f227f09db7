/** What is asked of the server outside tables, over HTTP. */
import { i18n } from './i18n/i18n.svelte';
import type { GameInfo, Value } from './lobby/options';
import type { Language, Terms } from './wire/messages';

export interface Opened {
  code: string;
  seat: number;
  token: string;
  url: string;
}
export interface ListedTable {
  code: string;
  game: string;
  seats: number;
  free: number;
  host: string;
  contested: { name: string; value: Value; english: string; spanish: string }[];
}
export interface MyTable {
  code: string;
  game: string;
  phase: 'lobby' | 'playing' | 'over';
}
export interface Me {
  guest: string;
  name: string;
  lang: Language;
  tables: MyTable[];
}
export interface RuleLine {
  kind: 'heading' | 'rule' | 'mark' | 'text';
  text: string;
  number?: string;
}
export interface RulesPage {
  title: string;
  lines: RuleLine[];
}
export interface Invite {
  url: string;
  others: string[];
  /** An SVG; '' where only this computer reaches the table. */
  qr: string;
}
export interface RecordLink {
  id: string;
  game: string;
  finished: number | string;
  url: string;
}

/** A no of the server, with its words. */
export class ApiError extends Error {
  status: number;

  constructor(status: number, text: string) {
    super(text);
    this.status = status;
  }
}

export const NOT_FOUND = 404;

async function ask<T>(method: string, path: string, body?: unknown): Promise<T> {
  const mark = path.includes('?') ? '&' : '?';
  const answer = await fetch(`/api${path}${mark}lang=${i18n.lang}`, {
    method,
    headers: body === undefined ? {} : { 'Content-Type': 'application/json' },
    body: body === undefined ? undefined : JSON.stringify(body),
  }).catch(() => {
    throw new ApiError(0, i18n.t.app.unreachable);
  });
  const text = await answer.text();
  if (!answer.ok) throw new ApiError(answer.status, reasonIn(text));
  return (text ? JSON.parse(text) : undefined) as T;
}

function reasonIn(text: string): string {
  try {
    return (JSON.parse(text) as { text?: string }).text ?? i18n.t.app.unreachable;
  } catch {
    return i18n.t.app.unreachable; // a proxy's page, not the server's own words
  }
}

let games: Promise<GameInfo[]> | undefined;

export const api = {
  /** The games never change while a page is open. */
  games(): Promise<GameInfo[]> {
    games ??= ask<GameInfo[]>('GET', '/games').catch((error: unknown) => {
      games = undefined;
      throw error;
    });
    return games;
  },
  me: () => ask<Me>('GET', '/me'),
  forgetMe: () => ask<unknown>('DELETE', '/me'),
  open: (terms: Terms, name: string) =>
    ask<Opened>('POST', '/tables', { terms, name, computers: false }),
  listed: () => ask<ListedTable[]>('GET', '/tables'),
  exists: (code: string) => ask<unknown>('GET', `/tables/${code}`),
  rules: (code: string) => ask<RulesPage>('GET', `/tables/${code}/rules`),
  records: (code: string) => ask<RecordLink[]>('GET', `/tables/${code}/records`),
  qr: (text: string) => ask<{ qr: string }>('POST', '/qr', { text }),
  invite: (code: string) => ask<Invite>('GET', `/tables/${code}/invite`),
};
