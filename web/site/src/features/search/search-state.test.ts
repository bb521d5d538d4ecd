import type { SiteEvent } from '@marquee/rules/analytics/events.ts';
import type { SearchEntry } from '@marquee/api/schema.gen.ts';
import { expect, it } from 'vitest';
import { setEventListener } from '../../state/events.ts';
import { suggest, reportSearch } from './search-state.ts';

it('ANLY-07 a search is reported with its length and number of results, never with its text', () => {
  const events: SiteEvent[] = [];
  setEventListener((event) => void events.push(event));
  const none = { films: [], others: [], count: 0 };
  const suggested = { day: '', films: [] };
  reportSearch('s', { kind: 'waiting', suggested });
  reportSearch('zzz', { kind: 'none', suggested });
  reportSearch('salt', { kind: 'found', results: { ...none, count: 2 } });
  // Code points of the searched text: not UTF-16 code units, nor the spaces around the words.
  reportSearch('  𝒮alt   lake ', { kind: 'none', suggested });
  expect(events).toEqual([
    { name: 'search', length: 3, results: 0 },
    { name: 'search', length: 4, results: 2 },
    { name: 'search', length: 9, results: 0 },
  ]);
});

it('PAGE-11 without a query, the films of one day are suggested: today, else the next day with times', () => {
  const show = { time: '18:40', at: '2026-11-22T18:40-05:00' };
  const film = (title: string, when: string, shows = [show]): SearchEntry => ({
    kind: 'film',
    title,
    href: `/${title}`,
    when,
    shows,
  });
  const [today, saturday, sunday, later] = [
    film('a', ''),
    film('b', 'Saturday'),
    film('c', 'Sunday'),
    film('d', 'Mon, Nov 30', []),
  ];
  const page: SearchEntry = { ...today, kind: 'page' };
  expect(suggest([page, later, saturday, today], 6)).toEqual({ day: '', films: [today] });
  expect(suggest([later, saturday, sunday, { ...saturday, title: 'e' }], 6)).toEqual({
    day: 'Saturday',
    films: [saturday, { ...saturday, title: 'e' }],
  });
  expect(suggest([today, today, today], 2).films).toHaveLength(2);
  expect(suggest([later, page], 6)).toEqual({ day: '', films: [] });
});
