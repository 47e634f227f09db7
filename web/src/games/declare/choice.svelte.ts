/** What somebody is about to do with a turn: cards to throw, a source, a declaration half made. */

import type { BoardProps } from '../board';
import { textsOf } from './texts';
import { DECLARE, fitting, subsetOf, throwsIn, turnAction } from './turn';
import { hand, OVER, type View } from './view';

export class Choice {
  readonly #props: () => BoardProps;
  readonly props = $derived.by(() => this.#props());
  readonly view = $derived(this.props.view as View);
  readonly texts = $derived(textsOf(this.props.lang));
  readonly own = $derived(hand(this.view));
  readonly isMine = $derived(this.props.eyes >= 0 && this.props.actor === this.props.eyes);

  /** Whether there will be a next turn. */
  readonly isIn = $derived(this.props.eyes >= 0 && this.own.length > 0);

  /** The cards to throw. */
  cards = $state.raw<number[]>([]);
  /** Where the new card shall come from, where that is chosen before the throw. */
  source = $state<number | null>(null);
  /** Whether declaring has been pressed once and wants a second press. */
  armed = $state(false);

  readonly subset = $derived(subsetOf(this.own, this.cards));
  readonly fits = $derived(fitting(this.own, this.cards, this.props.legal));
  readonly isThrow = $derived(throwsIn(this.props.legal).has(this.subset));
  readonly mayDeclare = $derived(this.props.legal.includes(DECLARE));

  constructor(props: () => BoardProps) {
    this.#props = props;
  }

  /** What is to be done next, in words. */
  get prompt(): string {
    if (this.view.phase === OVER) return this.texts.over;
    if (!this.isMine) return this.isIn ? this.texts.ahead : this.#waiting;
    return this.props.busy ? this.texts.sending : this.#advice;
  }

  get #waiting(): string {
    const { actor, places } = this.props;
    return actor < 0 ? '' : this.texts.waiting(places[actor]?.name ?? '');
  }

  get #advice(): string {
    const { cards, source, texts } = this;
    if (cards.length === 0) return source === null ? texts.choosing : texts.throwing;
    if (this.isThrow) return source === null ? texts.taking : texts.finishing;
    return this.fits.size > cards.length ? texts.incomplete : texts.noThrow;
  }

  /** Says whether a card may be taken from there for the chosen ones; yes, while none are. */
  isOpen(source: number): boolean {
    if (!this.isMine || this.cards.length === 0) return true;
    return this.props.legal.includes(turnAction(this.subset, source));
  }

  toggle(card: number): void {
    this.armed = false;
    const others = this.cards.filter((one) => one !== card);
    this.cards = others.length < this.cards.length ? others : [...others, card];
  }

  /** Forgets chosen cards that have left the hand, or all where it is another hand. */
  keepOnly(cards: readonly number[]): void {
    this.cards = this.cards.filter((card) => cards.includes(card));
  }

  /** Forgets what concerns the table, once that is another one. */
  lookAgain(): void {
    this.source = null;
    this.armed = false;
  }

  clear(): void {
    this.cards = [];
    this.lookAgain();
  }

  /** Takes a card from a source, which ends the turn; without a throw, notes it for later. */
  take(source: number): void {
    if (this.cards.length > 0) this.#send(turnAction(this.subset, source));
    else if (this.isMine) this.source = this.source === source ? null : source;
    else this.props.say(this.#waiting);
  }

  /** Ends the turn where throw and source are both chosen; says what is missing otherwise. */
  confirm(): void {
    if (this.source !== null && this.cards.length > 0) this.take(this.source);
    else this.props.say(this.prompt);
  }

  /** Declares at the second press, or learns why not at the first one. */
  declare(): void {
    if (this.mayDeclare && !this.armed) {
      this.armed = true;
      this.props.say(this.texts.sure(this.view.total));
    } else this.#send(DECLARE);
  }

  /** Sends a legal action, and asks for the reason where it is not legal. */
  #send(action: number): void {
    this.armed = false;
    if (!this.isMine) this.props.say(this.#waiting);
    else if (this.props.busy) return;
    else if (this.props.legal.includes(action)) this.props.act(action);
    else this.props.explain(action);
  }
}
