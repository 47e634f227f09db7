import { expect, test } from 'vitest';
import type { BoardProps } from './board';
import { choices, lines, readTable, TEXTS } from './generic';

test('every legal action has a button, in words where the table has told them', () => {
  const moves = [
    { action: 7, text: 'Pass' },
    { action: 9, text: 'Draw' },
  ];
  expect(choices([7, 8], { moves }, TEXTS.en)).toEqual([
    { action: 7, text: 'Pass' },
    { action: 8, text: 'Choice 8' },
  ]);
});

test('the view is told line by line', () => {
  expect(lines({ look: 'Pile: 3\n\nYour hand: 7' }, TEXTS.en)).toEqual(['Pile: 3', 'Your hand: 7']);
  expect(lines({}, TEXTS.es)).toEqual([TEXTS.es.noLook]);
});

test('what is read aloud says who must choose', () => {
  const place = { seat: 1, name: 'Beto', kind: 'person', here: true, covered: false, mine: false };
  const props = { actor: 1, eyes: 0, places: [{}, place], lang: 'en', look: 'Pile: 3' };
  const read = (more: object) => readTable({ ...props, ...more } as unknown as BoardProps);
  expect(read({})).toBe('Beto is choosing. Pile: 3');
  expect(read({ eyes: 1 })).toBe('Your turn: choose one. Pile: 3');
  expect(read({ actor: -1, lang: 'es' })).toBe(`${TEXTS.es.wait} Pile: 3`);
});
