// What an answer says of a member's films (area watchlist).

import { field } from '../calls/answers.ts';

/**
 * The ids of an answer: `externalFilmIds`, else a list of product ids, bare or in `productIds`; numbers become text
 * (WATCH-02, WATCH-03).
 */
export function filmIds(answer: unknown): readonly string[] {
  const found = Array.isArray(answer) ? answer : (listOf(answer, 'externalFilmIds') ?? listOf(answer, 'productIds') ?? []);
  return found.filter((id) => typeof id === 'string' || typeof id === 'number').map(String);
}

function listOf(answer: unknown, name: string): readonly unknown[] | undefined {
  const list = field(answer, name);
  return Array.isArray(list) ? list : undefined;
}
