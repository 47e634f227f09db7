/** The link that moves a seat to another device: its token is in the fragment, which no server sees. */

const FRAGMENT = /^#seat=([\w-]+)$/;

/** Returns the token in a URL's fragment, '' where there is none. */
export const tokenIn = (hash: string): string => FRAGMENT.exec(hash)?.[1] ?? '';

/** Returns a table's link with a seat's token. */
export const seatLink = (url: string, token: string): string =>
  `${url.split('#')[0]}#seat=${token}`;
