/** Which keys are the board's. */

import type { KeyList } from '../board';
import { placeOf } from '../keys';

export const KEYS: KeyList = {
  en: [
    ['1 – 9, 0', 'choose the card in this place, or put it back'],
    ['Enter', 'play the chosen cards'],
    ['d', 'draw'],
    ['Esc', 'clear the choice'],
  ],
  es: [
    ['1 – 9, 0', 'elegir la carta de ese lugar, o dejarla'],
    ['Intro', 'jugar las cartas elegidas'],
    ['d', 'robar'],
    ['Esc', 'deshacer la elección'],
  ],
};

/** What a key asks of the board: to toggle the n-th card of the hand, or something by name. */
export type Wish = number | 'confirm' | 'clear' | 'draw' | null;

/** Return what a key asks for. */
export function wishOf(key: string): Wish {
  const at = placeOf(key);
  if (at >= 0) return at;
  if (key === 'Enter') return 'confirm';
  if (key === 'Escape') return 'clear';
  return key.toLowerCase() === 'd' ? 'draw' : null;
}
