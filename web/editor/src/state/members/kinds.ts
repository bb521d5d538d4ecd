// The kinds of records of the rewards screen, and the fields of their forms.

import { field, text } from '@marquee/api/json.ts';
import type { EditorMessages } from '../messages.ts';
import { amountText, parseAmount } from './points.ts';
import { type RecordKind, changesOf, numberOf } from './records.ts';

export type OfferKind = Exclude<RecordKind, 'members' | 'cards' | 'gift-cards'>;

/** A field of a form. `money` is an amount and a currency; `key` identifies the record and cannot be changed later. */
export interface OfferField {
  readonly name: keyof EditorMessages['rewards']['fields'];
  readonly type: 'text' | 'long' | 'number' | 'money' | 'level';
  readonly isKey?: boolean;
  readonly isRequired?: boolean;
}

const NAME: OfferField = { name: 'name', type: 'text', isRequired: true };
const DESCRIPTION: OfferField = { name: 'description', type: 'long' };
const CODE: OfferField = { name: 'code', type: 'text', isKey: true, isRequired: true };
const PRICE: OfferField = { name: 'price', type: 'money', isRequired: true };

export const OFFER_FIELDS: Readonly<Record<OfferKind, readonly OfferField[]>> = {
  rewards: [
    NAME,
    { ...CODE, name: 'itemCode' },
    { name: 'pointsCost', type: 'number', isRequired: true },
    { name: 'fromLevel', type: 'level' },
    DESCRIPTION,
    { name: 'imageUrl', type: 'text' },
  ],
  levels: [
    NAME,
    { name: 'id', type: 'number', isKey: true, isRequired: true },
    { name: 'pointsPerUnit', type: 'number' },
    { name: 'fromPoints', type: 'number' },
  ],
  memberships: [
    NAME,
    CODE,
    PRICE,
    { name: 'levelId', type: 'level', isRequired: true },
    { name: 'durationMonths', type: 'number' },
    { name: 'group', type: 'text' },
    DESCRIPTION,
  ],
  evouchers: [NAME, CODE, PRICE, DESCRIPTION],
};

/** The field that identifies a record. */
export const idField = (kind: OfferKind): string => OFFER_FIELDS[kind].find(({ isKey }) => isKey === true)?.name ?? 'id';

/** What is typed into a form, by field. */
export type OfferValues = Readonly<Record<string, string>>;

/** The values of a form for a record; undefined for a new one. */
export function initialValues(kind: OfferKind, record: unknown): OfferValues {
  const price = field(record, 'price');
  const currency = text(field(price, 'currency'));
  const valueOf = ({ name, type }: OfferField): string => {
    if (record === undefined) return type === 'level' ? '0' : '';
    return type === 'money' ? amountText(numberOf(field(price, 'amount')), currency) : text(field(record, name));
  };
  const values = Object.fromEntries(OFFER_FIELDS[kind].map((item) => [item.name, valueOf(item)]));
  return currency === '' ? values : { ...values, currency };
}

/** What is wrong with a typed value. */
export function faultOf({ name, type, isRequired }: OfferField, values: OfferValues): 'required' | 'amount' | undefined {
  const typed = (values[name] ?? '').trim();
  if (isRequired === true && typed === '') return 'required';
  return type === 'money' && parseAmount(typed, values['currency'] ?? '') === undefined ? 'amount' : undefined;
}

/** The fields of a form that differ from a record, as the server takes them. */
export function requestOf(fields: readonly OfferField[], record: unknown, values: OfferValues): Readonly<Record<string, unknown>> {
  const entries = fields.flatMap(({ name, type }): [string, unknown][] => {
    const typed = (values[name] ?? '').trim();
    const currency = values['currency'] ?? '';
    if (type === 'money')
      return [
        ['price.amount', parseAmount(typed, currency)],
        ['price.currency', currency],
      ];
    // The server says what is wrong with other texts.
    const isNumber = (type === 'number' || type === 'level') && /^\d{1,12}$/.test(typed);
    return [[name, isNumber ? Number(typed) : typed]];
  });
  return changesOf(record, Object.fromEntries(entries));
}
