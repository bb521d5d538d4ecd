import { describe, expect, it, vi } from 'vitest';
import { addressToShare, meansOf, share } from './share.ts';

const FILM = { title: 'Kestrel', url: 'https://www.aster.example/movies/317655-kestrel/' };
const works = () => vi.fn(async () => {});
const fails = () => vi.fn(() => Promise.reject(new Error('denied')));

describe('sharing a film', () => {
  it('opens the system’s sheet where there is one, and leaves the clipboard alone', async () => {
    const [sheet, copy] = [works(), works()];
    expect(await share(FILM, { share: sheet, copy })).toBe('shared');
    expect(sheet).toHaveBeenCalledWith(FILM);
    expect(copy).not.toHaveBeenCalled();
  });

  it('copies the address where there is none', async () => {
    const copy = works();
    expect(await share(FILM, { copy })).toBe('copied');
    expect(copy).toHaveBeenCalledWith(FILM.url);
  });

  it('never copies behind the back of a visitor who closes the sheet', async () => {
    const copy = works();
    expect(await share(FILM, { share: fails(), copy })).toBe('refused');
    expect(copy).not.toHaveBeenCalled();
  });

  it('claims no copy that was forbidden, or for which there is no clipboard', async () => {
    expect(await share(FILM, { copy: fails() })).toBe('refused');
    expect(await share(FILM, {})).toBe('refused');
  });
});

describe('the address to share', () => {
  it('keeps the chosen day and theater, and nothing else of the visitor', () => {
    expect(addressToShare(FILM.url, 'https://www.aster.example/movies/317655-kestrel/?day=2026-11-21&theater=old-mill&utm_source=x#top')).toBe(`${FILM.url}?day=2026-11-21&theater=old-mill`);
    expect(addressToShare(FILM.url, FILM.url)).toBe(FILM.url);
  });

  it('is the page’s own where no canonical one is known', () => {
    expect(addressToShare('', 'http://localhost/x?day=2026-11-21')).toBe('http://localhost/x?day=2026-11-21');
  });
});

describe('the means of a browser', () => {
  it('are called as the browser’s own', async () => {
    const asked: unknown[] = [];
    const browser = {
      share(this: unknown) {
        asked.push(this);
        return Promise.resolve();
      },
    };
    expect(await share(FILM, meansOf(browser))).toBe('shared');
    expect(asked).toEqual([browser]);
  });

  it('are none on a page without encryption', () => {
    expect(meansOf({})).toEqual({ share: undefined, copy: undefined });
  });
});
