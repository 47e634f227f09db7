import { describe, expect, it } from 'vitest';
import type { BoardProps, Place } from '../board';
import { readHand, readTable } from './texts';
import { justShown, NONE, OVER, type Player, TURN, type View } from './view';

const IDLE: Player = {
  count: 5,
  turns: 0,
  score: 0,
  out: 0,
  total: 0,
  points: 0,
  took: NONE,
  threw: [0, 0, 0, 0, 0],
  threw_count: 0,
};
const VIEW: View = {
  seat: 0,
  seats: 2,
  phase: TURN,
  round: 1,
  threshold: 100,
  players: [{ ...IDLE, score: 1 }, { ...IDLE, count: 2 }, IDLE, IDLE, IDLE, IDLE],
  hand: [0, 5, 52, 0, 0],
  count: 3,
  total: 3,
  floor: [50, 0, 0, 0, 0],
  floor_count: 1,
  pile_count: 40,
  buried_count: 1,
};
const PLACES = ['Ana', 'Beto'].map((name) => ({ name }) as Place);

function props(view: Partial<View>, lang: 'en' | 'es' = 'en'): BoardProps {
  return { view: { ...VIEW, ...view }, places: PLACES, lang } as BoardProps;
}

describe('reading aloud', () => {
  it('tells the own hand, and only its cards', () => {
    expect(readHand(props({}))).toBe('Your hand: ace of spades, 2 of hearts, and joker. Total 3.');
    expect(readHand(props({}, 'es'))).toBe(
      'Tu mano: as de picas, 2 de corazones y comodín. Total 3.',
    );
    expect(readHand(props({ count: 0 }))).toBe('You hold no cards.');
  });

  it('tells the table, players who play and no others', () => {
    expect(readTable(props({}))).toBe(
      'On the floor: king of diamonds. Pile: 40 cards, 1 buried. ' +
        'Ana: 5 cards, 1 point; Beto: 2 cards, 0 points.',
    );
    const players = [IDLE, { ...IDLE, out: 1, score: 101 }];
    expect(readTable(props({ players }, 'es'))).toContain('Beto: fuera de juego con 101 puntos.');
  });
});

describe('a showing', () => {
  const played = [{ ...IDLE, turns: 1 }, IDLE];

  it('has just been until somebody has had a turn', () => {
    expect(justShown({ ...VIEW, round: 2 })).toBe(true);
    expect(justShown({ ...VIEW, round: 2, players: played })).toBe(false);
  });

  it('has not been before the first round ends', () => {
    expect(justShown(VIEW)).toBe(false);
  });

  it('stays at the end of the match', () => {
    expect(justShown({ ...VIEW, phase: OVER, players: played })).toBe(true);
  });
});
