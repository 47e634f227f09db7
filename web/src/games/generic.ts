/** Texts of the board for games that have none of their own, and what it makes of its props. */
import type { BoardProps, KeyList } from './board';

/** A legal action in words, as the table's `moves` message has it. */
export interface MoveText {
  action: number;
  text: string;
}

/** What the frame can give beyond a board's props, asked of the table. */
export interface Extra {
  /** The legal actions in words; without them they are numbered. */
  moves?: readonly MoveText[];
  /** The view in words, a line a subject. */
  look?: string;
}

const en = {
  table: 'The table',
  choices: 'Your choices',
  choice: (action: number) => `Choice ${action}`,
  yourTurn: 'Your turn: choose one.',
  turn: (name: string) => `${name} is choosing.`,
  wait: 'Nobody has to choose now.',
  noLook: 'This table can’t be put in words yet.',
};

type Messages = typeof en;

const es: Messages = {
  table: 'La mesa',
  choices: 'Tus opciones',
  choice: (action) => `Opción ${action}`,
  yourTurn: 'Tu turno: elige una.',
  turn: (name) => `Elige ${name}.`,
  wait: 'Ahora no tiene que elegir nadie.',
  noLook: 'Esta mesa aún no se puede contar con palabras.',
};

export const KEYS: KeyList = {
  en: [['1 – 9, 0', 'take the choice in this place']],
  es: [['1 – 9, 0', 'tomar la opción de ese lugar']],
};

export const TEXTS: Record<BoardProps['lang'], Messages> = { en, es };

/** Return a button's action and words for every legal action, in the table's order. */
export function choices(legal: readonly number[], extra: Extra, words: Messages): MoveText[] {
  const texts = new Map(extra.moves?.map(({ action, text }) => [action, text]));
  return legal.map((action) => ({ action, text: texts.get(action) ?? words.choice(action) }));
}

/** Return the view in words line by line. */
export function lines(extra: Extra, words: Messages): string[] {
  const told = (extra.look ?? '').split('\n').filter((line) => line.trim());
  return told.length ? told : [words.noLook];
}

/** Return who must choose, in words. */
export function turnText({ actor, eyes, places, lang }: BoardProps): string {
  const words = TEXTS[lang];
  if (actor < 0) return words.wait;
  return actor === eyes ? words.yourTurn : words.turn(places[actor]?.name ?? '');
}

/** Return the table in one text for who can't see it. */
export function readTable(props: BoardProps & Extra): string {
  return [turnText(props), ...lines(props, TEXTS[props.lang])].join(' ');
}
