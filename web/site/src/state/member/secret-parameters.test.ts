import { type FakePage, fakePage } from '@marquee/testkit/pages/fake-page.ts';
import { afterEach, describe, expect, it, vi } from 'vitest';

let page: FakePage;

/** Opens a page with this query and hash, and loads the module for it. */
async function open(rest: string, tokenParameter = 'userSessionId') {
  page = fakePage({ url: `https://acme.example/login/${rest}`, dataset: { tokenParameter } });
  vi.resetModules();
  return import('./secret-parameters.ts');
}

afterEach(() => vi.unstubAllGlobals());

describe('security 5.3 secret parameters', () => {
  it('are removed from the URL, which keeps its others and its hash', async () => {
    const { secretParameters } = await open('?film=a%20b&token=T1&email=iris%40x.example&utm_source=mail#top');
    expect([...secretParameters()]).toEqual([
      ['token', 'T1'],
      ['email', 'iris@x.example'],
    ]);
    expect(page.location.href).toBe('https://acme.example/login/?film=a%20b&utm_source=mail#top');
  });

  it('leave no question mark if there are no others', async () => {
    const { secretParameters } = await open('?resetCode=R1');
    secretParameters();
    expect(page.location.href).toBe('https://acme.example/login/');
  });

  it('stay known to the page after they were removed', async () => {
    const { secretParameters } = await open('?uid=m1&token=T1');
    secretParameters();
    expect([...secretParameters()]).toEqual([
      ['uid', 'm1'],
      ['token', 'T1'],
    ]);
  });

  it('include a token in the parameter of the site', async () => {
    const { secretParameters } = await open('?kino_token=T1&kino=1', 'kino_token');
    expect([...secretParameters()]).toEqual([['kino_token', 'T1']]);
    expect(page.location.search).toBe('?kino=1');
  });

  it('change no history entry of a page without them', async () => {
    const { secretParameters } = await open('?film=2');
    const replaceState = vi.spyOn(history, 'replaceState');
    expect(secretParameters().size).toBe(0);
    expect(replaceState).not.toHaveBeenCalled();
  });
});

describe('SESS-17, RESET-06, RESET-07 the session token in the URL', () => {
  it.each([
    ['?userSessionId=T1', 'T1'],
    ['?userSessionId=', undefined],
    ['?token=T1', undefined],
    ['', undefined],
    ['?userSessionId=T1&resetCode=R1', undefined],
    ['?userSessionId=T1&uid=m1', undefined],
  ])('of %j is %s', async (search, expected) => {
    const { sessionTokenInUrl } = await open(search);
    expect(sessionTokenInUrl('userSessionId')).toBe(expected);
  });
});
