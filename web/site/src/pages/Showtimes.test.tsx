import { describe, expect, it } from 'vitest';
import { html, visibleText } from '@marquee/testkit/pages/markup.tsx';

describe('a circuit’s showtimes', () => {
  it('names the day in its heading', () => {
    expect(visibleText(/<h1>.*?<\/h1>/.exec(html('aster-showtimes'))?.[0] ?? '')).toBe('Showtimes today');
    expect(visibleText(/<h1>.*?<\/h1>/.exec(html('aster-showtimes-empty'))?.[0] ?? '')).toBe('Showtimes, Monday, November 24');
  });

  it('has one line for each theater, with a link to it, and booking links', () => {
    const markup = html('aster-showtimes', (data) => {
      if (data.page.kind === 'showtimes') data.page.films = data.page.films.slice(0, 1);
    });
    expect([...markup.matchAll(/<h3><a [^>]*href="(\/theaters\/[^"]+)"/g)].map((match) => match[1])).toEqual([
      '/theaters/canal-street/',
      '/theaters/old-mill/',
      '/theaters/harbor/',
    ]);
    expect(markup.match(/<ul [^>]*aria-label="Old Mill"/g)).toHaveLength(1);
    expect(markup.match(/tickets\.aster\.example/g)).toHaveLength(6);
  });

  it('omits started shows, unless all have started', () => {
    const pageText = (started: number) =>
      visibleText(
        html('aster-showtimes', (data) => {
          const shows = data.page.kind === 'showtimes' ? data.page.films[0]?.theaters[0]?.shows : undefined;
          for (const show of shows?.slice(0, started) ?? []) show.state = 'started';
        }),
      );
    expect(pageText(1)).not.toContain('1:00 PM Started');
    expect(pageText(3)).toContain('1:00 PM Started');
  });

  it('a day without a show offers the next one', () => {
    const markup = html('aster-showtimes-empty');
    expect(markup).toContain('No showtimes on this day.');
    expect(markup).toContain('href="/showtimes/?day=2025-11-25&amp;theater=aster-canal-street.aster-harbor"');
  });
});
