// The codes of the rewards that a member ordered in this tab, by item: the points are spent, and no call lists codes (CALL-26).
// They are kept for this member and this tab alone, until the sign-out (security 1.12).

import { field, text } from '@marquee/rules/loyalty/calls/answers.ts';

/** The codes of rewards, by item. */
export type RewardCodes = ReadonlyMap<string, string>;

const KEY = 'reward-codes';

/** The codes that are stored for the member of this id; none for another member. */
export function storedCodes(memberId: string): RewardCodes {
  try {
    const read: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? 'null');
    const codes = field(read, 'codes');
    if (memberId === '' || field(read, 'memberId') !== memberId || !Array.isArray(codes)) return new Map();
    const pairs = codes.map((pair: unknown): [string, string] => (Array.isArray(pair) ? [text(pair[0]), text(pair[1])] : ['', '']));
    return new Map(pairs.filter(([item, code]) => item !== '' && code !== ''));
  } catch {
    return new Map();
  }
}

/** Stores the codes of a member in place of all that were stored. */
export function storeCodes(memberId: string, codes: RewardCodes): void {
  if (memberId === '' || codes.size === 0) return forgetCodes();
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ memberId, codes: [...codes] }));
  } catch {
    // Then only this page has them.
  }
}

/** Removes the codes of whoever was signed in. */
export function forgetCodes(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // There are none.
  }
}
