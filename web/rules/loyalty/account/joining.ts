// The form to join: what it collects, what is wrong with it, and where a refusal is shown (areas registration and validation).

import { isEmail } from '../../links.ts';
import { type Failure, field, text } from '../calls/answers.ts';
import type { SignUp } from './registration.ts';

/** What a visitor filled in. */
export interface JoinForm {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly mobile: string;
  /** The country of the mobile number, by its two letters. */
  readonly country: string;
  readonly password: string;
  readonly newsletter: boolean;
  readonly sms: boolean;
  readonly thirdParties: boolean;
  /** The favourite theater; empty for none. */
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

/** The fields that can be wrong, in the order of the form. */
export const JOIN_FIELDS = ['firstName', 'lastName', 'email', 'mobile', 'password', 'terms'] as const;
export type JoinField = (typeof JOIN_FIELDS)[number];
export type Flaw = 'missing' | 'invalid';
export type Flaws = Partial<Readonly<Record<JoinField, Flaw>>>;

/** What the form's checks stand on. */
export interface Checks {
  /** Whether there are terms to accept. */
  readonly hasTerms: boolean;
  /** Whether the password keeps the rules (VALID-05, VALID-07). */
  readonly isStrong: boolean;
  /** The mobile number as all the world dials it; nothing when it is none (VALID-03). */
  readonly mobileNumber: string | undefined;
}

/** What is wrong with the form. The mobile number may stay empty; once there is one, or texts are to go to it, it must be one. */
export function flawsOf(form: JoinForm, { hasTerms, isStrong, mobileNumber }: Checks): Flaws {
  const named = (words: string): Flaw | undefined => (words.trim() === '' ? 'missing' : undefined);
  const found: Readonly<Record<JoinField, Flaw | undefined>> = {
    firstName: named(form.firstName),
    lastName: named(form.lastName),
    email: named(form.email) ?? (isEmail(form.email.trim()) ? undefined : 'invalid'),
    mobile: form.mobile.trim() === '' ? (form.sms ? 'missing' : undefined) : mobileNumber === undefined ? 'invalid' : undefined,
    password: form.password === '' ? 'missing' : isStrong ? undefined : 'invalid',
    terms: hasTerms && !form.accepted ? 'missing' : undefined,
  };
  return Object.fromEntries(Object.entries(found).filter(([, flaw]) => flaw !== undefined));
}

/** The field that a visitor is led to. */
export const firstFlaw = (flaws: Flaws): JoinField | undefined => JOIN_FIELDS.find((name) => flaws[name] !== undefined);

const flag = (on: boolean): 'True' | 'False' => (on ? 'True' : 'False');

/** What of the form is sent (REG-04, REG-09, REG-12). */
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

/** The fields of the payload that a refusal may name. */
const NAMED: ReadonlyMap<string, JoinField> = new Map([
  ['firstName', 'firstName'],
  ['lastName', 'lastName'],
  ['email', 'email'],
  ['username', 'email'],
  ['mobileNumber', 'mobile'],
  ['phoneNumber', 'mobile'],
  ['password', 'password'],
]);

/** Where a failure belongs. A problem report that names a field has no words of its own: the field's are shown. */
export type Place = { readonly kind: 'top' } | { readonly kind: 'field'; readonly field: JoinField; readonly words: 'own' | 'answer' };

/** The field that a refusal is about, else the top of the form. */
export function placeOf(failure: Failure): Place {
  if (failure.kind === 'unreachable') return { kind: 'top' };
  switch (field(failure.answer, 'peachCode')) {
    case 34:
    case 60:
      return { kind: 'field', field: 'email', words: 'answer' };
    case 84:
      return { kind: 'field', field: 'password', words: 'answer' };
    case undefined: {
      const name = NAMED.get(text(field(failure.answer, 'field')));
      return name === undefined ? { kind: 'top' } : { kind: 'field', field: name, words: 'own' };
    }
    default:
      return { kind: 'top' };
  }
}
