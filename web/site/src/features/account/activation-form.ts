// The activation form: its fields and their validation (LOYC-19).

import { isEmail } from '@marquee/rules/links.ts';
import type { ActivationField } from '@marquee/rules/loyalty/area/screens.ts';

export interface ActivationForm {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly phone: string;
  readonly country: string;
  readonly card: string;
}

/** The validated fields, in the order of the form. */
const FIELDS = ['firstName', 'lastName', 'email', 'phone', 'card'] as const;
export type Field = (typeof FIELDS)[number];
export type Flaws = { readonly [name in Field]?: 'missing' | 'wrong' | undefined };

/** Validates the form; fields that the site does not require are not checked. `phoneNumber` is the number in international form, if it is valid. */
export function flawsOf(form: ActivationForm, required: readonly ActivationField[], phoneNumber: string | undefined): Flaws {
  const isEmpty = (text: string): boolean => text.trim() === '';
  const flaws: { -readonly [name in Field]?: 'missing' | 'wrong' } = {};
  if (isEmpty(form.firstName)) flaws.firstName = 'missing';
  if (isEmpty(form.lastName)) flaws.lastName = 'missing';
  if (!isEmail(form.email.trim())) flaws.email = isEmpty(form.email) ? 'missing' : 'wrong';
  // An empty phone number has no international form either (VALID-03).
  if (required.includes('phoneNumber') && phoneNumber === undefined) flaws.phone = isEmpty(form.phone) ? 'missing' : 'wrong';
  if (required.includes('cardNumber') && isEmpty(form.card)) flaws.card = 'missing';
  return flaws;
}

/** The first invalid field, which takes the focus. */
export const firstFlaw = (flaws: Flaws): Field | undefined => FIELDS.find((name) => flaws[name] !== undefined);
