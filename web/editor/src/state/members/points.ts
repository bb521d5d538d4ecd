// Points that an operator types, and amounts of money.

import { field, text } from '@marquee/api/json.ts';
import { MAX_POINTS } from '../permissions.ts';
import { numberOf } from './records.ts';

/** A typed number of points such as `+ 100` or `-50`; undefined if it is not one, or 0. */
export function parsePoints(typed: string): number | undefined {
  const compact = typed.replaceAll(/\s/g, '').replace(/^[−–]/, '-');
  if (!/^[+-]?\d{1,10}$/.test(compact)) return undefined;
  const points = Number(compact);
  return points === 0 || Math.abs(points) > MAX_POINTS ? undefined : points;
}

/** A typed limit of points from 1 to `most`, such as `500`; undefined if it is not one. */
export function parsePointsLimit(typed: string, most: number): number | undefined {
  const compact = typed.replaceAll(/\s/g, '');
  if (!/^\d{1,10}$/.test(compact)) return undefined;
  const points = Number(compact);
  return points >= 1 && points <= most ? points : undefined;
}

/** An id for a request that is sent again if the response is lost. */
export const newRequestId = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');

/** Digits after the decimal point of a currency; 2 for one that is not known. */
function digitsOf(currency: string): number {
  try {
    return new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2;
  } catch {
    return 2;
  }
}

/** An amount in the smallest unit as text, such as `$42.50`. */
export function moneyText(locale: string, amount: number, currency: string): string {
  const value = amount / 10 ** digitsOf(currency);
  try {
    return new Intl.NumberFormat(locale, { style: 'currency', currency, currencyDisplay: 'narrowSymbol' }).format(value);
  } catch {
    return `${value} ${currency}`;
  }
}

/** An amount for a text field, such as `42.50`. */
export function amountText(amount: number, currency: string): string {
  const digits = digitsOf(currency);
  return (amount / 10 ** digits).toFixed(digits);
}

/** A typed amount such as `42.50` or `42,5` in the smallest unit; undefined if it is not one. */
export function parseAmount(typed: string, currency: string): number | undefined {
  const match = /^(?<whole>\d{1,9})(?:[.,](?<part>\d*))?$/.exec(typed.replaceAll(/\s/g, ''))?.groups;
  const digits = digitsOf(currency);
  const part = match?.['part'] ?? '';
  if (match === undefined || part.length > digits) return undefined;
  return Number(`${match['whole']}${part.padEnd(digits, '0')}`);
}

/** One unit of a currency, in its smallest unit: 100 for a dollar. */
export const oneUnit = (currency: string): number => 10 ** digitsOf(currency);

/** What a membership costs, in the smallest unit, and for how many months; 0 months have no end. */
export interface MembershipPrice {
  readonly amount: number;
  readonly currency: string;
  readonly months: number;
}

/** The cheapest membership that gives a level; undefined if no membership does. */
export function membershipOfLevel(memberships: readonly unknown[], level: number): MembershipPrice | undefined {
  return memberships
    .filter((membership) => field(membership, 'levelId') === level)
    .map((membership) => {
      const price = field(membership, 'price');
      return {
        amount: numberOf(field(price, 'amount')),
        currency: text(field(price, 'currency')),
        months: numberOf(field(membership, 'durationMonths')),
      };
    })
    .toSorted((a, b) => a.amount - b.amount)[0];
}
