import { describe, expect, it } from 'vitest';
import type { PartChange } from '../draft/machine.ts';
import { valueAt, withValue } from '../pointer.ts';
import { clockOf, daysOfWeek, instantOf, localTimeOf, playWeekStart, weekStart } from './clock.ts';
import {
  type Theater,
  addedShow,
  changedShow,
  copiedShows,
  movedShow,
  removedShow,
  repeatOffsets,
  resetShow,
  unhiddenShow,
} from './edits.ts';
import { colorOf, newFilm, newFilmId, newShowId, programFilms, shelfOf } from './films.ts';
import { closedDaysOf, filmLength, gridHours, nearestFreeStart, nextFreeStart, placedShows, warningsOf } from './placement.ts';
import { changedDays, pointersOfDays } from './publishing.ts';
import { bookingByRule, priceByRule, rulesOf, writtenRules } from './rules.ts';
import {
  type FeedShow,
  type ProgramShow,
  changedFields,
  fieldsOf,
  isPlayed,
  programShows,
  readFeedShows,
  showsOfDays,
} from './shows.ts';

const ZONE = 'America/Detroit';
const CLOCK = { zone: ZONE, startHour: 3 };
const CONTENT = {
  site: { config: { options: {} } },
  theaters: { canal: { id: 'canal', timeZone: ZONE, closedWeekdays: [2], closures: [{ from: '2026-12-24', to: '2026-12-25' }] } },
  shows: {},
  films: {},
  programRules: {},
};
const FILMS = programFilms(
  {
    films: [
      { id: '1', title: 'Marguerite Runs', runtime: 88, poster: 'art/m.svg', shows: 3 },
      { id: '2', title: 'Kestrel', runtime: 104, poster: 'art/k.svg', shows: 5 },
      { id: '3', title: 'Mother Tongue', runtime: 94, poster: '', shows: 2 },
    ],
  },
  {},
);
const RULES = rulesOf(CONTENT, 'canal');
const THEATER: Theater = { id: 'canal', clock: CLOCK, rules: RULES };

const applied = (changes: readonly PartChange[], content: unknown = CONTENT): unknown =>
  changes.reduce((document, { pointer, to }) => withValue(document, pointer, to), content);
const typed = (movieId: string, day: string, time: string, screen: string, id: string, attributes: readonly string[] = []) => {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  return addedShow(THEATER, { movieId, local: { day, minutes: hour * 60 + minute }, screen, attributes }, id);
};
const shows = (content: unknown, feed: readonly FeedShow[] = [], live: unknown = CONTENT): readonly ProgramShow[] =>
  programShows(feed, { content, live }, 'canal', CLOCK);
const placed = (content: unknown) => placedShows(shows(content), FILMS, RULES);

const FEED: readonly FeedShow[] = readFeedShows({
  shows: [
    {
      id: 'f1',
      movieId: '2',
      theaterId: 'canal',
      startsAt: '2026-11-21T00:00:00Z',
      endsAt: '2026-11-21T02:00:00Z',
      screen: '1',
      attributes: ['Localization.Version.Original'],
      booking: 'https://tickets.example/f1',
    },
    { id: 'elsewhere', movieId: '2', theaterId: 'mill', startsAt: '2026-11-21T00:00:00Z', attributes: [] },
    { movieId: 'no id' },
  ],
});
const only = (all: readonly ProgramShow[]): ProgramShow => all[0] ?? expect.fail('no show');

