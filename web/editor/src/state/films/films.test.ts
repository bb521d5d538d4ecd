import { describe, expect, it } from 'vitest';
import { type PartChange, undoneChanges } from '../draft/machine.ts';
import { withValue } from '../pointer.ts';
import { type FeedShow, fieldsOf } from '../program/shows.ts';
import { badgeOf, badgeTextOf, chosenBadge, feedBadge, hasOwnBadge } from './badges.ts';
import { leftOutOf, partOf, placesPointer, toggled } from './places.ts';
import { languagesOfText, minutesOfText, namesOfText } from './fields.ts';
import {
  type EditedFilm,
  type FieldPath,
  changedField,
  filmOf,
  isOverridden,
  localizedPath,
  overriddenNames,
  removedFilm,
  resetField,
  valueOf,
} from './film.ts';
import { type FeedPictures, keepsFilm, listedFilms, movedOrder, neighborFilm, statusOf } from './list.ts';
import { hasWidePicture, isOtherShape, missingWidth } from './pictures.ts';
import { trailerAddress, trailerOf } from './trailer.ts';
import { NO_WEEK, filmWeeks } from './week.ts';

const FEED = {
  id: '7',
  title: 'LOW TIDE (subt.)',
  slug: 'low-tide',
  runtime: 102,
  certificate: 'PG',
  genres: ['Drama'],
  tagline: '',
  localizations: { fr: { title: 'MAREE BASSE' } },
};

const applied = (content: unknown, changes: readonly PartChange[]): unknown =>
  changes.reduce((document, { pointer, to }) => withValue(document, pointer, to), content);

const film = (content: unknown, id = '7', feed: unknown = FEED): EditedFilm => {
  const found = filmOf(content, id, feed);
  if (found === undefined) throw new Error('no film');
  return found;
};

/** The content after a field of the film was typed. */
const typed = (content: unknown, path: FieldPath, value: unknown): unknown =>
  applied(content, [changedField(film(content), path, value)]);

describe('a film of a feed', () => {
  const empty = { films: {} };

  it('follows the feed in every field that nobody edited', () => {
    const content = typed(empty, ['title'], 'Low Tide');
    expect(content).toEqual({ films: { 7: { fields: { title: 'Low Tide' } } } });
    const edited = film(content);
    expect(edited.record).toEqual({ ...FEED, title: 'Low Tide' });
    expect([isOverridden(edited, ['title']), isOverridden(edited, ['runtime'])]).toEqual([true, false]);
    expect(overriddenNames(edited)).toEqual(['title']);
    expect(film(content, '7', { ...FEED, title: 'NEW', runtime: 119 }).record).toMatchObject({ title: 'Low Tide', runtime: 119 });
  });

  it('without an own value has no record in the draft', () => {
    const content = typed(empty, ['title'], 'Low Tide');
    expect(applied(content, [resetField(film(content), ['title'])])).toEqual(empty);
    const two = typed(content, ['runtime'], 99);
    expect(applied(two, [resetField(film(two), ['title'])])).toEqual({ films: { 7: { fields: { runtime: 99 } } } });
  });

  it('loses a value of the feed and gets another without a part that is null', () => {
    const content = typed(empty, ['title'], 'Low Tide');
    const change = changedField(film(content), ['certificate'], undefined);
    expect(change).toEqual({ pointer: '/films/7/fields', to: { title: 'Low Tide', certificate: null } });
    const without = applied(content, [change]);
    expect(film(without).record).not.toHaveProperty('certificate');
    expect(isOverridden(film(without), ['certificate'])).toBe(true);
    const again = changedField(film(without), ['certificate'], 'R');
    expect(again).toEqual({ pointer: '/films/7/fields', to: { title: 'Low Tide', certificate: 'R' } });
    expect(changedField(film(applied(without, [again])), ['certificate'], 'NC-17').pointer).toBe('/films/7/fields/certificate');
  });

  it('keeps the other texts of a language when one is edited', () => {
    const path = localizedPath({ main: 'en', others: ['fr'] }, 'fr', 'tagline');
    const content = typed(empty, path, 'Neuf pêcheurs');
    const edited = film(content);
    expect(valueOf(edited, ['localizations', 'fr', 'title'])).toBe('MAREE BASSE');
    expect(isOverridden(edited, path)).toBe(true);
    expect(isOverridden(edited, ['localizations', 'fr', 'title'])).toBe(false);
    const more = typed(content, ['localizations', 'de', 'title'], 'Ebbe');
    expect(applied(more, [resetField(film(more), ['localizations', 'de', 'title'])])).toEqual(content);
    expect(applied(content, [resetField(film(content), path)])).toEqual(empty);
    expect(typed(content, path, '')).toEqual({ films: { 7: { fields: { localizations: { fr: { title: 'MAREE BASSE' } } } } } });
  });
});

