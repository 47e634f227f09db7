/** The texts of Declare's board in English; their shape is what the other language must have. */

const plural = (n: number, one: string, many: string) => `${n} ${n === 1 ? one : many}`;
const RANKS = ['ace', '2', '3', '4', '5', '6', '7', '8', '9', '10', 'jack', 'queen', 'king'];
const SUITS = ['spades', 'hearts', 'diamonds', 'clubs'];

export const en = {
  card: (rank: number, suit: number) => `${RANKS[rank]} of ${SUITS[suit]}`,
  joker: 'joker',
  cards: (n: number) => plural(n, 'card', 'cards'),
  points: (n: number) => plural(n, 'point', 'points'),
  round: (n: number) => `Round ${n}`,
  limit: (n: number) => `out above ${n}`,
  others: 'The others',
  everybody: 'The players',
  hand: 'Your hand',
  total: (n: number) => `Hand: ${n}`,
  pile: 'Pile',
  floor: 'Floor',
  buried: (n: number) => `${n} buried`,
  draw: (n: number) => `Draw from the pile, ${plural(n, 'card', 'cards')}`,
  drawBuried: 'Draw from the pile: the buried cards are shuffled for it',
  noPile: 'The pile is out, nothing is buried',
  take: (card: string) => `Take the ${card} from the floor`,
  choosing: 'Your turn: choose what to throw.',
  taking: 'Now take a card: pile or floor.',
  throwing: 'Now choose what to throw for it.',
  incomplete: 'No throw yet: add or change cards.',
  noThrow: 'These do not go together.',
  sending: 'One moment …',
  waiting: (name: string) => `${name} is thinking …`,
  ahead: 'You may choose ahead what to throw.',
  over: 'The game is over.',
  finishing: 'Throw and take?',
  finish: 'Throw and take',
  sortRank: 'By value',
  sortSuit: 'By suit',
  sortBy: (how: string) => `Hand sorted: ${how}. Press to change.`,
  declare: 'Declare',
  sure: (n: number) => `Declare with ${n}? Tap again`,
  threw: 'threw',
  took: 'took',
  fromPile: 'from the pile',
  out: 'out',
  shown: 'All hands shown',
  hadTotal: 'Hand',
  got: 'Scores',
  now: 'In all',
  close: 'Close this',
  readHand: (cards: string, total: number) => `Your hand: ${cards}. Total ${total}.`,
  noHand: 'You hold no cards.',
  readFloor: (cards: string) => `On the floor: ${cards || 'nothing'}.`,
  readPile: (pile: number, buried: number) =>
    `Pile: ${plural(pile, 'card', 'cards')}, ${buried} buried.`,
  readPlayer: (name: string, cards: string, score: string) => `${name}: ${cards}, ${score}`,
  readOut: (name: string, score: string) => `${name}: out with ${score}`,
};

export type Texts = typeof en;
