import type { SiteEvent } from '@marquee/rules/analytics/events.ts';
import type { TrackerSettings } from '@marquee/rules/analytics/loading.ts';
import { type Cell, cell } from '@marquee/rules/cell.ts';
import { type ConsentView, NO_NOTICE } from '@marquee/rules/consent.ts';
import type { UndeliveredEvent } from '@marquee/rules/analytics/undelivered-events.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { emit, setEventListener, takeWaitingEvents } from '../../events.ts';
import type { Library } from './library.ts';
import { openOutbox } from './outbox.ts';
import { type Tracking, startTracking } from './tracking.ts';

const SERVICE: TrackerSettings = {
  analytics: { measurementIds: ['G-1'], script: 'https://g.example/gtag/js' },
  containers: [],
  launchScript: '',
};
const LAUNCH: TrackerSettings = { containers: [], launchScript: 'https://l.example/a.js' };

const ASKING: ConsentView = { consent: undefined, hasNotice: true, isReady: false, hasDenied: false };
const READY: ConsentView = { ...ASKING, isReady: true };
const GRANTED: ConsentView = { ...READY, consent: true };
const DENIED: ConsentView = { ...READY, consent: false, hasDenied: true };

const opened = (filmId: string): SiteEvent => ({ name: 'film_opened', filmId });
const settle = async (): Promise<void> => {
  for (let i = 0; i < 10; i += 1) await Promise.resolve();
};

/** The storage of a tab. */
function tabStorage() {
  const items = new Map<string, string>();
  return {
    items,
    getItem: (name: string) => items.get(name) ?? null,
    setItem: (name: string, value: string) => void items.set(name, value),
    removeItem: (name: string) => void items.delete(name),
  };
}

interface Fixture {
  /** The events that the library reports as undelivered. */
  readonly undelivered: UndeliveredEvent[];
  readonly log: string[];
  readonly consent: Cell<ConsentView>;
  readonly tracking: Tracking;
  /** Completes the download of the library. */
  readonly deliverLibrary: () => Promise<void>;
}

function setUp(
  settings: TrackerSettings,
  view: ConsentView,
  { fails = false, held = false, storage = tabStorage() } = {},
): Fixture {
  const undelivered: UndeliveredEvent[] = [];
  const log: string[] = [];
  const consent = cell(view);
  let releaseLibrary = (): void => undefined;
  const library: Library = {
    page: ({ path }) => void log.push(`page ${path}`),
    track: ({ name, properties }) => void log.push(`track ${name} ${Object.values(properties).join(' ')}`),
    resend: ({ event, to = [] }) =>
      void log.push(`resend ${event.name} ${Object.values(event.properties).join(' ')} ${to.join()}`.trim()),
    takeUndelivered: () => undelivered.splice(0),
    disable: () => void log.push('disable'),
    enable: () => void log.push('enable'),
  };
  const tracking = startTracking({
    settings,
    consent,
    fetchLibrary: async () => {
      log.push('fetch');
      if (held) await new Promise<void>((resolve) => (releaseLibrary = resolve));
      if (fails) throw new Error('blocked');
      return () => {
        log.push('make');
        return library;
      };
    },
    launch: async () => {
      log.push('launch');
      if (fails) throw new Error('blocked');
    },
    setConsent: (granted) => void log.push(`consent ${granted ? 'granted' : 'denied'}`),
    forget: () => void log.push('forget'),
    setListener: setEventListener,
    takeWaitingEvents,
    outbox: openOutbox(() => storage),
    view: () => ({ title: '', url: '', path: '/movies/', search: '', referrer: '' }),
    log: () => void log.push('warning'),
  });
  const deliverLibrary = async (): Promise<void> => {
    releaseLibrary();
    await settle();
  };
  return { log, consent, tracking, deliverLibrary, undelivered };
}

beforeEach(() => {
  setEventListener(() => undefined);
  setEventListener(undefined);
});

