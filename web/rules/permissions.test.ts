import { expect, it } from 'vitest';
import { captchaKey, showsBeta } from './permissions.ts';

it.each([
  [false, false, 'k2'],
  [true, false, 'k1'],
  [false, true, 'k1'],
  [true, true, 'k1'],
])('ROLE-15 in a page that another window opened: %j, that is in a frame: %j, the captcha’s key is %s', (isOpened, isFramed, key) => {
  expect(captchaKey('k1', 'k2', { isOpened, isFramed })).toBe(key);
});

it('ROLE-16 ENT-05 beta features show when the page says so, and only then', () => {
  expect([{ betaFeaturesEnabled: true }, { betaFeaturesEnabled: false }, {}, { betaFeaturesEnabled: 'true' }].map(showsBeta)).toEqual([true, false, false, false]);
});
