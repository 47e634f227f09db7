/** How cards travel between hand, floor and pile; not at all where people want no motion. */

import { cubicOut } from 'svelte/easing';
import { prefersReducedMotion } from 'svelte/motion';
import type { TransitionConfig } from 'svelte/transition';

const MOVE_MS = 280;
/** How far above its place a card appears that comes from the pile or from somebody else, pixels. */
const ABOVE = 60;

export function moveMs(): number {
  return prefersReducedMotion.current ? 0 : MOVE_MS;
}

/**
 * Knows where each card lay before a change, so that it is seen to come from there. A card that
 * goes is gone at once: one that lingered would take room from those that have come.
 */
export class Travel {
  #lay = new Map<string, DOMRect>();

  /** Notes where everything with a `data-card` lies; to be called before a change. */
  note(board: Element): void {
    const cards = [...board.querySelectorAll<HTMLElement>('[data-card]')];
    this.#lay = new Map(cards.map((one) => [one.dataset.card ?? '', one.getBoundingClientRect()]));
  }

  /** Svelte transition of a card that has come. */
  readonly arrive = (node: HTMLElement): TransitionConfig => {
    const from = this.#lay.get(node.dataset.card ?? '');
    const to = node.getBoundingClientRect();
    const [x, y] = from ? [from.x - to.x, from.y - to.y] : [0, -ABOVE];
    const css = (_: number, left: number) =>
      `transform: translate(${x * left}px, ${y * left}px);${from ? '' : ` opacity: ${1 - left}`}`;
    return { duration: moveMs(), easing: cubicOut, css };
  };
}
