import { shownBalances } from '@marquee/rules/loyalty/choices.ts';
import type { LaterMessages } from '../../../messages/messages.ts';
import { useLater } from '../../../state/later.tsx';
import { useArea, useDetails } from '../../../state/member/use-member.ts';

/** What a site's members collect, first of all. */
const POINTS = 'POINTS';

/** What a member collects, and how an amount of a balance is said: points, or what else the balance is called. */
export function useUnit(): { readonly type: string; readonly amountOf: (amount: string, type: string) => string } {
  const { balanceTypes } = useArea();
  const member = useDetails();
  const { mine } = useLater();
  const names = new Map(shownBalances(member, balanceTypes).map(({ balanceType, name }) => [balanceType, name]));
  return { type: balanceTypes[0] ?? POINTS, amountOf: (amount, type) => amountText(mine, amount, type, names.get(type)) };
}

function amountText(mine: LaterMessages['mine'], amount: string, type: string, name: string | undefined): string {
  if (type === POINTS || type === '') return mine.amountPoints({ amount });
  return mine.amountOf({ amount, unit: name === undefined || name === '' ? type : name });
}
