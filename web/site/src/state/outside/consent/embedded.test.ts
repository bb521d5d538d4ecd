import type { ConsentNotice, ThirdParties } from '@marquee/api/schema.gen.ts';
import type { Consent } from '@marquee/rules/consent.ts';
import { type Purpose, allPurposes } from '@marquee/rules/embedded-consent.ts';
import { fakePage } from '@marquee/testkit/pages/fake-page.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { watchConsent } from './consent.ts';
import { embedded } from './embedded.ts';

const VENDORS = { webAnalytics: 'web-analytics', google: 'google', tagManagerAnalytics: 'tag-manager-analytics' };
const PARTIES: ThirdParties = {
  vendors: VENDORS,
  analytics: { measurementIds: ['G-1'], script: 'https://www.googletagmanager.com/gtag/js' },
  containers: [{ purpose: 'site', id: 'GTM-1' }],
  containerScript: 'https://www.googletagmanager.com/gtm.js',
  launchScript: '',
};
const NOW = Date.parse('2026-11-22T12:00:00Z');

function setUp({
  regulation = 'gdpr',
  stored = null,
  hasGpc = false,
  isForbidden = false,
  purposes = ['measurement', 'advertising'],
}: {
  regulation?: string;
  stored?: string | null;
  hasGpc?: boolean;
  isForbidden?: boolean;
  purposes?: Purpose[];
} = {}) {
  const device = { stored, now: NOW, writes: 0 };
  let notifyOtherTab = (): void => {};
  const throwIfForbidden = (): void => {
    if (isForbidden) throw new Error('no storage');
  };
  const notice = {
    tool: 'embedded',
    regulation,
    privacyHref: '/privacy/',
    purposes,
    revision: purposes.join(),
  } satisfies ConsentNotice;
  const tool = embedded(notice, PARTIES, {
    read: () => {
      throwIfForbidden();
      return device.stored;
    },
    write: (text) => {
      throwIfForbidden();
      device.writes += 1;
      device.stored = text;
    },
    onOtherTabChange: (listener) => {
      notifyOtherTab = listener;
    },
    now: () => device.now,
    hasGpc,
  });
  const view = watchConsent({ consent: notice, vendors: VENDORS }, tool);
  const consents: Consent[] = [];
  view.subscribe(() => consents.push(view.get().consent));
  return { tool, view, consents, device, notifyOtherTab: () => notifyOtherTab() };
}

describe('the site’s own consent notice', () => {
  it('CONS-01 is shown under gdpr, and consent is unknown until there is a choice', () => {
    const { tool, view, device } = setUp();
    expect(tool.isNoticeShown()).toBe(true);
    expect(view.get()).toEqual({ consent: undefined, hasNotice: true, isReady: true, hasDenied: true });
    expect(device.writes).toBe(0);
  });

  it('CONS-04, CONS-03 applies a choice at once, also a withdrawal', () => {
    const { tool, consents, device, view } = setUp();
    tool.choose(allPurposes(true));
    expect(tool.isNoticeShown()).toBe(false);
    expect(view.get()).toEqual({ consent: true, hasNotice: true, isReady: true, hasDenied: false });
    tool.choose({ ...allPurposes(true), advertising: false });
    tool.choose(allPurposes(false));
    tool.choose(allPurposes(true));
    expect(consents).toEqual([true, false, true]);
    expect(device.writes).toBe(4);
  });

  it('stores the choice on the device, for later pages', () => {
    const first = setUp();
    first.tool.choose({ measurement: true, advertising: false, marketing: true });
    expect(JSON.parse(first.device.stored ?? '')).toEqual({
      revision: 'measurement,advertising',
      regulation: 'gdpr',
      purposes: { measurement: true, advertising: false },
      at: '2026-11-22T12:00:00.000Z',
    });
    const next = setUp({ stored: first.device.stored });
    expect(next.tool.isNoticeShown()).toBe(false);
    expect(next.view.get()).toMatchObject({ consent: false, hasDenied: true });
    expect(next.tool.state.get().choice?.at).toBe('2026-11-22T12:00:00.000Z');
  });

  it('CONS-09 a refusal of advertising remains when a tracker is added, also after the new purpose is allowed', () => {
    const { tool: before, device } = setUp({ regulation: 'cpra' });
    before.choose({ measurement: true, advertising: false });
    const { tool, view } = setUp({
      regulation: 'cpra',
      purposes: ['measurement', 'advertising', 'marketing'],
      stored: device.stored,
    });
    expect(tool.isNoticeShown()).toBe(true);
    expect(view.get().consent).toBe(false);
    tool.grantUndecided();
    expect(tool.isNoticeShown()).toBe(false);
    expect(view.get().consent).toBe(false);
    expect(tool.state.get().choice?.purposes).toEqual({ measurement: true, advertising: false, marketing: true });
  });

  it('is shown again if the stored choice is invalid', () => {
    for (const stored of ['', '{', '{"purposes":{}}']) expect(setUp({ stored }).tool.isNoticeShown()).toBe(true);
  });

  it('works if storage is forbidden', () => {
    const { tool, view, notifyOtherTab } = setUp({ isForbidden: true });
    expect(tool.isNoticeShown()).toBe(true);
    tool.choose(allPurposes(true));
    notifyOtherTab();
    expect(view.get().consent).toBe(true);
    expect(tool.isNoticeShown()).toBe(false);
  });

  it('follows a choice in another tab', () => {
    const tab = setUp();
    const otherTab = setUp();
    otherTab.tool.choose(allPurposes(true));
    tab.device.stored = otherTab.device.stored;
    tab.notifyOtherTab();
    otherTab.tool.choose(allPurposes(false));
    tab.device.stored = otherTab.device.stored;
    tab.notifyOtherTab();
    expect(tab.consents).toEqual([true, false]);
    tab.device.stored = null;
    tab.notifyOtherTab();
    expect(tab.tool.isNoticeShown()).toBe(true);
  });

  it('CONS-09 is shown under ccpa and cpra, with consent granted until the visitor refuses', () => {
    for (const regulation of ['ccpa', 'cpra']) {
      const { tool, view, consents } = setUp({ regulation });
      expect(tool.isNoticeShown()).toBe(true);
      expect(view.get()).toMatchObject({ consent: true, hasDenied: false });
      tool.choose(allPurposes(false));
      expect(consents).toEqual([false]);
      expect(tool.isNoticeShown()).toBe(false);
    }
  });

  it('CONS-09 is not shown with the browser’s privacy signal, which counts as a refusal', () => {
    const { tool, view } = setUp({ regulation: 'ccpa', hasGpc: true });
    expect(tool.isNoticeShown()).toBe(false);
    expect(view.get()).toMatchObject({ consent: false, hasDenied: true });
    tool.choose(allPurposes(true));
    expect(view.get().consent).toBe(false);
  });

  it('CONS-10 is not shown under other regulations, with consent granted until the visitor refuses', () => {
    for (const regulation of ['cpa', 'ctdpa', 'vcdpa', 'tdpsa', '']) {
      const { tool, view } = setUp({ regulation });
      expect(tool.isNoticeShown()).toBe(false);
      expect(view.get()).toMatchObject({ consent: true, hasDenied: false });
      tool.choose(allPurposes(false));
      expect(view.get()).toMatchObject({ consent: false, hasDenied: true });
    }
  });

  it('opens and closes the list of purposes without changing the choice', () => {
    const { tool, consents } = setUp();
    expect(tool.showChoices()).toBe(true);
    expect(tool.state.get()).toEqual({ choice: undefined, isNoticeShown: true, areChoicesShown: true });
    tool.closeChoices();
    expect(tool.state.get()).toEqual({ choice: undefined, isNoticeShown: true, areChoicesShown: false });
    expect(consents).toEqual([]);
  });
});

