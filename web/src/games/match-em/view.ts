/** What the board reads of Match 'Em's view (`src/tapete/games/match_em/view.py`). */

export const WILD_CARD = 13;
export const NUM_CARDS = WILD_CARD;
export const NO_TOTAL = 0;

/** What must happen next, as in `state.py`. */
export const Phase = {
  CUT: 0,
  DEAL: 1,
  PLAY: 2,
  RECYCLE: 3,
  DRAWING: 4,
  AFTER_DRAW: 5,
  OVER: 6,
} as const;

/** Whether the cut decides each hand's first player: the value of the house rule `starter`. */
export const BY_CUT = 0;

export interface SeatView {
  count: number;
  tokens: number;
  last_missed: number;
  cut: number;
}

export interface View {
  house: { wins_needed: number; draw_count: number; no_wild_finish: number; starter: number };
  seats: number;
  phase: number;
  turn: number;
  turns: number;
  hands: number;
  players: SeatView[];
  /** Rows of NUM_CARDS count cards: card - 1 is the index, the wilds come last. */
  held: number[];
  total: number;
  standing: number[];
  played: number[];
  pile_count: number;
}

/** Return the cards of a row of counts one by one, ascending, the wilds last. */
export function spread(counts: readonly number[]): number[] {
  return counts.flatMap((count, i) => Array<number>(count).fill(i + 1));
}

/** Count cards: a row of NUM_CARDS. */
export function tally(cards: readonly number[]): number[] {
  const counts = Array<number>(NUM_CARDS).fill(0);
  for (const card of cards) counts[card - 1] = (counts[card - 1] ?? 0) + 1;
  return counts;
}

/** Return the sum of a row of numbers. */
export function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
