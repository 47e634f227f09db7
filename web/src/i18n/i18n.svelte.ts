/** The language in which the page speaks now, and its texts. */
import { keep } from '../ui/keeping';
import type { Language } from '../wire/messages';
import { en, type Messages } from './en';
import { es } from './es';

const TEXTS: Record<Language, Messages> = { en, es };

class I18n {
  lang = $state<Language>('en');

  get t(): Messages {
    return TEXTS[this.lang];
  }

  /** Speaks another language from now on, on this device. */
  speak(lang: Language): void {
    this.lang = lang;
    keep('lang', lang);
  }

  /** The language as it is written where this device is at home: `en-GB`. */
  get locale(): string {
    return navigator.languages.find((one) => one.startsWith(this.lang)) ?? this.lang;
  }

  /** Joins names as a sentence does: `Ana, Ben and Cleo`. */
  list(names: readonly string[]): string {
    return new Intl.ListFormat(this.lang).format(names);
  }
}

export const i18n = new I18n();