it('CONS-02, CONS-12 without a notice visitors are not asked', () => {
  expect(watchConsent(PARTIES, undefined).get()).toEqual({
    consent: undefined,
    hasNotice: false,
    isReady: false,
    hasDenied: false,
  });
});

it('house: a notice whose tool is missing allows nothing', () => {
  const consent = { tool: 'embedded', regulation: '', privacyHref: '', purposes: [], revision: '' } satisfies ConsentNotice;
  expect(watchConsent({ consent, vendors: VENDORS }, undefined).get()).toEqual({
    consent: undefined,
    hasNotice: true,
    isReady: false,
    hasDenied: true,
  });
});

describe('the choice on this device', () => {
  const NOTICE = {
    tool: 'embedded',
    regulation: 'gdpr',
    privacyHref: '/privacy/',
    purposes: ['measurement'],
    revision: '1',
  } satisfies ConsentNotice;
  const stored = new Map<string, string>();
  let page: ReturnType<typeof fakePage>;

  beforeEach(() => {
    stored.clear();
    page = fakePage();
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => void stored.set(key, value),
    });
  });
  afterEach(() => vi.unstubAllGlobals());

  it('is stored for the next page', () => {
    const first = embedded(NOTICE, PARTIES);
    expect(first.isNoticeShown()).toBe(true);
    first.choose({ measurement: true });
    expect([...stored.keys()]).toEqual(['consent']);
    expect(embedded(NOTICE, PARTIES).isNoticeShown()).toBe(false);
  });

  it('CONS-03 is that of another tab as soon as it is stored there, or when the page returns from the back/forward cache', () => {
    const [first, second] = [embedded(NOTICE, PARTIES), embedded(NOTICE, PARTIES)];
    first.choose({ measurement: true });
    page.window.dispatch('storage', { key: 'other' });
    page.window.dispatch('pageshow', { persisted: false });
    expect(second.isNoticeShown()).toBe(true);
    page.window.dispatch('storage', { key: 'consent' });
    expect([second.isNoticeShown(), second.hasDenied()]).toEqual([false, false]);
    first.choose({ measurement: false });
    page.window.dispatch('pageshow', { persisted: true });
    expect(second.hasDenied()).toBe(true);
  });

  it('shows the notice again after another tab cleared the storage', () => {
    const tool = embedded(NOTICE, PARTIES);
    tool.choose({ measurement: true });
    stored.clear();
    page.window.dispatch('storage', { key: null });
    expect(tool.isNoticeShown()).toBe(true);
  });

  it.each([
    [{}, false],
    [{ globalPrivacyControl: false }, false],
    [{ globalPrivacyControl: true }, true],
  ])('CONS-09 is a refusal of sharing with the signal of the browser: %j', (navigator, expected) => {
    vi.stubGlobal('navigator', navigator);
    expect(embedded({ ...NOTICE, regulation: 'cpra' }, PARTIES).choices.doNotSell()).toBe(expected);
  });
});
