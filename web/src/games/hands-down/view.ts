/** What the board reads of Hands Down's view (`src/tapete/games/hands_down/view.py`). */

export const JOKER = 0;
export const RANKS = 10;
export const PAIR = 2;
export const ALL_PAIRS = 20;
export const NOBODY = -1;
/** How far down a hand is that touches. */
export const DOWN = 100;

/** What must happen next, as in `state.py`. */
export const Phase = {
  DEALER: 0,
  DEAL: 1,
  OPEN_DRAW: 2,
  CHOOSE: 3,
  TAKE: 4,
  DECIDE: 5,
  STANCE: 6,
  RACE: 7,
  OVER: 8,
} as const;

/** What the last motion came to. */
export const Came = {
  TO_NOTHING: 0,
  TO_A_PAIR: 1,
  TO_A_JAM: 2,
  TO_A_FAKE: 3,
  TO_A_FOUL: 4,
} as const;

export interface SeatView {
  count: number;
  /** Pairs laid, by rank. */
  laid: number[];
  points: number;
  /** 1 where it has paid for an early touch since the last motion. */
  early: number;
}

export interface View {
  house: { stall_limit: number; fake_limit: number };
  seats: number;
  phase: number;
  turn: number;
  players: SeatView[];
  pairs: number;
  pile_count: number;
  fakes: number;
  jams: number;
  stalls: number;
  owed_takes: number;
  last: { came: number; seat: number; rank: number; loser: number; fooled: number };
  /** Who held the Joker at the end, NOBODY before. */
  joker: number;
  /** Own cards, by kind: the Joker is 0. */
  hand: number[];
  /** The own pending motion: 0 for none, 1 for a slap, 2 for a fake. */
  motion: number;
}

/** Return whose turn it is, NOBODY once the match is over. */
export function turnOf({ phase, turn }: View): number {
  return phase === Phase.OVER ? NOBODY : turn;
}

/** Return the cards of a counted hand one by one, ascending, the Joker last. */
export function cardsOf(hand: readonly number[]): number[] {
  const cards = hand.flatMap((count, card) => Array<number>(count).fill(card));
  return [...cards.filter((card) => card !== JOKER), ...cards.filter((card) => card === JOKER)];
}

/** Return the ranks of which a hand has a pair, ascending. */
export function pairsIn(hand: readonly number[]): number[] {
  return hand.flatMap((count, card) => (card !== JOKER && count >= PAIR ? [card] : []));
}

/** Return the ranks of a seat's pairs one by one, ascending. */
export function laidBy(player: SeatView): number[] {
  return player.laid.flatMap((count, rank) => Array<number>(count).fill(rank));
}

/** Return which cards came last: what a hand has more of than before; known ones stay if nothing came. */
export function arrivals(
  before: readonly number[],
  hand: readonly number[],
  known: readonly number[],
): number[] {
  const more = hand.map((count, card) => Math.max(0, count - (before[card] ?? 0)));
  if (more.some((count) => count > 0)) return more;
  return hand.map((count, card) => Math.min(count, known[card] ?? 0));
}
