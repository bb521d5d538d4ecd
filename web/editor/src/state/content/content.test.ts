import { describe, expect, it } from 'vitest';
import type { PartChange } from '../draft/machine.ts';
import { valueAt, withValue } from '../pointer.ts';
import { changedSettings, isAnchor, settingOf, settingsOf, typedAnchor } from './blocks.ts';
import { datesOf, filteredEvents, instantOf, isoDay, localMoment, newEvent, nextDate, writtenDates } from './events.ts';
import { filmIdsOf, knownFilms, readFilms, withUnknown } from './films.ts';
import { anchorsAt, linkFault, linkKindOf, relinkedMenus } from './links.ts';
import {
  changedLink,
  indentedLink,
  insertedLink,
  insertedRows,
  linkStep,
  menuListsOf,
  movedLink,
  profileName,
  removedLink,
  rowsIn,
  withTranslation,
} from './menus.ts';
import { addedRecord, movedRecord, recordsOf, removedRecord } from './records.ts';
import { moved, movedBetween } from './sequence.ts';
import { closureDays, closuresOf, nextScreenId, screensOf, writtenClosures, writtenScreens } from './theaters.ts';

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
const labels = (content: unknown): unknown[] =>
  menuListsOf(content).map(({ items }) =>
    items.map(({ link, isBelow }) => (isBelow ? `> ${String(link['label'])}` : link['label'])),
  );

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
    expect(labels(within)).toEqual([['Club', 'Films'], ['Contact'], [], []]);
    const to = linkStep(CONTENT, { list: 'header', index: 1 }, 1);
    expect(to).toEqual({ list: 'footer/0', index: 0 });
    const across = movedLink(CONTENT, { list: 'header', index: 1 }, to ?? expect.fail());
    expect(labels(applied(across))).toEqual([['Films'], ['Club', 'Contact'], [], []]);
    expect(across.map(({ pointer }) => pointer)).toEqual(['/menus/header', '/menus/footer']);
    expect(linkStep(CONTENT, { list: 'footer/0', index: 0 }, -1)).toEqual({ list: 'header', index: 2 });
    expect(linkStep(CONTENT, { list: 'header', index: 0 }, -1)).toBeUndefined();
  });

  it('change, add and remove one link', () => {
    const place = { list: 'legal', index: 0 };
    const added = applied(insertedLink(CONTENT, place, { label: 'Privacy', href: '' }));
    expect(labels(added)).toEqual([['Films', 'Club'], ['Contact'], ['Privacy'], []]);
    const changed = applied(changedLink(added, place, { label: 'Terms', href: '' }), added);
    expect(valueAt(changed, '/menus/legal/0/label')).toBe('Terms');
    expect(applied(removedLink(changed, place), changed)).toEqual(CONTENT);
  });

  it('have labels in other languages', () => {
    const french = withTranslation({ label: 'Club', href: '' }, 'fr', 'Le club');
    expect(french).toEqual({ label: 'Club', href: '', localizations: { fr: 'Le club' } });
    expect(withTranslation(french, 'fr', '')).toEqual({ label: 'Club', href: '' });
  });

  it('propose the names of well-known sites', () => {
    expect(profileName('https://www.instagram.com/aster')).toBe('Instagram');
    expect(profileName('https://m.youtube.com/@aster')).toBe('YouTube');
    expect(profileName('https://notx.com/')).toBeUndefined();
    expect(profileName('instagram.com')).toBeUndefined();
  });
});

