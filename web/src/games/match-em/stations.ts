/** What lies at each station, worked out from views: a view itself says only what stands. */
import { Phase, spread, sum, type View, WILD_CARD } from './view';

/** The last play of a seat. */
export interface Play {
  /** Descending, as they are written. */
  numbers: number[];
  wilds: number;
  /** Whether it is part of what shows the total; if not, it has been covered since. */
  stands: boolean;
}

/** What a board remembers between two views. */
export interface Memory {
  eyes: number;
  hands: number;
  turn: number;
  turns: number;
  played: number;
  tokens: number[];
  held: number[];
  plays: (Play | null)[];
  /** Own cards drawn in this turn, a row of counts. */
  fresh: number[];
  /** Who won the hand before this one, or the match's last; -1 for nobody or not seen. */
  winner: number;
}

export const NOBODY = -1;

/** Return, per seat, its part in what shows the total, null where it has none. */
export function standing(v: View): (Play | null)[] {
  const plays: (Play | null)[] = Array(v.seats).fill(null);
  if (v.turns === 0) return plays;
  // Every turn ends with a play: wilds lie on the number, one a turn, the newest on top.
  const newest = v.phase === Phase.OVER ? v.turn : v.turn - 1;
  const wilds = v.standing[WILD_CARD - 1] ?? 0;
  const numbers = spread(v.standing.slice(0, WILD_CARD - 1)).reverse();
  const at = (seat: number): Play => {
    const index = (((newest - seat) % v.seats) + v.seats) % v.seats;
    plays[index] ??= { numbers: [], wilds: 0, stands: true };
    return plays[index];
  };
  if (numbers.length > 0) at(wilds).numbers = numbers;
  for (let i = 0; i < wilds; i++) at(i).wilds += 1;
  return plays;
}

/** Return what is known after the next view; `before` is null for the first one. */
export function remember(before: Memory | null, v: View, eyes: number): Memory {
  const tokens = v.players.slice(0, v.seats).map((p) => p.tokens);
  const isSameHand = before !== null && before.hands === v.hands;
  const memory = {
    eyes,
    hands: v.hands,
    turn: v.turn,
    turns: v.turns,
    played: sum(v.played),
    tokens,
    held: [...v.held],
    winner: winnerOf(before, tokens),
  };
  const plays = isSameHand ? older(before, v) : Array<null>(v.seats).fill(null);
  const isOwn = isSameHand && before.eyes === eyes && v.turn === eyes;
  const fresh = isOwn ? drawn(before, v) : v.held.map(() => 0);
  return { ...memory, plays: standing(v).map((play, seat) => play ?? plays[seat] ?? null), fresh };
}

/** Return what lay at the stations before, without what is gone or may have been covered. */
function older(before: Memory, v: View): (Play | null)[] {
  if (sum(v.played) < before.played) return Array(v.seats).fill(null);
  const kept = before.plays.map((play) => play && { ...play, stands: false });
  for (let i = 0; i < Math.min(v.turns - before.turns, v.seats); i++) {
    kept[(before.turn + i) % v.seats] = null;
  }
  return kept;
}

/** Return the own cards that have come in this turn. */
function drawn(before: Memory, v: View): number[] {
  const known = before.turn === v.turn && before.turns === v.turns ? before.fresh : [];
  return v.held.map((count, i) => {
    const more = Math.max(0, count - (before.held[i] ?? 0));
    return Math.min(count, (known[i] ?? 0) + more);
  });
}

function winnerOf(before: Memory | null, tokens: number[]): number {
  const isFirstHand = tokens.every((count) => count === 0);
  if (before === null || isFirstHand) return NOBODY;
  const winner = tokens.findIndex((count, seat) => count > (before.tokens[seat] ?? count));
  return winner === NOBODY ? before.winner : winner;
}
