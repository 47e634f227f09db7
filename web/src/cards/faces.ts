/** The cards as data: `Card.svelte` draws what these say, and nothing knows a game. */

import { COURTS, JESTER, type Shape, SUN } from './figures';
import { CAP, CLUB, DIAMOND, HEART, NUMBER_PIPS, ROSE, SPADE } from './pips';

/** A pip at a place of the card, which is 100 wide and 140 high. */
export interface Spot {
  x: number;
  y: number;
  size: number;
  /** Whether it stands on its head. */
  turned: boolean;
}

export interface Face {
  kind: 'front' | 'back' | 'empty';
  /** What stands in the corner; '' for the pip alone. */
  index: string;
  /** A class of `Card.svelte`'s style sheet: the colour of index and pips. */
  tone: string;
  pip: string;
  spots: Spot[];
  figure: Shape[];
}

/** The middle of what the corner index leaves free. */
const CENTRE = { x: 67, y: 70 };
const COLUMN = 19;
const ROW = 46;
const RANKS = ['A', '2', '3', '4', '5', '6', '7', '8', '9', '10', 'J', 'Q', 'K'];
const SUITS = [
  { tone: 'spades', pip: SPADE },
  { tone: 'hearts', pip: HEART },
  { tone: 'diamonds', pip: DIAMOND },
  { tone: 'clubs', pip: CLUB },
];
const ON_ROBE: Spot = { x: 64, y: 114, size: 23, turned: false };

/** How many pips stand in each outer column of a card with so many pips. */
const OUTER = [0, 0, 0, 0, 2, 2, 3, 3, 3, 4, 4, 4, 4];
/** Where the others stand in the middle column, from -1 (top) to 1. */
const MIDDLE = [
  [],
  [0],
  [-1, 1],
  [-1, 0, 1],
  [],
  [0],
  [],
  [-0.5],
  [-0.5, 0.5],
  [0],
  [-2 / 3, 2 / 3],
  [-2 / 3, 0, 2 / 3],
  [-1, -1 / 3, 1 / 3, 1],
];

/** Lays out 1 to 12 pips in three columns. */
export function spots(count: number, turning: boolean): Spot[] {
  const outer = OUTER[count] ?? 0;
  const size = count === 1 ? 50 : count < 4 ? 29 : 20;
  const places = (MIDDLE[count] ?? []).map((row): [number, number] => [0, row]);
  for (let i = 0; i < outer; i++) {
    const row = (2 * i) / (outer - 1) - 1;
    places.push([-1, row], [1, row]);
  }
  return places.map(([column, row]) => ({
    x: CENTRE.x + column * COLUMN,
    y: CENTRE.y + row * ROW,
    size,
    turned: turning && row > 0,
  }));
}

/** A French card: rank 0 (ace) to 12 (king); suit 0 to 3 for spades, hearts, diamonds, clubs. */
export function french(rank: number, suit: number): Face {
  const index = RANKS[rank] ?? '';
  const { tone, pip } = SUITS[suit] ?? { tone: '', pip: '' };
  const figure = COURTS[index];
  const pips = figure ? [ON_ROBE] : spots(rank + 1, true);
  return { kind: 'front', index, tone, pip, spots: pips, figure: figure ?? [] };
}

/** A joker; the second one of a pack is of another colour. */
export function joker(which: 0 | 1 = 0): Face {
  const tone = which === 0 ? 'jester' : 'jester-two';
  return { kind: 'front', index: '', tone, pip: CAP, spots: [], figure: JESTER };
}

/** A number card, 1 to 12: each number has a colour and a pip of its own. */
export function number(n: number): Face {
  const pip = NUMBER_PIPS[n] ?? '';
  const tone = `number-${n}`;
  return { kind: 'front', index: String(n), tone, pip, spots: spots(n, false), figure: [] };
}

/** A card that stands for any number. */
export function wild(): Face {
  return { kind: 'front', index: '', tone: 'wild', pip: ROSE, spots: [], figure: SUN };
}

const BLANK = { index: '', tone: '', pip: '', spots: [], figure: [] };
/** A card face down. */
export const BACK: Face = { kind: 'back', ...BLANK };
/** A place where no card lies. */
export const EMPTY: Face = { kind: 'empty', ...BLANK };
