/** Keys that boards share: which presses are a board's at all, and the digits of cards and choices. */

const DIGITS = '1234567890';
const NO_DIGIT = -1;

/** Return whether a key press may be the board's: nothing is typed and no window is open. */
export function isForBoard(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return false;
  if (document.querySelector('dialog[open]')) return false;
  const target = event.target instanceof Element ? event.target : null;
  return !target?.closest('input, textarea, select, [contenteditable]');
}

/** Return which place in a row a key stands for, from 0; NO_DIGIT for other keys. */
export function placeOf(key: string): number {
  return key.length === 1 ? DIGITS.indexOf(key) : NO_DIGIT;
}

/** Return the key that stands for a place in a row, if there is one. */
export function digitOf(index: number): string | undefined {
  return DIGITS[index];
}
