import { describe, expect, it } from 'vitest';
import { SAMPLES } from '@marquee/testkit/pages/samples.ts';
import { readSearch, readTheaters } from './read-page.ts';

const search: unknown = SAMPLES.get('meridian-search');
const theaters: unknown = SAMPLES.get('aster-theaters');
const entry = { kind: 'film', title: 'Kestrel', href: '/movies/1-kestrel/' };
const SHOW = { time: '6:10', at: '2026-11-22T18:10:00-05:00' };
const theater = {
  id: 't',
  name: 'Old Mill',
  href: '/t/',
  address: '',
  filmsToday: 1,
  selected: false,
  selectHref: '/api/x',
  closed: '',
};
const entries = (...list: unknown[]) => readSearch({ attributes: {}, page: { kind: 'search', query: '', entries: list } })?.entries;
const cards = (...list: unknown[]) => readTheaters({ page: { kind: 'theaters', theaters: list } });

describe('reading a fetched page', () => {
  it('accepts all entries of a valid page', () => {
    expect(readSearch(search)?.entries).toHaveLength(18);
    expect(readSearch(search)?.attributes['Format.Sound.Dubbed']?.short).toBe('DUB');
    expect(readTheaters(theaters)).toHaveLength(5);
  });

  it.each([
    undefined,
    null,
    7,
    'x',
    [],
    {},
    { page: null },
    { page: { kind: 'error' } },
    { page: { kind: 'search' } },
    { page: { kind: 'theaters', theaters: {} } },
  ])('rejects %j', (data) => {
    expect(readSearch(data)).toBeUndefined();
    expect(readTheaters(data)).toBeUndefined();
  });

  it('rejects another kind of page', () => {
    expect(readSearch(theaters)).toBeUndefined();
    expect(readTheaters(search)).toBeUndefined();
  });

  it.each([
    { kind: 'spell' },
    { title: 7 },
    ...['javascript:alert(1)', '//evil.example/', '/\\evil.example/', 'movies/', 7].map((href) => ({ href })),
    ...['drama', [1], {}].map((words) => ({ words })),
    { text: 7 },
    { isLegal: 'yes' },
    { certificate: 12 },
    { runtime: '90' },
    { line: null },
    { when: 0 },
    ...[null, 'a', { w: 1, h: 1 }, { id: 'a', h: 1 }, { id: 'a', w: 1, h: '1' }].map((picture) => ({ picture })),
    { shows: {} },
    ...[
      null,
      { time: '6:10' },
      { at: '' },
      { ...SHOW, tags: ['a', 1] },
      { ...SHOW, state: 'lost' },
      { ...SHOW, href: 'data:text/html,x' },
      ...['id', 'half', 'zone', 'ends', 'screen', 'theater'].map((key) => Object.assign({ [key]: 1 }, SHOW)),
    ].map((show) => ({ shows: [SHOW, show] })),
  ])('leaves out an entry with %j', (invalid) => {
    expect(entries({ ...entry, ...invalid }, entry)).toEqual([entry]);
  });

  it.each([
    ...['film', 'day', 'event', 'theater', 'page'].map((kind) => ({ kind })),
    ...['', '/events/', 'https://acme.example/', 'http://acme.example/'].map((href) => ({ href })),
    { words: ['drama'], text: '', isLegal: true, certificate: 'PG', runtime: 90, line: '', when: '' },
    { picture: { id: 'a', w: 1, h: 1 } },
    ...['open', 'few', 'soldOut', 'started', 'boxOffice', 'cancelled'].map((state) => ({ shows: [{ ...SHOW, state }] })),
    { shows: [{ ...SHOW, id: '1', half: 'PM', zone: '', ends: '', screen: '2', theater: '', tags: ['a'], href: '/book/' }] },
  ])('keeps an entry with %j', (valid) => {
    expect(entries({ ...entry, ...valid })).toEqual([{ ...entry, ...valid }]);
  });

  it('leaves out what is not an object', () => {
    expect([entries(null, 'film', entry), cards(null, 't', theater)]).toEqual([[entry], [theater]]);
  });

  it.each([
    ...['id', 'name', 'address', 'closed'].map((key) => ({ [key]: undefined })),
    { href: 'javascript:0' },
    { selectHref: 'javascript:0' },
    { picture: {} },
    { over: 'yes' },
    { region: 1 },
    { geo: [1] },
    { geo: [1, 2, 3] },
    { geo: ['1', '2'] },
    { geo: '12' },
    { selected: 'no' },
    { filmsToday: null },
  ])('leaves out a theater with %j', (invalid) => {
    expect(cards({ ...theater, ...invalid }, theater)).toEqual([theater]);
  });

  it('keeps a theater with all details', () => {
    const details = { picture: { id: 'a', w: 1, h: 1 }, over: true, region: 'North', geo: [44.9, -93.2] };
    expect(cards({ ...theater, ...details })).toEqual([{ ...theater, ...details }]);
  });

  it('leaves out invalid attributes', () => {
    const valid = { short: 'A', label: 'Aa', group: 'format' };
    const attributes = {
      ...Object.fromEntries(['version', 'format', 'access', 'audience', 'special'].map((group) => [group, { ...valid, group }])),
      words: { ...valid, word: 'A', subtitled: 'B' },
      none: null,
      short: { ...valid, short: 1 },
      label: { ...valid, label: undefined },
      group: { ...valid, group: 'other' },
      word: { ...valid, word: 1 },
      subtitled: { ...valid, subtitled: 1 },
    };
    const names = (value: unknown) =>
      Object.keys(readSearch({ attributes: value, page: { kind: 'search', entries: [] } })?.attributes ?? {});
    expect(names(attributes)).toEqual(['version', 'format', 'access', 'audience', 'special', 'words']);
    expect([names(undefined), names('abc')]).toEqual([[], []]);
  });
});
