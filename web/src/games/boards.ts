import type { Component } from 'svelte';
import type { BoardProps, KeyList } from './board';

/**
 * A board: the component, what the frame's keys `h` (hand) and `t` (table) say in one sentence, the
 * score of each seat where the view's own `score`, `tokens` or `points` of a player are not it, whose
 * turn it is while nobody must choose, and the board's own keys for the list of them.
 */
export interface BoardModule {
  default: Component<BoardProps>;
  readHand?(props: BoardProps): string;
  readTable?(props: BoardProps): string;
  readScores?(props: BoardProps): number[];
  /** -1 for nobody's. */
  readTurn?(props: BoardProps): number;
  keys?: KeyList;
}

const own = import.meta.glob<BoardModule>('./*/Board.svelte');

const pathOf = (game: string): string => `./${game}/Board.svelte`;

/** Says whether a game has a board of its own, found by the folder's name. */
export const hasOwnBoard = (game: string): boolean => pathOf(game) in own;

/** Loads the board of a game: its own, else the one for any game. */
export function loadBoard(game: string): Promise<BoardModule> {
  const load = own[pathOf(game)];
  return load ? load() : (import('./Generic.svelte') as Promise<BoardModule>);
}
