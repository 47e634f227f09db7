/** The texts of Declare's board in Spanish. */

import type { Texts } from './en';

const plural = (n: number, one: string, many: string) => `${n} ${n === 1 ? one : many}`;
const RANKS = ['as', '2', '3', '4', '5', '6', '7', '8', '9', '10', 'jota', 'reina', 'rey'];
const SUITS = ['picas', 'corazones', 'diamantes', 'tréboles'];

export const es: Texts = {
  card: (rank, suit) => `${RANKS[rank]} de ${SUITS[suit]}`,
  joker: 'comodín',
  cards: (n) => plural(n, 'carta', 'cartas'),
  points: (n) => plural(n, 'punto', 'puntos'),
  round: (n) => `Ronda ${n}`,
  limit: (n) => `cae quien pase de ${n}`,
  others: 'Los demás',
  everybody: 'Quienes juegan',
  hand: 'Tu mano',
  total: (n) => `Mano: ${n}`,
  pile: 'Mazo',
  floor: 'Mesa',
  buried: (n) => plural(n, 'enterrada', 'enterradas'),
  draw: (n) => `Robar del mazo, ${plural(n, 'carta', 'cartas')}`,
  drawBuried: 'Robar del mazo: se barajan para ello las cartas enterradas',
  noPile: 'No queda mazo ni hay cartas enterradas',
  take: (card) => `Tomar de la mesa: ${card}`,
  choosing: 'Tu turno: elige qué descartas.',
  taking: 'Ahora toma una carta: mazo o mesa.',
  throwing: 'Ahora elige qué descartas a cambio.',
  incomplete: 'Todavía no: añade o cambia cartas.',
  noThrow: 'Estas no van juntas.',
  sending: 'Un momento …',
  waiting: (name) => `${name} está pensando …`,
  ahead: 'Puedes elegir ya qué descartarás.',
  over: 'Fin de la partida.',
  finishing: '¿Descartar y tomar?',
  finish: 'Descartar y tomar',
  sortRank: 'Por valor',
  sortSuit: 'Por palo',
  sortBy: (how) => `Orden de la mano: ${how}. Pulsa para cambiarlo.`,
  declare: 'Declarar',
  sure: (n) => `¿Declarar con ${n}? Toca otra vez`,
  threw: 'descartó',
  took: 'tomó',
  fromPile: 'del mazo',
  out: 'eliminado',
  shown: 'Cartas a la vista',
  hadTotal: 'Mano',
  got: 'Se anota',
  now: 'En total',
  close: 'Cerrar esto',
  readHand: (cards, total) => `Tu mano: ${cards}. Total ${total}.`,
  noHand: 'No tienes cartas.',
  readFloor: (cards) => `En la mesa: ${cards || 'nada'}.`,
  readPile: (pile, buried) =>
    `Mazo: ${plural(pile, 'carta', 'cartas')}, ${plural(buried, 'enterrada', 'enterradas')}.`,
  readPlayer: (name, cards, score) => `${name}: ${cards}, ${score}`,
  readOut: (name, score) => `${name}: fuera de juego con ${score}`,
};
