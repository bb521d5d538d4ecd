// Settings of the loyalty program that have a few known values but may be any text (LOYC-18). An unknown value acts like the default
// and logs a warning. The settings are not changed.

import type { FromService } from '@marquee/api/call.ts';
import type { Balance as ServiceBalance } from '@marquee/api/loyalty/types.gen.ts';
import type { MemberDetails } from '../calls/responses.ts';

/** Logs a warning for the operator. */
export type Warn = (message: string) => void;

/** Returns a function that maps a value of a setting to a known one; the first one is the default. */
const enumSetting =
  <Value extends string>(name: string, values: readonly [Value, ...Value[]]) =>
  (value: string, warn: Warn): Value => {
    const match = values.find((candidate) => candidate === value);
    if (match === undefined && value !== '') warn(`${name} "${value}" is not known, it acts like "${values[0]}"`);
    return match ?? values[0];
  };

/** `scannableCodeFormat`: the kind of bar code on a card. */
export const codeFormat = enumSetting('scannableCodeFormat', ['QR_CODE', 'CODE_128']);

/** `cardType`. */
export const cardKind = enumSetting('cardType', ['DEMATERIALIZED', 'PHYSICAL']);

/** The balance that pays for rewards. */
export const POINTS = 'POINTS';

/** A balance as it is shown. */
export interface Balance {
  readonly balanceType: string;
  readonly name: string;
  readonly amount: number;
}

/** The balances of a member that the site shows, in the site's order; `balanceTypes` may hold any text. */
export function shownBalances({ balances }: MemberDetails, balanceTypes: readonly string[]): readonly Balance[] {
  const all = (balances ?? []).flatMap((balance) => balanceOf(balance));
  return balanceTypes.flatMap((type) => all.filter(({ balanceType }) => balanceType === type));
}

/** The points of a member; 0 if the service does not return them. */
export const pointsOf = (member: MemberDetails): number => shownBalances(member, [POINTS])[0]?.amount ?? 0;

function balanceOf({ balanceType, name, amount }: FromService<ServiceBalance>): Balance[] {
  return typeof amount === 'number' ? [{ balanceType: balanceType ?? '', name: name ?? '', amount }] : [];
}
