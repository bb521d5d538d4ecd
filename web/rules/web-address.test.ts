import { expect, it } from 'vitest';
import { isWebAddress } from './web-address.ts';

it.each([
  ['https://t.example/a?b=1', true],
  ['HTTP://t.example', true],
  ['https:///t.example', false],
  ['https:// t.example', false],
  ['//t.example/', false],
  ['/path/', false],
  ['javascript:alert("https://t.example")', false],
  ['', false],
])('security 5.5 %j: %s', (text, expected) => {
  expect(isWebAddress(text)).toBe(expected);
});
