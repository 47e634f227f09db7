import { describe, expect, it } from 'vitest';
import { french, joker, number, spots, wild } from './faces';
import { GAP, layOut, STRIP } from './layout';

const NUMBERS = Array.from({ length: 12 }, (_, i) => i + 1);
const WIDTH = 100;
const HEIGHT = 140;

describe('pips', () => {
  it.each(NUMBERS)('are %i on the card of that number, apart and on the card', (n) => {
    const all = spots(n, false);
    expect(all).toHaveLength(n);
    expect(new Set(all.map(({ x, y }) => `${x} ${y}`)).size).toBe(n);
    for (const { x, y, size } of all) {
      expect(x + size / 2).toBeLessThan(WIDTH);
      expect(y - size / 2).toBeGreaterThan(0);
      expect(y + size / 2).toBeLessThan(HEIGHT);
    }
  });

  it('stand on their heads in the lower half of French cards only', () => {
    expect(french(1, 0).spots.map(({ turned }) => turned)).toEqual([false, true]);
    expect(number(2).spots.some(({ turned }) => turned)).toBe(false);
  });
});

describe('faces', () => {
  it('of a French pack are all different', () => {
    const pack = Array.from({ length: 52 }, (_, i) => french(i >> 2, i & 3));
    const seen = [...pack, joker(0), joker(1)].map(({ index, tone }) => index + tone);
    expect(new Set(seen).size).toBe(54);
  });

  it('of numbers differ in pip and in colour, each by itself', () => {
    const all = [...NUMBERS.map(number), wild()];
    expect(new Set(all.map(({ pip }) => pip)).size).toBe(all.length);
    expect(new Set(all.map(({ tone }) => tone)).size).toBe(all.length);
  });

  it('of courts have a figure, others have none', () => {
    const figures = Array.from({ length: 13 }, (_, rank) => french(rank, 0).figure.length > 0);
    expect(figures.lastIndexOf(false)).toBe(9);
    expect(figures.filter(Boolean)).toHaveLength(3);
  });
});

describe('layout', () => {
  const PHONE = 344;
  const CARD = 64;

  it('leaves gaps where there is room', () => {
    expect(layOut(5, CARD, PHONE)).toEqual({ step: CARD + GAP, lines: 1, perLine: 5 });
  });

  it.each([6, 8, 9, 10, 17, 18, 30])('keeps %i cards within a phone, each to be hit', (count) => {
    const { step, lines, perLine } = layOut(count, CARD, PHONE);
    expect(lines * perLine).toBeGreaterThanOrEqual(count);
    expect((perLine - 1) * step + CARD).toBeLessThanOrEqual(PHONE);
    expect(step).toBeGreaterThanOrEqual(STRIP);
  });

  it('takes a second line rather than strips that are too narrow', () => {
    expect(layOut(9, CARD, PHONE).lines).toBe(1);
    expect(layOut(10, CARD, PHONE).lines).toBe(2);
  });

  it('stands an empty hand and no space', () => {
    expect(layOut(0, CARD, PHONE).perLine).toBe(1);
    expect(layOut(5, CARD, 0).step).toBeGreaterThan(0);
  });
});