describe('the clock of a theater', () => {
  it('CONST-02 counts a show of the night to the cinema day before', () => {
    expect(localTimeOf(CLOCK, '2026-11-21T06:30:00Z')).toEqual({ day: '2026-11-20', minutes: 25 * 60 + 30 });
    expect(localTimeOf(CLOCK, '2026-11-21T08:00:00Z')).toEqual({ day: '2026-11-21', minutes: 180 });
    expect(localTimeOf({ zone: ZONE, startHour: 0 }, '2026-11-21T06:30:00Z')).toEqual({ day: '2026-11-21', minutes: 90 });
    expect(localTimeOf(CLOCK, 'soon')).toBeUndefined();
  });

  it('gives back the instant of each local time, in weeks with 167 and 169 hours too', () => {
    for (const day of [...daysOfWeek('2026-03-05'), ...daysOfWeek('2026-10-29'), ...daysOfWeek('2026-11-20')])
      for (const minutes of [600, 18 * 60 + 35, 23 * 60 + 55, 24 * 60 + 30]) {
        const instant = instantOf(CLOCK, { day, minutes });
        expect(localTimeOf(CLOCK, instant), instant).toEqual({ day, minutes });
      }
    expect(instantOf(CLOCK, { day: '2026-03-07', minutes: 1080 })).toBe('2026-03-07T23:00:00Z');
    expect(instantOf(CLOCK, { day: '2026-03-08', minutes: 1080 })).toBe('2026-03-08T22:00:00Z');
    expect(instantOf(CLOCK, { day: '2026-11-01', minutes: 1080 })).toBe('2026-11-01T23:00:00Z');
  });

  it('has the zone of the theater and the hour of the settings', () => {
    expect(clockOf(CONTENT, 'canal')).toEqual(CLOCK);
    const early = withValue(CONTENT, '/site/config/options/businessDayStartHour', 6);
    expect(clockOf(early, 'canal').startHour).toBe(6);
    expect(clockOf(withValue(CONTENT, '/theaters/canal/timeZone', 'Mars/Olympus'), 'canal').zone).toBe('UTC');
  });

  it('starts weeks on any weekday', () => {
    expect(weekStart('2026-11-26', 5)).toBe('2026-11-20');
    expect(weekStart('2026-11-20', 5)).toBe('2026-11-20');
    expect(weekStart('2026-11-20', 1)).toBe('2026-11-16');
  });

  it('CONST-02 starts weeks as the theater or the site says, else on Friday, in France on Wednesday', () => {
    expect(playWeekStart(CONTENT, 'canal')).toBe(5);
    const site = withValue(CONTENT, '/site/config/options/playWeekStart', 4);
    expect(playWeekStart(site, 'canal')).toBe(4);
    expect(playWeekStart(withValue(site, '/theaters/canal/playWeekStart', 1), 'canal')).toBe(1);
    expect(playWeekStart(withValue(CONTENT, '/site/config/country', { iso31661A2: 'FR' }), 'canal')).toBe(3);
  });
});

