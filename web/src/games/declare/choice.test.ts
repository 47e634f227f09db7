import { describe, expect, it, vi } from 'vitest';
import type { BoardProps } from '../board';
import { Choice } from './choice.svelte';
import { en } from './en';
import { DECLARE, PILE } from './turn';
import { OVER, TURN } from './view';

const [ACE, TWO, OTHER_TWO, THREE, KING] = [0, 5, 6, 11, 50];
/** What the rules allow with these cards and one on the floor (see turn.test.ts). */
const LEGAL = [0, 1, 2, 7, 8, 19, 20, 31, 32, 43, 44, 61, 62, 73, 74, 91, 92];
const BOTH_TWOS_FROM_FLOOR = 32;
const KING_AND_ACE_FROM_PILE = 97;

function about(changes: Partial<BoardProps> = {}, phase = TURN) {
  const act = vi.fn<(action: number) => void>();
  const explain = vi.fn<(action: number) => void>();
  const say = vi.fn<(text: string) => void>();
  const hand = [ACE, TWO, OTHER_TWO, THREE, KING];
  const view = { phase, hand, count: 5, total: 18, floor: [32, 0, 0, 0, 0], floor_count: 1 };
  const places = [{ name: 'Ana' }, { name: 'Beto' }];
  const fixed = { view, eyes: 0, actor: 0, legal: LEGAL, busy: false, lang: 'en', places };
  const props = { ...fixed, act, explain, say, ...changes } as unknown as BoardProps;
  return { choice: new Choice(() => props), act, explain, say };
}

describe('a turn', () => {
  it('ends with the source where the throw is chosen first', () => {
    const { choice, act } = about();
    expect(choice.prompt).toBe(en.choosing);
    choice.toggle(TWO);
    choice.toggle(OTHER_TWO);
    expect(choice.prompt).toBe(en.taking);
    choice.take(1);
    expect(act.mock.calls).toEqual([[BOTH_TWOS_FROM_FLOOR]]);
  });

  it('ends with a confirmation where the source is chosen first', () => {
    const { choice, act } = about();
    choice.take(1);
    expect(choice.prompt).toBe(en.throwing);
    choice.toggle(TWO);
    choice.toggle(OTHER_TWO);
    expect(act).not.toHaveBeenCalled();
    expect(choice.prompt).toBe(en.finishing);
    choice.confirm();
    expect(act.mock.calls).toEqual([[BOTH_TWOS_FROM_FLOOR]]);
  });

  it('does not end before both are chosen', () => {
    const { choice, act, say } = about();
    choice.confirm();
    choice.toggle(ACE);
    choice.confirm();
    expect(act).not.toHaveBeenCalled();
    expect(say.mock.calls).toEqual([[en.choosing], [en.taking]]);
  });

  it('asks why where the cards are no throw, and keeps them', () => {
    const { choice, act, explain } = about();
    choice.toggle(KING);
    choice.toggle(ACE);
    expect(choice.prompt).toBe(en.noThrow);
    expect([PILE, 1].map((source) => choice.isOpen(source))).toEqual([false, false]);
    choice.take(PILE);
    expect(explain.mock.calls).toEqual([[KING_AND_ACE_FROM_PILE]]);
    expect(act).not.toHaveBeenCalled();
    expect(choice.cards).toEqual([KING, ACE]);
  });

  it('says that more cards are wanted where some would make it a throw', () => {
    const { choice } = about();
    choice.toggle(ACE);
    choice.toggle(TWO);
    expect(choice.prompt).toBe(en.incomplete);
  });

  it('is not sent twice while the table has not answered', () => {
    const { choice, act, explain } = about({ busy: true });
    choice.toggle(ACE);
    choice.take(PILE);
    expect([act.mock.calls, explain.mock.calls]).toEqual([[], []]);
  });

  it('waits for the others, with cards chosen ahead', () => {
    const { choice, act, explain, say } = about({ actor: 1, legal: [] });
    choice.toggle(ACE);
    expect(choice.prompt).toBe(en.ahead);
    expect(choice.isOpen(PILE)).toBe(true);
    choice.take(PILE);
    expect(say.mock.calls).toEqual([[en.waiting('Beto')]]);
    expect([act.mock.calls, explain.mock.calls]).toEqual([[], []]);
    expect(choice.cards).toEqual([ACE]);
  });

  it('is over when the match is', () => {
    expect(about({ actor: -1, legal: [] }, OVER).choice.prompt).toBe(en.over);
  });
});

describe('a spectator', () => {
  it('reads whom everybody waits for', () => {
    const { choice } = about({ eyes: -1, actor: 1, legal: [] });
    expect(choice.prompt).toBe(en.waiting('Beto'));
  });
});

describe('a player who is out', () => {
  it('reads so, too, and chooses nothing ahead', () => {
    const view = { phase: TURN, hand: [], count: 0 };
    expect(about({ view, actor: 1, legal: [] }).choice.prompt).toBe(en.waiting('Beto'));
  });
});

describe('a choice', () => {
  it('loses cards that have left the hand, and another table its source', () => {
    const { choice } = about();
    choice.take(PILE);
    choice.toggle(TWO);
    choice.toggle(KING);
    choice.keepOnly([ACE, KING]);
    expect([choice.cards, choice.source]).toEqual([[KING], PILE]);
    choice.lookAgain();
    expect([choice.cards, choice.source]).toEqual([[KING], null]);
  });

  it('is taken back by a second press, or as a whole', () => {
    const { choice } = about();
    choice.toggle(TWO);
    choice.toggle(TWO);
    choice.take(PILE);
    choice.take(PILE);
    expect([choice.cards, choice.source]).toEqual([[], null]);
    choice.toggle(ACE);
    choice.clear();
    expect(choice.cards).toEqual([]);
  });
});

describe('declaring', () => {
  it('wants a second press', () => {
    const { choice, act, say } = about();
    choice.declare();
    expect(act).not.toHaveBeenCalled();
    expect(say.mock.calls).toEqual([[en.sure(18)]]);
    choice.declare();
    expect(act.mock.calls).toEqual([[DECLARE]]);
  });

  it('is called off by anything else', () => {
    const { choice, act } = about();
    choice.declare();
    choice.toggle(ACE);
    choice.declare();
    expect(act).not.toHaveBeenCalled();
  });

  it('asks why at once where it is not allowed', () => {
    const { choice, explain } = about({ legal: LEGAL.slice(1) });
    choice.declare();
    expect(explain.mock.calls).toEqual([[DECLARE]]);
  });
});
