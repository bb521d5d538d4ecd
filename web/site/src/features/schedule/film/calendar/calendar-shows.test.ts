import type { FilmPage, ShowState } from '@marquee/api/schema.gen.ts';
import { describe, expect, it } from 'vitest';
import { samplePage } from '@marquee/testkit/pages/samples.ts';
import type { Page } from '../../../../state/page.ts';
import { calendarShowsOf } from './calendar-shows.ts';

function film(name: string): [Page, FilmPage] {
  const page = structuredClone({ ...samplePage(name), messages: undefined });
  if (page.page.kind !== 'film') throw new Error(`${name} is not a film`);
  return [{ ...page, messages: samplePage(name).messages }, page.page];
}

describe('the shows for a calendar', () => {
  it('of a single location are in the order of their starts, with the theater’s address', () => {
    const shows = calendarShowsOf(...film('meridian-film'));
    expect(shows.map(({ show }) => show.time)).toEqual(['6:10', '7:15', '8:40', '9:45']);
    expect(shows[0]).toMatchObject({
      id: 'm4442',
      note: 'Original version, English subtitles',
      event: {
        title: 'The Salt Cartographer',
        at: '2025-11-20T18:10:00-05:00',
        runtime: 118,
        location: 'Meridian Cinema, 214 Harbor Street, Port Ellery',
        details: 'Original version, English subtitles\nScreen 1\nhttps://www.meridian.example/movies/318204-the-salt-cartographer/',
      },
    });
  });

  it('of a circuit name their theaters; only the selected theater has its address', () => {
    const shows = calendarShowsOf(...film('aster-film'));
    expect(shows.map(({ note }) => note.split(' · ')[0])).toEqual([
      'Canal Street',
      'Canal Street',
      'Old Mill',
      'Old Mill',
      'Old Mill',
      'Harbor',
    ]);
    expect(shows.map(({ event }) => event.location)).toContain('Canal Street, 12 Canal Street, Port Ellery');
    expect(shows.map(({ event }) => event.location)).toContain('Old Mill, Aster Picture Houses');
  });

  it.each([
    ['open', true],
    ['few', true],
    ['soldOut', true],
    ['boxOffice', true],
    ['started', false],
    ['cancelled', false],
  ] satisfies [ShowState, boolean][])('a show that is %s is offered: %s', (state, offered) => {
    const [page, data] = film('meridian-film');
    const show = data.groups[0]?.shows[0];
    if (show !== undefined) show.state = state;
    expect(calendarShowsOf(page, data).some(({ id }) => id === 'm4442')).toBe(offered);
  });

  it('are empty without a show', () => {
    expect(calendarShowsOf(...film('meridian-film-bare'))).toEqual([]);
  });
});
