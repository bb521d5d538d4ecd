import { samplePage } from '@marquee/testkit/pages/samples.ts';
import { expect, it } from 'vitest';
import { attributesOf } from './page.ts';

it('attributes are found by key, and keys without a name are left out', () => {
  const page = samplePage('meridian-home');
  const [key] = Object.keys(page.attributes);
  const keys = ['unknown', 'constructor', '__proto__', ...(key === undefined ? [] : [key])];
  expect(attributesOf(page, keys)).toEqual(Object.values(page.attributes).slice(0, 1));
  expect(attributesOf(page, undefined)).toEqual([]);
});
