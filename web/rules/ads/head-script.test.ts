import { expect, it } from 'vitest';
import { HEAD_SCRIPT } from './head-script.ts';

const run = (localStorage: unknown): Record<string, string> => {
  const dataset: Record<string, string> = {};
  // oxlint-disable-next-line no-implied-eval -- as the browser runs it
  new Function('localStorage', 'document', HEAD_SCRIPT)(localStorage, { documentElement: { dataset } });
  return dataset;
};

it('ADS-09 the script of the head reserves space only for visitors who consented', () => {
  expect(run({ ads: '1' })).toEqual({ ads: '' });
  expect(run({})).toEqual({});
});

it('ADS-09 does nothing if storage is not available', () => {
  expect(run(undefined)).toEqual({});
  expect(HEAD_SCRIPT.length).toBeLessThan(90);
});
