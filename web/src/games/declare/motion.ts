/** How cards travel between hand, floor and pile; not at all where people want no motion. */

import { prefersReducedMotion } from 'svelte/motion';
import { crossfade, fade, fly } from 'svelte/transition';

const MOVE_MS = 280;
/** How far above its place a card appears that comes from the pile or from somebody else. */
const ABOVE = -60;

export function moveMs(): number {
  return prefersReducedMotion.current ? 0 : MOVE_MS;
}

/** A card that leaves one place for another is the same card, so it is seen on its way. */
export const [leave, arrive] = crossfade({
  duration: moveMs,
  fallback: (node, _, arriving) =>
    arriving ? fly(node, { y: ABOVE, duration: moveMs() }) : fade(node, { duration: moveMs() / 2 }),
});
