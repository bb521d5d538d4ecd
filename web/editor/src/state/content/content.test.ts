import { describe, expect, it } from 'vitest';
import type { PartChange } from '../draft/machine.ts';
import { valueAt, withValue } from '../pointer.ts';
import { datesOf, filteredEvents, instantOf, isoDay, localMoment, newEvent, nextDate, writtenDates } from './events.ts';
import { filmIdsOf, knownFilms, readFilms, sortedIds, withUnknown } from './films.ts';
import { linkFault, linkKindOf } from './links.ts';
import { changedLink, insertedLink, linkStep, menuListsOf, movedLink, removedLink, withTranslation } from './menus.ts';
import { addedRecord, movedRecord, recordsOf, removedRecord } from './records.ts';
import { moved, movedBetween } from './sequence.ts';
import { closureDays, nextScreenId, screensOf, writtenScreens } from './theaters.ts';

const CONTENT = {
  site: { settings: { loginPage: { slug: 'login' } }, config: { movieOrderIndex: ['3'], globalExcludedMovieIds: ['9'] } },
  pages: { '/club/': { path: '/club/', title: 'Club' } },
  menus: {
    header: [
      { label: 'Films', href: '/movies/' },
      { label: 'Club', href: '/club/' },
    ],
    footer: [{ title: 'Visit', items: [{ label: 'Contact', href: '/contact/' }] }],
    legal: [],
  },
  events: {
    silent: { id: 'silent', title: 'Silent Sundays', slug: 'silent', weekly: 7, dates: [{ date: '2026-01-04', time: '16:00:00' }] },
    opera: { id: 'opera', title: 'Rusalka', slug: 'rusalka', dates: [{ date: '2026-11-29' }], movieIds: ['7', '3'] },
    old: { id: 'old', title: 'Old', slug: 'old', dates: [{ date: '2026-11-25' }] },
  },
  eventOrder: ['opera', 'silent', 'gone'],
  theaters: { mill: { id: 'mill', name: 'Old Mill', slug: 'old-mill' } },
};

const applied = (changes: readonly PartChange[], content: unknown = CONTENT): unknown =>
  changes.reduce((document, { pointer, to }) => withValue(document, pointer, to), content);
const labels = (content: unknown): unknown[] => menuListsOf(content).map(({ items }) => items.map(({ label }) => label));

describe('lists', () => {
  it('have one item at another place', () => {
    expect(moved(['a', 'b', 'c'], 0, 2)).toEqual(['b', 'c', 'a']);
    expect(moved(['a', 'b', 'c'], 2, 0)).toEqual(['c', 'a', 'b']);
    expect(moved(['a'], 4, 0)).toEqual(['a']);
    const lists = [
      { id: 'one', items: ['a', 'b'] },
      { id: 'two', items: [] },
    ];
    expect(movedBetween(lists, { list: 'one', index: 0 }, { list: 'two', index: 0 }).map(({ items }) => items)).toEqual([
      ['b'],
      ['a'],
    ]);
  });
});

describe('menus', () => {
  it('move links within a list and from one to the next', () => {
    const within = applied(movedLink(CONTENT, { list: 'header', index: 0 }, { list: 'header', index: 1 }));
    expect(labels(within)).toEqual([['Club', 'Films'], ['Contact'], []]);
    const to = linkStep(CONTENT, { list: 'header', index: 1 }, 1);
    expect(to).toEqual({ list: 'footer/0', index: 0 });
    const across = movedLink(CONTENT, { list: 'header', index: 1 }, to ?? expect.fail());
    expect(labels(applied(across))).toEqual([['Films'], ['Club', 'Contact'], []]);
    expect(across.map(({ pointer }) => pointer)).toEqual(['/menus/header', '/menus/footer']);
    expect(linkStep(CONTENT, { list: 'footer/0', index: 0 }, -1)).toEqual({ list: 'header', index: 2 });
    expect(linkStep(CONTENT, { list: 'header', index: 0 }, -1)).toBeUndefined();
  });

  it('change, add and remove one link', () => {
    const place = { list: 'legal', index: 0 };
    const added = applied(insertedLink(CONTENT, place, { label: 'Privacy', href: '' }));
    expect(labels(added)).toEqual([['Films', 'Club'], ['Contact'], ['Privacy']]);
    const changed = applied(changedLink(added, place, { label: 'Terms', href: '' }), added);
    expect(valueAt(changed, '/menus/legal/0/label')).toBe('Terms');
    expect(applied(removedLink(changed, place), changed)).toEqual(CONTENT);
  });

  it('have labels in other languages', () => {
    const french = withTranslation({ label: 'Club', href: '' }, 'fr', 'Le club');
    expect(french).toEqual({ label: 'Club', href: '', localizations: { fr: 'Le club' } });
    expect(withTranslation(french, 'fr', '')).toEqual({ label: 'Club', href: '' });
  });
});

describe('links', () => {
  it('say what they lead to', () => {
    const kinds = ['', '/club/', '/events/silent/', '/theaters/old-mill/', '/movies/kestrel/', '/movies/coming-soon/'].map(
      linkKindOf,
    );
    expect(kinds).toEqual(['none', 'page', 'event', 'theater', 'film', 'page']);
    expect(['ticketing:refund', 'https://x.example/', '#top', '/club/?a=1'].map(linkKindOf)).toEqual([
      'ticketing',
      'address',
      'address',
      'address',
    ]);
  });

  it('are flagged if their page is missing or they are no address', () => {
    for (const href of [
      '',
      '#top',
      '/',
      '/club',
      '/club/#join',
      '/movies/kestrel/',
      '/events/silent/',
      '/theaters/old-mill/',
      '/login/join/',
    ])
      expect(linkFault(href, CONTENT), href).toBeUndefined();
    for (const href of ['https://x.example/', 'mailto:a@b.example', 'a@b.example', 'tel:+1', 'ticketing:refund'])
      expect(linkFault(href, CONTENT), href).toBeUndefined();
    for (const href of ['/contact/', '/events/gone/', '/theaters/gone/']) expect(linkFault(href, CONTENT), href).toBe('missing');
    for (const href of ['javascript:alert(1)', '//x.example/', 'ticketing:nothing', 'club'])
      expect(linkFault(href, CONTENT), href).toBe('form');
  });
});

