// The activation form: its fields and their validation (LOYC-19).

import { isEmail } from '@marquee/rules/links.ts';
import type { FieldError } from '@marquee/rules/loyalty/account/joining.ts';
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
export type ActivationErrors = { readonly [name in Field]?: FieldError | undefined };

/** Validates the form; fields that the site does not require are not checked. `phoneNumber` is the number in international form, if it is valid. */
export function activationErrors(
  form: ActivationForm,
  required: readonly ActivationField[],
  phoneNumber: string | undefined,
): ActivationErrors {
  const isEmpty = (text: string): boolean => text.trim() === '';
  const errors: { -readonly [name in Field]?: FieldError } = {};
  if (isEmpty(form.firstName)) errors.firstName = 'missing';
  if (isEmpty(form.lastName)) errors.lastName = 'missing';
  if (!isEmail(form.email.trim())) errors.email = isEmpty(form.email) ? 'missing' : 'invalid';
  // An empty phone number has no international form either (VALID-03).
  if (required.includes('phoneNumber') && phoneNumber === undefined) errors.phone = isEmpty(form.phone) ? 'missing' : 'invalid';
  if (required.includes('cardNumber') && isEmpty(form.card)) errors.card = 'missing';
  return errors;
}

/** The first invalid field, which takes the focus. */
export const firstInvalidField = (errors: ActivationErrors): Field | undefined => FIELDS.find((name) => errors[name] !== undefined);
