// Money as answers tell it.

import { field, text } from '../calls/answers.ts';

/** Money in minor units, for example cents. */
export interface Money {
  readonly amount: number;
  /** ISO 4217, or what else a service counts, such as points. */
  readonly currency: string;
}

/** Whether it is money that is counted, and not points. */
export const isCurrency = (currency: string): boolean => /^[A-Z]{3}$/.test(currency);

/** The money in an answer; nothing where it has no amount. */
export function moneyOf(value: unknown): Money | undefined {
  const amount = field(value, 'amount');
  return typeof amount === 'number' ? { amount, currency: text(field(value, 'currency')) } : undefined;
}
