import { describe, expect, it } from 'vitest';
import { type PasswordPolicy, isPassword, passwordChecks } from './password-rules.ts';

const isGood = (policy: PasswordPolicy, text: string, least = 8) => isPassword(passwordChecks(policy, least, text));
const unsatisfied = (policy: PasswordPolicy, text: string) =>
  passwordChecks(policy, 8, text).flatMap(({ kind, ok }) => (ok ? [] : [kind]));

describe('password rules', () => {
  it('VALID-05 BOOST_POS: 8 characters, a lowercase and an uppercase letter, a number, a special character', () => {
    expect(isGood('BOOST_POS', 'Abcdef1!')).toBe(true);
    expect(unsatisfied('BOOST_POS', 'abcdef1!')).toEqual(['upper']);
    expect(unsatisfied('BOOST_POS', 'Abc1!')).toEqual(['length']);
    expect(unsatisfied('BOOST_POS', '')).toEqual(['length', 'lower', 'upper', 'number', 'special']);
    expect(unsatisfied('BOOST_POS', 'Abcdefg1 ')).toEqual(['special']);
    expect(isGood('BOOST_POS', 'Éclair-à-7')).toBe(true);
  });

  it('VALID-07 the rule depends on the provider', () => {
    expect([isGood('CGR', 'abcd1234'), isGood('CGR', 'abcdefgh')]).toEqual([true, false]);
    expect([isGood('DEFAULT', 'abcdefgh'), isGood('DEFAULT', 'abcdefg')]).toEqual([true, false]);
    expect(isGood('BOOST_POS', 'abcd1234')).toBe(false);
  });

  it('security 2.1: a site may require more characters, not fewer than 8', () => {
    expect(passwordChecks('DEFAULT', 15, 'lanterns-over')).toEqual([{ kind: 'length', least: 15, ok: false }]);
    expect(isGood('DEFAULT', 'lanterns-over-the', 15)).toBe(true);
    expect(isGood('DEFAULT', 'abcdefg', 4)).toBe(false);
  });

  it('counts characters as the server does', () => {
    expect(isGood('DEFAULT', '🎬🎬🎬🎬🎬🎬🎬')).toBe(false);
    expect(isGood('DEFAULT', '🎬🎬🎬🎬🎬🎬🎬🎬')).toBe(true);
    expect(isGood('DEFAULT', 'e\u0301'.repeat(8))).toBe(true);
    expect(isGood('DEFAULT', 'e\u0301'.repeat(7))).toBe(false);
  });
});
