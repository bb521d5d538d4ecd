import type { SiteEvent } from '@marquee/rules/analytics/events.ts';
import type { Call } from '@marquee/api/call.ts';
import { fakeService } from '@marquee/testkit/session/fake-service.ts';
import { favoriteTheatersMachine } from '@marquee/rules/loyalty/favorites/favorite-theaters-machine.ts';
import type { Session } from '@marquee/rules/loyalty/session/session.ts';
import { watchlistMachine } from '@marquee/rules/loyalty/favorites/watchlist-machine.ts';
import { type Cell, cell } from '@marquee/rules/cell.ts';
import { FakeLink, type FakePage, fakePage, forbidStorage } from '@marquee/testkit/pages/fake-page.ts';
import { AREA } from '@marquee/testkit/pages/member.tsx';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { setEventListener } from '../events.ts';
import { addRequestedHeart, pressHeart, setHeart, watchHearts } from './hearts.ts';
import { type Member, openMember } from './member.ts';

const IRIS: Session = { kind: 'signed-in', record: { kind: 'opaque', cypherVersion: 3 }, member: { memberId: 'm1' } };
const FILMS = { peachCode: 0, externalFilmIds: ['f1'] };
const theaters = (...ids: string[]) => ({
  peachCode: 0,
  favoriteCinemas: ids.map((boxofficeCinemaId) => ({ boxofficeCinemaId, subscribeToNewsletter: true })),
});

/** The lists of a member with the film f1 and the theater t1. `respond` responds to changes. */
async function lists(respond: (call: Call) => unknown) {
  const context = { version: 3, circuitId: 'C1', cinemaId: 'T1' } as const;
  const initial = new Map<string, unknown>([
    ['GetFavoriteFilms', FILMS],
    ['GetFavoriteCinemas', theaters('t1')],
  ]);
  const send = fakeService((call) => {
    const [, loaded] = [...initial].find(([name]) => call.route.includes(name)) ?? [];
    return loaded ?? respond(call);
  });
  const log = () => undefined;
  const watchlist = watchlistMachine({ context, send, log });
  const cinemas = favoriteTheatersMachine({ context, endpoint: '/api/cypher', send, refreshUser: () => Promise.resolve(), log });
  await Promise.all([watchlist.setSession(IRIS), cinemas.setSession(IRIS)]);
  return { watchlist, cinemas };
}

const networkError = () => {
  throw new TypeError('Failed to fetch');
};

describe('a heart', () => {
  it('LOYC-19, FAV-07 is turned on and off if the service accepts the change', async () => {
    const on = await lists(({ route }) => (route.includes('Cinema') ? theaters('t1', 't2') : { peachCode: 0 }));
    expect([await setHeart(on, 'f2', true), await setHeart(on, 'theater/t2', true)]).toEqual([undefined, undefined]);
    expect([on.watchlist.get().films, on.cinemas.get().list.length]).toEqual([['f1', 'f2'], 2]);
    const off = await lists(({ route }) => (route.includes('Cinema') ? theaters() : { peachCode: 0 }));
    expect([await setHeart(off, 'f1', false), await setHeart(off, 'theater/t1', false)]).toEqual([undefined, undefined]);
  });

  it('WATCH-06, FAV-06 that is refused returns what failed and why', async () => {
    const refused = await lists(() => ({ peachCode: 72 }));
    const failure = { kind: 'refused', response: { peachCode: 72 } };
    expect(await setHeart(refused, 'f2', true)).toEqual({ list: 'watchlist', adds: true, failure });
    expect(await setHeart(refused, 'f1', false)).toEqual({ list: 'watchlist', adds: false, failure });
    expect(await setHeart(refused, 'theater/t2', true)).toEqual({ list: 'theaters', adds: true, failure });
    expect(await setHeart(refused, 'theater/t1', false)).toEqual({ list: 'theaters', adds: false, failure });
    expect(await setHeart(await lists(networkError), 'f2', true)).toEqual({
      list: 'watchlist',
      adds: true,
      failure: { kind: 'unreachable' },
    });
  });

  it('fails if nobody is signed in', async () => {
    const signedOut = await lists(networkError);
    await signedOut.watchlist.setSession({ kind: 'signed-out' });
    expect(await setHeart(signedOut, 'f2', true)).toEqual({ list: 'watchlist', adds: true, failure: { kind: 'unreachable' } });
  });
});

