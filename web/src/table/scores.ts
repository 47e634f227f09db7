/** Scores while a match runs, for the frame: a board may say them, else the view is asked. */

import type { BoardProps } from '../games/board';
import type { BoardModule } from '../games/boards';

/** Under which names views keep what a seat has won so far, the more telling first. */
const FIELDS = ['score', 'tokens', 'points'];

type Player = Record<string, unknown>;

/** Returns the score of each seat, null where the view has none. */
export function scoresIn(view: { players?: Player[] } | null, seats: number): number[] | null {
  const players = view?.players?.slice(0, seats);
  const field = FIELDS.find((name) => typeof players?.[0]?.[name] === 'number');
  return players && field ? players.map((player) => Number(player[field])) : null;
}

/** Returns the score of each seat as the board or the view says. */
export function scoresOf(board: BoardModule | null, props: BoardProps): number[] | null {
  return board?.readScores?.(props) ?? scoresIn(props.view, props.places.length);
}
