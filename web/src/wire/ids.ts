/** Random bytes; also where the page came over plain http, which has no `crypto.randomUUID`. */

const ID_BYTES = 12;
export const NONCE_BYTES = 16;

/** Returns so many random bytes in hex. */
export function randomHex(bytes: number): string {
  return [...crypto.getRandomValues(new Uint8Array(bytes))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
}

/** Returns a name for a command that no other command has. */
export const newId = (): string => randomHex(ID_BYTES);