describe('ANLY-05 without consent', () => {
  it.each([
    ['no choice yet', ASKING],
    ['a notice that is ready', READY],
  ])('%s: nothing is fetched, created or sent', async (_, view) => {
    const { log, tracking } = setUp(SERVICE, view);
    emit(opened('7'));
    tracking.onRouteChange();
    await settle();
    expect(log).toEqual([]);
  });

  it('refused: nothing is fetched, and the service’s cookies are removed', async () => {
    const { log } = setUp(SERVICE, DENIED);
    await settle();
    expect(log).toEqual(['forget']);
  });

  it('granted: tags get the consent before anything loads', async () => {
    const { log } = setUp(SERVICE, GRANTED);
    await settle();
    expect(log).toEqual(['consent granted', 'fetch', 'make', 'page /movies/']);
  });

  it('no notice: counts as granted (CONS-02)', async () => {
    const { log } = setUp(SERVICE, NO_NOTICE);
    await settle();
    expect(log).toEqual(['consent granted', 'fetch', 'make', 'page /movies/']);
  });

  it('granted later: analytics starts then', async () => {
    const { log, consent } = setUp(SERVICE, ASKING);
    consent.set(READY);
    await settle();
    expect(log).toEqual([]);
    consent.set(GRANTED);
    await settle();
    expect(log).toEqual(['consent granted', 'fetch', 'make', 'page /movies/']);
  });

  it('a site without analytics loads none', async () => {
    const { log } = setUp({ containers: [], launchScript: '' }, GRANTED);
    await settle();
    expect(log).toEqual([]);
  });
});

describe('ANLY-11 the launch script', () => {
  it('loads once the consent tool is ready, and consent stays denied for tags until it is granted', async () => {
    const { log, consent } = setUp(LAUNCH, ASKING);
    expect(log).toEqual([]);
    consent.set(READY);
    consent.set(GRANTED);
    await settle();
    expect(log).toEqual(['consent denied', 'launch', 'consent granted']);
  });

  it('does not load after a refusal', async () => {
    const { log, consent } = setUp(LAUNCH, ASKING);
    consent.set(DENIED);
    await settle();
    expect(log).toEqual(['forget']);
  });
});

describe('PAGE-04 page views', () => {
  it('are sent once at the start and once per route change', async () => {
    const { log, tracking } = setUp(SERVICE, GRANTED);
    await settle();
    for (let i = 0; i < 3; i += 1) tracking.onRouteChange();
    expect(log.filter((entry) => entry.startsWith('page'))).toHaveLength(4);
  });

  it('are not sent while analytics does not run: 3 changes of route, 0 page views', async () => {
    const { log, tracking, consent } = setUp(SERVICE, ASKING);
    for (let i = 0; i < 3; i += 1) tracking.onRouteChange();
    await settle();
    expect(log).toEqual([]);
    consent.set(DENIED);
    tracking.onRouteChange();
    expect(log).toEqual(['forget']);
  });
});

describe('ANLY-07 events', () => {
  it('from before analytics has loaded are sent when it has loaded', async () => {
    const { log, deliverLibrary } = setUp(SERVICE, GRANTED, { held: true });
    emit(opened('7'));
    await settle();
    expect(log).toEqual(['consent granted', 'fetch']);
    await deliverLibrary();
    emit(opened('8'));
    expect(log.slice(2)).toEqual(['make', 'page /movies/', 'track film_opened 7', 'track film_opened 8']);
  });

  it('waiting and new events are dropped after a refusal', async () => {
    const { log, consent } = setUp(SERVICE, ASKING);
    emit(opened('7'));
    consent.set(DENIED);
    emit(opened('8'));
    consent.set(GRANTED);
    await settle();
    emit(opened('9'));
    expect(log.filter((entry) => entry.startsWith('track'))).toEqual(['track film_opened 9']);
  });
});

describe('CONS-03 a consent that is withdrawn', () => {
  it('disables analytics, updates the tags and removes the service’s cookies', async () => {
    const { log, consent, tracking } = setUp(SERVICE, GRANTED);
    await settle();
    log.length = 0;
    consent.set(DENIED);
    emit(opened('7'));
    tracking.onRouteChange();
    await settle();
    expect(log).toEqual(['consent denied', 'disable', 'forget']);
  });

  it('while the library loads: it is not created', async () => {
    const { log, consent, deliverLibrary } = setUp(SERVICE, GRANTED, { held: true });
    emit(opened('7'));
    consent.set(DENIED);
    await deliverLibrary();
    emit(opened('8'));
    expect(log).toEqual(['consent granted', 'fetch', 'consent denied', 'forget']);
    consent.set(GRANTED);
    await deliverLibrary();
    await deliverLibrary();
    expect(log.slice(4)).toEqual(['consent granted', 'fetch', 'make', 'page /movies/']);
  });

  it('and granted again while the library loads: it is fetched and created once', async () => {
    const { log, consent, deliverLibrary } = setUp(SERVICE, GRANTED, { held: true });
    consent.set({ ...GRANTED });
    consent.set({ ...GRANTED });
    await deliverLibrary();
    expect(log.filter((entry) => !entry.startsWith('consent'))).toEqual(['fetch', 'make', 'page /movies/']);
  });

  it('and granted again: analytics is enabled and not created twice', async () => {
    const { log, consent } = setUp(SERVICE, GRANTED);
    await settle();
    consent.set(DENIED);
    consent.set(GRANTED);
    emit(opened('7'));
    await settle();
    expect(log.slice(4)).toEqual(['consent denied', 'disable', 'forget', 'consent granted', 'enable', 'track film_opened 7']);
  });

  it('or becomes unknown: analytics is disabled too', async () => {
    const { log, consent } = setUp(SERVICE, GRANTED);
    await settle();
    consent.set(ASKING);
    emit(opened('7'));
    expect(log.slice(4)).toEqual(['consent denied', 'disable']);
  });
});

