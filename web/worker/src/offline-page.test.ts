import { describe, expect, it, vi } from 'vitest';
import { type World, keepOfflinePages, offlinePage } from './offline-page.ts';

vi.hoisted(() => vi.stubGlobal('BUILD', 'test'));

const HTML = { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-cache' };
const PAGE = '<link rel="preload" as="font" type="font/woff2" crossorigin href="/fonts/a-latin-400-normal.1a2b.woff2"><p>6:10 PM</p>';
const MINUTE = 60_000;

/** A world with this server, which says what was asked for and what is kept. */
function worldOf(answers: Readonly<Record<string, () => Response>>) {
  const kept = new Map<string, Map<string, Response>>();
  const asked: string[] = [];
  const clock = { ms: 0 };
  const world: World = {
    absent: new Set(),
    now: () => clock.ms,
    fetch: (path) => {
      asked.push(path);
      const answer = answers[path];
      return answer === undefined ? Promise.reject(new TypeError('no connection')) : Promise.resolve(answer());
    },
    caches: {
      open: (name) => {
        const cache = kept.get(name) ?? new Map<string, Response>();
        kept.set(name, cache);
        return Promise.resolve({
          match: (key) => Promise.resolve(cache.get(String(key))?.clone()),
          put: (key, answer) => Promise.resolve(void cache.set(String(key), answer)),
        });
      },
    },
  };
  return { world, asked, clock };
}

describe('SW-04 the offline page', () => {
  const words = async (path: string, world: World): Promise<string | undefined> => (await offlinePage(path, world))?.text();

  it('is that of the visitor’s locale, else the site’s own', async () => {
    const { world } = worldOf({
      '/offline.html': () => new Response('home', { headers: HTML }),
      '/fr/offline.html': () => new Response('chez nous', { headers: HTML }),
      '/tv/offline.html': () => new Response('', { status: 404, headers: HTML }),
    });
    await keepOfflinePages('/fr/movies/', world);
    await keepOfflinePages('/tv/', world);
    expect(await words('/fr/events/', world)).toBe('chez nous');
    expect(await words('/events/', world)).toBe('home');
    expect(await words('/tv/', world)).toBe('home');
  });

  it('is kept with the fonts it names', async () => {
    const { world, asked } = worldOf({
      '/offline.html': () => new Response(PAGE, { headers: HTML }),
      '/fonts/a-latin-400-normal.1a2b.woff2': () => new Response('font'),
    });
    await keepOfflinePages('/', world);
    expect(asked).toEqual(['/offline.html', '/fonts/a-latin-400-normal.1a2b.woff2']);
    expect(await (await (await world.caches.open('files')).match(asked[1] ?? ''))?.text()).toBe('font');
  });

  it('is asked for again after ten minutes, not before', async () => {
    const { world, asked, clock } = worldOf({ '/offline.html': () => new Response(String(clock.ms), { headers: HTML }) });
    await keepOfflinePages('/', world);
    clock.ms = 10 * MINUTE - 1;
    await keepOfflinePages('/movies/', world);
    expect(asked).toHaveLength(1);
    clock.ms = 10 * MINUTE;
    await keepOfflinePages('/movies/', world);
    expect(asked).toHaveLength(2);
    expect(await words('/', world)).toBe(String(10 * MINUTE));
  });

  it('a page that the site does not have is asked for once', async () => {
    const { world, asked } = worldOf({
      '/offline.html': () => new Response('home', { headers: HTML }),
      '/tv/offline.html': () => new Response('', { status: 404, headers: HTML }),
    });
    await keepOfflinePages('/tv/', world);
    await keepOfflinePages('/tv/', world);
    expect(asked.filter((path) => path === '/tv/offline.html')).toHaveLength(1);
  });

  it('stays when there is no connection or the answer is not for keeping', async () => {
    const answers: Record<string, () => Response> = { '/offline.html': () => new Response('first', { headers: HTML }) };
    const { world, clock } = worldOf(answers);
    await keepOfflinePages('/', world);
    clock.ms = 20 * MINUTE;
    answers['/offline.html'] = () => new Response('signed in', { headers: { ...HTML, 'cache-control': 'private, no-store' } });
    await keepOfflinePages('/', world);
    delete answers['/offline.html'];
    await keepOfflinePages('/', world);
    expect(await words('/', world)).toBe('first');
  });
});
