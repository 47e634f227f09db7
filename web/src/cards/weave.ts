/** The pattern on the backs of the cards: a woven mat. */

const CELL = 20;
const STRANDS = [-6, 0, 6];
const HALF = 9;

function strands(column: number, row: number): string {
  const x = CELL / 2 + column * CELL;
  const y = CELL / 2 + row * CELL;
  const across = (column + row) % 2 === 0;
  return STRANDS.map((at) =>
    across ? `M${x - HALF} ${y + at}h${2 * HALF}` : `M${x + at} ${y - HALF}v${2 * HALF}`,
  ).join('');
}

/** Strokes that fill a box of so many cells of 20 units. */
export function weave(columns: number, rows: number): string {
  const cells = Array.from({ length: columns * rows }, (_, i) => i);
  return cells.map((i) => strands(i % columns, Math.floor(i / columns))).join('');
}
