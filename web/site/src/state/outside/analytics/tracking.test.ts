import type { SiteEvent } from '@marquee/rules/analytics/events.ts';
import type { TrackerSettings } from '@marquee/rules/analytics/loading.ts';
import { type Cell, cell } from '@marquee/rules/cell.ts';
import { type ConsentView, NO_NOTICE } from '@marquee/rules/consent.ts';
import type { Unsent } from '@marquee/rules/analytics/unsent.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { emit, hearEvents, takeWaiting } from '../../events.ts';
import type { Library } from './library.ts';
import { openOutbox } from './outbox.ts';
import { type Tracking, startTracking } from './tracking.ts';

const SERVICE: TrackerSettings = { analytics: { measurementIds: ['G-1'], script: 'https://g.example/gtag/js' }, containers: [], launchScript: '' };
const LAUNCH: TrackerSettings = { containers: [], launchScript: 'https://l.example/a.js' };

const ASKING: ConsentView = { consent: undefined, hasNotice: true, isReady: false, hasDenied: false };
const READY: ConsentView = { ...ASKING, isReady: true };
const GRANTED: ConsentView = { ...READY, consent: true };
const DENIED: ConsentView = { ...READY, consent: false, hasDenied: true };

const opened = (filmId: string): SiteEvent => ({ name: 'film_opened', filmId });
const rest = async (): Promise<void> => {
  for (let i = 0; i < 10; i += 1) await Promise.resolve();
};

/** The storage of a tab. */
function tabStorage() {
  const kept = new Map<string, string>();
  return {
    kept,
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
    removeItem: (name: string) => void kept.delete(name),
  };
}

interface Stand {
  /** The events that the library reports as undelivered. */
  readonly unsent: Unsent[];
  readonly log: string[];
  readonly consent: Cell<ConsentView>;
  readonly tracking: Tracking;
  /** Lets the library arrive. */
  readonly arrive: () => Promise<void>;
}

