// The memberships that a visitor can choose from (CALL-28).

import { type MembershipItem, itemOf } from './activation.ts';
import { field, list, text } from '../calls/answers.ts';
import { type Money, moneyOf } from '../payments/money.ts';

/** A membership as it is offered. */
export interface Offer {
  readonly item: MembershipItem;
  readonly name: string;
  /** What it is good for, in a few words each. */
  readonly benefits: readonly string[];
  /** An amount of 0 is free. */
  readonly price: Money;
  /** The club it belongs to; empty for the site's. */
  readonly clubId: string;
  /** How long it lasts; 0 for ever. */
  readonly months: number;
  /** Points that it earns for a whole unit of money; 0 if the service does not send it. */
  readonly pointsPerUnit: number;
}

/** How many benefits a card has room for. */
const MOST_BENEFITS = 3;

const whole = (value: unknown): number => (typeof value === 'number' && Number.isFinite(value) ? value : 0);

/** The memberships of all groups in their order, without those that cannot be ordered (ACT-08). */
export const offersOf = (answer: unknown): readonly Offer[] =>
  list(field(answer, 'listConcessionGrouping')).flatMap((group) => list(field(group, 'items')).flatMap((item) => offerOf(item)));

function offerOf(found: unknown): readonly Offer[] {
  const item = itemOf(found);
  if (item === undefined) return [];
  return [
    {
      item,
      name: text(field(found, 'name')) || item.code,
      benefits: benefitsOf(text(field(found, 'description'))),
      price: moneyOf(field(found, 'price')) ?? { amount: 0, currency: '' },
      clubId: text(field(found, 'clubId')),
      months: whole(field(found, 'durationMonths')),
      pointsPerUnit: whole(field(found, 'pointsPerUnit')),
    },
  ];
}

export const isFree = ({ price }: Offer): boolean => price.amount <= 0;

/** The one that is chosen until the visitor chooses: what costs nothing, else the first. */
export const firstChoice = (offers: readonly Offer[]): Offer | undefined => offers.find((offer) => isFree(offer)) ?? offers[0];

/** A description as a list: its lines or sentences, of a single sentence the parts between its commas. */
export function benefitsOf(description: string): readonly string[] {
  const sentences = parts(description, /[\n;•]|(?<=[.])\s/u);
  const found = sentences.length > 1 ? sentences : parts(description, /,\s/u);
  return found.slice(0, MOST_BENEFITS);
}

const parts = (words: string, between: RegExp): readonly string[] =>
  words
    .split(between)
    .map((part) => part.trim().replace(/^(?:and|et)\s+/iu, '').replace(/\.$/u, ''))
    .filter((part) => part !== '')
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1));
