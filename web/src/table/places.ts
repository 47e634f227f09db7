/** Who sits where, as boards and frame show it. */
import type { Place, ShapeNumber } from '../games/board';
import type { Table } from '../table.svelte';
import type { RoomInfo, Status, You } from '../wire/messages';

export interface PlaceWords {
  free: string;
  computer(n: number): string;
}

/** Returns all places by seat number; who has no name of their own gets a word for one. */
export function placesOf(room: RoomInfo, you: You, status: Status, words: PlaceWords): Place[] {
  return room.seats.map((info, seat) => ({
    seat,
    name: nameOf(info.kind, info.name, seat, words),
    kind: info.kind,
    here: status.here[seat] ?? info.kind === 'computer',
    covered: status.covered[seat] ?? false,
    mine: you.seats.includes(seat),
    shape: seat as ShapeNumber,
  }));
}

/** Returns the places of a match: after its end, of those who have played it, whoever sits there now. */
export function playersOf(table: Table, words: PlaceWords): Place[] {
  const { room, you, status, ended } = table;
  if (room === null) return [];
  if (ended === null) return placesOf(room, you, status, words);
  return placesOf({ ...room, seats: ended.seats }, { ...you, seats: ended.mine }, status, words);
}

/** Returns who sits down for the next match and has not played the one that is over. */
export function newcomers({ room, ended }: Table): string[] {
  if (room === null || ended === null) return [];
  const before = new Set(ended.seats.map((seat) => seat.guest));
  return room.seats
    .filter(({ kind, guest }) => kind === 'person' && !before.has(guest))
    .map(({ name }) => name);
}

function nameOf(kind: Place['kind'], name: string, seat: number, words: PlaceWords): string {
  if (name) return name;
  return kind === 'computer' ? words.computer(seat + 1) : words.free;
}

/** Returns the places as they follow each other from one's own left; seat by seat for a spectator. */
export function around(places: readonly Place[], eyes: number): Place[] {
  const first = Math.max(0, eyes);
  return [...places.slice(first), ...places.slice(0, first)];
}
