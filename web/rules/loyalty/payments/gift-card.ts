// What a gift card has (CALL-36).

import { field, instantOf } from '../calls/answers.ts';
import { type Money, moneyOf } from './money.ts';

/** The balance of a card. */
export interface GiftBalance {
  readonly money: Money;
  /** When it ends, an instant; nothing for never. */
  readonly until?: string;
}

const SHOWN = 4;

/** The balance in an answer; nothing when it has none. */
export function giftBalanceOf(answer: unknown): GiftBalance | undefined {
  const money = moneyOf(field(answer, 'balance'));
  if (money === undefined) return undefined;
  const until = instantOf(field(answer, 'expiresAt'));
  return { money, ...(until === undefined ? {} : { until }) };
}

/** The end of a card's number, by which its owner knows it. */
export const endOf = (number: string): string => number.replaceAll(/[^\p{L}\p{N}]/gu, '').slice(-SHOWN);
