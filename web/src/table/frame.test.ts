import { expect, test } from 'vitest';
import type { BoardProps } from '../games/board';
import type { BoardModule } from '../games/boards';
import { piecesOf } from '../ui/pieces';
import type { RoomInfo, Status } from '../wire/messages';
import { leftNow, wholeSeconds } from './clock';
import { around, placesOf } from './places';
import { scoresIn, scoresOf } from './scores';
import { seatLink, tokenIn } from './seat_link';

const WORDS = { free: 'free', computer: (n: number) => `Computer ${n}` };
const STATUS = { here: [true, false], covered: [false, true] } as Status;
const SEATS: RoomInfo['seats'] = [
  { kind: 'person', name: 'Ana', guest: 'a', ready: false },
  { kind: 'person', name: 'Ben', guest: 'b', ready: false },
  { kind: 'computer', name: '', guest: '', ready: false },
  { kind: 'empty', name: '', guest: '', ready: false },
];
const places = placesOf(
  { seats: SEATS } as RoomInfo,
  { guest: 'b', seats: [1], eyes: 1, tokens: [] },
  STATUS,
  WORDS,
);

test('every seat has somebody to call, and a shape of its own', () => {
  expect(places.map((place) => place.name)).toEqual(['Ana', 'Ben', 'Computer 3', 'free']);
  expect(new Set(places.map((place) => place.shape)).size).toBe(4);
});

test('places say who is here, who is covered, and which are mine', () => {
  expect(places.map((place) => place.here)).toEqual([true, false, true, false]);
  expect(places[1]).toMatchObject({ covered: true, mine: true });
  expect(places[0]).toMatchObject({ covered: false, mine: false });
});

test('one sees the others from one’s own seat on', () => {
  expect(around(places, 2).map((place) => place.seat)).toEqual([2, 3, 0, 1]);
  expect(around(places, -1).map((place) => place.seat)).toEqual([0, 1, 2, 3]);
});

test('scores are what the view keeps of players, for the seats that there are', () => {
  const view = {
    players: [
      { count: 5, points: 1, score: 12 },
      { count: 2, points: 9, score: 30 },
      { count: 0, points: 0, score: 0 },
    ],
  };
  expect(scoresIn(view, 2)).toEqual([12, 30]);
  expect(scoresIn({ players: [{ count: 1, tokens: 2 }] }, 1)).toEqual([2]);
  expect(scoresIn({ players: [{ count: 1 }] }, 1)).toBeNull();
  expect(scoresIn(null, 2)).toBeNull();
});

test('a board that reads scores itself is believed', () => {
  const board = { readScores: () => [7, 8] } as unknown as BoardModule;
  const props = { view: { players: [{ score: 1 }] }, places } as unknown as BoardProps;
  expect(scoresOf(board, props)).toEqual([7, 8]);
});

test('the clock runs on between two messages and stops at nothing', () => {
  expect(leftNow(5000, 100, 1100)).toBe(4000);
  expect(leftNow(5000, 100, 9000)).toBe(0);
  expect(leftNow(null, 100, 1100)).toBeNull();
  expect(wholeSeconds(4001)).toBe(5);
});

test('the names of options in a rule are set apart', () => {
  expect(piecesOf('With `jokers` on, two.')).toEqual([
    { text: 'With ', isCode: false },
    { text: 'jokers', isCode: true },
    { text: ' on, two.', isCode: false },
  ]);
});

test('a seat’s token stands in the fragment alone', () => {
  const url = new URL(seatLink('http://host/t/BCDFGHJ', 'aB3_-x'));
  expect(url.search + url.pathname).not.toContain('aB3');
  expect(tokenIn(url.hash)).toBe('aB3_-x');
  expect(tokenIn('#somewhere')).toBe('');
});