describe('PAGE-14 links below entries of the header', () => {
  const named = (label: string, items: readonly unknown[] = []) => ({
    label,
    href: `/${label}/`,
    ...(items.length === 0 ? {} : { items }),
  });
  const NESTED = {
    ...CONTENT,
    menus: {
      header: [named('A', [named('a1'), named('a2')]), named('B', [named('b1')]), named('C')],
      footer: [],
      legal: [],
      social: [],
    },
  };
  const header = (content: unknown): unknown => labels(content)[0];
  const at = (index: number) => ({ list: 'header', index });

  it('are rows after their entry', () => {
    expect(header(NESTED)).toEqual(['A', '> a1', '> a2', 'B', '> b1', 'C']);
    const changed = applied(changedLink(NESTED, at(1), named('x')), NESTED);
    expect(valueAt(changed, '/menus/header/0/items/0')).toEqual(named('x'));
  });

  it('move with their entry', () => {
    const down = linkStep(NESTED, at(0), 1);
    expect(down).toEqual(at(2));
    expect(header(applied(movedLink(NESTED, at(0), down ?? expect.fail()), NESTED))).toEqual([
      'B',
      '> b1',
      'A',
      '> a1',
      '> a2',
      'C',
    ]);
    const up = linkStep(NESTED, at(3), -1);
    expect(up).toEqual(at(0));
    expect(header(applied(movedLink(NESTED, at(3), up ?? expect.fail()), NESTED))).toEqual(['B', '> b1', 'A', '> a1', '> a2', 'C']);
    expect(linkStep(NESTED, at(5), -1)).toEqual(at(3));
    const legal = applied(movedLink(NESTED, at(0), { list: 'legal', index: 0 }), NESTED);
    expect(labels(legal)).toEqual([['B', '> b1', 'C'], ['A', 'a1', 'a2'], []]);
  });

  it('are made by indenting, and taken out after those beside them', () => {
    const indented = indentedLink(NESTED, at(5), true) ?? expect.fail();
    expect(header(applied(indented.changes, NESTED))).toEqual(['A', '> a1', '> a2', 'B', '> b1', '> C']);
    const outdented = indentedLink(NESTED, at(1), false) ?? expect.fail();
    expect(outdented.place).toEqual(at(2));
    expect(header(applied(outdented.changes, NESTED))).toEqual(['A', '> a2', 'a1', 'B', '> b1', 'C']);
    expect(header(applied(indentedLink(NESTED, at(3), true)?.changes ?? [], NESTED))).toEqual([
      'A',
      '> a1',
      '> a2',
      '> B',
      '> b1',
      'C',
    ]);
    expect(indentedLink(NESTED, at(0), true)).toBeUndefined();
    expect(indentedLink(NESTED, { list: 'legal', index: 0 }, true)).toBeUndefined();
  });

  it('take in what is dropped among them', () => {
    expect(header(applied(movedLink(NESTED, at(5), at(2)), NESTED))).toEqual(['A', '> a1', '> C', '> a2', 'B', '> b1']);
    expect(header(applied(movedLink(NESTED, at(5), at(3), 1), NESTED))).toEqual(['A', '> a1', '> a2', '> C', 'B', '> b1']);
    expect(header(applied(movedLink(NESTED, at(1), at(5), -1), NESTED))).toEqual(['A', '> a2', 'B', '> b1', 'C', 'a1']);
    expect(header(applied(movedLink(NESTED, at(1), at(0)), NESTED))).toEqual(['a1', 'A', '> a2', 'B', '> b1', 'C']);
  });

  it('are removed and put back with their entry', () => {
    const removed = applied(removedLink(NESTED, at(0)), NESTED);
    expect(header(removed)).toEqual(['B', '> b1', 'C']);
    expect(applied(insertedRows(removed, at(0), rowsIn(NESTED, 'header').slice(0, 3)), removed)).toEqual(NESTED);
  });

  it('follow a page that gets another address', () => {
    const changes = relinkedMenus(NESTED, '/a2/', '/x/');
    expect(valueAt(applied(changes, NESTED), '/menus/header/0/items/1/href')).toBe('/x/');
    expect(relinkedMenus(NESTED, '/none/', '/x/')).toEqual([]);
    const anchored = { menus: { header: [], legal: [{ label: 'Jobs', href: '/a2/#jobs' }] } };
    expect(relinkedMenus(anchored, '/a2/', '/x/')).toEqual([
      { pointer: '/menus/legal', to: [{ label: 'Jobs', href: '/x/#jobs' }] },
    ]);
  });
});