describe('shows of a week', () => {
  it('are those of the feed for the theater', () => {
    const show = only(shows(CONTENT, FEED));
    expect(shows(CONTENT, FEED)).toHaveLength(1);
    expect(show).toMatchObject({ id: 'f1', origin: 'feed', isDraft: false, local: { day: '2026-11-20', minutes: 19 * 60 } });
  });

  it('keep a change over the feed, and say what the feed says', () => {
    const show = only(shows(CONTENT, FEED));
    const content = applied(movedShow(CLOCK, show, { day: '2026-11-20', minutes: 19 * 60 + 15 }, '1'));
    expect(valueAt(content, '/shows/f1')).toEqual({
      fields: { startsAt: '2026-11-21T00:15:00Z', endsAt: '2026-11-21T02:15:00Z' },
    });
    const changed = only(shows(content, FEED));
    expect(changed).toMatchObject({ origin: 'overridden', isDraft: true, feed: { startsAt: '2026-11-21T00:00:00Z' } });
    expect(changedFields(changed)).toEqual(['startsAt', 'endsAt']);
    expect(valueAt(applied(movedShow(CLOCK, changed, show.local, '1'), content), '/shows/f1')).toBeUndefined();
    expect(valueAt(applied([resetShow(changed)], content), '/shows/f1')).toBeUndefined();
  });

  it('survive the next run of the feed with their change', () => {
    const content = applied(changedShow(only(shows(CONTENT, FEED)), { screen: '2' }));
    const later = FEED.map((show) => ({ ...show, fields: { ...show.fields, startsAt: '2026-11-21T00:30:00Z' } }));
    expect(only(shows(content, later))).toMatchObject({ fields: { screen: '2', startsAt: '2026-11-21T00:30:00Z' } });
  });

  it('remove a value of the feed with null', () => {
    const content = applied(changedShow(only(shows(CONTENT, FEED)), { booking: undefined, screen: '' }));
    expect(valueAt(content, '/shows/f1/fields')).toEqual({ booking: null, screen: null });
    expect(only(shows(content, FEED)).fields).toMatchObject({ booking: undefined, screen: '' });
  });

  it('hide a show of the feed with its changes, and show it again', () => {
    const moved = applied(changedShow(only(shows(CONTENT, FEED)), { screen: '3' }));
    const content = applied([removedShow(only(shows(moved, FEED)), moved)], moved);
    expect(valueAt(content, '/shows/f1')).toEqual({ hidden: true, fields: { screen: '3' } });
    const hidden = only(shows(content, FEED));
    expect(hidden.origin).toBe('hidden');
    expect(valueAt(applied([unhiddenShow(hidden)], content), '/shows/f1')).toEqual({ fields: { screen: '3' } });
  });

  it('take no place and have no warnings if the feed has canceled them', () => {
    const show = { id: 'f1', movieId: '2', theaterId: 'canal', startsAt: '2026-11-21T00:00:00Z', screen: '1', attributes: [] };
    const feed = readFeedShows({
      shows: [
        { ...show, availability: 'cancelled' },
        { ...show, id: 'f2' },
      ],
    });
    const all = shows(CONTENT, feed);
    expect(all.map(isPlayed)).toEqual([false, true]);
    const kinds = warningsOf(placedShows(all, FILMS, RULES), closedDaysOf(CONTENT, 'canal'), 20).map(({ kind }) => kind);
    expect(kinds).not.toContain('overlap');
    const both = shows(CONTENT, readFeedShows({ shows: [show, { ...show, id: 'f2' }] }));
    expect(warningsOf(placedShows(both, FILMS, RULES), closedDaysOf(CONTENT, 'canal'), 20).map(({ kind }) => kind)).toContain(
      'overlap',
    );
  });

  it('are edited field by field, so that two people can correct time and screen of one show', () => {
    const content = applied([typed('1', '2026-11-20', '18:00', '1', 'hand-a')]);
    expect(changedShow(only(shows(content)), { screen: '2' })).toEqual([{ pointer: '/shows/hand-a/fields/screen', to: '2' }]);
    expect(changedShow(only(shows(content)), { screen: '' })).toEqual([{ pointer: '/shows/hand-a/fields/screen', to: undefined }]);
    const changed = applied(changedShow(only(shows(CONTENT, FEED)), { screen: '2' }));
    const also = changedShow(only(shows(changed, FEED)), { attributes: [] });
    expect(also).toEqual([{ pointer: '/shows/f1/fields/attributes', to: [] }]);
    // A value of the feed that is removed is null, which is written with its record.
    const booking = changedShow(only(shows(changed, FEED)), { booking: undefined });
    expect(booking).toEqual([{ pointer: '/shows/f1', to: { fields: { screen: '2', booking: null } } }]);
  });

  it('are published as soon as visitors see the same', () => {
    const content = applied([typed('1', '2026-11-20', '18:00', '1', 'hand-a')]);
    expect(only(shows(content)).isDraft).toBe(true);
    expect(only(shows(content, [], content)).isDraft).toBe(false);
    expect(valueAt(applied([removedShow(only(shows(content)), content)], content), '/shows')).toEqual({});
  });

  it('are sorted by their start', () => {
    const content = applied([
      typed('1', '2026-11-21', '9:30', '1', 'hand-c'),
      typed('1', '2026-11-20', '21:00', '1', 'hand-b'),
      typed('1', '2026-11-20', '18:00', '1', 'hand-a'),
    ]);
    expect(showsOfDays(shows(content), ['2026-11-20', '2026-11-21']).map(({ id }) => id)).toEqual(['hand-a', 'hand-b', 'hand-c']);
  });
});

