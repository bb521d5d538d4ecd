// The greeting and the name of a member, and the format of card numbers.

import type { MemberDetails } from '../calls/responses.ts';

export type PartOfDay = 'morning' | 'afternoon' | 'evening';

/** The part of the day of an hour, 0 to 23; night counts as evening. */
export function partOfDay(hour: number): PartOfDay {
  if (hour >= 5 && hour < 12) return 'morning';
  return hour >= 12 && hour < 18 ? 'afternoon' : 'evening';
}

/** The first and last name of a member, or one of them, or the username. */
export function fullName({ firstName, lastName, username }: MemberDetails): string {
  const name = [firstName ?? '', lastName ?? ''].filter((part) => part.trim() !== '').join(' ');
  return name === '' ? (username ?? '') : name;
}

/**
 * A card number in groups of four characters, the last one shorter, such as `4471 0829 53`. Letters before digits are a group of their
 * own. A number with spaces or hyphens keeps its groups.
 */
export function cardGroups(number: string): string {
  const trimmed = number.trim();
  if (/[\s-]/.test(trimmed)) return trimmed;
  const letterCount = /^[A-Za-z]+\d+$/.test(trimmed) ? trimmed.search(/\d/) : 0;
  return [trimmed.slice(0, letterCount), inFours(trimmed.slice(letterCount))].filter((group) => group !== '').join(' ');
}

/** A code in groups of four characters. */
export const inFours = (code: string): string => (code.match(/.{1,4}/gu) ?? []).join(' ');
