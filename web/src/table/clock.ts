/** The turn clock, between two messages of the table. */

/** Returns the milliseconds left now, where `left` were left at `since`; null without a clock. */
export function leftNow(left: number | null, since: number, now: number): number | null {
  return left === null ? null : Math.max(0, left - (now - since));
}

/** Returns whole seconds for people: a second that has begun counts. */
export const wholeSeconds = (ms: number): number => Math.ceil(ms / 1000);