describe('records', () => {
  it('are in their order, those without a place last', () => {
    expect(recordsOf(CONTENT, 'events').map(({ id }) => id)).toEqual(['opera', 'silent', 'old']);
    expect(movedRecord(CONTENT, 'events', 0, 2)).toEqual([{ pointer: '/eventOrder', to: ['silent', 'old', 'opera'] }]);
  });

  it('come back to their place', () => {
    const opera = CONTENT.events.opera;
    const removed = applied(removedRecord(CONTENT, 'events', 'opera'));
    expect(recordsOf(removed, 'events').map(({ id }) => id)).toEqual(['silent', 'old']);
    const restored = applied(addedRecord(removed, 'events', opera, 0), removed);
    expect(recordsOf(restored, 'events').map(({ id }) => id)).toEqual(['opera', 'silent', 'old']);
  });
});

describe('events', () => {
  it('are upcoming, a series or past', () => {
    const ids = (filter: 'upcoming' | 'series' | 'past') => filteredEvents(CONTENT, filter, '2026-11-26').map(({ id }) => id);
    expect(ids('upcoming')).toEqual(['opera', 'silent']);
    expect(ids('series')).toEqual(['silent']);
    expect(ids('past')).toEqual(['old']);
  });

  it('have dates in ascending order', () => {
    expect(datesOf(CONTENT.events.silent)).toEqual([{ date: '2026-01-04', time: '16:00' }]);
    const dates = [
      { date: '2026-12-02', time: '' },
      { date: '2026-12-01', time: '20:00' },
    ];
    expect(writtenDates(dates)).toEqual([{ date: '2026-12-01', time: '20:00:00' }, { date: '2026-12-02' }]);
    expect(nextDate(dates, '2026-11-26')).toEqual({ date: '2026-12-09', time: '' });
    expect(nextDate([], '2026-11-26')).toEqual({ date: '2026-11-26', time: '' });
  });

  it('get an id and a slug of their own', () => {
    expect(newEvent('Silent', CONTENT)).toMatchObject({ id: 'silent-2', slug: 'silent-2', title: 'Silent' });
  });

  it('are visible from and until local moments', () => {
    const instant = instantOf('2026-12-01T20:30') ?? expect.fail();
    expect(localMoment(instant)).toBe('2026-12-01T20:30');
    expect(instant).toMatch(/^2026-12-0[12]T\d\d:\d\d:00Z$/);
    expect([localMoment(undefined), instantOf('')]).toEqual(['', undefined]);
    expect(isoDay(new Date(2026, 0, 5))).toBe('2026-01-05');
  });
});

describe('theaters', () => {
  it('count the days of a closure', () => {
    const days = (from: string, to: string) => closureDays({ from, to, reason: '' });
    expect([days('2026-12-25', '2026-12-25'), days('2027-01-12', '2027-01-16')]).toEqual([1, 5]);
    expect([days('2026-03-28', '2026-03-30'), days('2026-12-25', ''), days('2026-12-25', '2026-12-24')]).toEqual([3, undefined, 0]);
  });

  it('have screens with ids', () => {
    const rows = [
      { id: '1', name: 'Screen 1', seats: 184, attributes: ['4K'] },
      { id: 'x', name: 'Studio', attributes: [] },
    ];
    expect(writtenScreens(screensOf(rows))).toEqual(rows);
    expect([nextScreenId(screensOf(rows)), nextScreenId([])]).toEqual(['2', '1']);
  });
});

describe('films', () => {
  it('are those of the site, then ids that only the draft has', () => {
    const films = readFilms({ films: [{ id: '3', title: 'Kestrel', releaseDate: '2026-11-06', shows: 4 }, { id: '' }, 'x'] });
    expect(films).toEqual([{ id: '3', title: 'Kestrel', releaseDate: '2026-11-06', shows: 4 }]);
    expect(filmIdsOf(CONTENT)).toEqual(['3', '9', '7']);
    expect(withUnknown(films, filmIdsOf(CONTENT)).map(({ title }) => title)).toEqual(['Kestrel', '9', '7']);
  });

  it('are sorted by shows or by release', () => {
    const film = (id: string, releaseDate: string, shows: number) => ({ id, title: id, releaseDate, shows });
    const films = [film('a', '2026-11-06', 2), film('b', '2026-11-20', 1), film('c', '2026-10-01', 9)];
    expect(sortedIds(films, 'shows')).toEqual(['c', 'a', 'b']);
    expect(sortedIds(films, 'release')).toEqual(['b', 'a', 'c']);
  });
});

describe('films that were typed in', () => {
  it('are known before they are published, and listed once after it', () => {
    const content = {
      films: { 77: { added: true, fields: { title: 'Home Movie', runtime: 61 } }, 3: { fields: { title: 'Kes' } } },
    };
    const titles = (films: readonly unknown[]) => knownFilms({ films }, content).map(({ title }) => title);
    expect(titles([{ id: '3', title: 'Kestrel' }])).toEqual(['Kestrel', 'Home Movie']);
    expect(titles([{ id: '77', title: 'Home Movie' }])).toEqual(['Home Movie']);
  });
});
