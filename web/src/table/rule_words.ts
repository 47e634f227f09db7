/** The page of rules in people's words: options, values and presets as the lobby calls them. */
import type { RuleLine } from '../api';
import type { Messages } from '../i18n/en';
import {
  type GameInfo,
  type OptionInfo,
  plainWord,
  type Values,
  valueWord,
} from '../lobby/options';

/** The option whose name stands first in a line, and what follows it. */
const FIRST_NAME = /^[^`]*`(\w+)`(.?)/;

/** Returns the word for a name that stands in backticks, undefined where there is none. */
export function wordOf(code: string, words: Messages): string | undefined {
  const { lobby, options, values } = words;
  const all: Record<string, string> = {
    ...values,
    ...lobby.presets,
    ...lobby.reflexes,
    reflex: lobby.reflex,
    on: lobby.on,
    off: lobby.off,
    ...options,
  };
  return Object.hasOwn(all, code) ? all[code] : undefined;
}

/** Returns a line as people say it: what it tells of an option's value here is put in words anew. */
export function sayLine(line: RuleLine, game: GameInfo, here: Values, words: Messages): string {
  const [, name, next] = FIRST_NAME.exec(line.text) ?? [];
  const option = game.options.find((one) => one.name === name);
  const isAboutValue = line.kind === 'mark' || (line.kind === 'text' && next === ':');
  if (!option || !isAboutValue) return line.text;
  const sentence = [option.english, option.spanish].find((one) => line.text.includes(one)) ?? '';
  return `${sayValue(option, here, words)} ${sentence}`.trim();
}

function sayValue(option: OptionInfo, here: Values, words: Messages): string {
  const { on, off } = words.lobby;
  const inWords = (value: Values[string]) => valueWord(value, words.values, [on, off]);
  const label = words.options[option.name] ?? plainWord(option.name);
  const value = here[option.name] ?? option.default;
  const usual = value === option.default ? '' : inWords(option.default);
  return words.table.ruleValue(label, inWords(value), usual);
}
