/** What the board says, in the page's language. */

import type { BoardProps } from '../board';
import { isJoker, rank, suit } from './cards';
import { en, type Texts } from './en';
import { es } from './es';
import { floor, hand, players, type View } from './view';

export type { Texts } from './en';

export function textsOf(lang: BoardProps['lang']): Texts {
  return lang === 'es' ? es : en;
}

export function nameCard(card: number, texts: Texts): string {
  return isJoker(card) ? texts.joker : texts.card(rank(card), suit(card));
}

function list(cards: readonly number[], lang: BoardProps['lang'], texts: Texts): string {
  return new Intl.ListFormat(lang).format(cards.map((card) => nameCard(card, texts)));
}

/** Says the own hand in a sentence. */
export function readHand({ view, lang }: BoardProps): string {
  const texts = textsOf(lang);
  const v = view as View;
  return v.count ? texts.readHand(list(hand(v), lang, texts), v.total) : texts.noHand;
}

/** Says floor, pile and players in a few words each. */
export function readTable({ view, lang, places }: BoardProps): string {
  const texts = textsOf(lang);
  const v = view as View;
  const told = players(v).map((p, seat) => {
    const name = places[seat]?.name ?? '';
    const score = texts.points(p.score);
    return p.out ? texts.readOut(name, score) : texts.readPlayer(name, texts.cards(p.count), score);
  });
  const table = [
    texts.readFloor(list(floor(v), lang, texts)),
    texts.readPile(v.pile_count, v.buried_count),
  ];
  return [...table, `${told.join('; ')}.`].join(' ');
}
