// What members collect, in words.

import { type Balance, POINTS } from '@marquee/rules/loyalty/club/choices.ts';
import type { LaterMessages } from '../../messages/messages.ts';
import type { Formats } from './formats.ts';

/** What a balance is counted in: points have a word in the site's language, anything else its own name. */
export function unitOf({ common }: LaterMessages, { balanceType, name, amount }: Balance): string {
  if (balanceType === POINTS || balanceType === '') return common.points({ count: Math.abs(amount) });
  return name === '' ? balanceType : name;
}

/** A balance in words, such as `840 points`; `write` says how its amount is written. */
export const balanceText = (words: LaterMessages, balance: Balance, write: (amount: number) => string): string =>
  words.common.amountOf({ amount: write(balance.amount), unit: unitOf(words, balance) });

/** Points in words, such as `840 points`. */
export const pointsText = (words: LaterMessages, { number }: Formats, amount: number): string => balanceText(words, { balanceType: POINTS, name: '', amount }, number);
