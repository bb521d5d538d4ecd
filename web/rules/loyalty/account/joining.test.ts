import { readResult } from '@marquee/api/call.ts';
import { describe, expect, it } from 'vitest';
import { type JoinForm, emptyForm, firstInvalidField, joinErrors, failureLocation, signUpOf } from './joining.ts';
import { createPayload } from './registration.ts';

const FORM: JoinForm = {
  ...emptyForm('US'),
  firstName: ' Ann ',
  lastName: ' Lee ',
  email: ' ann@mail.example ',
  password: 'Abcdef1!',
  accepted: true,
};
const OK = { hasTerms: true, isStrong: true, mobileNumber: undefined };

it('the empty form has only the country, and no choice', () => {
  expect(emptyForm('US')).toEqual({
    firstName: '',
    lastName: '',
    email: '',
    mobile: '',
    country: 'US',
    password: '',
    newsletter: false,
    sms: false,
    thirdParties: false,
    theaterId: '',
    accepted: false,
  });
});

describe('the errors of the form', () => {
  it('are empty if all fields are valid', () => {
    expect(joinErrors(FORM, OK)).toStrictEqual({});
    expect(firstInvalidField({})).toBeUndefined();
  });

  it('include all missing required fields', () => {
    const errors = joinErrors({ ...emptyForm('US'), firstName: '  ' }, { ...OK, isStrong: false });
    expect(errors).toEqual({ firstName: 'missing', lastName: 'missing', email: 'missing', password: 'missing', terms: 'missing' });
    expect(firstInvalidField(errors)).toBe('firstName');
  });

  it.each([
    'ann',
    'ann@',
    '@mail.example',
    'ann@mail',
    'ann@mail.',
    'ann@mail.example.',
    'ann@mail.example@x',
    'ann lee@mail.example',
  ])('include the email %j', (email) => {
    expect(joinErrors({ ...FORM, email }, OK)).toEqual({ email: 'invalid' });
  });

  it('VALID-03 include an invalid mobile number of the country', () => {
    expect(joinErrors({ ...FORM, mobile: '12345' }, OK)).toEqual({ mobile: 'invalid' });
    expect(joinErrors({ ...FORM, mobile: '(415) 555-2671' }, { ...OK, mobileNumber: '+14155552671' })).toEqual({});
  });

  it('VALID-03 include an empty mobile number if text messages are requested', () => {
    expect(joinErrors({ ...FORM, sms: true }, OK)).toEqual({ mobile: 'missing' });
    expect([true, false].map((sms) => joinErrors({ ...FORM, mobile: '  ', sms }, OK))).toEqual([{ mobile: 'missing' }, {}]);
  });

  it('VALID-05 VALID-07 include a password that does not satisfy the rules', () => {
    expect(joinErrors(FORM, { ...OK, isStrong: false })).toEqual({ password: 'invalid' });
  });

  it('do not include missing acceptance if there are no terms', () => {
    expect(joinErrors({ ...FORM, accepted: false }, { ...OK, hasTerms: false })).toEqual({});
  });
});

describe('the payload', () => {
  it('REG-12 has the fields of the form', () => {
    expect(createPayload(signUpOf({ ...FORM, theaterId: 't1' }, '+14155552671'), '7')).toMatchObject({
      email: 'ann@mail.example',
      username: 'ann@mail.example',
      firstName: 'Ann',
      lastName: 'Lee',
      password: 'Abcdef1!',
      mobileNumber: '+14155552671',
      phoneNumber: '+14155552671',
      preferredCinemaId: 't1',
      clubId: '7',
      memberItemId: null,
    });
  });

  it('REG-05 has no theater and no number if they are empty', () => {
    const payload = createPayload(signUpOf(FORM, undefined), '');
    expect([payload['preferredCinemaId'], 'mobileNumber' in payload]).toEqual([null, false]);
  });

  it('REG-09 has the choices as text', () => {
    expect(createPayload(signUpOf({ ...FORM, newsletter: true }, undefined), '')).toMatchObject({
      sendNewsletter: 'True',
      wishToReceiveSMS: 'False',
      contactByThirdParty: 'False',
      newsletterFrequency: '-1',
      updatePreferences: false,
    });
    expect(signUpOf({ ...FORM, sms: true, thirdParties: true }, undefined)).toMatchObject({
      wishToReceiveSMS: 'True',
      contactByThirdParty: 'True',
    });
  });
});

describe('where a refusal is shown', () => {
  const refused = (response: unknown) => failureLocation({ kind: 'refused', response: readResult(response) });

  it.each([34, 60])('ERR-04 code %i at the email', (peachCode) => {
    expect(refused({ peachCode })).toEqual({ kind: 'field', field: 'email', text: 'response' });
  });

  it('VALID-06 code 84 at the password', () => {
    expect(refused({ peachCode: 84 })).toEqual({ kind: 'field', field: 'password', text: 'response' });
  });

  it.each([
    ['email', 'email'],
    ['mobileNumber', 'mobile'],
    ['firstName', 'firstName'],
  ])('a report about %s at its field', (field, expected) => {
    expect(refused({ status: 400, title: 'x', field })).toEqual({ kind: 'field', field: expected, text: 'own' });
  });

  it('anything else at the top', () => {
    expect(
      [{ peachCode: 1020 }, { peachCode: 85, field: 'email' }, { field: 'clubId' }, undefined, 'x'].map(
        (response) => refused(response).kind,
      ),
    ).toEqual(['top', 'top', 'top', 'top', 'top']);
    expect(failureLocation({ kind: 'unreachable' })).toEqual({ kind: 'top' });
  });
});