describe('warnings', () => {
  it('say how long before the screen is clean a show starts, and when it is free', () => {
    const content = applied([
      typed('1', '2026-11-21', '16:05', '2', 'hand-a'),
      typed('2', '2026-11-21', '17:35', '2', 'hand-b'),
      typed('2', '2026-11-21', '20:10', '2', 'hand-c'),
    ]);
    const warnings = warningsOf(placed(content), closedDaysOf(content, 'canal'), 20);
    expect(warnings).toEqual([{ kind: 'overlap', show: 'hand-b', minutes: 33, other: 'hand-a' }]);
    const slot = { day: '2026-11-21', screen: '2', start: 17 * 60 + 35, length: 119, ignore: 'hand-b' };
    expect(nearestFreeStart(placed(content), slot)).toBe(18 * 60 + 10);
  });

  it('name a gap that is shorter than the cleaning', () => {
    const content = applied([
      typed('1', '2026-11-21', '10:30', '1', 'hand-a'),
      typed('2', '2026-11-21', '12:25', '1', 'hand-b'),
      typed('2', '2026-11-21', '14:44', '1', 'hand-c'),
    ]);
    expect(warningsOf(placed(content), closedDaysOf(content, 'canal'), 20)).toEqual([
      { kind: 'gap', show: 'hand-b', minutes: 12, other: 'hand-a' },
    ]);
  });

  it('do not compare other screens, other days and hidden shows', () => {
    const content = applied([
      typed('1', '2026-11-21', '16:05', '1', 'hand-a'),
      typed('1', '2026-11-21', '16:05', '2', 'hand-b'),
      typed('1', '2026-11-22', '16:05', '1', 'hand-c'),
    ]);
    expect(warningsOf(placed(content), closedDaysOf(content, 'canal'), 20)).toEqual([]);
  });

  it('find unusual hours, closed days and films without a picture', () => {
    const content = applied([
      typed('1', '2026-11-21', '6:00', '1', 'hand-a'),
      typed('1', '2026-11-24', '16:00', '1', 'hand-b'),
      typed('1', '2026-12-25', '16:00', '1', 'hand-c'),
      typed('3', '2026-11-21', '16:00', '1', 'hand-d'),
    ]);
    const warnings = warningsOf(placed(content), closedDaysOf(content, 'canal'), 20);
    expect(warnings.map(({ kind, show }) => `${show} ${kind}`)).toEqual([
      'hand-a hours',
      'hand-d picture',
      'hand-b closed',
      'hand-c closed',
    ]);
  });

  it('offer the nearest free time before or after', () => {
    const content = applied([typed('1', '2026-11-21', '16:00', '1', 'hand-a'), typed('1', '2026-11-21', '18:05', '1', 'hand-b')]);
    const slot = { day: '2026-11-21', screen: '1', length: 103, ignore: 'hand-new' };
    expect(nearestFreeStart(placed(content), { ...slot, start: 16 * 60 + 30 })).toBe(14 * 60 + 15);
    expect(nearestFreeStart(placed(content), { ...slot, start: 18 * 60 + 30 })).toBe(20 * 60 + 10);
    expect(nextFreeStart(placed(content), { ...slot, start: 16 * 60 + 30 })).toBe(20 * 60 + 10);
  });

  it('find starts outside the opening hours of the weekday, which go on after midnight', () => {
    const content = applied([
      typed('1', '2026-11-21', '12:55', '1', 'hand-a'),
      typed('1', '2026-11-21', '13:30', '2', 'hand-b'),
      typed('1', '2026-11-21', '24:25', '3', 'hand-c'),
      typed('1', '2026-11-21', '24:45', '4', 'hand-d'),
      typed('1', '2026-11-22', '16:00', '1', 'hand-e'),
    ]);
    const hours = [{ weekday: 6, opens: '13:30', closes: '00:30' }];
    const warnings = warningsOf(placed(content), { hours, weekdays: [], closures: [] }, 0);
    expect(warnings.filter(({ kind }) => kind === 'hours').map(({ show }) => show)).toEqual(['hand-a', 'hand-d', 'hand-e']);
  });

  it('look for an earlier time if the rest of the day is taken', () => {
    const content = applied(
      ['14:00', '16:05', '18:10', '20:15', '22:20', '24:25', '26:20'].map((time, index) =>
        typed('1', '2026-11-21', time, '1', `hand-${index}`),
      ),
    );
    const slot = { day: '2026-11-21', screen: '1', start: 14 * 60, length: 103, ignore: 'hand-new' };
    expect(nearestFreeStart(placed(content), slot)).toBe(12 * 60 + 15);
  });
});

