/** Drawings on cards: flat shapes around (0, 0), 60 wide and 110 high. */

import { star } from './pips';

/** What a shape is filled with; the style sheet of `Card.svelte` knows the colours. */
export type Paint = 'tone' | 'paper' | 'ink' | 'gold' | 'skin' | 'hair';

export interface Shape {
  d: string;
  paint: Paint;
}

const ROBE: Shape = { d: 'M-31 58V44C-31 28-17 20 0 20C17 20 31 28 31 44V58Z', paint: 'tone' };
const FACE: Shape = { d: 'M-13-1a13 16 0 1 1 26 0a13 16 0 1 1-26 0Z', paint: 'skin' };
const EYES: Shape = {
  d: 'M-7.5-3a2 2 0 1 1 4 0a2 2 0 1 1-4 0ZM3.5-3a2 2 0 1 1 4 0a2 2 0 1 1-4 0Z',
  paint: 'ink',
};
const MOUTH: Shape = { d: 'M-5 6C-2 9 2 9 5 6C2 12-2 12-5 6Z', paint: 'ink' };

/** A cap with a plume. */
const JACK: Shape[] = [
  { d: 'M-18 14C-21-22-10-20 0-20C10-20 21-22 18 14Z', paint: 'hair' },
  ROBE,
  { d: 'M-14 20L0 34L14 20L8 16H-8Z', paint: 'gold' },
  FACE,
  EYES,
  MOUTH,
  { d: 'M6-24C8-52 28-56 34-42C34-28 20-22 6-24Z', paint: 'gold' },
  { d: 'M-21-14C-24-32-8-38 4-36C16-34 22-26 20-14Z', paint: 'tone' },
  { d: 'M-22-16H21V-10H-22Z', paint: 'gold' },
];

/** A tiara with three pearls. */
const QUEEN: Shape[] = [
  { d: 'M-25 34C-19 10-24-22 0-22C24-22 19 10 25 34Z', paint: 'hair' },
  ROBE,
  { d: 'M-12 21C-8 32 8 32 12 21C6 25-6 25-12 21Z', paint: 'gold' },
  FACE,
  EYES,
  MOUTH,
  {
    d: 'M-20-14C-23-24-22-30-20-35C-14-27-9-26-7-28C-5-36-2-40 0-44C2-40 5-36 7-28C9-26 14-27 20-35C22-30 23-24 20-14Z',
    paint: 'gold',
  },
  {
    d: 'M-24-38a4 4 0 1 1 8 0a4 4 0 1 1-8 0ZM-4-48a4 4 0 1 1 8 0a4 4 0 1 1-8 0ZM16-38a4 4 0 1 1 8 0a4 4 0 1 1-8 0Z',
    paint: 'tone',
  },
];

/** A crown with five points, and a beard. */
const KING: Shape[] = [
  { d: 'M-17 8C-20-20-10-20 0-20C10-20 20-20 17 8Z', paint: 'hair' },
  ROBE,
  FACE,
  { d: 'M-15-2C-17 22-8 30 0 34C8 30 17 22 15-2C10 6 6 3 0 3C-6 3-10 6-15-2Z', paint: 'hair' },
  EYES,
  { d: 'M-5 9C-2 11 2 11 5 9C2 14-2 14-5 9Z', paint: 'skin' },
  { d: 'M-22-18L-28-42L-14-31L-8-48L0-33L8-48L14-31L28-42L22-18Z', paint: 'gold' },
  { d: 'M-22-18H22V-11H-22Z', paint: 'tone' },
];

/** Head-dress and bust of jack, queen and king. */
export const COURTS: Readonly<Record<string, Shape[]>> = { J: JACK, Q: QUEEN, K: KING };

/** A jester with a three-horned cap; the bells ring on three sides. */
export const JESTER: Shape[] = [
  { d: 'M-31 58C-31 38-24 28-16 22L-8 32L0 22L8 32L16 22C24 28 31 38 31 58Z', paint: 'tone' },
  { d: 'M-20 20L-10 40L0 26L10 40L20 20Z', paint: 'gold' },
  FACE,
  EYES,
  { d: 'M-8 5C-3 9 3 9 8 5C5 16-5 16-8 5Z', paint: 'ink' },
  { d: 'M-17-8C-20-26-30-26-33-14C-36-38-14-46-4-28L0-10Z', paint: 'tone' },
  { d: 'M17-8C20-26 30-26 33-14C36-38 14-46 4-28L0-10Z', paint: 'gold' },
  { d: 'M-12-18C-12-36-4-46 0-52C4-46 12-36 12-18Z', paint: 'hair' },
  { d: 'M-18-16H18V-9H-18Z', paint: 'paper' },
  {
    d: 'M-38-12a5 5 0 1 1 10 0a5 5 0 1 1-10 0ZM28-12a5 5 0 1 1 10 0a5 5 0 1 1-10 0ZM-5-54a5 5 0 1 1 10 0a5 5 0 1 1-10 0Z',
    paint: 'gold',
  },
];

/** A compass rose before the sun. */
export const SUN: Shape[] = [
  { d: star(16, 32, 24), paint: 'gold' },
  { d: star(8, 30, 10), paint: 'tone' },
  { d: star(4, 30, 8), paint: 'paper' },
  { d: star(4, 24, 5), paint: 'tone' },
];
