/** What the selected cards come to, and which others can still go with them. */
import { actionOf, NO_ACTION } from './partitions';
import { NO_TOTAL, NUM_CARDS, Phase, sum, tally, type View, WILD_CARD } from './view';

/** What playing a selection would be, for its words; `act` only where the table says so. */
export interface Choice {
  kind: 'none' | 'lead' | 'match' | 'new' | 'wild' | 'short' | 'over' | 'mixed' | 'several';
  /** NO_ACTION where the cards are no action at all. */
  action: number;
  sum: number;
  /** The cards as they are written: descending. */
  cards: number[];
}

/** Say what a selection of cards comes to. */
export function choose(v: View, selected: readonly number[]): Choice {
  const cards = [...selected].sort((a, b) => b - a);
  const total = sum(cards.filter((card) => card !== WILD_CARD));
  return { kind: kindOf(v, cards, total), action: actionOf(cards), sum: total, cards };
}

function kindOf(v: View, cards: number[], total: number): Choice['kind'] {
  if (cards.length === 0) return 'none';
  if (cards.includes(WILD_CARD)) return cards.length === 1 ? 'wild' : 'mixed';
  if (v.total === NO_TOTAL) return cards.length === 1 ? 'lead' : 'several';
  if (total === v.total) return 'match';
  if (cards.length === 1 && v.phase === Phase.AFTER_DRAW) return 'new';
  return total < v.total ? 'short' : 'over';
}

/** Return which sums some of these cards make, the empty one among them. */
export function sums(counts: readonly number[]): Set<number> {
  let made = new Set([0]);
  for (let number = 1; number < WILD_CARD; number++) {
    for (let i = 0; i < (counts[number - 1] ?? 0); i++) {
      made = new Set([...made, ...[...made].map((sum) => sum + number)]);
    }
  }
  return made;
}

/**
 * Return, per card of the hand (a row of NUM_CARDS), whether one more of it can still become a
 * play together with the selection and others of the hand.
 */
export function helpful(v: View, selected: readonly number[]): boolean[] {
  const chosen = tally(selected);
  const rest = v.held.map((count, i) => count - (chosen[i] ?? 0));
  return Array.from({ length: NUM_CARDS }, (_, i) => helps(v, i + 1, selected, rest));
}

function helps(v: View, card: number, selected: readonly number[], rest: number[]): boolean {
  if ((rest[card - 1] ?? 0) === 0 || selected.includes(WILD_CARD)) return false;
  if (card === WILD_CARD) return selected.length === 0 && wildHelps(v);
  if (selected.length === 0 && (v.total === NO_TOTAL || v.phase === Phase.AFTER_DRAW)) return true;
  if (v.total === NO_TOTAL) return false;
  const others = rest.map((count, i) => (i === card - 1 ? count - 1 : count));
  return sums(others).has(v.total - sum(selected) - card);
}

/** Say whether a wild may be played: not as the last card where that is forbidden, nor to lead. */
function wildHelps(v: View): boolean {
  const isStuck = v.house.no_wild_finish === 1 && sum(v.held) === 1;
  const hasNumbers = sum(v.held.slice(0, WILD_CARD - 1)) > 0;
  return !isStuck && (v.total !== NO_TOTAL || !hasNumbers);
}

/** Say whether a choice is an action that the table allows. */
export function isAllowed(choice: Choice, legal: readonly number[]): boolean {
  return choice.action !== NO_ACTION && legal.includes(choice.action);
}
