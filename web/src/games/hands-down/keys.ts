/** Which keys are the board's. */

const DIGITS = '1234567890';

/** What a key asks of the board: the n-th card or choice, or something by name. */
export type Wish = number | 'confirm' | 'clear' | 'fake' | 'pass' | 'touch' | 'hover' | null;

const WORDS: Readonly<Record<string, Wish>> = {
  Enter: 'confirm',
  ' ': 'touch',
  Escape: 'clear',
  ArrowDown: 'hover',
  f: 'fake',
  p: 'pass',
};

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
  return WORDS[key.length === 1 ? key.toLowerCase() : key] ?? null;
}

/** Return the key that chooses the n-th card or choice, if there is one. */
export function digitOf(index: number): string | undefined {
  return DIGITS[index];
}
