import { expect, test } from 'vitest';
import type { BoardProps } from '../board';
import { wishOf } from './keys';
import { padText, readHand, readTable, TEXTS } from './words';

const view = {
  phase: 7,
  turn: 1,
  seats: 2,
  pile_count: 9,
  hand: [1, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0],
  players: [
    { count: 3, points: 2 },
    { count: 1, points: 1 },
  ],
};
const props = (more: object) =>
  ({
    view,
    eyes: 0,
    places: [{ name: 'Ana' }, { name: 'Beto' }],
    lang: 'en',
    ...more,
  }) as BoardProps;

test('the hand is read card by card', () => {
  expect(readHand(props({}))).toBe('Your hand: 2, 2, Joker.');
  expect(readHand(props({ eyes: -1 }))).toBe('You are watching.');
});

test('the table is read with whose hand comes down, in singular and plural', () => {
  expect(readTable(props({}))).toBe(
    'Beto’s hand is coming down! Ana: 3 cards, 2 points; Beto: 1 card, 1 point. Pile: 9 cards.',
  );
  expect(readTable(props({ eyes: 1 }))).toContain('It is your turn.');
});

test('the pad warns before a hand has landed and not after', () => {
  const texts = TEXTS.en.pad;
  expect(padText('wait', 'Beto', TEXTS.en)[1]).toBe(texts.waitWhy);
  expect(padText('watch', 'Beto', TEXTS.en)[1]).toBe(texts.watchWhy);
  expect(padText('now', 'Beto', TEXTS.en)).toEqual([texts.now, texts.nowWhy]);
});

test('keys: digits count from 1, 0 is the tenth, letters in either case', () => {
  expect(['1', '9', '0'].map(wishOf)).toEqual([0, 8, 9]);
  expect(['P', 'f', ' ', 'Enter', 'x', '10'].map(wishOf)).toEqual([
    'pass',
    'fake',
    'touch',
    'confirm',
    null,
    null,
  ]);
});
