import { describe, expect, it } from 'vitest';
import { SAMPLES } from '@marquee/testkit/pages/samples.ts';
import { readSearch, readTheaters } from './read-page.ts';

const search: unknown = SAMPLES.get('meridian-search');
const theaters: unknown = SAMPLES.get('aster-theaters');
const entry = { kind: 'film', title: 'Kestrel', href: '/movies/1-kestrel/' };
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
    { href: 'javascript:alert(1)' },
    { words: 'drama' },
    { words: [1] },
    { runtime: '90' },
    { picture: { id: 'a' } },
    { shows: [{ time: '6:10' }] },
    { shows: [{ time: '6:10', at: '', state: 'lost' }] },
    { shows: [{ time: '6:10', at: '', href: 'data:text/html,x' }] },
  ])('leaves out an entry with %j', (invalid) => {
    expect(entries({ ...entry, ...invalid }, entry)).toEqual([entry]);
  });

  it.each([
    { name: undefined },
    { selectHref: 'javascript:0' },
    { geo: [1] },
    { geo: ['1', '2'] },
    { selected: 'no' },
    { filmsToday: null },
  ])('leaves out a theater with %j', (invalid) => {
    expect(cards({ ...theater, ...invalid }, theater)).toEqual([theater]);
  });

  it('leaves out invalid attributes', () => {
    const data = {
      attributes: { a: { short: 'A', label: 'Aa', group: 'format' }, b: null, c: { short: 1 } },
      page: { kind: 'search', entries: [] },
    };
    expect(Object.keys(readSearch(data)?.attributes ?? {})).toEqual(['a']);
  });
});
