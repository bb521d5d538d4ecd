// The payload of a registration (area registration).

import type { MemberSearchResult } from '../calls/answers.ts';
import type { Payload } from '../calls/calls.ts';

/** The fields of the sign-up form; further fields are sent verbatim (REG-12). */
export interface SignUp extends Payload {
  readonly email: string;
  readonly password: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly mobileNumber?: string;
}

/** The payload of Create: the form's fields override the defaults (REG-01 to REG-12). `clubId` is that of the loyalty settings. */
export function createPayload(form: SignUp, clubId: string): Payload {
  return {
    ...(clubId === '' ? {} : { clubId }),
    username: form.email,
    phoneNumber: form.mobileNumber,
    memberId: null,
    address1: null,
    address2: null,
    city: null,
    state: null,
    zipCode: null,
    pickupCinemaId: null,
    preferredCinemaId: null,
    preferenceList: null,
    memberItemId: null,
    nationalId: null,
    memberCardNumber: null,
    houseSize: 0,
    memberLevelId: 0,
    maritalStatus: '',
    updatePreferences: false,
    sendNewsletter: 'False',
    wishToReceiveSMS: 'False',
    contactByThirdParty: 'False',
    newsletterFrequency: '-1',
    preferredCinemaList: [],
    preferredGenres: [],
    ...form,
  };
}

/** The payload that assigns a username to a found member; undefined if they have one or no club was found (REG-13, REG-14). */
export function userNameEdit({ hasUserName = false, clubId = '' }: MemberSearchResult, email: string, username: string = ''): Payload | undefined {
  if (hasUserName || clubId === '') return undefined;
  return { username: username === '' ? email : username, clubId };
}
