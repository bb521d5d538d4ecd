import { expect, it } from 'vitest';
import { isLinkAddress } from './rich-text.ts';

it.each([
  '/visit/',
  'https://a.example/',
  'HTTP://a.example',
  'mailto:a@b.example',
  'tel:+1',
  'ticketing:giftcards',
  '#top',
  'a@b.example',
  '/a:b',
  '?x:y',
])('a link may lead to %s', (href) => {
  expect(isLinkAddress(href)).toBe(true);
});

it.each([
  'javascript:alert(1)',
  'JAVASCRIPT:alert(1)',
  ' javascript:alert(1)',
  'java\nscript:alert(1)',
  'java\tscript:alert(1)',
  '\u0001javascript:alert(1)',
  'javascript\u00a0:alert(1)',
  'data:text/html,x',
  'vbscript:x',
  'file:///x',
  'blob:x',
  ':x',
])('and not to %j', (href) => {
  expect(isLinkAddress(href)).toBe(false);
});
