// The form to join: its fields, their validation, and where a refusal is shown (areas registration and validation).

import { PEACH_CODES } from '@marquee/api/peach-codes.gen.ts';
import { isEmail } from '../../links.ts';
import type { Failure } from '../calls/responses.ts';
import type { SignUp } from './registration.ts';

/** The values of the form. */
export interface JoinForm {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly mobile: string;
  /** The two-letter code of the mobile number's country. */
  readonly country: string;
  readonly password: string;
  readonly newsletter: boolean;
  readonly sms: boolean;
  readonly thirdParties: boolean;
  /** The preferred theater; empty for none. */
  readonly theaterId: string;
  readonly accepted: boolean;
}

export const emptyForm = (country: string): JoinForm => ({
  firstName: '',
  lastName: '',
  email: '',
  mobile: '',
  country,
  password: '',
  newsletter: false,
  sms: false,
  thirdParties: false,
  theaterId: '',
  accepted: false,
});

/** The validated fields, in the order of the form. */
export const JOIN_FIELDS = ['firstName', 'lastName', 'email', 'mobile', 'password', 'terms'] as const;
export type JoinField = (typeof JOIN_FIELDS)[number];
export type FieldError = 'missing' | 'invalid';
export type JoinErrors = Partial<Readonly<Record<JoinField, FieldError>>>;

/** Input of the validation besides the form. */
export interface Checks {
  /** Whether there are terms to accept. */
  readonly hasTerms: boolean;
  /** Whether the password satisfies the rules (VALID-05, VALID-07). */
  readonly isStrong: boolean;
  /** The mobile number in international format; undefined if it is invalid (VALID-03). */
  readonly mobileNumber: string | undefined;
}

/** The errors of the form by field. The mobile number is required only for text messages, but must be valid if it is not empty. */
export function joinErrors(form: JoinForm, { hasTerms, isStrong, mobileNumber }: Checks): JoinErrors {
  const required = (value: string): FieldError | undefined => (value.trim() === '' ? 'missing' : undefined);
  const errors: Readonly<Record<JoinField, FieldError | undefined>> = {
    firstName: required(form.firstName),
    lastName: required(form.lastName),
    email: required(form.email) ?? (isEmail(form.email.trim()) ? undefined : 'invalid'),
    mobile: form.mobile.trim() === '' ? (form.sms ? 'missing' : undefined) : mobileNumber === undefined ? 'invalid' : undefined,
    password: form.password === '' ? 'missing' : isStrong ? undefined : 'invalid',
    terms: hasTerms && !form.accepted ? 'missing' : undefined,
  };
  return Object.fromEntries(Object.entries(errors).filter(([, error]) => error !== undefined));
}

/** The first field with an error, which gets the focus. */
export const firstInvalidField = (errors: JoinErrors): JoinField | undefined =>
  JOIN_FIELDS.find((name) => errors[name] !== undefined);

const flag = (isSet: boolean): 'True' | 'False' => (isSet ? 'True' : 'False');

/** The form as it is sent (REG-04, REG-09, REG-12). */
export const signUpOf = (form: JoinForm, mobileNumber: string | undefined): SignUp => ({
  email: form.email.trim(),
  password: form.password,
  firstName: form.firstName.trim(),
  lastName: form.lastName.trim(),
  ...(mobileNumber === undefined ? {} : { mobileNumber }),
  ...(form.theaterId === '' ? {} : { preferredCinemaId: form.theaterId }),
  sendNewsletter: flag(form.newsletter),
  wishToReceiveSMS: flag(form.sms),
  contactByThirdParty: flag(form.thirdParties),
});

/** Form fields by the payload fields that a refusal may name. */
const FIELDS_BY_NAME: ReadonlyMap<string, JoinField> = new Map([
  ['firstName', 'firstName'],
  ['lastName', 'lastName'],
  ['email', 'email'],
  ['username', 'email'],
  ['mobileNumber', 'mobile'],
  ['phoneNumber', 'mobile'],
  ['password', 'password'],
]);

/** Where a failure is shown. `text`: the text of the response, or the field's own error (problem reports with a field). */
export type FailureLocation =
  | { readonly kind: 'top' }
  | { readonly kind: 'field'; readonly field: JoinField; readonly text: 'own' | 'response' };

/** Where a failure is shown: at the field that a refusal is about, else at the top of the form. */
export function failureLocation(failure: Failure): FailureLocation {
  if (failure.kind === 'unreachable') return { kind: 'top' };
  switch (failure.response.peachCode ?? undefined) {
    case PEACH_CODES.emailTaken:
    case PEACH_CODES.emailTakenByOther:
      return { kind: 'field', field: 'email', text: 'response' };
    case PEACH_CODES.weakPassword:
      return { kind: 'field', field: 'password', text: 'response' };
    case undefined: {
      const name = FIELDS_BY_NAME.get(failure.response.field ?? '');
      return name === undefined ? { kind: 'top' } : { kind: 'field', field: name, text: 'own' };
    }
    default:
      return { kind: 'top' };
  }
}
