/** The windows that lie over the page, and where the focus goes once none does any more. */

/** Where the focus goes when what had it is gone: the middle of the page, if it can have it. */
const MIDDLE = 'main [tabindex="-1"]';

class OpenWindows {
  count = $state(0);
  /** What had the focus before the first of them. */
  #opener: HTMLElement | null = null;

  /** Counts a window that is about to open. */
  open(): void {
    const focused = document.activeElement;
    if (focused instanceof HTMLElement && !focused.closest('dialog')) this.#opener = focused;
    this.count += 1;
  }

  /** Counts a window that has closed; after the last one the focus is where it was before. */
  close(): void {
    this.count -= 1;
    if (this.count > 0) return;
    const opener = this.#opener;
    const isThere = opener?.isConnected && opener !== document.body;
    (isThere ? opener : document.querySelector<HTMLElement>(MIDDLE))?.focus();
  }
}

export const windows = new OpenWindows();
