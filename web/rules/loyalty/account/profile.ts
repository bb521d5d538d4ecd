// What members say of themselves, and what is sent when they change it (CALL-08).

import { isEmail } from '../../links.ts';
import { type MemberDetails, field, text } from '../calls/answers.ts';
import type { Payload } from '../calls/calls.ts';

/** The fields that are texts. */
const PROFILE_TEXTS = ['firstName', 'lastName', 'email', 'mobileNumber', 'dateOfBirth', 'address1', 'address2', 'city', 'state', 'zipCode', 'country'] as const;
/** The choices. */
export const PROFILE_FLAGS = ['sendNewsletter', 'wishToReceiveSMS', 'contactByThirdParty'] as const;

export type ProfileText = (typeof PROFILE_TEXTS)[number];
export type ProfileFlag = (typeof PROFILE_FLAGS)[number];
export type Profile = Readonly<Record<ProfileText, string>> & Readonly<Record<ProfileFlag, boolean>>;

/** The profile of a member; what the service does not say is empty. */
export function profileOf(member: MemberDetails): Profile {
  const of = (name: ProfileText): string => text(member[name]);
  const is = (name: ProfileFlag): boolean => member[name] === true || member[name] === 'True';
  return {
    firstName: of('firstName'),
    lastName: of('lastName'),
    email: of('email'),
    mobileNumber: of('mobileNumber'),
    // A day; some services send it as an instant, and none as the zero date.
    dateOfBirth: of('dateOfBirth').startsWith('0001-') ? '' : of('dateOfBirth').slice(0, 10),
    address1: of('address1'),
    address2: of('address2'),
    city: of('city'),
    state: of('state'),
    zipCode: of('zipCode'),
    country: of('country'),
    sendNewsletter: is('sendNewsletter'),
    wishToReceiveSMS: is('wishToReceiveSMS'),
    contactByThirdParty: is('contactByThirdParty'),
  };
}

/** What an edit sends: the fields that changed, and nothing else. Choices are spelled as at registration (REG-09). */
export function changesOf(before: Profile, after: Profile): Payload {
  const texts = PROFILE_TEXTS.filter((name) => before[name] !== after[name].trim()).map((name) => [name, after[name].trim()] as const);
  const flags = PROFILE_FLAGS.filter((name) => before[name] !== after[name]).map((name) => [name, after[name] ? 'True' : 'False'] as const);
  return Object.fromEntries([...texts, ...flags]);
}

/** What a member must say. */
export const REQUIRED = ['firstName', 'lastName', 'email'] as const satisfies readonly ProfileText[];

/** The fields that cannot be saved as they are, and why. */
export function faultsOf(profile: Profile): ReadonlyMap<ProfileText, 'missing' | 'email'> {
  const faults = new Map<ProfileText, 'missing' | 'email'>();
  for (const name of REQUIRED) if (profile[name].trim() === '') faults.set(name, 'missing');
  if (!faults.has('email') && !isEmail(profile.email.trim())) faults.set('email', 'email');
  return faults;
}

/** Whether a change, or a deletion, waits for the password: it was entered too long ago, or wrongly (security 1.9). */
export const needsPassword = (answer: unknown): boolean => field(answer, 'peachCode') === 58;

/** Whether the password was not asked for before; else the one that was entered is wrong. */
export const isReauthentication = (answer: unknown): boolean => field(answer, 'reauthenticate') === true;

/** Which field a refused edit is about. */
export function fieldOf(answer: unknown): 'email' | 'currentPassword' | 'password' | undefined {
  switch (field(answer, 'peachCode')) {
    case 58:
      return 'currentPassword';
    case 60:
      return 'email';
    case 84:
      return 'password';
    default:
      return undefined;
  }
}
