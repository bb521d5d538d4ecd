// Stores the codes of rewards that a member ordered in this tab: their points are spent, and no call lists codes (CALL-26). They are
// stored for this member and this tab only, until the sign-out (security 1.12).

import { field, text } from '@marquee/api/json.ts';

/** The codes of rewards, by the reward's item. */
export type RewardCodes = ReadonlyMap<string, string>;

const KEY = 'reward-codes';

/** The stored codes of the member with this id; empty for another member. */
export function storedCodes(memberId: string): RewardCodes {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? 'null');
    const codes = field(stored, 'codes');
    if (memberId === '' || field(stored, 'memberId') !== memberId || !Array.isArray(codes)) return new Map();
    const pairs = codes.map((pair: unknown): [string, string] => (Array.isArray(pair) ? [text(pair[0]), text(pair[1])] : ['', '']));
    return new Map(pairs.filter(([item, code]) => item !== '' && code !== ''));
  } catch {
    return new Map();
  }
}

/** Replaces the stored codes by those of a member. */
export function storeCodes(memberId: string, codes: RewardCodes): void {
  if (memberId === '' || codes.size === 0) return forgetCodes();
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ memberId, codes: [...codes] }));
  } catch {
    // Storage is forbidden: only this page has the codes.
  }
}

/** Removes the stored codes. */
export function forgetCodes(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Storage is forbidden, so nothing is stored.
  }
}
