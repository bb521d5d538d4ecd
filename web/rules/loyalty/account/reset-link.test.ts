import { describe, expect, it } from 'vitest';
import { type ResetLinkInput, resetGrant, resetLink } from './reset-link.ts';

const INPUT: ResetLinkInput = {
  page: 'https://acme.example/login/forgot-password/',
  version: 3,
  provider: 'NONE',
  email: 'a@b.example',
};
const link = (change: Partial<ResetLinkInput> = {}) => resetLink({ ...INPUT, ...change });

describe('the link for a new password', () => {
  it('RESET-01 starts from the page, or from the origin and a path', () => {
    expect(link()).toBe('https://acme.example/login/forgot-password/?email=a%40b.example&resetCode=');
    expect(link({ path: 'reset' })).toBe('https://acme.example/reset?email=a%40b.example&resetCode=');
    expect(link({ path: '/fr/login/' })).toBe('https://acme.example/fr/login/?email=a%40b.example&resetCode=');
    expect(link({ path: '//evil.example/' })).toBe('https://acme.example/evil.example/?email=a%40b.example&resetCode=');
    expect(link({ page: 'http://localhost:8080/login/?code=1015&x=1#top' })).toBe(
      'http://localhost:8080/login/?code=1015&x=1&email=a%40b.example&resetCode=',
    );
  });

  it('RESET-01 does not take an origin from the rest of an address', () => {
    expect(link({ page: 'https://acme.example/login/?to=https://evil.example/', path: 'reset' })).toBe(
      'https://acme.example/reset?email=a%40b.example&resetCode=',
    );
    expect(link({ page: '/go/https://evil.example/', path: 'reset' })).toBe('/reset?email=a%40b.example&resetCode=');
  });

  it('RESET-01 keeps a question mark within the query', () => {
    expect(link({ page: 'https://acme.example/login/?a=b?c&d=e' })).toBe(
      'https://acme.example/login/?a=b?c&d=e&email=a%40b.example&resetCode=',
    );
  });

  it('has no parameters of another reset link', () => {
    expect(link({ page: 'https://acme.example/login/?email=x&resetCode=y&token=z&uid=1&a=b' })).toBe(
      'https://acme.example/login/?a=b&email=a%40b.example&resetCode=',
    );
  });

  it('RESET-02 has the email address except for three providers', () => {
    expect(link({ email: 'a+c@b.example' })).toContain('email=a%2Bc%40b.example&');
    for (const provider of ['BOOST_POS', 'BOOST_POS_WITHOUT_LOYALTY', 'TAPOS']) expect(link({ provider })).not.toContain('email');
  });

  it('RESET-03 its code is 1 for TAPOS and empty for the others of version 3', () => {
    expect(link({ provider: 'TAPOS' })).toBe('https://acme.example/login/forgot-password/?token=1');
    expect(link({ provider: 'BOOST_POS' })).toBe('https://acme.example/login/forgot-password/?resetCode=');
    expect(link({ provider: 'TAPOS', version: 1 })).toContain('token=1');
  });

  it('RESET-04 in version 1 its code is a placeholder', () => {
    expect(link({ version: 1, path: 'login/' })).toBe('https://acme.example/login/?email=a%40b.example&resetCode={resetCode}');
  });

  it('RESET-05 the parameter is resetCode, for TAPOS token', () => {
    expect(link({ provider: 'RTS' })).toMatch(/&resetCode=$/);
    expect(link({ provider: 'TAPOS' })).toMatch(/\?token=1$/);
  });
});

describe('the parameters of a followed link', () => {
  const grant = (pairs: Record<string, string>) => resetGrant(new Map(Object.entries(pairs)));

  it('RESET-06 are the code and the email address', () => {
    expect(grant({ email: 'a@b.example', resetCode: 'XYZ' })).toEqual({ email: 'a@b.example', code: 'XYZ' });
    expect(grant({ resetCode: '' })).toEqual({ email: '', code: '' });
    expect(grant({ email: 'a@b.example' })).toBeUndefined();
    expect(grant({ token: 'XYZ' })).toBeUndefined();
  });

  it('RESET-07 are a member and a token for TAPOS', () => {
    expect(grant({ uid: '42', token: 'XYZ' })).toEqual({ email: '', code: 'XYZ', uid: '42' });
    expect(grant({ uid: '42' })).toBeUndefined();
  });
});
