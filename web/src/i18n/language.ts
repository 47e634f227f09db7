/** Which language the page speaks at first. */
import type { Language } from '../wire/messages';

export const LANGUAGES: Language[] = ['en', 'es'];

/** Returns the first of the wishes that is spoken here (`es-AR` is `es`), English where none is. */
export function chooseLanguage(wishes: readonly (string | null | undefined)[]): Language {
  for (const wish of wishes) {
    const found = LANGUAGES.find((lang) => wish?.toLowerCase().split('-')[0] === lang);
    if (found) return found;
  }
  return 'en';
}
