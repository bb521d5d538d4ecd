// Texts for balances of points.

import { type Balance, POINTS } from '@marquee/rules/loyalty/club/enum-settings.ts';
import type { LaterMessages } from '../../messages/messages.ts';
import type { Formats } from './formats.ts';

/** The unit of a balance: points in the site's language, other units by their own name. */
export function unitOf({ common }: LaterMessages, { balanceType, name, amount }: Balance): string {
  if (balanceType === POINTS || balanceType === '') return common.points({ count: Math.abs(amount) });
  return name === '' ? balanceType : name;
}

/** A balance as text, such as `840 points`; `format` formats the amount. */
export const balanceText = (words: LaterMessages, balance: Balance, format: (amount: number) => string): string =>
  words.common.amountOf({ amount: format(balance.amount), unit: unitOf(words, balance) });

/** Points as text, such as `840 points`. */
export const pointsText = (words: LaterMessages, { number }: Formats, amount: number): string =>
  balanceText(words, { balanceType: POINTS, name: '', amount }, number);
