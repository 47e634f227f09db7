/** A line for screen readers: the same text twice is a change twice. */

const NO_BREAK_SPACE = '\u00a0';

export interface Announcer {
  readonly text: string;
  say(text: string): void;
}

export function announcer(): Announcer {
  let text = $state('');
  return {
    get text() {
      return text;
    },
    say(line: string) {
      text = line === text ? line + NO_BREAK_SPACE : line;
    },
  };
}
