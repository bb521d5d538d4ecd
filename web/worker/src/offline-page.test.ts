import { describe, expect, it, vi } from 'vitest';
import { type Environment, refreshOfflinePages, offlinePage } from './offline-page.ts';

vi.hoisted(() => vi.stubGlobal('BUILD', 'test'));

const HTML = { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-cache' };
const PAGE =
  '<link rel="preload" as="font" type="font/woff2" crossorigin href="/fonts/a-latin-400-normal.1a2b.woff2"><p>6:10 PM</p>';
const MINUTE = 60_000;

/** An environment whose server gives these responses. Records the requested paths. */
function environmentOf(responses: Readonly<Record<string, () => Response>>) {
  const caches = new Map<string, Map<string, Response>>();
  const requested: string[] = [];
  const clock = { ms: 0 };
  const environment: Environment = {
    missing: new Set(),
    theaterSelectedAt: -1,
    now: () => clock.ms,
    fetch: (path) => {
      requested.push(path);
      const response = responses[path];
      return response === undefined ? Promise.reject(new TypeError('no connection')) : Promise.resolve(response());
    },
    caches: {
      open: (name) => {
        const cache = caches.get(name) ?? new Map<string, Response>();
        caches.set(name, cache);
        return Promise.resolve({
          match: (key) => Promise.resolve(cache.get(String(key))?.clone()),
          put: (key, response) => Promise.resolve(void cache.set(String(key), response)),
        });
      },
    },
  };
  return { environment, requested, clock };
}

describe('SW-04 the offline page', () => {
  const textOf = async (path: string, environment: Environment): Promise<string | undefined> =>
    (await offlinePage(path, environment))?.text();

  it('is the one of the visitor’s locale, else the one of the site', async () => {
    const { environment } = environmentOf({
      '/offline.html': () => new Response('home', { headers: HTML }),
      '/fr/offline.html': () => new Response('chez nous', { headers: HTML }),
      '/tv/offline.html': () => new Response('', { status: 404, headers: HTML }),
    });
    await refreshOfflinePages('/fr/movies/', environment);
    await refreshOfflinePages('/tv/', environment);
    expect(await textOf('/fr/events/', environment)).toBe('chez nous');
    expect(await textOf('/events/', environment)).toBe('home');
    expect(await textOf('/tv/', environment)).toBe('home');
  });

  it('is cached with its fonts', async () => {
    const { environment, requested } = environmentOf({
      '/offline.html': () => new Response(PAGE, { headers: HTML }),
      '/fonts/a-latin-400-normal.1a2b.woff2': () => new Response('font'),
    });
    await refreshOfflinePages('/', environment);
    expect(requested).toEqual(['/offline.html', '/fonts/a-latin-400-normal.1a2b.woff2']);
    expect(await (await (await environment.caches.open('files')).match(requested[1] ?? ''))?.text()).toBe('font');
  });

  it('is requested again after ten minutes, not before', async () => {
    const { environment, requested, clock } = environmentOf({
      '/offline.html': () => new Response(String(clock.ms), { headers: HTML }),
    });
    await refreshOfflinePages('/', environment);
    clock.ms = 10 * MINUTE - 1;
    await refreshOfflinePages('/movies/', environment);
    expect(requested).toHaveLength(1);
    clock.ms = 10 * MINUTE;
    await refreshOfflinePages('/movies/', environment);
    expect(requested).toHaveLength(2);
    expect(await textOf('/', environment)).toBe(String(10 * MINUTE));
  });

  it('is requested again after a theater was selected', async () => {
    const { environment, clock } = environmentOf({
      '/offline.html': () => new Response(`at ${clock.ms}`, { headers: HTML }),
    });
    await refreshOfflinePages('/', environment);
    clock.ms = MINUTE;
    environment.theaterSelectedAt = clock.ms;
    clock.ms += 1;
    await refreshOfflinePages('/', environment);
    await refreshOfflinePages('/movies/', environment);
    expect(await textOf('/', environment)).toBe(`at ${MINUTE + 1}`);
  });

  it('is requested once if the site does not have it', async () => {
    const { environment, requested } = environmentOf({
      '/offline.html': () => new Response('home', { headers: HTML }),
      '/tv/offline.html': () => new Response('', { status: 404, headers: HTML }),
    });
    await refreshOfflinePages('/tv/', environment);
    await refreshOfflinePages('/tv/', environment);
    expect(requested.filter((path) => path === '/tv/offline.html')).toHaveLength(1);
  });

  it('stays cached if there is no connection or the new response must not be cached', async () => {
    const responses: Record<string, () => Response> = { '/offline.html': () => new Response('first', { headers: HTML }) };
    const { environment, clock } = environmentOf(responses);
    await refreshOfflinePages('/', environment);
    clock.ms = 20 * MINUTE;
    responses['/offline.html'] = () => new Response('signed in', { headers: { ...HTML, 'cache-control': 'private, no-store' } });
    await refreshOfflinePages('/', environment);
    delete responses['/offline.html'];
    await refreshOfflinePages('/', environment);
    expect(await textOf('/', environment)).toBe('first');
  });
});