describe('lengths', () => {
  it('are trailers and film, 100 minutes without a running time, or what the feed says', () => {
    const [first] = FILMS;
    expect(first && filmLength(first, RULES)).toBe(103);
    const unknown = programFilms({ films: [{ id: '9', title: 'New' }] }, {})[0];
    expect(unknown && filmLength(unknown, RULES)).toBe(115);
    expect(placedShows(shows(CONTENT, FEED), FILMS, RULES)[0]).toMatchObject({ start: 1140, end: 1260, clean: 1280 });
  });

  it('decide the hours of the grid', () => {
    expect(gridHours([])).toEqual({ from: 10, to: 25 });
    const content = applied([typed('1', '2026-11-21', '9:30', '1', 'hand-a'), typed('2', '2026-11-21', '24:30', '1', 'hand-b')]);
    expect(gridHours(placed(content))).toEqual({ from: 9, to: 27 });
  });
});

describe('copies', () => {
  it('keep film, time, screen and attributes, get new ids, and leave out what exists', () => {
    const content = applied([
      typed('1', '2026-11-16', '18:00', '1', 'hand-a', ['Localization.Version.Original']),
      typed('2', '2026-11-16', '20:30', '1', 'hand-b'),
      typed('2', '2026-11-23', '20:30', '1', 'hand-c'),
    ]);
    let last = 0;
    const copies = copiedShows(
      THEATER,
      showsOfDays(shows(content), ['2026-11-16']),
      7,
      shows(content),
      () => `hand-new${(last += 1)}`,
    );
    expect(copies).toEqual([
      {
        pointer: '/shows/hand-new1',
        to: {
          added: true,
          fields: {
            movieId: '1',
            theaterId: 'canal',
            startsAt: '2026-11-23T23:00:00Z',
            screen: '1',
            attributes: ['Localization.Version.Original'],
          },
        },
      },
    ]);
  });

  it('keep the local time when the clocks change, and no booking link of another show', () => {
    const feed = FEED.map((show) => ({ ...show, fields: { ...show.fields, startsAt: '2026-10-30T23:00:00Z' } }));
    const [copy] = copiedShows(THEATER, shows(CONTENT, feed), 7, []);
    expect(valueAt(copy?.to, '/fields/startsAt')).toBe('2026-11-07T00:00:00Z');
    expect(valueAt(copy?.to, '/fields/booking')).toBeUndefined();
  });

  it('are repeated on some weekdays until a day', () => {
    expect(repeatOffsets('2026-11-20', [5, 6], '2026-11-28')).toEqual([1, 7, 8]);
    expect(repeatOffsets('2026-11-20', [5], '2026-11-20')).toEqual([]);
    expect(repeatOffsets('2026-11-20', [5], '2036-11-20')).toHaveLength(13);
  });
});

describe('rules for typed-in shows', () => {
  const rules = rulesOf(
    {
      programRules: {
        canal: {
          trailerMinutes: 0,
          booking: 'https://tickets.example/{id}?f={film}&s={screen}&d={date}&t={time}&x={other}',
          prices: [
            { attributes: ['3d'], price: { amount: 1500, currency: 'USD' } },
            { weekdays: [2], price: { amount: 700, currency: 'USD' } },
            { before: '17:00', price: { amount: 900, currency: 'USD' } },
            { price: { amount: 1350, currency: 'USD' } },
            { price: 'free' },
          ],
        },
      },
    },
    'canal',
  );

  it('take the first price that matches', () => {
    const amount = (day: string, minutes: number, attributes: readonly string[] = []) =>
      priceByRule(rules, { day, minutes }, attributes)?.amount;
    expect(amount('2026-11-24', 1200, ['3d'])).toBe(1500);
    expect(amount('2026-11-24', 1200)).toBe(700);
    expect(amount('2026-11-25', 1019)).toBe(900);
    expect(amount('2026-11-25', 1020)).toBe(1350);
    expect(priceByRule(RULES, { day: '2026-11-25', minutes: 1020 }, [])).toBeUndefined();
  });

  it('fill the placeholders of the booking link with local values', () => {
    const show = { id: 'hand-a b', movieId: '1', screen: '2' };
    expect(bookingByRule(rules, show, { day: '2026-11-20', minutes: 24 * 60 + 30 })).toBe(
      'https://tickets.example/hand-a%20b?f=1&s=2&d=2026-11-21&t=00:30&x={other}',
    );
    expect(bookingByRule(RULES, show, { day: '2026-11-20', minutes: 0 })).toBeUndefined();
  });

  it('have defaults and are written without what is empty', () => {
    expect(RULES).toEqual({ trailerMinutes: 15, cleaningMinutes: 20, booking: '', prices: [] });
    expect(writtenRules(RULES)).toEqual({ trailerMinutes: 15, cleaningMinutes: 20 });
    expect(rules.prices).toHaveLength(4);
    expect(writtenRules(rules)['prices']).toHaveLength(4);
  });

  it('fill new shows', () => {
    const theater = { ...THEATER, rules };
    const show = { movieId: '1', local: { day: '2026-11-25', minutes: 600 }, screen: '1', attributes: [] };
    expect(addedShow(theater, show, 'hand-a').to).toMatchObject({ fields: { price: { amount: 900 } } });
  });
});

