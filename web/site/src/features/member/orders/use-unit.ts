import { POINTS, shownBalances } from '@marquee/rules/loyalty/club/enum-settings.ts';
import { type Money, isCurrency } from '@marquee/rules/loyalty/payments/money.ts';
import { useLaterMessages } from '../../../state/later.ts';
import type { Formats } from '../../../state/member/formats.ts';
import { balanceText } from '../../../state/member/points.ts';
import { useArea, useMemberDetails } from '../../../state/member/use-member.ts';

export interface Unit {
  /** The type of the member's main balance. */
  readonly type: string;
  /** An amount with the name of its balance, such as points. */
  readonly amountOf: (amount: number, type: string, format: (amount: number) => string) => string;
  /** A price in money or in points. */
  readonly totalOf: (total: Money, formats: Formats) => string;
}

/** The main balance type, and formats for amounts of the member's balances. */
export function useUnit(): Unit {
  const { balanceTypes } = useArea();
  const member = useMemberDetails();
  const messages = useLaterMessages();
  const names = new Map(shownBalances(member, balanceTypes).map(({ balanceType, name }) => [balanceType, name]));
  const amountOf: Unit['amountOf'] = (amount, type, format) =>
    balanceText(messages, { balanceType: type, name: names.get(type) ?? '', amount }, format);
  return {
    type: balanceTypes[0] ?? POINTS,
    amountOf,
    totalOf: (total, formats) =>
      isCurrency(total.currency) ? formats.money(total) : amountOf(total.amount, total.currency, formats.number),
  };
}
