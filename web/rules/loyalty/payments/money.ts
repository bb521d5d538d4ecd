// Amounts of money.

import type { FromService } from '@marquee/api/call.ts';
import type { MoneyAmount } from '@marquee/api/loyalty/types.gen.ts';
import { CURRENCY_PATTERN } from '../../shared.gen.ts';

/** Money in minor units, for example cents. */
export interface Money {
  readonly amount: number;
  /** ISO 4217, or another unit of a service, such as points; empty if missing. */
  readonly currency: string;
}

/** Whether a unit is a currency and not, for example, points. */
export const isCurrency = (currency: string): boolean => new RegExp(CURRENCY_PATTERN).test(currency);

/** Parses an amount of money; undefined without an amount. */
export function moneyOf(money: FromService<MoneyAmount> | null | undefined): Money | undefined {
  const amount = money?.amount;
  return typeof amount === 'number' ? { amount, currency: money?.currency ?? '' } : undefined;
}
