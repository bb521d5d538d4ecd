import type { SiteEvent } from '@marquee/rules/analytics/events.ts';
import type { SearchEntry } from '@marquee/api/schema.gen.ts';
import { expect, it } from 'vitest';
import { hearEvents } from '../../state/events.ts';
import { playing, tellAsked } from './finding.ts';

it('ANLY-07 a question is told of by its length and what it found, never by its words', () => {
  const told: SiteEvent[] = [];
  hearEvents((event) => void told.push(event));
  const nothing = { films: [], others: [], count: 0 };
  const suggested = { day: '', films: [] };
  tellAsked('s', { kind: 'waiting', suggested });
  tellAsked('zzz', { kind: 'none', suggested });
  tellAsked('salt', { kind: 'found', found: { ...nothing, count: 2 } });
  expect(told).toEqual([
    { name: 'search', length: 3, results: 0 },
    { name: 'search', length: 4, results: 2 },
  ]);
});

it('PAGE-11 before a question films of one day are offered: of today, else of the next day with times', () => {
  const show = { time: '18:40', at: '2026-11-22T18:40-05:00' };
  const film = (title: string, when: string, shows = [show]): SearchEntry => ({ kind: 'film', title, href: `/${title}`, when, shows });
  const [today, saturday, sunday, later] = [film('a', ''), film('b', 'Saturday'), film('c', 'Sunday'), film('d', 'Mon, Nov 30', [])];
  const page: SearchEntry = { ...today, kind: 'page' };
  expect(playing([page, later, saturday, today], 6)).toEqual({ day: '', films: [today] });
  expect(playing([later, saturday, sunday, { ...saturday, title: 'e' }], 6)).toEqual({ day: 'Saturday', films: [saturday, { ...saturday, title: 'e' }] });
  expect(playing([today, today, today], 2).films).toHaveLength(2);
  expect(playing([later, page], 6)).toEqual({ day: '', films: [] });
});
