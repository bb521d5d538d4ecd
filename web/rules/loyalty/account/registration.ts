// The payload of a registration (area registration).

import type { FromService } from '@marquee/api/call.ts';
import type { CreatePayload, EditPayload } from '@marquee/api/loyalty/account.gen.ts';
import type { SearchResponse } from '@marquee/api/loyalty/types.gen.ts';

/** The fields of the sign-up form; further fields are sent verbatim (REG-12). */
export interface SignUp extends CreatePayload {
  readonly email: string;
  readonly password: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly mobileNumber?: string;
}

/** The payload of Create: the form's fields override the defaults (REG-01 to REG-12). `clubId` is that of the loyalty settings. */
export function createPayload(form: SignUp, clubId: string): CreatePayload {
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
export function userNameEdit(
  { hasUserName, clubId }: FromService<SearchResponse>,
  email: string,
  username: string = '',
): EditPayload | undefined {
  if (hasUserName === true || !clubId) return undefined;
  return { username: username === '' ? email : username, clubId };
}
