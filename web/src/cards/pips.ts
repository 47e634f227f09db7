/** Outlines of pips, as SVG paths in a box from -50 to 50. */

/** A regular star, or without an inner radius a regular polygon, with a point at the top. */
export function star(points: number, outer: number, inner?: number): string {
  const radii = inner === undefined ? [outer] : [outer, inner];
  const corners = points * radii.length;
  const path = Array.from({ length: corners }, (_, i) => {
    const angle = (2 * Math.PI * i) / corners;
    const radius = radii[i % radii.length] ?? outer;
    return `${(radius * Math.sin(angle)).toFixed(1)} ${(-radius * Math.cos(angle)).toFixed(1)}`;
  });
  return `M${path.join('L')}Z`;
}

export const SPADE =
  'M0-48C8-28 44-12 44 14C44 33 23 38 7 24C8 36 12 42 20 48H-20C-12 42-8 36-7 24C-23 38-44 33-44 14C-44-12-8-28 0-48Z';
export const HEART =
  'M0 46C-12 26-46 4-46-20C-46-36-34-44-23-44C-12-44-4-37 0-28C4-37 12-44 23-44C34-44 46-36 46-20C46 4 12 26 0 46Z';
export const DIAMOND = 'M0-50C8-32 22-14 38 0C22 14 8 32 0 50C-8 32-22 14-38 0C-22-14-8-32 0-50Z';
export const CLUB =
  'M-21-27a21 21 0 1 1 42 0a21 21 0 1 1-42 0ZM-47 9a21 21 0 1 1 42 0a21 21 0 1 1-42 0ZM5 9a21 21 0 1 1 42 0a21 21 0 1 1-42 0ZM-9-12H9C6 20 10 38 20 48H-20C-10 38-6 20-9-12Z';

const CIRCLE = 'M-44 0a44 44 0 1 1 88 0a44 44 0 1 1-88 0Z';
const LEAF = 'M0-50C36-24 36 24 0 50C-36 24-36-24 0-50Z';
const TRIANGLE = 'M0-46L50 40H-50Z';
const SQUARE = 'M-40-40H40V40H-40Z';
const CRESCENT = 'M30-46A48 48 0 1 0 30 46A50 50 0 0 1 30-46Z';
const HOURGLASS = 'M-44-46H44L8 0L44 46H-44L-8 0Z';
const RING = 'M-46 0a46 46 0 1 1 92 0a46 46 0 1 1-92 0ZM-22 0a22 22 0 1 0 44 0a22 22 0 1 0-44 0Z';
const CROSS = 'M-17-48H17V-17H48V17H17V48H-17V17H-48V-17H-17Z';
const BARS = 'M-40-46H-8V46H-40ZM8-46H40V46H8Z';

/** The pip of each number card, by its number: no two look alike, whatever their colours. */
export const NUMBER_PIPS: readonly string[] = [
  '',
  CIRCLE,
  LEAF,
  TRIANGLE,
  SQUARE,
  star(5, 52, 21),
  star(6, 48),
  CRESCENT,
  HOURGLASS,
  RING,
  CROSS,
  BARS,
  star(12, 52, 36),
];

/** A compass rose, for a card that stands for any number. */
export const ROSE = star(8, 52, 17);
/** A jester's cap with its bells. */
export const CAP =
  'M-30 26C-30-2-38-14-46-14C-30-34-12-26-6-14C-8-30-4-42 0-46C4-42 8-30 6-14C12-26 30-34 46-14C38-14 30-2 30 26ZM-30 32H30V44H-30ZM-52-8a6 6 0 1 1 12 0a6 6 0 1 1-12 0ZM40-8a6 6 0 1 1 12 0a6 6 0 1 1-12 0Z';
