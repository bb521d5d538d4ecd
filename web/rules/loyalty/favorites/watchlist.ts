// Parses a member's watchlist (area watchlist).

import { field } from '../calls/answers.ts';

/**
 * The film ids of an answer: `externalFilmIds`, else a list of product ids, which is the answer itself or `productIds`; numbers become
 * text (WATCH-02, WATCH-03).
 */
export function filmIds(answer: unknown): readonly string[] {
  const ids = Array.isArray(answer) ? answer : (listOf(answer, 'externalFilmIds') ?? listOf(answer, 'productIds') ?? []);
  return ids.filter((id) => typeof id === 'string' || typeof id === 'number').map(String);
}

function listOf(answer: unknown, name: string): readonly unknown[] | undefined {
  const list = field(answer, name);
  return Array.isArray(list) ? list : undefined;
}
