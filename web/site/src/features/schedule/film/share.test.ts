import { describe, expect, it, vi } from 'vitest';
import { share, shareMethodsOf, urlToShare } from './share.ts';

const FILM = { title: 'Kestrel', url: 'https://www.aster.example/movies/317655-kestrel/' };
const succeeds = () => vi.fn(async () => {});
const fails = () => vi.fn(() => Promise.reject(new Error('denied')));

describe('sharing a film', () => {
  it('opens the system’s share sheet if there is one, and does not use the clipboard', async () => {
    const [sheet, copy] = [succeeds(), succeeds()];
    expect(await share(FILM, { share: sheet, copy })).toBe('shared');
    expect(sheet).toHaveBeenCalledWith(FILM);
    expect(copy).not.toHaveBeenCalled();
  });

  it('copies the address if there is no share sheet', async () => {
    const copy = succeeds();
    expect(await share(FILM, { copy })).toBe('copied');
    expect(copy).toHaveBeenCalledWith(FILM.url);
  });

  it('does not copy if the visitor closes the share sheet', async () => {
    const copy = succeeds();
    expect(await share(FILM, { share: fails(), copy })).toBe('refused');
    expect(copy).not.toHaveBeenCalled();
  });

  it('reports no copy if the clipboard denies it or is missing', async () => {
    expect(await share(FILM, { copy: fails() })).toBe('refused');
    expect(await share(FILM, {})).toBe('refused');
  });
});

describe('the address to share', () => {
  it('keeps the selected day and theater, and no other parameters', () => {
    expect(
      urlToShare(FILM.url, 'https://www.aster.example/movies/317655-kestrel/?day=2026-11-21&theater=old-mill&utm_source=x#top'),
    ).toBe(`${FILM.url}?day=2026-11-21&theater=old-mill`);
    expect(urlToShare(FILM.url, FILM.url)).toBe(FILM.url);
  });

  it('is the page’s own address if there is no canonical one', () => {
    expect(urlToShare('', 'http://localhost/x?day=2026-11-21')).toBe('http://localhost/x?day=2026-11-21');
  });
});

describe('the share methods of a browser', () => {
  it('are bound to the browser’s objects', async () => {
    const receivers: unknown[] = [];
    const browser = {
      share(this: unknown) {
        receivers.push(this);
        return Promise.resolve();
      },
    };
    expect(await share(FILM, shareMethodsOf(browser))).toBe('shared');
    expect(receivers).toEqual([browser]);
  });

  it('are missing on a page without HTTPS', () => {
    expect(shareMethodsOf({})).toEqual({ share: undefined, copy: undefined });
  });
});
