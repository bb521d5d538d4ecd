import { expect, it } from 'vitest';
import { screenHref } from './screen-href.ts';

it.each([
  ['/login/', 'join', '/login/join/'],
  ['/login', 'join', '/login/join'],
  ['/fr/login', 'forgot-password', '/fr/login/forgot-password'],
])('LINK-17 LINK-18 below %s, the page %s is %s', (home, screen, href) => {
  expect(screenHref(home, screen)).toBe(href);
});
