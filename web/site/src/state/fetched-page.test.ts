import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fetchPage } from './fetched-page.ts';

const asked = vi.fn<(href: string) => Promise<{ ok: boolean; status: number; text: () => Promise<string> }>>();
const page = (text: string, ok = true) => Promise.resolve({ ok, status: ok ? 200 : 503, text: () => Promise.resolve(text) });

beforeEach(() => {
  asked.mockReset();
  vi.stubGlobal('fetch', asked);
  // The page's text is its data here; the browser tests read real pages.
  vi.stubGlobal(
    'DOMParser',
    class {
      parseFromString = (text: string) => ({ getElementById: (id: string) => (id === 'page-data' && text !== '' ? { textContent: text } : null) });
    },
  );
});
afterEach(() => vi.unstubAllGlobals());

describe('a fetched page', () => {
  it('ux 4: is asked for once; after that it works without a connection', async () => {
    asked.mockReturnValueOnce(page('{"page":{"kind":"search"}}'));
    const ready = { kind: 'ready', data: { page: { kind: 'search' } } };
    expect(await Promise.all([fetchPage('/search/'), fetchPage('/search/')])).toEqual([ready, ready]);
    expect(await fetchPage('/search/')).toEqual(ready);
    expect(asked).toHaveBeenCalledTimes(1);
  });

  it.each([
    ['no connection', () => Promise.reject(new TypeError('offline'))],
    ['an error page', () => page('{}', false)],
    ['a page without data', () => page('')],
    ['broken data', () => page('{"page":')],
  ])('%s is a failure, and is tried again', async (name, answer) => {
    asked.mockImplementationOnce(answer).mockReturnValueOnce(page('{}'));
    expect(await fetchPage(`/${name}/`)).toEqual({ kind: 'failed' });
    expect(await fetchPage(`/${name}/`)).toEqual({ kind: 'ready', data: {} });
  });
});
