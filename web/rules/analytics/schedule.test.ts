import { describe, expect, it } from 'vitest';
import { showOf, trailerOf } from './schedule.ts';

const SHOW = { at: '2025-11-20T18:10:00-05:00', href: 'https://tickets.example/x?showtime=1' };
const within = (...pages: readonly unknown[]) => ({ pages, theaterId: 'main', theaters: [{ id: 'old-mill', name: 'Old Mill' }] });

describe('ANLY-07 the show of a link', () => {
  it.each([
    ['beside its film', { films: [{ film: { id: '7' }, shows: [SHOW] }] }, { filmId: '7', theaterId: 'main' }],
    ['beside the link of its film', { soon: [{ filmHref: '/movies/7-kestrel/', show: SHOW }] }, { filmId: '7', theaterId: 'main' }],
    [
      'of a film among search results',
      { entries: [{ kind: 'film', href: '/movies/7-kestrel/', shows: [SHOW] }] },
      { filmId: '7', theaterId: 'main' },
    ],
    [
      'at a theater with an id',
      { film: { id: '7' }, theaters: [{ id: 'mill', name: 'Mill', groups: [{ shows: [SHOW] }] }] },
      { filmId: '7', theaterId: 'mill' },
    ],
    [
      'at a theater with a name',
      { film: { id: '7' }, theaters: [{ name: 'Old Mill', shows: [SHOW] }] },
      { filmId: '7', theaterId: 'old-mill' },
    ],
    [
      'of a film whose id is not text',
      { film: { id: 7 }, filmHref: '/movies/8-rain/', shows: [SHOW] },
      { filmId: '8', theaterId: 'main' },
    ],
    ['on a page of a theater', { kind: 'theater', name: 'Old Mill', hours: [{ slots: [SHOW] }] }, { theaterId: 'old-mill' }],
    ['below a name that is not a theater’s', { name: 'Old Mill', hours: [{ slots: [SHOW] }] }, { theaterId: 'main' }],
    ['among shows with a common theater name', { theater: 'Old Mill', shows: [SHOW] }, { theaterId: 'old-mill' }],
    [
      'with its theater’s name',
      { film: { id: '7' }, shows: [{ ...SHOW, theater: 'Old Mill' }] },
      { filmId: '7', theaterId: 'old-mill' },
    ],
    ['without a film', [[SHOW]], { theaterId: 'main' }],
  ])('%s', (_, page, expected) => {
    expect(showOf(SHOW.href, within({ other: null }, page))).toEqual({ ...expected, start: SHOW.at });
  });

  it('has no theater if none is known', () => {
    expect(showOf(SHOW.href, { pages: [[SHOW]], theaterId: undefined, theaters: [] })).toStrictEqual({ start: SHOW.at });
  });

  it('may have utm parameters', () => {
    expect(showOf(`${SHOW.href}&utm_source=mail`, within([SHOW]))).toEqual({ theaterId: 'main', start: SHOW.at });
    expect(showOf(`${SHOW.href}&seat=4`, within([SHOW]))).toBeUndefined();
  });

  it('is not found in malformed data', () => {
    expect(showOf('x', within(null, 'x', 7, undefined, { at: 7, href: 'x' }, { at: '', href: 'x' }))).toBeUndefined();
    expect(showOf('', within({ at: SHOW.at, href: '' }))).toBeUndefined();
  });
});

it('ANLY-07 the film of a trailer', () => {
  expect(trailerOf('https://video.example/1', within({ film: { id: '7' }, trailer: { href: 'https://video.example/1' } }))).toEqual(
    { filmId: '7' },
  );
  expect(trailerOf('https://video.example/1', within({ trailer: { href: 'https://video.example/1' } }))).toStrictEqual({});
  expect(trailerOf('https://video.example/1', within({ film: { id: '7' }, trailer: 'https://video.example/1' }))).toBeUndefined();
});
