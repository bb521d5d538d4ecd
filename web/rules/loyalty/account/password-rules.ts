// The rules of passwords that a page can check (VALID-05, VALID-07); the server also rejects common passwords.

import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '../../shared.gen.ts';

/** The password policy of a site. */
export type PasswordPolicy = 'DEFAULT' | 'CGR' | 'BOOST_POS';

/** A rule, and whether a password satisfies it. */
export type PasswordCheck =
  | { readonly kind: 'length'; readonly minLength: number; readonly ok: boolean }
  | { readonly kind: 'maxLength'; readonly maxLength: number; readonly ok: boolean }
  | { readonly kind: 'letter' | 'lower' | 'upper' | 'number' | 'special'; readonly ok: boolean };

const KINDS = {
  letter: /\p{Alphabetic}/u,
  lower: /\p{Lowercase}/u,
  upper: /\p{Uppercase}/u,
  number: /\p{N}/u,
  // As on the server: not a letter, number, space or control character.
  special: /[^\p{Alphabetic}\p{N}\s\p{Cc}]/u,
} as const;

const REQUIRED = {
  DEFAULT: [],
  CGR: ['letter', 'number'],
  BOOST_POS: ['lower', 'upper', 'number', 'special'],
} as const satisfies Record<PasswordPolicy, readonly (keyof typeof KINDS)[]>;

/**
 * The rules of a policy, and which of them a text satisfies. `siteMinLength` is the site's minimum length. The maximum length is a rule only of
 * a text that exceeds it.
 */
export function passwordChecks(policy: PasswordPolicy, siteMinLength: number, text: string): readonly PasswordCheck[] {
  // The server normalizes to NFKC too.
  const normalized = text.normalize('NFKC');
  const minLength = Math.max(siteMinLength, MIN_PASSWORD_LENGTH);
  const { length } = [...normalized];
  return [
    { kind: 'length', minLength, ok: length >= minLength },
    ...(length > MAX_PASSWORD_LENGTH ? [{ kind: 'maxLength', maxLength: MAX_PASSWORD_LENGTH, ok: false } as const] : []),
    ...REQUIRED[policy].map((kind) => ({ kind, ok: KINDS[kind].test(normalized) })),
  ];
}

/** Whether all rules are satisfied. */
export const isPassword = (checks: readonly PasswordCheck[]): boolean => checks.every(({ ok }) => ok);
