// Which passwords may be chosen, as far as a page can tell (VALID-05, VALID-07); the server knows the common ones as well.

/** The rule of a site. */
export type PasswordPolicy = 'DEFAULT' | 'CGR' | 'BOOST_POS';

/** A rule, and whether a text keeps it. */
export type PasswordCheck =
  | { readonly kind: 'length'; readonly least: number; readonly ok: boolean }
  | { readonly kind: 'letter' | 'lower' | 'upper' | 'number' | 'special'; readonly ok: boolean };

/** No site can ask for fewer characters (security 2.1). */
const LEAST = 8;

const KINDS = {
  letter: /\p{Alphabetic}/u,
  lower: /\p{Lowercase}/u,
  upper: /\p{Uppercase}/u,
  number: /\p{N}/u,
  // As the server counts: neither letter nor number, nor a space.
  special: /[^\p{Alphabetic}\p{N}\s\p{Cc}]/u,
} as const;

const ASKED = {
  DEFAULT: [],
  CGR: ['letter', 'number'],
  BOOST_POS: ['lower', 'upper', 'number', 'special'],
} as const satisfies Record<PasswordPolicy, readonly (keyof typeof KINDS)[]>;

/** What a password must have, and which of it a text has. `least` is the site's least length. */
export function passwordChecks(policy: PasswordPolicy, least: number, text: string): readonly PasswordCheck[] {
  // The server counts the compatible form, which is what it keeps.
  const plain = text.normalize('NFKC');
  const needed = Math.max(least, LEAST);
  return [
    { kind: 'length', least: needed, ok: [...plain].length >= needed },
    ...ASKED[policy].map((kind) => ({ kind, ok: KINDS[kind].test(plain) })),
  ];
}

/** Whether a text keeps every rule. */
export const isPassword = (checks: readonly PasswordCheck[]): boolean => checks.every(({ ok }) => ok);
