// What a gift card has (CALL-36).

import { field, text } from './answers.ts';
import type { Money } from './offers.ts';

/** The balance of a card. */
export interface GiftBalance {
  readonly money: Money;
  /** When it ends, an instant; nothing for never. */
  readonly until?: string;
}

/** No date, as the service writes it. */
const NEVER = '0001-01-01';
const SHOWN = 4;

/** The balance in an answer; nothing when it has none. */
export function giftBalanceOf(answer: unknown): GiftBalance | undefined {
  const amount = field(field(answer, 'balance'), 'amount');
  if (typeof amount !== 'number') return undefined;
  const until = text(field(answer, 'expiresAt'));
  return {
    money: { amount, currency: text(field(field(answer, 'balance'), 'currency')) },
    ...(until === '' || until.startsWith(NEVER) || Number.isNaN(Date.parse(until)) ? {} : { until }),
  };
}

/** The end of a card's number, by which its owner knows it. */
export const endOf = (number: string): string => number.replaceAll(/[^\p{L}\p{N}]/gu, '').slice(-SHOWN);
