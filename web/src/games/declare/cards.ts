/** The pack of Declare: card = rank * 4 + suit, then two jokers (`cards.py`). */

import { type Face, french, joker } from '../../cards/faces';

const JOKER = 52;
const RANKS = 13;
const FACE_POINTS = 10;

export type Sorting = 'rank' | 'suit';

export function isJoker(card: number): boolean {
  return card >= JOKER;
}

/** 0 for an ace up to 12 for a king. */
export function rank(card: number): number {
  return card >> 2;
}

/** 0 to 3: spades, hearts, diamonds, clubs. */
export function suit(card: number): number {
  return card & 3;
}

/** What a card counts in a hand (DC-1, DC-D1). */
export function points(card: number): number {
  return isJoker(card) ? 0 : Math.min(rank(card) + 1, FACE_POINTS);
}

export function total(cards: readonly number[]): number {
  return cards.reduce((sum, card) => sum + points(card), 0);
}

export function faceOf(card: number): Face {
  return isJoker(card) ? joker(card === JOKER ? 0 : 1) : french(rank(card), suit(card));
}

/** Puts cards in the order in which they are shown: jokers stand last. */
export function sorted(cards: readonly number[], sorting: Sorting): number[] {
  const place = (card: number) =>
    sorting === 'rank' || isJoker(card) ? card : suit(card) * RANKS + rank(card);
  return [...cards].sort((a, b) => place(a) - place(b));
}
