import type { ThirdParties } from '@marquee/api/schema.gen.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CATALOGS } from './messages/all.ts';
import { SAMPLES } from '@marquee/testkit/pages/samples.ts';
import type { ThirdPartyContext } from './state/outside/third-party-context.ts';

const { startAnalytics, startAds, mountConsent, startMember } = vi.hoisted(() => ({
  startAnalytics: vi.fn<(context: ThirdPartyContext) => void>(),
  startAds: vi.fn<(context: ThirdPartyContext, laterMessages: unknown) => void>(),
  mountConsent: vi.fn<(parts: unknown) => void>(),
  startMember: vi.fn<() => Promise<unknown>>(),
}));
vi.mock('./state/outside/analytics/start.ts', () => ({ startAnalytics }));
vi.mock('./features/ads/start.tsx', () => ({ startAds }));
vi.mock('./features/consent/mount-consent.tsx', () => ({ mountConsent }));
vi.mock('./entry-member.ts', () => ({ startMember }));
vi.mock('./state/outside/tracker-start.ts', () => ({ whenTrackersMayStart: (run: () => void) => run() }));

const BARE: ThirdParties = {
  vendors: { webAnalytics: 'web', google: 'google', tagManagerAnalytics: 'tags' },
  containers: [],
  containerScript: '',
  launchScript: '',
};
const EMBEDDED: ThirdParties['consent'] = {
  tool: 'embedded',
  regulation: 'gdpr',
  privacyHref: '/privacy/',
  purposes: ['measurement', 'advertising'],
  revision: 'r1',
};
const ADS: NonNullable<ThirdParties['ads']> = {
  display: 'PROGRAMMATIC',
  locations: [],
  customKeys: [],
  sizeMapping: '',
  wrapperScript: '',
  tagScript: '',
  siteCode: '',
  networkCode: '',
  slotPrefix: '',
  websiteId: '',
  domain: '',
  circuitId: '',
  circuitName: '',
  circuitSlug: '',
  onMemberPages: false,
  scheduledMovieIds: [],
};
const ANALYTICS = { measurementIds: ['G-1'], script: 'https://www.googletagmanager.com/gtag/js' };

let assigned: string[] = [];
let hashListener: (() => void) | undefined;

interface Page {
  readonly href?: string;
  readonly isMember?: boolean;
  readonly hash?: string;
  readonly search?: string;
  readonly cookie?: string;
  /** The stored consent choice. */
  readonly stored?: string;
}

/** Starts the entry on a page. The server responds with these settings; undefined means status 503. */
async function start(
  thirdParties: ThirdParties | undefined,
  { href = '/api/third-parties.json', isMember = false, hash = '', search = '', cookie = '', stored }: Page = {},
) {
  const data = structuredClone(SAMPLES.get('meridian-home'));
  const location = {
    origin: 'https://acme.example',
    pathname: '/movies/',
    search,
    hash,
    assign: (to: string) => void assigned.push(to),
  };
  const link = { href: 'https://acme.example/privacy/#privacy-choices', focus: vi.fn<() => void>() };
  const body = {};
  vi.stubGlobal('document', {
    body,
    cookie,
    activeElement: body,
    documentElement: { dataset: href === '' ? {} : { outside: href } },
    getElementById: () => ({ textContent: JSON.stringify(isMember ? { ...data, page: { kind: 'member' } } : data) }),
  });
  vi.stubGlobal('location', location);
  vi.stubGlobal('history', {
    state: null,
    replaceState: (_state: unknown, _title: string, to: string) =>
      Object.assign(location, { search: new URL(to, 'https://acme.example').search }),
  });
  vi.stubGlobal('addEventListener', (type: string, listener: () => void) => {
    if (type === 'hashchange') hashListener = listener;
  });
  vi.stubGlobal('localStorage', { getItem: () => stored ?? null, setItem: () => {} });
  vi.stubGlobal('navigator', {});
  const fetched = vi.fn<(address: string) => Promise<unknown>>(async () =>
    thirdParties === undefined ? { ok: false, status: 503 } : { ok: true, json: async () => thirdParties },
  );
  vi.stubGlobal('fetch', fetched);
  vi.resetModules();
  const entry = await import('./entry-outside.ts');
  const tool = await entry.startOutside(CATALOGS.en);
  await vi.dynamicImportSettled();
  // The fake link has the properties that the entry uses.
  const open = (): Promise<void> => Reflect.apply(entry.handleLink, undefined, [link, CATALOGS.en]);
  return { entry, tool, fetched, location, link, open };
}

