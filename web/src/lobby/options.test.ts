import { expect, test } from 'vitest';
import type { Terms } from '../wire/messages';
import {
  controlOf,
  firstTerms,
  type GameInfo,
  isChanged,
  type OptionInfo,
  presetsOf,
  presetValues,
  type Value,
  valuesOf,
  valueWord,
  withGame,
  withPreset,
  withValue,
} from './options';

const option = (name: string, values: Value[], byDefault: Value): OptionInfo => ({
  name,
  values,
  default: byDefault,
  contested: false,
  english: '',
  spanish: '',
});

const range = (low: number, high: number) =>
  Array.from({ length: high - low + 1 }, (_, i) => low + i);

const GAME: GameInfo = {
  name: 'toy',
  title: 'Toy',
  min_seats: 2,
  max_seats: 5,
  has_races: true,
  presets: { sheet: {}, rough: { limit: 20, fast: true } },
  options: [
    option('fast', [false, true], false),
    option('limit', range(5, 50), 10),
    option('tie', ['one', 'both'], 'one'),
  ],
};

const TERMS: Terms = { game: 'toy', seats: 3, preset: 'rough', options: { tie: 'both' } };

test('an option is set by what it may be', () => {
  const [fast, limit, tie] = GAME.options as [OptionInfo, OptionInfo, OptionInfo];
  expect(controlOf(fast)).toEqual({ kind: 'switch' });
  expect(controlOf(limit)).toEqual({ kind: 'number', low: 5, high: 50 });
  expect(controlOf(tie)).toEqual({ kind: 'choice', values: ['one', 'both'] });
});

test('few values are buttons; many are a list where they are no range', () => {
  expect(controlOf(option('x', [1, 2, 3], 1)).kind).toBe('choice');
  expect(controlOf(option('x', ['none', 5, 7, 10, 20], 'none')).kind).toBe('choice');
  expect(controlOf(option('x', [0, 2, 4, 6, 8, 10, 12, 14], 0)).kind).toBe('list');
  expect(controlOf(option('x', ['none', ...range(0, 20)], 'none')).kind).toBe('list');
});

test('values are the defaults, what the preset changes, and what the terms change', () => {
  expect(presetValues(GAME, 'sheet')).toEqual({ fast: false, limit: 10, tie: 'one' });
  expect(valuesOf(GAME, TERMS)).toEqual({ fast: true, limit: 20, tie: 'both' });
});

test('terms keep only what differs from their preset', () => {
  const changed = withValue(GAME, TERMS, 'limit', 30);
  expect(changed.options).toEqual({ tie: 'both', limit: 30 });
  expect(withValue(GAME, changed, 'limit', 20).options).toEqual({ tie: 'both' });
  expect(TERMS.options).toEqual({ tie: 'both' });
});

test('a preset is taken as it is', () => {
  expect(withPreset(TERMS, 'sheet')).toMatchObject({ preset: 'sheet', options: {}, seats: 3 });
  expect(presetsOf({ ...GAME, presets: { rough: {}, sheet: {} } })).toEqual(['sheet', 'rough']);
});

test('marked is what differs from the rule sheet, by a preset too', () => {
  const values = valuesOf(GAME, TERMS);
  expect(GAME.options.map((one) => isChanged(one, values))).toEqual([true, true, true]);
  expect(isChanged(GAME.options[0] as OptionInfo, {})).toBe(false);
});

test('another game takes as many seats as it has, and none of the old options', () => {
  const small = { ...GAME, name: 'small', max_seats: 2 };
  expect(withGame(TERMS, small)).toMatchObject({ game: 'small', seats: 2, options: {} });
  expect(firstTerms(GAME).seats).toBe(4);
  expect(firstTerms(small).seats).toBe(2);
});

test('values have words, or are read as they are written', () => {
  const words = { both: 'both of them' };
  expect(valueWord(true, words, ['on', 'off'])).toBe('on');
  expect(valueWord('both', words, ['on', 'off'])).toBe('both of them');
  expect(valueWord('last_one', words, ['on', 'off'])).toBe('last one');
  expect(valueWord(7, words, ['on', 'off'])).toBe('7');
});
