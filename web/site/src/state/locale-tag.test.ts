import { expect, it } from 'vitest';
import { localeTag } from './locale-tag.ts';

it.each([
  ['en-US', 'en-US'],
  ['fr-FR', 'fr-FR'],
  ['', 'en'],
  ['a locale', 'en'],
  ['xx-XX', 'en'],
])('LOCALE-02 the language tag of the locale %j is %s', (long, tag) => {
  expect(localeTag(long)).toBe(tag);
});
