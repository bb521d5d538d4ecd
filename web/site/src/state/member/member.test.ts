import type { MemberArea } from '@marquee/api/schema.gen.ts';
import { type Observable, cell } from '@marquee/rules/cell.ts';
import { stateCookie } from '@marquee/rules/loyalty/session/session-cookies.ts';
import { SESSION_TOKEN_HEADER } from '@marquee/rules/shared.gen.ts';
import { type FakePage, fakePage } from '@marquee/testkit/pages/fake-page.ts';
import { AREA } from '@marquee/testkit/pages/member.tsx';
import { type OtherTab, otherTab } from '@marquee/testkit/session/other-tab.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Member, whenSettled } from './member.ts';

const SUCCESS = { peachCode: 0, statusCode: 200 };
const RESPONSES: Readonly<Record<string, unknown>> = {
  Login: { ...SUCCESS, memberDetails: { memberId: 'm1' } },
  RefreshLogin: SUCCESS,
  GetMember: { ...SUCCESS, memberDetails: { memberId: 'm1', firstName: 'Iris' } },
  Logout: SUCCESS,
  GetFavoriteFilms: { ...SUCCESS, externalFilmIds: ['f1'] },
  AddFavoriteFilm: SUCCESS,
  GetFavoriteCinemas: { ...SUCCESS, favoriteCinemas: [] },
  AddFavoriteCinema: { ...SUCCESS, favoriteCinemas: [{ boxofficeCinemaId: 't1', subscribeToNewsletter: true }] },
};
const SIGNED_IN = encodeURIComponent(JSON.stringify({ cypherVersion: 3, signedIn: true }));
const CREDENTIALS = { username: 'iris', password: 'popcorn' };

interface SentRequest {
  readonly address: string;
  readonly init: RequestInit;
}

let page: FakePage;
let member: Member;
/** The names of the calls in their order, and what tests add. */
let log: string[];
let sent: SentRequest[];
let responses: Record<string, unknown>;
let other: OtherTab;

/** For example `RefreshLogin` for a call in the envelope of `/Member/v3/RefreshLogin?…`. */
function nameOf({ address, init }: SentRequest): string {
  const body: unknown = JSON.parse(String(init.body ?? '{}'));
  return /\/(?:v3\/)?(\w+)\/?(?:\?[^"]*)?"/.exec(JSON.stringify(body).replace(/^.*"route":/, ''))?.[1] ?? address;
}

interface Options {
  readonly url?: string;
  readonly area?: Partial<MemberArea>;
  readonly theaterId?: string;
  readonly signedIn?: boolean;
  readonly navigator?: object;
}

/** Opens the member area of a page, without starting it. */
async function open({ url, area = {}, theaterId, signedIn = true, navigator }: Options = {}): Promise<() => void> {
  page = fakePage(url === undefined ? {} : { url });
  page.document.documentElement.lang = 'fr';
  if (navigator !== undefined) vi.stubGlobal('navigator', navigator);
  if (signedIn) page.document.cookie = `${stateCookie({ secure: true, framed: false })}=${SIGNED_IN}`;
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    const request = { address, init };
    const name = nameOf(request);
    sent.push(request);
    log.push(name);
    const response = responses[name];
    if (response instanceof Error) throw response;
    return { ok: true, status: 200, json: async () => response };
  });
  vi.resetModules();
  const { openMember, startMember } = await import('./member.ts');
  member = openMember({ ...AREA, ...area }, { theaterId });
  return () => startMember(member);
}

async function start(options: Options = {}): Promise<void> {
  (await open(options))();
}

/** Waits for the state of the session, which is checked half a second after the start. */
async function settledAs(kind: string): Promise<void> {
  await vi.advanceTimersByTimeAsync(500);
  await vi.waitFor(() => expect(member.machine.get().kind).toBe(kind));
}
const loaded = (): Promise<void> =>
  vi.waitFor(() => expect([member.watchlist.get().isLoaded, member.cinemas.get().isLoaded]).toEqual([true, true]));

