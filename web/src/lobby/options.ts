/** House rules as a form: what each option may be, and what the table's terms say of it. */
import type { Terms } from '../wire/messages';

export type Value = boolean | number | string;
export type Values = Record<string, Value>;

/** An option as `/api/games` declares it. */
export interface OptionInfo {
  name: string;
  values: Value[];
  default: Value;
  contested: boolean;
  english: string;
  spanish: string;
}

/** A game as `/api/games` describes it. */
export interface GameInfo {
  name: string;
  title: string;
  min_seats: number;
  max_seats: number;
  has_races: boolean;
  presets: Record<string, Values>;
  options: OptionInfo[];
}

export type Control =
  | { kind: 'switch' }
  | { kind: 'number'; low: number; high: number }
  | { kind: 'choice'; values: Value[] }
  | { kind: 'list'; values: Value[] };

/** The preset that changes nothing. */
export const SHEET = 'sheet';
/** Up to so many values are buttons; more whole numbers in a row are a field, anything else a list. */
const MOST_BUTTONS = 6;
const USUAL_SEATS = 4;

/** Returns with what an option is set. */
export function controlOf(option: OptionInfo): Control {
  if (option.values.every((value) => typeof value === 'boolean')) return { kind: 'switch' };
  const numbers = option.values.filter((value) => typeof value === 'number');
  const low = numbers[0] ?? 0;
  const isRow = numbers.every((value, i) => value === low + i);
  const isRange = numbers.length === option.values.length && isRow;
  if (isRange && numbers.length > MOST_BUTTONS)
    return { kind: 'number', low, high: low + numbers.length - 1 };
  return { kind: option.values.length > MOST_BUTTONS ? 'list' : 'choice', values: option.values };
}

/** Returns every option's value under a preset. */
export function presetValues(game: GameInfo, preset: string): Values {
  const defaults = Object.fromEntries(game.options.map((option) => [option.name, option.default]));
  return { ...defaults, ...game.presets[preset] };
}

/** Returns every option's value under the terms. */
export function valuesOf(game: GameInfo, terms: Terms): Values {
  return { ...presetValues(game, terms.preset ?? SHEET), ...terms.options };
}

/** Returns the names of the presets, the rule sheet first. */
export function presetsOf(game: GameInfo): string[] {
  return [SHEET, ...Object.keys(game.presets).filter((name) => name !== SHEET)];
}

/** Returns the terms with one option set; they keep only what differs from the preset. */
export function withValue(game: GameInfo, terms: Terms, name: string, value: Value): Terms {
  const options = { ...terms.options, [name]: value };
  if (presetValues(game, terms.preset ?? SHEET)[name] === value) delete options[name];
  return { ...terms, options };
}

/** Returns the terms with a preset and nothing changed in it. */
export function withPreset(terms: Terms, preset: string): Terms {
  return { ...terms, preset, options: {} };
}

/** Returns the terms for another game, with as many seats as before where it has them. */
export function withGame(terms: Terms, game: GameInfo): Terms {
  const seats = Math.min(game.max_seats, Math.max(game.min_seats, terms.seats));
  return { ...withPreset(terms, SHEET), game: game.name, seats, reflex: 'real' };
}

/** Returns the terms of a table that was opened with one click. */
export function firstTerms(game: GameInfo): Terms {
  const seats = Math.max(game.min_seats, Math.min(game.max_seats, USUAL_SEATS));
  return { game: game.name, seats, preset: SHEET };
}

/** Says whether an option is not as on the rule sheet. */
export function isChanged(option: OptionInfo, values: Values): boolean {
  return option.name in values && values[option.name] !== option.default;
}

/** Returns a word for what has no text of its own. */
export const plainWord = (word: string): string => word.replace(/[_-]/g, ' ');

/** Returns a value in words. */
export function valueWord(value: Value, words: Record<string, string>, onOff: [string, string]) {
  if (typeof value === 'boolean') return onOff[value ? 0 : 1];
  return words[String(value)] ?? plainWord(String(value));
}