it('a blocked script is logged as a warning, and retried at the next change of consent', async () => {
  const { log, consent } = setUp({ ...SERVICE, launchScript: 'https://l.example/a.js' }, READY, { fails: true });
  await settle();
  expect(log).toEqual(['consent denied', 'launch', 'fetch', 'warning', 'warning']);
  consent.set(GRANTED);
  await settle();
  expect(log.slice(5)).toEqual(['consent granted', 'fetch', 'warning']);
});

describe('ANLY-07 a click that leaves the page', () => {
  it('before the library has loaded is sent from the next page', async () => {
    const storage = tabStorage();
    const page = setUp(SERVICE, GRANTED, { held: true, storage });
    emit(opened('7'));
    page.tracking.onPageHide();
    const next = setUp(SERVICE, GRANTED, { storage });
    await settle();
    expect(next.log.filter((line) => line.includes('film_opened'))).toEqual(['resend film_opened 7']);
    next.tracking.onPageHide();
    const last = setUp(SERVICE, GRANTED, { storage });
    await settle();
    expect(
      last.log.filter((line) => line.includes('film_opened')),
      'once',
    ).toEqual([]);
  });

  it('before a script has loaded is sent only to plugins that have not received it', async () => {
    const storage = tabStorage();
    const page = setUp(SERVICE, GRANTED, { storage });
    await settle();
    page.undelivered.push({ event: { name: 'film_opened', properties: { filmId: '7' } }, to: ['gtm-site'], pages: 1 });
    page.tracking.onPageHide();
    const next = setUp(SERVICE, GRANTED, { storage });
    await settle();
    expect(next.log.at(-1)).toBe('resend film_opened 7 gtm-site');
  });

  it('is sent when the page returns from the back/forward cache', async () => {
    const page = setUp(SERVICE, GRANTED, { held: true });
    emit(opened('7'));
    page.tracking.onPageHide();
    await page.deliverLibrary();
    page.tracking.onPageRestore();
    expect(page.log.filter((line) => line.includes('film_opened'))).toEqual(['resend film_opened 7']);
  });

  it.each([
    ['before a choice', ASKING],
    ['while the notice is open', READY],
    ['after a refusal', DENIED],
  ])('CONS-02 is not stored %s', (_, view) => {
    const storage = tabStorage();
    const page = setUp(SERVICE, view, { storage });
    emit(opened('7'));
    page.tracking.onPageHide();
    expect([...storage.items]).toEqual([]);
  });

  it('is stored before the consent tool has responded only in a tab in which analytics has run', async () => {
    const storage = tabStorage();
    setUp(SERVICE, GRANTED, { storage });
    await settle();
    const next = setUp(SERVICE, ASKING, { storage });
    emit(opened('7'));
    next.tracking.onPageHide();
    expect(storage.items.get('unsent-events')).toContain('film_opened');
    next.tracking.onPageRestore();
    expect(storage.items.get('unsent-events')).toContain('film_opened');
  });

  it('CONS-03 is removed with everything else when consent is withdrawn', async () => {
    const storage = tabStorage();
    const page = setUp(SERVICE, GRANTED, { held: true, storage });
    emit(opened('7'));
    page.tracking.onPageHide();
    await page.deliverLibrary();
    expect(storage.items.size).toBeGreaterThan(0);
    const next = setUp(SERVICE, GRANTED, { held: true, storage });
    next.consent.set(DENIED);
    expect([...storage.items]).toEqual([]);
  });

  it('is lost silently if storage is forbidden', async () => {
    const storage = openOutbox(() => {
      throw new Error('denied');
    });
    storage.markRun();
    storage.store([{ event: { name: 'join', properties: {} } }]);
    expect([storage.hasRun(), storage.take()]).toEqual([false, []]);
    storage.clear();
  });
});
