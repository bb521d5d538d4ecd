import { describe, expect, it } from 'vitest';
import { getMember } from '@marquee/api/loyalty/session.gen.ts';
import { changesOf, profileErrors, refusedField, isReauthentication, needsPassword, profileOf as shownProfile } from './profile.ts';

const profileOf = (memberDetails: object) =>
  shownProfile(getMember({ version: 3, circuitId: 'C1', cinemaId: 'T1' }).read({ memberDetails }).memberDetails ?? {});

const IRIS = profileOf({
  firstName: 'Iris',
  lastName: 'Calloway',
  email: 'iris@example.org',
  mobileNumber: '+13135550134',
  city: 'Detroit',
  country: 'US',
  dateOfBirth: null,
  sendNewsletter: false,
  wishToReceiveSMS: 'True',
});

describe('a profile', () => {
  it('is parsed from the member; missing fields are empty', () => {
    expect(IRIS).toEqual({
      firstName: 'Iris',
      lastName: 'Calloway',
      email: 'iris@example.org',
      mobileNumber: '+13135550134',
      dateOfBirth: '',
      address1: '',
      address2: '',
      city: 'Detroit',
      state: '',
      zipCode: '',
      country: 'US',
      sendNewsletter: false,
      wishToReceiveSMS: true,
      contactByThirdParty: false,
    });
    expect(
      ['1990-05-04', '1990-05-04T00:00:00Z', '0001-01-01T00:00:00Z', undefined].map(
        (dateOfBirth) => profileOf({ dateOfBirth }).dateOfBirth,
      ),
    ).toEqual(['1990-05-04', '1990-05-04', '', '']);
  });

  it('has every text, and booleans that may be sent as text', () => {
    const texts = {
      firstName: 'Iris',
      lastName: 'Calloway',
      email: 'iris@example.org',
      mobileNumber: '+13135550134',
      dateOfBirth: '1990-05-04',
      address1: '1 Elm St',
      address2: 'Apt 2',
      city: 'Detroit',
      state: 'MI',
      zipCode: '48201',
      country: 'US',
    };
    const flags = { sendNewsletter: true, wishToReceiveSMS: true, contactByThirdParty: true };
    expect(profileOf({ ...texts, ...flags })).toEqual({ ...texts, ...flags });
    expect(profileOf({ ...texts, sendNewsletter: 'True', wishToReceiveSMS: 'False', contactByThirdParty: false })).toEqual({
      ...texts,
      sendNewsletter: true,
      wishToReceiveSMS: false,
      contactByThirdParty: false,
    });
  });

  it('CALL-08 sends only what changed', () => {
    expect(changesOf(IRIS, IRIS)).toEqual({});
    expect(
      changesOf(IRIS, {
        ...IRIS,
        city: ' Ann Arbor ',
        firstName: 'Iris ',
        zipCode: '48103',
        sendNewsletter: true,
        wishToReceiveSMS: false,
      }),
    ).toEqual({
      city: 'Ann Arbor',
      zipCode: '48103',
      sendNewsletter: 'True',
      wishToReceiveSMS: 'False',
    });
    expect(changesOf(IRIS, { ...IRIS, mobileNumber: '' })).toEqual({ mobileNumber: '' });
  });

  it('VALID-13 requires a name and an email address', () => {
    expect([...profileErrors(IRIS)]).toEqual([]);
    expect([...profileErrors({ ...IRIS, firstName: ' ', email: '' })]).toEqual([
      ['firstName', 'missing'],
      ['email', 'missing'],
    ]);
    expect(
      ['iris', 'iris@example', 'iris@b.c1', 'i r@example.org', ' iris@example.org '].map((email) =>
        profileErrors({ ...IRIS, email }).get('email'),
      ),
    ).toEqual(['email', 'email', 'email', 'email', undefined]);
  });
});

it('a refused edit names its field', () => {
  expect([58, 60, 84, 7].map((peachCode) => refusedField({ peachCode }))).toEqual([
    'currentPassword',
    'email',
    'password',
    undefined,
  ]);
  expect(
    [{ peachCode: 58, reauthenticate: true }, { peachCode: 58 }, { peachCode: 7 }, undefined].map((response) => [
      needsPassword(response),
      isReauthentication(response),
    ]),
  ).toEqual([
    [true, true],
    [true, false],
    [false, false],
    [false, false],
  ]);
});
