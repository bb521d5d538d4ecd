import { describe, expect, it } from 'vitest';
import { recordsOf } from '../content/records.ts';
import { plannedDays, programChecks } from './overlaps.ts';
import type { ProgramFilm } from './films.ts';
import { readFeedShows } from './shows.ts';

const added = (startsAt: string, values: object = {}): object => ({
  added: true,
  fields: { movieId: '7', theaterId: 'mill', screen: '1', startsAt, ...values },
});

const content = (shows: object): unknown => ({
  theaters: {
    mill: { name: 'Old Mill', timeZone: 'America/Detroit', screens: [{ id: '1', name: 'Screen 1' }] },
    canal: { name: 'Canal', timeZone: 'America/Detroit' },
  },
  theaterOrder: ['mill', 'canal'],
  shows,
});

const FILM: ProgramFilm = {
  id: '7',
  title: 'Mother',
  runtime: 100,
  certificate: '',
  releaseDate: '',
  poster: '',
  shows: 0,
};

/** Friday, November 20, 5:48 PM in Detroit. */
const NOW = '2026-11-20T22:48:00Z';

function checks(document: unknown, feed: readonly object[]) {
  const [mill] = recordsOf(document, 'theaters');
  if (mill === undefined) throw new Error('no theater');
  return programChecks({ content: document, server: { live: {} } }, mill, '2026-11-20', readFeedShows({ shows: feed }), [FILM]);
}

const overlaps = (document: unknown, feed: readonly object[] = []) => checks(document, feed).overlaps;

describe('ux 5.16 overlaps', () => {
  it('of the coming days are found between typed-in shows and those of a feed, with theater, screen and time', () => {
    const feed = [{ id: 'feed', movieId: '7', theaterId: 'mill', screen: '1', startsAt: '2026-11-21T21:00:00Z' }];
    expect(overlaps(content({ hand: added('2026-11-21T22:35:00Z') }), feed)).toEqual([
      {
        theater: 'mill',
        theaterName: 'Old Mill',
        day: '2026-11-21',
        show: 'hand',
        screen: 'Screen 1',
        film: 'Mother',
        minutes: 17 * 60 + 35,
      },
    ]);
  });

  it('are neither those of past days, nor short gaps, nor those of hidden shows', () => {
    const past = { a: added('2026-11-19T21:00:00Z'), b: added('2026-11-19T21:30:00Z') };
    const gap = { a: added('2026-11-21T21:00:00Z'), b: added('2026-11-21T23:00:00Z') };
    const feed = [{ id: 'feed', movieId: '7', theaterId: 'mill', screen: '1', startsAt: '2026-11-21T21:00:00Z' }];
    const hidden = { feed: { hidden: true, fields: {} }, b: added('2026-11-21T21:30:00Z') };
    expect([overlaps(content(past)), overlaps(content(gap)), overlaps(content(hidden), feed)]).toEqual([[], [], []]);
  });

  it('are looked for up to the last typed-in show, at least for two weeks, only in theaters with such shows', () => {
    const soon = content({ a: added('2026-11-22T21:00:00Z'), old: added('2026-11-01T21:00:00Z') });
    expect(plannedDays(soon, NOW)).toEqual([{ theater: 'mill', today: '2026-11-20', days: 14 }]);
    const late = content({ a: added('2026-12-10T21:00:00Z') });
    expect(plannedDays(late, NOW)).toEqual([{ theater: 'mill', today: '2026-11-20', days: 21 }]);
    expect(plannedDays(content({ a: added('2027-12-10T21:00:00Z') }), NOW)[0]?.days).toBe(31);
    expect(plannedDays(content({ old: added('2026-11-01T21:00:00Z') }), NOW)).toEqual([]);
    expect(plannedDays(content({}), NOW)).toEqual([]);
  });

  it('are also looked for where a change keeps the start of the feed: its theater is not known', () => {
    const changed = content({ feed: { fields: { screen: '1' } } });
    expect(plannedDays(changed, NOW).map(({ theater }) => theater)).toEqual(['mill', 'canal']);
  });
});

describe('ux 5.2 shows that differ from their feed', () => {
  const feed = [
    { id: 'a', movieId: '7', theaterId: 'mill', screen: '1', startsAt: '2026-11-21T21:00:00Z' },
    { id: 'b', movieId: '7', theaterId: 'mill', screen: '2', startsAt: '2026-11-22T21:00:00Z' },
    { id: 'c', movieId: '7', theaterId: 'mill', screen: '1', startsAt: '2026-11-23T21:00:00Z' },
    { id: 'd', movieId: '7', theaterId: 'mill', screen: '1', startsAt: '2026-11-19T21:00:00Z' },
  ];

  it('are those of the coming days whose fields operators have changed', () => {
    const later = { fields: { startsAt: '2026-11-21T22:00:00Z' } };
    const found = checks(
      content({ a: later, b: { fields: { screen: '2' } }, c: { hidden: true, fields: { screen: '2' } }, d: later }),
      feed,
    );
    expect(found.differing.map(({ show, day, minutes }) => [show, day, minutes])).toEqual([
      ['a', '2026-11-21', 17 * 60],
      ['d', '2026-11-21', 17 * 60],
    ]);
  });

  it('are none without changes, and typed-in shows have no feed', () => {
    expect(checks(content({ hand: added('2026-11-21T22:35:00Z') }), feed).differing).toEqual([]);
  });
});
