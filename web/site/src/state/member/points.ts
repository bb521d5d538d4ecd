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
export const balanceText = (messages: LaterMessages, balance: Balance, format: (amount: number) => string): string =>
  messages.common.amountOf({ amount: format(balance.amount), unit: unitOf(messages, balance) });

/** Points as text, such as `840 points`. */
export const pointsText = (messages: LaterMessages, { number }: Formats, amount: number): string =>
  balanceText(messages, { balanceType: POINTS, name: '', amount }, number);
