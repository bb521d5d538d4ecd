// The form to activate a membership: what it collects, and what is wrong with it (LOYC-19).

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

/** The fields that can be wrong, in the order of the form. */
const FIELDS = ['firstName', 'lastName', 'email', 'phone', 'card'] as const;
export type Field = (typeof FIELDS)[number];
export type Flaws = { readonly [name in Field]?: 'missing' | 'wrong' | undefined };

/** What is wrong with the form; a field that the site does not ask for never is. `dialled` is the phone number as all the world dials it, if it is one. */
export function flawsOf(form: ActivationForm, required: readonly ActivationField[], dialled: string | undefined): Flaws {
  const isEmpty = (text: string): boolean => text.trim() === '';
  const flaws: { -readonly [name in Field]?: 'missing' | 'wrong' } = {};
  if (isEmpty(form.firstName)) flaws.firstName = 'missing';
  if (isEmpty(form.lastName)) flaws.lastName = 'missing';
  if (!isEmail(form.email.trim())) flaws.email = isEmpty(form.email) ? 'missing' : 'wrong';
  // An empty number is none either (VALID-03).
  if (required.includes('phoneNumber') && dialled === undefined) flaws.phone = isEmpty(form.phone) ? 'missing' : 'wrong';
  if (required.includes('cardNumber') && isEmpty(form.card)) flaws.card = 'missing';
  return flaws;
}

/** The field that a visitor is led to. */
export const firstOf = (flaws: Flaws): Field | undefined => FIELDS.find((name) => flaws[name] !== undefined);
