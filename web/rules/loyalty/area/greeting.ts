// The greeting and the name of a member.

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
