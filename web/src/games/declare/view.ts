/** The view of Declare as it comes over the wire: `src/tapete/games/declare/view.py`. */

export interface Player {
  /** Cards in hand. */
  count: number;
  /** Turns had in this round. */
  turns: number;
  score: number;
  /** The round in which it went out, 0 while in. */
  out: number;
  /** Its total at the last showing of hands, NONE if it was out by then. */
  total: number;
  /** What that showing cost. */
  points: number;
  /** The floor card it last picked up, NONE after one from the pile. */
  took: number;
  threw: number[];
  threw_count: number;
}

export interface View {
  seat: number;
  seats: number;
  phase: number;
  round: number;
  threshold: number;
  players: Player[];
  /** Own cards, ascending. */
  hand: number[];
  count: number;
  total: number;
  floor: number[];
  floor_count: number;
  pile_count: number;
  buried_count: number;
}

export const NONE = -1;
/** The phases in which cards are on the table (`Phase` in state.py). */
export const TURN = 2;
export const OVER = 4;

/** The seats that play in this match, with what everybody sees of them. */
export function players(view: View): Player[] {
  return view.players.slice(0, view.seats);
}

export function hand(view: View): number[] {
  return view.hand.slice(0, view.count);
}

export function floor(view: View): number[] {
  return view.floor.slice(0, view.floor_count);
}

/** Says whether hands have just been shown: nobody has had a turn since. */
export function justShown(view: View): boolean {
  const shown = view.phase === OVER || view.round > 1;
  return shown && (view.phase === OVER || players(view).every((p) => p.turns === 0));
}