describe('a film that was typed in', () => {
  const content = {
    site: { config: { movieOrderIndex: ['9', '7'] } },
    films: { 9: { added: true, fields: { title: 'Rusalka', runtime: 95 } } },
    shows: {
      a: { added: true, fields: { movieId: '9', startsAt: '2026-12-01T00:00:00Z' } },
      b: { added: true, fields: { movieId: '7', startsAt: '2026-12-01T00:00:00Z' } },
      c: { fields: { screen: '2' } },
    },
  };

  it('has fields of its own, and nothing to follow', () => {
    const rusalka = film(content, '9', undefined);
    expect(rusalka.record).toEqual({ title: 'Rusalka', runtime: 95 });
    expect(isOverridden(rusalka, ['title'])).toBe(false);
    expect(changedField(rusalka, ['runtime'], undefined)).toEqual({ pointer: '/films/9/fields/runtime', to: undefined });
    expect(filmOf(content, '10', undefined)).toBeUndefined();
  });

  it('is removed with its shows and its place, and comes back', () => {
    const changes = removedFilm(content, '9');
    const without = applied(content, changes);
    expect(without).toEqual({
      site: { config: { movieOrderIndex: ['7'] } },
      films: {},
      shows: { b: content.shows.b, c: content.shows.c },
    });
    expect(applied(without, undoneChanges(content, changes))).toEqual(content);
  });
});