beforeEach(() => {
  vi.useFakeTimers();
  [log, sent, responses] = [[], [], { ...RESPONSES }];
  other = otherTab();
});
afterEach(() => {
  member.machine.stop();
  page.window.dispatch('pagehide');
  other.close();
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

describe('security 1.7 the lock of the tabs', () => {
  /** A browser that grants the lock, or does not. */
  const locks = (isGranted: boolean) => ({
    onLine: true,
    locks: {
      request: async (name: string, _: object, run: () => Promise<unknown>): Promise<unknown> => {
        log.push(`request ${name}`);
        if (!isGranted) throw new DOMException('', 'TimeoutError');
        const result = await run();
        log.push('release');
        return result;
      },
    },
  });

  it('is held during a refresh', async () => {
    await start({ navigator: locks(true) });
    await settledAs('signed-in');
    await vi.waitFor(() => expect(log).toContain('release'));
    expect(log.filter((name) => !name.includes('Favorite'))).toEqual([
      'request marquee-loyalty-session',
      'RefreshLogin',
      'GetMember',
      'release',
    ]);
  });

  it('is not waited for longer than another tab needs for a refresh', async () => {
    const timeout = vi.spyOn(AbortSignal, 'timeout');
    await start({ navigator: locks(false) });
    await settledAs('signed-in');
    expect(timeout.mock.calls[0]).toEqual([45_000]);
    expect(log.slice(0, 3)).toEqual(['request marquee-loyalty-session', 'RefreshLogin', 'GetMember']);
  });

  it('is not needed in a browser that has none', async () => {
    await start();
    await settledAs('signed-in');
    expect(log.slice(0, 2)).toEqual(['RefreshLogin', 'GetMember']);
  });

  it('does not repeat a sign-in whose response was lost', async () => {
    await open({ signedIn: false, navigator: locks(true) });
    responses['Login'] = new TypeError('Failed to fetch');
    await expect(member.machine.login(CREDENTIALS)).rejects.toBeNull();
    expect(log.filter((name) => name === 'Login')).toEqual(['Login']);
  });
});

describe('the requests of the member area', () => {
  it('are in the language of the page, with its cookies, and end after 20 seconds', async () => {
    const timeout = vi.spyOn(AbortSignal, 'timeout');
    await open({ signedIn: false });
    await member.machine.login(CREDENTIALS);
    const [request] = sent;
    expect([request?.address, request?.init.credentials, request?.init.signal]).toEqual([
      '/api/cypher',
      'same-origin',
      timeout.mock.results[0]?.value,
    ]);
    const headers = new Headers(request?.init.headers);
    expect([headers.get('Accept-Language'), headers.get('Content-Type')]).toEqual(['fr', 'application/json']);
    expect(timeout.mock.calls).toEqual([[20_000]]);
  });

  it.each([
    ['https://loyalty.example/', 'https://loyalty.example/'],
    ['', '/api/cypher'],
  ])('go to the endpoint of the site: %j is %s', async (endpoint, expected) => {
    await open({ signedIn: false, area: { endpoint } });
    await member.machine.login(CREDENTIALS);
    expect(sent[0]?.address).toBe(expected);
  });

  it.each<[Partial<MemberArea>, string | undefined, string]>([
    [{ currentCinema: true }, 'harbor', 'harbor'],
    [{ currentCinema: true }, undefined, 'meridian-main'],
    [{ currentCinema: false }, 'harbor', 'meridian-main'],
  ])('LOYC-15, LOYC-17 name a cinema: with %j on a page of %s it is %s', async (area, theaterId, expected) => {
    await open({ area, ...(theaterId === undefined ? {} : { theaterId }) });
    expect(member.context).toEqual({ version: 3, circuitId: 'meridian', cinemaId: expected });
  });

  it('security 5.2 fetch a ticket for the ticketing site with the session of the cookie', async () => {
    await open();
    responses['/api/hand-over-ticket'] = { ...SUCCESS, ticket: 'T-1' };
    expect(await member.ticket()).toEqual({ kind: 'ticket', value: 'T-1' });
    expect([sent[0]?.init.method, sent[0]?.init.credentials]).toEqual(['POST', 'same-origin']);
  });
});

describe('the session of a page', () => {
  it.each([
    ['https://acme.example/', true, 'loyaltyState', 'signed-out'],
    ['http://acme.example/', true, 'loyaltyState', 'signed-in'],
    ['https://acme.example/', false, '__Host-loyaltyState', 'signed-out'],
    ['https://acme.example/', false, '__Host-loyaltyStateFramed', 'signed-in'],
  ])('security 1.2 at %s (alone: %s) with the cookie %s is %s', async (url, isAlone, cookie, kind) => {
    const startNow = await open({ url, signedIn: false });
    page.document.cookie = `${cookie}=${SIGNED_IN}`;
    if (!isAlone) {
      vi.stubGlobal('parent', {});
      const { openMember } = await import('./member.ts');
      page.window.dispatch('pagehide');
      member = openMember(AREA, { theaterId: undefined });
      member.machine.start();
    } else startNow();
    await settledAs(kind);
  });

  it('SESS-14 is checked after half a second, unless it is stopped before', async () => {
    await start();
    await vi.advanceTimersByTimeAsync(499);
    member.machine.stop();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(log).toEqual([]);
  });

  it('is not refreshed without a connection, but when there is one again', async () => {
    const navigator = { onLine: false };
    await start({ navigator });
    await vi.advanceTimersByTimeAsync(29_000);
    expect(log).toEqual([]);
    navigator.onLine = true;
    await vi.advanceTimersByTimeAsync(2000);
    await settledAs('signed-in');
  });

  it('SESS-17, security 5.3 begins with a token, which is removed from the URL and reported as a sign-in', async () => {
    await start({ url: 'https://acme.example/login/?token=T1&film=2', signedIn: false });
    expect(page.location.href).toBe('https://acme.example/login/?film=2');
    await settledAs('signed-in');
    expect(new Headers(sent[0]?.init.headers).get(SESSION_TOKEN_HEADER)).toBe('T1');
    expect(page.stored.get('signed-in')).toContain('"way":"token"');
  });

  it('HAND-07 an invalid token leads to the page without it, on this site', async () => {
    responses['GetMember'] = { peachCode: 7 };
    await start({ url: 'https://acme.example//login/?token=T1&film=2', signedIn: false });
    await vi.waitFor(() => expect(page.visited).toEqual(['https://acme.example//login/?film=2']));
  });

  it('SESS-32 ends on this device with the sign-out, also if the server is not reached', async () => {
    await start();
    await settledAs('signed-in');
    responses['Logout'] = new TypeError('Failed to fetch');
    await member.machine.logout();
    expect(decodeURIComponent(page.document.cookie)).toContain('"signedIn":false');
    responses['Logout'] = SUCCESS;
    member.machine.start();
    await vi.waitFor(() => expect(page.document.cookie).toContain('Max-Age=0'));
  });

  it('SESS-10 has no session for an expired member on a site that does not allow that', async () => {
    const expired = { memberId: 'm1', memberExpiry: '2020-01-01T00:00:00Z' };
    responses['GetMember'] = { ...SUCCESS, memberDetails: expired };
    await start({ area: { allowExpiredAccountsLogin: true } });
    await settledAs('expired');
    page.window.dispatch('pagehide');
    await start({ area: { allowExpiredAccountsLogin: false } });
    await settledAs('signed-out');
  });

  it('security 1.12 ends when the page is shown again after a sign-out that it missed', async () => {
    await start();
    await settledAs('signed-in');
    page.document.cookie = '';
    page.document.dispatch('visibilitychange');
    expect(member.machine.get().kind).toBe('signed-out');
  });
});

describe('the notice that the session ended', () => {
  it('security 1.12 is shown after a sign-out in another tab, until somebody signs in', async () => {
    await start();
    await settledAs('signed-in');
    expect(member.signedOutNotice.get()).toBe(false);
    page.stored.set('signed-in', '{}');
    other.send({ kind: 'signed-out' });
    await settledAs('signed-out');
    expect([member.signedOutNotice.get(), page.stored.size]).toEqual([true, 0]);
    page.document.cookie = `${stateCookie({ secure: true, framed: false })}=${SIGNED_IN}`;
    page.document.dispatch('visibilitychange');
    expect([member.machine.get().kind, member.signedOutNotice.get()]).toEqual(['loading', true]);
    await member.machine.login(CREDENTIALS);
    expect(member.signedOutNotice.get()).toBe(false);
    expect(page.stored.get('signed-in')).toContain('"way":"password"');
  });
});

describe('the lists of a member', () => {
  it('WATCH-04, FAV-03 are loaded with the session', async () => {
    await start();
    await settledAs('signed-in');
    await loaded();
    expect(member.watchlist.get().films).toEqual(['f1']);
  });

  it('LOYC-19 have no watchlist if the site has none', async () => {
    await start({ area: { includeWatchlist: false } });
    await settledAs('signed-in');
    await vi.waitFor(() => expect(member.cinemas.get().isLoaded).toBe(true));
    expect(log).not.toContain('GetFavoriteFilms');
  });

  it('security 1.12 tell the other tabs what changed', async () => {
    await start();
    await settledAs('signed-in');
    await loaded();
    await member.watchlist.add('f2');
    await member.cinemas.add('t1');
    await vi.waitFor(() => expect(other.received).toContainEqual({ kind: 'changed', names: ['theaters'] }));
    expect(other.received).toContainEqual({ kind: 'changed', names: ['watchlist'] });
  });

  it.each([
    [['watchlist'], ['GetFavoriteFilms']],
    [['theaters'], ['GetFavoriteCinemas']],
    [['rewards'], []],
  ])('are loaded again if another tab changed %j', async (names, expected) => {
    await start();
    await settledAs('signed-in');
    await loaded();
    log.length = 0;
    other.send({ kind: 'changed', names });
    await member.tabs.waitForDelivery();
    await vi.advanceTimersByTimeAsync(10);
    expect(log).toEqual(expected);
  });

  it('WATCH-06 that could not be reached are logged for the operator', async () => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue(undefined);
    responses['GetFavoriteFilms'] = new TypeError('Failed to fetch');
    await start();
    await settledAs('signed-in');
    await loaded();
    expect(warn).toHaveBeenCalledWith('The watchlist could not be reached', expect.any(Error));
  });
});

describe('whenSettled', () => {
  it('resolves at once with a settled value, else with the first one that is settled, and listens no longer', async () => {
    await open();
    const value = cell(1);
    const stops = vi.fn();
    const observed: Observable<number> = {
      get: value.get,
      subscribe: (listener) => {
        const stop = value.subscribe(listener);
        return () => {
          stop();
          stops();
        };
      },
    };
    expect(await whenSettled(observed, (current) => current === 1)).toBe(1);
    const later = whenSettled(observed, (current) => current > 2);
    value.set(2);
    expect(stops).not.toHaveBeenCalled();
    value.set(3);
    value.set(4);
    expect(await later).toBe(3);
    expect(stops).toHaveBeenCalledTimes(1);
  });
});