function stand(settings: TrackerSettings, view: ConsentView, { fails = false, held = false, storage = tabStorage() } = {}): Stand {
  const unsent: Unsent[] = [];
  const log: string[] = [];
  const consent = cell(view);
  let arrived = (): void => undefined;
  const library: Library = {
    page: ({ path }) => void log.push(`page ${path}`),
    track: ({ name, properties }) => void log.push(`track ${name} ${Object.values(properties).join(' ')}`),
    resend: ({ event, to = [] }) => void log.push(`resend ${event.name} ${Object.values(event.properties).join(' ')} ${to.join()}`.trim()),
    takeUnsent: () => unsent.splice(0),
    disable: () => void log.push('disable'),
    enable: () => void log.push('enable'),
  };
  const tracking = startTracking({
    settings,
    consent,
    fetchLibrary: async () => {
      log.push('fetch');
      if (held) await new Promise<void>((go) => (arrived = go));
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
    tellConsent: (granted) => void log.push(`consent ${granted ? 'granted' : 'denied'}`),
    forget: () => void log.push('forget'),
    hear: hearEvents,
    takeWaiting,
    outbox: openOutbox(() => storage),
    view: () => ({ title: '', url: '', path: '/movies/', search: '', referrer: '' }),
    log: () => void log.push('warning'),
  });
  const arrive = async (): Promise<void> => {
    arrived();
    await rest();
  };
  return { log, consent, tracking, arrive, unsent };
}

beforeEach(() => {
  hearEvents(() => undefined);
  hearEvents(undefined);
});

describe('ANLY-05 without consent', () => {
  it.each([
    ['no choice yet', ASKING],
    ['a notice that is ready', READY],
  ])('%s: nothing is fetched, made or told', async (_, view) => {
    const { log, tracking } = stand(SERVICE, view);
    emit(opened('7'));
    tracking.routed();
    await rest();
    expect(log).toEqual([]);
  });

  it('refused: nothing is fetched, and what the service left here before is taken away', async () => {
    const { log } = stand(SERVICE, DENIED);
    await rest();
    expect(log).toEqual(['forget']);
  });

  it('granted: tags are told before anything loads', async () => {
    const { log } = stand(SERVICE, GRANTED);
    await rest();
    expect(log).toEqual(['consent granted', 'fetch', 'make', 'page /movies/']);
  });

  it('nobody is asked: as if granted (CONS-02)', async () => {
    const { log } = stand(SERVICE, NO_NOTICE);
    await rest();
    expect(log).toEqual(['consent granted', 'fetch', 'make', 'page /movies/']);
  });

  it('granted later: then', async () => {
    const { log, consent } = stand(SERVICE, ASKING);
    consent.set(READY);
    await rest();
    expect(log).toEqual([]);
    consent.set(GRANTED);
    await rest();
    expect(log).toEqual(['consent granted', 'fetch', 'make', 'page /movies/']);
  });

  it('a site without analytics loads none', async () => {
    const { log } = stand({ containers: [], launchScript: '' }, GRANTED);
    await rest();
    expect(log).toEqual([]);
  });
});

describe('ANLY-11 the launch script', () => {
  it('loads once the consent tool is ready, without telling tags of a consent that nobody gave', async () => {
    const { log, consent } = stand(LAUNCH, ASKING);
    expect(log).toEqual([]);
    consent.set(READY);
    consent.set(GRANTED);
    await rest();
    expect(log).toEqual(['consent denied', 'launch', 'consent granted']);
  });

  it('does not load after a refusal', async () => {
    const { log, consent } = stand(LAUNCH, ASKING);
    consent.set(DENIED);
    await rest();
    expect(log).toEqual(['forget']);
  });
});

describe('PAGE-04 page views', () => {
  it('are one at the start and one for each change of route', async () => {
    const { log, tracking } = stand(SERVICE, GRANTED);
    await rest();
    for (let i = 0; i < 3; i += 1) tracking.routed();
    expect(log.filter((entry) => entry.startsWith('page'))).toHaveLength(4);
  });

  it('are none while analytics is not set up: 3 changes of route, 0 page views', async () => {
    const { log, tracking, consent } = stand(SERVICE, ASKING);
    for (let i = 0; i < 3; i += 1) tracking.routed();
    await rest();
    expect(log).toEqual([]);
    consent.set(DENIED);
    tracking.routed();
    expect(log).toEqual(['forget']);
  });
});

describe('ANLY-07 events', () => {
  it('that came before analytics are sent when it is there', async () => {
    const { log, arrive } = stand(SERVICE, GRANTED, { held: true });
    emit(opened('7'));
    await rest();
    expect(log).toEqual(['consent granted', 'fetch']);
    await arrive();
    emit(opened('8'));
    expect(log.slice(2)).toEqual(['make', 'page /movies/', 'track film_opened 7', 'track film_opened 8']);
  });

  it('are dropped by a refusal, those that waited and those that come', async () => {
    const { log, consent } = stand(SERVICE, ASKING);
    emit(opened('7'));
    consent.set(DENIED);
    emit(opened('8'));
    consent.set(GRANTED);
    await rest();
    emit(opened('9'));
    expect(log.filter((entry) => entry.startsWith('track'))).toEqual(['track film_opened 9']);
  });
});

describe('CONS-03 a consent that is withdrawn', () => {
  it('disables analytics, tells tags and takes away what the service left', async () => {
    const { log, consent, tracking } = stand(SERVICE, GRANTED);
    await rest();
    log.length = 0;
    consent.set(DENIED);
    emit(opened('7'));
    tracking.routed();
    await rest();
    expect(log).toEqual(['consent denied', 'disable', 'forget']);
  });

  it('while the library comes: it is never made', async () => {
    const { log, consent, arrive } = stand(SERVICE, GRANTED, { held: true });
    emit(opened('7'));
    consent.set(DENIED);
    await arrive();
    emit(opened('8'));
    expect(log).toEqual(['consent granted', 'fetch', 'consent denied', 'forget']);
    consent.set(GRANTED);
    await arrive();
    await arrive();
    expect(log.slice(4)).toEqual(['consent granted', 'fetch', 'make', 'page /movies/']);
  });

  it('and given again: it is enabled and not made twice', async () => {
    const { log, consent } = stand(SERVICE, GRANTED);
    await rest();
    consent.set(DENIED);
    consent.set(GRANTED);
    emit(opened('7'));
    await rest();
    expect(log.slice(4)).toEqual(['consent denied', 'disable', 'forget', 'consent granted', 'enable', 'track film_opened 7']);
  });

  it('or is unknown again: it is disabled too', async () => {
    const { log, consent } = stand(SERVICE, GRANTED);
    await rest();
    consent.set(ASKING);
    emit(opened('7'));
    expect(log.slice(4)).toEqual(['consent denied', 'disable']);
  });
});

it('a script that is blocked is a warning, and the next change of consent tries again', async () => {
  const { log, consent } = stand({ ...SERVICE, launchScript: 'https://l.example/a.js' }, READY, { fails: true });
  await rest();
  expect(log).toEqual(['consent denied', 'launch', 'fetch', 'warning', 'warning']);
  consent.set(GRANTED);
  await rest();
  expect(log.slice(5)).toEqual(['consent granted', 'fetch', 'warning']);
});

describe('ANLY-07 a click that leaves the page', () => {
  it('before the library has loaded is sent from the next page', async () => {
    const storage = tabStorage();
    const page = stand(SERVICE, GRANTED, { held: true, storage });
    emit(opened('7'));
    page.tracking.left();
    const next = stand(SERVICE, GRANTED, { storage });
    await rest();
    expect(next.log.filter((line) => line.includes('film_opened'))).toEqual(['resend film_opened 7']);
    next.tracking.left();
    const last = stand(SERVICE, GRANTED, { storage });
    await rest();
    expect(last.log.filter((line) => line.includes('film_opened')), 'once').toEqual([]);
  });

  it('before a script has loaded is sent only to those that have not received it', async () => {
    const storage = tabStorage();
    const page = stand(SERVICE, GRANTED, { storage });
    await rest();
    page.unsent.push({ event: { name: 'film_opened', properties: { filmId: '7' } }, to: ['gtm-site'], pages: 1 });
    page.tracking.left();
    const next = stand(SERVICE, GRANTED, { storage });
    await rest();
    expect(next.log.at(-1)).toBe('resend film_opened 7 gtm-site');
  });

  it('is sent when the page comes back', async () => {
    const page = stand(SERVICE, GRANTED, { held: true });
    emit(opened('7'));
    page.tracking.left();
    await page.arrive();
    page.tracking.returned();
    expect(page.log.filter((line) => line.includes('film_opened'))).toEqual(['resend film_opened 7']);
  });

  it.each([
    ['before a choice', ASKING],
    ['while the notice is open', READY],
    ['after a refusal', DENIED],
  ])('CONS-02 is stored nowhere %s', (_, view) => {
    const storage = tabStorage();
    const page = stand(SERVICE, view, { storage });
    emit(opened('7'));
    page.tracking.left();
    expect([...storage.kept]).toEqual([]);
  });

  it('is stored before the consent tool has answered only in a tab in which analytics has run', async () => {
    const storage = tabStorage();
    stand(SERVICE, GRANTED, { storage });
    await rest();
    const next = stand(SERVICE, ASKING, { storage });
    emit(opened('7'));
    next.tracking.left();
    expect(storage.kept.get('unsent-events')).toContain('film_opened');
  });

  it('CONS-03 is removed with everything else when consent goes', async () => {
    const storage = tabStorage();
    const page = stand(SERVICE, GRANTED, { held: true, storage });
    emit(opened('7'));
    page.tracking.left();
    await page.arrive();
    expect(storage.kept.size).toBeGreaterThan(0);
    const next = stand(SERVICE, GRANTED, { held: true, storage });
    next.consent.set(DENIED);
    expect([...storage.kept]).toEqual([]);
  });

  it('is lost silently if storage is forbidden', async () => {
    const storage = openOutbox(() => {
      throw new Error('denied');
    });
    storage.noteRun();
    storage.keep([{ event: { name: 'join', properties: {} } }]);
    expect([storage.hasRun(), storage.take()]).toEqual([false, []]);
    storage.clear();
  });
});
