import { expect, it } from 'vitest';
import { hasPlainHost, isWebAddress } from './web-address.ts';

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

it.each([
  ['a.example', true],
  ['xn--bcher-kva.example', true],
  ['192.0.2.1', true],
  ['a;b', false],
  ['a,b', false],
  ['*', false],
  ["a'b", false],
  ['[::1]', false],
])('security 6.1 a policy can name the host %s: %s', (hostname, expected) => {
  expect(hasPlainHost({ hostname })).toBe(expected);
});
