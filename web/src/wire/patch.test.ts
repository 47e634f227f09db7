import { expect, test } from 'vitest';
import { applyPatch } from './patch';

const VIEW = {
  round: 1,
  hand: [3, 4, 5],
  players: [
    { count: 5, score: 0, threw: [0, 0] },
    { count: 5, score: 0, threw: [0, 0] },
  ],
};

test('numbers, places of rows and fields of records change, the rest stays', () => {
  const patch = { round: 2, hand: { '1': 9 }, players: { '1': { count: 4, threw: { '0': 7 } } } };
  expect(applyPatch(VIEW, patch)).toEqual({
    round: 2,
    hand: [3, 9, 5],
    players: [
      { count: 5, score: 0, threw: [0, 0] },
      { count: 4, score: 0, threw: [7, 0] },
    ],
  });
});

test('the view before the patch is left as it was', () => {
  const before = structuredClone(VIEW);
  applyPatch(VIEW, { hand: { '0': 1 }, players: { '0': { threw: { '1': 8 } } } });
  expect(VIEW).toEqual(before);
});

test('what did not change is the same object, so that nothing of it is drawn again', () => {
  const after = applyPatch(VIEW, { players: { '1': { count: 4 } } }) as typeof VIEW;
  expect(after.hand).toBe(VIEW.hand);
  expect(after.players[0]).toBe(VIEW.players[0]);
});

test('an empty object says that nothing changed', () => {
  expect(applyPatch(VIEW, {})).toEqual(VIEW);
});

test('a whole row or nothing at all replaces what was there', () => {
  expect(applyPatch(VIEW, { hand: [1] })).toMatchObject({ hand: [1] });
  expect(applyPatch(VIEW, null)).toBeNull();
  expect(applyPatch(null, VIEW)).toEqual(VIEW);
});
