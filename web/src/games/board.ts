/** What the frame gives a game's board, and what a board may ask of it. */

/** Shape (and colour) of a seat: circle, triangle, square, diamond, pentagon, star. */
export type ShapeNumber = 0 | 1 | 2 | 3 | 4 | 5;

/** Somebody's place at the table. */
export interface Place {
  seat: number;
  /** Never empty: computer players and free seats have words for names. */
  name: string;
  kind: 'person' | 'computer' | 'empty';
  /** Whether the person is connected; true for computer players. */
  here: boolean;
  /** Whether a computer player chooses for an absent person. */
  covered: boolean;
  /** Whether this device has the seat. */
  mine: boolean;
  shape: ShapeNumber;
}

/** Keys and what each of them does, in the languages of the page. */
export type KeyList = Record<BoardProps['lang'], [key: string, does: string][]>;

export interface BoardProps {
  /** The game's view: fields as in `src/tapete/games/NAME/view.py`, rows as arrays. */
  // biome-ignore lint/suspicious/noExplicitAny: each game's board knows the fields of its own view
  view: any;
  /** The own seat, -1 for a spectator. */
  eyes: number;
  /** All seats, by seat number. */
  places: Place[];
  /** The seat that must choose, -1 for none. */
  actor: number;
  /** What the own seat may choose now; empty unless `actor === eyes`. */
  legal: number[];
  /** Whether a command is on its way. */
  busy: boolean;
  lang: 'en' | 'es';
  /** How races are decided: by reactions, by slower ones, by lot. */
  reflex: 'real' | 'relaxed' | 'lots';
  /** Per seat, how far down its hand is, 0 to 100. */
  hands: number[];
  /** Choose an action; a refusal comes back through `refused`. */
  act(action: number): void;
  /** Touch the unit with the own hand (games with races). */
  touch(): void;
  /** Say how far down the own hand hovers (games with races). */
  hover(p: number): void;
  /** The last refusal in words, '' for none; the frame shows it, too. */
  refused: string;
  /** Ask why an illegal action is none: the table's reason comes back through `refused`. */
  explain(action: number): void;
  /** Speak a line to screen readers, politely. */
  say(text: string): void;
}