describe('the list', () => {
  const NOW = '2026-11-20T22:48:00Z';
  const films = [
    { id: '1', title: 'Kestrel', shows: 3, releaseDate: '2026-10-31', feed: true },
    { id: '2', title: 'Low Tide', shows: 9, releaseDate: '2026-11-14', feed: true },
    { id: '3', title: 'Ostinato', shows: 0, releaseDate: '2026-12-05', feed: true },
    { id: '4', title: 'Old', shows: 0, releaseDate: '2026-01-05', feed: false },
    { id: '5', title: 'Gone', shows: 0, feed: false },
  ];
  const live = { films: { 5: { added: true, fields: { title: 'Gone' } } } };
  const content = {
    site: { config: { movieOrderIndex: ['1'], globalExcludedMovieIds: ['2'] } },
    films: {
      1: { fields: { title: 'The Kestrel', certificate: null } },
      800000000001: {
        added: true,
        fields: { title: 'Rusalka', runtime: 95, directors: ['Ana Sol', 'Bo Reyes'], badges: ['PREVIEW'] },
      },
    },
    shows: { a: { added: true, fields: { movieId: '3', startsAt: '2026-11-21T00:00:00Z' } } },
  };
  const listed = listedFilms(films, { content, live }, NOW);
  const ids = listed.map(({ id }) => id);

  it('has the films of the draft, those with a fixed place first, then the latest release (SITE-12)', () => {
    expect(listed.map(({ title }) => title)).toEqual(['The Kestrel', 'Ostinato', 'Low Tide', 'Old', 'Rusalka']);
    expect(listed.map(({ state }) => state)).toEqual(['onSite', 'onSite', 'hidden', 'past', 'draft']);
    expect(listed.map(({ source, overrides }) => [source, overrides])).toEqual([
      ['feed', 2],
      ['feed', 0],
      ['feed', 0],
      ['gone', 0],
      ['typedIn', 0],
    ]);
  });

  it('has the directors and the badge that operators set', () => {
    const rusalka = listed.find(({ title }) => title === 'Rusalka');
    expect([rusalka?.directors, rusalka?.badge]).toEqual([['Ana Sol', 'Bo Reyes'], 'PREVIEW']);
    expect([listed[0]?.directors, listed[0]?.badge]).toEqual([[], 'automatic']);
  });

  it('is filtered by shows and release', () => {
    const kept = (filter: 'now' | 'soon' | 'past'): string[] =>
      listed.filter((entry) => keepsFilm(filter, entry, NOW)).map(({ id }) => id);
    expect(kept('now')).toEqual(['1', '3', '2']);
    expect(kept('soon')).toEqual(['800000000001']);
    expect(kept('past')).toEqual(['4']);
  });

  it('gives a moved film and those before it a fixed place', () => {
    expect(movedOrder(listed, content, '3', '2')).toEqual(['1', '2', '3']);
    expect(movedOrder(listed, content, '1', '3')).toEqual(['3', '1']);
    const unknown = { site: { config: { movieOrderIndex: ['1', '404'] } } };
    expect(movedOrder(listed, unknown, '3', '1')).toEqual(['3', '1', '404']);
  });

  it('has a film before and after each', () => {
    expect(neighborFilm(listed, ids[0] ?? '', 1)?.id).toBe('3');
    expect(neighborFilm(listed, ids[0] ?? '', -1)).toBeUndefined();
    expect(neighborFilm(listed, 'x', 1)).toBeUndefined();
  });
});

describe('the days to come', () => {
  // Friday, 5:48 PM in Detroit.
  const NOW = '2026-11-20T22:48:00.000Z';
  const theater = (id: string, more: object = {}) => ({
    [id]: { id, name: id.toUpperCase(), timeZone: 'America/Detroit', ...more },
  });
  const show = (id: string, movieId: string, theaterId: string, startsAt: string): FeedShow => ({
    id,
    isCanceled: false,
    fields: fieldsOf({ movieId, theaterId, startsAt }),
  });
  const content = {
    site: { config: { theaterIds: ['b', 'a', 'c'] } },
    theaters: {
      ...theater('a'),
      ...theater('b'),
      ...theater('c', { closures: [{ from: '2026-11-22', to: '2026-11-23' }] }),
      ...theater('d'),
    },
    theaterOrder: ['a', 'b', 'c', 'd'],
    shows: {
      b1: { hidden: true },
      b2: { hidden: true, fields: {} },
      a2: { hidden: true, fields: {} },
      new: { added: true, fields: { movieId: '2', theaterId: 'a', startsAt: '2026-11-25T00:00:00Z' } },
    },
  };
  const feeds = new Map([
    [
      'a',
      [
        show('a0', '1', 'a', '2026-11-20T22:00:00Z'),
        show('a1', '1', 'a', '2026-11-20T22:48:00Z'),
        show('a2', '1', 'a', '2026-11-21T01:00:00Z'),
        // 1 AM of the night after the seventh cinema day, and the day after it.
        show('a3', '1', 'a', '2026-11-27T06:00:00Z'),
        show('a4', '1', 'a', '2026-11-28T01:00:00Z'),
      ],
    ],
    ['b', [show('b1', '1', 'b', '2026-11-21T01:00:00Z'), show('b2', '1', 'b', '2026-11-22T01:00:00Z')]],
    ['c', [show('c1', '1', 'c', '2026-11-22T20:00:00Z'), show('c2', '3', 'c', '2026-11-21T20:00:00Z')]],
    ['d', [show('d1', '4', 'd', '2026-11-21T20:00:00Z')]],
  ]);
  const weeks = filmWeeks(feeds, { content, live: content }, NOW);

  it('ux 5.4 have the shows of seven cinema days that have not begun, at the theaters of the site', () => {
    expect(weeks.get('1')).toEqual({ shows: 2, theaters: ['A'], hiddenAt: ['B'] });
    expect(weeks.get('2')).toEqual({ shows: 1, theaters: ['A'], hiddenAt: [] });
    expect(weeks.get('3')).toEqual({ shows: 1, theaters: ['C'], hiddenAt: [] });
    expect(weeks.get('4')).toBeUndefined();
  });

  it('ux 5.4 decide the status of a film with its wide picture', () => {
    const hidden = { ...NO_WEEK, hiddenAt: ['B'] };
    expect(statusOf('onSite', hidden, false)).toEqual({ kind: 'hiddenAt', theaters: ['B'] });
    expect(statusOf('onSite', NO_WEEK, false)).toEqual({ kind: 'noWidePicture' });
    expect(statusOf('comingSoon', undefined, false)).toEqual({ kind: 'noWidePicture' });
    expect([statusOf('onSite', NO_WEEK, true), statusOf('onSite', undefined, undefined)]).toEqual([
      { kind: 'onSite' },
      { kind: 'onSite' },
    ]);
    for (const state of ['hidden', 'past', 'draft'] as const) expect(statusOf(state, hidden, false)).toEqual({ kind: state });
  });
});

