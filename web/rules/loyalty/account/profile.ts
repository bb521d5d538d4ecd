// A member's profile: its fields, validation, and the payload of an edit (CALL-08).

import { isZeroDate } from '../calls/responses.ts';
import { PEACH_CODES } from '@marquee/api/peach-codes.gen.ts';
import { isEmail } from '../../links.ts';
import type { Result } from '@marquee/api/call.ts';
import type { EditPayload } from '@marquee/api/loyalty/account.gen.ts';
import type { MemberDetails } from '../calls/responses.ts';

/** The text fields. */
const PROFILE_TEXTS = [
  'firstName',
  'lastName',
  'email',
  'mobileNumber',
  'dateOfBirth',
  'address1',
  'address2',
  'city',
  'state',
  'zipCode',
  'country',
] as const;
/** The boolean fields. */
export const PROFILE_FLAGS = ['sendNewsletter', 'wishToReceiveSMS', 'contactByThirdParty'] as const;

export type ProfileText = (typeof PROFILE_TEXTS)[number];
export type ProfileFlag = (typeof PROFILE_FLAGS)[number];
export type Profile = Readonly<Record<ProfileText, string>> & Readonly<Record<ProfileFlag, boolean>>;

/** The profile of a member; missing fields are empty. */
export function profileOf(member: MemberDetails): Profile {
  const textOf = (name: ProfileText): string => member[name] ?? '';
  const isSet = (name: ProfileFlag): boolean => member[name] === true;
  return {
    firstName: textOf('firstName'),
    lastName: textOf('lastName'),
    email: textOf('email'),
    mobileNumber: textOf('mobileNumber'),
    // A date; some services send an instant, and the zero date for none.
    dateOfBirth: isZeroDate(textOf('dateOfBirth')) ? '' : textOf('dateOfBirth').slice(0, 10),
    address1: textOf('address1'),
    address2: textOf('address2'),
    city: textOf('city'),
    state: textOf('state'),
    zipCode: textOf('zipCode'),
    country: textOf('country'),
    sendNewsletter: isSet('sendNewsletter'),
    wishToReceiveSMS: isSet('wishToReceiveSMS'),
    contactByThirdParty: isSet('contactByThirdParty'),
  };
}

/** The payload of an edit: only the changed fields. Booleans are text as at registration (REG-09). */
export function changesOf(before: Profile, after: Profile): EditPayload {
  const texts = PROFILE_TEXTS.filter((name) => before[name] !== after[name].trim()).map(
    (name) => [name, after[name].trim()] as const,
  );
  const flags = PROFILE_FLAGS.filter((name) => before[name] !== after[name]).map(
    (name) => [name, after[name] ? 'True' : 'False'] as const,
  );
  return Object.fromEntries([...texts, ...flags]);
}

/** Required fields. */
export const REQUIRED = ['firstName', 'lastName', 'email'] as const satisfies readonly ProfileText[];

/** The invalid fields of a profile, and why they are invalid. */
export function profileErrors(profile: Profile): ReadonlyMap<ProfileText, 'missing' | 'email'> {
  const errors = new Map<ProfileText, 'missing' | 'email'>();
  for (const name of REQUIRED) if (profile[name].trim() === '') errors.set(name, 'missing');
  if (!errors.has('email') && !isEmail(profile.email.trim())) errors.set('email', 'email');
  return errors;
}

/** Whether a change or deletion needs the password: it was entered too long ago, or was wrong (security 1.9). */
export const needsPassword = (response: Result | undefined): boolean => response?.peachCode === PEACH_CODES.wrongCurrentPassword;

/** Whether the password is requested for the first time; otherwise the entered one is wrong. */
export const isReauthentication = (response: Result | undefined): boolean => response?.reauthenticate === true;

/** The field that a refused edit is about. */
export function refusedField(response: Result | undefined): 'email' | 'currentPassword' | 'password' | undefined {
  switch (response?.peachCode) {
    case PEACH_CODES.wrongCurrentPassword:
      return 'currentPassword';
    case PEACH_CODES.emailTakenByOther:
      return 'email';
    case PEACH_CODES.weakPassword:
      return 'password';
    default:
      return undefined;
  }
}
