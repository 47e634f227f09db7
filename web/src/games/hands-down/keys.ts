/** Which keys are the board's. */

import type { KeyList } from '../board';
import { placeOf } from '../keys';

export const KEYS: KeyList = {
  en: [
    ['1 – 9, 0', 'choose the pair, or the answer, in this place'],
    ['Enter', 'bring your hand down, in your turn'],
    ['f', 'fake'],
    ['p', 'pass'],
    ['↓', 'hold it to threaten'],
    ['Space, Enter', 'slap, when another hand has landed'],
    ['Esc', 'take the highest pair again'],
  ],
  es: [
    ['1 – 9, 0', 'elegir la pareja o la respuesta de ese lugar'],
    ['Intro', 'bajar la mano, en tu turno'],
    ['f', 'amagar'],
    ['p', 'pasar'],
    ['↓', 'mantener pulsada para amenazar'],
    ['Espacio, Intro', 'tocar, cuando haya caído otra mano'],
    ['Esc', 'volver a la pareja más alta'],
  ],
};

/** What a key asks of the board: the n-th card or choice, or something by name. */
export type Wish = number | 'confirm' | 'clear' | 'fake' | 'pass' | 'touch' | 'hover' | null;

const WORDS: Readonly<Record<string, Wish>> = {
  Enter: 'confirm',
  ' ': 'touch',
  Escape: 'clear',
  ArrowDown: 'hover',
  f: 'fake',
  p: 'pass',
};

/** Return what a key asks for. */
export function wishOf(key: string): Wish {
  const at = placeOf(key);
  if (at >= 0) return at;
  return WORDS[key.length === 1 ? key.toLowerCase() : key] ?? null;
}
