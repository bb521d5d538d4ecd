import type { TrackerSettings } from '@marquee/rules/analytics/loading.ts';
import { cell } from '@marquee/rules/cell.ts';
import { type ConsentView, NO_NOTICE } from '@marquee/rules/consent.ts';
import { describe, expect, it } from 'vitest';
import { type MarketingCommand, startMarketing } from './marketing.ts';

const ASKING: ConsentView = { consent: undefined, hasNotice: true, isReady: false, hasDenied: false };
const READY: ConsentView = { ...ASKING, isReady: true };
const GRANTED: ConsentView = { ...READY, consent: true };
const DENIED: ConsentView = { ...READY, consent: false, hasDenied: true };

const SCRIPT = 'https://m.example/42.js';
const HASH = '0123456789abcdef'.repeat(4);
const AT = '2026-11-22T18:30:00.000Z';
const VIEW = { title: 'Movies', url: 'https://acme.example/movies/', path: '/movies/', search: '', referrer: '' };
const IDENTIFY: MarketingCommand = ['identify', { memberId: { id: HASH, loginDateTime: AT } }];

function setUp(
  view: ConsentView,
  {
    requiresConsent = false,
    script = SCRIPT,
    customerId = '42',
    isOn = true,
    id = async (): Promise<unknown> => HASH,
    isBlocked = false,
  } = {},
) {
  const consent = cell(view);
  const commands: MarketingCommand[] = [];
  const loads: string[] = [];
  const warnings: unknown[] = [];
  const settings: TrackerSettings = {
    containers: [],
    launchScript: '',
    ...(isOn ? { marketing: { script, customerId, requiresConsent } } : {}),
  };
  const marketing = startMarketing({
    settings,
    consent,
    push: (command) => void commands.push(command),
    load: async (address) => {
      loads.push(address);
      if (isBlocked) throw new Error('blocked');
    },
    fetchId: id,
    view: () => VIEW,
    log: (reason) => void warnings.push(reason),
  });
  return { consent, commands, loads, warnings, marketing, identified: () => commands.filter(([name]) => name === 'identify') };
}

describe('ANLY-01 ANLY-02 the marketing tracker', () => {
  it.each([NO_NOTICE, ASKING, GRANTED, DENIED])(
    'loads once, whatever the consent, and gets the customer and the page: %j',
    (view) => {
      const { consent, commands, loads } = setUp(view);
      consent.set(GRANTED);
      consent.set(DENIED);
      expect(loads).toEqual([SCRIPT]);
      expect(commands).toEqual([
        ['init', { customerId: '42' }],
        ['page', VIEW],
      ]);
    },
  );

  it('waits for consent if the site requires it, and gets nothing after consent is withdrawn', () => {
    const { consent, commands, loads, marketing } = setUp(ASKING, { requiresConsent: true });
    marketing.onRouteChange();
    expect([commands, loads]).toEqual([[], []]);
    consent.set(GRANTED);
    marketing.onRouteChange();
    expect(commands.map(([name]) => name)).toEqual(['init', 'page', 'page']);
    consent.set(DENIED);
    marketing.onRouteChange();
    expect(commands).toHaveLength(3);
    expect(loads).toEqual([SCRIPT]);
  });

  it.each([{ isOn: false }, { customerId: '' }, { script: '' }])('does not load: %j', async (change) => {
    const { commands, loads, marketing } = setUp(GRANTED, change);
    marketing.onRouteChange();
    await marketing.identify(AT);
    expect([commands, loads]).toEqual([[], []]);
  });

  it('logs a warning if it is blocked', async () => {
    const { warnings } = setUp(GRANTED, { isBlocked: true });
    await Promise.resolve();
    expect(warnings).toHaveLength(1);
  });
});

describe('ANLY-03 ANLY-04 a member who signs in', () => {
  it.each([NO_NOTICE, READY, GRANTED])('is identified by a hash and the time: %j', async (view) => {
    const { marketing, identified } = setUp(view);
    await marketing.identify(AT);
    expect(identified()).toEqual([IDENTIFY]);
  });

  it.each([ASKING, DENIED, { ...GRANTED, hasDenied: true }])(
    'is not identified while something is denied or unknown: %j',
    async (view) => {
      const { marketing, identified } = setUp(view);
      await marketing.identify(AT);
      expect(identified()).toEqual([]);
    },
  );

  it('is not identified once the consent that the site requires is no longer given', async () => {
    const { consent, marketing, identified } = setUp(GRANTED, { requiresConsent: true });
    consent.set(READY);
    await marketing.identify(AT);
    expect(identified()).toEqual([]);
  });

  it('is not identified if consent is denied before the server responds', async () => {
    const { consent, marketing, identified } = setUp(GRANTED, {
      id: async () => {
        consent.set(DENIED);
        return HASH;
      },
    });
    await marketing.identify(AT);
    expect(identified()).toEqual([]);
  });

  it.each([undefined, '', '42', 42, HASH.toUpperCase(), `${HASH}0`])('is not identified by anything but a hash: %j', async (id) => {
    const { marketing, identified, warnings } = setUp(GRANTED, { id: async () => id });
    await marketing.identify(AT);
    expect([identified(), warnings]).toEqual([[], []]);
  });

  it('is not identified if the server cannot be reached', async () => {
    const { marketing, identified, warnings } = setUp(GRANTED, {
      id: async () => Promise.reject(new TypeError('Failed to fetch')),
    });
    await marketing.identify(AT);
    expect([identified(), warnings.length]).toEqual([[], 1]);
  });
});
