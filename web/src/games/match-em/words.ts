/** What the board says, from what a choice or a view is. */
import type { BoardProps } from '../board';
import type { Choice } from './choice';
import { en, type Messages } from './en';
import { es } from './es';
import { DRAW, WILD } from './partitions';
import { NO_TOTAL, Phase, spread, type View, WILD_CARD } from './view';

export const TEXTS: Record<BoardProps['lang'], Messages> = { en, es };

/** Return a card in words. */
export function nameCard(card: number, words: Messages): string {
  return card === WILD_CARD ? words.wildCard : String(card);
}

/** Write cards as a sum: `5+5`. */
export function writeSum(cards: readonly number[], words: Messages): string {
  return cards.map((card) => (card === WILD_CARD ? words.wild : card)).join('+');
}

/** Return what the play button says. */
export function playText(choice: Choice, v: View, words: Messages): string {
  const cards = writeSum(choice.cards, words);
  switch (choice.kind) {
    case 'none':
      return words.play.none;
    case 'lead':
      return words.play.lead(cards);
    case 'match':
      return words.play.match(v.total, cards);
    case 'new':
      return words.play.new(cards);
    case 'wild':
      return words.play.wild(v.total);
    default:
      return words.play.no(cards);
  }
}

/** Return what the line above the buttons says about a selection. */
export function choiceText(choice: Choice, v: View, words: Messages): string {
  const cards = writeSum(choice.cards, words);
  const sum = choice.cards.length > 1 ? `${cards} = ${choice.sum}` : cards;
  const { hints } = words;
  switch (choice.kind) {
    case 'short':
      return hints.short(sum, v.total - choice.sum);
    case 'over':
      return hints.over(sum, choice.sum - v.total);
    case 'several':
      return hints.several;
    case 'mixed':
      return hints.mixed;
    case 'match':
      return hints.exact(sum);
    default:
      return hints.ready;
  }
}

/** Return what a seat on turn is told before it selects anything. */
export function turnText(v: View, legal: readonly number[], words: Messages): string {
  const { hints } = words;
  const canDraw = legal.includes(DRAW);
  if (v.total === NO_TOTAL) return canDraw ? hints.stuck : hints.lead;
  if (v.phase === Phase.AFTER_DRAW) return hints.drawn(v.total);
  if (legal.some((action) => action < WILD)) return hints.match(v.total);
  return legal.includes(WILD) ? hints.wildOnly(v.total) : hints.none(v.total);
}

/** Return the own hand in a sentence. */
export function readHand({ view, eyes, lang }: BoardProps): string {
  const words = TEXTS[lang];
  if (eyes < 0) return words.read.watching;
  const cards = spread((view as View).held).map((card) => nameCard(card, words));
  return cards.length ? words.read.hand(cards.join(', ')) : words.read.noHand;
}

/** Return the table in a few short sentences. */
export function readTable({ view, eyes, places, actor, lang }: BoardProps): string {
  const words = TEXTS[lang].read;
  const v = view as View;
  const name = (seat: number) => places[seat]?.name ?? '';
  const turn = actor === eyes ? words.yourTurn : words.turn(name(actor));
  const seats = v.players
    .slice(0, v.seats)
    .map((p, seat) => (seat === eyes ? '' : words.seat(name(seat), p.count)))
    .filter(Boolean);
  const total = v.total === NO_TOTAL ? words.noTotal : words.total(v.total);
  return [total, actor < 0 ? '' : turn, `${seats.join(', ')}.`, words.pile(v.pile_count)]
    .filter(Boolean)
    .join(' ');
}
