import { POINTS, shownBalances } from '@marquee/rules/loyalty/club/choices.ts';
import { type Money, isCurrency } from '@marquee/rules/loyalty/payments/money.ts';
import { useLater } from '../../../state/later.ts';
import type { Formats } from '../../../state/member/formats.ts';
import { balanceText } from '../../../state/member/points.ts';
import { useArea, useDetails } from '../../../state/member/use-member.ts';

export interface Unit {
  /** What a member collects first of all. */
  readonly type: string;
  /** How an amount of a balance is said: points, or what else the balance is called. */
  readonly amountOf: (amount: number, type: string, write: (amount: number) => string) => string;
  /** How a price is said that was paid in money, or in points. */
  readonly totalOf: (total: Money, formats: Formats) => string;
}

/** What a member collects, and how it is said. */
export function useUnit(): Unit {
  const { balanceTypes } = useArea();
  const member = useDetails();
  const words = useLater();
  const names = new Map(shownBalances(member, balanceTypes).map(({ balanceType, name }) => [balanceType, name]));
  const amountOf: Unit['amountOf'] = (amount, type, write) => balanceText(words, { balanceType: type, name: names.get(type) ?? '', amount }, write);
  return {
    type: balanceTypes[0] ?? POINTS,
    amountOf,
    totalOf: (total, formats) => (isCurrency(total.currency) ? formats.money(total) : amountOf(total.amount, total.currency, formats.number)),
  };
}
