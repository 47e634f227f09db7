import { describe, expect, it } from 'vitest';
import { isJoker, sorted, total } from './cards';
import { meaning } from './keys';
import {
  actionSource,
  actionSubset,
  arrivals,
  DECLARE,
  fitting,
  PILE,
  subsetOf,
  throwsIn,
  turnAction,
} from './turn';

/*
 * What the rules say; written by
 *   PYTHONPATH=src python -c "
 *   from tapete.games.declare.rules import turn_action
 *   print([[b, s, turn_action(b, s)] for b, s in ((1, 0), (1, 5), (2, 0), (12, 1), (31, 0), (31, 5))])"
 */
const ACTIONS = [
  [1, 0, 1],
  [1, 5, 6],
  [2, 0, 7],
  [12, 1, 68],
  [31, 0, 181],
  [31, 5, 186],
] as const;

/*
 * A hand (AS 2H 2D 3C KD), its total and what it may do with 9S on the floor; written by
 *   PYTHONPATH=src:. python -c "
 *   from tapete.games.declare.tests.hands import table
 *   from tapete.games.declare.cards import total
 *   from tapete.games.declare.rules import NUM_ACTIONS, legal_actions
 *   s = table('AS 2H 2D 3C KD', '9C', floor='9S'); row = [0] * NUM_ACTIONS
 *   count = legal_actions(s, row); hand = s.players[0].hand
 *   print(hand, total(hand, 5), row[:count])"
 */
const HAND = [0, 5, 6, 11, 50];
const TOTAL = 18;
const LEGAL = [0, 1, 2, 7, 8, 19, 20, 31, 32, 43, 44, 61, 62, 73, 74, 91, 92];
const [ACE, TWO, OTHER_TWO, THREE, KING] = [0, 5, 6, 11, 50];
const [JOKER_ONE, JOKER_TWO] = [52, 53];

describe('actions', () => {
  it.each(ACTIONS)('subset %i from source %i is %i, both ways', (subset, source, action) => {
    expect(turnAction(subset, source)).toBe(action);
    expect(actionSubset(action)).toBe(subset);
    expect(actionSource(action)).toBe(source);
  });

  it('are those of the rules for what a hand may throw', () => {
    const throws = [[ACE], [TWO], [OTHER_TWO], [TWO, OTHER_TWO], [THREE], [ACE, TWO, THREE]];
    throws.push([ACE, OTHER_TWO, THREE], [KING]);
    const actions = throws.flatMap((cards) => [
      turnAction(subsetOf(HAND, cards), PILE),
      turnAction(subsetOf(HAND, cards), 1),
    ]);
    expect([DECLARE, ...actions]).toEqual(LEGAL);
  });
});

describe('what may be thrown', () => {
  it('is told by the legal actions, without declaring', () => {
    expect(throwsIn(LEGAL)).toEqual(new Set([1, 2, 4, 6, 8, 11, 13, 16]));
    expect(throwsIn([DECLARE]).size).toBe(0);
  });

  it('is everything before anything is chosen', () => {
    expect(fitting(HAND, [], LEGAL)).toEqual(new Set(HAND));
  });

  it('is what can still join the choice', () => {
    expect(fitting(HAND, [TWO], LEGAL)).toEqual(new Set([TWO, OTHER_TWO, ACE, THREE]));
    expect(fitting(HAND, [ACE, THREE], LEGAL)).toEqual(new Set([ACE, THREE, TWO, OTHER_TWO]));
    expect(fitting(HAND, [KING], LEGAL)).toEqual(new Set([KING]));
  });

  it('is only the choice where nothing goes with it', () => {
    expect(fitting(HAND, [KING, ACE], LEGAL)).toEqual(new Set([KING, ACE]));
  });
});

describe('cards', () => {
  it('count as in the rules', () => {
    expect(total(HAND)).toBe(TOTAL);
    expect(total([JOKER_ONE, KING])).toBe(10);
  });

  it('are sorted by value or by suit, jokers last', () => {
    const mixed = [JOKER_TWO, KING, TWO, ACE, OTHER_TWO, THREE];
    expect(sorted(mixed, 'rank')).toEqual([ACE, TWO, OTHER_TWO, THREE, KING, JOKER_TWO]);
    expect(sorted(mixed, 'suit')).toEqual([ACE, TWO, OTHER_TWO, KING, THREE, JOKER_TWO]);
    expect([KING, JOKER_ONE].map(isJoker)).toEqual([false, true]);
  });

  it('that have come are told from those that were there', () => {
    expect(arrivals([ACE, TWO], [ACE, THREE])).toEqual([THREE]);
    expect(arrivals([ACE, TWO], [TWO])).toEqual([]);
  });
});

describe('keys', () => {
  it('choose hand cards, then floor cards, then deeds', () => {
    expect(meaning('1')).toEqual({ card: 0 });
    expect(meaning('5')).toEqual({ card: 4 });
    expect(meaning('6')).toEqual({ source: 1 });
    expect(meaning('0')).toEqual({ source: 5 });
    expect(meaning('p')).toEqual({ source: PILE });
    expect(meaning('d')).toEqual({ word: 'declare' });
    expect(meaning('h')).toBeNull();
  });
});
