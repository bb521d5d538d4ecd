import { describe, expect, it } from 'vitest';
import { type ConsentView, NO_NOTICE } from '../consent.ts';
import { type TrackerSettings, isDecided, isGranted, isMemberHash, isTracked, mayIdentify, allowedTrackers } from './loading.ts';

const NOTHING: TrackerSettings = { containers: [], launchScript: '' };
const SERVICE: TrackerSettings = { ...NOTHING, analytics: { measurementIds: ['G-1'], script: 'https://g.example/gtag/js' } };
const CONTAINER: TrackerSettings = { ...NOTHING, containers: [{ purpose: 'site', id: 'GTM-1' }] };
const MARKETING: TrackerSettings = {
  ...NOTHING,
  marketing: { script: 'https://m.example/42.js', customerId: '42', requiresConsent: false },
};
const withMarketing = (change: Partial<NonNullable<TrackerSettings['marketing']>>): TrackerSettings => ({
  ...NOTHING,
  marketing: { script: 'https://m.example/42.js', customerId: '42', requiresConsent: false, ...change },
});

const ASKING: ConsentView = { consent: undefined, hasNotice: true, isReady: false, hasDenied: false };
const READY: ConsentView = { ...ASKING, isReady: true };
const GRANTED: ConsentView = { ...READY, consent: true };
const DENIED: ConsentView = { ...READY, consent: false, hasDenied: true };

describe('ANLY-05 ANLY-08 ANLY-09 ANLY-10 the analytics service and the containers', () => {
  it.each([
    ['no notice', NO_NOTICE, true],
    ['a notice without a choice', ASKING, false],
    ['a notice that is ready', READY, false],
    ['granted', GRANTED, true],
    ['denied', DENIED, false],
    ['denied without a notice', { ...NO_NOTICE, consent: false }, false],
  ] as const)('%s', (_, view, expected) => {
    expect(allowedTrackers(view, SERVICE).analytics).toBe(expected);
    expect(allowedTrackers(view, CONTAINER).analytics).toBe(expected);
    expect(allowedTrackers(view, NOTHING).analytics).toBe(false);
  });

  it('run with a launch script as soon as the consent tool is ready (CONS-02), until consent is denied', () => {
    const settings = { ...SERVICE, launchScript: 'https://l.example/a.js' };
    expect([ASKING, READY, GRANTED, DENIED].map((view) => allowedTrackers(view, settings).analytics)).toEqual([
      false,
      true,
      true,
      false,
    ]);
  });
});

describe('ANLY-11 the launch script', () => {
  it('loads with consent, when configured', () => {
    const settings = { ...NOTHING, launchScript: 'https://l.example/a.js' };
    expect([NO_NOTICE, ASKING, READY, GRANTED, DENIED].map((view) => allowedTrackers(view, settings).launch)).toEqual([
      true,
      false,
      true,
      true,
      false,
    ]);
    expect(allowedTrackers(GRANTED, SERVICE).launch).toBe(false);
    expect(allowedTrackers(GRANTED, settings).analytics).toBe(false);
  });
});

describe('ANLY-01 ANLY-02 the marketing tracker', () => {
  it.each([NO_NOTICE, ASKING, READY, GRANTED, DENIED])('loads whatever the consent: %j', (view) => {
    expect(allowedTrackers(view, MARKETING).marketing).toBe(true);
  });

  it('waits for consent if the site requires it', () => {
    const settings = withMarketing({ requiresConsent: true });
    expect([NO_NOTICE, ASKING, READY, GRANTED, DENIED].map((view) => allowedTrackers(view, settings).marketing)).toEqual([
      true,
      false,
      false,
      true,
      false,
    ]);
  });

  it.each([
    ['without its flag', NOTHING],
    ['without a customer', withMarketing({ customerId: '' })],
    ['without a script', withMarketing({ script: '' })],
  ])('does not load %s', (_, settings) => {
    expect(allowedTrackers(GRANTED, settings).marketing).toBe(false);
  });
});

describe('ANLY-03 a member is identified', () => {
  it.each([
    ['no notice', NO_NOTICE, true],
    ['the consent tool is not ready', ASKING, false],
    ['it is ready, and nothing is denied', READY, true],
    ['granted', GRANTED, true],
    ['one denied purpose', { ...GRANTED, hasDenied: true }, false],
    ['one denied purpose, no choice as a whole', { ...READY, hasDenied: true }, false],
    ['denied', DENIED, false],
    ['denied as a whole, no purpose named', { ...DENIED, hasDenied: false }, false],
  ] as const)('%s: %s', (_, view, expected) => {
    expect(mayIdentify(view)).toBe(expected);
  });

  it('once consent is known', () => {
    expect([NO_NOTICE, ASKING, READY, GRANTED, DENIED].map(isDecided)).toEqual([true, false, true, true, true]);
    // A stored choice is known before the tool is ready.
    expect([true, false].map((consent) => isDecided({ ...ASKING, consent }))).toEqual([true, true]);
  });

  it.each([
    ['0123456789abcdef'.repeat(4), true],
    ['0123456789ABCDEF'.repeat(4), false],
    ['0123456789abcdef'.repeat(3), false],
    [`${'0123456789abcdef'.repeat(4)}\n`, false],
    [`x${'0123456789abcdef'.repeat(4)}`, false],
    [['0123456789abcdef'.repeat(4)], false],
    [42, false],
    [undefined, false],
  ])('ANLY-04 by 64 hex digits: %j', (id, expected) => {
    expect(isMemberHash(id)).toBe(expected);
  });
});

it('CONS-02 tags receive granted consent only if it is granted, or without a notice', () => {
  expect([NO_NOTICE, ASKING, READY, GRANTED, DENIED, { ...NO_NOTICE, consent: false }].map(isGranted)).toEqual([
    true,
    false,
    false,
    true,
    false,
    false,
  ]);
});

it('security 6.2 pages of the member area have no trackers', () => {
  expect([isTracked('member'), isTracked('list'), isTracked('error')]).toEqual([false, true, true]);
});
