import { expect, it } from 'vitest';
import { isExpired, membershipEnd, refreshEveryMs, sessionState } from './expiry.ts';

const NOW = Date.UTC(2026, 10, 20, 18);

it.each([
  ['2020-01-01T00:00:00Z', true],
  ['2026-11-20T17:59:59Z', true],
  ['2026-11-20T18:00:00Z', false],
  ['2026-11-20T18:00:01Z', false],
  ['2026-11-20T19:30:00+02:00', true],
  [undefined, false],
  [null, false],
  ['', false],
  ['soon', false],
])('SESS-09 a membership until %j is expired: %j', (expiry, expired) => {
  expect(isExpired(expiry, NOW)).toBe(expired);
});

it.each([
  '0001-01-01T00:00:00Z',
  '0001-01-01T00:00:00.000Z',
  '0001-01-01T00:00:00+00:00',
  '0001-01-01T00:00:00-05:00',
  '0001-01-01T00:00:00',
])('SESS-06 %s never expires', (expiry) => {
  expect(isExpired(expiry, NOW)).toBe(false);
});

it('SESS-10 ROLE-08 an expired member is signed in only if the site allows it', () => {
  expect(sessionState('2020-01-01T00:00:00Z', false, NOW)).toBe('signed-out');
  expect(sessionState('2020-01-01T00:00:00Z', true, NOW)).toBe('expired');
  expect(sessionState(undefined, false, NOW)).toBe('signed-in');
});

it('SESS-15 a session is refreshed after ten minutes, in version 3 after 23 h 50 min', () => {
  expect([refreshEveryMs(1), refreshEveryMs(3)]).toEqual([10 * 60_000, (23 * 60 + 50) * 60_000]);
});

it.each([
  ['2026-11-20T17:00:00Z', 'over'],
  ['2026-11-21T00:00:00Z', 'soon'],
  ['2027-01-19T18:00:00Z', 'soon'],
  ['2027-01-19T18:00:01Z', 'far'],
  ['0001-01-01T00:00:00.000Z', 'far'],
  ['soon', 'far'],
  [undefined, 'far'],
])('SESS-09 the end of a membership until %j is %s', (expiry, kind) => {
  expect(membershipEnd(expiry, NOW)).toEqual(kind === 'far' ? { kind } : { kind, at: expiry });
});
