/** What this device remembers; nothing, where the browser keeps nothing. */

const PREFIX = 'tapete:';

/** Returns what was kept under a name, null where nothing was. */
export function kept(name: string): string | null {
  try {
    return localStorage.getItem(PREFIX + name);
  } catch {
    return null; // storage is switched off: the page works without a memory
  }
}

/** Keeps a text under a name, or forgets it where the text is empty. */
export function keep(name: string, text: string): void {
  try {
    if (text) localStorage.setItem(PREFIX + name, text);
    else localStorage.removeItem(PREFIX + name);
  } catch {
    // storage is switched off or full: the page works without a memory
  }
}

/** Forgets everything that was kept. */
export function forgetAll(): void {
  try {
    for (const key of Object.keys(localStorage))
      if (key.startsWith(PREFIX)) localStorage.removeItem(key);
  } catch {
    // storage is switched off: there is nothing to forget
  }
}
