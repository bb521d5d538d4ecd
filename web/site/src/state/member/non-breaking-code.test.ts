import { expect, it } from 'vitest';
import { withNonBreakingCode } from './non-breaking-code.ts';

it.each([
  ['Member not found (Code: 30)', 'Member not found (Code:\u00a030)'],
  ['Membre introuvable (Code\u00a0: 30)', 'Membre introuvable (Code\u00a0:\u00a030)'],
  ['(Code: 30) is a code', '(Code: 30) is a code'],
  ['We could not reach the box office.', 'We could not reach the box office.'],
])('ux 8 "%s" does not break inside of its code', (text, expected) => {
  expect(withNonBreakingCode(text)).toBe(expected);
});
