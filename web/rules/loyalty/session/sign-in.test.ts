import { describe, expect, it } from 'vitest';
import { afterSignIn, codeOf, guestAddress, remedyOf } from './sign-in.ts';

const refused = (response: object) => ({ kind: 'refused', response }) as const;

describe('the remedy for a refused sign-in', () => {
  it.each([
    [26, 'activate'],
    [31, 'check'],
    [58, 'check'],
    [46, 'expired'],
    [1015, 'newPassword'],
    [1019, 'blocked'],
    [423, 'wait'],
    [429, 'wait'],
    [7, 'retry'],
  ] as const)('code %i: %s', (peachCode, remedy) => {
    expect(remedyOf(refused({ peachCode }))).toBe(remedy);
  });

  it('reads the code of a response, or the status of a report', () => {
    expect([{ peachCode: 31, status: 400 }, { status: 429 }, { peachCode: null, status: null }, {}].map(codeOf)).toEqual([
      31,
      429,
      undefined,
      undefined,
    ]);
  });

  it('VALID-08 differs for the captcha and for too many calls', () => {
    expect(remedyOf(refused({ peachCode: 429, clientErrorMessage: 'Please confirm that you are not a robot' }), true)).toBe(
      'captchaFailed',
    );
    expect(remedyOf(refused({ status: 429, title: 'Too many requests' }), true)).toBe('wait');
    expect(remedyOf(refused({ status: 503 }))).toBe('retry');
  });

  it('SESS-26 a network failure can be tried again', () => {
    expect(remedyOf({ kind: 'unreachable' })).toBe('retry');
  });
});

describe('the address of a page for guests', () => {
  it('has the result of an emailed link', () => {
    expect(guestAddress('?activation=account').activation).toBe('account');
    expect(guestAddress('?activation=membership').activation).toBe('membership');
    expect(guestAddress('?activation=failed').activation).toBe('failed');
    expect(guestAddress('?activation=%3Cb%3E').activation).toBeUndefined();
  });

  it('has the code of a failed sign-in without scripts', () => {
    for (const code of [7, 31, 1019, 12_345]) expect(guestAddress(`?code=${code}`).code).toBe(code);
    for (const code of ['', '0', '-1', '1e9', 'x', '123456']) expect(guestAddress(`?code=${code}`).code).toBeUndefined();
  });

  it('has a next path of this site only', () => {
    expect(guestAddress('?next=%2Fmovies%2F%3Fday%3D2026-11-21').next).toBe('/movies/?day=2026-11-21');
    for (const next of [
      'https://evil.example/',
      '//evil.example',
      '/\\evil.example',
      '/%09/evil.example'.replace('%09', '\t'),
      'movies',
      '',
    ])
      expect(guestAddress(`?next=${encodeURIComponent(next)}`).next).toBeUndefined();
  });

  it('HAND-01 leaves a page with return to the hand-over', () => {
    expect(afterSignIn('?next=%2Fmovies%2F')).toBe('/movies/');
    expect(afterSignIn('?next=%2Fmovies%2F&return=%2Fcart')).toBeUndefined();
    expect(afterSignIn('')).toBeUndefined();
  });
});