describe('ANLY-07 a heart', () => {
  let events: SiteEvent[] = [];

  beforeEach(() => {
    setEventListener((event) => void events.push(event));
    // Removes the events that other tests emitted.
    events = [];
  });

  it('emits an event for a film that was added or removed', async () => {
    await setHeart(await lists(() => ({ peachCode: 0 })), 'f2', true);
    await setHeart(await lists(() => ({ peachCode: 0 })), 'f1', false);
    expect(events).toEqual([
      { name: 'watchlist_changed', filmId: 'f2', added: true },
      { name: 'watchlist_changed', filmId: 'f1', added: false },
    ]);
  });

  it('emits no event for a failure, a film that was in the list already, or a theater', async () => {
    await setHeart(await lists(() => ({ peachCode: 7 })), 'f2', true);
    await setHeart(await lists(() => ({ peachCode: 0 })), 'f1', true);
    await setHeart(await lists(() => theaters('t1', 't2')), 'theater/t2', true);
    expect(events).toEqual([]);
  });
});

describe('the hearts of a page', () => {
  const UNKNOWN: Session = { kind: 'loading', record: undefined };
  const SIGNED_OUT: Session = { kind: 'signed-out' };
  let page: FakePage;
  let session: Cell<Session>;
  let member: Member;
  let onMutation: () => void;
  let observed: unknown[];

  /** Opens a page of this session with hearts. */
  async function open(
    initial: Session,
    hearts: readonly string[],
    { href = '/login/', respond = (): unknown => ({ peachCode: 0 }), isLoaded = true } = {},
  ): Promise<void> {
    page = fakePage({
      url: 'https://acme.example/movies/?day=2',
      elements: { 'a[data-heart]': hearts.map((heart) => new FakeLink('/login/?next=x', { heart })) },
    });
    vi.stubGlobal(
      'MutationObserver',
      class {
        constructor(listener: () => void) {
          onMutation = listener;
        }
        observe(...parameters: unknown[]): void {
          observed = parameters;
        }
      },
    );
    session = cell(initial);
    const opened = openMember({ ...AREA, href }, { theaterId: undefined });
    const { watchlist, cinemas } = await lists(respond);
    if (!isLoaded) await watchlist.setSession(SIGNED_OUT);
    member = { ...opened, watchlist, cinemas, machine: { ...opened.machine, ...session } };
  }
  const links = (): readonly HTMLAnchorElement[] => [...document.querySelectorAll<HTMLAnchorElement>('a[data-heart]')];
  const pressed = () => links().map(({ role, ariaPressed }) => [role, ariaPressed]);
  /** Presses the first heart. */
  async function press() {
    const [link] = links();
    if (link === undefined) throw new Error('the page has no heart');
    return pressHeart(member, link);
  }
  afterEach(() => {
    page.window.dispatch('pagehide');
    vi.unstubAllGlobals();
  });

  it('WATCH-01, FAV-07 are switches for members, and links for guests', async () => {
    await open(UNKNOWN, ['f1', 'f2', 'theater/t1', 'theater/t2']);
    watchHearts(member);
    const asLinks = [null, null];
    expect(pressed()).toEqual([asLinks, asLinks, asLinks, asLinks]);
    session.set(IRIS);
    const [on, off] = [
      ['button', 'true'],
      ['button', 'false'],
    ];
    expect(pressed()).toEqual([on, off, on, off]);
    session.set(SIGNED_OUT);
    expect(pressed()).toEqual([asLinks, asLinks, asLinks, asLinks]);
  });

  it('follow the lists, and those that are added later too', async () => {
    await open(IRIS, ['f1', 'f2'], { isLoaded: false });
    watchHearts(member);
    expect(pressed()).toEqual([
      [null, null],
      [null, null],
    ]);
    await member.watchlist.setSession(IRIS);
    await member.watchlist.add('f2');
    page.elements['a[data-heart]'] = [...links(), new FakeLink('/login/', { heart: 'f3' })];
    onMutation();
    expect(pressed()).toEqual([
      ['button', 'true'],
      ['button', 'true'],
      ['button', 'false'],
    ]);
    expect(observed).toEqual([page.document.body, { childList: true, subtree: true }]);
  });

  it('LOYC-19 change their list when a member presses one', async () => {
    await open(IRIS, ['f2']);
    expect(await press()).toBeUndefined();
    expect([member.watchlist.get().films, links()[0]?.ariaBusy]).toEqual([['f1', 'f2'], null]);
    await press();
    expect(member.watchlist.get().films).toEqual(['f1']);
  });

  it('wait for the session and the list', async () => {
    await open(UNKNOWN, ['f1'], { isLoaded: false });
    const pressing = press();
    await new Promise((resolve) => setTimeout(resolve));
    session.set(IRIS);
    await vi.waitFor(() => expect(links()[0]?.ariaBusy).toBe('true'));
    await member.watchlist.setSession(IRIS);
    await pressing;
    expect(member.watchlist.get().films).toEqual([]);
  });

  it('change nothing while they are changed, or if the member signs out meanwhile', async () => {
    await open(IRIS, ['f1'], { isLoaded: false });
    const pressing = press();
    await vi.waitFor(() => expect(links()[0]?.ariaBusy).toBe('true'));
    expect(await press()).toBeUndefined();
    expect(links()[0]?.ariaBusy).toBe('true');
    session.set(SIGNED_OUT);
    await member.watchlist.setSession(IRIS);
    await pressing;
    expect([member.watchlist.get().films, links()[0]?.ariaBusy]).toEqual([['f1'], null]);
  });

  it('WATCH-06 return what failed with the heart', async () => {
    await open(IRIS, ['f2'], { respond: () => ({ peachCode: 72 }) });
    const failure = { kind: 'refused', response: { peachCode: 72 } };
    expect(await press()).toEqual({ list: 'watchlist', adds: true, failure, link: links()[0] });
  });

  it.each([
    ['/login/', '/login/?next=%2Fmovies%2F%3Fday%3D2'],
    ['', 'https://acme.example/login/?next=x'],
  ])('lead guests to the sign-in at %j and are applied after it', async (href, expected) => {
    await open(SIGNED_OUT, ['f2'], { href });
    expect(await press()).toBeUndefined();
    expect(page.visited).toEqual([expected]);
    expect(member.watchlist.get().films).toEqual(['f1']);
    session.set(IRIS);
    expect(await addRequestedHeart(member)).toBeUndefined();
    expect(member.watchlist.get().films).toEqual(['f1', 'f2']);
    await member.watchlist.remove('f2');
    await addRequestedHeart(member);
    expect(member.watchlist.get().films).toEqual(['f1']);
  });

  it('of guests stay stored until somebody signs in', async () => {
    await open(SIGNED_OUT, ['f2']);
    await press();
    expect(await addRequestedHeart(member)).toBeUndefined();
    expect([[...page.stored.values()], member.watchlist.get().films]).toEqual([['f2'], ['f1']]);
    session.set(UNKNOWN);
    const adding = addRequestedHeart(member);
    await new Promise((resolve) => setTimeout(resolve));
    session.set(IRIS);
    await adding;
    expect(member.watchlist.get().films).toEqual(['f1', 'f2']);
  });

  it('that were pressed by a guest and are refused return what failed, if they are on the page', async () => {
    await open(IRIS, ['f1', 'f2'], { respond: () => ({ peachCode: 72 }) });
    page.stored.set('wanted', 'f2');
    expect(await addRequestedHeart(member)).toMatchObject({ adds: true, link: links()[1] });
    page.stored.set('wanted', 'f3');
    expect(await addRequestedHeart(member)).toBeUndefined();
  });

  it('lead to the sign-in although storage is forbidden', async () => {
    await open(SIGNED_OUT, ['f2']);
    forbidStorage();
    await press();
    expect(page.visited).toHaveLength(1);
    session.set(IRIS);
    await addRequestedHeart(member);
    expect(member.watchlist.get().films).toEqual(['f1']);
  });
});
