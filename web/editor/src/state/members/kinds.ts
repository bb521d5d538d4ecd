// The kinds of records of the rewards screen, and the fields of their forms.

import { field, list, text } from '@marquee/api/json.ts';
import type { EditorMessages } from '../messages.ts';
import { amountText, parseAmount } from './points.ts';
import { type RecordKind, changesOf, numberOf } from './records.ts';

export type OfferKind = Exclude<RecordKind, 'members' | 'cards' | 'gift-cards'>;

/** A field of a form. `money` is an amount and a currency; `key` identifies the record and cannot be changed later. */
export interface OfferField {
  /** Its path in the record, such as `name` and `localizations.fr.name`. */
  readonly name: string;
  /** Which words it has. */
  readonly label: keyof EditorMessages['rewards']['fields'];
  /** The language of a text that is not in the main one. */
  readonly language?: string;
  /** `theaters` are ids as JSON. */
  readonly type: 'text' | 'long' | 'number' | 'money' | 'level' | 'theaters';
  readonly isKey?: boolean;
  readonly isRequired?: boolean;
}

type Options = Pick<OfferField, 'isKey' | 'isRequired'>;

const offerField = (name: OfferField['label'], type: OfferField['type'], options: Options = {}): OfferField => ({
  name,
  label: name,
  type,
  ...options,
});

const REQUIRED: Options = { isRequired: true };
const KEY: Options = { isKey: true, isRequired: true };
const NAME = offerField('name', 'text', REQUIRED);
const DESCRIPTION = offerField('description', 'long');
const CODE = offerField('code', 'text', KEY);
const PRICE = offerField('price', 'money', REQUIRED);
const IMAGE = offerField('imageUrl', 'text');
const THEATERS = offerField('theaters', 'theaters');
const POSITION = offerField('position', 'number');

export const OFFER_FIELDS: Readonly<Record<OfferKind, readonly OfferField[]>> = {
  rewards: [
    NAME,
    offerField('itemCode', 'text', KEY),
    offerField('pointsCost', 'number', REQUIRED),
    offerField('fromLevel', 'level'),
    DESCRIPTION,
    IMAGE,
    POSITION,
    THEATERS,
  ],
  levels: [
    NAME,
    offerField('id', 'number', KEY),
    offerField('pointsPerUnit', 'number'),
    offerField('fromPoints', 'number'),
    POSITION,
  ],
  memberships: [
    NAME,
    CODE,
    PRICE,
    offerField('levelId', 'level', REQUIRED),
    offerField('durationMonths', 'number'),
    offerField('group', 'text'),
    DESCRIPTION,
    POSITION,
  ],
  evouchers: [NAME, CODE, PRICE, DESCRIPTION, IMAGE, POSITION, THEATERS],
};

/** The fields of a form, with the texts in other languages. Levels have a name only, and one for all languages. */
export const fieldsOf = (kind: OfferKind, languages: readonly string[]): readonly OfferField[] => [
  ...OFFER_FIELDS[kind],
  ...(kind === 'levels' ? [] : languages).flatMap((language) =>
    [NAME, DESCRIPTION].map(({ label, type }) => ({ name: `localizations.${language}.${label}`, label, type, language })),
  ),
];

/** The field that identifies a record. */
export const idField = (kind: OfferKind): string => OFFER_FIELDS[kind].find(({ isKey }) => isKey === true)?.name ?? 'id';

/** What is typed into a form, by field. */
export type OfferValues = Readonly<Record<string, string>>;

/** Theaters as the value of a form. */
export const theatersText = (theaters: readonly string[]): string => (theaters.length === 0 ? '' : JSON.stringify(theaters));

/** The theaters of a form's value. */
export const theatersIn = (value: string): readonly string[] => (value === '' ? [] : list(JSON.parse(value)).map(text));

/** The values of a form for a record; undefined for a new one. */
export function initialValues(fields: readonly OfferField[], record: unknown): OfferValues {
  const price = field(record, 'price');
  const currency = text(field(price, 'currency'));
  const valueOf = ({ name, type }: OfferField): string => {
    if (record === undefined) return type === 'level' ? '0' : '';
    if (type === 'money') return amountText(numberOf(field(price, 'amount')), currency);
    const value = name.split('.').reduce<unknown>(field, record);
    return type === 'theaters' ? theatersText(list(value).map(text)) : text(value);
  };
  const values = Object.fromEntries(fields.map((item) => [item.name, valueOf(item)]));
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
    if (type === 'theaters') {
      const theaters = theatersIn(typed);
      const before = list(field(record, name));
      return theaters.length === 0 && before.length === 0 ? [] : [[name, theaters]];
    }
    // The server says what is wrong with other texts.
    const isNumber = (type === 'number' || type === 'level') && /^\d{1,12}$/.test(typed);
    return [[name, isNumber ? Number(typed) : typed]];
  });
  return changesOf(record, Object.fromEntries(entries));
}
