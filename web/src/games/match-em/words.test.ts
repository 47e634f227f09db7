import { expect, test } from 'vitest';
import type { BoardProps } from '../board';
import { choose } from './choice';
import { DRAW, WILD } from './partitions';
import type { View } from './view';
import { choiceText, playText, readHand, readTable, TEXTS, turnText } from './words';

const HELD = [0, 0, 0, 1, 2, 0, 1, 0, 0, 0, 0, 0, 1];
const AFTER_DRAW = 5;
const standard = {
  phase: 2,
  turn: 0,
  seats: 2,
  total: 10,
  held: HELD,
  pile_count: 1,
  players: [{ count: 5 }, { count: 1 }],
};
const view = (more: object) => ({ ...standard, ...more }) as unknown as View;
const said = (more: object, cards: number[]) => {
  const v = view(more);
  const choice = choose(v, cards);
  return [playText(choice, v, TEXTS.en), choiceText(choice, v, TEXTS.en)];
};

test('the button says what playing the selection does', () => {
  expect(said({}, [5, 5])).toEqual(['Match 10 with 5+5', '5+5 = 10: that’s it!']);
  expect(said({ total: 0 }, [4])[0]).toBe('Lead 4');
  expect(said({ phase: AFTER_DRAW }, [7])[0]).toBe('New total 7');
  expect(said({}, [13])[0]).toBe('Wild: stays 10');
  expect(said({ total: 0 }, [13])[0]).toBe('Wild: no total');
});

test('a selection that is no play yet is counted against the total', () => {
  expect(said({}, [4, 5])).toEqual(['Play 5+4', '5+4 = 9: 1 to go.']);
  expect(said({}, [7, 5])[1]).toBe('7+5 = 12: 2 too many.');
  expect(said({}, [13, 5])[1]).toBe('A wild is played all alone.');
  expect(said({ total: 0 }, [4, 5])[1]).toBe('A hand is led with one card.');
});

test('before a selection the seat on turn is told what it can do', () => {
  const told = (more: object, legal: number[]) => turnText(view(more), legal, TEXTS.en);
  expect(told({}, [103, WILD])).toBe('Make 10.');
  expect(told({}, [WILD, DRAW])).toBe('No sum makes 10: play a wild or draw.');
  expect(told({}, [DRAW])).toBe('Nothing in your hand makes 10.');
  expect(told({ total: 0 }, [6])).toBe('Lead with any one card.');
  expect(told({ total: 0 }, [DRAW])).toBe('Here a wild may not be your last card: draw.');
});

test('hand and table are read in words', () => {
  const props = {
    view: view({}),
    eyes: 0,
    actor: 0,
    places: [{ name: 'Ana' }, { name: 'Beto' }],
    lang: 'en',
  } as unknown as BoardProps;
  expect(readHand(props)).toBe('Your hand: 4, 5, 5, 7, wild card.');
  expect(readTable(props)).toBe('The total is 10. It is your turn. Beto: 1 card. Pile: 1 card.');
});
