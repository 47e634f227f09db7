/** Table codes: seven consonants, shown as `BCD-FGHJ`, read however they are typed. */

const LETTERS = 'BCDFGHJKLMNPQRSTVWXZ';
const LENGTH = 7;
const GROUP = 3;

/** Returns the code in a text (a code as typed, or a link to the table) as tables have it, else null. */
export function readCode(text: string): string | null {
  const typed = /\/t\/([^/?#\s]+)/.exec(text)?.[1] ?? text;
  const code = typed.toUpperCase().replace(/[\s-]/g, '');
  if (code.length !== LENGTH || [...code].some((letter) => !LETTERS.includes(letter))) return null;
  return code;
}

/** Returns the code as people read it. */
export function showCode(code: string): string {
  const bare = code.replace(/-/g, '');
  return `${bare.slice(0, GROUP)}-${bare.slice(GROUP)}`;
}
