/** What touching the own hand would mean now. */
import { Came, DOWN, NOBODY, Phase, type View } from './view';

/**
 * `wait`: too early, and it costs; `paid`: too early, but paid for already; `watch`: a hand is coming
 * down; `now`: it has landed; `rest`: nothing to touch for; `out`: no cards; `none`: no hand of one's
 * own here, or the own turn.
 */
export type Pad = 'none' | 'out' | 'rest' | 'wait' | 'paid' | 'watch' | 'now';

/** Say what the own hand is there for. */
export function padOf(v: View, eyes: number, hands: readonly number[]): Pad {
  if (eyes <= NOBODY || v.turn === eyes || v.phase === Phase.OVER) return 'none';
  const own = v.players[eyes];
  if (!own || own.count === 0) return 'out';
  if (v.phase === Phase.RACE) return (hands[v.turn] ?? 0) >= DOWN ? 'now' : 'watch';
  if (v.phase === Phase.DECIDE) return own.early ? 'paid' : 'wait';
  return 'rest';
}

/** Say whether a touch could count: in a race, or as one that comes too early. */
export function isArmed(pad: Pad): boolean {
  return pad === 'wait' || pad === 'watch' || pad === 'now';
}

/** What is shown at a seat of the last motion. */
export type Mark = 'last' | 'fooled' | 'foul' | 'jam' | 'early';

/** Return what each seat has to show of the last motion, until the next one begins. */
export function marksOf(v: View): (Mark | null)[] {
  return Array.from({ length: v.seats }, (_, seat) => markOf(v, seat));
}

function markOf(v: View, seat: number): Mark | null {
  if (v.players[seat]?.early) return 'early';
  if (v.last.came === Came.TO_NOTHING || v.phase === Phase.RACE || v.phase === Phase.STANCE)
    return null;
  if (v.last.loser === seat) return 'last';
  if ((v.last.fooled >> seat) & 1) return 'fooled';
  if (v.last.seat !== seat) return null;
  if (v.last.came === Came.TO_A_JAM) return 'jam';
  return v.last.came === Came.TO_A_FOUL ? 'foul' : null;
}
