/** A line of text in pieces: plain text, and what stands in backticks, such as names of options. */

export interface Piece {
  text: string;
  isCode: boolean;
}

/** Returns the pieces of a line, empty ones left out. */
export function piecesOf(line: string): Piece[] {
  return line
    .split('`')
    .map((text, i) => ({ text, isCode: i % 2 === 1 }))
    .filter((piece) => piece.text !== '');
}
