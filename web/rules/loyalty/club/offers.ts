// The memberships that are offered (CALL-28).

import type { FromService } from '@marquee/api/call.ts';
import type { MembershipOffer, MembershipsResponse } from '@marquee/api/loyalty/types.gen.ts';
import { type MembershipItem, itemOf } from './activation.ts';
import { type Money, moneyOf } from '../payments/money.ts';

/** An offered membership. */
export interface Offer {
  readonly item: MembershipItem;
  readonly name: string;
  /** Short phrases. */
  readonly benefits: readonly string[];
  /** An amount of 0 is free. */
  readonly price: Money;
  /** The club of the membership; empty for the site's. */
  readonly clubId: string;
  /** Duration in months; 0 for unlimited. */
  readonly months: number;
  /** Points per unit of money; 0 if the service does not send it. */
  readonly pointsPerUnit: number;
}

/** Maximum number of benefits. */
const MAX_BENEFITS = 3;

/** The memberships of all groups in order, without those that cannot be ordered (ACT-08). */
export const offersOf = ({ listConcessionGrouping: groups }: FromService<MembershipsResponse>): readonly Offer[] =>
  (groups ?? []).flatMap(({ items }) => (items ?? []).flatMap((item) => offerOf(item)));

function offerOf(entry: FromService<MembershipOffer>): readonly Offer[] {
  const item = itemOf(entry);
  if (item === undefined) return [];
  return [
    {
      item,
      name: entry.name || item.code,
      benefits: benefitsOf(entry.description ?? ''),
      price: moneyOf(entry.price) ?? { amount: 0, currency: '' },
      clubId: entry.clubId ?? '',
      months: entry.durationMonths ?? 0,
      pointsPerUnit: entry.pointsPerUnit ?? 0,
    },
  ];
}

export const isFree = ({ price }: Offer): boolean => price.amount <= 0;

/** The default choice: the first free membership, else the first one. */
export const firstChoice = (offers: readonly Offer[]): Offer | undefined => offers.find((offer) => isFree(offer)) ?? offers[0];

/** The benefits in a description: its lines or sentences, or the parts between commas of a single sentence. */
export function benefitsOf(description: string): readonly string[] {
  const sentences = parts(description, /[\n;•]|(?<=[.])\s/u);
  const benefits = sentences.length > 1 ? sentences : parts(description, /,\s/u);
  return benefits.slice(0, MAX_BENEFITS);
}

const parts = (description: string, separator: RegExp): readonly string[] =>
  description
    .split(separator)
    .map((part) =>
      part
        .trim()
        .replace(/^(?:and|et|und|y|e)\s+/iu, '')
        .replace(/\.$/u, ''),
    )
    .filter((part) => part !== '')
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1));
