/** The board's knowledge of the game against the rules' own: `pairs.py` writes pairs.jsonl. */
import { expect, test } from 'vitest';
import { choose, helpful, isAllowed } from './choice';
import pairs from './pairs.jsonl?raw';
import { actionOf, DRAW, NO_ACTION, WAYS, WILD } from './partitions';
import { type Memory, NOBODY, type Play, remember } from './stations';
import { type View, WILD_CARD } from './view';

interface Hint {
  view: View;
  selected: number[];
  legal: number[];
  helpful: boolean[];
}

interface Step {
  view: View;
  plays: (Play | null)[];
}

const lines = pairs
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line));
const known: { ways: string[]; wild: number; draw: number } = lines.find((line) => line.ways);
const matches: Step[][] = lines.flatMap((line) => (line.stations ? [line.stations] : []));
const hints: Hint[] = lines.flatMap((line) => (line.hint ? [line.hint] : []));

test('actions have the numbers that the table gives them', () => {
  expect(WAYS.map((numbers) => numbers.join('+'))).toEqual(known.ways);
  expect([WILD, DRAW]).toEqual([known.wild, known.draw]);
});

test('cards find their action in any order', () => {
  expect(actionOf([2, 5, 3])).toBe(known.ways.indexOf('5+3+2'));
  expect(actionOf([WILD_CARD])).toBe(known.wild);
  expect(actionOf([WILD_CARD, 3])).toBe(NO_ACTION);
  expect(actionOf([12, 1])).toBe(NO_ACTION);
  expect(actionOf([])).toBe(NO_ACTION);
});

test('a card is helpful exactly when some legal action lays it with the selection', () => {
  expect(hints.length).toBeGreaterThan(30);
  for (const hint of hints) expect(helpful(hint.view, hint.selected)).toEqual(hint.helpful);
});

test('what a choice is called agrees with what is legal', () => {
  const playable = ['lead', 'match', 'new', 'wild'];
  for (const { view, selected, legal } of hints) {
    const choice = choose(view, selected);
    if (isAllowed(choice, legal)) expect(playable).toContain(choice.kind);
    else if (choice.kind !== 'wild') expect(playable).not.toContain(choice.kind);
  }
});

test('the stations show what the events have laid there', () => {
  expect(matches.length).toBe(3);
  for (const steps of matches) {
    let memory: Memory | null = null;
    for (const { view, plays } of steps) {
      memory = remember(memory, view, 0);
      expect(memory.plays).toEqual(plays);
    }
  }
});

test('who comes in the middle sees what stands and nothing else', () => {
  for (const { view, plays } of matches.flat()) {
    const standing = plays.map((play) => (play?.stands ? play : null));
    expect(remember(null, view, 0).plays).toEqual(standing);
  }
});

test('who misses turns is shown no play that may have been covered since', () => {
  for (const steps of matches) {
    for (let i = 0; i + 2 < steps.length; i++) {
      const [first, last] = [steps[i] as Step, steps[i + 2] as Step];
      const memory = remember(remember(null, first.view, 0), last.view, 0);
      memory.plays.forEach((play, seat) => {
        if (play !== null) expect(play).toEqual(last.plays[seat]);
      });
    }
  }
});

test('drawn cards are marked until the turn ends', () => {
  const steps = matches.flat();
  const at = steps.findIndex((step, i) => {
    const next = steps[i + 1]?.view;
    return step.view.turn === 0 && next?.turn === 0 && next.turns === step.view.turns;
  });
  const [before, after, later] = steps.slice(at, at + 3).map((step) => step.view);
  if (!before || !after || !later) throw new Error('no draw of seat 0 among the pairs');
  const drawn = remember(remember(null, before, 0), after, 0);
  expect(drawn.fresh).toEqual(after.held.map((count, i) => count - (before.held[i] ?? 0)));
  expect(remember(drawn, after, 0).fresh).toEqual(drawn.fresh);
  expect(Math.max(...remember(drawn, later, 0).fresh)).toBe(0);
  // On a device that goes round, another seat's cards are no news.
  expect(Math.max(...remember(remember(null, before, 1), after, 0).fresh)).toBe(0);
});

test('the winner of a hand is who has a token more, until another match begins', () => {
  const [first, second] = matches.flat().slice(0, 2) as [Step, Step];
  const won = structuredClone(second.view);
  won.hands += 1;
  (won.players[2] as View['players'][number]).tokens += 1;
  const before = remember(null, first.view, 0);
  expect(before.winner).toBe(NOBODY);
  const after = remember(before, won, 0);
  expect(after.winner).toBe(2);
  expect(remember(after, first.view, 0).winner).toBe(NOBODY);
});
