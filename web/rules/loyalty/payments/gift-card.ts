// Parses the balance of a gift card (CALL-36).

import { field, instantOf } from '../calls/answers.ts';
import { type Money, moneyOf } from './money.ts';

export interface GiftBalance {
  readonly money: Money;
  /** When it expires, ISO 8601; absent for never. */
  readonly until?: string;
}

const SHOWN_CHARACTERS = 4;

/** The balance in an answer; undefined if it has none. */
export function giftBalanceOf(answer: unknown): GiftBalance | undefined {
  const money = moneyOf(field(answer, 'balance'));
  if (money === undefined) return undefined;
  const until = instantOf(field(answer, 'expiresAt'));
  return { money, ...(until === undefined ? {} : { until }) };
}

/** The last characters of a card number, by which its owner recognizes it. */
export const lastCharacters = (number: string): string => number.replaceAll(/[^\p{L}\p{N}]/gu, '').slice(-SHOWN_CHARACTERS);
