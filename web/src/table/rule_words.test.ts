import { expect, test } from 'vitest';
import type { RuleLine } from '../api';
import { en } from '../i18n/en';
import { es } from '../i18n/es';
import type { GameInfo } from '../lobby/options';
import { sayLine, wordOf } from './rule_words';

const TIE = {
  name: 'tie',
  values: ['declarer_wins', 'declarer_loses'],
  default: 'declarer_wins',
  contested: true,
  english: 'What a tie means.',
  spanish: 'Qué pasa si hay empate.',
};
const GAME = { name: 'declare', options: [TIE] } as unknown as GameInfo;
const LOSES = { tie: 'declarer_loses' };

const line = (kind: RuleLine['kind'], text: string): RuleLine => ({ kind, text });

test('options, values and presets have words; anything else has none', () => {
  expect(wordOf('tie', en)).toBe(en.options.tie);
  expect(wordOf('declarer_wins', es)).toBe(es.values.declarer_wins);
  expect(wordOf('sheet', es)).toBe(es.lobby.presets.sheet);
  expect(wordOf('on', en)).toBe('on');
  expect(wordOf('clump_ms', en)).toBeUndefined();
  expect(wordOf('constructor', en)).toBeUndefined();
});

test('a mark says in words what is different here, and what is usual', () => {
  const mark = line(
    'mark',
    'At this table: `tie` is declarer_loses (normally …). What a tie means.',
  );
  const said = sayLine(mark, GAME, LOSES, en);
  expect(said).toContain(en.options.tie);
  expect(said).toContain(en.values.declarer_loses);
  expect(said).toContain(en.values.declarer_wins);
  expect(said).toContain('What a tie means.');
  expect(said).not.toMatch(/`|_/);
});

test('a switch is said as it stands', () => {
  const trips = { ...TIE, name: 'allow_trips', values: [false, true], default: false };
  const game = { ...GAME, options: [trips] };
  const row = line('text', '`allow_trips`: on (normally off; allowed: on or off).');
  expect(sayLine(row, game, { allow_trips: true }, en)).toMatch(/: on \(usually off\)/);
});

test('a mark that is told again goes without its sentence', () => {
  const again = line('mark', 'En esta mesa: `tie` es declarer_loses (normalmente …).');
  expect(sayLine(again, GAME, LOSES, es)).not.toContain('empate.');
});

test('the list of options says only what holds where all is as usual', () => {
  const row = line('text', '`tie`: declarer_wins (normally …; allowed: …). What a tie means.');
  const said = sayLine(row, GAME, { tie: 'declarer_wins' }, en);
  expect(said.split(en.values.declarer_wins ?? '')).toHaveLength(2);
});

test('rules themselves stay as they are written', () => {
  const rule = line('rule', 'With `tie` at `declarer_loses` it fails.');
  expect(sayLine(rule, GAME, LOSES, en)).toBe(rule.text);
  const other = line('mark', '`unknown` is on.');
  expect(sayLine(other, GAME, LOSES, en)).toBe(other.text);
});
