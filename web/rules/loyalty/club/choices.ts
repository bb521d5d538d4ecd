// Settings of the loyalty programme that take one of a few words, and may hold another (LOYC-18): that one acts like the default,
// and whoever runs the site is warned. The settings themselves stay as they are.

import { type MemberDetails, field, list, text } from '../calls/answers.ts';

/** Tells who runs the site. */
export type Warn = (message: string) => void;

/** How a setting acts; the first word is the default. */
const choice =
  <Word extends string>(name: string, words: readonly [Word, ...Word[]]) =>
  (value: string, warn: Warn): Word => {
    const found = words.find((word) => word === value);
    if (found === undefined && value !== '') warn(`${name} "${value}" is not known, it acts like "${words[0]}"`);
    return found ?? words[0];
  };

/** `scannableCodeFormat`: what is printed on a card. */
export const codeFormat = choice('scannableCodeFormat', ['QR_CODE', 'CODE_128']);

/** `cardType`. */
export const cardKind = choice('cardType', ['DEMATERIALIZED', 'PHYSICAL']);

/** The balance that rewards are paid with. */
export const POINTS = 'POINTS';

/** A balance as it is shown. */
export interface Balance {
  readonly balanceType: string;
  readonly name: string;
  readonly amount: number;
}

/** The balances of a member that the site shows, in the site's order; `balanceTypes` may hold any text. */
export function shownBalances(member: MemberDetails, balanceTypes: readonly string[]): readonly Balance[] {
  const all = list(member['balances']).flatMap((balance) => balanceOf(balance));
  return balanceTypes.flatMap((type) => all.filter(({ balanceType }) => balanceType === type));
}

/** The points of a member; none where the service tells of none. */
export const pointsOf = (member: MemberDetails): number => shownBalances(member, [POINTS])[0]?.amount ?? 0;

function balanceOf(balance: unknown): Balance[] {
  const amount = field(balance, 'amount');
  return typeof amount === 'number' ? [{ balanceType: text(field(balance, 'balanceType')), name: text(field(balance, 'name')), amount }] : [];
}