it('a film has a wide picture of its feed, unless operators chose another or none', () => {
  const sources = new Set(['low.jpg', 'hero.jpg', 'poster.jpg']);
  const has = (feed: FeedPictures, fields: object = {}): boolean =>
    hasWidePicture(sources, { films: { 1: { fields } } }, '1', feed);
  expect([has({ backdrop: 'low.jpg' }), has({ hero: 'hero.jpg' }), has({})]).toEqual([true, true, false]);
  expect(has({ hero: 'gone.jpg' })).toBe(false);
  expect(has({ backdrop: 'low.jpg' }, { backdrop: null })).toBe(false);
  expect([has({}, { backdrop: 'hero.jpg' }), has({}, { backdrop: 'unknown.jpg' })]).toEqual([true, false]);
});

describe('what is typed', () => {
  it.each([
    ['102', 102],
    ['102 min', 102],
    ['1:42', 102],
    ['1 h 42 min', 102],
    ['2h', 120],
    ['', null],
    ['1:75', undefined],
    ['0', undefined],
    ['2001', undefined],
    ['long', undefined],
  ])('as a length, %j, is %j minutes', (text, minutes) => {
    expect(minutesOfText(text)).toBe(minutes);
  });

  it('as names is split at commas', () => {
    expect(namesOfText(' Drama, music,, ')).toEqual(['Drama', 'music']);
  });

  it('as languages has names or codes', () => {
    const names = new Intl.DisplayNames(['en'], { type: 'language' });
    const read = (text: string) => languagesOfText(text, (code) => names.of(code) ?? code);
    expect(read('French, breton, ES, pt-BR')).toEqual({ codes: ['fr', 'br', 'es', 'pt-BR'], unknown: [] });
    expect(read('French, Klingonish')).toEqual({ codes: ['fr'], unknown: ['Klingonish'] });
  });

  it.each([
    ['https://www.youtube.com/watch?v=abcdefghijk&t=3', { kind: 'youtube', id: 'abcdefghijk' }],
    ['https://www.youtube.com/embed/abcdefghijk', { kind: 'youtube', id: 'abcdefghijk' }],
    ['https://www.youtube.com/shorts/abcdefghijk', { kind: 'youtube', id: 'abcdefghijk' }],
    [' https://youtu.be/abcdefghijk ', { kind: 'youtube', id: 'abcdefghijk' }],
    ['https://vimeo.com/12345', { kind: 'vimeo', id: '12345' }],
    ['https://cinema.example/low-tide.mp4', { kind: 'file', id: 'https://cinema.example/low-tide.mp4' }],
    ['video-2f1c09a8b7d65e4c3b2a', { kind: 'file', id: 'video-2f1c09a8b7d65e4c3b2a' }],
    ['video-tour', undefined],
    ['javascript:alert(1)', undefined],
    ['https://youtu.be/<script>', undefined],
    ['https://video.example/low-tide', undefined],
    ['low-tide.mp4', undefined],
  ])('as a trailer, %s, is recognized as the server does', (address, trailer) => {
    expect(trailerOf(address)).toEqual(trailer);
    if (trailer !== undefined) expect(trailerOf(trailerAddress(trailer))).toEqual(trailer);
  });
});

