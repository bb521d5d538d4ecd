import { describe, expect, it } from 'vitest';
import { readResult } from '@marquee/api/call.ts';
import { memberSearch } from '@marquee/api/loyalty/account.gen.ts';
import { login } from '@marquee/api/loyalty/session.gen.ts';
import * as responses from './responses.ts';
import { instantOf, memberExpiry } from './responses.ts';
import { userNameEdit } from '../account/registration.ts';

const CONTEXT = { version: 1, circuitId: 'C1', cinemaId: 'T1' } as const;

/** Reads what a service sends as the response of a login. */
const { read } = login(CONTEXT, { username: 'ada', password: 'pw' });
const isSuccess = (response: unknown) => responses.isSuccess(read(response));
const isAccepted = (response: unknown) => responses.isAccepted(read(response));
const isOutage = (response: unknown) => responses.isOutage(readResult(response));
const isSessionOver = (response: unknown) => responses.isSessionOver(read(response));
const memberOf = (response: unknown) => responses.memberOf(read(response));
const tokensOf = (response: unknown) => responses.tokensOf(read(response));
const errorOf = (response: unknown) => responses.errorOf(read(response));

const NOTHING = [undefined, null, '', 'x', 0, [], [{ peachCode: 0 }], {}];

describe('ENT-01 a call', () => {
  it.each<[response: unknown, isSuccessful: boolean]>([
    [{ peachCode: 0 }, true],
    [{ peachCode: 0, statusCode: 201 }, true],
    [{ peachCode: 7 }, false],
    [{ peachCode: '0' }, false],
    [{ statusCode: 200 }, false],
    ...NOTHING.map((response): [unknown, boolean] => [response, false]),
  ])('with the response %j succeeded: %j', (response, isSuccessful) => {
    expect(isSuccess(response)).toBe(isSuccessful);
  });

  it.each<[response: unknown, isSuccessful: boolean]>([
    [{ statusCode: 200 }, true],
    [{ statusCode: 0 }, true],
    [{ statusCode: 201 }, false],
    [{ statusCode: 500, peachCode: 0 }, false],
    [{ peachCode: 0 }, false],
    ...NOTHING.map((response): [unknown, boolean] => [response, false]),
  ])('to refresh or sign in by token with the response %j succeeded: %j', (response, isSuccessful) => {
    expect(isAccepted(response)).toBe(isSuccessful);
  });
});

describe('ENT-02 the fields of a response', () => {
  it('the zero date is not an instant', () => {
    expect(['0001-01-01T00:00:00Z', '', null, 'soon', '2026-11-22T12:00:00Z'].map(instantOf)).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
      '2026-11-22T12:00:00Z',
    ]);
  });

  it('SESS-07 the member has every field that the service sends', () => {
    expect(memberOf({ memberDetails: { memberId: 'm1', foo: 1 } })).toEqual({ memberId: 'm1', foo: 1 });
  });

  it('missing tokens are empty', () => {
    const both = { sessionManagementTokens: { boxofficeSessionToken: 't1', boxofficeRefreshSessionToken: 'r1' } };
    expect(tokensOf(both)).toEqual({ token: 't1', refreshToken: 'r1' });
    expect(tokensOf({ sessionManagementTokens: { boxofficeSessionToken: 't1' } })).toEqual({ token: 't1', refreshToken: '' });
    expect(tokensOf({ sessionManagementTokens: null })).toEqual({ token: '', refreshToken: '' });
  });

  it('the code is a number and the message a text', () => {
    expect(errorOf({ peachCode: 31, clientErrorMessage: 'No', foo: 1 })).toEqual({ peachCode: 31, clientErrorMessage: 'No' });
    expect(errorOf({ peachCode: '31', clientErrorMessage: 5 })).toEqual({});
  });

  it.each(NOTHING)('%j has none', (response) => {
    expect([memberOf(response), tokensOf(response), errorOf(response)]).toEqual([undefined, { token: '', refreshToken: '' }, {}]);
  });

  it('an expiry is a text, or undefined', () => {
    expect([{ memberExpiry: '2026-01-01T00:00:00Z' }, { memberExpiry: null }, {}].map(memberExpiry)).toEqual([
      '2026-01-01T00:00:00Z',
      undefined,
      undefined,
    ]);
  });
});

it('ENT-03 a search returns whether the member has a username, and the club', () => {
  const search = memberSearch(CONTEXT, { lastName: 'Lovelace' });
  expect(search.read({ peachCode: 0, hasUserName: true, clubId: 7 })).toEqual({ peachCode: 0, hasUserName: true, clubId: '7' });
  expect(search.read({ peachCode: 30 })).toEqual({ peachCode: 30 });
  expect(userNameEdit(search.read({ peachCode: 30 }), 'a@b.example')).toBeUndefined();
});

it.each<[response: unknown, isOut: boolean]>([
  [{ status: 500 }, true],
  [{ type: 'about:blank', title: 'Not now', status: 503 }, true],
  [{ status: 499 }, false],
  [{ status: '503' }, false],
  [{ status: 503, statusCode: 503 }, false],
  [{ status: 503, statusCode: 0 }, false],
  ...NOTHING.map((response): [unknown, boolean] => [response, false]),
])('TRANS-08 %j reports an outage: %j', (response, isOut) => {
  expect(isOutage(response)).toBe(isOut);
});

it('ERR-23 code 7 is the end of a session', () => {
  expect([{ peachCode: 7 }, { peachCode: 31 }, undefined].map(isSessionOver)).toEqual([true, false, false]);
});
