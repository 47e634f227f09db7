/** The board's knowledge of the game against the rules' own: `pairs.py` writes pairs.jsonl. */
import { expect, test } from 'vitest';
import { FAKE, PASS, slapFor, stancesIn, takesIn } from './actions';
import { isArmed, type Mark, marksOf, padOf } from './pad';
import pairs from './pairs.jsonl?raw';
import { arrivals, cardsOf, JOKER, pairsIn, type View } from './view';

interface Step {
  eyes: number;
  view: View;
  /** Whether a touch of the eyes' seat means anything. */
  counts: boolean;
  marks: (Mark | null)[];
  legal: number[];
}

const UP = [0, 0, 0, 0];
const lines = pairs
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line));
const actions: string[] = lines.find((line) => line.actions).actions;
const steps: Step[] = lines.flatMap((line) => (line.step ? [line.step] : []));

test('actions have the numbers that the table gives them', () => {
  expect([actions[PASS], actions[FAKE]]).toEqual(['pass', 'fake']);
  for (let rank = 1; rank <= 10; rank++) expect(actions[slapFor(rank)]).toBe(`slap ${rank}`);
  const every = actions.map((_, action) => action);
  for (const { action, seat } of takesIn(every)) expect(actions[action]).toBe(`take ${seat}`);
  expect(takesIn(every).length).toBe(4);
  const stances = stancesIn(every).map(({ action }) => actions[action]);
  expect(stances).toEqual(['gamble', 'bold', 'even', 'careful', 'wait']);
});

test('the hand is armed exactly where a touch means something', () => {
  expect(steps.filter((step) => step.counts).length).toBeGreaterThan(10);
  for (const { view, eyes, counts } of steps) {
    if (view.turn !== eyes) expect(isArmed(padOf(view, eyes, UP))).toBe(counts);
  }
});

test('it is armed for nobody whose turn it is and for no spectator', () => {
  for (const { view } of steps) {
    expect(padOf(view, view.turn, UP)).toBe('none');
    expect(padOf(view, -1, UP)).toBe('none');
  }
});

test('only a hand that has landed says now', () => {
  const race = steps.find(
    ({ view, eyes, counts }) => counts && view.phase === 7 && view.turn !== eyes,
  );
  if (!race) throw new Error('no race among the pairs');
  const down = (p: number) => UP.map((_, seat) => (seat === race.view.turn ? p : 0));
  expect(padOf(race.view, race.eyes, down(99))).toBe('watch');
  expect(padOf(race.view, race.eyes, down(100))).toBe('now');
  expect(padOf(race.view, race.eyes, [])).toBe('watch');
});

test('the seats show what the last motion came to', () => {
  const kinds = new Set(steps.flatMap((step) => step.marks));
  expect([...kinds].sort()).toEqual(['early', 'fooled', 'foul', 'jam', 'last', null]);
  for (const { view, marks } of steps) expect(marksOf(view)).toEqual(marks);
});

test('pairs are those that may be slapped for', () => {
  const turns = steps.filter(({ view, legal }) => view.phase === 5 && legal.length > 0);
  expect(turns.length).toBeGreaterThan(5);
  for (const { view, legal } of turns) {
    const slaps = legal.filter((action) => actions[action]?.startsWith('slap'));
    expect(pairsIn(view.hand).map(slapFor)).toEqual(slaps);
  }
});

test('a hand is shown ascending with the Joker last', () => {
  expect(cardsOf([1, 0, 2, 0, 0, 0, 0, 0, 0, 0, 1])).toEqual([2, 2, 10, JOKER]);
});

test('cards that came are marked until others come or they go', () => {
  const none = [0, 0, 0, 0];
  const came = arrivals([0, 1, 2, 0], [1, 1, 2, 1], none);
  expect(came).toEqual([1, 0, 0, 1]);
  expect(arrivals([1, 1, 2, 1], [1, 1, 0, 1], came)).toEqual(came);
  expect(arrivals([1, 1, 0, 1], [0, 1, 0, 1], came)).toEqual([0, 0, 0, 1]);
  expect(arrivals([0, 1, 0, 1], [0, 2, 0, 1], came)).toEqual([0, 1, 0, 0]);
});