it('pictures that are too small or have another shape are named', () => {
  expect(missingWidth('poster', { width: 310 })).toBe(640);
  expect(missingWidth('poster', { width: 640 })).toBeUndefined();
  expect(isOtherShape('poster', { width: 800, height: 1200 })).toBe(false);
  expect(isOtherShape('poster', { width: 1200, height: 800 })).toBe(true);
});

describe('the badge of a film (CONST-03)', () => {
  const feed = { title: 'Kes', badges: ['PREVIEW'] };
  const withFields = (fields: Readonly<Record<string, unknown>>) => {
    const found = filmOf({ films: { 1: { fields } } }, '1', feed);
    if (found === undefined) throw new Error('no film');
    return found;
  };

  it('is derived unless one is chosen', () => {
    expect([badgeOf({}), badgeOf(undefined), badgeOf({ badges: ['PREVIEW'] }), badgeOf({ ownBadgesOnly: true })]).toEqual([
      'automatic',
      'automatic',
      'PREVIEW',
      'none',
    ]);
    expect([badgeOf({ badges: ['NEW'], badgeText: 'Last chance' }), badgeTextOf({ badgeText: 'Last chance' })]).toEqual([
      'own',
      'Last chance',
    ]);
  });

  it.each([
    ['automatic', { badges: [] }],
    ['none', { badges: [], ownBadgesOnly: true }],
    ['NEW', { badges: ['NEW'] }],
    ['own', { badges: [], ownBadgesOnly: true, badgeText: 'Last chance' }],
  ] as const)('%s changes its fields together', (badge, fields) => {
    const change = chosenBadge(withFields({ title: 'Mine' }), badge, 'Last chance');
    expect(change).toEqual({ pointer: '/films/1/fields', to: { title: 'Mine', ...fields } });
    expect(badgeOf(withFields(fields).record)).toBe(badge);
    expect(hasOwnBadge(withFields(fields))).toBe(true);
  });

  it('that the feed has is chosen without an own value', () => {
    const own = withFields({ badges: [], ownBadgesOnly: true, badgeText: 'Last chance' });
    expect(chosenBadge(own, 'PREVIEW', '')).toEqual({ pointer: '/films/1', to: undefined });
    expect(feedBadge(own)).toEqual({ pointer: '/films/1', to: undefined });
    expect(hasOwnBadge(withFields({ title: 'Mine' }))).toBe(false);
  });
});

it('SITE-12 the places that leave out a film are one part of the draft, which a film without them lacks', () => {
  const value = { notOnHome: true, hiddenAt: ['T2'] };
  expect(leftOutOf(value)).toEqual({ places: ['notOnHome'], theaters: ['T2'] });
  expect(partOf(leftOutOf(value))).toEqual(value);
  expect(partOf({ places: [], theaters: [] })).toBeUndefined();
  expect(leftOutOf(undefined)).toEqual({ places: [], theaters: [] });
  expect([toggled(['a', 'b'], 'a', false), toggled(['a'], 'b', true), toggled(['a'], 'a', true)]).toEqual([
    ['b'],
    ['a', 'b'],
    ['a'],
  ]);
  expect(placesPointer('7')).toBe('/site/config/options/filmPlaces/7');
});
