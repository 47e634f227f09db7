/** How many cards find room beside each other. */

export interface Lines {
  /** Pixels from one card's left edge to the next one's. */
  step: number;
  lines: number;
  perLine: number;
}

/** The narrowest strip of a covered card that a finger hits and an index shows in, pixels. */
export const STRIP = 34;
export const GAP = 6;

/** Lays out cards of a width in a space: side by side, else overlapping, else in more lines. */
export function layOut(count: number, card: number, space: number): Lines {
  const most = Math.max(1, 1 + Math.floor((space - card) / STRIP));
  const lines = Math.max(1, Math.ceil(count / most));
  const perLine = Math.max(1, Math.ceil(count / lines));
  const room = perLine > 1 ? (space - card) / (perLine - 1) : card;
  return { step: Math.min(card + GAP, Math.max(room, 1)), lines, perLine };
}
