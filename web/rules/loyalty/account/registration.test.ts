import { describe, expect, it } from 'vitest';
import { createPayload, userNameEdit, type SignUp } from './registration.ts';

const FORM: SignUp = { email: 'a@b.example', password: 'pw', firstName: 'Ann', lastName: 'Lee' };
const payload = (more: object = {}, clubId = '') => createPayload({ ...FORM, ...more }, clubId);

describe('the payload of a registration', () => {
  it('REG-01 lets the caller override every default', () => {
    const changed = Object.fromEntries(Object.keys(payload()).map((key) => [key, 'custom']));
    expect(payload(changed)).toMatchObject(changed);
    expect(payload({ sendNewsletter: 'True' })['sendNewsletter']).toBe('True');
  });

  it('REG-02 has the configured club by default, or none', () => {
    expect(payload({}, '7')['clubId']).toBe('7');
    expect(payload({ clubId: '8' }, '7')['clubId']).toBe('8');
    expect('clubId' in payload()).toBe(false);
  });

  it('REG-03 uses the email address as username', () => {
    expect(payload()['username']).toBe('a@b.example');
    expect(payload({ username: 'ann' })['username']).toBe('ann');
  });

  it('REG-04 takes the phone number from the mobile number', () => {
    expect(payload({ mobileNumber: '+14155552671' })['phoneNumber']).toBe('+14155552671');
  });

  it('REG-05 has eleven fields that are null', () => {
    const keys = [
      'memberId',
      'address1',
      'address2',
      'city',
      'state',
      'pickupCinemaId',
      'preferredCinemaId',
      'preferenceList',
      'memberItemId',
      'nationalId',
      'memberCardNumber',
    ];
    expect(keys.map((key) => Object.entries(payload()).find(([name]) => name === key)?.[1])).toEqual(
      Array.from({ length: 11 }, () => null),
    );
  });

  it('REG-06 has the ZIP code of the form, or null', () => {
    expect([payload()['zipCode'], payload({ zipCode: '94103' })['zipCode']]).toEqual([null, '94103']);
  });

  it('REG-07 REG-08 REG-09 REG-10 REG-11 has the other defaults, texts and booleans as the service expects them', () => {
    expect(payload()).toMatchObject({
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
    });
  });

  it('REG-12 has the fields of the form, and unknown ones', () => {
    expect(payload({ dateOfBirth: '1990-01-01', gender: 'F', foo: 1 })).toMatchObject({
      ...FORM,
      dateOfBirth: '1990-01-01',
      gender: 'F',
      foo: 1,
    });
  });
});

describe('a member returned by the search', () => {
  it('REG-13 with a username, or without a club, is not changed', () => {
    expect(userNameEdit({ hasUserName: true, clubId: '7' }, 'a@b.example')).toBeUndefined();
    expect(userNameEdit({ hasUserName: false }, 'a@b.example')).toBeUndefined();
    expect(userNameEdit({ clubId: '' }, 'a@b.example')).toBeUndefined();
  });

  it('REG-14 gets the chosen username, else the email address', () => {
    expect(userNameEdit({ hasUserName: false, clubId: '7' }, 'a@b.example')).toEqual({ username: 'a@b.example', clubId: '7' });
    expect(userNameEdit({ clubId: '7' }, 'a@b.example', 'ann')).toEqual({ username: 'ann', clubId: '7' });
  });
});
