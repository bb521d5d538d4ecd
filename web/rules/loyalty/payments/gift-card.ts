// The balance of a gift card (CALL-36).

import type { FromService } from '@marquee/api/call.ts';
import type { GiftCardResponse } from '@marquee/api/loyalty/types.gen.ts';
import { instantOf } from '../calls/responses.ts';
import { type Money, moneyOf } from './money.ts';

export interface GiftBalance {
  readonly money: Money;
  /** When it expires, ISO 8601; absent for never. */
  readonly until?: string;
}

const SHOWN_CHARACTERS = 4;

/** The balance in a response; undefined if it has none. */
export function giftBalanceOf({ balance, expiresAt }: FromService<GiftCardResponse>): GiftBalance | undefined {
  const money = moneyOf(balance);
  if (money === undefined) return undefined;
  const until = instantOf(expiresAt);
  return { money, ...(until === undefined ? {} : { until }) };
}

/** The last characters of a card number, by which its owner recognizes it. */
export const lastCharacters = (number: string): string => number.replaceAll(/[^\p{L}\p{N}]/gu, '').slice(-SHOWN_CHARACTERS);
