import { describe, expect, it } from 'vitest';
import cases from '../../../../fixtures/passwords/rules.json' with { type: 'json' };
import { type PasswordPolicy, isPassword, passwordChecks } from './password-rules.ts';

const isGood = (policy: PasswordPolicy, text: string, minLength = 8) => isPassword(passwordChecks(policy, minLength, text));
const unsatisfiedBy = (policy: PasswordPolicy, text: string) =>
  passwordChecks(policy, 8, text).flatMap(({ kind, ok }) => (ok ? [] : [kind]));

const POLICIES: readonly PasswordPolicy[] = ['DEFAULT', 'CGR', 'BOOST_POS'];
const CASES = POLICIES.flatMap((policy) =>
  cases.flatMap(({ password, unsatisfied, policy: name }) => (name === policy ? [{ policy, password, unsatisfied }] : [])),
);

describe('password rules', () => {
  // The server's tests use the same cases.
  it.each(CASES)('VALID-05 VALID-07 $policy: $password breaks $unsatisfied', ({ policy, password, unsatisfied }) => {
    expect(unsatisfiedBy(policy, password)).toEqual(unsatisfied);
  });

  it('security 2.1: a site may require more characters, not fewer than 8', () => {
    expect(passwordChecks('DEFAULT', 15, 'lanterns-over')).toEqual([{ kind: 'length', minLength: 15, ok: false }]);
    expect(isGood('DEFAULT', 'lanterns-over-the', 15)).toBe(true);
    expect(isGood('DEFAULT', 'abcdefg', 4)).toBe(false);
  });
});
