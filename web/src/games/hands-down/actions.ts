/** The actions of Hands Down, as in `src/tapete/games/hands_down/state.py`. */
import { RANKS } from './view';

const MAX_SEATS = 4;

export const PASS = 0;
export const FAKE = 1;
const SLAP = 2;
const TAKE_FROM = SLAP + RANKS;
const STANCE = TAKE_FROM + MAX_SEATS;

/** Return the action of slapping for a pair of a rank. */
export function slapFor(rank: number): number {
  return SLAP + rank - 1;
}

/** Return from which seats a card may be taken now. */
export function takesIn(legal: readonly number[]): { action: number; seat: number }[] {
  return legal
    .filter((action) => action >= TAKE_FROM && action < STANCE)
    .map((action) => ({ action, seat: action - TAKE_FROM }));
}

/** Return how careful a seat may be now, 0 for the boldest. */
export function stancesIn(legal: readonly number[]): { action: number; stance: number }[] {
  return legal
    .filter((action) => action >= STANCE)
    .map((action) => ({ action, stance: action - STANCE }));
}
