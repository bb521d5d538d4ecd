import { afterEach, expect, it, vi } from 'vitest';
import { replaceQuery } from './address.ts';

afterEach(() => vi.unstubAllGlobals());

it('security 5.3 a path that begins with two slashes is not parsed as another host', () => {
  const page = new URL('https://acme.example//movies/?resetCode=abc#top');
  let replaced: URL | undefined;
  vi.stubGlobal('location', page);
  vi.stubGlobal('history', {
    state: 7,
    // Like browsers, rejects another origin.
    replaceState: (_state: unknown, _title: string, to: string) => {
      replaced = new URL(to, page);
      if (replaced.origin !== page.origin) throw new DOMException(to, 'SecurityError');
    },
  });
  replaceQuery('?day=2026-11-21');
  expect(replaced?.href).toBe('https://acme.example//movies/?day=2026-11-21#top');
});
