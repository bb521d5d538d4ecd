// How a member is addressed, and what stands on their card.

import { type MemberDetails, text } from '../calls/answers.ts';

export type PartOfDay = 'morning' | 'afternoon' | 'evening';

/** The part of the day that an hour, 0 to 23, belongs to; the night belongs to the evening. */
export function partOfDay(hour: number): PartOfDay {
  if (hour >= 5 && hour < 12) return 'morning';
  return hour >= 12 && hour < 18 ? 'afternoon' : 'evening';
}

/** The name of a member: first and last, or one of them, or the name they sign in with. */
export function fullName(member: MemberDetails): string {
  const name = [text(member['firstName']), text(member['lastName'])].filter((part) => part.trim() !== '').join(' ');
  return name === '' ? text(member['username']) : name;
}

/**
 * A card number as it is read out: in fours, the last group with what is left, such as `4471 0829 53`. Letters in front of
 * digits are a group of their own; a number that has its own groups keeps them.
 */
export function cardGroups(number: string): string {
  const plain = number.trim();
  if (/[\s-]/.test(plain)) return plain;
  const letterCount = /^[A-Za-z]+\d+$/.test(plain) ? plain.search(/\d/) : 0;
  return [plain.slice(0, letterCount), inFours(plain.slice(letterCount))].filter((group) => group !== '').join(' ');
}

/** Letters in fours, as a long code is read out. */
export const inFours = (code: string): string => (code.match(/.{1,4}/gu) ?? []).join(' ');
