import { describe, expect, it } from 'vitest';
import { type PasswordPolicy, isPassword, passwordChecks } from './password-rules.ts';

const good = (policy: PasswordPolicy, text: string, least = 8) => isPassword(passwordChecks(policy, least, text));
const open = (policy: PasswordPolicy, text: string) => passwordChecks(policy, 8, text).flatMap(({ kind, ok }) => (ok ? [] : [kind]));

describe('password rules', () => {
  it('VALID-05 BOOST_POS: 8 characters, a lowercase and an uppercase letter, a number, a special character', () => {
    expect(good('BOOST_POS', 'Abcdef1!')).toBe(true);
    expect(open('BOOST_POS', 'abcdef1!')).toEqual(['upper']);
    expect(open('BOOST_POS', 'Abc1!')).toEqual(['length']);
    expect(open('BOOST_POS', '')).toEqual(['length', 'lower', 'upper', 'number', 'special']);
    expect(open('BOOST_POS', 'Abcdefg1 ')).toEqual(['special']);
    expect(good('BOOST_POS', 'Éclair-à-7')).toBe(true);
  });

  it('VALID-07 the rule depends on the provider', () => {
    expect([good('CGR', 'abcd1234'), good('CGR', 'abcdefgh')]).toEqual([true, false]);
    expect([good('DEFAULT', 'abcdefgh'), good('DEFAULT', 'abcdefg')]).toEqual([true, false]);
    expect(good('BOOST_POS', 'abcd1234')).toBe(false);
  });

  it('security 2.1: a site may ask for more characters, not for fewer than 8', () => {
    expect(passwordChecks('DEFAULT', 15, 'lanterns-over')).toEqual([{ kind: 'length', least: 15, ok: false }]);
    expect(good('DEFAULT', 'lanterns-over-the', 15)).toBe(true);
    expect(good('DEFAULT', 'abcdefg', 4)).toBe(false);
  });

  it('counts characters as the server does', () => {
    expect(good('DEFAULT', '🎬🎬🎬🎬🎬🎬🎬')).toBe(false);
    expect(good('DEFAULT', '🎬🎬🎬🎬🎬🎬🎬🎬')).toBe(true);
    expect(good('DEFAULT', 'e\u0301'.repeat(8))).toBe(true);
    expect(good('DEFAULT', 'e\u0301'.repeat(7))).toBe(false);
  });
});