describe('films of the program', () => {
  it('include those of the draft, with what it changes', () => {
    const content = {
      films: { 2: { fields: { title: 'Kes', runtime: 111 } }, 7: newFilm('Home Movie', 61), 8: { fields: { title: 'Gone' } } },
    };
    const films = programFilms({ films: [{ id: '2', title: 'Kestrel', runtime: 104, certificate: 'PG' }] }, content);
    expect(films.map(({ id, title, runtime }) => [id, title, runtime])).toEqual([
      ['2', 'Kes', 111],
      ['7', 'Home Movie', 61],
    ]);
  });

  it('have ids of the right form', () => {
    expect(newFilmId()).toMatch(/^[1-9]\d{11}$/);
    expect(newShowId()).toMatch(/^hand-[a-z0-9]{12}$/);
    expect(newShowId()).not.toBe(newShowId());
    expect(colorOf('315011')).toBe(colorOf('315011'));
  });

  it('are now showing, or coming soon by release', () => {
    const films = [
      { id: 'b', title: 'B', releaseDate: '2026-12-04' },
      { id: 'a', title: 'A', releaseDate: '2026-11-27' },
      { id: 'c', title: 'C', releaseDate: '2026-11-20' },
    ];
    const { now, soon } = shelfOf(programFilms({ films }, {}), '2026-11-20');
    expect([now.map(({ id }) => id), soon.map(({ id }) => id)]).toEqual([['c'], ['a', 'b']]);
  });
});

describe('publishing days', () => {
  const content = applied([
    typed('1', '2026-11-20', '18:00', '1', 'hand-a'),
    typed('77', '2026-11-21', '18:00', '1', 'hand-b'),
    { pointer: '/films/77', to: newFilm('Home Movie', 61) },
    {
      pointer: '/shows/hand-mill',
      to: { added: true, fields: { movieId: '1', theaterId: 'mill', startsAt: '2026-11-20T23:00:00Z' } },
    },
    { pointer: '/site/config/options/x', to: 1 },
  ]);
  const draft = {
    content,
    live: CONTENT,
    changes: ['/shows/hand-a', '/shows/hand-b', '/films/77', '/shows/hand-mill', '/site/config/options/x'].map((pointer) => ({
      pointer,
    })),
  };
  const week = daysOfWeek('2026-11-20');

  it('takes the changes of these days of the theater, with their new films', () => {
    expect(changedDays(draft, [], 'canal', CLOCK, week)).toEqual(['2026-11-20', '2026-11-21']);
    expect(pointersOfDays(draft, [], 'canal', CLOCK, ['2026-11-20'])).toEqual(['/shows/hand-a']);
    expect(pointersOfDays(draft, [], 'canal', CLOCK, ['2026-11-21'])).toEqual(['/shows/hand-b', '/films/77']);
  });

  it('counts a show that moved on both days, and one that was removed', () => {
    const [first] = FEED;
    const fields = { ...fieldsOf({}), ...first?.fields };
    const moved = withValue(CONTENT, '/shows/f1', { fields: { startsAt: '2026-11-22T00:00:00Z' } });
    const change = { content: moved, live: CONTENT, changes: [{ pointer: '/shows/f1' }] };
    expect(fields.movieId).toBe('2');
    expect(changedDays({ ...change, live: withValue(CONTENT, '/shows/f1', { fields: {} }) }, FEED, 'canal', CLOCK, week)).toEqual([
      '2026-11-20',
      '2026-11-21',
    ]);
    const removed = { content: CONTENT, live: content, changes: [{ pointer: '/shows/hand-a' }] };
    expect(changedDays(removed, [], 'canal', CLOCK, week)).toEqual(['2026-11-20']);
  });
});