beforeEach(() => {
  vi.clearAllMocks();
  assigned = [];
  hashListener = undefined;
});
afterEach(() => vi.unstubAllGlobals());

describe('third parties of a page', () => {
  it('are not loaded or requested if the site has none', async () => {
    const { fetched, tool } = await start(BARE, { href: '' });
    expect(fetched).not.toHaveBeenCalled();
    expect(tool).toBeUndefined();
    expect(startAnalytics).not.toHaveBeenCalled();
  });

  it('do not see the analytics commands of a crafted link, whichever starts first', async () => {
    const searches: string[] = [];
    const recordSearch = (): void => void searches.push(location.search);
    startAnalytics.mockImplementationOnce(recordSearch);
    startAds.mockImplementationOnce(recordSearch);
    await start({ ...BARE, analytics: ANALYTICS, ads: ADS }, { search: '?an_uid=victim&day=2026-11-22' });
    await vi.waitFor(() => expect(searches).toEqual(['?day=2026-11-22', '?day=2026-11-22']));
  });

  it('are configured by one request', async () => {
    const { fetched, entry } = await start(BARE, { href: '/api/third-parties.json?theater=T1' });
    await entry.startOutside(CATALOGS.en);
    expect(fetched.mock.calls).toEqual([['/api/third-parties.json?theater=T1']]);
  });

  it('house: are not loaded if the settings cannot be fetched; the next start requests them again', async () => {
    const { fetched, entry, tool } = await start(undefined);
    expect(tool).toBeUndefined();
    expect(startAnalytics).not.toHaveBeenCalled();
    expect(startAds).not.toHaveBeenCalled();
    await entry.startOutside(CATALOGS.en);
    expect(fetched).toHaveBeenCalledTimes(2);
  });

  it('are loaded only if they are configured', async () => {
    await start(BARE);
    expect([startAnalytics, startAds].map(({ mock }) => mock.calls.length)).toEqual([0, 0]);
    const trackers: Partial<ThirdParties>[] = [
      { analytics: ANALYTICS },
      { containers: [{ purpose: 'site', id: 'GTM-1' }] },
      { launchScript: 'https://launch.example/a.js' },
      { marketing: { script: 'https://t.example/42.js', customerId: '42', requiresConsent: false } },
    ];
    for (const tracker of trackers) await start({ ...BARE, ...tracker });
    expect([startAnalytics, startAds].map(({ mock }) => mock.calls.length)).toEqual([4, 0]);
    await start({ ...BARE, ads: ADS });
    await vi.waitFor(() => expect([startAnalytics, startAds].map(({ mock }) => mock.calls.length)).toEqual([4, 1]));
    expect(startAds.mock.calls[0]?.[0].thirdParties.ads).toEqual(ADS);
  });

  it('security 6.2 are no trackers on pages of the member area, and ads only if allowed', async () => {
    await start({ ...BARE, analytics: ANALYTICS, ads: ADS }, { isMember: true });
    expect([startAnalytics, startAds].map(({ mock }) => mock.calls.length)).toEqual([0, 0]);
    await start({ ...BARE, analytics: ANALYTICS, ads: { ...ADS, onMemberPages: true } }, { isMember: true });
    await vi.waitFor(() => expect([startAnalytics, startAds].map(({ mock }) => mock.calls.length)).toEqual([0, 1]));
  });
});