describe('PAGE-15 settings of blocks', () => {
  const block = { type: 'text', paragraphs: [] };

  it('are left out if they have their default', () => {
    expect(changedSettings(block, 'width', 'full')).toEqual({ width: 'full' });
    expect(changedSettings({ ...block, settings: { width: 'full' } }, 'width', undefined)).toBeUndefined();
    expect(settingOf({ ...block, settings: { anchor: 'a' } }, 'anchor')).toBe('a');
  });

  it('are those of the type of the block', () => {
    expect(settingsOf({ type: 'hero' })).toEqual(['anchor']);
    expect(settingsOf({ type: 'contact' })).toHaveLength(3);
    expect(settingsOf({ type: 'gallery' })).not.toContain('twoColumns');
    expect(settingsOf(block)).toContain('twoColumns');
    expect(settingsOf({ type: 'other' })).toEqual([]);
  });

  it('have anchors, which links may name', () => {
    expect(typedAnchor(' #What We_show ')).toBe('what-we-show');
    expect(['a', 'what-we-show-2', '2a', 'A', ''].map(isAnchor)).toEqual([true, true, false, false, false]);
    const page = (path: string, anchor: string) => ({ path, title: path, blocks: [{ ...block, settings: { anchor } }] });
    const content = { pages: { '/club/': page('/club/', 'join'), '/': { ...page('/', 'x'), kind: 'home' } } };
    expect(anchorsAt('/club/', content)).toEqual(['join']);
    expect(anchorsAt('/', content)).toEqual([]);
    for (const href of ['/club/#join', '/club/#main', '/club/', '/#x', '/club/?a=1#join'])
      expect(linkFault(href, content), href).toBeUndefined();
    expect(linkFault('/club/#gone', content)).toBe('anchor');
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
      '/club/#main',
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
    expect(datesOf(CONTENT.events.silent)).toEqual([{ date: '2026-01-04', time: '16:00', movieId: '', hired: false }]);
    const dates = [
      { date: '2026-12-02', time: '', movieId: '', hired: false },
      { date: '2026-12-01', time: '20:00', movieId: '', hired: false },
    ];
    expect(writtenDates(dates)).toEqual([{ date: '2026-12-01', time: '20:00:00' }, { date: '2026-12-02' }]);
    expect(nextDate(dates, '2026-11-26')).toEqual({ date: '2026-12-09', time: '', movieId: '', hired: false });
    expect(nextDate([], '2026-11-26')).toEqual({ date: '2026-11-26', time: '', movieId: '', hired: false });
    const single = { date: '2026-12-01', time: '', movieId: '7', hired: false };
    expect(writtenDates([single])).toEqual([{ date: '2026-12-01', movieId: '7' }]);
    expect(writtenDates([{ ...single, hired: true }])).toEqual([{ date: '2026-12-01', hired: true }]);
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
    const days = (from: string, to: string) => closureDays({ from, to });
    expect([days('2026-12-25', '2026-12-25'), days('2027-01-12', '2027-01-16')]).toEqual([1, 5]);
    expect([days('2026-03-28', '2026-03-30'), days('2026-12-25', ''), days('2026-12-25', '2026-12-24')]).toEqual([3, undefined, 0]);
  });

  it('have closures with reasons in other languages, without empty ones', () => {
    const rows = [
      { from: '2026-12-25', to: '2026-12-26', reason: 'Holidays', translations: { fr: 'Fêtes' } },
      { from: '2027-01-01', reason: '' },
    ];
    const closures = closuresOf(rows);
    expect(writtenClosures(closures)).toEqual(rows);
    const [holidays] = closures;
    const emptied = writtenClosures([{ ...(holidays ?? expect.fail()), translations: { fr: '' } }]);
    expect(emptied[0]).toEqual({ from: '2026-12-25', to: '2026-12-26', reason: 'Holidays' });
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
