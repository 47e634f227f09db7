/** A turn of Declare as one number: which cards are thrown and where the new one comes from. */

/** The action of declaring; every other is 1 + (subset - 1) * SOURCES + source (`rules.py`). */
export const DECLARE = 0;
/** The pile, and up to five cards of the floor. */
export const SOURCES = 6;
/** The source that is the pile; the i-th card of the floor is i + 1. */
export const PILE = 0;

/** The action of throwing a subset of the ascending hand and taking a card from a source. */
export function turnAction(subset: number, source: number): number {
  return 1 + (subset - 1) * SOURCES + source;
}

/** Which cards of the ascending hand a turn throws, a bit each. */
export function actionSubset(action: number): number {
  return Math.floor((action - 1) / SOURCES) + 1;
}

/** Where a turn takes its card from. */
export function actionSource(action: number): number {
  return (action - 1) % SOURCES;
}

/** The chosen cards as a subset of the ascending hand. */
export function subsetOf(hand: readonly number[], chosen: readonly number[]): number {
  return hand.reduce((bits, card, i) => (chosen.includes(card) ? bits | (1 << i) : bits), 0);
}

/** All subsets that may be thrown, whatever is taken for them. */
export function throwsIn(legal: readonly number[]): Set<number> {
  return new Set(legal.filter((action) => action !== DECLARE).map(actionSubset));
}

/** The cards that are chosen or can still join them in a legal throw. */
export function fitting(
  hand: readonly number[],
  chosen: readonly number[],
  legal: readonly number[],
): Set<number> {
  const subset = subsetOf(hand, chosen);
  const wider = [...throwsIn(legal)].filter((bits) => (bits & subset) === subset);
  const fits = wider.reduce((all, bits) => all | bits, subset);
  return new Set(hand.filter((_, i) => (fits >> i) & 1));
}

/** The cards that a hand has and an earlier one of the same round had not. */
export function arrivals(before: readonly number[], now: readonly number[]): number[] {
  return now.filter((card) => !before.includes(card));
}
