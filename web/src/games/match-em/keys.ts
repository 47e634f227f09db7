/** Which keys are the board's. */

const DIGITS = '1234567890';

/** What a key asks of the board: to toggle the n-th card of the hand, or something by name. */
export type Wish = number | 'confirm' | 'clear' | 'draw' | null;

/** Return whether a key press may be the board's: nothing is typed and no dialog is open. */
export function isForBoard(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return false;
  if (document.querySelector('dialog[open]')) return false;
  const target = event.target instanceof Element ? event.target : null;
  return !target?.closest('input, textarea, select, [contenteditable]');
}

/** Return what a key asks for. */
export function wishOf(key: string): Wish {
  const at = DIGITS.indexOf(key);
  if (key.length === 1 && at >= 0) return at;
  if (key === 'Enter') return 'confirm';
  if (key === 'Escape') return 'clear';
  return key.toLowerCase() === 'd' ? 'draw' : null;
}

/** Return the key that toggles the n-th card, if there is one. */
export function digitOf(index: number): string | undefined {
  return DIGITS[index];
}
