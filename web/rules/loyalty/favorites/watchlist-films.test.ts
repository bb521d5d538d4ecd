import type { SearchEntry } from '@marquee/api/schema.gen.ts';
import { expect, it } from 'vitest';
import { filmByTitle, nextShow, groupWatchlist } from './watchlist-films.ts';

const NOW = Date.parse('2026-11-22T12:00:00-05:00');
/** Minutes after its start during which a show can be booked. */
const LATE = 20;
const KESTREL: SearchEntry = {
  kind: 'film',
  title: 'Kestrel',
  href: '/movies/317655-kestrel/',
  shows: [
    { time: '11:10', half: 'AM', at: '2026-11-22T11:10-05:00' },
    { time: '6:40', half: 'PM', at: '2026-11-22T18:40-05:00' },
  ],
};
const MOTH: SearchEntry = { kind: 'film', title: 'The Moth Room', href: '/fr/movies/320020-the-moth-room/', when: 'Mon, Nov 30' };
const WHALE: SearchEntry = { kind: 'film', title: 'The Whale Road', href: '/movies/321209-the-whale-road/' };
const VISIT: SearchEntry = { kind: 'page', title: 'Visit', href: '/visit/' };

it('WATCH-02 films are on sale, announced, or no longer shown', () => {
  const { showing, announced, unavailable } = groupWatchlist(['321209', '9', '320020', '317655'], [KESTREL, VISIT, MOTH, WHALE]);
  expect([showing.map(({ id }) => id), announced.map(({ id }) => id), unavailable]).toEqual([
    ['317655', '320020'],
    ['321209'],
    ['9'],
  ]);
  expect(showing[0]?.film).toBe(KESTREL);
  expect(groupWatchlist(['317655'], [{ ...KESTREL, kind: 'page' }])).toEqual({
    showing: [],
    announced: [],
    unavailable: ['317655'],
  });
});

it('WATCH-05 an empty watchlist has no films', () => {
  expect(groupWatchlist([], [KESTREL])).toEqual({ showing: [], announced: [], unavailable: [] });
});

it('returns when a film is shown next', () => {
  expect([KESTREL, MOTH, WHALE].map((film) => nextShow(film, LATE, NOW))).toEqual([
    { kind: 'today', time: '6:40\u00a0PM' },
    { kind: 'day', day: 'Mon, Nov 30' },
    { kind: 'soon' },
  ]);
  expect(nextShow({ ...KESTREL, shows: [{ time: '18:40', at: '2026-11-22T18:40-05:00' }] }, LATE, NOW)).toEqual({
    kind: 'today',
    time: '18:40',
  });
  expect(nextShow({ ...KESTREL, when: 'Monday' }, LATE, NOW)).toEqual({ kind: 'day', day: 'Monday' });
  const [first, last, over] = [{ kind: 'today', time: '11:10\u00a0AM' }, { kind: 'today', time: '6:40\u00a0PM' }, { kind: 'over' }];
  const start = Date.parse('2026-11-22T11:10-05:00');
  expect([start - 1, start].map((now) => nextShow(KESTREL, LATE, now))).toEqual([first, last]);
  // A show that has started counts while it can be booked, and never afterwards (CONST-01).
  const end = Date.parse('2026-11-22T18:40-05:00') + LATE * 60_000;
  expect([end, end + 1, NOW + 86_400_000].map((now) => nextShow(KESTREL, LATE, now))).toEqual([last, over, over]);
});

it('finds the film of an order by its title', () => {
  expect([
    filmByTitle('Kestrel', [VISIT, KESTREL]),
    filmByTitle('Visit', [VISIT]),
    filmByTitle('', [{ ...KESTREL, title: '', words: [''] }]),
    filmByTitle('Kestrel', [MOTH]),
  ]).toEqual([KESTREL, undefined, undefined, undefined]);
  const french: SearchEntry = { ...KESTREL, title: 'Le Faucon', words: ['Kestrel', 'Ana Sol'] };
  expect([filmByTitle('Kestrel', [french]), filmByTitle('Kestrel', [french, KESTREL])]).toEqual([french, KESTREL]);
});
