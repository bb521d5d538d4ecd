import { describe, expect, it } from 'vitest';
import { withoutMarkup } from './without-markup.ts';

describe('typed text', () => {
  it.each([
    [`O'Neil<b>&"x"`, 'ONeilbx'],
    ['Amélie & Moi', 'Amélie  Moi'],
    ['<script>alert(1)</script>', 'scriptalert(1)/script'],
    ['', ''],
    ['plain 123 ’', 'plain 123 ’'],
  ])('VALID-01 %s becomes %s', (typed, expected) => {
    expect(withoutMarkup(typed)).toBe(expected);
  });
});
