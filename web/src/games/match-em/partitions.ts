/**
 * The actions of Match 'Em: every way to make a total of 1 to 12 with number cards, in the order of
 * `partitions.py`, then the wild and the draw.
 */
import { WILD_CARD } from './view';

const MAX_TOTAL = 12;

/** Yield every way to write a total as a sum, numbers descending, none above `largest`. */
function* partitions(total: number, largest: number): Generator<number[]> {
  if (total === 0) yield [];
  for (let number = Math.min(total, largest); number > 0; number--) {
    for (const rest of partitions(total - number, number)) yield [number, ...rest];
  }
}

function* everyWay(): Generator<number[]> {
  for (let total = 1; total <= MAX_TOTAL; total++) yield* partitions(total, total);
}

/** Per action the numbers that it lays, descending. */
export const WAYS: readonly (readonly number[])[] = [...everyWay()];
export const WILD = WAYS.length;
export const DRAW = WAYS.length + 1;
/** What cards come to that no action lays: a sum above 12, a wild among others, no card. */
export const NO_ACTION = -1;

const ACTIONS = new Map(WAYS.map((numbers, action) => [numbers.join('+'), action]));

/** Return the action that lays these cards, NO_ACTION where none does. */
export function actionOf(cards: readonly number[]): number {
  if (cards.length === 1 && cards[0] === WILD_CARD) return WILD;
  const descending = [...cards].sort((a, b) => b - a);
  return ACTIONS.get(descending.join('+')) ?? NO_ACTION;
}
