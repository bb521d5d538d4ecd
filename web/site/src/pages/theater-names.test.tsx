import { describe, expect, it } from 'vitest';
import { attribute, html, tags } from '@marquee/testkit/pages/markup.tsx';

const NAMES = /Canal Street|Old Mill|Harbor|Garden Row/;
const booking = (markup: string): string[] => tags(markup, 'a').filter((tag) => attribute(tag, 'href')?.includes('/ticketing?'));

describe('on a circuit without a selected theater (ux 3)', () => {
  const markup = html('aster-unchosen');

  it('the header offers to choose one', () => {
    expect(markup).toContain('Choose a theater');
  });

  it('every time names its theater, visibly and in its accessible name', () => {
    const links = booking(markup);
    expect(links.length).toBeGreaterThan(15);
    for (const link of links) expect(attribute(link, 'aria-label')).toMatch(NAMES);
    for (const [small] of markup.matchAll(/<small[^>]*>.*?<\/small>/g)) expect(small).toMatch(NAMES);
  });

  it('the shows that start soon name it on phones too', () => {
    expect(markup.match(/<small class="[^"]*named[^"]*">(Canal Street|Old Mill|Harbor|Garden Row)/g)).toHaveLength(4);
  });
});

it('a show that starts soon on the 404 page names its theater', () => {
  const markup = html('aster-404', (data) => {
    if (data.page.kind === 'error') for (const { show } of data.page.soon) show.theater = 'Old Mill';
  });
  expect(markup.match(/<small>Old Mill<\/small>/g)).toHaveLength(3);
  for (const link of booking(markup)) expect(attribute(link, 'aria-label')).toMatch(/ Old Mill, .*tickets$/);
});

it('the shows on the 404 page have the heading "Starting soon" only if they are today', () => {
  const markup = (day: string): string =>
    html('aster-404', (data) => {
      if (data.page.kind === 'error') for (const item of data.page.soon) item.day = day;
    });
  expect(markup('')).toContain('Starting soon</h2>');
  expect(markup('Saturday')).toContain('Starting first</h2>');
  expect(markup('Saturday').match(/<small>Saturday<\/small>/g)).toHaveLength(3);
});

it('a theater’s page links its calendar file and its directions', () => {
  const markup = html('aster-theater');
  expect(markup).toMatch(/<a class="link [^"]*" href="\/api\/calendar\/theater\/[^"]+\.ics">Showtimes as a calendar file<\/a>/);
  expect(markup).toMatch(
    /href="https:\/\/maps\.example[^"]*" target="_blank" rel="noreferrer" title="Directions \(Opens in a new window\)"/,
  );
});
