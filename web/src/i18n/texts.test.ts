import { expect, test } from 'vitest';
import { en } from './en';
import { es } from './es';
import { chooseLanguage } from './language';

type Node = Record<string, unknown>;

/** Yields every text of a language, under its path; what takes parameters is called with some. */
function* texts(node: Node, path = ''): Generator<[string, string]> {
  for (const [name, value] of Object.entries(node)) {
    const at = `${path}/${name}`;
    if (typeof value === 'string') yield [at, value];
    else if (typeof value === 'function') yield [at, String(value(3, 7, 'x'))];
    else yield* texts(value as Node, at);
  }
}

const english = new Map(texts(en));
const spanish = new Map(texts(es));

/** Words that both languages write alike. */
const ALIKE = new Set([
  '/app/title',
  '/table/keyList/0/0',
  '/table/keyList/1/0',
  '/table/keyList/2/0',
  '/table/keyList/3/0',
  '/table/keyList/4/0',
  '/table/keyList/5/0',
  '/table/keyList/6/0',
]);

test('both languages have the same texts, words of games included', () => {
  expect([...spanish.keys()].sort()).toEqual([...english.keys()].sort());
});

test('every text is translated', () => {
  const same = [...english].filter(([at, text]) => spanish.get(at) === text && !ALIKE.has(at));
  expect(same).toEqual([]);
});

test('no text is empty or has a hole', () => {
  for (const [at, text] of [...english, ...spanish]) {
    expect(text.trim(), at).not.toBe('');
    expect(text, at).not.toMatch(/undefined|NaN|\[object/);
  }
});

test('one thing is not several', () => {
  expect(en.lobby.wins(1)).toBe('1 win');
  expect(es.lobby.wins(1)).toBe('1 victoria');
  expect(es.table.secondsLeft(1)).toBe('Queda 1 segundo');
  expect(es.table.secondsLeft(2)).toBe('Quedan 2 segundos');
});

test('the first wish that is spoken here counts', () => {
  expect(chooseLanguage(['fr', 'es-AR', 'en'])).toBe('es');
  expect(chooseLanguage([null, undefined, 'EN-gb', 'es'])).toBe('en');
  expect(chooseLanguage(['de'])).toBe('en');
});