describe('consent', () => {
  it('CONS-11, CONS-12 is not requested if no notice is configured', async () => {
    const { tool } = await start({ ...BARE, analytics: ANALYTICS });
    expect(tool).toBeUndefined();
    expect(mountConsent).not.toHaveBeenCalled();
    expect(startAnalytics.mock.calls[0]?.[0].consent.get()).toEqual({
      consent: undefined,
      hasNotice: false,
      isReady: false,
      hasDenied: false,
    });
  });

  it('CONS-02 is unknown until the visitor makes a choice', async () => {
    await start({ ...BARE, analytics: ANALYTICS, consent: EMBEDDED });
    expect(mountConsent).toHaveBeenCalledTimes(1);
    expect(startAnalytics.mock.calls[0]?.[0].consent.get()).toMatchObject({ consent: undefined, hasNotice: true });
  });

  it('mounts nothing if a choice is stored, until the choices are opened', async () => {
    const stored = JSON.stringify({
      revision: 'r1',
      regulation: 'gdpr',
      purposes: { measurement: true, advertising: true, marketing: true },
      at: new Date(Date.now() - 1000).toISOString(),
    });
    const { open, link } = await start({ ...BARE, analytics: ANALYTICS, consent: EMBEDDED }, { stored });
    expect(mountConsent).not.toHaveBeenCalled();
    expect(startAnalytics.mock.calls[0]?.[0].consent.get()).toMatchObject({ consent: true });
    await open();
    await vi.dynamicImportSettled();
    expect(mountConsent).toHaveBeenCalledTimes(1);
    expect(link.focus).toHaveBeenCalledTimes(1);
    expect(assigned).toEqual([]);
  });

  it('follows the link to the choices if there is no notice or no settings', async () => {
    await (await start(BARE)).open();
    await (await start(undefined)).open();
    expect(assigned).toEqual(['https://acme.example/privacy/#privacy-choices', 'https://acme.example/privacy/#privacy-choices']);
  });

  it('opens the choices if the URL has their hash', async () => {
    const noticeNotNeeded = { ...BARE, consent: { ...EMBEDDED, regulation: '' } };
    await start(noticeNotNeeded);
    expect(mountConsent).not.toHaveBeenCalled();
    await start(noticeNotNeeded, { hash: '#privacy-choices' });
    await vi.dynamicImportSettled();
    expect(mountConsent).toHaveBeenCalledTimes(1);
    const { location } = await start(noticeNotNeeded, { hash: '#top' });
    hashListener?.();
    expect(mountConsent).toHaveBeenCalledTimes(1);
    location.hash = '#privacy-choices';
    hashListener?.();
    await vi.dynamicImportSettled();
    expect(mountConsent).toHaveBeenCalledTimes(2);
  });
});

describe('whether a member is signed in', () => {
  const signedIn = (): boolean | undefined => startAnalytics.mock.calls[0]?.[0].isSignedIn.get();

  it('is false at once without the session cookie, and the member area is not loaded', async () => {
    await start({ ...BARE, analytics: ANALYTICS }, { cookie: 'theater=T1' });
    expect(signedIn()).toBe(false);
    expect(startMember).not.toHaveBeenCalled();
  });

  it.each([
    ['loading', undefined],
    ['signed-in', true],
    ['expired', true],
    ['signed-out', false],
  ])('follows the session: %s', async (kind, expected) => {
    startMember.mockResolvedValue({ machine: { get: () => ({ kind }), subscribe: () => () => {} } });
    await start({ ...BARE, analytics: ANALYTICS }, { cookie: 'loyaltyState=1' });
    await vi.waitFor(() => expect(startMember).toHaveBeenCalled());
    await new Promise((resolve) => setTimeout(resolve));
    expect(signedIn()).toBe(expected);
  });

  it('is false if the member area cannot be loaded', async () => {
    const blocked = async (): Promise<never> => {
      throw new Error('blocked');
    };
    for (const result of [async () => undefined, blocked]) {
      startAnalytics.mockClear();
      startMember.mockImplementationOnce(result);
      await start({ ...BARE, analytics: ANALYTICS }, { cookie: 'loyaltyState=1' });
      await vi.waitFor(() => expect(signedIn()).toBe(false));
    }
  });
});
