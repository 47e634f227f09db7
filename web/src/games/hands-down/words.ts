/** What the board says, from what a view is. */
import type { BoardProps } from '../board';
import { en, type Messages } from './en';
import { es } from './es';
import type { Pad } from './pad';
import { cardsOf, JOKER, Phase, turnOf, type View } from './view';

export const TEXTS: Record<BoardProps['lang'], Messages> = { en, es };

/** Return a card in words. */
export function nameCard(card: number, words: Messages): string {
  return card === JOKER ? words.joker : String(card);
}

/** Return what the pad says: what to do, and why. */
export function padText(pad: Pad, name: string, words: Messages): [string, string] {
  const texts = words.pad;
  switch (pad) {
    case 'wait':
      return [texts.wait(name), texts.waitWhy];
    case 'watch':
      return [texts.watch(name), texts.watchWhy];
    case 'now':
      return [texts.now, texts.nowWhy];
    case 'paid':
      return [texts.paid, texts.paidWhy(name)];
    case 'out':
      return [texts.out, texts.outWhy];
    default:
      return [texts.rest(name), texts.restWhy];
  }
}

/** Return the own hand in a sentence. */
export function readHand({ view, eyes, lang }: BoardProps): string {
  const words = TEXTS[lang];
  if (eyes < 0) return words.read.watching;
  const cards = cardsOf((view as View).hand).map((card) => nameCard(card, words));
  return cards.length ? words.read.hand(cards.join(', ')) : words.read.noHand;
}

/** Return whose turn it is, also while hands move. */
export const readTurn = ({ view }: BoardProps): number => turnOf(view as View);

/** Return the table in a few short sentences. */
export function readTable({ view, eyes, places, lang }: BoardProps): string {
  const words = TEXTS[lang].read;
  const v = view as View;
  const name = (seat: number) => places[seat]?.name ?? '';
  const isOwn = v.turn === eyes;
  const isMoving = v.phase === Phase.RACE && !isOwn;
  const turn = isOwn ? words.yourTurn : words.turn(name(v.turn));
  const seats = v.players
    .slice(0, v.seats)
    .map((p, seat) => words.seat(name(seat), p.count, p.points));
  return [
    v.phase === Phase.OVER ? '' : isMoving ? words.moving(name(v.turn)) : turn,
    `${seats.join('; ')}.`,
    words.pile(v.pile_count),
  ]
    .filter(Boolean)
    .join(' ');
}
