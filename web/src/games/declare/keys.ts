/** The keys of Declare's board: 1 to 5 hand cards, 6 to 0 floor cards, p pile, d declare. */

import type { KeyList } from '../board';
import { isForBoard } from '../keys';
import { PILE } from './turn';

export const KEYS: KeyList = {
  en: [
    ['1 – 5', 'choose a card of your hand'],
    ['6 – 9, 0', 'take a card from the floor'],
    ['p', 'draw from the pile'],
    ['d', 'declare; once more to confirm'],
    ['Enter', 'throw and take what is chosen'],
    ['Esc', 'clear the choice'],
  ],
  es: [
    ['1 – 5', 'elegir una carta de tu mano'],
    ['6 – 9, 0', 'tomar una carta de la mesa'],
    ['p', 'robar del mazo'],
    ['d', 'declarar; otra vez para confirmarlo'],
    ['Intro', 'descartar y tomar lo elegido'],
    ['Esc', 'deshacer la elección'],
  ],
};

export type Key = { card: number } | { source: number } | { word: 'confirm' | 'clear' | 'declare' };

const HAND_KEYS = '12345';
/** In the order of the floor's cards, whose sources are 1 to 5. */
const FLOOR_KEYS = '67890';
const WORDS: Readonly<Record<string, 'confirm' | 'clear' | 'declare'>> = {
  Enter: 'confirm',
  Escape: 'clear',
  d: 'declare',
};

/** Says what a key stands for, null for one that is not the board's. */
export function meaning(key: string): Key | null {
  if (HAND_KEYS.includes(key)) return { card: HAND_KEYS.indexOf(key) };
  if (FLOOR_KEYS.includes(key)) return { source: FLOOR_KEYS.indexOf(key) + 1 };
  if (key === 'p') return { source: PILE };
  const word = WORDS[key];
  return word ? { word } : null;
}

/** Says what a key press means for the board; null where something else has a use for it. */
export function keyOf(event: KeyboardEvent): Key | null {
  if (!isForBoard(event)) return null;
  const target = event.target as HTMLElement | null;
  // Enter presses the focused button by itself.
  if (event.key === 'Enter' && target?.closest('button, a, summary')) return null;
  return meaning(event.key.length === 1 ? event.key.toLowerCase() : event.key);
}
