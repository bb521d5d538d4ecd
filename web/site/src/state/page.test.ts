import { samplePage } from '@marquee/testkit/pages/samples.ts';
import { expect, it } from 'vitest';
import { catalogOf } from '../messages/all.ts';
import { attributesOf, labelsOf, runtimeText } from './page.ts';

it('attributes are found by key, and keys without a name are left out', () => {
  const page = samplePage('meridian-home');
  const [key] = Object.keys(page.attributes);
  const keys = ['unknown', 'constructor', '__proto__', ...(key === undefined ? [] : [key])];
  expect(attributesOf(page, keys)).toEqual(Object.values(page.attributes).slice(0, 1));
  expect(attributesOf(page, undefined)).toEqual([]);
});

it('the names of attributes are a list', () => {
  const page = samplePage('meridian-home');
  const [first = '', second = ''] = Object.keys(page.attributes);
  const label = (key: string) => page.attributes[key]?.label;
  expect(labelsOf(page, [first, 'unknown', second])).toBe(`${label(first)}, ${label(second)}`);
  expect(labelsOf(page, undefined)).toBe('');
});

it.each([
  [118, '1 h 58 min'],
  [60, '1 h'],
  [45, '45 min'],
  [1, '1 min'],
  [0, ''],
  [-5, ''],
  [undefined, ''],
])('a running time of %s minutes is %j', (minutes, text) => {
  expect(runtimeText(catalogOf('en'), minutes).replaceAll('\u00a0', ' ')).toBe(text);
});
