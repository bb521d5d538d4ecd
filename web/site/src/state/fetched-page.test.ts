import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fetchPage, fetchedData } from './fetched-page.ts';

const fetchMock =
  vi.fn<(href: string, init: RequestInit) => Promise<{ ok: boolean; status: number; text: () => Promise<string> }>>();
const page = (data: string, ok = true) => {
  const html = `<!doctype html><style>a>b{}</style><p>"page-data"&gt;</p><script type="application/json" id="page-data">${data}</script><script src="/a.js"></script>`;
  return Promise.resolve({ ok, status: ok ? 200 : 503, text: () => Promise.resolve(html) });
};

beforeEach(() => {
  fetchMock.mockReset();
  vi.stubGlobal('fetch', fetchMock);
});
afterEach(() => vi.unstubAllGlobals());

describe('a fetched page', () => {
  it('ux 4: is requested once; after that it works without a connection', async () => {
    fetchMock.mockReturnValueOnce(page('{"page":{"kind":"search"}}'));
    const ready = { kind: 'ready', data: { page: { kind: 'search' } } };
    expect(await Promise.all([fetchPage('/search/'), fetchPage('/search/')])).toEqual([ready, ready]);
    expect(await fetchPage('/search/')).toEqual(ready);
    expect(fetchMock).toHaveBeenCalledTimes(1);
  });

  it('ux 4: is requested as a page, for ten seconds at most', async () => {
    const timeout = vi.spyOn(AbortSignal, 'timeout');
    fetchMock.mockReturnValueOnce(page('{"page":{"kind":"theaters"}}'));
    await fetchPage('/theaters/');
    const signal: unknown = timeout.mock.results[0]?.value;
    expect(fetchMock).toHaveBeenCalledExactlyOnceWith('/theaters/', { headers: { accept: 'text/html' }, signal });
    expect(timeout).toHaveBeenCalledExactlyOnceWith(10_000);
    timeout.mockRestore();
  });

  it('ANLY-07 is data in which clicks are looked up, once it is there', async () => {
    let respond: (response: Awaited<ReturnType<typeof page>>) => void = () => undefined;
    fetchMock.mockReturnValueOnce(new Promise((resolve) => (respond = resolve)));
    const before = fetchedData().length;
    const fetching = fetchPage('/events/');
    expect(fetchedData()).toHaveLength(before);
    respond(await page('{"page":{"kind":"events"}}'));
    await fetching;
    expect(fetchedData().slice(before)).toEqual([{ page: { kind: 'events' } }]);
    fetchMock.mockReturnValueOnce(page('', false));
    await fetchPage('/none/');
    expect(fetchedData()).toHaveLength(before + 1);
  });

  it.each([
    ['no connection', () => Promise.reject(new TypeError('offline'))],
    ['an error page', () => page('{}', false)],
    ['a page without data', () => page('')],
    ['broken data', () => page('{"page":')],
  ])('%s is a failure, and the next call tries again', async (name, respond) => {
    fetchMock.mockImplementationOnce(respond).mockReturnValueOnce(page('{}'));
    expect(await fetchPage(`/${name}/`)).toEqual({ kind: 'failed' });
    expect(await fetchPage(`/${name}/`)).toEqual({ kind: 'ready', data: {} });
  });
});
